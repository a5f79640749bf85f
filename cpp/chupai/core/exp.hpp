// exp(x - top) for numbers up to `top`: arithmetic without branches or tables, which compilers turn into vector
// instructions.
//
// The exponent is split into n ln 2 + r with |r| <= ln 2 / 2, in two parts of ln 2 whose first times n is exact; exp(r)
// is its Taylor series, and 2^n goes to the exponent's bits. What x - top loses in rounding goes to r. The relative
// error is below 1.2e-7 (float) or 2.3e-16 (double). Built without contraction to fused operations (-ffp-contract=off),
// the bits are the same on every platform.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "chupai/core/level.hpp"

namespace chupai {

template <class Real>
struct ExpConstants;

template <>
struct ExpConstants<float> {
    using Bits = std::uint32_t;
    static constexpr int kMantissa = 23;
    static constexpr float kRound = 0x1.8p23f;  // added, it rounds to a whole number that stands in the lowest bits
    static constexpr float kLog2e = std::numbers::log2e_v<float>;
    static constexpr float kLn2High = 0x1.63p-1f;  // NOLINT(modernize-use-std-numbers) few digits, and what they lack
    static constexpr float kLn2Low = -0x1.bd0106p-13f;
    static constexpr float kLeast = -87.0f;  // exp of it is normal
    static constexpr float kSeries[] = {1.0f / 5040, 1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1.0f, 1.0f};
};

template <>
struct ExpConstants<double> {
    using Bits = std::uint64_t;
    static constexpr int kMantissa = 52;
    static constexpr double kRound = 0x1.8p52;
    static constexpr double kLog2e = std::numbers::log2e;
    static constexpr double kLn2High = 0x1.62e42feep-1;  // NOLINT(modernize-use-std-numbers) the same
    static constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
    static constexpr double kLeast = -708.0;
    static constexpr double kSeries[] = {
        1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
        1.0 / 720,        1.0 / 120,       1.0 / 24,       1.0 / 6,       0.5,          1.0,         1.0};
};

inline namespace CHUPAI_LEVEL {

// exp(x - top); x <= top < inf, x may be -inf. 0 where x - top is below -87 (float) or -708 (double). Other arguments
// give any number.
template <class Real>
CHUPAI_INLINE Real exp_below(Real x, Real top) noexcept {
    using C = ExpConstants<Real>;
    const Real d = x - top, back = d - x;
    const Real lost = (x - (d - back)) - (top + back);  // x - top = d + lost (Knuth's two-sum)
    const Real rounded = d * C::kLog2e + C::kRound;
    const Real n = rounded - C::kRound;
    const Real r = ((d - n * C::kLn2High) - n * C::kLn2Low) + lost;
    Real sum = C::kSeries[0];
    for (std::size_t i = 1; i < sizeof C::kSeries / sizeof(Real); ++i) {
        sum = sum * r + C::kSeries[i];
    }
    using Bits = typename C::Bits;
    const Bits scaled = std::bit_cast<Bits>(sum) + (std::bit_cast<Bits>(rounded) << C::kMantissa);
    return std::bit_cast<Real>(scaled & (Bits{0} - Bits{d >= C::kLeast}));  // a mask: a branch would not be vectorised
}

// The same of n numbers, each with its own top.
template <class Real>
inline void exp_below(const Real* x, const Real* top, std::size_t n, Real* out) noexcept {
    for (std::size_t i = 0; i < n; ++i) {
        out[i] = exp_below(x[i], top[i]);
    }
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai
