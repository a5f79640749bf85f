// chupai's own random numbers: the same seed gives the same deals on every platform and in every version.
//
// A Stream is counter-based: word i of a stream is mix(key + (i + 1) * gamma), so it depends only on the
// stream's name (seed, game, episode, purpose) and on i, never on what other streams did, on threads or on
// batch sizes. Key and gamma (an odd number) are hashed from the name; the generator is the "splittable" one
// of Steele, Lea and Flood (OOPSLA 2014), with the finalizer known as SplitMix64 or Stafford's mix 13.
#pragma once

#include <cstdint>

#include "chupai/core/bits.hpp"
#include "chupai/core/level.hpp"

namespace chupai {

// What a stream's numbers are for, so that, say, longer auctions do not change later deals.
enum class Purpose : std::uint64_t { kDeal = 0, kPlay = 1, kSample = 2, kChoice = 3 };

// Episodes are 0..kMaxEpisode: the purpose stands beside them in the stream's name.
inline constexpr std::uint64_t kMaxEpisode = (std::uint64_t{1} << 62) - 1;

struct Stream {
    std::uint64_t state;
    std::uint64_t gamma;
};

inline namespace CHUPAI_LEVEL {

CHUPAI_INLINE std::uint64_t mix64(std::uint64_t x) noexcept {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

CHUPAI_INLINE Stream make_stream(std::uint64_t seed, std::uint64_t game, std::uint64_t episode,
                                 Purpose purpose) noexcept {
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15u;
    std::uint64_t name = mix64(seed + golden);
    name = mix64((name ^ game) + golden);
    name = mix64((name ^ ((episode << 2) | static_cast<std::uint64_t>(purpose))) + golden);
    return Stream{name, mix64(name + golden) | 1};
}

// The next 64 random bits.
CHUPAI_INLINE std::uint64_t next_word(Stream& stream) noexcept {
    stream.state += stream.gamma;
    return mix64(stream.state);
}

// A number in 0..n-1 (n >= 1) from one word; the bias is below n / 2^64.
CHUPAI_INLINE std::uint64_t below(Stream& stream, std::uint64_t n) noexcept {
    return multiply_high(next_word(stream), n);
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai
