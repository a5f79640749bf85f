#include "chupai/doudizhu/open.hpp"

#include <algorithm>
#include <string>

#include "chupai/core/error.hpp"
#include "chupai/core/record.hpp"
#include "chupai/doudizhu/text.hpp"

namespace chupai::doudizhu {

void set_hands(OpenPosition& open, const std::vector<Hand>& hands) {
    if (hands.size() < 2 || hands.size() > kMaxSeats) {
        throw ParseError(std::to_string(hands.size()) + " hands: an open position has 2, or one for each player");
    }
    open.seats = static_cast<int>(hands.size());
    std::copy(hands.begin(), hands.end(), open.hands);
}

Position start_open(const Tables& tables, const OpenPosition& open) {
    const int n = open.seats;
    if (n != 2 && n != tables.seats) {
        throw ParseError(std::to_string(n) + " hands: an open position has " + std::to_string(tables.seats) +
                         " under these rules, or 2 (landlord and one opponent)");
    }
    for (int seat = 0; seat < n; ++seat) {
        const Hand hand = open.hands[seat];
        const std::string whose = "hand " + std::to_string(seat);
        if (hand == 0) {
            throw ParseError(whose + " is empty: a player without cards has won already");
        }
        check_hand(tables, hand, whose);
    }
    if (tables.rules.packs > 1) {
        check_pack(tables, open.hands, n);
    }
    check_seat("landlord", open.landlord, n);
    check_seat("to_move", open.to_move, n);
    if (open.stake < 1 || open.stake > kMaxOpenStake) {
        throw ParseError("stake = " + std::to_string(open.stake) + ": allowed are 1.." + std::to_string(kMaxOpenStake));
    }
    const bool leads = open.to_beat.shape.kind == Kind::kCall;
    if (leads && open.to_beat.code != kPass) {
        throw IllegalMoveError("to_beat '" + to_text(open.to_beat) +
                               "' is a call: give cards, or '' where to_move leads");
    }
    if (open.passes < 0 || open.passes > (leads ? 0 : n - 2)) {
        throw ParseError("passes = " + std::to_string(open.passes) + ": allowed are 0.." +
                         std::to_string(leads ? 0 : n - 2) + " here");
    }
    Position pos{};
    std::copy(open.hands, open.hands + n, pos.hands);
    pos.tables = &tables;
    pos.seats = static_cast<std::uint8_t>(n);
    pos.first = static_cast<Seat>(open.landlord);
    start_play(pos, static_cast<Seat>(open.landlord), open.stake);
    pos.to_move = pos.last = static_cast<Seat>(open.to_move);
    if (!leads) {
        pos.table = open.to_beat;
        pos.passes = static_cast<std::uint8_t>(open.passes);
        pos.last = static_cast<Seat>((open.to_move + n - 1 - open.passes) % n);
        pos.plays[pos.last] = 1;
    }
    return pos;
}

void check_deal(const Tables& tables, const Deal& deal) {
    const auto size = [](const std::string& whose, Hand hand, int n) {
        if (card_count(hand) != n) {
            throw ParseError(whose + " '" + to_text(hand) + "' has " + std::to_string(card_count(hand)) +
                             " cards: the deal gives " + std::to_string(n));
        }
    };
    Hand all[kMaxSeats + 1];
    for (int seat = 0; seat < tables.seats; ++seat) {
        const std::string whose = "hand " + std::to_string(seat);
        all[seat] = deal.hands[seat];
        check_hand(tables, deal.hands[seat], whose);
        size(whose, deal.hands[seat], tables.hand_size);
    }
    all[tables.seats] = deal.bottom;
    check_hand(tables, deal.bottom, "the bottom");
    size("the bottom", deal.bottom, tables.bottom_size);
    check_pack(tables, all, tables.seats + 1);
    check_first(tables, deal.first);
}

void check_first(const Tables& tables, int first) {
    check_seat("first", first, tables.seats);
    if (tables.rules.landlord_selection == Selection::kGiven && first != 0) {
        throw ParseError("first = " + std::to_string(first) + ": under landlord_selection = given seat 0 is landlord");
    }
}

}  // namespace chupai::doudizhu
