// The n-th card of a set without a branch: one deposit where there is such an instruction; elsewhere by counting the
// cards of all bytes at once, then looking up the n-th bit of one byte.
#pragma once

#include <array>
#include <cstdint>

#include "chupai/core/bits.hpp"
#include "chupai/gongzhu/types.hpp"

namespace chupai::gongzhu {
inline namespace CHUPAI_LEVEL {

// By n and byte: the byte's n-th set bit as a mask.
inline constexpr auto kNthOfByte = [] {
    std::array<std::array<std::uint8_t, 256>, 8> table{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        for (unsigned bit = 0, n = 0; bit < 8; ++bit) {
            if (((byte >> bit) & 1) != 0) {
                table[n++][byte] = static_cast<std::uint8_t>(1u << bit);
            }
        }
    }
    return table;
}();

// n < popcount(set).
CHUPAI_INLINE CardSet nth_by_bytes(CardSet set, unsigned n) noexcept {
    constexpr std::uint64_t kOnes = 0x0101010101010101u;
    std::uint64_t counts = set - ((set >> 1) & (0x55 * kOnes));
    counts = (counts & (0x33 * kOnes)) + ((counts >> 2) & (0x33 * kOnes));
    counts = (counts + (counts >> 4)) & (0x0f * kOnes);
    const std::uint64_t up_to = counts * kOnes;  // cards of each byte and all below it
    const std::uint64_t passed = ((n * kOnes) | (0x80 * kOnes)) - up_to;  // bit 7 of a byte: n cards or fewer up to it
    const unsigned shift = 8 * static_cast<unsigned>(popcount(passed & (0x80 * kOnes)));
    const unsigned below = static_cast<unsigned>((up_to << 8) >> shift) & 0xffu;
    return static_cast<CardSet>(kNthOfByte[n - below][(set >> shift) & 0xffu]) << shift;
}

CHUPAI_INLINE CardSet nth_card(CardSet set, unsigned n) noexcept {
#if CHUPAI_HAS_PDEP
    return nth_bit(set, n);
#else
    return nth_by_bytes(set, n);
#endif
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::gongzhu
