// Positions: auctions, turns, passes, and what holds of every position of random play.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/deal.hpp"
#include "chupai/doudizhu/kickers.hpp"
#include "chupai/doudizhu/observe.hpp"
#include "chupai/doudizhu/position.hpp"
#include "chupai/doudizhu/text.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

static_assert(sizeof(Position) <= 96);
static_assert(std::is_trivially_copyable_v<Position>);

Position dealt(const TablesPtr& tables, std::uint64_t game) {
    Stream stream = make_stream(91, game, 0, Purpose::kDeal);
    return start(*tables, tables->rules.packs == 1 ? deal_cards<1>(*tables, stream) : deal_cards<2>(*tables, stream));
}

// The first bidder is seat 0.
Position auction(std::string_view rules, std::string_view calls) {
    static std::vector<TablesPtr> alive;
    alive.push_back(tables_of(rules));
    Position pos = dealt(alive.back(), 0);
    pos.first = pos.to_move = pos.last = 0;
    return after(pos, calls);
}

void check_landlord(const Position& pos, int seat, int stake) {
    REQUIRE(pos.phase == Phase::kPlay);
    CHECK(int{pos.landlord} == seat);
    CHECK(int{pos.to_move} == seat);
    CHECK(int{pos.stake} == stake);
    CHECK(total_of(counts_of(pos.hands[seat])) == pos.tables->max_hand);
    CHECK(pos.landlord_start == pos.hands[seat]);
    CHECK(pos.table == Move{});
}

std::string calls_in(const Position& pos) {
    std::string out;
    for (const Move& move : legal_moves(pos)) {
        out += (out.empty() ? "" : " ") + to_text(move);
    }
    return out;
}

}  // namespace

TEST_CASE("auction: who ends up landlord, at which stake") {
    check_landlord(auction("standard", "3"), 0, 3);
    check_landlord(auction("standard", "pass 3"), 1, 3);
    check_landlord(auction("standard", "1 pass pass"), 0, 1);
    check_landlord(auction("standard", "1 2 pass pass"), 1, 2);
    check_landlord(auction("standard", "1 2 3"), 2, 3);
    check_landlord(auction("standard", "pass pass 1 pass pass"), 2, 1);
    check_landlord(auction("standard", "pass 1 pass 2 pass pass"), 0, 2);  // a seat that passed may call again
    check_landlord(auction("standard", "1 pass 2 pass pass"), 2, 2);
    check_landlord(auction("standard", "1 2 pass 3"), 0, 3);
    check_landlord(auction("standard-four", "1 pass pass pass"), 0, 1);
    check_landlord(auction("standard-four", "pass 1 pass 2 3"), 0, 3);
}

TEST_CASE("auction: final passes") {
    const char* rules = "standard pass_is_final=true";
    check_landlord(auction(rules, "1 pass pass"), 0, 1);
    check_landlord(auction(rules, "pass pass 1"), 2, 1);  // nobody is left to raise
    check_landlord(auction(rules, "pass 1 pass"), 1, 1);
    check_landlord(auction(rules, "pass 1 2 pass"), 2, 2);
    check_landlord(auction(rules, "1 pass 2 3"), 0, 3);
    CHECK(int{auction(rules, "pass 1 2").to_move} == 1);  // seat 0 is out
    check_landlord(auction("standard-four pass_is_final=true", "pass pass pass 2"), 3, 2);
}

TEST_CASE("auction: which calls are legal") {
    CHECK(calls_in(auction("standard", "")) == "pass bid1 bid2 bid3");
    CHECK(calls_in(auction("standard", "pass pass")) == "pass bid1 bid2 bid3");
    CHECK(calls_in(auction("standard", "1")) == "pass bid2 bid3");
    CHECK(calls_in(auction("standard", "1 2 pass")) == "pass bid3");
    CHECK(calls_in(auction("app", "")) == "bid1 bid2 bid3");
    for (const char* illegal : {"0 1 1", "2 1", "1 1"}) {
        CHECK_THROWS_AS(auction("standard", illegal), IllegalMoveError);
    }
    CHECK_THROWS_AS(auction("standard", "34567"), IllegalMoveError);
    CHECK_THROWS_AS(auction("app", "pass"), IllegalMoveError);
    CHECK_THROWS_AS(auction("standard", "3 pass"), IllegalMoveError);
}

TEST_CASE("auction: all pass") {
    const Position redeal = auction("standard", "pass pass pass");
    CHECK(is_over(redeal));
    CHECK(wants_redeal(redeal));
    CHECK(legal_moves(redeal).empty());
    const Position passed_out = auction("openspiel", "pass pass pass");
    CHECK(is_over(passed_out));
    CHECK(!wants_redeal(passed_out));
    check_landlord(auction("standard all_pass=forced", "pass pass pass"), 0, 1);
    check_landlord(auction("standard all_pass=forced pass_is_final=true", "pass pass pass"), 0, 1);
    CHECK(wants_redeal(auction("standard pass_is_final=true", "pass pass pass")));
    CHECK(wants_redeal(auction("hubei-pairs", "pass pass pass pass")));
    std::int32_t out[kMaxSeats] = {9, 9, 9, 9};
    payoffs(passed_out, out);
    CHECK((out[0] == 0 && out[1] == 0 && out[2] == 0));
}

TEST_CASE("drawn and given landlords") {
    check_landlord(auction("rlcard", ""), 0, 1);
    const TablesPtr app = tables_of("app");
    for (std::uint64_t game = 0; game < 30; ++game) {
        const Position pos = dealt(app, game);
        CHECK(pos.phase == Phase::kStake);
        check_landlord(after(pos, "2"), pos.first, 2);
    }
}

