#include "chupai/doudizhu/observe.hpp"

#include <algorithm>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/text.hpp"

namespace chupai::doudizhu {
namespace {

// What the moves alone say: who played what, and where it leads. Every seat is given the whole pack, so that only
// turn order, combinations and what beats what are checked.
struct Public {
    Position pos;
    std::vector<Move> moves;
    Hand played[kMaxSeats] = {};
};

Public follow_public(const TablesPtr& tables, const Seen& seen) {
    Deal everything;
    std::fill(everything.hands, everything.hands + tables->seats, tables->deck);
    everything.first = static_cast<Seat>(seen.first);
    Public result{start(*tables, everything), {}, {}};
    for (const auto& made : seen.history) {
        const std::string* const text = std::get_if<std::string>(&made);
        const Move given = text != nullptr ? parse_in(result.pos, *text) : std::get<Move>(made);
        const Move move = legal_move(result.pos, given.code);
        const Seat seat = result.pos.to_move;
        result.played[seat] += move.code & kCardsMask;
        result.moves.push_back(move);
        play(result.pos, move);
    }
    return result;
}

// The lowest `n` cards of `pool`, taken out of it.
Hand take_lowest(Hand& pool, int n) {
    Hand taken = 0;
    for (int rank = 0; rank < kRanks && n > 0; ++rank) {
        const int some = std::min(n, count_of(pool, rank));
        taken += static_cast<Hand>(some) * rank_bit(rank);
        n -= some;
    }
    pool -= taken;
    return taken;
}

Hand take_out(Hand from, Hand cards, const std::string& what) {
    if (!holds(from, cards)) {
        throw ParseError("no deal agrees with this: " + what);
    }
    return from - cards;
}

}  // namespace

Observation observe(const TablesPtr& tables, const Seen& seen) {
    const int seats = tables->seats;
    if (seen.seat < 0 || seen.seat >= seats || seen.first < 0 || seen.first >= seats) {
        throw ParseError("seat = " + std::to_string(seen.seat) + ", first = " + std::to_string(seen.first) +
                         ": seats are 0.." + std::to_string(seats - 1));
    }
    const Public known = follow_public(tables, seen);
    const bool taken = bottom_taken(known.pos);
    const bool own = taken && known.pos.landlord == seen.seat;
    if (taken && !seen.bottom && (own || tables->rules.bottom_public)) {
        throw ParseError("the bottom cards are needed: this seat has seen them");
    }
    if (seen.bottom) {
        check_hand(*tables, *seen.bottom, "the bottom");
        if (card_count(*seen.bottom) != tables->bottom_size) {
            throw ParseError("the bottom '" + to_text(*seen.bottom) + "' has " +
                             std::to_string(card_count(*seen.bottom)) + " cards: there are " +
                             std::to_string(tables->bottom_size));
        }
    }
    if (!taken && seen.bottom) {
        throw ParseError("bottom cards are given, but no landlord has taken them yet");
    }
    // Each seat's cards at the deal, bottom cards included for the landlord: what is known first, then the rest.
    Hand pool = tables->deck;
    Hand start_hands[kMaxSeats];
    const auto size_of_seat = [&](int seat) {
        return tables->hand_size + (taken && seat == known.pos.landlord ? tables->bottom_size : 0);
    };
    for (int seat = 0; seat < seats; ++seat) {
        Hand sure = known.played[seat];
        if (seat == seen.seat) {
            check_hand(*tables, seen.hand, "the hand");
            sure += seen.hand;
        } else if (taken && seat == known.pos.landlord && seen.bottom) {
            sure += saturating_minus(*seen.bottom, sure);
        }
        pool = take_out(pool, sure, "seat " + std::to_string(seat) + " would hold or have played cards that are gone");
        start_hands[seat] = sure;
        const int missing = size_of_seat(seat) - card_count(sure);
        if (missing < 0 || (seat == seen.seat && missing != 0)) {
            throw ParseError("seat " + std::to_string(seat) + " has " + std::to_string(card_count(sure)) +
                             " cards with those it played, but was dealt " + std::to_string(size_of_seat(seat)));
        }
    }
    for (int seat = 0; seat < seats; ++seat) {
        start_hands[seat] += take_lowest(pool, size_of_seat(seat) - card_count(start_hands[seat]));
    }
    Deal deal;
    std::copy(start_hands, start_hands + seats, deal.hands);
    deal.first = static_cast<Seat>(seen.first);
    deal.bottom = pool;
    if (taken) {
        Hand& landlord = deal.hands[known.pos.landlord];
        Hand rest = landlord;
        deal.bottom = seen.bottom ? *seen.bottom : take_lowest(rest, tables->bottom_size);
        landlord = take_out(landlord, deal.bottom, "the landlord's hand has no room for the bottom cards");
    }
    return Observation(replay(Record(tables, deal), known.moves), seen.seat);
}

}  // namespace chupai::doudizhu
