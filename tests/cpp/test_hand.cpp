// Operations on whole hands against loops over the ranks.
#include <doctest/doctest.h>

#include <algorithm>

#include "chupai/doudizhu/hand.hpp"
#include "support.hpp"

using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

constexpr int kHands = 3000;

Hand any_hand(Dice& dice, int packs) {
    const int n = dice.below(20 * packs);
    return dice.coin() ? random_hand(dice, packs, n) : dense_hand(dice, packs, n);
}

template <class Predicate>
RankSet ranks_where(Predicate&& wanted) {
    Counts set{};
    for (int rank = 0; rank < kRanks; ++rank) {
        set[static_cast<std::size_t>(rank)] = wanted(static_cast<std::size_t>(rank));
    }
    return hand_of(set);
}

RankSet random_ranks(Dice& dice) {
    const int density = 1 + dice.below(4);
    return ranks_where([&](std::size_t) { return dice.below(5) < density; });
}

template <int Packs>
void check_planes(std::uint64_t seed) {
    Dice dice(seed);
    for (int i = 0; i < kHands; ++i) {
        const Hand hand = any_hand(dice, Packs);
        const Counts counts = counts_of(hand);
        const Planes<Packs> found = planes<Packs>(hand);
        for (int k = 0; k <= 4 * Packs; ++k) {
            REQUIRE(found.ge[k] == ranks_where([&](std::size_t r) { return counts[r] >= k; }));
            REQUIRE(exactly(hand, k) == ranks_where([&](std::size_t r) { return counts[r] == k; }));
        }
    }
}

}  // namespace

TEST_CASE("the sets of ranks are what their names say") {
    CHECK(kAllRanks == ranks_where([](std::size_t) { return true; }));
    CHECK(kChainSet == ranks_where([](std::size_t r) { return r <= kAce; }));
    CHECK(kTwoSet == ranks_where([](std::size_t r) { return r == kTwo; }));
    CHECK(kJokerSet == ranks_where([](std::size_t r) { return r > kTwo; }));
    for (int rank = 0; rank < kRanks; ++rank) {
        CHECK(rank_bit(rank) == ranks_where([&](std::size_t r) { return static_cast<int>(r) == rank; }));
    }
}

TEST_CASE("counts: one rank, all cards, two hands") {
    Dice dice(1);
    for (int i = 0; i < kHands; ++i) {
        const int packs = 1 + i % 2;
        const Hand a = any_hand(dice, packs), b = any_hand(dice, packs);
        const Counts x = counts_of(a), y = counts_of(b);
        REQUIRE(card_count(a) == total_of(x));
        Counts minus{}, least{};
        bool enough = true;
        for (std::size_t r = 0; r < kRanks; ++r) {
            REQUIRE(count_of(a, static_cast<int>(r)) == x[r]);
            minus[r] = std::max(0, x[r] - y[r]);
            least[r] = std::min(x[r], y[r]);
            enough = enough && x[r] >= y[r];
        }
        REQUIRE(saturating_minus(a, b) == hand_of(minus));
        REQUIRE(rankwise_min(a, b) == hand_of(least));
        REQUIRE(holds(a, b) == enough);
        REQUIRE(holds(a, hand_of(least)));
    }
}

TEST_CASE("holds: every pair of counts, between full and empty neighbours") {
    for (std::size_t rank = 0; rank < kRanks; ++rank) {
        for (int have = 0; have <= 8; ++have) {
            for (int want = 0; want <= 8; ++want) {
                for (int around : {0, 8}) {
                    Counts a, b;
                    a.fill(around);
                    b.fill(around);
                    a[rank] = have;
                    b[rank] = want;
                    REQUIRE(holds(hand_of(a), hand_of(b)) == (have >= want));
                }
            }
        }
    }
}

TEST_CASE("planes of one pack") { check_planes<1>(2); }
TEST_CASE("planes of two packs") { check_planes<2>(3); }

TEST_CASE("chain_starts finds every window of chain ranks") {
    Dice dice(4);
    for (int i = 0; i < kHands; ++i) {
        const RankSet set = random_ranks(dice);
        const Counts in = counts_of(set);
        for (int length = 1; length <= kChainRanks; ++length) {
            const RankSet expected = ranks_where([&](std::size_t r) {
                const int low = static_cast<int>(r);
                return low + length - 1 <= kAce &&
                       std::all_of(in.begin() + low, in.begin() + low + length, [](int x) { return x != 0; });
            });
            REQUIRE(chain_starts(set, length) == expected);
        }
    }
}

TEST_CASE("above, ones and dense_chain") {
    Dice dice(5);
    for (int i = 0; i < kHands; ++i) {
        const RankSet set = random_ranks(dice);
        const Counts in = counts_of(set);
        for (int rank = -3; rank < kRanks; ++rank) {
            REQUIRE(above(set, rank) ==
                    ranks_where([&](std::size_t r) { return in[r] != 0 && static_cast<int>(r) > rank; }));
        }
        unsigned dense = 0;
        for (std::size_t r = 0; r < kChainRanks; ++r) {
            dense |= static_cast<unsigned>(in[r]) << r;
        }
        REQUIRE(dense_chain(set) == dense);
    }
    for (int length = 0; length <= kRanks; ++length) {
        CHECK(ones(length) == ranks_where([&](std::size_t r) { return static_cast<int>(r) < length; }));
    }
}
