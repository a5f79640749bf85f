// Which combinations a set of cards is, codes, and what beats what.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/text.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

Shape shape(Kind kind, int length, char top, int cards) {
    const int rank = static_cast<int>(std::string_view("3456789TJQKA2BR").find(top));
    return Shape{kind, static_cast<std::uint8_t>(length), static_cast<std::uint8_t>(rank),
                 static_cast<std::uint8_t>(cards)};
}

std::string text_of(const std::vector<Shape>& shapes) {
    std::ostringstream out;
    for (const Shape& s : shapes) {
        out << s << "; ";
    }
    return out.str();
}

std::vector<Shape> readings_of(std::string_view cards) {
    const ReadingList list = readings(parse_hand(cards));
    return {list.begin(), list.end()};
}

bool is_none(const TablesPtr& tables, std::string_view cards) { return classify(*tables, parse_hand(cards)).size == 0; }

// The shape of a move under the rules, which it must be.
Shape shape_in(const TablesPtr& tables, std::string_view cards) { return parse_move(*tables, cards).shape; }

}  // namespace

TEST_CASE("readings of card sets written by hand") {
    using Shapes = std::vector<Shape>;
    struct {
        const char* cards;
        Shapes expected;
    } const cases[] = {
        {"", {}},
        {"7", {shape(Kind::kSolo, 1, '7', 1)}},
        {"R", {shape(Kind::kSolo, 1, 'R', 1)}},
        {"22", {shape(Kind::kPair, 1, '2', 2)}},
        {"BB", {shape(Kind::kPair, 1, 'B', 2)}},
        {"BR", {shape(Kind::kRocket, 1, 'R', 2)}},
        {"BBRR", {shape(Kind::kRocket, 1, 'R', 4)}},
        {"BRR", {}},
        {"AAA", {shape(Kind::kTrio, 1, 'A', 3)}},
        {"AAA2", {shape(Kind::kTrioSolo, 1, 'A', 4)}},
        {"AAA22", {shape(Kind::kTrioPair, 1, 'A', 5)}},
        {"AAABB", {shape(Kind::kTrioPair, 1, 'A', 5)}},
        {"AAABR", {}},
        {"34567", {shape(Kind::kStraight, 5, '7', 5)}},
        {"34", {shape(Kind::kStraight, 2, '4', 2)}},  // short chains are a matter of the rules
        {"3456789TJQKA", {shape(Kind::kStraight, 12, 'A', 12)}},
        {"TJQKA2", {}},
        {"QQKKAA", {shape(Kind::kPairStraight, 3, 'A', 6)}},
        {"AA22", {}},
        {"333444", {shape(Kind::kPlane, 2, '4', 6)}},
        {"AAA222", {}},
        {"333444BR", {shape(Kind::kPlaneSolo, 2, '4', 8)}},
        {"333444677", {}},
        {"3334446677", {shape(Kind::kPlanePair, 2, '4', 10)}},
        {"3334446666", {shape(Kind::kPlanePair, 2, '4', 10)}},
        {"33334", {}},
        {"333345", {shape(Kind::kQuadSolo, 1, '3', 6)}},
        {"333344", {shape(Kind::kQuadSolo, 1, '3', 6)}},
        {"33334455", {shape(Kind::kQuadPair, 1, '3', 8)}},
        {"33334444",
         {shape(Kind::kShuttle, 2, '4', 8), shape(Kind::kQuadPair, 1, '4', 8), shape(Kind::kQuadPair, 1, '3', 8)}},
        {"22224444", {shape(Kind::kQuadPair, 1, '2', 8), shape(Kind::kQuadPair, 1, '4', 8)}},
        {"5555", {shape(Kind::kBomb, 1, '5', 4)}},
        {"55555", {shape(Kind::kBomb, 1, '5', 5)}},
        {"55555555", {shape(Kind::kBomb, 1, '5', 8)}},
        {"333444555666",
         {shape(Kind::kPlane, 4, '6', 12), shape(Kind::kPlaneSolo, 3, '6', 12), shape(Kind::kPlaneSolo, 3, '5', 12)}},
        {"333444555777", {shape(Kind::kPlaneSolo, 3, '5', 12)}},
        {"333444555AAA", {shape(Kind::kPlaneSolo, 3, '5', 12)}},
        {"333444455556", {shape(Kind::kShuttleSolo, 2, '5', 12)}},  // planes break no fours
        {"33344445556", {}},
        {"3333444455667788", {shape(Kind::kShuttlePair, 2, '4', 16)}},
        {"333344445678", {shape(Kind::kShuttleSolo, 2, '4', 12)}},
        {"333344445555",
         {shape(Kind::kShuttle, 3, '5', 12), shape(Kind::kShuttleSolo, 2, '5', 12),
          shape(Kind::kShuttleSolo, 2, '4', 12)}},
    };
    for (const auto& [cards, expected] : cases) {
        CAPTURE(std::string(cards));
        CHECK(text_of(readings_of(cards)) == text_of(expected));
    }
}

