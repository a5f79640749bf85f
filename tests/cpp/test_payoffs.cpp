// Payment: stake times multiplier, by the examples and the letter of docs/rules-doudizhu.md.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "chupai/doudizhu/position.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

using Row = std::vector<std::int32_t>;

Row paid(std::string_view rules, std::string_view hands, int stake, std::string_view line, int landlord = 0) {
    const TablesPtr tables = tables_of(rules);
    const Position pos = after(open_position(tables, hands, landlord, stake), line);
    REQUIRE(is_over(pos));
    Row out(pos.seats);
    payoffs(pos, out.data());
    return out;
}

// The landlord plays two bombs and a rocket and wins; an opponent has played.
const char* const kTwoBombs = "533334444BR/67/89";
const char* const kTwoBombsLine = "5 6 pass 3333 pass pass 4444 pass pass BR";

// A peasant plays a bomb and the rocket and goes out; the landlord has played twice.
const char* const kPeasant = "5599TT/6666BR8/JJQ";
const char* const kPeasantLine = "5 8 pass 9 6666 pass pass BR";

}  // namespace

TEST_CASE("bid 3, two bombs and a rocket, landlord out first: each opponent pays 24") {
    CHECK(paid("standard", kTwoBombs, 3, kTwoBombsLine) == Row{48, -24, -24});
}

TEST_CASE("bid 2, one bomb and one rocket, a peasant out first: +8 each, landlord -16") {
    CHECK(paid("standard", kPeasant, 2, kPeasantLine) == Row{-16, 8, 8});
}

TEST_CASE("a plain win") {
    CHECK(paid("standard", "34/56/78", 2, "3 5 pass pass 6") == Row{-8, 4, 4});  // only his first: reverse spring
    CHECK(paid("standard", "345/56/78", 2, "3 5 7 pass pass 8") == Row{-8, 4, 4});
    CHECK(paid("standard", "3459/46/78", 2, "3 4 pass 5 6") == Row{-4, 2, 2});
    CHECK(paid("standard", "39/46/78", 2, "3 4 pass 9") == Row{4, -2, -2});
}

TEST_CASE("spring and reverse spring double, where they are played") {
    CHECK(paid("standard", "34/56/78", 1, "3 pass pass 4") == Row{4, -2, -2});
    CHECK(paid("standard spring=false", "34/56/78", 1, "3 pass pass 4") == Row{2, -1, -1});
    CHECK(paid("hubei", "34/56/78", 1, "3 pass pass 4") == Row{2, -1, -1});
    CHECK(paid("standard", "34/56/78", 1, "3 pass 7 pass pass 8") == Row{-4, 2, 2});
    CHECK(paid("standard reverse_spring=false", "34/56/78", 1, "3 pass 7 pass pass 8") == Row{-2, 1, 1});
    CHECK(paid("standard", "3333/56/78", 3, "3333") == Row{24, -12, -12});  // a bomb and a spring
}

TEST_CASE("how bombs double") {
    CHECK(paid("standard bomb_doubling=once", kTwoBombs, 3, kTwoBombsLine) == Row{12, -6, -6});
    CHECK(paid("standard bomb_doubling=none", kTwoBombs, 3, kTwoBombsLine) == Row{6, -3, -3});
    CHECK(paid("rlcard", kTwoBombs, 3, kTwoBombsLine) == Row{6, -3, -3});
    CHECK(paid("standard multiplier_cap=4", kTwoBombs, 3, kTwoBombsLine) == Row{24, -12, -12});
    CHECK(paid("standard multiplier_cap=1", kTwoBombs, 3, kTwoBombsLine) == Row{6, -3, -3});
    CHECK(paid("standard doubling_bomb_min=5", kTwoBombs, 3, kTwoBombsLine) ==
          Row{12, -6, -6});  // the rocket still does
    CHECK(paid("standard payoff=win_loss", kTwoBombs, 3, kTwoBombsLine) == Row{1, -1, -1});
    CHECK(paid("standard payoff=win_loss", kPeasant, 2, kPeasantLine) == Row{-1, 1, 1});
}

TEST_CASE("bomber: only payments to the player who played it") {
    // The peasant of seat 1 played a bomb and the rocket: the landlord pays him 2 x 4 and the other 2.
    CHECK(paid("hubei", kPeasant, 2, kPeasantLine) == Row{-10, 8, 2});
    CHECK(paid("hubei", kTwoBombs, 3, kTwoBombsLine) == Row{48, -24, -24});
}

TEST_CASE("a loser's bomb") {
    const char* const hands = "57KK2/6666TT/89";
    const char* const line = "5 6666 pass pass T pass 2 pass pass KK pass pass 7";
    CHECK(paid("standard", hands, 3, line) == Row{12, -6, -6});
    CHECK(paid("hubei", hands, 3, line) == Row{6, -3, -3});
}

TEST_CASE("seats turn with the landlord") {
    CHECK(paid("standard", "67/89/39", 3, "3 pass pass 9", 2) == Row{-6, -6, 12});
    CHECK(paid("standard", "67/399/8T", 3, "3 8 pass 9 T", 1) == Row{3, -6, 3});
}

TEST_CASE("four seats, one against three") {
    CHECK(paid("standard-four", "38/56/7T/99", 2, "3 5 7 pass 8") == Row{6, -2, -2, -2});
    CHECK(paid("standard-four", "38/56/7T/99", 2, "3 5 7 pass pass pass T") == Row{-12, 4, 4, 4});  // reverse spring
    // Only bombs of six and more double.
    CHECK(paid("standard-four", "399999/56/7T/JJ", 2, "3 5 7 pass 99999") == Row{6, -2, -2, -2});
    CHECK(paid("standard-four", "3999999/56/7T/JJ", 2, "3 5 7 pass 999999") == Row{12, -4, -4, -4});
    CHECK(paid("standard-four", "3BBRR/56/7T/JJ", 2, "3 5 7 pass BBRR") == Row{12, -4, -4, -4});
}

TEST_CASE("pairs: the declarer's partner is opposite, each loser pays one winner") {
    CHECK(paid("hubei-pairs", "38/56/7T/99", 2, "3 5 7 pass 8") == Row{2, -2, 2, -2});
    CHECK(paid("hubei-pairs", "38/56/7T/99", 2, "3 5 7 pass pass pass T") == Row{2, -2, 2, -2});
    CHECK(paid("hubei-pairs", "38/56/7T/99", 2, "3 5 pass pass pass 6") == Row{-2, 2, -2, 2});
    CHECK(paid("hubei-pairs payoff=win_loss", "38/56/7T/99", 2, "3 5 pass pass pass 6") == Row{-1, 1, -1, 1});
    CHECK(paid("hubei-pairs", "7T/99/38/56", 2, "3 5 7 pass 8", 2) == Row{2, -2, 2, -2});
}

TEST_CASE("more doublings than any deal has stay in range") {
    const TablesPtr tables = tables_of("standard-four");
    Position pos = after(open_position(tables, "38/56/7T/99", 0, 3), "3 5 7 pass 8");
    for (std::uint8_t& n : pos.doublings) {
        n = 8;
    }
    Row out(4);
    payoffs(pos, out.data());
    CHECK(out[0] > 0);
    CHECK(out[0] == -3 * out[1]);
}
