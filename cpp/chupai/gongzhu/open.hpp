// Positions and deals that are given rather than dealt. Throws ParseError that says what was found and allowed.
#pragma once

#include "chupai/gongzhu/position.hpp"

namespace chupai::gongzhu {

// A position mid-deal, exposing over. Who has not played to this trick holds k >= 1 cards, who has k - 1. Cards in no
// hand, pile or trick are gone. Nobody has shown to be out of a suit but by this trick.
struct OpenPosition {
    CardSet hands[kMaxSeats] = {};
    CardSet taken[kMaxSeats] = {};
    Card trick[kMaxSeats] = {};  // on the table, in order of play
    int trick_size = 0;  // less than the seats
    int leader = 0;  // who leads or led this trick
    CardSet exposed = 0;  // of HA SQ DJ CT, wherever they are now
    Suits suits_led = 0;  // by finished tricks

    friend bool operator==(const OpenPosition&, const OpenPosition&) = default;
};

// The cards of the trick must be legal one after the other: no seat has revoked.
Position start_open(const Tables& tables, const OpenPosition& open);

// Throws unless the deal is one of these rules: every card of the pack once, equal hands, a seat (or kNoSeat) as
// leader.
void check_deal(const Tables& tables, const Deal& deal);

}  // namespace chupai::gongzhu