TEST_CASE("there are at most kMaxReadings readings, and they come strongest first") {
    Dice dice(31);
    int most = 0;
    const auto check = [&](Hand cards) {
        const ReadingList list = readings(cards);
        most = std::max(most, list.size);
        for (int i = 0; i < list.size; ++i) {
            const Shape s = list.shape[i];
            const Code code = cards | (static_cast<Code>(i) << kReadingShift);
            REQUIRE(decode(code) == Move{code, s});
            REQUIRE(int{s.cards} == total_of(counts_of(cards)));
            for (int j = 0; j < i; ++j) {
                REQUIRE(list.shape[j] != s);
                const bool same_kind = list.shape[j].kind == s.kind;
                REQUIRE((!same_kind || list.shape[j].length > s.length ||
                         (list.shape[j].length == s.length && list.shape[j].top > s.top)));
            }
        }
        if (list.size < kMaxReadings) {
            REQUIRE(!decode(cards | (static_cast<Code>(list.size) << kReadingShift)));
        }
    };
    // Every set of equal counts on every window of ranks: where most readings are.
    for (int each = 1; each <= 8; ++each) {
        for (int length = 1; each * length <= 33 && length <= kRanks; ++length) {
            for (int low = 0; low + length <= kRanks; ++low) {
                Counts counts{};
                for (int rank = low; rank < low + length; ++rank) {
                    counts[static_cast<std::size_t>(rank)] = std::min(each, rank >= kBlackJoker ? 2 : 8);
                }
                check(hand_of(counts));
            }
        }
    }
    for (int i = 0; i < 100000; ++i) {
        check(dense_hand(dice, 1 + i % 2, 1 + dice.below(33)));
    }
    CHECK(most == kMaxReadings);
    CHECK(readings_of("333344445555666677778888").size() == 8);
}

TEST_CASE("codes that are no move are refused") {
    CHECK(decode(kPass) == Move{});
    for (Code bid = 1; bid <= 3; ++bid) {
        CHECK(decode(bid << kReadingShift) == Move{bid << kReadingShift, Shape{}});
    }
    CHECK(!decode(Code{4} << kReadingShift));
    CHECK(!decode(Code{7} << kReadingShift));
    CHECK(!decode(~Code{0}));
    CHECK(!decode(Code{1} << 63));
    CHECK(!decode((Code{1} << 63) | 1));
    CHECK(!decode(Code{9}));  // nine of a rank
    CHECK(!decode(Code{3} << 52));  // three jokers of a colour
    CHECK(!decode(Code{0x11 | 0x200}));  // 3, 4, two 5s
    Dice dice(32);
    for (int i = 0; i < 100000; ++i) {
        const Code code = dice.word() & dice.word() & dice.word();
        if (const std::optional<Move> move = decode(code)) {
            REQUIRE(move->code == code);
        }
    }
}

TEST_CASE("rules decide which readings may be played") {
    const TablesPtr standard = tables_of("standard"), openspiel = tables_of("openspiel"),
                    botzone = tables_of("botzone"), douzero = tables_of("douzero"), four = tables_of("standard-four"),
                    app = tables_of("app"), hubei = tables_of("hubei"), rlcard = tables_of("rlcard");
    CHECK(is_none(standard, "3456"));
    CHECK(is_none(standard, "3344"));
    CHECK(is_none(standard, "23456"));
    CHECK(is_none(standard, "333444677"));
    CHECK(is_none(standard, "BB"));
    CHECK(!is_none(four, "BB"));
    CHECK(is_none(four, "BR"));
    CHECK(!is_none(four, "BBRR"));
    CHECK(is_none(standard, "BBRR"));

    // What the pack has not, and more cards than a hand has.
    CHECK(is_none(standard, "33333"));
    CHECK(!is_none(four, "33333"));
    CHECK(is_none(botzone, "33333334"));
    CHECK(is_none(standard, "888999TTTJJJQQQKKKAAA"));
    CHECK(!is_none(four, "888999TTTJJJQQQKKKAAA"));
    CHECK(!is_none(standard, "999TTTJJJQQQKKKAAA"));
    CHECK(is_none(four, "333444555666777888999TTTJJJQQQKKKAAA"));

    // Kickers that share a rank, both jokers, three equal ones next to the body.
    CHECK(is_none(standard, "33344455"));
    CHECK(!is_none(rlcard, "33344455"));
    CHECK(is_none(standard, "333444BR"));
    CHECK(!is_none(douzero, "333444BR"));
    CHECK(is_none(standard, "3333BR"));
    CHECK(!is_none(botzone, "3333BR"));
    CHECK(is_none(standard, "JJJJ77"));
    CHECK(!is_none(app, "JJJJ77"));
    CHECK(shape_in(standard, "333444555666") == shape(Kind::kPlane, 4, '6', 12));
    CHECK(is_none(standard, "333444555777"));
    CHECK(shape_in(rlcard, "333444555777") == shape(Kind::kPlaneSolo, 3, '5', 12));
    CHECK(shape_in(rlcard, "333444555666") == shape(Kind::kPlane, 4, '6', 12));
    CHECK(classify(*openspiel, parse_hand("333444555666")).size == 3);
    CHECK(classify(*douzero, parse_hand("333444555666")).size == 1);
    CHECK(!is_none(rlcard, "QQQKKKAAA222"));  // 2 is no chain rank, so it does not join
    CHECK(shape_in(rlcard, "QQQKKKAAA222") == shape(Kind::kPlaneSolo, 3, 'A', 12));

    CHECK(is_none(app, "33344"));  // no trio_pair
    CHECK(!is_none(app, "3334445566"));  // planes with pairs are
    CHECK(is_none(openspiel, "333345"));  // no fours with kickers
    CHECK(is_none(hubei, "333322"));  // one 2 at most, and no two equal
    CHECK(is_none(hubei, "33332244"));
    CHECK(!is_none(hubei, "333324"));
    CHECK(!is_none(standard, "33332244"));
    CHECK(is_none(standard, "33334444"));
    CHECK(shape_in(botzone, "33334444") == shape(Kind::kShuttle, 2, '4', 8));
}

