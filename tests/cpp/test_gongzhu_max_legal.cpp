// kMaxLegal is a bound on the legal list of every position, and is reached.
//
// A list of plays holds cards of one hand, at most 17; a list of choices, the subsets of at most four cards.
#include <doctest/doctest.h>

#include <algorithm>

#include "gongzhu_support.hpp"

using namespace chupai;
using namespace chupai::gongzhu;
using namespace chupai::gongzhu::testing;

TEST_CASE("the longest lists") {
    Dice dice(996);
    unsigned plays = 0, choices = 0;
    for (int i = 0; i < 3000; ++i) {
        Position pos = random_deal(*tables_of("standard players=3"), dice);
        while (pos.phase == Phase::kExposing) {
            choices = std::max(choices, count_legal(pos));
            play(pos, exposing_of(0));
        }
        plays = std::max(plays, count_legal(pos));
    }
    CHECK(plays == 17);
    CHECK(choices == 16);
    CHECK(GongZhu<3>::kMaxLegal == 17);
    CHECK(GongZhu<5>::kMaxLegal >= 16);
}
