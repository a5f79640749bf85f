// Sets of kickers: how many there are, the n-th of them, all of them. Always in ascending order of the kickers' word,
// that is, compared by the highest rank first (colexicographic order).
#pragma once

#include <array>
#include <cstdint>

#include "chupai/doudizhu/hand.hpp"
#include "chupai/doudizhu/rules.hpp"

namespace chupai::doudizhu {
inline namespace CHUPAI_LEVEL {

inline constexpr int kMaxChoose = 16;

// kBinomial[m][k]: k-subsets of m things.
inline constexpr auto kBinomial = [] {
    std::array<std::array<std::uint16_t, kMaxChoose>, kMaxChoose> table{};
    for (std::size_t m = 0; m < kMaxChoose; ++m) {
        table[m][0] = 1;
        for (std::size_t k = 1; k <= m; ++k) {
            table[m][k] = static_cast<std::uint16_t>(table[m - 1][k - 1] + (k < m ? table[m - 1][k] : 0));
        }
    }
    return table;
}();

CHUPAI_INLINE unsigned choose(int m, int k) noexcept {
    return m < 0 || k < 0 ? 0 : kBinomial[static_cast<std::size_t>(m)][static_cast<std::size_t>(k)];
}

// Kickers of distinct ranks: the k-subsets of `ranks`, without those that hold both jokers where that is not allowed.
struct RankChoice {
    RankSet ranks;
    int k;
    bool split_jokers;  // both jokers are there, and may not go together
};

CHUPAI_INLINE RankChoice rank_choice(RankSet ranks, int k, bool both_jokers) noexcept {
    return RankChoice{ranks, k, !both_jokers && (ranks & kJokerSet) == kJokerSet};
}

CHUPAI_INLINE unsigned count_choices(const RankChoice& c) noexcept {
    const int m = popcount(c.ranks);
    return choose(m, c.k) - (c.split_jokers ? choose(m - 2, c.k - 2) : 0);
}

// The n-th k-subset, by the combinatorial number system: the highest member is the largest c with choose(c, k) <= n.
CHUPAI_INLINE RankSet nth_subset(RankSet ranks, int k, unsigned n) noexcept {
    std::uint64_t members = 0;
    for (int c = popcount(ranks); k > 0; --k) {
        do {
            --c;
        } while (choose(c, k) > n);
        members |= std::uint64_t{1} << c;
        n -= choose(c, k);
    }
    return deposit(members, ranks);
}

CHUPAI_INLINE RankSet nth_choice(const RankChoice& c, unsigned n) noexcept {
    constexpr RankSet red = rank_bit(kRedJoker);
    if (!c.split_jokers) {
        return nth_subset(c.ranks, c.k, n);
    }
    const unsigned without_red = choose(popcount(c.ranks) - 1, c.k);
    return n < without_red ? nth_subset(c.ranks & ~red, c.k, n)
                           : red | nth_subset(c.ranks & ~kJokerSet, c.k - 1, n - without_red);
}

// Writes `shape` with codes base + the sum of every k-subset of words[0..size) to out; returns the end.
template <int K>
CHUPAI_INLINE Move* write_subsets(Move* out, Hand base, Shape shape, const Hand* words, int size) noexcept {
    if constexpr (K == 0) {
        *out++ = Move{base, shape};
    } else if constexpr (K == 1) {
        for (int i = 0; i < size; ++i) {
            out[i].code = base + words[i];
            out[i].shape = shape;
        }
        out += size > 0 ? size : 0;
    } else {
        for (int i = K - 1; i < size; ++i) {
            out = write_subsets<K - 1>(out, base + words[i], shape, words, i);
        }
    }
    return out;
}

CHUPAI_NOINLINE inline Move* write_many(Move* out, Hand base, Shape shape, const Hand* words, int size, int k) noexcept {
    if (k == 0) {
        *out++ = Move{base, shape};
        return out;
    }
    for (int i = k - 1; i < size; ++i) {
        out = write_many(out, base + words[i], shape, words, i, k - 1);
    }
    return out;
}

CHUPAI_INLINE Move* write_k(Move* out, Hand base, Shape shape, const Hand* words, int size, int k) noexcept {
    switch (k) {
        case 0: return write_subsets<0>(out, base, shape, words, size);
        case 1: return write_subsets<1>(out, base, shape, words, size);
        case 2: return write_subsets<2>(out, base, shape, words, size);
        case 3: return write_subsets<3>(out, base, shape, words, size);
        case 4: return write_subsets<4>(out, base, shape, words, size);
        default: return write_many(out, base, shape, words, size, k);
    }
}

// All choices as moves of one shape, each rank giving `unit` cards.
CHUPAI_INLINE Move* write_choices(Move* out, Hand base, Shape shape, const RankChoice& c, int unit) noexcept {
    Hand words[kRanks];
    int size = 0;
    for (RankSet left = c.ranks; left != 0; left = without_lowest(left)) {
        words[size++] = (left & (0 - left)) * static_cast<Hand>(unit);
    }
    if (!c.split_jokers) {
        return write_k(out, base, shape, words, size, c.k);
    }
    out = write_k(out, base, shape, words, size - 1, c.k);
    return c.k == 0 ? out : write_k(out, base + words[size - 1], shape, words, size - 2, c.k - 1);
}

// Kickers of which several may share a rank: calls visit(kickers) for each sub-multiset of k units, until it returns
// true. `caps` holds how many units each rank may give.
template <class Visitor>
bool visit_multisets(Hand caps, int rank, int k, Hand chosen, Hand unit, bool both_jokers, Visitor& visit) {
    if (k == 0) {
        return visit(chosen);
    }
    if (card_count(caps & ((rank_bit(rank) << 4) - 1)) < k) {
        return false;
    }
    const int most = count_of(caps, rank) < k ? count_of(caps, rank) : k;
    for (int take = 0; take <= most; ++take) {
        Hand rest = caps;
        if (take > 0 && rank == kRedJoker && !both_jokers) {
            rest &= ~(Hand{15} << (4 * kBlackJoker));
        }
        if (rank == 0 ? take == k && visit(chosen + static_cast<Hand>(take) * unit)
                      : visit_multisets(rest, rank - 1, k - take, chosen + static_cast<Hand>(take) * unit * rank_bit(rank),
                                        unit, both_jokers, visit)) {
            return true;
        }
    }
    return false;
}

// How many units each rank may give as kickers of a body of `length` ranks from `low` on.
CHUPAI_INLINE Hand kicker_caps(Hand hand, RankSet body, int low, int length, const KickerRule& rule) noexcept {
    Hand caps = 0;
    for (int rank = 0; rank < kRanks; ++rank) {
        const bool joins = rank < kChainRanks && (rank == low - 1 || rank == low + length);
        const int most = rank == kTwo ? rule.copies_of_two : joins ? rule.copies_joining : rule.copies;
        const int held = count_of(hand, rank) / rule.unit;
        caps |= static_cast<Hand>((body & rank_bit(rank)) != 0 ? 0 : held < most ? held : most) << (4 * rank);
    }
    return caps;
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::doudizhu
