// Cards, sets and moves of Gong Zhu as text and as codes.
#include <doctest/doctest.h>

#include <string>

#include "chupai/core/error.hpp"
#include "chupai/gongzhu/legality.hpp"
#include "chupai/gongzhu/text.hpp"
#include "gongzhu_support.hpp"

using namespace chupai;
using namespace chupai::gongzhu;
using namespace chupai::gongzhu::testing;

TEST_CASE("cards") {
    CHECK(card_text(parse_card("SQ")) == "SQ");
    for (int suit = 0; suit < 4; ++suit) {
        for (int rank = 0; rank < 13; ++rank) {
            const std::string text = {"SHDC"[suit], "23456789TJQKA"[rank]};
            REQUIRE(code(play_of(parse_card(text))) == static_cast<Code>(13 * suit + rank));
            REQUIRE(card_text(move_of(static_cast<Code>(13 * suit + rank)).index) == text);
        }
    }
    for (const char* text : {"CT", "ct", "C10", " c10 ", "♣10", "♣t", "♣\xef\xb8\x8fT"}) {
        CAPTURE(text);
        CHECK(parse_card(text) == kTen);
    }
    CHECK(parse_card("♠Q") == kPig);
    CHECK(parse_card("♥a") == kHeartAce);
    CHECK(parse_card("♦J") == kSheep);
    for (const char* text : {"", "S", "Q", "QS", "S1", "S11", "SQ2", "SQ HA", "XQ", "SX", "♠", "10S", "S-", "♤Q"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_card(text), ParseError);
    }
}

TEST_CASE("sets") {
    CHECK(set_text(0) == "S- H- D- C-");
    CHECK(set_text(parse_set("SQJ2 HAK D- C9")) == "SQJ2 HAK D- C9");
    CHECK(set_text(parse_set("c9,ha sq2j hk")) == "SQJ2 HAK D- C9");
    CHECK(set_text(parse_set("♠QJ2♥AK♣9")) == "SQJ2 HAK D- C9");
    CHECK(set_text(parse_set("S10 S98 SQHA")) == "SQT98 HA D- C-");
}

TEST_CASE("sets that cannot be read") {
    CHECK(parse_set("") == 0);
    CHECK(parse_set(" , ") == 0);
    CHECK(parse_set("S- S-") == 0);
    CHECK(parse_set("S10") == parse_set("ST"));
    for (const char* text : {"S10 9 8", "SQ SQ", "SQQ", "Q", "S", "S H2", "SQ X", "SQ-", "S Q", "2S"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_set(text), ParseError);
    }
    Dice dice(931);
    for (int i = 0; i < 3000; ++i) {
        const CardSet set = dice.word() & dice.word() & kAllCards;
        REQUIRE(parse_set(set_text(set)) == set);
    }
}

TEST_CASE("suits") {
    CHECK(suits_text(0).empty());
    for (Suits suits = 0; suits < 16; ++suits) {
        CHECK(parse_suits(suits_text(suits)) == suits);
    }
    CHECK(parse_suits("d, S") == 5);
    CHECK(suits_text(10) == "HC");
    CHECK_THROWS_AS(parse_suits("SS"), ParseError);
    CHECK_THROWS_AS(parse_suits("SQ"), ParseError);
}

TEST_CASE("moves") {
    for (Code c = 0; c < kCodes; ++c) {
        const Move move = move_of(c);
        REQUIRE(code(move) == c);
        REQUIRE(is_exposing(move) == (c >= 52));
        if (c < 52 || to_text(move).find('+') != std::string::npos || c == 52) {
            REQUIRE(parse_move(to_text(move)) == move);
        }
        if (c >= 52) {
            REQUIRE(parse_exposing(to_text(move)) == move);
            REQUIRE(specials_of(cards_of_specials(exposed_by(move))) == exposed_by(move));
        }
    }
    CHECK(to_text(move_of(52)) == "none");
    CHECK(to_text(move_of(67)) == "HA+SQ+DJ+CT");
    CHECK(code(parse_move("dj+HA")) == 52 + 5);
    CHECK(code(parse_move(" None ")) == 52);
    CHECK(code(parse_move("HA")) == 25);
    for (const char* text : {"HA+HA", "HA+H2", "HA+", "+", "", "none+HA", "pass"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_move(text), ParseError);
    }
    CHECK_FALSE(is_code(68));
    // One special card alone: exposed while exposing, else played.
    Dice dice(932);
    const Position exposing = random_deal(*tables_of("standard"), dice);
    CHECK(code(parse_in(exposing, "HA")) == 53);
    CHECK(code(parse_in(exposing, "HK")) == 24);
    CHECK(code(parse_in(random_deal(*tables_of("scrofazero"), dice), "HA")) == 25);
}
