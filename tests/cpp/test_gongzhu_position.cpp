// Positions of Gong Zhu: what is legal, who takes a trick, what a play shows, how a deal runs.
#include <doctest/doctest.h>

#include <map>
#include <vector>

#include "chupai/core/error.hpp"
#include "chupai/gongzhu/legality.hpp"
#include "chupai/gongzhu/open.hpp"
#include "chupai/gongzhu/questions.hpp"
#include "chupai/gongzhu/text.hpp"
#include "gongzhu_support.hpp"

using namespace chupai;
using namespace chupai::gongzhu;
using namespace chupai::gongzhu::testing;

namespace {

std::vector<Code> codes(const std::vector<Move>& moves) {
    std::vector<Code> out;
    for (Move move : moves) {
        out.push_back(code(move));
    }
    return out;
}

std::string legal_text(const Position& pos) { return set_text(legal_mask(pos)); }

// What must hold of every position.
void check_legal(const Position& pos) {
    const std::vector<Code> expected = slow_legal(pos);
    const std::vector<Move> moves = legal_moves(pos);
    REQUIRE(codes(moves) == expected);
    for (unsigned i = 0; i < moves.size(); ++i) {
        REQUIRE(nth_legal(pos, i) == moves[i]);
        Position next = pos;
        play(next, moves[i]);
        REQUIRE(count_replies(pos, moves[i]) == count_legal(next));
    }
    std::vector<Code> allowed;
    for (Code c = 0; c < kCodes + 3; ++c) {
        if (is_legal(pos, c)) {
            allowed.push_back(c);
        }
    }
    REQUIRE(allowed == expected);
}

void check_cards(const Position& pos) {
    CardSet all = 0;
    int count = pos.trick_size;
    for (int seat = 0; seat < kMaxSeats; ++seat) {
        all |= pos.hands[seat] | pos.taken[seat];
        count += static_cast<int>(cards_of(pos.hands[seat]).size() + cards_of(pos.taken[seat]).size());
    }
    for (int i = 0; i < pos.trick_size; ++i) {
        all |= set_of(pos.trick[i]);
    }
    REQUIRE(all == pos.tables->deck);
    REQUIRE(count == static_cast<int>(cards_of(all).size()));
    for (int seat = 0; seat < pos.seats; ++seat) {
        REQUIRE((pos.hands[seat] & cards_of_suits(voids_of(pos, seat))) == 0);  // shown voids are true
    }
}

}  // namespace

TEST_CASE("legal moves are those of the rules told slowly, in every position of random games") {
    Dice dice(901);
    const auto play_one = [&](const TablesPtr& tables) {
        Position pos = random_deal(*tables, dice);
        int plies = 0;
        for (; !is_over(pos); ++plies) {
            check_legal(pos);
            check_cards(pos);
            const auto moves = legal_moves(pos);
            play(pos, moves[static_cast<std::size_t>(dice.below(static_cast<int>(moves.size())))]);
        }
        check_legal(pos);
        check_cards(pos);
        REQUIRE(plies == tables->seats * (tables->hand_size + (tables->rules.exposing ? 1 : 0)));
    };
    for (const std::string& rules : many_rules()) {
        for (int i = 0; i < 40; ++i) {
            play_one(tables_of(rules));
        }
    }
    for (int i = 0; i < 200; ++i) {
        play_one(tables_of(to_text(random_rules(dice))));
    }
}

