// Bit operations against loops over single bits.
#include <doctest/doctest.h>

#include <vector>

#include "chupai/core/bits.hpp"
#include "support.hpp"

using namespace chupai;
using chupai::doudizhu::testing::Dice;

namespace {

std::vector<int> bits_of(std::uint64_t x) {
    std::vector<int> set;
    for (int i = 0; i < 64; ++i) {
        if ((x >> i) % 2 == 1) {
            set.push_back(i);
        }
    }
    return set;
}

// Words of every density, and the corners.
std::vector<std::uint64_t> words(std::uint64_t seed, int n) {
    Dice dice(seed);
    std::vector<std::uint64_t> out{0, 1, ~std::uint64_t{0}, std::uint64_t{1} << 63};
    for (int i = 0; i < n; ++i) {
        std::uint64_t word = dice.word();
        for (int thinner = dice.below(5); thinner > 0; --thinner) {
            word &= dice.word();
        }
        out.push_back(dice.coin() ? word : ~word);
    }
    return out;
}

std::uint64_t high_by_parts(std::uint64_t a, std::uint64_t b) {
    std::uint64_t high = 0, low = 0;  // 128 bits, by adding a shifted, bit by bit of b
    for (int i = 0; i < 64; ++i) {
        if ((b >> i) % 2 == 1) {
            const std::uint64_t add = a << i;
            low += add;
            high += (i == 0 ? 0 : a >> (64 - i)) + (low < add ? 1 : 0);
        }
    }
    return high;
}

}  // namespace

TEST_CASE("popcount, lowest and without_lowest agree with loops") {
    for (std::uint64_t x : words(1, 2000)) {
        const std::vector<int> bits = bits_of(x);
        CHECK(popcount(x) == static_cast<int>(bits.size()));
        if (!bits.empty()) {
            CHECK(lowest(x) == bits.front());
            CHECK(without_lowest(x) == x - (std::uint64_t{1} << bits.front()));
        }
    }
}

TEST_CASE("deposit scatters the low bits of the source, lowest first") {
    const std::vector<std::uint64_t> sources = words(2, 2000), masks = words(3, 2000);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        std::uint64_t expected = 0;
        const std::vector<int> bits = bits_of(masks[i]);
        for (std::size_t k = 0; k < bits.size(); ++k) {
            expected |= ((sources[i] >> k) & 1) << bits[k];
        }
        CHECK(deposit(sources[i], masks[i]) == expected);
    }
}

TEST_CASE("nth_bit counts set bits from the lowest") {
    for (std::uint64_t mask : words(4, 300)) {
        const std::vector<int> bits = bits_of(mask);
        for (std::size_t n = 0; n < bits.size(); ++n) {
            REQUIRE(nth_bit(mask, static_cast<unsigned>(n)) == std::uint64_t{1} << bits[n]);
        }
    }
}

TEST_CASE("multiply_high is the upper half of the product") {
    const std::vector<std::uint64_t> a = words(5, 2000), b = words(6, 2000);
    for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(multiply_high(a[i], b[i]) == high_by_parts(a[i], b[i]));
    }
    CHECK(multiply_high(~std::uint64_t{0}, ~std::uint64_t{0}) == ~std::uint64_t{0} - 1);
}
