// Batches: the same results whatever the threads and the number of games, and those of single games.
#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "chupai/batch/batch.hpp"
#include "chupai/doudizhu/family.hpp"
#include "chupai/gongzhu/family.hpp"
#include "chupai/kernels/kernels.hpp"

namespace chupai {
namespace {

template <class F>
using BatchOf = batch::Batch<F>;

template <class F>
std::unique_ptr<BatchOf<F>> make(const char* rules, std::size_t n, int threads, bool autoreset = true) {
    return std::make_unique<BatchOf<F>>(kernels().of(F{}).batch, F::tables_of(rules), n, 7, threads, autoreset);
}

// Any index of each game's list; -1 where there is none. The same for equal lists.
template <class F>
std::vector<std::int32_t> any_index(BatchOf<F>& batch, unsigned step) {
    std::vector<std::int32_t> index(batch.size());
    for (std::size_t i = 0; i < index.size(); ++i) {
        const std::int32_t n = batch.offsets()[i + 1] - batch.offsets()[i];
        index[i] =
            n == 0 ? -1 : static_cast<std::int32_t>((step * 2654435761u + i * 40503u) % static_cast<unsigned>(n));
    }
    return index;
}

template <class F>
std::vector<std::int64_t> codes_of(BatchOf<F>& batch, std::size_t i) {
    return {batch.codes()->data() + batch.offsets()[i], batch.codes()->data() + batch.offsets()[i + 1]};
}

template <class F>
std::vector<std::int64_t> codes_of(const Record<F>& game) {
    std::vector<typename F::Move> room(27072);
    std::vector<std::int64_t> codes;
    F::with(game.tables(), [&]<class G>() {
        if (!G::is_over(game.now())) {
            const auto* const end = G::legal(game.now(), room.data());
            for (const auto* move = room.data(); move != end; ++move) {
                codes.push_back(static_cast<std::int64_t>(F::code(*move)));
            }
        }
    });
    return codes;
}

template <class F>
void stepped_like_single_games(const char* rules) {
    constexpr std::size_t n = 9;
    auto batch = make<F>(rules, n, 3);
    std::vector<Record<F>> games;
    std::vector<std::uint64_t> episodes(n);
    for (std::size_t i = 0; i < n; ++i) {
        games.emplace_back(F::tables_of(rules), Seeds{7, i, 0});
    }
    for (unsigned step = 0; step < 400; ++step) {
        const auto index = any_index(*batch, step);
        batch->step(index);
        for (std::size_t i = 0; i < n; ++i) {
            games[i].push(static_cast<std::uint64_t>(codes_of(games[i])[static_cast<std::size_t>(index[i])]));
            const bool over = F::with(games[i].tables(), [&]<class G>() { return G::is_over(games[i].now()); });
            REQUIRE(batch->terminated()[i] == over);
            std::int32_t payoffs[8] = {};
            if (over) {
                F::with(games[i].tables(), [&]<class G>() { G::payoffs(games[i].now(), payoffs); });
                games[i] = Record<F>(F::tables_of(rules), Seeds{7, i, ++episodes[i]});
            }
            for (std::size_t seat = 0; seat < batch->seats(); ++seat) {
                REQUIRE(batch->rewards()[i * batch->seats() + seat] == static_cast<float>(payoffs[seat]));
            }
            REQUIRE(codes_of(*batch, i) == codes_of(games[i]));
            REQUIRE(int{batch->player()[i]} == F::to_move(games[i].now()));
            REQUIRE(batch->episode()[i] == static_cast<std::int64_t>(episodes[i]));
            REQUIRE(batch->game(i) == games[i]);
        }
    }
}

template <class F>
void same_whatever_the_threads(const char* rules) {
    auto one = make<F>(rules, 50, 1), many = make<F>(rules, 50, 4), fewer = make<F>(rules, 20, 2);
    for (unsigned step = 0; step < 120; ++step) {
        if (step % 5 == 4) {
            one->step_random(3, true, false);
            many->step_random(3, true, false);
            fewer->step_random(3, true, false);
        } else {
            one->step(any_index(*one, step));
            many->step(any_index(*many, step));
            fewer->step(any_index(*fewer, step));
        }
        for (std::size_t i = 0; i < 50; ++i) {
            REQUIRE(codes_of(*one, i) == codes_of(*many, i));
            REQUIRE(one->episode()[i] == many->episode()[i]);
            REQUIRE(codes_of(*one, i) == codes_of(one->game(i)));
            if (i < 20) {
                REQUIRE(codes_of(*one, i) == codes_of(*fewer, i));
            }
        }
    }
}

TEST_CASE("a batch steps like single games") {
    stepped_like_single_games<doudizhu::Family>("standard");
    stepped_like_single_games<doudizhu::Family>("openspiel");
    stepped_like_single_games<doudizhu::Family>("standard-four");
    stepped_like_single_games<gongzhu::Family>("standard");
    stepped_like_single_games<gongzhu::Family>("plain players=5");
    stepped_like_single_games<gongzhu::Family>("scrofazero");
}

TEST_CASE("results depend neither on threads nor on the number of games") {
    same_whatever_the_threads<doudizhu::Family>("standard");
    same_whatever_the_threads<gongzhu::Family>("standard players=3");
}

TEST_CASE("wrong indices are refused and nothing moves") {
    auto batch = make<gongzhu::Family>("standard exposing=false", 5, 2);
    std::vector<std::int32_t> index(5);
    index[3] = 13;
    const auto before = codes_of(*batch, 0);
    CHECK_THROWS_WITH_AS(batch->step(index), doctest::Contains("game 3: index 13"), IllegalMoveError);
    index[3] = -1;
    CHECK_THROWS_WITH_AS(batch->step(index), doctest::Contains("game 3: index -1"), IllegalMoveError);
    std::vector<std::int64_t> codes(5);
    for (std::size_t i = 0; i < 5; ++i) {
        codes[i] = codes_of(*batch, i)[0];
    }
    codes[1] = 60;
    CHECK_THROWS_WITH_AS(batch->step_codes(codes), doctest::Contains("game 1:"), IllegalMoveError);
    CHECK(codes_of(*batch, 0) == before);
}

TEST_CASE("without autoreset games that ended stay over") {
    auto batch = make<gongzhu::Family>("scrofazero", 4, 2, false);
    for (unsigned step = 0; step < 52; ++step) {
        batch->step(any_index(*batch, step));
    }
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(batch->terminated()[i]);
        CHECK(int{batch->player()[i]} == -1);
        CHECK(codes_of(*batch, i).empty());
    }
    batch->step(any_index(*batch, 0));
    CHECK(!batch->terminated()[0]);
    CHECK(batch->rewards()[0] == 0);
    batch->reset({});
    CHECK(batch->episode()[0] == 1);
    CHECK(codes_of(*batch, 0).size() == 13);
}

TEST_CASE("codes that are no legal moves are refused and nothing moves") {
    auto batch = make<doudizhu::Family>("douzero", 2, 1, false);
    const auto before = codes_of(*batch, 0);
    std::vector<std::int64_t> codes = {before[0], codes_of(*batch, 1)[0]};
    const std::int64_t good = codes[1];
    for (const std::int64_t bad : {std::int64_t{-5}, std::int64_t{0x0111000000000000}, std::int64_t{0}}) {
        codes[1] = bad;
        CHECK_THROWS_WITH_AS(batch->step_codes(codes), doctest::Contains("game 1:"), IllegalMoveError);
    }
    CHECK(codes_of(*batch, 0) == before);
    codes[1] = good;
    batch->step_codes(codes);
    CHECK(codes_of(*batch, 0) != before);
}

TEST_CASE("games that are over take no moves") {
    auto batch = make<gongzhu::Family>("scrofazero", 1, 1, false);
    for (unsigned step = 0; step < 52; ++step) {
        batch->step(any_index(*batch, step));
    }
    CHECK_THROWS_WITH_AS(batch->step(std::vector<std::int32_t>{0}), doctest::Contains("it is over"), IllegalMoveError);
    CHECK_THROWS_WITH_AS(batch->step_codes(std::vector<std::int64_t>{7}), doctest::Contains("it is over"),
                         IllegalMoveError);
    CHECK_NOTHROW(batch->step_codes(std::vector<std::int64_t>{-1}));
}

TEST_CASE("games that are set must be of the batch") {
    using Game = Record<doudizhu::Family>;
    auto batch = make<doudizhu::Family>("standard", 2, 1);
    const auto ours = doudizhu::Family::tables_of("standard");
    Game over(ours, Seeds{3, 0, 0});
    while (over.now().phase != doudizhu::Phase::kOver) {
        over.push(static_cast<std::uint64_t>(codes_of(over).back()));
    }
    const Game going(ours, Seeds{3, 0, 0});
    const Game other(doudizhu::Family::tables_of("standard spring=false"), Seeds{3, 0, 0});
    const Game two = Game::from_text(
        "chupai doudizhu 1\nrules standard\nopen 3/4 landlord 0 to_move 0 to_beat pass stake 1 passes 0\n");
    const auto before = codes_of(*batch, 0);
    CHECK_THROWS_WITH_AS(batch->set_games({going, other}), doctest::Contains("game 1 has other rules"), ParseError);
    CHECK_THROWS_WITH_AS(batch->set_games({going, two}), doctest::Contains("game 1 has 2 players"), ParseError);
    CHECK_THROWS_WITH_AS(batch->set_games({over, going}), doctest::Contains("game 0 is over"), ParseError);
    CHECK(codes_of(*batch, 0) == before);
    batch->set_games({going, going});
    CHECK(codes_of(*batch, 1) == codes_of(going));
    CHECK(batch->game(1) == going);
    CHECK(batch->memory() > 2 * sizeof(Game));
}

TEST_CASE("what the parts of a pool throw comes out, of the lowest part, and the pool goes on") {
    batch::Pool pool(4);
    CHECK(pool.parts() == 4);
    for (int round = 0; round < 20; ++round) {
        CHECK_THROWS_WITH(pool.run([](int part) {
            if (part >= 2) {
                throw std::runtime_error("part " + std::to_string(part));
            }
        }),
                          "part 2");
        std::vector<int> done(4);
        pool.run([&](int part) { done[static_cast<std::size_t>(part)] = part + 1; });
        CHECK(done == std::vector<int>{1, 2, 3, 4});
    }
    CHECK(batch::available_processors() >= 1);
}

}  // namespace
}  // namespace chupai