TEST_CASE("the ban on exposed cards") {
    const TablesPtr tables = tables_of("standard");
    const auto at = [&](const char* hands, const char* line, const char* exposed, const char* led) {
        return legal_text(after(open_position(tables, hands, 0, exposed, led), line));
    };
    const char* hands = "SK S5 D9/S3 SQ H4/C2 C3 C4/D2 D3 D4";
    CHECK(at(hands, "SK", "SQ", "") == "S3 H- D- C-");  // first round of spades, another spade in hand
    CHECK(at(hands, "SK", "SQ", "S") == "SQ3 H- D- C-");  // second round
    CHECK(at(hands, "SK", "", "") == "SQ3 H- D- C-");  // not exposed
    CHECK(at(hands, "D9", "SQ", "") == "SQ3 H4 D- C-");  // void: the pig may go
    CHECK(at("SK S5 D9/SQ H4 H5/C2 C3 C4/D2 D3 D4", "SK", "SQ", "") == "SQ H- D- C-");  // his only spade
    CHECK(at("SQ S5 D9/S6 SK H4/C2 C3 C4/D2 D3 D4", "", "SQ", "") == "S5 H- D9 C-");  // leading it
    CHECK(at("SQ D5 D9/S6 SK H4/C2 C3 C4/D2 D3 D4", "", "SQ", "") == "SQ H- D95 C-");
    // The suit of the trick under way is freed only by its end; leading another suit frees nothing.
    const Position led = after(open_position(tables, "SK S5 D9/S3 SQ H4/C2 C3 C4/D2 D3 D4", 0, "SQ"), "SK S3 C2 D2 S5");
    CHECK(legal_text(led) == "SQ H- D- C-");
    CHECK(led.barred == 0);
    const Position other =
        after(open_position(tables, "DK S5 S9/S3 SQ H4/C2 C3 C4/D2 D3 D4", 0, "SQ"), "DK H4 C2 D2 S5");
    CHECK(legal_text(other) == "S3 H- D- C-");
    CHECK(legal_text(after(open_position(tables_of("plain"), hands, 0, "SQ"), "SK")) == "SQ3 H- D- C-");
}

TEST_CASE("heart lock") {
    const TablesPtr tables = tables_of("standard heart_lock=true");
    const auto leads = [&](const char* hands, const char* exposed, const char* led = "") {
        return legal_text(open_position(tables, hands, 0, exposed, led));
    };
    CHECK(leads("H5 S2/HA S3/S4 S5/S6 S7", "HA") == "S2 H- D- C-");
    CHECK(leads("H5 S2/HA S3/S4 S5/S6 S7", "SQ") == "S2 H5 D- C-");  // not exposed
    CHECK(leads("H5 S2/HK S3/S4 S5/S6 S7", "HA") == "S2 H5 D- C-");  // played
    CHECK(leads("H5 H2/HA S3/S4 S5/S6 S7", "HA") == "S- H52 D- C-");  // nothing but hearts
    CHECK(leads("HA S2/H5 S3/S4 S5/S6 S7", "HA", "SHDC") == "S2 H- D- C-");
    CHECK(leads("H5 SQ S2/HA S3 S8/S4 S5 H2/S6 S7 H3", "HA SQ") == "S2 H- D- C-");  // the pig is barred as well
    const Position pos = after(open_position(tables, "H5 H2/HA S3/S4 S5/S6 S7", 0, "HA"), "H5");
    CHECK(voids_of(pos, 0) == 13u);  // he had nothing but hearts
    CHECK(legal_text(pos) == "S- HA D- C-");
}

TEST_CASE("the first lead") {
    Deal deal;
    deal.hands[0] = set_of_text("SAKQJT98765 H43 C2");
    deal.hands[1] = set_of_text("S432 HAKQJT98765");
    deal.hands[2] = set_of_text("H2 DAKQJT9876543");
    deal.hands[3] = kAllCards & ~(deal.hands[0] | deal.hands[1] | deal.hands[2]);
    const auto begin = [&](const char* rules, Seat leader = kNoSeat) {
        deal.leader = leader;
        check_deal(*tables_of(rules), deal);
        return start(*tables_of(rules), deal);
    };
    Position pos = begin("standard exposing=false");
    CHECK(pos.to_move == 1);
    CHECK(pos.opener == 1);
    CHECK(count_legal(pos) == 13);
    pos = begin("standard exposing=false must_lead_it=true");
    CHECK(legal_text(pos) == "S2 H- D- C-");
    CHECK(after(pos, "S2").opener == kNoSeat);
    CHECK(count_legal(begin("standard exposing=false must_lead_it=true", 1)) == 13);  // a given leader leads anything
    pos = begin("standard exposing=false", 2);
    CHECK(pos.to_move == 2);
    CHECK(pos.opener == kNoSeat);
    pos = begin("standard exposing=false first_lead_card=none");
    CHECK(pos.to_move == 0);
    CHECK(pos.opener == kNoSeat);
    CHECK(begin("standard exposing=false first_lead_card=D2").to_move == 3);
    pos = begin("standard");
    CHECK(pos.to_move == 0);  // simultaneous choices: seat 0 first, so that the order tells nothing
    CHECK(after(pos, "SQ HA none none").to_move == 1);
    pos = begin("standard exposing_order=sequential");
    CHECK(pos.to_move == 1);
    CHECK(after(pos, "HA").to_move == 2);
    CHECK(after(pos, "HA DJ CT").to_move == 0);
    CHECK(after(pos, "HA DJ CT SQ").to_move == 1);
    // A forced lead shows nothing, even of a card that the ban or the lock would hold back.
    pos = after(begin("standard first_lead_card=SQ must_lead_it=true"), "SQ none none none");
    CHECK(legal_text(pos) == "SQ H- D- C-");
    CHECK(voids_of(after(pos, "SQ"), 0) == 0);
    pos = after(begin("standard first_lead_card=HA must_lead_it=true heart_lock=true"), "none HA none none");
    CHECK(legal_text(pos) == "S- HA D- C-");
    CHECK(voids_of(after(pos, "HA"), 1) == 0);
}

TEST_CASE("what a play shows") {
    const TablesPtr tables = tables_of("standard");
    const Position pos = open_position(tables, "SK S5 D9/SQ H4 H5/C2 S3 C4/D2 D3 D4", 0, "SQ");
    Position next = after(pos, "SK SQ S3 D2");
    CHECK(voids_of(next, 0) == 0);
    CHECK(voids_of(next, 1) == 1);  // the barred pig was his last spade
    CHECK(voids_of(next, 2) == 0);
    CHECK(voids_of(next, 3) == 1);  // did not follow
    next = after(pos, "D9 SQ S3 D2");
    CHECK(voids_of(next, 1) == 4);  // void in diamonds; a discard of the pig says nothing of spades
    CHECK(voids_of(next, 2) == 4);
    CHECK(voids_of(after(open_position(tables, "SK S5 D9/SQ H4 H5/C2 S3 C4/D2 D3 D4", 1, "SQ"), "SQ"), 1) == 1);
    CHECK(voids_of(after(open_position(tables, "SK S5 D9/SQ H4 H5/C2 S3 C4/D2 D3 D4", 1, "SQ", "S"), "SQ"), 1) == 0);
    CHECK(voids_of(after(open_position(tables_of("plain"), "SK S5 D9/SQ H4 H5/C2 S3 C4/D2 D3 D4", 1, "SQ"), "SQ"), 1) ==
          0);
}

TEST_CASE("tricks") {
    const auto winner = [](std::vector<const char*> cards) {
        std::vector<Card> trick;
        for (const char* card : cards) {
            trick.push_back(parse_card(card));
        }
        return check_trick_winner(trick);
    };
    CHECK(winner({"S5", "SK", "SQ", "SA"}) == 3);
    CHECK(winner({"C2", "HA", "SA", "DA"}) == 0);
    CHECK(winner({"S2", "S3", "S4", "S5", "S6"}) == 4);
    CHECK(winner({"D2", "DJ", "DA", "S3"}) == 2);
    CHECK(winner({"C9", "S3", "CT", "CJ"}) == 3);
    CHECK_THROWS_AS(winner({}), ParseError);
    CHECK_THROWS_AS(winner({"S2", "S2"}), ParseError);
    const Position pos = after(open_position(tables_of("standard"), "SK S5/SQ H4/SA S3/D2 D3", 3), "D2 SK H4 SA");
    CHECK(pos.to_move == 3);
    CHECK(pos.leader == 3);
    CHECK(set_text(pos.taken[3]) == "SAK H4 D2 C-");
    CHECK(pos.suits_led == 4);
    CHECK(pos.trick_size == 0);
}

TEST_CASE("messages name the move, the table and the reason") {
    const auto why = [](const Position& pos, Code c) {
        try {
            legal_move(pos, c);
        } catch (const IllegalMoveError& error) {
            return std::string(error.what());
        }
        return std::string("legal");
    };
    const Code sk = code(play_of(parse_card("SK"))), sq = code(play_of(parse_card("SQ"))),
               h4 = code(play_of(parse_card("H4"))), h5 = code(play_of(parse_card("H5")));
    const Position pos =
        after(open_position(tables_of("standard"), "SJ S5 D9/SQ SK H4/C2 S3 C4/D2 D3 D4", 0, "SQ"), "SJ");
    CHECK(why(pos, h5) == "illegal move 'H5' of seat 1 on 'SJ': the player does not hold it");
    CHECK(why(pos, h4) == "illegal move 'H4' of seat 1 on 'SJ': the player must follow suit: SKQ H- D- C-");
    CHECK(why(pos, sq).find("exposed and may not be played in the first round") != std::string::npos);
    CHECK(why(pos, sk) == "legal");
    CHECK(why(pos, 52).find("exposing is over") != std::string::npos);
    CHECK(why(pos, 68).find("code 68") != std::string::npos);
    CHECK(why(open_position(tables_of("scrofazero"), "S2/S3/S4/S5"), 52).find("exposing is off") != std::string::npos);
    Dice dice(902);
    Position deal = random_deal(*tables_of("standard"), dice);
    CHECK(why(deal, sk).find("expose now") != std::string::npos);
    deal.hands[0] &= ~kSpecialSet;
    CHECK(why(deal, 52 + 3).find("does not hold HA+SQ") != std::string::npos);
    Position over = after(open_position(tables_of("standard"), "S2/S3/S4/S5"), "S2 S3 S4 S5");
    CHECK(is_over(over));
    CHECK(why(over, sk).find("over") != std::string::npos);
}

TEST_CASE("keys: equal for equal positions, different for any difference") {
    Dice dice(903);
    std::map<std::uint64_t, Position> seen;
    for (const char* rules : {"standard", "plain", "standard players=5"}) {
        const TablesPtr tables = tables_of(rules);
        for (int i = 0; i < 60; ++i) {
            Position pos = random_deal(*tables, dice);
            for (;; play(pos,
                         legal_moves(pos)[static_cast<std::size_t>(dice.below(static_cast<int>(count_legal(pos))))])) {
                const Position copy = pos;
                REQUIRE(key(copy) == key(pos));
                const auto [at, fresh] = seen.emplace(key(pos), pos);
                REQUIRE((fresh || same_position(at->second, pos) || is_over(pos)));
                if (is_over(pos)) {
                    break;
                }
            }
        }
    }
    // Two orders of the same tricks: all that matters is equal.
    const auto pos = [&] { return open_position(tables_of("standard"), "SA HA/S2 H2/S3 H3/S4 H4"); };
    CHECK(key(after(pos(), "SA S2 S3 S4")) != key(after(pos(), "HA H2 H3 H4")));
    Position a = after(pos(), "SA S2 S3 S4");
    const auto changed = [&](auto&& change) {
        Position b = a;
        change(b);
        return key(b) != key(a);
    };
    CHECK(changed([](Position& b) { b.exposed = 1; }));
    CHECK(changed([](Position& b) { b.suits_led = 2; }));
    CHECK(changed([](Position& b) { b.voids = 1u << 19; }));
    CHECK(changed([](Position& b) { b.opener = 1; }));
    CHECK(changed([](Position& b) { b.leader = 1; }));
    CHECK(changed([](Position& b) { b.to_move = 1; }));
    CHECK(changed([](Position& b) { std::swap(b.taken[0], b.taken[4]); }));
    CHECK(changed([](Position& b) { b.phase = Phase::kExposing; }));
}

