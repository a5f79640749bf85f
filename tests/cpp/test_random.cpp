// The random stream, against its definition written down again: word i of the stream (seed, game, episode, purpose)
// is mix(key + (i + 1) * gamma).
#include <doctest/doctest.h>

#include <set>

#include "chupai/core/random.hpp"

using namespace chupai;

namespace {

std::uint64_t mix(std::uint64_t x) {  // Stafford's mix 13, the finalizer of SplitMix64
    x ^= x >> 30;
    x *= 13787848793156543929u;
    x ^= x >> 27;
    x *= 10723151780598845931u;
    x ^= x >> 31;
    return x;
}

std::uint64_t word_of(std::uint64_t seed, std::uint64_t game, std::uint64_t episode, std::uint64_t purpose,
                      std::uint64_t i) {
    const std::uint64_t golden = 11400714819323198485u;  // 2^64 divided by the golden ratio, made odd
    const std::uint64_t parts[] = {seed, game, 4 * episode + purpose};
    std::uint64_t key = 0;
    for (std::uint64_t part : parts) {
        key = mix((key ^ part) + golden);
    }
    const std::uint64_t gamma = mix(key + golden) | 1;
    return mix(key + (i + 1) * gamma);
}

}  // namespace

TEST_CASE("streams follow their definition") {
    for (std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{7}, ~std::uint64_t{0}}) {
        for (std::uint64_t game : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{123456789}}) {
            for (std::uint64_t episode : {std::uint64_t{0}, std::uint64_t{3}}) {
                for (Purpose purpose : {Purpose::kDeal, Purpose::kPlay, Purpose::kSample}) {
                    Stream stream = make_stream(seed, game, episode, purpose);
                    for (std::uint64_t i = 0; i < 20; ++i) {
                        CHECK(next_word(stream) ==
                              word_of(seed, game, episode, static_cast<std::uint64_t>(purpose), i));
                    }
                }
            }
        }
    }
}

TEST_CASE("the mixer is that of SplitMix64") {
    // The generator's well-known first outputs from the seed 1234567.
    std::uint64_t state = 1234567;
    for (std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                   4593380528125082431u, 16408922859458223821u}) {
        state += 0x9e3779b97f4a7c15u;
        CHECK(mix64(state) == expected);
    }
}

TEST_CASE("golden words") {
    {
        Stream stream = make_stream(0, 0, 0, Purpose::kDeal);
        CHECK(next_word(stream) == 4164290882115374283u);
        CHECK(next_word(stream) == 7109216136722787720u);
    }
    {
        Stream stream = make_stream(7, 0, 0, Purpose::kDeal);
        CHECK(next_word(stream) == 18124346339363562436u);
        CHECK(next_word(stream) == 14227997105201104768u);
    }
    {
        Stream stream = make_stream(7, 0, 0, Purpose::kPlay);
        CHECK(next_word(stream) == 8964471465897534905u);
        CHECK(next_word(stream) == 13518020554177970903u);
    }
    {
        Stream stream = make_stream(7, 41, 2, Purpose::kSample);
        CHECK(next_word(stream) == 12076435073581219069u);
        CHECK(next_word(stream) == 5331369236639331685u);
    }
}

TEST_CASE("streams of different names differ") {
    std::set<std::uint64_t> firsts;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        for (std::uint64_t game = 0; game < 10; ++game) {
            for (std::uint64_t episode = 0; episode < 10; ++episode) {
                for (Purpose purpose : {Purpose::kDeal, Purpose::kPlay, Purpose::kSample}) {
                    Stream stream = make_stream(seed, game, episode, purpose);
                    firsts.insert(next_word(stream));
                }
            }
        }
    }
    CHECK(firsts.size() == 3000);
}

TEST_CASE("below stays below, and is even") {
    Stream stream = make_stream(5, 0, 0, Purpose::kPlay);
    for (std::uint64_t n : {1u, 2u, 3u, 7u, 10u}) {
        int seen[10] = {};
        constexpr int kDraws = 20000;
        for (int i = 0; i < kDraws; ++i) {
            const std::uint64_t x = below(stream, n);
            REQUIRE(x < n);
            ++seen[x];
        }
        const double expected = double{kDraws} / static_cast<double>(n);
        double chi_square = 0;
        for (std::uint64_t x = 0; x < n; ++x) {
            chi_square += (seen[x] - expected) * (seen[x] - expected) / expected;
        }
        CHECK(chi_square < 27.9);  // 0.1 % point of 9 degrees of freedom, ample for fewer
    }
}