TEST_CASE("turns and passes") {
    const TablesPtr tables = tables_of("standard");
    Position pos = open_position(tables, "3345/446KK/557QQ");
    CHECK(int{pos.to_move} == 0);
    CHECK_THROWS_AS(after(pos, "pass"), IllegalMoveError);  // the leader may not pass
    pos = after(pos, "33");
    CHECK(to_text(pos.table) == "33");
    CHECK(int{pos.to_move} == 1);
    pos = after(pos, "pass");
    CHECK(int{pos.to_move} == 2);
    CHECK(to_text(pos.table) == "33");
    // Landlord leads a pair, next... plays a higher pair, the other two pass: he who played it leads anew, any kind.
    pos = after(pos, "55 pass");
    CHECK(to_text(pos.table) == "55");
    CHECK(after(pos, "KK").to_move == 2);  // a passed player may play again in the same round
    pos = after(pos, "pass");
    CHECK(int{pos.to_move} == 2);
    CHECK(pos.table == Move{});
    CHECK(int{pos.last} == 2);
    CHECK_THROWS_AS(after(pos, "pass"), IllegalMoveError);
    pos = after(pos, "7");
    CHECK(to_text(pos.table) == "7");
    CHECK_THROWS_AS(after(pos, "44"), IllegalMoveError);
    CHECK_THROWS_AS(after(pos, "3"), IllegalMoveError);
    CHECK_THROWS_AS(after(pos, "A"), IllegalMoveError);  // not in the hand
}

TEST_CASE("four seats: three passes end a round") {
    const TablesPtr tables = tables_of("standard-four");
    Position pos = open_position(tables, "34/56/78/9T", 2);
    pos = after(pos, "7 9 pass pass");
    CHECK(to_text(pos.table) == "9");
    CHECK(int{pos.to_move} == 2);
    pos = after(pos, "pass");
    CHECK(int{pos.to_move} == 3);
    CHECK(pos.table == Move{});
}

TEST_CASE("the first without cards ends the game") {
    const TablesPtr tables = tables_of("standard");
    const Position pos = after(open_position(tables, "345/6/7"), "3 6");
    CHECK(is_over(pos));
    CHECK(int{pos.last} == 1);
    CHECK(legal_moves(pos).empty());
    CHECK_THROWS_AS(after(pos, "7"), IllegalMoveError);
}

TEST_CASE("two hands: the pass of one ends the round") {
    const TablesPtr tables = tables_of("standard");
    Position pos = open_position(tables, "3344/55R");
    pos = after(pos, "33 55 pass");
    CHECK(int{pos.to_move} == 1);
    CHECK(pos.table == Move{});
}

TEST_CASE("random play: what holds of every position") {
    Dice dice(92);
    for (int packs : {1, 2}) {
        for (const std::string& name : presets_with(packs)) {
            CAPTURE(std::string(name));
            const TablesPtr tables = tables_of(name);
            for (std::uint64_t game = 0; game < 25; ++game) {
                Position pos = dealt(tables, game);
                Hand played = 0;
                while (!is_over(pos)) {
                    Hand all = played + (pos.phase == Phase::kPlay ? 0 : pos.bottom);
                    for (int seat = 0; seat < pos.seats; ++seat) {
                        all += pos.hands[seat];
                    }
                    REQUIRE(all == tables->deck);
                    const std::vector<Move> legal = legal_moves(pos);
                    REQUIRE(!legal.empty());
                    for (const Kernels* k : levels()) {
                        std::vector<Move> again(legal.size() + kListSlack);
                        REQUIRE(k->doudizhu.count_legal(pos) == legal.size());
                        REQUIRE(k->doudizhu.legal(pos, again.data()) == again.data() + legal.size());
                        again.resize(legal.size());
                        REQUIRE(again == legal);
                        const auto any = static_cast<unsigned>(dice.below(static_cast<int>(legal.size())));
                        REQUIRE(k->doudizhu.nth_legal(pos, any) == legal[any]);
                    }
                    const Move move = legal[static_cast<std::size_t>(dice.below(static_cast<int>(legal.size())))];
                    REQUIRE(legal_move(pos, move.code) == move);
                    REQUIRE(parse_in(pos, to_text(move)) == move);
                    const Position copy = pos;
                    REQUIRE(key(copy) == key(pos));
                    played += move.code & kCardsMask;
                    play(pos, move);
                    REQUIRE(key(copy) != key(pos));
                }
                std::int32_t out[kMaxSeats] = {};
                payoffs(pos, out);
                REQUIRE(out[0] + out[1] + out[2] + out[3] == 0);
                REQUIRE((wants_redeal(pos) || pos.hands[pos.last] == 0 || out[0] == 0));
            }
        }
    }
}

TEST_CASE("every move that is not in the list is refused") {
    Dice dice(93);
    const TablesPtr tables = tables_of("openspiel");
    for (std::uint64_t game = 0; game < 20; ++game) {
        Position pos = after(dealt(tables, game), "3");
        std::vector<Move> probes = legal_moves(pos);
        for (Code bid = 1; bid <= 3; ++bid) {
            probes.push_back(Move{call_code(static_cast<int>(bid)), Shape{}});
        }
        for (int ply = 0; ply < 30 && !is_over(pos); ++ply) {
            const std::vector<Move> legal = legal_moves(pos);
            for (const Move& probe : probes) {
                const bool listed = std::find(legal.begin(), legal.end(), probe) != legal.end();
                REQUIRE(is_legal(pos, probe.code) == listed);
            }
            play(pos, legal[static_cast<std::size_t>(dice.below(static_cast<int>(legal.size())))]);
        }
    }
}
