// Bit operations with one meaning on every level; the fast level uses BMI2 where the compiler was told it may.
#pragma once

#include <bit>
#include <cstdint>

#include "chupai/core/level.hpp"

#if defined(__BMI2__) && defined(__x86_64__)
#include <immintrin.h>
#define CHUPAI_HAS_PDEP 1
#else
#define CHUPAI_HAS_PDEP 0
#endif

namespace chupai {
inline namespace CHUPAI_LEVEL {

CHUPAI_INLINE int popcount(std::uint64_t x) noexcept { return std::popcount(x); }

// Index of the lowest set bit; x != 0.
CHUPAI_INLINE int lowest(std::uint64_t x) noexcept { return std::countr_zero(x); }

CHUPAI_INLINE std::uint64_t without_lowest(std::uint64_t x) noexcept { return x & (x - 1); }

// Scatters the low bits of `source` to the set bits of `mask`, lowest first (the PDEP instruction).
CHUPAI_INLINE std::uint64_t deposit(std::uint64_t source, std::uint64_t mask) noexcept {
#if CHUPAI_HAS_PDEP
    return _pdep_u64(source, mask);
#else
    std::uint64_t out = 0;
    for (; source != 0 && mask != 0; source >>= 1, mask &= mask - 1) {
        out |= (0 - (source & 1)) & mask & (0 - mask);
    }
    return out;
#endif
}

// The n-th set bit of `mask` (from 0, lowest first), as a mask of one bit; n < popcount(mask).
CHUPAI_INLINE std::uint64_t nth_bit(std::uint64_t mask, unsigned n) noexcept {
#if CHUPAI_HAS_PDEP
    return _pdep_u64(std::uint64_t{1} << n, mask);
#else
    for (; n != 0; --n) {
        mask &= mask - 1;
    }
    return mask & (0 - mask);
#endif
}

// High half of the 128-bit product.
CHUPAI_INLINE std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) noexcept {
#if defined(__SIZEOF_INT128__)
    __extension__ using Uint128 = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Uint128>(a) * b) >> 64);
#else
    const std::uint64_t al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
    const std::uint64_t mid = ah * bl + ((al * bl) >> 32);
    const std::uint64_t low = al * bh + (mid & 0xffffffffu);
    return ah * bh + (mid >> 32) + (low >> 32);
#endif
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai
