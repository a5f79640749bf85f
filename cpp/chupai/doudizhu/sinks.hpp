// A hand as the generator sees it, and the three things to do with what it finds: count, pick, write.
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
    CHUPAI_INLINE bool has_rocket() const noexcept { return (hand & (15 * kJokerSet)) == tables.rocket; }
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

// Another reading of the same cards needs a further body among the kickers: a rank held exactly as often as those of
// the body.
CHUPAI_INLINE bool may_read_otherwise(Kind kind, Hand kickers) noexcept {
    return exactly(kickers, kind == Kind::kPlaneSolo ? 3 : 4) != 0;
}

// The kickers of one body, where several may share a rank.
struct SharedKickers {
    Hand caps;  // units each rank may give
    int k;  // units wanted
    Hand unit;
    bool both_jokers;
    bool filtered;  // not each set of them is a move: only the strongest reading of some cards is
};

template <int Packs>
CHUPAI_INLINE SharedKickers shared_kickers(const Source<Packs>& source, RankSet body, Shape shape) noexcept {
    const KickerRule& rule = source.kicker_rule(shape.kind);
    const int low = shape.top - shape.length + 1;
    return SharedKickers{kicker_caps(source.kicker_hand(rule), body, low, shape.length, rule),
                         kickers_of_body(shape.kind, shape.length), rule.unit, rule.both_jokers,
                         rule.ambiguous && source.tables.rules.readings == Readings::kOne};
}

// Calls visit(move) for each winged move of one body whose kickers may share ranks, until it returns true.
template <int Packs, class Visitor>
CHUPAI_NOINLINE bool visit_shared_kickers(const Source<Packs>& source, const SharedKickers& choice, Hand body_cards,
                                          Shape shape, Visitor& visit) {
    const bool ambiguous = source.kicker_rule(shape.kind).ambiguous;
    auto with_kickers = [&](Hand kickers) {
        Code code = body_cards + kickers;
        if (ambiguous && may_read_otherwise(shape.kind, kickers)) {
            code = code_of_reading(source.tables, code, shape);
        }
        return code != kPass && visit(Move{code, shape});
    };
    return visit_multisets(choice.caps, kRedJoker, choice.k, 0, choice.unit, choice.both_jokers, with_kickers);
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
    CHUPAI_INLINE bool same_choices(const Source<Packs>&, Shape, int, RankSet starts, RankSet,
                                    const RankChoice& c) noexcept {
        total += static_cast<unsigned>(popcount(starts)) * count_choices(c);
        return false;
    }
    template <int Packs>
    CHUPAI_INLINE bool choices(const Source<Packs>&, Shape, Hand, const RankChoice& c, int) noexcept {
        total += count_choices(c);
        return false;
    }
    template <int Packs>
    CHUPAI_NOINLINE bool shared(const Source<Packs>& source, Shape shape, Hand body_cards, RankSet body) noexcept {
        const SharedKickers choice = shared_kickers(source, body, shape);
        if (!choice.filtered) {
            total += count_multisets(choice.caps, choice.k, choice.both_jokers);
            return false;
        }
        auto count = [&](const Move&) {
            ++total;
            return false;
        };
        return visit_shared_kickers(source, choice, body_cards, shape, count);
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
    CHUPAI_INLINE bool choices(const Source<Packs>&, Shape shape, Hand body_cards, const RankChoice& c,
                               int unit) noexcept {
        const unsigned n = count_choices(c);
        if (left >= n) {
            left -= n;
            return false;
        }
        found = Move{body_cards + nth_choice(c, left) * static_cast<Hand>(unit), shape};
        return true;
    }
    template <int Packs>
    CHUPAI_NOINLINE bool shared(const Source<Packs>& source, Shape shape, Hand body_cards, RankSet body) noexcept {
        const SharedKickers choice = shared_kickers(source, body, shape);
        if (!choice.filtered) {
            const unsigned n = count_multisets(choice.caps, choice.k, choice.both_jokers);
            if (left >= n) {
                left -= n;
                return false;
            }
        }
        auto pick = [&](const Move& move) {
            found = move;
            return left-- == 0;
        };
        return visit_shared_kickers(source, choice, body_cards, shape, pick);
    }
    CHUPAI_INLINE bool rocket(const Move& move, bool there) noexcept {
        found = move;
        return there && left-- == 0;
    }
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
    CHUPAI_INLINE bool choices(const Source<Packs>&, Shape shape, Hand body_cards, const RankChoice& c,
                               int unit) noexcept {
        out = write_choices(out, body_cards, shape, c, unit);
        return false;
    }
    template <int Packs>
    CHUPAI_NOINLINE bool shared(const Source<Packs>& source, Shape shape, Hand body_cards, RankSet body) noexcept {
        auto write = [&](const Move& move) {
            *out++ = move;
            return false;
        };
        return visit_shared_kickers(source, shared_kickers(source, body, shape), body_cards, shape, write);
    }
    CHUPAI_INLINE bool rocket(const Move& move, bool there) noexcept {
        *out = move;
        out += there;
        return false;
    }
};

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::doudizhu
