// Perft and playouts: against plain recursion, and the same at every level.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "chupai/doudizhu/game.hpp"
#include "chupai/doudizhu/observe.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

std::uint64_t plain_perft(const Position& pos, int depth) {
    if (depth == 0) {
        return 1;
    }
    std::uint64_t total = 0;
    for (const Move& move : legal_moves(pos)) {
        Position next = pos;
        play(next, move);
        total += plain_perft(next, depth - 1);
    }
    return total;
}

// Mean and mean square of seat 0's payoff under uniformly random play, over the whole tree.
struct Moments {
    double mean = 0, square = 0;
};

Moments expected(const Position& pos) {
    if (is_over(pos)) {
        std::int32_t out[kMaxSeats] = {};
        payoffs(pos, out);
        const double x = out[0];
        return {x, x * x};
    }
    Moments sum;
    const std::vector<Move> legal = legal_moves(pos);
    for (const Move& move : legal) {
        Position next = pos;
        play(next, move);
        const Moments m = expected(next);
        sum.mean += m.mean / static_cast<double>(legal.size());
        sum.square += m.square / static_cast<double>(legal.size());
    }
    return sum;
}

std::vector<Move> buffer(int depth) {
    return std::vector<Move>(static_cast<std::size_t>(depth) * DouDizhu<1>::kMaxLegal + kListSlack);
}

}  // namespace

TEST_CASE("perft agrees with plain recursion, in bulk or not") {
    const struct {
        const char* rules;
        const char* hands;
    } cases[] = {
        {"standard", "3334445/556678/99TTJ"}, {"openspiel", "333444555666/777788/99TTJ"},
        {"botzone", "333344445/55667/BR2"},   {"rlcard", "33345/44BR/5566"},
        {"douzero", "3455KK/345522"},
    };
    for (const auto& [rules, hands] : cases) {
        CAPTURE(std::string(rules));
        const TablesPtr tables = tables_of(rules);
        const Position pos = open_position(tables, hands);
        for (int depth = 0; depth <= 4; ++depth) {
            CAPTURE(depth);
            const std::uint64_t nodes = plain_perft(pos, depth);
            std::vector<Move> room = buffer(depth + 1);
            for (const Kernels* k : levels()) {
                CHECK(k->doudizhu.perft(pos, depth, true, room.data()) == nodes);
                CHECK(k->doudizhu.perft(pos, depth, false, room.data()) == nodes);
            }
        }
    }
}

TEST_CASE("perft of full hands: numbers of an independent generator (tests/data/doudizhu-perft.json)") {
    const struct {
        const char* hands;
        std::vector<std::uint64_t> nodes;
    } cases[] = {
        {"344445567799TKAA222R/33566789TTJQQKKAB/35678889TJJJQQKA2", {106, 190, 786, 8340, 20079, 91760}},
        {"334566778999TJQQA2BR/3445566788TTQKAA2/345789TJJJQKKKA22", {59, 137, 827, 4750, 12352, 69465}},
    };
    const TablesPtr tables = tables_of("standard");
    for (const auto& [hands, nodes] : cases) {
        const Position pos = open_position(tables, hands);
        std::vector<Move> room = buffer(7);
        for (const Kernels* k : levels()) {
            for (std::size_t depth = 1; depth <= nodes.size(); ++depth) {
                CHECK(k->doudizhu.perft(pos, static_cast<int>(depth), true, room.data()) == nodes[depth - 1]);
            }
        }
    }
}

TEST_CASE("random games: the same at every level, whole, and whichever way they are cut") {
    for (std::string_view preset_name : preset_names<Schema>()) {
        const std::string name(preset_name);
        CAPTURE(name);
        const TablesPtr tables = tables_of(name);
        const std::size_t games = 400, cut = 150, seats = static_cast<std::size_t>(tables->seats);
        std::vector<std::int32_t> payoff(seats * games), plies(games);
        levels().front()->doudizhu.random_games(*tables, 131, 10, games, payoff.data(), plies.data());
        for (std::size_t i = 0; i < games; ++i) {
            std::int32_t sum = 0;
            for (std::size_t seat = 0; seat < seats; ++seat) {
                sum += payoff[seats * i + seat];
            }
            REQUIRE(sum == 0);
            REQUIRE(plies[i] > 0);
            REQUIRE((payoff[seats * i] != 0 || tables->rules.all_pass == AllPass::kVoid));
        }
        for (const Kernels* k : levels()) {
            std::vector<std::int32_t> again(seats * games), count(games);
            k->doudizhu.random_games(*tables, 131, 10, cut, again.data(), count.data());
            k->doudizhu.random_games(*tables, 131, 10 + cut, games - cut, again.data() + seats * cut,
                                     count.data() + cut);
            REQUIRE(again == payoff);
            REQUIRE(count == plies);
        }
    }
}

TEST_CASE("a random game does not depend on the games around it") {
    const TablesPtr tables = tables_of("rlcard");
    for (const Kernels* k : levels()) {
        std::vector<std::int32_t> payoff(300), plies(100);
        k->doudizhu.random_games(*tables, 132, 0, 100, payoff.data(), plies.data());
        for (std::size_t i = 0; i < 100; i += 7) {
            std::int32_t one[3], count = 0;
            k->doudizhu.random_games(*tables, 132, i, 1, one, &count);
            REQUIRE(count == plies[i]);
            REQUIRE(one[0] == payoff[3 * i]);
        }
    }
}

TEST_CASE("playouts: the mean of random play, by the whole tree") {
    for (const char* hands : {"35/4", "334/445/56", "3335/667/89", "33334/4444/BR", "3456/4567", "345/56/BR"}) {
        CAPTURE(std::string(hands));
        const TablesPtr tables = tables_of("standard");
        const Position pos = open_position(tables, hands);
        const Moments m = expected(pos);
        constexpr std::size_t kPlayouts = 40000;
        const double deviation = std::sqrt((m.square - m.mean * m.mean) / kPlayouts);
        std::vector<std::int32_t> first;
        for (const Kernels* k : levels()) {
            std::vector<std::int32_t> payoff(pos.seats * kPlayouts);
            k->doudizhu.playouts(pos, 133, 0, kPlayouts, payoff.data());
            double mean = 0;
            for (std::size_t i = 0; i < kPlayouts; ++i) {
                mean += payoff[i * pos.seats] / static_cast<double>(kPlayouts);
            }
            CHECK(std::abs(mean - m.mean) < 4 * deviation + 1e-9);
            CHECK((first.empty() || first == payoff));
            first = payoff;
        }
    }
}

TEST_CASE("playouts of a position that is over pay it") {
    const TablesPtr tables = tables_of("standard");
    const Position pos = after(open_position(tables, "345/6/7"), "3 6");
    std::int32_t expected_row[3], row[3];
    payoffs(pos, expected_row);
    for (const Kernels* k : levels()) {
        k->doudizhu.playouts(pos, 0, 0, 1, row);
        CHECK((row[0] == expected_row[0] && row[1] == expected_row[1] && row[2] == expected_row[2]));
    }
}
