// Scores and payoffs of Gong Zhu.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "chupai/core/error.hpp"
#include "chupai/gongzhu/questions.hpp"
#include "chupai/gongzhu/text.hpp"
#include "gongzhu_support.hpp"

using namespace chupai;
using namespace chupai::gongzhu;
using namespace chupai::gongzhu::testing;

namespace {

using Scores = std::vector<int>;

// `piles` joined by "/"; the scores of the sides.
Scores score(const std::string& rules, const std::string& piles, const char* exposed = "") {
    std::vector<CardSet> taken;
    for (std::size_t start = 0; start <= piles.size();) {
        const std::size_t end = std::min(piles.find('/', start), piles.size());
        taken.push_back(parse_set(piles.substr(start, end - start)));
        start = end + 1;
    }
    const TablesPtr tables = tables_of(rules);
    const Score found = check_score(*tables, taken, parse_set(exposed));
    return {found.sides, found.sides + tables->sides};
}

const std::string kHearts13 = "HAKQJT98765432";

// Every card that scores, and some others, go to random seats; now and then nearly all to one.
std::vector<std::vector<int>> random_piles(const Tables& tables, Dice& dice) {
    std::vector<std::vector<int>> piles(static_cast<std::size_t>(tables.seats));
    const int favourite = dice.below(tables.seats), bias = dice.below(3) == 0 ? 40 : 0;
    const bool hearts_together = dice.coin();
    for (int card : cards_of(tables.deck)) {
        if (dice.below(20) == 0 && card / 13 != kHearts) {
            continue;  // still in play
        }
        const bool together = dice.below(41) < bias || (hearts_together && card / 13 == kHearts);
        piles[static_cast<std::size_t>(together ? favourite : dice.below(tables.seats))].push_back(card);
    }
    return piles;
}

}  // namespace

TEST_CASE("scores worked out by hand") {
    const std::string rest = "/SQ/DJ/CT";
    CHECK(score("standard", "SQ HA/DJ/CT/HKQJT98765432") == Scores{-150, 100, 50, -150});
    CHECK(score("standard", "SQ H5KA CT/DJ//") == Scores{-400, 100, 0, 0});
    CHECK(score("standard", "SQ H5KA CT/DJ//", "CT") == Scores{-800, 100, 0, 0});  // -200 and the exposed ten
    CHECK(score("plain", "SQ H5KA CT/DJ//") == Scores{-200, 100, 0, 0});
    CHECK(score("standard", kHearts13 + rest) == Scores{200, -100, 100, 50});
    CHECK(score("standard", kHearts13 + rest, "HA") == Scores{400, -100, 100, 50});
    CHECK(score("standard", kHearts13 + "SQ//DJ/CT") == Scores{300, 0, 100, 50});
    CHECK(score("wikipedia", kHearts13 + "SQ//DJ/CT") == Scores{100, 0, 100, 50});
    for (const auto& [rules, all] :
         {std::pair("standard", 800), std::pair("plain", 400), std::pair("wikipedia", 800)}) {
        CHECK(score(rules, kHearts13 + "SQ DJ CT///") == Scores{all, 0, 0, 0});
        CHECK(score(rules, kHearts13 + "SQ DJ CT///", "HA SQ DJ CT") == Scores{3200, 0, 0, 0});
    }
    CHECK(score("standard", "SQ DJ CT/HAKQJT98765/H432/") ==
          Scores{0, -200, 0, 0});  // the sum is zero, not the ten alone
    CHECK(score("standard", "CT S2 D3/H4//").front() == 50);
    CHECK(score("standard", "CT S2 D3///", "CT").front() == 100);
    CHECK(score("standard ten_alone_exposed=70", "CT S2 D3///", "CT").front() == 70);
    CHECK(score("standard", "CT H2///").front() == 0);
    CHECK(score("standard zero_hearts_score=false", "CT H234///").front() == 50);
    CHECK(score("standard zero_hearts_score=false heart_values=pip", "CT H2///").front() == -4);
    CHECK(score("standard heart_values=pip", "CT H2/SQ H3/DJ H4/HAKQJT98765") == Scores{-4, -103, 90, -185});
    CHECK(score("standard heart_values=1+2+3+4+5+6+7+8+9+10+11+12+13", "H2A///").front() == -14);
    CHECK(score("standard exposing=false", "SQ///", "SQ").front() == -100);  // exposures count for nothing
    CHECK(score("standard flip_for_all=true", kHearts13 + "/SQ/DJ/CT") == Scores{200, 100, -100, 50});
    CHECK(score("standard flip_for_all=true pig_flip=never", kHearts13 + "SQ/DJ//") == Scores{300, -100, 0, 0});
    const std::string sweep = kHearts13 + "SQ DJ/CT//";
    CHECK(score("standard sweep_bonus=1000", sweep) == Scores{1000, 50, 0, 0});
    CHECK(score("standard sweep_bonus=1000", kHearts13 + "SQ DJ CT///", "CT") == Scores{1000, 0, 0, 0});
    CHECK(score("standard sweep_bonus=1000 sweep_bonus_multiplied=true", kHearts13 + "SQ DJ CT///", "CT") ==
          Scores{4000, 0, 0, 0});
    CHECK(score("standard sweep_rotation=deal", sweep) == Scores{0, 400, 50, 0});
    CHECK(score("standard sweep_rotation=totals", sweep) == Scores{400, 50, 0, 0});
    CHECK(score("standard teams=sum sweep_rotation=deal", sweep) == Scores{50, 400});
    CHECK(score("standard teams=sum", kHearts13 + "/SQ/DJ/CT") == Scores{300, -50});
    CHECK(score("standard teams=pooled", "HAKQJT98/SQ/H765432 CT/DJ") == Scores{400, 0});
    CHECK(score("standard players=5", kHearts13 + "/SQ//DJ/CT") == Scores{200, -100, 0, 100, 50});
}

