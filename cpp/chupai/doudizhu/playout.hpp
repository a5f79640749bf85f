// Uniformly random moves and play, without writing a list: count, draw a number, find that move.
//
// Most moves of random play are single units (solos, pairs, trios), so these are found without a branch on what they
// are: in a lead all of them are one set of bits; in a follow a pass is a choice like any other, the one that plays no
// cards. Which number means which move is not the order of the legal list, but every legal move has exactly one.
#pragma once

#include <cassert>

#include "chupai/core/random.hpp"
#include "chupai/doudizhu/generate.hpp"
#include "chupai/doudizhu/position.hpp"

namespace chupai::doudizhu {
inline namespace CHUPAI_LEVEL {

// Kind of a single unit of so many cards.
inline constexpr Kind kUnitKind[5] = {Kind::kCall, Kind::kSolo, Kind::kPair, Kind::kTrio, Kind::kBomb};

// What can be led besides single units.
template <int Packs, class Sink>
CHUPAI_INLINE bool lead_other(const Source<Packs>& source, Sink& sink) {
    return lead_composed(source, sink) || (Packs > 1 && bombs(source, sink, 0, -1)) || rocket(source, sink);
}

template <int Packs>
CHUPAI_INLINE Move random_lead(const Tables& tables, Hand hand, std::uint64_t word) noexcept {
    const Source<Packs> source(tables, hand);
    const auto& ge = source.planes.ge;
    // Bit 4r + n - 1: n cards of rank r are a move. In one pack a bomb is four of a rank.
    const std::uint64_t units = ge[1] | (source.pairs() << 1) | (source.trios() << 2) | (Packs == 1 ? ge[4] << 3 : 0);
    const unsigned simple = static_cast<unsigned>(popcount(units));
    Counter counter{simple};
    lead_other(source, counter);
    const unsigned index = static_cast<unsigned>(multiply_high(word, counter.total));
    if (index < simple) {
        const std::uint64_t unit = nth_bit(units, index);
        assert(unit != 0);
        const int bit = lowest(unit), rank = bit / 4, n = bit % 4 + 1;
        return Move{static_cast<Hand>(n) << (4 * rank), shape_of(kUnitKind[n], 1, rank, n)};
    }
    Picker picker{index - simple};
    lead_other(source, picker);
    return picker.found;
}

// Any follow, whatever lies on the table.
template <int Packs>
CHUPAI_NOINLINE Move random_follow_general(const Tables& tables, Hand hand, Shape table, std::uint64_t word) noexcept {
    const Source<Packs> source(tables, hand);
    Counter counter{1};
    follow(source, counter, table);
    const unsigned index = static_cast<unsigned>(multiply_high(word, counter.total));
    if (index == 0) {
        return Move{};
    }
    Picker picker{index - 1};
    follow(source, picker, table);
    return picker.found;
}

// Could the hand hold a bomb or the rocket? Four of a rank need bit 2 or 3 of its count.
template <int Packs>
CHUPAI_INLINE bool may_hold_special(Hand hand) noexcept {
    constexpr Hand fours = (Packs == 1 ? 4 : 12) * (kAllRanks & ~kJokerSet), black = rank_bit(kBlackJoker);
    return (Packs == 1 ? (hand & fours) | (hand & (hand >> 4) & black) : hand & (fours | (2 * black))) != 0;
}

// A reply to a solo or pair, from a hand without bomb and rocket: the units whose ranks are in `starts`, or the pass.
CHUPAI_INLINE Move random_unit(Shape table, int unit, RankSet starts, std::uint64_t word) noexcept {
    const unsigned total = 1 + static_cast<unsigned>(popcount(starts));
    const unsigned index = static_cast<unsigned>(multiply_high(word, total));
    if (index == 0) {
        return Move{};
    }
    const RankSet start = nth_bit(starts, index - 1);
    table.top = static_cast<std::uint8_t>(lowest(start) / 4);
    return Move{start * static_cast<Hand>(unit), table};
}

template <int Packs>
CHUPAI_INLINE Move random_follow(const Tables& tables, Hand hand, Shape table, std::uint64_t word) noexcept {
    if (table.kind <= Kind::kPair && !may_hold_special<Packs>(hand)) {
        const Planes<Packs> p = planes<Packs>(hand);
        return table.kind == Kind::kSolo ? random_unit(table, 1, above(p.ge[1], table.top), word)
                                         : random_unit(table, 2, above(p.ge[2] & tables.pair_ranks, table.top), word);
    }
    return random_follow_general<Packs>(tables, hand, table, word);
}

// A uniformly random legal move without the list: every legal move is that of equally many words.
template <int Packs>
CHUPAI_INLINE Move random_legal(const Position& pos, std::uint64_t word) noexcept {
    const Hand hand = pos.hands[pos.to_move];
    if (pos.phase != Phase::kPlay) {
        return nth_legal<Packs>(pos, static_cast<unsigned>(multiply_high(word, count_legal<Packs>(pos))));
    }
    return pos.table.shape.kind == Kind::kCall ? random_lead<Packs>(*pos.tables, hand, word)
                                               : random_follow<Packs>(*pos.tables, hand, pos.table.shape, word);
}

// Play from the first lead, or from within a round, to the end. A round ends when the turn is back at who played last;
// so no passes need counting.
template <int Packs>
CHUPAI_INLINE std::int32_t play_cards_randomly(Position& pos, Stream& stream) noexcept {
    const Tables& tables = *pos.tables;
    const unsigned seats = pos.seats;
    std::int32_t plies = 0;
    Move table = pos.table;
    unsigned seat = pos.to_move, last = pos.last;
    const auto next = [&](unsigned s) { return s + 1 == seats ? 0 : s + 1; };
    bool leads = table.shape.kind == Kind::kCall;
    for (;; leads = true) {
        do {
            Move move;
            if (leads) {
                move = random_lead<Packs>(tables, pos.hands[seat], next_word(stream));
                leads = false;
            } else {
                move = random_follow<Packs>(tables, pos.hands[seat], table.shape, next_word(stream));
            }
            ++plies;
            if (move.code != kPass) {
                table = move;
                last = seat;
                ++pos.plays[seat];
                if (move.shape.kind >= Kind::kBomb) {
                    pos.doublings[seat] = static_cast<std::uint8_t>(pos.doublings[seat] + doubles(tables, move.shape));
                }
                pos.hands[seat] -= move.code & kCardsMask;
                if (pos.hands[seat] == 0) {
                    pos.phase = Phase::kOver;
                    pos.table = table;
                    pos.passes = 0;
                    pos.last = static_cast<Seat>(last);
                    pos.to_move = static_cast<Seat>(next(seat));
                    return plies;
                }
            }
            seat = next(seat);
        } while (seat != last);
    }
}

// Plays uniformly random legal moves until the end; returns the number of plies. One word of the stream a ply.
template <int Packs>
CHUPAI_INLINE std::int32_t play_out_randomly(Position& pos, Stream& stream) noexcept {
    std::int32_t plies = 0;
    for (; pos.phase == Phase::kAuction || pos.phase == Phase::kStake; ++plies) {
        play_call(pos, random_legal<Packs>(pos, next_word(stream)).code);
    }
    return pos.phase == Phase::kOver ? plies : plies + play_cards_randomly<Packs>(pos, stream);
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::doudizhu
