// Operations on hands: all fifteen counts at once in one 64-bit word.
#pragma once

#include "chupai/core/bits.hpp"
#include "chupai/doudizhu/types.hpp"

namespace chupai::doudizhu {
inline namespace CHUPAI_LEVEL {

CHUPAI_INLINE constexpr RankSet rank_bit(int rank) noexcept { return RankSet{1} << (4 * rank); }

CHUPAI_INLINE constexpr int count_of(Hand hand, int rank) noexcept {
    return static_cast<int>((hand >> (4 * rank)) & 15);
}

// All fifteen counts added up: pairs of nibbles become bytes, and one multiplication sums the bytes.
CHUPAI_INLINE constexpr int card_count(Hand hand) noexcept {
    const std::uint64_t bytes = (hand & 0x0f0f0f0f0f0f0f0fu) + ((hand >> 4) & 0x0f0f0f0f0f0f0f0fu);
    return static_cast<int>((bytes * 0x0101010101010101u) >> 56);
}

// Does `hand` hold all of `cards` (counts up to 8 on both sides)? Even and odd nibbles are compared in bytes, where
// a borrow shows in bit 7 and cannot reach the next count.
CHUPAI_INLINE constexpr bool holds(Hand hand, Hand cards) noexcept {
    constexpr std::uint64_t low = 0x0f0f0f0f0f0f0f0fu, guard = 0x8080808080808080u;
    const std::uint64_t even = ((hand & low) | guard) - (cards & low);
    const std::uint64_t odd = (((hand >> 4) & low) | guard) - ((cards >> 4) & low);
    return (even & odd & guard) == guard;
}

// Per rank max(0, a - b).
CHUPAI_INLINE constexpr Hand saturating_minus(Hand a, Hand b) noexcept {
    Hand out = 0;
    for (int r = 0; r < kRanks; ++r) {
        const int x = count_of(a, r), y = count_of(b, r);
        out |= static_cast<Hand>(x > y ? x - y : 0) << (4 * r);
    }
    return out;
}

// Per rank min(a, b).
CHUPAI_INLINE constexpr Hand rankwise_min(Hand a, Hand b) noexcept { return a - saturating_minus(a, b); }

// planes.ge[k]: ranks of which the hand holds at least k. One pack has planes 1..4, two packs 1..8.
template <int Packs>
struct Planes {
    RankSet ge[4 * Packs + 1];
};

template <int Packs>
CHUPAI_INLINE constexpr Planes<Packs> planes(Hand h) noexcept {
    const RankSet b0 = h & kAllRanks, b1 = (h >> 1) & kAllRanks, b2 = (h >> 2) & kAllRanks;
    Planes<Packs> p{};
    if constexpr (Packs == 1) {  // counts 0..4
        p.ge[0] = kAllRanks;
        p.ge[1] = b0 | b1 | b2;
        p.ge[2] = b1 | b2;
        p.ge[3] = (b1 & b0) | b2;
        p.ge[4] = b2;
    } else {  // counts 0..8
        const RankSet b3 = (h >> 3) & kAllRanks;
        p.ge[0] = kAllRanks;
        p.ge[1] = b0 | b1 | b2 | b3;
        p.ge[2] = b1 | b2 | b3;
        p.ge[3] = (b1 & b0) | b2 | b3;
        p.ge[4] = b2 | b3;
        p.ge[5] = (b2 & (b0 | b1)) | b3;
        p.ge[6] = (b2 & b1) | b3;
        p.ge[7] = (b2 & b1 & b0) | b3;
        p.ge[8] = b3;
    }
    return p;
}

// Ranks of which the hand holds exactly k.
CHUPAI_INLINE constexpr RankSet exactly(Hand h, int k) noexcept {
    const Hand x = h ^ (kAllRanks * static_cast<Hand>(k));
    return ~(x | (x >> 1) | (x >> 2) | (x >> 3)) & kAllRanks;
}

// `length` ones, a nibble apart: a chain that starts at the 3.
CHUPAI_INLINE constexpr RankSet ones(int length) noexcept { return kAllRanks & ((RankSet{1} << (4 * length)) - 1); }

// Lowest ranks of the chains of exactly `length` units that lie within `set`.
CHUPAI_INLINE constexpr RankSet chain_starts(RankSet set, int length) noexcept {
    set &= kChainSet;
    for (int have = 1; have < length;) {
        const int step = have < length - have ? have : length - have;
        set &= set >> (4 * step);
        have += step;
    }
    return set;
}

// The ranks of `set` above `rank`; rank may be -1 or less (all of them).
CHUPAI_INLINE constexpr RankSet above(RankSet set, int rank) noexcept {
    return rank < 0 ? set : set & (~RankSet{0} << (4 * rank + 3) << 1);
}

// All fifteen ranks side by side, one bit each.
CHUPAI_INLINE unsigned dense_ranks(RankSet set) noexcept {
#if CHUPAI_HAS_PDEP
    return static_cast<unsigned>(_pext_u64(set, kAllRanks));
#else
    set = (set | (set >> 3)) & 0x0303030303030303u;
    set = (set | (set >> 6)) & 0x000f000f000f000fu;
    set = (set | (set >> 12)) & 0x000000ff000000ffu;
    return static_cast<unsigned>((set | (set >> 24)) & 0xffffu);
#endif
}

// Twelve chain ranks side by side: an index for tables over chains.
CHUPAI_INLINE unsigned dense_chain(RankSet set) noexcept {
    set &= kChainSet;
#if CHUPAI_HAS_PDEP
    return static_cast<unsigned>(_pext_u64(set, kChainSet));
#else
    set = (set | (set >> 3)) & 0x0303030303030303u;
    set = (set | (set >> 6)) & 0x000f000f000f000fu;
    return static_cast<unsigned>((set | (set >> 12) | (set >> 24)) & 0xfffu);
#endif
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::doudizhu
