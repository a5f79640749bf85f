// Ragged arrays: segments of any length in one flat array, such as the legal moves of many games. Segment i is
// flat[offsets[i]] .. flat[offsets[i + 1] - 1].
//
// Work goes in blocks of whole segments that fit the first cache: what differs by segment (its largest number, its sum)
// is spread over its elements, so that the costly steps run over a whole block however short its segments are.
//
// The flat arrays may be written by other threads meanwhile. Then results mean nothing, but no step leaves the bounds
// that the offsets set.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "chupai/core/error.hpp"
#include "chupai/core/exp.hpp"
#include "chupai/core/random.hpp"

namespace chupai::batch {

// n + 1 numbers of n segments, as check_offsets wants them.
using Offsets = std::span<const std::int64_t>;

// The length of a segment whose positions are given as int32.
inline constexpr std::size_t kLongestSegment = std::numeric_limits<std::int32_t>::max();

inline namespace CHUPAI_LEVEL {

inline std::size_t segments(Offsets offsets) noexcept { return offsets.size() - 1; }
inline std::size_t begin_of(Offsets offsets, std::size_t i) noexcept { return static_cast<std::size_t>(offsets[i]); }
inline std::size_t length_of(Offsets offsets, std::size_t i) noexcept {
    return static_cast<std::size_t>(offsets[i + 1] - offsets[i]);
}

inline std::size_t longest(Offsets offsets) noexcept {
    std::size_t most = 0;
    for (std::size_t i = 0; i < segments(offsets); ++i) {
        most = std::max(most, length_of(offsets, i));
    }
    return most;
}

// "position 2 of segment 3", of an element of the flat array.
inline std::string place_text(Offsets offsets, std::size_t at) {
    const auto after = std::upper_bound(offsets.begin(), offsets.end(), static_cast<std::int64_t>(at));
    const std::size_t i = static_cast<std::size_t>(after - offsets.begin()) - 1;
    return "position " + std::to_string(at - begin_of(offsets, i)) + " of segment " + std::to_string(i);
}

// Throws ParseError unless the offsets start at 0, never decrease and end at `total`, the length of the array `name`.
inline void check_offsets(Offsets offsets, std::size_t total, const char* name) {
    const auto shown = [&](std::size_t i) {
        return "offsets[" + std::to_string(i) + "] = " + std::to_string(offsets[i]);
    };
    if (offsets.empty()) {
        throw ParseError("offsets are n + 1 numbers, 0 the first: found none");
    }
    if (offsets.front() != 0) {
        throw ParseError(shown(0) + ": offsets start at 0");
    }
    for (std::size_t i = 1; i < offsets.size(); ++i) {
        if (offsets[i] < offsets[i - 1]) {
            throw ParseError(shown(i) + " is less than " + shown(i - 1) + ": offsets never decrease");
        }
    }
    if (offsets.back() != static_cast<std::int64_t>(total)) {
        throw ParseError(shown(offsets.size() - 1) + ": offsets end at len(" + name + ") = " + std::to_string(total));
    }
}

// Throws ParseError where a position would not fit an int32.
inline void check_positions(Offsets offsets) {
    for (std::size_t i = 0; i < segments(offsets); ++i) {
        if (length_of(offsets, i) > kLongestSegment) {
            throw ParseError("segment " + std::to_string(i) + " has " + std::to_string(length_of(offsets, i)) +
                             " elements: allowed are " + std::to_string(kLongestSegment));
        }
    }
}

// ---- blocks ----

inline constexpr std::size_t kBlock = 1024;

// A run of whole segments, and its elements: at most kBlock, or those of one segment.
struct Block {
    std::size_t first, last;  // segments first .. last - 1
    std::size_t begin, size;  // elements
};

template <class Work>
void in_blocks(Offsets offsets, Work&& work) {
    for (std::size_t first = 0; first < segments(offsets);) {
        const std::size_t begin = begin_of(offsets, first);
        std::size_t last = first + 1;
        while (last < segments(offsets) && begin_of(offsets, last + 1) - begin <= kBlock) {
            ++last;
        }
        work(Block{first, last, begin, begin_of(offsets, last) - begin});
        first = last;
    }
}

// Calls work(i, at, length) for the segments of a block that are not empty; `at` counts from the block's begin.
template <class Work>
CHUPAI_INLINE void in_segments(Offsets offsets, const Block& block, Work&& work) {
    for (std::size_t i = block.first; i < block.last; ++i) {
        if (const std::size_t length = length_of(offsets, i); length != 0) {
            work(i, begin_of(offsets, i) - block.begin, length);
        }
    }
}

inline constexpr std::size_t kSlack = 8;

// Numbers for the elements of any one block, and room for kSlack more.
template <class T>
class Scratch {
public:
    explicit Scratch(Offsets offsets)
        : numbers_(std::make_unique_for_overwrite<T[]>(
              std::max(std::min(kBlock, begin_of(offsets, segments(offsets))), longest(offsets)) + kSlack)) {}
    T* data() noexcept { return numbers_.get(); }

private:
    std::unique_ptr<T[]> numbers_;
};

// The same value `length` times, and up to kSlack - 1 times more.
template <class T>
CHUPAI_INLINE void spread(T value, T* out, std::size_t length) noexcept {
    for (std::size_t i = 0; i < length; i += kSlack) {
        std::fill_n(out + i, kSlack, value);
    }
}

// The largest of n >= 1 numbers, none of them NaN.
template <class T>
CHUPAI_INLINE T largest(const T* x, std::size_t n) noexcept {
    constexpr std::size_t kLanes = 8;
    T top = x[0];
    if (n < 2 * kLanes) {
        for (std::size_t i = 1; i < n; ++i) {
            top = x[i] > top ? x[i] : top;
        }
        return top;
    }
    T lane[kLanes];
    std::memcpy(lane, x + n - kLanes, sizeof lane);  // the rest of the loop below; seeing one twice changes nothing
    for (std::size_t i = 0; i + kLanes <= n; i += kLanes) {
        for (std::size_t k = 0; k < kLanes; ++k) {
            lane[k] = x[i + k] > lane[k] ? x[i + k] : lane[k];
        }
    }
    for (T other : lane) {
        top = other > top ? other : top;
    }
    return top;
}

// ---- the largest of each segment ----

template <class T>
[[noreturn]] CHUPAI_NOINLINE void refuse_value(const T* values, Offsets offsets, std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
        if (values[at] != values[at]) {
            throw ParseError("values[" + std::to_string(at) + "], " + place_text(offsets, at) +
                             ", is nan, which is neither more nor less than others");
        }
    }
    throw ParseError("values changed while they were read");
}

// Position of each segment's largest, the first of equals; -1 for an empty segment. Throws ParseError at a NaN.
template <class T>
void segment_argmax(const T* values, Offsets offsets, std::int32_t* out) {
    in_blocks(offsets, [&](const Block& block) {
        const T* const x = values + block.begin;
        if constexpr (std::is_floating_point_v<T>) {
            unsigned bad = 0;
            for (std::size_t k = 0; k < block.size; ++k) {
                bad |= x[k] != x[k];
            }
            if (bad != 0) {
                refuse_value(values, offsets, block.begin, block.begin + block.size);
            }
        }
        std::fill(out + block.first, out + block.last, -1);
        in_segments(offsets, block, [&](std::size_t i, std::size_t at, std::size_t length) {
            const T top = largest(x + at, length);
            std::size_t k = 0;
            while (k + 1 < length && x[at + k] != top) {
                ++k;
            }
            out[i] = static_cast<std::int32_t>(k);
        });
    });
}

// ---- softmax ----

// What is wrong with the logits of a block's segments, from the first that is.
template <class Real>
[[noreturn]] CHUPAI_NOINLINE void refuse_logits(const Real* logits, Offsets offsets, const Block& block) {
    constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
    in_segments(offsets, block, [&](std::size_t i, std::size_t from, std::size_t length) {
        bool finite = false;
        for (std::size_t at = block.begin + from; at < block.begin + from + length; ++at) {
            const Real x = logits[at];
            if (!(x < kInfinity)) {
                throw ParseError("logits[" + std::to_string(at) + "], " + place_text(offsets, at) + ", is " +
                                 (x != x ? "nan" : "inf") + ": allowed are numbers and -inf");
            }
            finite |= x != -kInfinity;
        }
        if (!finite) {
            throw ParseError("segment " + std::to_string(i) + ", logits[" + std::to_string(offsets[i]) + ":" +
                             std::to_string(offsets[i + 1]) + "], is all -inf: at least one must be a number");
        }
    });
    throw ParseError("logits changed while they were read");
}

// The largest of each segment of a block, spread over its elements. Throws ParseError at NaN, inf, or a segment of
// nothing but -inf.
template <class Real>
CHUPAI_INLINE void spread_tops(const Real* logits, Offsets offsets, const Block& block, Real* out) {
    constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
    const Real* const x = logits + block.begin;
    unsigned bad = 0;
    for (std::size_t k = 0; k < block.size; ++k) {
        bad |= !(x[k] < kInfinity);
    }
    in_segments(offsets, block, [&](std::size_t, std::size_t at, std::size_t length) {
        const Real top = largest(x + at, length);
        bad |= top == -kInfinity;
        spread(top, out + at, length);
    });
    if (bad != 0) [[unlikely]] {
        refuse_logits(logits, offsets, block);
    }
}

// Sums from the first number to each, in double precision; the last of them is their sum. In this order, whatever the
// compiler: fours as a tree, so that an addition waits for the one before only once in four. They never decrease, and
// stay where a 0 is added.
template <class Real>
CHUPAI_INLINE void running_sums(const Real* weights, std::size_t n, double* out) noexcept {
    double sum = 0;
    std::size_t k = 0;
    for (; k + 4 <= n; k += 4) {
        const double a = static_cast<double>(weights[k]), ab = a + static_cast<double>(weights[k + 1]);
        const double c = static_cast<double>(weights[k + 2]), cd = c + static_cast<double>(weights[k + 3]);
        out[k] = sum + a;
        out[k + 1] = sum + ab;
        out[k + 2] = sum + (ab + c);
        out[k + 3] = sum = sum + (ab + cd);
    }
    for (; k < n; ++k) {
        out[k] = sum = sum + static_cast<double>(weights[k]);
    }
}

// The last of the running sums alone.
template <class Real>
CHUPAI_INLINE double sum_of(const Real* weights, std::size_t n) noexcept {
    double sum = 0;
    std::size_t k = 0;
    for (; k + 4 <= n; k += 4) {
        const double ab = static_cast<double>(weights[k]) + static_cast<double>(weights[k + 1]);
        const double cd = static_cast<double>(weights[k + 2]) + static_cast<double>(weights[k + 3]);
        sum += ab + cd;
    }
    for (; k < n; ++k) {
        sum += static_cast<double>(weights[k]);
    }
    return sum;
}

// Probabilities of each segment. Real is the precision of the arithmetic, sums are double.
template <class Real>
void segment_softmax(const Real* logits, Offsets offsets, Real* out) {
    Scratch<Real> scratch(offsets);
    Real* const same = scratch.data();
    in_blocks(offsets, [&](const Block& block) {
        Real* const p = out + block.begin;
        spread_tops(logits, offsets, block, same);
        exp_below(logits + block.begin, same, block.size, p);
        in_segments(offsets, block, [&](std::size_t, std::size_t at, std::size_t length) {
            spread(static_cast<Real>(1 / sum_of(p + at, length)), same + at, length);
        });
        for (std::size_t k = 0; k < block.size; ++k) {
            p[k] *= same[k];
        }
    });
}

// Their logarithms: logit - top - log(sum), the differences in double precision.
template <class Real>
void segment_log_softmax(const Real* logits, Offsets offsets, Real* out) {
    Scratch<Real> tops(offsets), weights(offsets);
    Scratch<double> logs(offsets);
    Real *const top = tops.data(), *const weight = weights.data();
    double* const log_sum = logs.data();
    in_blocks(offsets, [&](const Block& block) {
        const Real* const x = logits + block.begin;
        spread_tops(logits, offsets, block, top);
        exp_below(x, top, block.size, weight);
        in_segments(offsets, block, [&](std::size_t, std::size_t at, std::size_t length) {
            spread(std::log(sum_of(weight + at, length)), log_sum + at, length);
        });
        for (std::size_t k = 0; k < block.size; ++k) {
            const double below_top = static_cast<double>(x[k]) - static_cast<double>(top[k]);
            out[block.begin + k] = static_cast<Real>(below_top - log_sum[k]);
        }
    });
}

// The first of n >= 1 sums that is above `target`; the last where none is. Halves without branches.
CHUPAI_INLINE std::size_t first_above(const double* sums, std::size_t n, double target) noexcept {
    const double* at = sums;
    while (n > 1) {
        const std::size_t half = n / 2;
        at += at[half - 1] <= target ? half : 0;
        n -= half;
    }
    return static_cast<std::size_t>(at - sums);
}

// A position in each segment, drawn with the probabilities of its softmax; -1 for an empty segment. Segment i takes the
// first word of make_stream(seed, i, 0, kChoice): its top 53 bits are a fraction of the segment's sum.
template <class Real>
void segment_sample(const Real* logits, Offsets offsets, std::uint64_t seed, std::int32_t* out) {
    Scratch<Real> tops(offsets), weights(offsets);
    Scratch<double> sums(offsets);
    Real *const top = tops.data(), *const weight = weights.data();
    double* const sum = sums.data();
    in_blocks(offsets, [&](const Block& block) {
        spread_tops(logits, offsets, block, top);
        exp_below(logits + block.begin, top, block.size, weight);
        std::fill(out + block.first, out + block.last, -1);
        in_segments(offsets, block, [&](std::size_t i, std::size_t at, std::size_t length) {
            running_sums(weight + at, length, sum);
            Stream stream = make_stream(seed, i, 0, Purpose::kChoice);
            const double fraction = static_cast<double>(next_word(stream) >> 11) * 0x1p-53;
            out[i] = static_cast<std::int32_t>(first_above(sum, length, fraction * sum[length - 1]));
        });
    });
}

// ---- rectangles ----

// Rows of `length` >= longest(offsets) elements of k words each, what a segment lacks filled with `fill`.
template <class Word>
void to_padded(const Word* values, Offsets offsets, std::size_t k, std::size_t length, Word fill, Word* out) {
    assert(length >= longest(offsets));
    for (std::size_t i = 0; i < segments(offsets); ++i) {
        const Word* const from = values + begin_of(offsets, i) * k;
        Word* const row = out + i * length * k;
        std::fill(std::copy_n(from, length_of(offsets, i) * k, row), row + length * k, fill);
    }
}

// Rows of `size` bytes, 1 at the segment's ids and 0 elsewhere. Throws ParseError at the first id that is none of
// 0..size-1.
template <class Id>
void to_mask(const Id* ids, Offsets offsets, std::size_t size, std::uint8_t* out) {
    for (std::size_t i = 0; i < segments(offsets); ++i) {
        std::uint8_t* const row = out + i * size;
        std::fill_n(row, size, std::uint8_t{0});
        for (std::size_t at = begin_of(offsets, i); at < begin_of(offsets, i + 1); ++at) {
            const Id id = *static_cast<const volatile Id*>(ids + at);  // read once: what is checked is what is used
            if (std::cmp_less(id, 0) || std::cmp_greater_equal(id, size)) [[unlikely]] {
                throw ParseError("ids[" + std::to_string(at) + "] = " + std::to_string(id) + ", " +
                                 place_text(offsets, at) + ", is out of range: allowed are " +
                                 (size == 0 ? "none" : "0.." + std::to_string(size - 1)));
            }
            row[id] = 1;
        }
    }
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::batch
