// Lists of legal moves: the three questions agree with each other at every level, and with trying every subset of the
// hand against classify() and beats().
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/hand.hpp"
#include "chupai/doudizhu/text.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

// Every set of cards within the hand, each once.
template <class Visitor>
void for_each_subset(const Counts& hand, std::size_t rank, Counts& chosen, Visitor&& visit) {
    if (rank == kRanks) {
        return visit(hand_of(chosen));
    }
    for (chosen[rank] = 0; chosen[rank] <= hand[rank]; ++chosen[rank]) {
        for_each_subset(hand, rank + 1, chosen, visit);
    }
    chosen[rank] = 0;
}

// The legal list by trying everything, in the documented order.
std::vector<Move> by_trying(const Tables& tables, Hand hand, Shape table) {
    std::vector<Move> found;
    Counts chosen{};
    for_each_subset(counts_of(hand), 0, chosen, [&](Hand cards) {
        for (const Move& move : classify(tables, cards)) {
            if (table.kind == Kind::kCall || beats(move.shape, table)) {
                found.push_back(move);
            }
        }
    });
    if (table.kind != Kind::kCall) {
        found.push_back(Move{});
    }
    std::sort(found.begin(), found.end(), in_order);
    return found;
}

void check_well_formed(const Tables& tables, Hand hand, Shape table, const std::vector<Move>& list) {
    std::set<Code> codes;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Move& move = list[i];
        CAPTURE(move);
        REQUIRE((i == 0 || in_order(list[i - 1], move)));
        REQUIRE(codes.insert(move.code).second);
        if (move.code == kPass) {
            REQUIRE((i == 0 && table.kind != Kind::kCall));
            continue;
        }
        REQUIRE(decode(tables, move.code) == move);
        REQUIRE(decode(move.code) == move);
        REQUIRE(holds(hand, move.code & kCardsMask));
        REQUIRE((table.kind == Kind::kCall || beats(move.shape, table)));
    }
}

// All generators on one question; returns the list they agree on.
std::vector<Move> check_question(const std::vector<Generator>& all, const Tables& tables, Hand hand, Shape table,
                                 Dice& dice) {
    CAPTURE(to_text(tables.rules));
    CAPTURE(to_text(hand));
    CAPTURE(table);
    const std::vector<Move> list = all.front().list(tables, hand, table);
    for (const Generator& g : all) {
        CAPTURE(g.name);
        REQUIRE(g.count(tables, hand, table) == list.size());
        REQUIRE(g.list(tables, hand, table) == list);
        const std::size_t step = list.size() < 60 ? 1 : list.size() / 30;
        for (std::size_t i = step == 1 ? 0 : static_cast<std::size_t>(dice.below(static_cast<int>(step)));
             i < list.size(); i += step) {
            CAPTURE(i);
            REQUIRE(g.nth(tables, hand, table, static_cast<unsigned>(i)) == list[i]);
        }
        if (!list.empty()) {
            REQUIRE(g.nth(tables, hand, table, static_cast<unsigned>(list.size() - 1)) == list.back());
        }
    }
    check_well_formed(tables, hand, table, list);
    return list;
}

Hand hand_for(Dice& dice, int packs, int n) {
    return dice.coin() ? random_hand(dice, packs, n) : dense_hand(dice, packs, n);
}

// Leads, and follows of moves that other hands could have played, small cards more often than great ones.
void check_hands(const Tables& tables, int hands, int most_cards, std::uint64_t seed, bool try_everything) {
    Dice dice(seed);
    const int packs = tables.rules.packs;
    const std::vector<Generator> all = generators();
    for (int i = 0; i < hands; ++i) {
        const Hand hand = hand_for(dice, packs, 1 + dice.below(most_cards));
        std::vector<Shape> questions{Shape{}};
        const std::vector<Move> leads = all.front().list(tables, hand_for(dice, packs, most_cards), Shape{});
        for (int k = 0; k < 5; ++k) {
            const int a = dice.below(static_cast<int>(leads.size())), b = dice.below(static_cast<int>(leads.size()));
            questions.push_back(leads[static_cast<std::size_t>(k < 3 ? std::max(a, b) : std::min(a, b))].shape);
        }
        for (const Shape& table : questions) {
            const std::vector<Move> list = check_question(all, tables, hand, table, dice);
            if (try_everything) {
                CAPTURE(to_text(tables.rules));
                CAPTURE(to_text(hand));
                CAPTURE(table);
                REQUIRE(list == by_trying(tables, hand, table));
            }
        }
    }
}

}  // namespace