TEST_CASE("open positions are checked") {
    const TablesPtr tables = tables_of("standard");
    const auto open = [&](const char* hands, const char* trick, int leader, const char* exposed = "",
                          const char* led = "") { return open_position(tables, hands, leader, exposed, led, trick); };
    const Position pos = open("S2 S3/S4/D2/S8 S9", "SA DA", 1);
    CHECK(pos.to_move == 3);
    CHECK(pos.trick_size == 2);
    CHECK(voids_of(pos, 2) == 1);
    CHECK_THROWS_AS(open("S2 S3/S4/S5/S8 S9", "SA DA", 1), ParseError);  // revoked
    CHECK_THROWS_AS(open("S2 S3/S4/D2/S8", "SA DA", 1), ParseError);  // sizes
    CHECK_THROWS_AS(open("S2 S3/S4/D2/S8 S2", "SA DA", 1), ParseError);  // twice
    CHECK_THROWS_AS(open("S2 S3/S4/D2/S8 S9", "SA SA", 1), ParseError);
    CHECK_THROWS_AS(open("S2/S4/D2/S8", "", 4), ParseError);
    CHECK_THROWS_AS(open("///", "", 0), ParseError);
    CHECK_THROWS_AS(open("S2/S4/D2/S8", "", 0, "S2"), ParseError);  // no card that may be exposed
    CHECK_THROWS_AS(open("S2 S3/S4/D2/S8 S9", "SQ DA", 1, "SQ"), ParseError);  // led a barred card, holds another
    CHECK(open("S2 S3/S4/D2/S8 S9", "SQ DA", 1, "SQ", "S").to_move == 3);
    CHECK_THROWS_AS(open_position(tables_of("scrofazero"), "SQ/S4/D2/S8", 0, "SQ"), ParseError);  // exposing is off
}

TEST_CASE("places of open positions are checked") {
    const TablesPtr tables = tables_of("standard");
    OpenPosition open;
    for (int seat = 0; seat < 4; ++seat) {
        open.hands[seat] = set_of(card_of(kSpades, seat));
    }
    CHECK_NOTHROW(start_open(*tables, open));
    const auto refused = [&](auto&& change) {
        OpenPosition changed = open;
        change(changed);
        CHECK_THROWS_AS(start_open(*tables, changed), ParseError);
    };
    refused([](OpenPosition& o) { o.leader = 4; });
    refused([](OpenPosition& o) { o.trick_size = 4; });
    refused([](OpenPosition& o) { o.trick_size = -1; });
    refused([](OpenPosition& o) { o.suits_led = 16; });
    refused([](OpenPosition& o) { o.hands[4] = kTenSet; });
    refused([](OpenPosition& o) { o.taken[4] = kTenSet; });
    refused([](OpenPosition& o) { o.hands[1] = 0; });
    refused([](OpenPosition& o) { o.exposed = set_of(card_of(kClubs, 0)); });
    refused([](OpenPosition& o) {
        o.trick_size = 1;
        o.trick[0] = 200;
    });
    refused([](OpenPosition& o) {
        for (int rank = 0; rank < 13; ++rank) {  // more cards than a deal gives
            o.hands[0] |= set_of(card_of(kClubs, rank));
            o.hands[1] |= set_of(card_of(kHearts, rank));
            o.hands[2] |= set_of(card_of(kDiamonds, rank));
            o.hands[3] |= set_of(card_of(kSpades, rank)) & ~set_of(card_of(kSpades, 0)) & ~set_of(card_of(kSpades, 1));
        }
    });
}

TEST_CASE("bare questions about legal cards") {
    const TablesPtr tables = tables_of("standard"), must = tables_of("standard must_lead_it=true");
    const auto ask = [](const TablesPtr& t, const char* hand, std::vector<Card> trick, const char* exposed,
                        const char* led) {
        return set_text(legal_cards(*t, parse_set(hand), trick, parse_set(exposed), parse_suits(led)));
    };
    const Card sk = parse_card("SK");
    CHECK(ask(tables, "SQ83 H4", {sk}, "SQ", "") == "S83 H- D- C-");
    CHECK(ask(tables, "SQ83 H4", {sk}, "SQ", "S") == "SQ83 H- D- C-");
    CHECK(ask(must, "S28 H4", {}, "", "") == "S2 H- D- C-");
    CHECK(ask(must, "S28 H4", {}, "", "H") == "S82 H4 D- C-");
    CHECK_THROWS_AS(ask(tables, "SK8 H4", {sk}, "", ""), ParseError);
    CHECK_THROWS_AS(ask(tables, "", {sk}, "", ""), ParseError);
    CHECK_THROWS_AS(ask(tables, "H4", {sk, sk}, "", ""), ParseError);
    CHECK_THROWS_AS(ask(tables_of("standard players=5"), "C2", {}, "", ""), ParseError);
    CHECK_THROWS_AS(ask(tables_of("scrofazero"), "C2", {}, "SQ", ""), ParseError);
}
