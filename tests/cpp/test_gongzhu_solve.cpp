// The solver of Gong Zhu: against plain minimax, whatever the rules, the table and the number of threads.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "chupai/core/error.hpp"
#include "chupai/solve/gongzhu/solve.hpp"
#include "gongzhu_support.hpp"

using namespace chupai;
using namespace chupai::gongzhu;
using namespace chupai::gongzhu::testing;

namespace {

// Minimax over the contract of a Game, positions remembered in full.
class Plain {
public:
    Plain(Objective objective, int seat) : objective_(objective), seat_(seat) {}

    int value(const Position& pos) {
        if (is_over(pos)) {
            return final_value(pos);
        }
        const auto [at, is_new] = known_.try_emplace(everything(pos), 0);
        if (!is_new) {
            return at->second;
        }
        const bool maximise = objective_ == Objective::kTeam ? pos.to_move % 2 == 0 : pos.to_move == seat_;
        std::vector<int> values;
        for (const Move move : legal_moves(pos)) {
            Position next = pos;
            play(next, move);
            values.push_back(value(next));
        }
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        return known_[everything(pos)] = maximise ? *most : *least;
    }

    int final_value(const Position& pos) const {
        std::vector<std::vector<int>> piles;
        for (int s = 0; s < pos.seats; ++s) {
            piles.push_back(cards_of(pos.taken[s]));
        }
        const Rules& rules = pos.tables->rules;
        const std::vector<int> score = slow_score(rules, piles, rules.exposing ? pos.exposed : 0);
        if (objective_ == Objective::kParanoid) {
            return score[static_cast<std::size_t>(seat_) % score.size()];
        }
        return score.size() == 2 ? score[0] - score[1] : score[0] + score[2] - score[1] - score[3];
    }

private:
    static std::vector<std::uint64_t> everything(const Position& pos) {
        std::vector<std::uint64_t> all(pos.hands, pos.hands + kMaxSeats);
        all.insert(all.end(), pos.taken, pos.taken + kMaxSeats);
        all.insert(all.end(), pos.trick, pos.trick + pos.trick_size);
        all.insert(all.end(), {pos.barred, pos.to_move, pos.opener, pos.hearts_locked ? 1u : 0u});
        return all;
    }

    Objective objective_;
    int seat_;
    std::map<std::vector<std::uint64_t>, int> known_;
};

void play_on(Position& pos, Dice& dice) {
    const auto moves = legal_moves(pos);
    play(pos, moves[static_cast<std::size_t>(dice.below(static_cast<int>(moves.size())))]);
}

// So many tricks before the end of a random game, or within the next trick.
Position late_position(const Tables& tables, Dice& dice, int tricks) {
    Position pos = random_deal(tables, dice);
    while (pos.phase != Phase::kPlay || pos.trick_size != 0 || count_cards(pos.hands[0]) > tricks) {
        play_on(pos, dice);
    }
    for (int plies = dice.coin() ? 0 : dice.below(pos.seats); plies > 0; --plies) {
        play_on(pos, dice);
    }
    return pos;
}

// Few enough for plain minimax, now and then the most it can do.
int some_tricks(Dice& dice) { return dice.below(20) == 0 ? 4 : 1 + dice.below(3); }

// Random play hardly ever gives one seat all hearts taken so far; here one has them, or all cards, or cards are gone.
void pile_up(Position& pos, Dice& dice) {
    const int what = dice.below(5);
    CardSet moved = 0;
    for (CardSet& pile : pos.taken) {
        const CardSet cards = pile & (what == 0 ? kHeartSet : what == 1 || what == 2 ? kAllCards : CardSet{0});
        pile ^= cards;
        moved |= cards;
    }
    pos.taken[dice.below(pos.seats)] |= what == 2 ? moved & ~(dice.coin() ? kTenSet : kPigSet) : moved;
}

SolveOptions random_options(const Position& pos, Dice& dice) {
    SolveOptions options;
    options.objective = pos.seats == 4 && dice.coin() ? Objective::kTeam : Objective::kParanoid;
    options.seat = dice.below(pos.seats);
    options.every_move = dice.coin();
    options.best_move = dice.coin();
    return options;
}

Solution solved(const Position& pos, const SolveOptions& options, SolveTable& table) {
    search::Watch watch({}, {});
    return solve(pos, options, table, watch);
}

void check_against_plain(const Position& pos, const SolveOptions& options, const Solution& found) {
    Plain plain(options.objective, options.seat);
    const int value = plain.value(pos);
    REQUIRE(found.complete);
    REQUIRE(found.value == value);
    std::vector<Code> moves, best;
    std::vector<std::int32_t> values;
    for (const Move move : legal_moves(pos)) {
        Position next = pos;
        play(next, move);
        moves.push_back(code(move));
        values.push_back(plain.value(next));
        if (values.back() == value) {
            best.push_back(moves.back());
        }
    }
    if (options.every_move) {
        REQUIRE(found.moves == moves);
        REQUIRE(found.values == values);
        REQUIRE(found.best_moves == best);
    } else {
        REQUIRE(found.moves.empty());
        REQUIRE(found.best_moves.size() == (options.best_move ? 1 : 0));
    }
    Position end = pos;
    for (const Code c : found.line) {
        REQUIRE(std::ranges::any_of(legal_moves(end), [&](Move m) { return code(m) == c; }));
        play(end, move_of(c));
        REQUIRE(plain.value(end) == value);
    }
    REQUIRE(is_over(end));
    if (!found.best_moves.empty()) {
        REQUIRE(found.best_moves.front() == found.line.front());
    }
}

std::vector<std::string> rules_to_solve() {
    std::vector<std::string> rules = many_rules();
    rules.insert(rules.end(), {"standard teams=sum", "standard sweep_bonus=1000 sweep_rotation=deal flip_for_all=true",
                               "standard teams=pooled sweep_bonus=1000 sweep_rotation=deal",
                               "plain players=5 zero_hearts_score=false", "wikipedia players=3 flip_for_all=true"});
    return rules;
}

bool same_answers(const Solution& a, const Solution& b) {
    return a.value == b.value && a.moves == b.moves && a.values == b.values && a.best_moves == b.best_moves &&
           a.line == b.line && a.complete == b.complete;
}

}  // namespace