TEST_CASE("a code carries the number of its reading under every rule set") {
    const Hand cards = parse_hand("333444555666");
    const Code second = cards | (Code{1} << kReadingShift);
    CHECK(decode(*tables_of("openspiel"), second).has_value());
    CHECK(!decode(*tables_of("douzero"), second).has_value());  // readings = one: only the strongest
    CHECK(decode(second)->shape == shape(Kind::kPlaneSolo, 3, '6', 12));
    // Without bare planes the strongest allowed reading is the second, and keeps its number.
    const TablesPtr winged = tables_of("douzero plane_kinds=solo+pair");
    const MoveList list = classify(*winged, cards);
    REQUIRE(list.size == 1);
    CHECK(list.move[0].code == second);
    CHECK(!decode(*tables_of("standard"), kPass).has_value());  // calls are no combination
}

TEST_CASE("kickers are the cards beside the body") {
    const TablesPtr loose = resolve(loosest());
    const auto kickers = [&](std::string_view text) { return to_text(kickers_of(parse_move(*loose, text))); };
    CHECK(kickers("5") == "");
    CHECK(kickers("34567") == "");
    CHECK(kickers("3334") == "4");
    CHECK(kickers("33344") == "44");
    CHECK(kickers("333444BR") == "BR");
    CHECK(kickers("2222AK") == "KA");
    CHECK(kickers("333444555666/1") == "333");
    CHECK(kickers("333444555666/2") == "666");
    CHECK(kickers("3333") == "");
    CHECK(kickers("BR") == "");
}

TEST_CASE("comparison") {
    const TablesPtr loose = tables_of("douzero"), four = tables_of("standard-four"), botzone = tables_of("botzone");
    const auto wins = [](const TablesPtr& t, std::string_view a, std::string_view b) {
        return beats(shape_in(t, a), shape_in(t, b));
    };
    CHECK(wins(loose, "9993", "888A"));  // kickers never count
    CHECK(!wins(loose, "888A", "9993"));
    CHECK(!wins(loose, "888A", "8883"));
    CHECK(wins(loose, "R", "B"));
    CHECK(wins(loose, "B", "2"));
    CHECK(!wins(loose, "44", "3"));
    CHECK(wins(loose, "45678", "34567"));
    CHECK(!wins(loose, "456789", "34567"));
    CHECK(wins(loose, "444555", "333444"));
    CHECK(!wins(loose, "44455566", "333444"));
    CHECK(wins(loose, "3333", "2222AK"));  // quad_solo loses to any bomb
    CHECK(!wins(loose, "2222AK", "3333"));
    CHECK(wins(loose, "4444", "3333"));
    CHECK(!wins(loose, "3333", "4444"));
    CHECK(wins(loose, "BR", "2222"));
    CHECK(!wins(loose, "2222", "BR"));
    CHECK(wins(four, "33333", "2222"));  // more cards beat fewer whatever the rank
    CHECK(!wins(four, "2222", "33333"));
    CHECK(wins(four, "44444", "33333"));
    CHECK(wins(four, "BBRR", "22222222"));
    CHECK(!wins(four, "22222222", "BBRR"));
    CHECK(wins(botzone, "3333", "55556666"));  // a shuttle is no bomb
    CHECK(wins(botzone, "44445555", "33334444"));
    for (const char* move : {"3", "55", "9993", "3333", "BR"}) {
        CHECK(!beats(Shape{}, shape_in(loose, move)));
        CHECK(!beats(shape_in(loose, move), Shape{}));
        CHECK(!beats(shape_in(loose, move), shape_in(loose, move)));
    }
}

TEST_CASE("every kind has a name of its own") {
    CHECK(std::string(kind_name(Kind::kCall)) == "call");
    CHECK(std::string(kind_name(Kind::kPlaneSolo)) == "plane_solo");
    CHECK(std::string(kind_name(Kind::kRocket)) == "rocket");
    for (int a = 0; a < kKinds; ++a) {
        for (int b = 0; b < a; ++b) {
            CHECK(std::string(kind_name(static_cast<Kind>(a))) != kind_name(static_cast<Kind>(b)));
        }
    }
}