TEST_CASE("presets: full hands") {
    for (int packs : {1, 2}) {
        for (const std::string& name : presets_with(packs)) {
            const TablesPtr tables = tables_of(name);
            check_hands(*tables, 150, tables->max_hand, 51, false);
        }
    }
}

TEST_CASE("presets: small hands, against trying every subset") {
    for (int packs : {1, 2}) {
        for (const std::string& name : presets_with(packs)) {
            check_hands(*tables_of(name), 60, packs == 1 ? 13 : 12, 52, true);
        }
    }
}

TEST_CASE("loosest rules: against trying every subset") {
    check_hands(*resolve(loosest()), 60, 14, 53, true);
    check_hands(*resolve(loosest()), 40, 20, 54, false);
}

TEST_CASE("random rules: against trying every subset") {
    Dice dice(55);
    for (int i = 0; i < 60; ++i) {
        const int packs = 1 + i % 2;
        check_hands(*resolve(random_rules(dice, packs)), 8, packs == 1 ? 14 : 12, 1000 + static_cast<unsigned>(i),
                    true);
        check_hands(*resolve(random_rules(dice, packs)), 3, packs == 1 ? 20 : 18, 2000 + static_cast<unsigned>(i),
                    false);
    }
}

TEST_CASE("more kickers than there can be ranks") {
    // Eight fours of two packs carry sixteen kickers, and there are but fifteen ranks.
    const Hand hand = parse_hand("3333444455556666777788889999TTTTJ");
    for (const char* more : {"quad_kicker_copies=1", "quad_kicker_copies=8"}) {
        const TablesPtr tables = tables_of(std::string("standard-four space_shuttle=winged ") + more);
        Dice dice(56);
        check_question(generators(), *tables, hand, Shape{}, dice);
    }
}

TEST_CASE("an empty answer and a bare pass") {
    const TablesPtr tables = tables_of("standard");
    const Shape rocket = parse_move(*tables, "BR").shape;
    for (const Generator& g : generators()) {
        CHECK(g.list(*tables, 0, Shape{}).empty());
        CHECK(g.list(*tables, parse_hand("33334444"), rocket) == std::vector<Move>{Move{}});
    }
}

TEST_CASE("lists written by hand") {
    const auto texts = [](std::string_view rules, std::string_view hand, std::string_view on) {
        const TablesPtr tables = tables_of(rules);
        const Shape table = on.empty() ? Shape{} : parse_move(*tables, on).shape;
        std::string out;
        for (const Move& move : generators().back().list(*tables, parse_hand(hand), table)) {
            out += (out.empty() ? "" : " ") + to_text(move);
        }
        return out;
    };
    CHECK(texts("standard", "3334", "") == "3 4 33 333 3334");
    CHECK(texts("standard", "345678BR", "") == "3 4 5 6 7 8 B R 34567 45678 345678 BR");
    CHECK(texts("standard", "33334BR", "2222") == "pass BR");
    CHECK(texts("standard", "4445BR", "333A") == "pass 4445 444B 444R BR");
    CHECK(texts("standard", "44445B", "333R") == "pass 4445 444B 4444");
    CHECK(texts("standard", "444455", "") == "4 5 44 55 444 4445 44455 4444");
    CHECK(texts("app", "444455", "") == "4 5 44 55 444 4445 444455 4444");
    CHECK(texts("standard-four", "44444BBRR", "3333") == "pass 4444 44444 BBRR");
    CHECK(texts("standard-four", "44444BB", "33") == "pass 44 BB 4444 44444");
    CHECK(texts("standard", "3334445", "") == "3 4 5 33 44 333 444 3334 3335 3444 4445 33344 33444 333444");
}
