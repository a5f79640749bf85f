// One or two pairs of 64-bit numbers at a time: vector instructions where the compiler has them, plain operations
// elsewhere.
#pragma once

#include <cstdint>
#include <cstring>

#include "chupai/core/level.hpp"

namespace chupai {
inline namespace CHUPAI_LEVEL {

#if defined(__GNUC__) && defined(__AVX2__)
inline constexpr int kWidePairs = 2;
using Wide = std::uint64_t __attribute__((vector_size(32)));
CHUPAI_INLINE Wide wide(std::uint64_t first, std::uint64_t second) noexcept {
    return Wide{first, second, first, second};
}
#elif defined(__GNUC__)
inline constexpr int kWidePairs = 1;
using Wide = std::uint64_t __attribute__((vector_size(16)));
CHUPAI_INLINE Wide wide(std::uint64_t first, std::uint64_t second) noexcept { return Wide{first, second}; }
#else
inline constexpr int kWidePairs = 1;
struct Wide {
    std::uint64_t low, high;
    friend CHUPAI_INLINE Wide operator+(Wide a, Wide b) noexcept { return Wide{a.low + b.low, a.high + b.high}; }
    friend CHUPAI_INLINE Wide operator&(Wide a, Wide b) noexcept { return Wide{a.low & b.low, a.high & b.high}; }
};
CHUPAI_INLINE Wide wide(std::uint64_t first, std::uint64_t second) noexcept { return Wide{first, second}; }
#endif

CHUPAI_INLINE Wide load_wide(const void* from) noexcept {
    Wide w;
    std::memcpy(&w, from, sizeof w);
    return w;
}

CHUPAI_INLINE void store_wide(void* to, Wide w) noexcept { std::memcpy(to, &w, sizeof w); }

}  // namespace CHUPAI_LEVEL
}  // namespace chupai
