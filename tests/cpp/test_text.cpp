// Cards, moves and rules' errors as text.
#include <doctest/doctest.h>

#include <string>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/text.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

TEST_CASE("hands: the ranks in any order, sorted when written") {
    CHECK(parse_hand("") == 0);
    CHECK(to_text(Hand{0}) == "");
    CHECK(to_text(parse_hand("3456789TJQKA2BR")) == "3456789TJQKA2BR");
    CHECK(to_text(parse_hand("RB2akqjT9876543")) == "3456789TJQKA2BR");
    CHECK(to_text(parse_hand(" 3 3\t10\n10 t ")) == "33TTT");
    CHECK(parse_hand("3") == 1);
    CHECK(parse_hand("R") == Hand{1} << 56);
    CHECK(parse_hand("4444") == 0x40);
    CHECK(to_text(parse_hand("77777777")) == "77777777");  // two packs
}

TEST_CASE("hands: aliases of jokers") {
    CHECK(parse_hand("X") == parse_hand("B"));
    CHECK(parse_hand("d") == parse_hand("R"));
    CHECK(parse_hand("小大") == parse_hand("BR"));
    CHECK(parse_hand("大2小") == parse_hand("2BR"));
}

TEST_CASE("hands: every random hand reads back") {
    Dice dice(11);
    for (int i = 0; i < 2000; ++i) {
        const int packs = 1 + i % 2;
        const Hand hand = random_hand(dice, packs, dice.below(54));
        REQUIRE(parse_hand(to_text(hand)) == hand);
    }
}

TEST_CASE("hands: what cannot be read is named") {
    CHECK_THROWS_AS(parse_hand("王"), ParseError);
    CHECK_THROWS_AS(parse_hand("33王"), ParseError);
    for (const char* bad : {"1", "0", "11", "3-4", "3,4", "Z", "33P", "é", "\xe5\xb0", "\xff", "pass"}) {
        CAPTURE(std::string(bad));
        CHECK_THROWS_AS(parse_hand(bad), ParseError);
    }
    CHECK_THROWS_AS(parse_hand("999999999"), ParseError);  // nine of a rank
    CHECK_THROWS_AS(parse_hand("BBB"), ParseError);
    CHECK_THROWS_WITH_AS(parse_hand("33Z4"), doctest::Contains("'Z' is no rank"), ParseError);
    CHECK_THROWS_WITH_AS(parse_hand("王"), doctest::Contains("both jokers"), ParseError);
}

TEST_CASE("hands: no bytes crash the reader") {
    Dice dice(12);
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (int n = dice.below(8); n > 0; --n) {
            text += dice.coin() ? static_cast<char>(dice.below(256)) : "3456789TJQKA2BRXD10 /"[dice.below(21)];
        }
        try {
            const Hand hand = parse_hand(text);
            REQUIRE(parse_hand(to_text(hand)) == hand);
        } catch (const ParseError&) {
            continue;
        }
    }
}

TEST_CASE("moves: passes, bids, cards, readings") {
    const TablesPtr standard = tables_of("standard");
    CHECK(parse_move(*standard, "pass") == Move{});
    CHECK(parse_move(*standard, " PASS ") == Move{});
    CHECK(parse_move(*standard, "") == Move{});
    CHECK(parse_move(*standard, "bid2").code == Code{2} << 60);
    CHECK(parse_move(*standard, "Bid3").code == Code{3} << 60);
    CHECK(to_text(Move{}) == "pass");
    CHECK(to_text(parse_move(*standard, "bid1")) == "bid1");
    const Move plane = parse_move(*standard, "444333 65");
    CHECK(to_text(plane) == "33344456");
    CHECK(plane.shape == Shape{Kind::kPlaneSolo, 2, 1, 8});
    CHECK(kind_text(plane) == "plane_solo");
    CHECK(kind_text(Move{}) == "pass");
    CHECK(kind_text(parse_move(*standard, "bid1")) == "bid");

    const TablesPtr all = tables_of("openspiel");
    const std::string cards = "333444555666";
    CHECK(parse_move(*all, cards).shape == Shape{Kind::kPlane, 4, 3, 12});
    CHECK(parse_move(*all, cards + "/1").shape == Shape{Kind::kPlaneSolo, 3, 3, 12});
    CHECK(parse_move(*all, cards + "/2").shape == Shape{Kind::kPlaneSolo, 3, 2, 12});
    CHECK(to_text(parse_move(*all, cards + "/2")) == cards + "/2");
    CHECK(to_text(parse_move(*all, cards + "/0")) == cards);
}

TEST_CASE("moves: what is none is refused") {
    const TablesPtr standard = tables_of("standard");
    for (const char* none : {"34", "23456", "JQKA2", "334455667788BR", "333444677", "BBRR", "3344", "333444555666/1"}) {
        CAPTURE(std::string(none));
        CHECK_THROWS_AS(parse_move(*standard, none), IllegalMoveError);
    }
    for (const char* bad : {"bid", "bid4", "bid0", "bid11", "33/", "33/9", "33/x", "33/00", "passs", "33//0"}) {
        CAPTURE(std::string(bad));
        CHECK_THROWS_AS(parse_move(*standard, bad), Error);
    }
    CHECK_THROWS_WITH_AS(parse_move(*standard, "34"), doctest::Contains("no combination"), IllegalMoveError);
}

TEST_CASE("hands are checked against the pack") {
    const TablesPtr one = tables_of("standard"), two = tables_of("standard-four");
    CHECK_NOTHROW(check_hand(*one, parse_hand("3333444455556666777"), "a hand"));
    CHECK_THROWS_AS(check_hand(*one, parse_hand("33333"), "a hand"), ParseError);
    CHECK_THROWS_AS(check_hand(*one, parse_hand("BB"), "a hand"), ParseError);
    CHECK_THROWS_AS(check_hand(*one, parse_hand("3333444455556666777788"), "a hand"), ParseError);
    CHECK_NOTHROW(check_hand(*two, parse_hand("33333BB"), "a hand"));
    CHECK_THROWS_WITH_AS(check_hand(*one, parse_hand("33333"), "my hand"), doctest::Contains("my hand '33333'"),
                         ParseError);
    const Hand hands[] = {parse_hand("333"), parse_hand("33")};
    CHECK_THROWS_AS(check_pack(*one, hands, 2), ParseError);
    CHECK_NOTHROW(check_pack(*two, hands, 2));
}
