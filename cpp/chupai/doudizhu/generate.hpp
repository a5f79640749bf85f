// Legal combinations from a hand. One description of what there is and in which order; three sinks that count it, find
// the n-th of it, or write all of it.
//
// Order: by kind (in the order of the enum), then length, then top, then the kickers' word, all ascending. A pass
// comes first where it is legal. No move comes out twice.
#pragma once

#include "chupai/doudizhu/sinks.hpp"

namespace chupai::doudizhu {
inline namespace CHUPAI_LEVEL {

// ---- what there is ----

// Bodies of `length` units of `unit` cards starting at `starts`, with every set of kickers of the kind.
template <int Packs, class Sink>
CHUPAI_INLINE bool winged(const Source<Packs>& source, Sink& sink, Kind kind, int length, int unit, RankSet starts) {
    if (starts == 0) {
        return false;
    }
    const KickerRule& rule = source.kicker_rule(kind);
    const int k = kickers_of_body(kind, length);
    Shape shape = shape_of(kind, length, 0, length * unit + k * rule.unit);
    const RankSet kickers = source.kicker_ranks(rule);
    // A body's ranks are kicker ranks too (unless twos are no kickers), so each body leaves equally many.
    if (rule.distinct && rule.copies_of_two != 0) {
        const RankSet first = ones(length) * (starts & (0 - starts));
        return sink.same_choices(source, shape, unit, starts, kickers,
                                 rank_choice(kickers & ~first, k, rule.both_jokers));
    }
    for (; starts != 0; starts = without_lowest(starts)) {
        const RankSet start = starts & (0 - starts), body = ones(length) * start;
        const Hand body_cards = body * static_cast<Hand>(unit);
        shape.top = static_cast<std::uint8_t>(lowest(start) / 4 + length - 1);
        if (rule.distinct) {
            if (sink.choices(source, shape, body_cards, rank_choice(kickers & ~body, k, rule.both_jokers), rule.unit)) {
                return true;
            }
        } else if (sink.shared(source, shape, body_cards, body)) {
            return true;
        }
    }
    return false;
}

// Bombs above `top` of exactly `size` cards and all larger ones.
template <int Packs, class Sink>
CHUPAI_INLINE bool bombs(const Source<Packs>& source, Sink& sink, int size, int top) {
    const auto of_size = [&](int cards, RankSet ranks) {
        // A bomb is one unit of `cards` cards.
        return sink.plain(Kind::kBomb, 1, cards, ranks);
    };
    if constexpr (Packs == 1) {
        return of_size(4, above(source.planes.ge[4], top));
    } else {
        if (size >= 4 && of_size(size, above(source.planes.ge[size], top))) {
            return true;
        }
        for (int cards = size < 4 ? 4 : size + 1; cards <= 4 * Packs; ++cards) {
            if (of_size(cards, source.planes.ge[cards])) {
                return true;
            }
        }
        return false;
    }
}

template <int Packs, class Sink>
CHUPAI_INLINE bool rocket(const Source<Packs>& source, Sink& sink) {
    return sink.rocket(Move{source.tables.rocket, shape_of(Kind::kRocket, 1, kRedJoker, 2 * Packs)},
                       source.has_rocket());
}

// Chains of trios (unit 3) or fours (unit 4) by length, bare and winged.
template <int Packs, class Sink>
CHUPAI_NOINLINE bool lead_bodies(const Source<Packs>& source, Sink& sink, int unit, Kind bare, Kind solo, Kind pair) {
    const RankSet set = source.planes.ge[unit] & kChainSet;
    const Tables& t = source.tables;
    for (Kind kind : {bare, solo, pair}) {
        if (!t.has(kind)) {
            continue;
        }
        RankSet starts = set & (set >> 4);
        for (int length = 2; starts != 0; starts &= set >> (4 * length), ++length) {
            if (kind == bare ? sink.plain(kind, length, unit, starts)
                             : winged(source, sink, kind, length, unit, starts)) {
                return true;
            }
        }
    }
    return false;
}

// What can be led but single units (solos, pairs, trios), bombs and the rocket: what is put together of several.
template <int Packs, class Sink>
CHUPAI_INLINE bool lead_composed(const Source<Packs>& source, Sink& sink) {
    const Tables& t = source.tables;
    const auto& ge = source.planes.ge;
    if (ge[3] != 0) {
        if ((t.has(Kind::kTrioSolo) && winged(source, sink, Kind::kTrioSolo, 1, 3, ge[3])) ||
            (t.has(Kind::kTrioPair) && winged(source, sink, Kind::kTrioPair, 1, 3, ge[3]))) {
            return true;
        }
    }
    if (sink.chains(Kind::kStraight, 1, ge[1] & kChainSet, t.straights) ||
        sink.chains(Kind::kPairStraight, 2, ge[2] & kChainSet, t.pair_straights)) {
        return true;
    }
    if ((ge[3] & (ge[3] >> 4) & kChainSet & (kChainSet >> 4)) != 0 &&
        lead_bodies(source, sink, 3, Kind::kPlane, Kind::kPlaneSolo, Kind::kPlanePair)) {
        return true;
    }
    return ge[4] != 0 && ((t.has(Kind::kQuadSolo) && winged(source, sink, Kind::kQuadSolo, 1, 4, ge[4])) ||
                          (t.has(Kind::kQuadPair) && winged(source, sink, Kind::kQuadPair, 1, 4, ge[4])) ||
                          (t.has(Kind::kShuttle) &&
                           lead_bodies(source, sink, 4, Kind::kShuttle, Kind::kShuttleSolo, Kind::kShuttlePair)));
}

// Everything that can be led.
template <int Packs, class Sink>
CHUPAI_INLINE bool lead(const Source<Packs>& source, Sink& sink) {
    const auto& ge = source.planes.ge;
    return sink.units(Kind::kSolo, 1, ge[1]) || sink.units(Kind::kPair, 2, source.pairs()) ||
           sink.plain(Kind::kTrio, 1, 3, source.trios()) || lead_composed(source, sink) ||
           (ge[4] != 0 && bombs(source, sink, 0, -1)) || rocket(source, sink);
}

// Everything that beats `other` (which is no call), without the pass.
template <int Packs, class Sink>
CHUPAI_INLINE bool follow(const Source<Packs>& source, Sink& sink, Shape other) {
    const auto& ge = source.planes.ge;
    const int low = other.top - other.length + 1;  // the lowest rank of the body to beat
    const auto chains_above = [&](RankSet set) { return above(chain_starts(set, other.length), low); };
    bool done = false;
    switch (other.kind) {
        case Kind::kSolo: done = sink.plain(Kind::kSolo, 1, 1, above(ge[1], low)); break;
        case Kind::kPair: done = sink.plain(Kind::kPair, 1, 2, above(source.pairs(), low)); break;
        case Kind::kTrio: done = sink.plain(Kind::kTrio, 1, 3, above(ge[3], low)); break;
        case Kind::kTrioSolo: done = winged(source, sink, Kind::kTrioSolo, 1, 3, above(ge[3], low)); break;
        case Kind::kTrioPair: done = winged(source, sink, Kind::kTrioPair, 1, 3, above(ge[3], low)); break;
        case Kind::kStraight: done = sink.plain(Kind::kStraight, other.length, 1, chains_above(ge[1])); break;
        case Kind::kPairStraight: done = sink.plain(Kind::kPairStraight, other.length, 2, chains_above(ge[2])); break;
        case Kind::kPlane: done = sink.plain(Kind::kPlane, other.length, 3, chains_above(ge[3])); break;
        case Kind::kPlaneSolo:
        case Kind::kPlanePair: done = winged(source, sink, other.kind, other.length, 3, chains_above(ge[3])); break;
        case Kind::kQuadSolo:
        case Kind::kQuadPair: done = winged(source, sink, other.kind, 1, 4, above(ge[4], low)); break;
        case Kind::kShuttle: done = sink.plain(Kind::kShuttle, other.length, 4, chains_above(ge[4])); break;
        case Kind::kShuttleSolo:
        case Kind::kShuttlePair: done = winged(source, sink, other.kind, other.length, 4, chains_above(ge[4])); break;
        case Kind::kBomb: return (ge[4] != 0 && bombs(source, sink, other.cards, other.top)) || rocket(source, sink);
        default: return false;  // nothing beats the rocket
    }
    return done || (ge[4] != 0 && bombs(source, sink, 0, -1)) || rocket(source, sink);
}

// ---- the three questions; `table` is the shape on the table, a call where one leads ----

template <int Packs>
CHUPAI_INLINE unsigned count_moves(const Tables& tables, Hand hand, Shape table) {
    const Source<Packs> source(tables, hand);
    Counter sink;
    if (table.kind == Kind::kCall) {
        lead(source, sink);
    } else {
        sink.total = 1;  // the pass
        follow(source, sink, table);
    }
    return sink.total;
}

// The move at `index` of the legal list; index < count_moves(...).
template <int Packs>
CHUPAI_INLINE Move nth_move(const Tables& tables, Hand hand, Shape table, unsigned index) {
    const Source<Packs> source(tables, hand);
    if (table.kind == Kind::kCall) {
        Picker sink{index};
        lead(source, sink);
        return sink.found;
    }
    if (index == 0) {
        return Move{};
    }
    Picker sink{index - 1};
    follow(source, sink, table);
    return sink.found;
}

// Writes the legal list to `out`, which has room for it; returns the end.
template <int Packs>
CHUPAI_INLINE Move* write_moves(const Tables& tables, Hand hand, Shape table, Move* out) {
    const Source<Packs> source(tables, hand);
    Lister sink{out};
    if (table.kind == Kind::kCall) {
        lead(source, sink);
    } else {
        *sink.out++ = Move{};
        follow(source, sink, table);
    }
    return sink.out;
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::doudizhu
