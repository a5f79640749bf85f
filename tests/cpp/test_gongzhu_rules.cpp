// Rules of Gong Zhu as data and text.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "chupai/core/error.hpp"
#include "gongzhu_support.hpp"

using namespace chupai;
using namespace chupai::gongzhu;
using namespace chupai::gongzhu::testing;

TEST_CASE("presets") {
    CHECK(joined(preset_names<Schema>()) == "standard, plain, wikipedia, scrofazero");
    CHECK(preset<Schema>("standard") == Rules{});
    const Rules plain = preset<Schema>("plain"), wikipedia = preset<Schema>("wikipedia"),
                scrofazero = preset<Schema>("scrofazero");
    CHECK(plain.ten_multiplier == 1);
    CHECK(plain.ten_multiplier_exposed == 4);
    CHECK_FALSE(plain.exposed_first_round_ban);
    CHECK(plain.next_leader == NextLeader::kCardHolder);
    CHECK(wikipedia.pig_flip == PigFlip::kAllScoring);
    CHECK_FALSE(wikipedia.loss_inclusive);
    CHECK(scrofazero.teams == Teams::kSum);
    CHECK_FALSE(scrofazero.exposing);
    CHECK(scrofazero.first_lead_card.none());
    CHECK(scrofazero.loss_limit.none());
    CHECK_THROWS_AS(preset<Schema>("Standard"), RulesError);
}

TEST_CASE("rules as text, and back") {
    CHECK(to_text(parse_rules<Schema>("standard players=5 sweep_bonus=1000 first_lead_card=s3")) ==
          "standard players=5 first_lead_card=S3 sweep_bonus=1000");
    CHECK(to_text(parse_rules<Schema>("plain loss_limit=none heart_values=pip")) ==
          "plain heart_values=pip loss_limit=none");
    CHECK(parse_rules<Schema>("plain loss_limit=-500").loss_limit == Limit{-500});
    CHECK(parse_rules<Schema>("plain heart_values=0+0+0+10+10+10+10+10+10+20+30+40+50").heart_values == kGraded);
    Dice dice(921);
    for (int i = 0; i < 2000; ++i) {
        const Rules rules = random_rules(dice);
        REQUIRE(parse_rules<Schema>(to_text(rules)) == rules);
    }
}

TEST_CASE("what is refused") {
    for (const char* text : {"standard players=2",
                             "standard players=6",
                             "standard players=5 teams=sum",
                             "standard players=3 teams=pooled",
                             "standard ten_multiplier=0",
                             "standard ten_multiplier=17",
                             "standard ten_multiplier_exposed=0",
                             "standard ten_alone_exposed=-1",
                             "standard ten_alone_exposed=1001",
                             "standard sweep_bonus=-1",
                             "standard sweep_bonus=10001",
                             "standard loss_limit=0",
                             "standard loss_limit=-1000001",
                             "standard win_limit=0",
                             "standard first_lead_card=none must_lead_it=true",
                             "standard players=5 first_lead_card=C2",
                             "standard players=5 first_lead_card=D2",
                             "standard players=3 first_lead_card=C2",
                             "standard first_lead_card=S1",
                             "standard heart_values=1+2",
                             "standard heart_values=mean",
                             "standard heart_values=1001+0+0+0+0+0+0+0+0+0+0+0+0",
                             "standard heart_values=-1+0+0+0+0+0+0+0+0+0+0+0+0",
                             "standard heart_values=0+0+0+0+0+0+0+0+0+0+0+0+0+0",
                             "standard exposing=yes",
                             "standard exposing_order=both",
                             "standard pig=1",
                             "none",
                             ""}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_rules<Schema>(text), RulesError);
    }
    CHECK(parse_rules<Schema>("standard players=3 first_lead_card=D2").players == 3);
    Rules odd;
    odd.teams = static_cast<Teams>(3);  // NOLINT(clang-analyzer-optin.core.EnumCastOutOfRange): it is to be refused
    CHECK_THROWS_AS(resolve(odd), RulesError);
    odd = Rules{};
    odd.first_lead_card.card = 14;  // no card
    CHECK_THROWS_AS(resolve(odd), RulesError);
}

TEST_CASE("resolved rules") {
    CHECK(resolve(Rules{}) == resolve(preset<Schema>("standard")));
    CHECK(resolve(Rules{}) != resolve(preset<Schema>("plain")));
    for (const auto& [players, size] : {std::pair(3, 17), std::pair(4, 13), std::pair(5, 10)}) {
        Rules rules;
        rules.players = players;
        const auto tables = resolve(rules);
        CHECK(tables->seats == players);
        CHECK(tables->sides == players);
        CHECK(tables->hand_size == size);
        CHECK(cards_of(tables->deck).size() == static_cast<std::size_t>(players * size));
    }
    CHECK((deck_of(3) | set_of_cards({card_named("C2")})) == kAllCards);
    CHECK((deck_of(5) | set_of_cards({card_named("C2"), card_named("D2")})) == kAllCards);
    CHECK(tables_of("standard teams=sum")->sides == 2);
}