TEST_CASE("agrees with plain minimax") {
    Dice dice(71);
    SolveTable kept(1 << 20);  // for everything, to see that nothing is mixed up
    for (const std::string& rules : rules_to_solve()) {
        CAPTURE(rules);
        for (int i = 0; i < 20; ++i) {
            Position pos = late_position(*tables_of(rules), dice, some_tricks(dice));
            pile_up(pos, dice);
            const SolveOptions options = random_options(pos, dice);
            SolveTable fresh(1 << 20);
            check_against_plain(pos, options, solved(pos, options, dice.coin() ? kept : fresh));
        }
    }
}

TEST_CASE("agrees with plain minimax under any rules") {
    Dice dice(72);
    SolveTable kept(1 << 20);
    for (int i = 0; i < 200; ++i) {
        const TablesPtr tables = resolve(random_rules(dice));
        Position pos = late_position(*tables, dice, some_tricks(dice));
        pile_up(pos, dice);
        const SolveOptions options = random_options(pos, dice);
        CAPTURE(to_text(tables->rules));
        check_against_plain(pos, options, solved(pos, options, kept));
    }
}

TEST_CASE("the first trick under must_lead_it") {
    const TablesPtr tables = tables_of("standard exposing=false must_lead_it=true");
    Deal deal;
    deal.hands[0] = set_of_text("S3 HA2");
    deal.hands[1] = set_of_text("SA H3 DJ");
    deal.hands[2] = set_of_text("S2 SK H4");
    deal.hands[3] = set_of_text("SQ CT H5");
    const Position pos = start(*tables, deal);
    REQUIRE(legal_moves(pos).size() == 1);
    SolveTable table(1 << 20);
    for (int seat = 0; seat < 4; ++seat) {
        SolveOptions options;
        options.objective = Objective::kParanoid;
        options.seat = seat;
        options.every_move = true;
        check_against_plain(pos, options, solved(pos, options, table));
    }
}

TEST_CASE("a position solved by hand: who leads the ace of spades takes the pig") {
    // After the diamond seat 3 leads the last trick, to which all others throw what they have left.
    const Position pos = open_position(tables_of("standard"), "SA D2/SQ D3/S3 D4/C2 D5", 0, "", "SHDC");
    SolveOptions options;
    options.every_move = true;
    SolveTable table(1 << 20);
    const Solution found = solved(pos, options, table);
    CHECK(found.value == 100);
    CHECK(found.moves == std::vector<Code>{12, 26});
    CHECK(found.values == std::vector<std::int32_t>{-100, 100});
    CHECK(found.best_moves == std::vector<Code>{26});
}

