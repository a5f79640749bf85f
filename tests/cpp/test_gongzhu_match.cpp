// Matches of Gong Zhu.
#include <doctest/doctest.h>

#include <vector>

#include "chupai/core/error.hpp"
#include "chupai/gongzhu/match.hpp"
#include "gongzhu_support.hpp"

using namespace chupai;
using namespace chupai::gongzhu;
using namespace chupai::gongzhu::testing;

namespace {

using Totals = std::vector<std::int64_t>;
using Seats = std::vector<Seat>;

Match match_at(const char* rules, Totals totals, std::vector<std::int32_t> scores, bool swept = false) {
    Match match(tables_of(rules), std::move(totals));
    match.add({std::move(scores), swept, Seat{2}, Seat{1}});
    return match;
}

}  // namespace

TEST_CASE("the end of a match") {
    Match match = match_at("plain", {-990, 10, -40, 0}, {-10, 100, 0, -200});
    CHECK(match.totals() == Totals{-1000, 110, -40, -200});
    CHECK(match.is_over());
    CHECK(match.losers() == Seats{0});
    CHECK(match.winners() == Seats{1});
    CHECK_THROWS_AS(match.add({{0, 0, 0, 0}, false, {}, {}}), ParseError);
    CHECK(match.deals() == 1);
    match = match_at("wikipedia", {-990, 10, -40, 0}, {-10, 100, 0, -200});
    CHECK_FALSE(match.is_over());  // exactly -1000 goes on there
    CHECK(match.losers().empty());
    CHECK(match.winners().empty());
    match = match_at("standard", {-900, -900, 0, 300}, {-200, -200, 50, 100});
    CHECK(match.is_over());
    CHECK(match.losers() == Seats{0, 1});
    CHECK(match.winners() == Seats{3});
    CHECK(match_at("plain win_limit=500", {0, 0, 0, 0}, {500, 0, 0, 0}).is_over());
    CHECK_FALSE(match_at("plain win_limit=501", {0, 0, 0, 0}, {500, 0, 0, 0}).is_over());
    CHECK_FALSE(match_at("plain loss_limit=none", {0, 0, 0, 0}, {-9000, 0, 0, 0}).is_over());
    match = match_at("standard teams=sum", {-900, 0}, {-100, 300});
    CHECK(match.is_over());
    CHECK(match.losers() == Seats{0, 2});
    CHECK(match.winners() == Seats{1, 3});
}

TEST_CASE("a sweep moves points") {
    const Totals before{-200, -500, 100, 0};
    const std::vector<std::int32_t> scores{400, 50, 0, 0};
    CHECK(match_at("plain", before, scores, true).totals() == Totals{200, -450, 100, 0});
    CHECK(match_at("plain sweep_rotation=totals", before, scores, true).totals() == Totals{0, 200, -450, 100});
    CHECK(match_at("plain sweep_rotation=totals", before, scores, false).totals() == Totals{200, -450, 100, 0});
    const Match match = match_at("plain sweep_rotation=deal", before, scores, true);
    CHECK(match.totals() == Totals{-200, -100, 150, 0});
    CHECK(match.history().front() == std::vector<std::int32_t>{0, 400, 50, 0});
    CHECK(match_at("standard teams=sum sweep_rotation=deal", {0, 0}, {400, 50}, true).totals() == Totals{50, 400});
}

TEST_CASE("who leads next") {
    const auto next = [](const char* rules, DealResult result) {
        Match match(tables_of(rules));
        CHECK_FALSE(match.next_leader());
        match.add(result);
        return match.next_leader();
    };
    const DealResult result{{0, 0, 0, 0}, false, Seat{2}, Seat{3}};
    CHECK(next("standard", result) == Seat{2});
    CHECK_FALSE(next("plain", result));
    CHECK(next("standard next_leader=rotate", result) == Seat{0});
    CHECK(next("standard next_leader=rotate first_lead_card=none", {{0, 0, 0, 0}, false, {}, {}}) == Seat{1});
    CHECK_FALSE(next("standard next_leader=rotate", {{0, 0, 0, 0}, false, {}, {}}));  // the card decides once more
    Match match(tables_of("standard next_leader=rotate teams=sum"));
    match.add({{0, 0}, false, {}, Seat{2}});
    match.add({{0, 0}, false, {}, {}});
    CHECK(match.next_leader() == Seat{0});
    CHECK(match.dealer() == 2);
    CHECK(match.deals() == 2);
}

TEST_CASE("what does not fit is refused and changes nothing") {
    Match match(tables_of("standard"));
    const Match before = match;
    CHECK_THROWS_AS(match.add({{0, 0, 0}, false, {}, {}}), ParseError);
    CHECK_THROWS_AS(match.add({{0, 0, 0, 0}, false, Seat{4}, {}}), ParseError);
    CHECK_THROWS_AS(match.add({{0, 0, 0, 0}, false, {}, Seat{4}}), ParseError);
    CHECK(match == before);
    CHECK_THROWS_AS(Match(tables_of("standard"), {0, 0}), ParseError);
    match.add({{1, 0, 0, 0}, false, Seat{1}, {}});
    CHECK_FALSE(match == before);
}

TEST_CASE("the result of a deal that was played") {
    Dice dice(995);
    for (const std::string& rules : many_rules()) {
        const TablesPtr tables = tables_of(rules);
        for (int i = 0; i < 50; ++i) {
            Position pos = random_deal(*tables, dice);
            const Seat leader = pos.leader;
            Stream stream = make_stream(dice.word(), 0, 0, Purpose::kPlay);
            with_seats(*tables, [&]<class G>() { G::play_out(pos, stream); });
            const DealResult result = result_of(pos, leader);
            std::vector<std::vector<int>> piles;
            for (int seat = 0; seat < pos.seats; ++seat) {
                piles.push_back(cards_of(pos.taken[seat]));
            }
            const std::vector<int> expected = slow_score(tables->rules, piles, pos.exposed);
            REQUIRE(std::equal(expected.begin(), expected.end(), result.scores.begin(), result.scores.end()));
            REQUIRE(((pos.taken[*result.pig_taker] >> kPig) & 1) != 0);
            Match match(tables);
            match.add(result);
            REQUIRE(match.deals() == 1);
        }
    }
}
