// How many combinations there are of at most 20 cards, for each rule set that a public implementation counts.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <vector>

#include "chupai/doudizhu/types.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

struct Tally {
    std::map<Kind, int> of;
    int moves = 0, card_sets = 0;

    int rest() const {
        int total = 0;
        for (const auto& [kind, n] : of) {
            const bool counted_apart = kind == Kind::kPlaneSolo || kind == Kind::kPlanePair ||
                                       (kind >= Kind::kQuadSolo && kind <= Kind::kShuttlePair);
            total += counted_apart ? 0 : n;
        }
        return total;
    }
};

// The leads of someone who holds the whole pack, as far as a hand can hold them.
Tally tally(std::string_view rules) {
    const TablesPtr tables = tables_of(rules);
    Tally out;
    std::set<Hand> sets;
    for (const Move& move : generators().back().list(*tables, tables->deck, Shape{})) {
        if (move.shape.cards <= tables->max_hand) {
            ++out.of[move.shape.kind];
            ++out.moves;
            sets.insert(move.code & kCardsMask);
        }
    }
    out.card_sets = static_cast<int>(sets.size());
    return out;
}

}  // namespace

TEST_CASE("counts of docs/rules-doudizhu.md, section 6") {
    struct {
        const char* rules;
        int card_sets, moves, plane_solo, plane_pair, quad_solo, quad_pair;
    } const expected[] = {
        {"rlcard", 27471, 27471, 21822, 2939, 1326, 858},
        {"douzero", 29984, 29984, 24322, 2939, 1339, 858},
        {"douzero readings=all", 29984, 30383, 24721, 2939, 1339, 858},
        {"openspiel", 25661, 26053, 22588, 2939, 0, 0},
        {"standard", 12654, 12654, 7161, 2939, 1170, 858},
        {"botzone", 34323, 34323, 8044, 2939, 1183, 858},
    };
    for (const auto& row : expected) {
        CAPTURE(std::string(row.rules));
        Tally found = tally(row.rules);
        CHECK(found.card_sets == row.card_sets);
        CHECK(found.moves == row.moves);
        CHECK(found.of[Kind::kPlaneSolo] == row.plane_solo);
        CHECK(found.of[Kind::kPlanePair] == row.plane_pair);
        CHECK(found.of[Kind::kQuadSolo] == row.quad_solo);
        CHECK(found.of[Kind::kQuadPair] == row.quad_pair);
        CHECK(found.rest() == 526);
    }
}

TEST_CASE("the 526 that all share, and the shuttles") {
    Tally found = tally("botzone");
    CHECK(found.of[Kind::kSolo] == 15);
    CHECK(found.of[Kind::kPair] == 13);
    CHECK(found.of[Kind::kTrio] == 13);
    CHECK(found.of[Kind::kBomb] == 13);
    CHECK(found.of[Kind::kRocket] == 1);
    CHECK(found.of[Kind::kStraight] == 36);
    CHECK(found.of[Kind::kPairStraight] == 52);
    CHECK(found.of[Kind::kPlane] == 45);
    CHECK(found.of[Kind::kTrioSolo] == 182);
    CHECK(found.of[Kind::kTrioPair] == 156);
    CHECK(found.of[Kind::kShuttle] == 38);
    CHECK(found.of[Kind::kShuttleSolo] == 17105);
    CHECK(found.of[Kind::kShuttlePair] == 3630);
}
