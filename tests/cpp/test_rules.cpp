// Rules: presets, text, contradictions, what resolving makes of them.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/rules.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

TEST_CASE("presets are valid, distinct, and print as their names") {
    CHECK(preset_names<Schema>().size() == 9);
    std::set<std::string> texts;
    for (std::string_view name : preset_names<Schema>()) {
        const Rules rules = preset(name);
        CAPTURE(std::string(name));
        CHECK_NOTHROW(Schema::validate(rules));
        CHECK(to_text(rules) == name);
        CHECK(nearest_preset<Schema>(rules) == name);
        CHECK(parse_rules<Schema>(name) == rules);
        texts.insert(to_text(rules));
    }
    CHECK(texts.size() == preset_names<Schema>().size());
    CHECK(preset("standard") == Rules{});
    CHECK_THROWS_AS(preset("standart"), RulesError);
}

TEST_CASE("presets: the table of docs/rules-doudizhu.md, spot by spot") {
    CHECK(preset("standard-four").players == 4);
    CHECK(preset("standard-four").packs == 2);
    CHECK(preset("standard-four").doubling_bomb_min == 6);
    CHECK(preset("hubei-pairs").sides == Sides::kPairs);
    CHECK(preset("hubei").kicker_max_two == Limit{1});
    CHECK(preset("hubei").bomb_doubling == BombDoubling::kBomber);
    CHECK(preset("app").landlord_selection == Selection::kRandom);
    CHECK(preset("app").trio_kinds.bits == (kBareForm.bits | kSoloForm.bits));
    CHECK(preset("rlcard").solo_kicker_copies == 3);
    CHECK(preset("douzero").kicker_joins_body);
    CHECK(preset("openspiel").readings == Readings::kAll);
    CHECK(preset("openspiel").quad_kinds == QuadKinds::kNone);
    CHECK(preset("botzone").space_shuttle == Shuttle::kWinged);
}

TEST_CASE("text of rules names what differs and reads back") {
    CHECK(to_text(parse_rules<Schema>("standard spring=false")) == "standard spring=false");
    CHECK(parse_rules<Schema>("standard trio_kinds=bare+pair").trio_kinds.bits == 5);
    CHECK(parse_rules<Schema>("standard trio_kinds=none").trio_kinds.bits == 0);
    CHECK(parse_rules<Schema>("standard multiplier_cap=64").multiplier_cap == Limit{64});
    CHECK(parse_rules<Schema>("hubei kicker_max_two=none").kicker_max_two.none());
    Dice dice(21);
    for (int i = 0; i < 300; ++i) {
        const Rules rules = random_rules(dice, 1 + i % 2);
        CAPTURE(to_text(rules));
        REQUIRE(parse_rules<Schema>(to_text(rules)) == rules);
    }
}

TEST_CASE("every field is visited, once") {
    std::set<std::string> names;
    std::size_t visits = 0;
    Schema::for_each_field([&](const char* name, auto field, auto...) {
        ++visits;
        names.insert(name);
        Rules changed;
        using Value = std::remove_cvref_t<decltype(changed.*field)>;
        if constexpr (std::is_same_v<Value, Limit> || std::is_same_v<Value, Forms>) {
            changed.*field = Value{3};
        } else {
            changed.*field = static_cast<Value>(changed.*field == Value{} ? 1 : 0);
        }
        CAPTURE(std::string(name));
        CHECK(changed != Rules{});
    });
    CHECK(names.size() == visits);
    CHECK(visits == 31);
}

TEST_CASE("contradictions and values out of range are refused") {
    const char* const refused[] = {
        "",
        "nothing",
        "standard nothing=1",
        "standard spring",
        "standard spring=yes",
        "standard spring=",
        "standard players=4",
        "standard packs=2",
        "standard players=5 packs=3",
        "standard sides=pairs",
        "standard joker_pairs=true",
        "standard straight_min=1",
        "standard straight_max=13",
        "standard straight_min=6 straight_max=5",
        "standard pair_straight_min=4 pair_straight_max=3",
        "standard solo_kicker_copies=0",
        "standard solo_kicker_copies=5",
        "standard quad_kicker_copies=5",
        "standard pair_kicker_copies=3",
        "standard kicker_joins_body=true",
        "standard kicker_joins_body=true solo_kicker_copies=2",
        "standard kicker_max_two=5",
        "standard doubling_bomb_min=3",
        "standard doubling_bomb_min=6",
        "standard multiplier_cap=0",
        "standard straight_min=-1",
        "standard straight_min=1e1",
        "standard straight_min=99999999999999999999",
        "standard trio_kinds=bare+",
        "standard trio_kinds=bare,solo",
        "standard trio_kinds=",
        "standard all_pass=again",
    };
    for (const char* text : refused) {
        CAPTURE(std::string(text));
        CHECK_THROWS_AS(parse_rules<Schema>(text), RulesError);
    }
    Rules none;
    none.payoff = static_cast<Payoff>(9);
    CHECK_THROWS_AS(Schema::validate(none), RulesError);
    CHECK_THROWS_AS(resolve(none), RulesError);
}

TEST_CASE("errors say what was found and what is allowed") {
    CHECK_THROWS_WITH_AS(parse_rules<Schema>("standart"), doctest::Contains("standard, standard-four"), RulesError);
    CHECK_THROWS_WITH_AS(parse_rules<Schema>("standard straight_max=13"), doctest::Contains("straight_max = 13"),
                         RulesError);
    CHECK_THROWS_WITH_AS(parse_rules<Schema>("standard straight_max=13"), doctest::Contains("5..12"), RulesError);
    CHECK_THROWS_WITH_AS(parse_rules<Schema>("standard sides=all"), doctest::Contains("solo, pairs"), RulesError);
}

TEST_CASE("resolving: equal rules share their tables") {
    const TablesPtr a = tables_of("standard"), b = tables_of("standard spring=true"), c = tables_of("rlcard");
    CHECK(a == b);
    CHECK(a != c);
    CHECK(a->hand_size == 17);
    CHECK(a->bottom_size == 3);
    CHECK(a->max_hand == 20);
    CHECK(a->deck == hand_of(pack(1)));
    const TablesPtr four = tables_of("hubei-pairs");
    CHECK(four->hand_size == 25);
    CHECK(four->bottom_size == 8);
    CHECK(four->max_hand == 33);
    CHECK(four->deck == hand_of(pack(2)));
    CHECK(a->rocket == parse_rules<Schema>("standard").packs * kJokerSet);
    CHECK(four->rocket == 2 * kJokerSet);
}
