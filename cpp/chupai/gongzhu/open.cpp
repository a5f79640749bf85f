#include "chupai/gongzhu/open.hpp"

#include <algorithm>
#include <cassert>
#include <string>

#include "chupai/core/error.hpp"
#include "chupai/core/record.hpp"
#include "chupai/gongzhu/legality.hpp"
#include "chupai/gongzhu/questions.hpp"
#include "chupai/gongzhu/text.hpp"

namespace chupai::gongzhu {
namespace {

// Adds cards to those seen so far, none of which may be among them.
void add_once(const Tables& tables, CardSet& all, CardSet cards, const std::string& whose) {
    check_cards(tables, cards, whose);
    if ((all & cards) != 0) {
        throw ParseError(whose + " has " + card_text(static_cast<Card>(lowest(all & cards))) +
                         ", which lies elsewhere already");
    }
    all |= cards;
}

void check_size(const std::string& whose, CardSet hand, int size) {
    if (count_cards(hand) != size) {
        throw ParseError(whose + " '" + set_text(hand) + "' has " + std::to_string(count_cards(hand)) + " cards, not " +
                         std::to_string(size));
    }
}

void check_places(const Tables& tables, const OpenPosition& open) {
    check_seat("leader", open.leader, tables.seats);
    if (open.trick_size < 0 || open.trick_size >= tables.seats) {
        throw ParseError("the trick has " + std::to_string(open.trick_size) + " cards: allowed are 0.." +
                         std::to_string(tables.seats - 1));
    }
    if (open.suits_led > 15) {
        throw ParseError("suits_led = " + std::to_string(open.suits_led) + " are no suits: allowed are 0..15");
    }
    for (int seat = 0; seat < kMaxSeats; ++seat) {
        if (seat >= tables.seats && (open.hands[seat] | open.taken[seat]) != 0) {
            throw ParseError("seat " + std::to_string(seat) + " has cards: there are " + std::to_string(tables.seats) +
                             " players");
        }
    }
}

void check_once(const Tables& tables, const OpenPosition& open) {
    CardSet all = 0;
    for (int seat = 0; seat < tables.seats; ++seat) {
        add_once(tables, all, open.hands[seat], "hand " + std::to_string(seat));
        add_once(tables, all, open.taken[seat], "pile " + std::to_string(seat));
    }
    for (int i = 0; i < open.trick_size; ++i) {
        add_once(tables, all, open.trick[i] < 64 ? set_of(open.trick[i]) : ~kAllCards, "the trick");
    }
}

// As the trick began: its cards are back in the hands, which are all of one size then.
Position before_trick(const Tables& tables, const OpenPosition& open) {
    Position pos{};
    pos.tables = &tables;
    pos.seats = static_cast<std::uint8_t>(tables.seats);
    pos.exposed = static_cast<std::uint8_t>(check_exposed(tables, open.exposed));
    pos.suits_led = static_cast<std::uint8_t>(open.suits_led);
    pos.leader = static_cast<Seat>(open.leader);
    pos.opener = kNoSeat;
    for (int seat = 0; seat < tables.seats; ++seat) {
        pos.hands[seat] = open.hands[seat];
        pos.taken[seat] = open.taken[seat];
    }
    for (int i = 0; i < open.trick_size; ++i) {
        assert(open.trick[i] < 64);
        pos.hands[(open.leader + i) % tables.seats] |= set_of(open.trick[i]);
    }
    start_play(pos);
    pos.barred &= ~cards_of_suits(open.suits_led);
    return pos;
}

void check_sizes(const Tables& tables, const OpenPosition& open) {
    int size = 1;
    for (int seat = 0; seat < tables.seats; ++seat) {
        const bool has_played = (seat - open.leader + tables.seats) % tables.seats < open.trick_size;
        size = std::max(size, count_cards(open.hands[seat]) + has_played);
    }
    if (size > tables.hand_size) {
        throw ParseError("a hand has " + std::to_string(size) + " cards at the start of the trick: the deal gives " +
                         std::to_string(tables.hand_size));
    }
    for (int seat = 0; seat < tables.seats; ++seat) {
        const bool has_played = (seat - open.leader + tables.seats) % tables.seats < open.trick_size;
        check_size("hand " + std::to_string(seat), open.hands[seat], size - has_played);
    }
}

}  // namespace

Position start_open(const Tables& tables, const OpenPosition& open) {
    check_places(tables, open);
    check_once(tables, open);
    check_sizes(tables, open);
    Position pos = before_trick(tables, open);
    for (int i = 0; i < open.trick_size; ++i) {
        const Move move = play_of(open.trick[i]);
        try {
            play(pos, legal_move(pos, code(move)));
        } catch (const IllegalMoveError& error) {
            throw ParseError("the trick cannot have come about: " + std::string(error.what()));
        }
    }
    return pos;
}

void check_deal(const Tables& tables, const Deal& deal) {
    CardSet all = 0;
    for (int seat = 0; seat < kMaxSeats; ++seat) {
        const std::string whose = "hand " + std::to_string(seat);
        add_once(tables, all, deal.hands[seat], whose);
        check_size(whose, deal.hands[seat], seat < tables.seats ? tables.hand_size : 0);
    }
    if (deal.leader != kNoSeat) {
        check_seat("leader", deal.leader, tables.seats);
    }
}

}  // namespace chupai::gongzhu
