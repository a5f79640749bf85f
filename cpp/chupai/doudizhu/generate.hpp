// Legal combinations from a hand. One description of what there is and in which order; three sinks that count it, find
// the n-th of it, or write all of it.
//
// Order: by kind (in the order of the enum), then length, then top, then the kickers' word, all ascending. A pass
// comes first where it is legal. No move comes out twice.
#pragma once

#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/hand.hpp"
#include "chupai/doudizhu/kickers.hpp"
#include "chupai/doudizhu/rules.hpp"

namespace chupai::doudizhu {
inline namespace CHUPAI_LEVEL {

template <int Packs>
struct Source {
    const Tables& tables;
    Hand hand;
    Planes<Packs> planes;

    CHUPAI_INLINE Source(const Tables& t, Hand h) noexcept : tables(t), hand(h), planes(doudizhu::planes<Packs>(h)) {}

    CHUPAI_INLINE const KickerRule& kicker_rule(Kind kind) const noexcept {
        return tables.kickers[static_cast<std::size_t>(kind)];
    }
    // Ranks that can give one kicker of this kind. In one pack joker pairs cannot be held.
    CHUPAI_INLINE RankSet kicker_ranks(const KickerRule& rule) const noexcept {
        RankSet ranks = rule.unit == 1 ? planes.ge[1] : planes.ge[2];
        if constexpr (Packs > 1) {
            ranks &= rule.unit == 1 ? kAllRanks : tables.pair_ranks;
        }
        return rule.copies_of_two != 0 ? ranks : ranks & ~kTwoSet;
    }
    CHUPAI_INLINE RankSet pairs() const noexcept {
        return Packs == 1 ? planes.ge[2] : planes.ge[2] & tables.pair_ranks;
    }
    // Ranks whose trio may be played bare.
    CHUPAI_INLINE RankSet trios() const noexcept { return tables.has(Kind::kTrio) ? planes.ge[3] : 0; }
    // The hand as a source of kickers: without ranks that cannot give a pair.
    CHUPAI_INLINE Hand kicker_hand(const KickerRule& rule) const noexcept {
        return rule.unit == 1 ? hand : hand & (15 * tables.pair_ranks);
    }
    CHUPAI_INLINE bool has_rocket() const noexcept {
        return (hand & (15 * kJokerSet)) == tables.rocket;
    }
};

// How many kickers go with a body: one a trio, two a four.
CHUPAI_INLINE constexpr int kickers_of_body(Kind kind, int length) noexcept {
    const bool two_each = kind >= Kind::kQuadSolo;
    return two_each ? 2 * length : length;
}

CHUPAI_INLINE constexpr Shape shape_of(Kind kind, int length, int top, int cards) noexcept {
    return Shape{kind, static_cast<std::uint8_t>(length), static_cast<std::uint8_t>(top),
                 static_cast<std::uint8_t>(cards)};
}

// Where other readings of a move's cards are possible: its code with the number of its reading, or kPass (which no
// winged move is) where the rules want only the strongest reading and this is not it.
CHUPAI_NOINLINE inline Code code_of_reading(const Tables& tables, Hand cards, Shape shape) noexcept {
    const ReadingList all = readings(cards);
    for (int i = 0; i < all.size; ++i) {
        if (all.shape[i] == shape) {
            return cards | (static_cast<Code>(i) << kReadingShift);
        }
        if (tables.rules.readings == Readings::kOne && allowed(tables, cards, all.shape[i])) {
            break;
        }
    }
    return kPass;
}

// Calls visit(move) for each winged move of one body whose kickers may share ranks, until it returns true.
template <int Packs, class Visitor>
CHUPAI_NOINLINE bool visit_shared_kickers(const Source<Packs>& source, Hand body_cards, RankSet body, Shape shape,
                                          Visitor& visit) {
    const KickerRule& rule = source.kicker_rule(shape.kind);
    const int low = shape.top - shape.length + 1;
    const Hand caps = kicker_caps(source.kicker_hand(rule), body, low, shape.length, rule);
    auto with_kickers = [&](Hand kickers) {
        Code code = body_cards + kickers;
        if (rule.ambiguous) {
            code = code_of_reading(source.tables, code, shape);
            if (code == kPass) {
                return false;
            }
        }
        return visit(Move{code, shape});
    };
    return visit_multisets(caps, kRedJoker, kickers_of_body(shape.kind, shape.length), 0, static_cast<Hand>(rule.unit),
                           rule.both_jokers, with_kickers);
}

// ---- sinks: each method returns true when nothing further is wanted ----

// Counts.
struct Counter {
    unsigned total = 0;

    CHUPAI_INLINE bool plain(Kind, int, int, RankSet starts) noexcept {
        total += static_cast<unsigned>(popcount(starts));
        return false;
    }
    CHUPAI_INLINE bool units(Kind kind, int unit, RankSet ranks) noexcept { return plain(kind, 1, unit, ranks); }
    CHUPAI_INLINE bool chains(Kind, int, RankSet set, const ChainTable& table) noexcept {
        total += table.run[dense_chain(set)].count;
        return false;
    }
    template <int Packs>
    CHUPAI_INLINE bool same_choices(const Source<Packs>&, Shape, int, RankSet starts, RankSet, const RankChoice& c) noexcept {
        total += static_cast<unsigned>(popcount(starts)) * count_choices(c);
        return false;
    }
    template <int Packs>
    CHUPAI_INLINE bool choices(const Source<Packs>&, Shape, Hand, const RankChoice& c, int) noexcept {
        total += count_choices(c);
        return false;
    }
    CHUPAI_INLINE bool visit(const Move&) noexcept {
        ++total;
        return false;
    }
    CHUPAI_INLINE bool rocket(const Move&, bool there) noexcept {
        total += there;
        return false;
    }
};

// Finds move number `left`.
struct Picker {
    unsigned left;
    Move found{};

    CHUPAI_INLINE void take(Kind kind, int length, int unit, RankSet start) noexcept {
        const int top = lowest(start) / 4 + length - 1;
        found = Move{ones(length) * static_cast<Hand>(unit) * start, shape_of(kind, length, top, length * unit)};
    }
    CHUPAI_INLINE bool plain(Kind kind, int length, int unit, RankSet starts) noexcept {
        const unsigned n = static_cast<unsigned>(popcount(starts));
        if (left >= n) {
            left -= n;
            return false;
        }
        take(kind, length, unit, nth_bit(starts, left));
        return true;
    }
    CHUPAI_INLINE bool units(Kind kind, int unit, RankSet ranks) noexcept { return plain(kind, 1, unit, ranks); }
    CHUPAI_INLINE bool chains(Kind kind, int unit, RankSet set, const ChainTable& table) noexcept {
        const unsigned n = table.run[dense_chain(set)].count;
        if (left >= n) {
            left -= n;
            return false;
        }
        RankSet starts = chain_starts(set, table.shortest);
        for (int length = table.shortest; !plain(kind, length, unit, starts); ++length) {
            starts &= set >> (4 * length);
        }
        return true;
    }
    template <int Packs>
    CHUPAI_INLINE bool same_choices(const Source<Packs>&, Shape shape, int unit, RankSet starts, RankSet kickers,
                                    const RankChoice& c) noexcept {
        const unsigned each = count_choices(c), n = static_cast<unsigned>(popcount(starts)) * each;
        if (left >= n) {
            left -= n;
            return false;
        }
        while (left >= each) {
            left -= each;
            starts = without_lowest(starts);
        }
        const RankSet start = starts & (0 - starts), body = ones(shape.length) * start;
        const int kicker_unit = (shape.cards - shape.length * unit) / c.k;
        const RankSet chosen = nth_choice(RankChoice{kickers & ~body, c.k, c.split_jokers}, left);
        shape.top = static_cast<std::uint8_t>(lowest(start) / 4 + shape.length - 1);
        found = Move{body * static_cast<Hand>(unit) + chosen * static_cast<Hand>(kicker_unit), shape};
        return true;
    }
    template <int Packs>
    CHUPAI_INLINE bool choices(const Source<Packs>&, Shape shape, Hand body_cards, const RankChoice& c, int unit) noexcept {
        const unsigned n = count_choices(c);
        if (left >= n) {
            left -= n;
            return false;
        }
        found = Move{body_cards + nth_choice(c, left) * static_cast<Hand>(unit), shape};
        return true;
    }
    CHUPAI_INLINE bool visit(const Move& move) noexcept {
        found = move;
        return left-- == 0;
    }
    CHUPAI_INLINE bool rocket(const Move& move, bool there) noexcept { return there && visit(move); }
};

// Writes.
struct Lister {
    Move* out;

    CHUPAI_INLINE bool plain(Kind kind, int length, int unit, RankSet starts) noexcept {
        const Hand body = ones(length) * static_cast<Hand>(unit);
        const MoveWords lowest_body = words_of(0, shape_of(kind, length, length - 1, length * unit));
        for (; starts != 0; starts = without_lowest(starts)) {
            const unsigned bit = static_cast<unsigned>(lowest(starts));
            store(out++, MoveWords{body << bit, lowest_body.meta + bit * (kTopUnit / 4)});
        }
        return false;
    }
    CHUPAI_INLINE bool units(Kind kind, int unit, RankSet ranks) noexcept {
        const MoveWords base = words_of(0, shape_of(kind, 1, 0, unit));
        out = unit == 1 ? write_ranks<1, Tops::kKept>(out, ranks, base) : write_ranks<2, Tops::kKept>(out, ranks, base);
        return false;
    }
    CHUPAI_INLINE bool chains(Kind kind, int unit, RankSet set, const ChainTable& table) noexcept {
        const ChainRun run = table.run[dense_chain(set)];
        if (run.several) {
            several_runs(kind, unit, set, table);
            return false;
        }
        const MoveWords* const chain = &table.chain[table.offset[run.length]];
        const unsigned up = 4u * run.first;
        const std::uint64_t top = run.first * kTopUnit;
        for (int i = 0; i < run.count; i += 4) {
            for (int j = i; j < i + 4; ++j) {
                store(out + j, MoveWords{chain[j].code << up, chain[j].meta + top});
            }
        }
        out += run.count;
        return false;
    }
    CHUPAI_NOINLINE void several_runs(Kind kind, int unit, RankSet set, const ChainTable& table) noexcept {
        RankSet starts = chain_starts(set, table.shortest);
        for (int length = table.shortest; length <= table.longest && starts != 0; ++length) {
            plain(kind, length, unit, starts);
            starts &= set >> (4 * length);
        }
    }
    template <int Packs>
    CHUPAI_INLINE bool same_choices(const Source<Packs>& source, Shape shape, int unit, RankSet starts, RankSet kickers,
                                    const RankChoice& c) noexcept {
        const int kicker_unit = source.kicker_rule(shape.kind).unit;
        if (shape.kind == Kind::kTrioSolo || shape.kind == Kind::kTrioPair) {
            for (; starts != 0; starts = without_lowest(starts)) {
                const RankSet start = starts & (0 - starts);
                shape.top = static_cast<std::uint8_t>(lowest(start) / 4);
                const MoveWords body = words_of(3 * start, shape);
                out = shape.kind == Kind::kTrioSolo ? write_ranks<1, Tops::kDropped>(out, kickers & ~start, body)
                                                    : write_ranks<2, Tops::kDropped>(out, kickers & ~start, body);
            }
            return false;
        }
        for (; starts != 0; starts = without_lowest(starts)) {
            const RankSet start = starts & (0 - starts), body = ones(shape.length) * start;
            shape.top = static_cast<std::uint8_t>(lowest(start) / 4 + shape.length - 1);
            out = write_choices(out, body * static_cast<Hand>(unit), shape,
                                RankChoice{kickers & ~body, c.k, c.split_jokers}, kicker_unit);
        }
        return false;
    }
    template <int Packs>
    CHUPAI_INLINE bool choices(const Source<Packs>&, Shape shape, Hand body_cards, const RankChoice& c, int unit) noexcept {
        out = write_choices(out, body_cards, shape, c, unit);
        return false;
    }
    CHUPAI_INLINE bool visit(const Move& move) noexcept {
        *out++ = move;
        return false;
    }
    CHUPAI_INLINE bool rocket(const Move& move, bool there) noexcept {
        *out = move;
        out += there;
        return false;
    }
};

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
        } else {
            auto visit = [&](const Move& move) { return sink.visit(move); };
            if (visit_shared_kickers(source, body_cards, body, shape, visit)) {
                return true;
            }
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
    return sink.rocket(Move{source.tables.rocket, shape_of(Kind::kRocket, 1, kRedJoker, 2 * Packs)}, source.has_rocket());
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
    return ge[4] != 0 &&
           ((t.has(Kind::kQuadSolo) && winged(source, sink, Kind::kQuadSolo, 1, 4, ge[4])) ||
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
        case Kind::kBomb:
            return (ge[4] != 0 && bombs(source, sink, other.cards, other.top)) || rocket(source, sink);
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
