// Sets of kickers: their number, the n-th, and all of them.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "chupai/doudizhu/kickers.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

// All k-subsets of the ranks by trying every subset, in ascending order.
std::vector<Hand> subsets(RankSet ranks, int k, bool both_jokers) {
    std::vector<Hand> members, found;
    for (Hand rank = 1; rank <= rank_bit(kRedJoker); rank <<= 4) {
        if ((ranks & rank) != 0) {
            members.push_back(rank);
        }
    }
    for (unsigned bits = 0; bits < 1u << members.size(); ++bits) {
        Hand sum = 0;
        int size = 0;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if ((bits >> i) % 2 == 1) {
                sum += members[i];
                ++size;
            }
        }
        if (size == k && (both_jokers || (sum & kJokerSet) != kJokerSet)) {
            found.push_back(sum);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

TEST_CASE("choose is Pascal's triangle") {
    for (int m = 0; m < static_cast<int>(kMaxChooseFrom); ++m) {
        CHECK(choose(m, 0) == 1);
        CHECK(choose(m, m) == 1);
        for (int k = m + 1; k < static_cast<int>(kMaxChosen); ++k) {
            CHECK(choose(m, k) == 0);
        }
        for (int k = 1; k < m; ++k) {
            CHECK(choose(m, k) == choose(m - 1, k - 1) + choose(m - 1, k));
        }
    }
    CHECK(choose(-1, 0) == 0);
    CHECK(choose(3, -1) == 0);
    CHECK(choose(15, 7) == 6435);
}

TEST_CASE("choices: count, nth and write agree with trying every subset") {
    Dice dice(41);
    std::vector<Move> buffer((1 << 15) + kListSlack);
    for (int i = 0; i < 400; ++i) {
        RankSet ranks = 0;
        for (int rank = 0; rank < kRanks; ++rank) {
            ranks |= dice.below(4) != 0 ? rank_bit(rank) : 0;
        }
        const bool both_jokers = dice.coin();
        const int unit = 1 + dice.below(2);
        const Shape shape{Kind::kPlaneSolo, 2, 5, 8};
        const Hand base = 0;
        for (int k = 0; k <= std::min(7, popcount(ranks)); ++k) {
            const RankChoice choice = rank_choice(ranks, k, both_jokers);
            const std::vector<Hand> expected = subsets(ranks, k, both_jokers);
            REQUIRE(count_choices(choice) == expected.size());
            const Move* end = write_choices(buffer.data(), base, shape, choice, unit);
            REQUIRE(static_cast<std::size_t>(end - buffer.data()) == expected.size());
            for (std::size_t n = 0; n < expected.size(); ++n) {
                REQUIRE(nth_choice(choice, static_cast<unsigned>(n)) == expected[n]);
                REQUIRE(buffer[n] == Move{base + expected[n] * static_cast<Hand>(unit), shape});
            }
        }
    }
}

TEST_CASE("more kickers than ranks: nothing") {
    Move unused[1 + kListSlack];
    const RankChoice choice = rank_choice(0x111, 4, true);
    CHECK(count_choices(choice) == 0);
    CHECK(write_choices(unused, 0, Shape{}, choice, 1) == unused);
    const RankChoice jokers = rank_choice(kJokerSet, 2, false);
    CHECK(count_choices(jokers) == 0);
    CHECK(write_choices(unused, 0, Shape{}, jokers, 1) == unused);
}