TEST_CASE("scores are those of the rules told slowly") {
    Dice dice(911);
    int with_all_hearts = 0;
    for (int i = 0; i < 4000; ++i) {
        const TablesPtr tables =
            tables_of(i % 2 == 0 ? many_rules()[static_cast<std::size_t>(i / 2) % many_rules().size()]
                                 : to_text(random_rules(dice)));
        const auto piles = random_piles(*tables, dice);
        std::vector<CardSet> taken;
        for (const auto& pile : piles) {
            taken.push_back(set_of_cards(pile));
            with_all_hearts += (taken.back() & kHeartSet) == kHeartSet;
        }
        const Specials exposed = tables->rules.exposing ? static_cast<Specials>(dice.below(16)) : 0;
        const Scores expected = slow_score(tables->rules, piles, exposed);
        const Score found = check_score(*tables, taken, cards_of_specials(exposed));
        REQUIRE(Scores(found.sides, found.sides + tables->sides) == expected);

        Position pos{};
        pos.tables = tables.get();
        pos.seats = static_cast<std::uint8_t>(tables->seats);
        pos.phase = Phase::kOver;
        pos.exposed = static_cast<std::uint8_t>(exposed);
        std::copy(taken.begin(), taken.end(), pos.taken);
        std::int32_t payoffs[kMaxSeats] = {};
        with_seats(*tables, [&]<class G>() { G::payoffs(pos, payoffs); });
        const int sides = tables->sides;
        for (int seat = 0; seat < tables->seats; ++seat) {
            const int own = expected[static_cast<std::size_t>(seat % sides)];
            if (tables->rules.payoff == Payoff::kScore) {
                REQUIRE(payoffs[seat] == own);
            } else {
                int others = -own;
                for (int score_of_side : expected) {
                    others += score_of_side;
                }
                const double exact = own - static_cast<double>(others) / (sides - 1);
                REQUIRE(std::abs(payoffs[seat] - exact) <= 0.5);
                REQUIRE((std::abs(payoffs[seat] - exact) < 0.5 || std::abs(payoffs[seat]) > std::abs(exact)));
            }
        }
    }
    CHECK(with_all_hearts > 500);
}

TEST_CASE("impossible piles are refused") {
    CHECK_THROWS_AS(score("standard", "SQ/SQ//"), ParseError);
    CHECK_THROWS_AS(score("standard", "SQ//"), ParseError);
    CHECK_THROWS_AS(score("standard players=5", "C2////"), ParseError);
    CHECK_THROWS_AS(score("standard", "///", "HK"), ParseError);
    CHECK(set_text(may_expose(*tables_of("standard"), parse_set("HAK SQ2 DJ"))) == "SQ HA DJ C-");
    CHECK(may_expose(*tables_of("scrofazero"), parse_set("HAK SQ2 DJ")) == 0);
}
