// Ids of moves: as many as the peers' networks have, every move once, in the documented orders.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/action_table.hpp"
#include "chupai/doudizhu/combination.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

// Every code has one id, which is its place; what is no move has none.
void check_ids(const ActionTable& table) {
    const std::vector<Code>& codes = table.codes();
    const std::set<Code> distinct(codes.begin(), codes.end());
    REQUIRE(distinct.size() == codes.size());
    for (std::size_t i = 0; i < codes.size(); ++i) {
        REQUIRE(table.id(codes[i]) == static_cast<std::int32_t>(i));
    }
    for (const Code code : {Code{0x12}, Code{0x5}, Code{1} << 59, ~Code{0} >> 1}) {
        CHECK(table.id(code) == ActionTable::kNone);
    }
}

// Whether every hand's legal moves, leading, are in the table.
void check_covers(const ActionTable& table) {
    Dice dice(5);
    for (int round = 0; round < 20; ++round) {
        const Hand hand = dense_hand(dice, 1, 20);
        for (const Move& move : generators().front().list(*table.tables(), hand, Shape{})) {
            REQUIRE(table.id(move.code) != ActionTable::kNone);
        }
    }
}

}  // namespace

TEST_CASE("the ids of the peers: 27,472 and 26,057") {
    const ActionTable rlcard = ActionTable::rlcard(), openspiel = ActionTable::openspiel();
    CHECK(rlcard.numbering() == Numbering::kRlcard);
    CHECK(rlcard.codes().size() == 27'472);
    CHECK(rlcard.codes().back() == kPass);
    CHECK(openspiel.numbering() == Numbering::kOpenSpiel);
    CHECK(openspiel.codes().size() == 26'057);
    CHECK(openspiel.codes()[0] == kPass);
    for (int bid = 1; bid <= kMaxBid; ++bid) {
        CHECK(openspiel.id(call_code(bid)) == bid);
    }
    CHECK(rlcard.id(call_code(1)) == ActionTable::kNone);
    for (const ActionTable* table : {&rlcard, &openspiel}) {
        check_ids(*table);
        check_covers(*table);
    }
}

TEST_CASE("the ids of rules are in the order of the legal list") {
    for (const std::string& name : presets_with(1)) {
        CAPTURE(name);
        const ActionTable table(tables_of(name));
        CHECK(table.numbering() == Numbering::kRules);
        check_ids(table);
        check_covers(table);
        std::vector<Move> moves;
        for (const Code code : table.codes()) {
            const auto move = decode(code);
            REQUIRE(move.has_value());
            moves.push_back(*move);
        }
        CHECK(std::is_sorted(moves.begin(), moves.end(), in_order));
        const bool calls = table.tables()->rules.landlord_selection != Selection::kGiven;
        CHECK((table.id(call_code(2)) != ActionTable::kNone) == calls);
    }
}

TEST_CASE("two packs have no ids") { CHECK_THROWS_AS(ActionTable(tables_of("standard-four")), RulesError); }
