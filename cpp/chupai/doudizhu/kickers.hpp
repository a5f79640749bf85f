// Sets of kickers: how many there are, the n-th of them, all of them. Always in ascending order of the kickers' word,
// that is, compared by the highest rank first (colexicographic order).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "chupai/core/wide.hpp"
#include "chupai/doudizhu/hand.hpp"
#include "chupai/doudizhu/rules.hpp"

namespace chupai::doudizhu {
inline namespace CHUPAI_LEVEL {

inline constexpr std::size_t kMaxChooseFrom = 16, kMaxChosen = 32;

// kBinomial[m][k]: k-subsets of m things; m is at most the number of ranks, k that of any body's kickers.
inline constexpr auto kBinomial = [] {
    std::array<std::array<std::uint16_t, kMaxChosen>, kMaxChooseFrom> table{};
    for (std::size_t m = 0; m < kMaxChooseFrom; ++m) {
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
    if (c.k == 1) {
        return static_cast<unsigned>(m);
    }
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
    if (c.k == 1) {
        return nth_bit(c.ranks, n);
    }
    if (!c.split_jokers) {
        return nth_subset(c.ranks, c.k, n);
    }
    const unsigned without_red = choose(popcount(c.ranks) - 1, c.k);
    return n < without_red ? nth_subset(c.ranks & ~red, c.k, n)
                           : red | nth_subset(c.ranks & ~kJokerSet, c.k - 1, n - without_red);
}

// ---- writing ----
//
// Lists are written four moves at a time, past their end where their length is no multiple of four: the next ones
// overwrite that. So loops turn on lengths, not on content, and a buffer has room for kListSlack moves more.

inline constexpr int kListSlack = 4;

static_assert(std::endian::native == std::endian::little, "MoveWords puts a Shape's bytes at the low end of a word");

// What one rank more of `top` adds to `meta`.
inline constexpr std::uint64_t kTopUnit = std::bit_cast<std::uint32_t>(Shape{Kind::kCall, 0, 1, 0});

CHUPAI_INLINE constexpr MoveWords words_of(Code code, Shape shape) noexcept {
    return MoveWords{code, std::bit_cast<std::uint32_t>(shape)};
}

CHUPAI_INLINE Wide wide(const MoveWords& words) noexcept { return chupai::wide(words.code, words.meta); }

CHUPAI_INLINE void store(Move* out, const MoveWords& words) noexcept {
    std::memcpy(static_cast<void*>(out), &words, sizeof words);
}

// base + each of words[0..n); returns the end. Reads and writes up to three further places.
CHUPAI_INLINE Move* write_sums(Move* out, MoveWords base, const MoveWords* words, int n) noexcept {
    for (int i = 0; i < n; i += 4) {
        for (int j = i; j < i + 4; j += kWidePairs) {
            store_wide(out + j, load_wide(words + j) + wide(base));
        }
    }
    return out + (n > 0 ? n : 0);
}

// The ranks of a set as words, four ranks at a time by table: for each group of four ranks and each subset of it, its
// members first, as {one card, that many units of top}.
struct RankWords {
    MoveWords word[4][16][4];
};
inline constexpr RankWords kRankWords = [] {
    RankWords table{};
    for (unsigned group = 0; group < 4; ++group) {
        for (unsigned set = 0; set < 16; ++set) {
            int n = 0;
            for (unsigned i = 0; i < 4; ++i) {
                const unsigned rank = 4 * group + i;
                if (((set >> i) & 1) != 0) {
                    table.word[group][set][n++] = MoveWords{std::uint64_t{1} << (4 * rank), rank * kTopUnit};
                }
            }
        }
    }
    return table;
}();

enum class Tops { kKept, kDropped };

// For each rank of `ranks`, ascending: base + {Unit cards of it, its top (kept or dropped)}. No branch on content;
// writes up to three further places.
template <int Unit, Tops Top, class Out>
CHUPAI_INLINE Out* write_ranks(Out* out, RankSet ranks, MoveWords base) noexcept {
    static_assert(Unit == 1 || Unit == 2);
    const Wide cards = chupai::wide(~std::uint64_t{0}, 0);
    const unsigned dense = dense_ranks(ranks);
    for (unsigned group = 0; group < 4; ++group) {
        const unsigned set = (dense >> (4 * group)) & 15;
        for (int i = 0; i < 4; i += kWidePairs) {
            const Wide w = load_wide(&kRankWords.word[group][set][i]);
            const Wide code = w & cards;
            store_wide(out + i, (Top == Tops::kKept ? w : code) + (Unit == 2 ? code + wide(base) : wide(base)));
        }
        out += static_cast<unsigned>(popcount(set));
    }
    return out;
}

// Kickers as words to add to a body: `unit` cards of each rank of a set, ascending.
struct KickerWords {
    MoveWords word[kRanks + 1 + kListSlack];
    int size;

    CHUPAI_INLINE KickerWords(RankSet ranks, int unit) noexcept : size(popcount(ranks)) {
        unit == 1 ? write_ranks<1, Tops::kDropped>(word, ranks, MoveWords{0, 0})
                  : write_ranks<2, Tops::kDropped>(word, ranks, MoveWords{0, 0});
    }
};

// base + the sum of each K-subset of words[0..size); returns the end.
template <int K>
CHUPAI_INLINE Move* write_subsets(Move* out, MoveWords base, const MoveWords* words, int size) noexcept {
    if constexpr (K == 0) {
        store(out++, base);
    } else if constexpr (K == 1) {
        out = write_sums(out, base, words, size);
    } else {
        for (int i = K - 1; i < size; ++i) {
            out = write_subsets<K - 1>(out, MoveWords{base.code + words[i].code, base.meta}, words, i);
        }
    }
    return out;
}

CHUPAI_NOINLINE inline Move* write_k(Move* out, MoveWords base, const MoveWords* words, int size, int k) noexcept {
    switch (k) {
        case 0: return write_subsets<0>(out, base, words, size);
        case 1: return write_subsets<1>(out, base, words, size);
        case 2: return write_subsets<2>(out, base, words, size);
        case 3: return write_subsets<3>(out, base, words, size);
        default: break;
    }
    for (int i = k - 1; i < size; ++i) {
        out = write_k(out, MoveWords{base.code + words[i].code, base.meta}, words, i, k - 1);
    }
    return out;
}

// All choices as moves of one shape, each rank giving `unit` cards.
CHUPAI_INLINE Move* write_choices(Move* out, Hand base, Shape shape, const RankChoice& c, int unit) noexcept {
    const KickerWords words(c.ranks, unit);
    const MoveWords body = words_of(base, shape);
    if (!c.split_jokers) {
        return write_k(out, body, words.word, words.size, c.k);
    }
    out = write_k(out, body, words.word, words.size - 1, c.k);
    const MoveWords with_red{base + words.word[words.size - 1].code, body.meta};
    return c.k == 0 ? out : write_k(out, with_red, words.word, words.size - 2, c.k - 1);
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
        if (rank == 0
                ? take == k && visit(chosen + static_cast<Hand>(take) * unit)
                : visit_multisets(rest, rank - 1, k - take, chosen + static_cast<Hand>(take) * unit * rank_bit(rank),
                                  unit, both_jokers, visit)) {
            return true;
        }
    }
    return false;
}

// How many multisets visit_multisets visits: the coefficient of x^k in the product over ranks of 1 + x + .. + x^cap.
inline unsigned count_multisets(Hand caps, int k, bool both_jokers) noexcept {
    unsigned ways[kMaxChosen] = {1};
    const int last = both_jokers ? kRanks : kBlackJoker;
    for (int rank = 0; rank < last; ++rank) {
        const int cap = count_of(caps, rank);
        for (int n = cap == 0 ? 0 : k; n > 0; --n) {  // downwards: ways[] below n are those without this rank
            for (int take = 1; take <= cap && take <= n; ++take) {
                ways[n] += ways[n - take];
            }
        }
    }
    unsigned total = ways[k];
    for (int joker = last; joker < kRanks; ++joker) {  // some of one joker, none of the other
        for (int take = 1; take <= count_of(caps, joker) && take <= k; ++take) {
            total += ways[k - take];
        }
    }
    return total;
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