TEST_CASE("the same answers with any table, any number of threads and one after the other") {
    Dice dice(73);
    SolveTable kept(64 << 20);
    for (const char* rules : {"standard", "scrofazero", "standard players=3", "standard players=5"}) {
        CAPTURE(std::string(rules));
        for (int i = 0; i < 6; ++i) {
            const int tricks = i < 4 ? 5 : 7;  // enough work for helpers
            const Position pos = late_position(*tables_of(rules), dice, tricks);
            SolveOptions options = random_options(pos, dice);
            SolveTable small(tricks == 5 ? 1 : 1 << 20), large(64 << 20);
            const Solution one = solved(pos, options, small);
            REQUIRE(one.complete);
            CHECK(same_answers(one, solved(pos, options, large)));
            CHECK(same_answers(one, solved(pos, options, kept)));
            CHECK(same_answers(one, solved(pos, options, kept)));
            options.threads = 3;
            SolveTable shared(1 << 20);
            CHECK(same_answers(one, solved(pos, options, shared)));
            CHECK(small.bytes() <= 1 << 20);
            CHECK(large.bytes() <= 64 << 20);
        }
    }
}

TEST_CASE("limits end the search and leave what is known") {
    Dice dice(74);
    const Position pos = late_position(*tables_of("standard"), dice, 13);
    for (const int threads : {1, 3}) {
        SolveOptions options;
        options.threads = threads;
        SolveTable table(1 << 20);
        for (const std::uint64_t nodes : {std::uint64_t{1}, std::uint64_t{1000}, std::uint64_t{300000}}) {
            search::Watch watch({.nodes = nodes}, {});
            const Solution found = solve(pos, options, table, watch);
            CHECK_FALSE(found.complete);
            CHECK_FALSE(found.value.has_value());
            CHECK(found.line.empty());
            CHECK(found.nodes >= nodes);
            CHECK(found.nodes < nodes + static_cast<std::uint64_t>(threads) * search::Watch::kStep);
        }
        search::Watch timed({.seconds = 0.05}, {});
        const Solution late = solve(pos, options, table, timed);
        CHECK_FALSE(late.complete);
        CHECK(late.seconds >= 0.05);
        int polls = 0;
        search::Watch polled({}, [&](std::uint64_t, double) { return ++polls < 3; });
        CHECK_FALSE(solve(pos, options, table, polled).complete);
        CHECK(polls == 3);
    }
}

TEST_CASE("a limit between two values keeps those that are known") {
    Dice dice(75);
    const Position pos = late_position(*tables_of("standard"), dice, 6);
    SolveOptions options;
    options.every_move = true;
    SolveTable table(1 << 20);
    const Solution all = solved(pos, options, table);
    for (std::uint64_t nodes = 1; nodes < all.nodes; nodes += 1 + all.nodes / 50) {
        SolveTable own(1 << 20);
        search::Watch watch({.nodes = nodes}, {});
        const Solution part = solve(pos, options, own, watch);
        CHECK_FALSE(part.complete);
        if (part.value) {
            CHECK(part.value == all.value);
        }
        REQUIRE(part.moves.size() <= all.moves.size());
        CHECK(std::equal(part.moves.begin(), part.moves.end(), all.moves.begin()));
        CHECK(std::equal(part.values.begin(), part.values.end(), all.values.begin()));
        REQUIRE(part.line.size() <= all.line.size());
        CHECK(std::equal(part.line.begin(), part.line.end(), all.line.begin()));
    }
}

TEST_CASE("what cannot be solved is refused") {
    SolveTable table(1 << 20);
    const auto refused = [&](const Position& pos, SolveOptions options) {
        search::Watch watch({}, {});
        CHECK_THROWS_AS(solve(pos, options, table, watch), Error);
    };
    Dice dice(76);
    SolveOptions paranoid;
    paranoid.objective = Objective::kParanoid;
    Position pos = random_deal(*tables_of("standard players=3"), dice);
    refused(pos, paranoid);  // still exposing
    while (pos.phase != Phase::kPlay) {
        play_on(pos, dice);
    }
    refused(pos, {});  // teams of three players
    paranoid.seat = 3;
    refused(pos, paranoid);
    paranoid.seat = -1;
    refused(pos, paranoid);
    paranoid.seat = 0;
    paranoid.threads = 0;
    refused(pos, paranoid);
    paranoid.threads = kMaxSolveThreads + 1;
    refused(pos, paranoid);
    paranoid.threads = 1;
    while (!is_over(pos)) {
        play_on(pos, dice);
    }
    refused(pos, paranoid);
}
