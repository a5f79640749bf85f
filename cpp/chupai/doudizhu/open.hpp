// Deals and positions that someone gives: what they are, and whether they can be.
#pragma once

#include <vector>

#include "chupai/doudizhu/deal.hpp"
#include "chupai/doudizhu/position.hpp"

namespace chupai::doudizhu {

// An open position: play goes on from these hands as if they were all that was ever dealt. Each hand is within the
// pack; together they may exceed one pack, as hands of puzzles do. Nothing has been played before but `to_beat` (so
// springs are still possible), which the seat `1 + passes` before `to_move` played.
struct OpenPosition {
    Hand hands[kMaxSeats] = {};
    int seats = 0;  // 2 (landlord and one opponent) or all
    int landlord = 0;
    int to_move = 0;
    Move to_beat{};  // a call: to_move leads
    int stake = 1;
    int passes = 0;
    friend bool operator==(const OpenPosition&, const OpenPosition&) = default;
};
inline constexpr int kMaxOpenStake = 1000;

// Throws ParseError where the number of hands is wrong.
void set_hands(OpenPosition& open, const std::vector<Hand>& hands);

Position start_open(const Tables& tables, const OpenPosition& open);

// Throws ParseError unless the deal is one of these rules: sizes, cards, first bidder.
void check_deal(const Tables& tables, const Deal& deal);

// Throws ParseError unless this seat can be first to call.
void check_first(const Tables& tables, int first);

}  // namespace chupai::doudizhu
