// What threads share without knowing: tables of rules made at first use, the choice of kernels, answers kept for all.
// For the thread sanitizer above all; the results are compared anyway.
#include <doctest/doctest.h>

#include <array>
#include <barrier>
#include <string>
#include <thread>
#include <vector>

#include "chupai/doudizhu/action_table.hpp"
#include "chupai/doudizhu/family.hpp"
#include "chupai/gongzhu/family.hpp"
#include "chupai/gongzhu/questions.hpp"
#include "chupai/gongzhu/text.hpp"
#include "chupai/kernels/kernels.hpp"
#include "chupai/solve/doudizhu/solve.hpp"

namespace chupai {
namespace {

// work(thread) in four threads that begin together; what each returned.
template <class Work>
auto in_threads(Work&& work) {
    constexpr int kThreads = 4;
    std::array<decltype(work(0)), kThreads> results;
    std::barrier begin(kThreads);
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
            begin.arrive_and_wait();
            results[static_cast<std::size_t>(i)] = work(i);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return results;
}

// A random game from its rules' text to its end, views and samples on the way, and random_games beside it.
template <class F>
std::string whole_game(const std::string& rules, std::uint64_t seed) {
    const auto tables = F::tables_of(rules);
    Record<F> game(tables, Seeds{seed, 0, 0});
    Stream dice = make_stream(seed, 0, 0, Purpose::kPlay);
    std::string seen;
    for (int ply = 0; ply < 30 && !F::with(*tables, [&]<class G>() { return G::is_over(game.now()); }); ++ply) {
        game.push(F::with(*tables, [&]<class G>() { return G::code(G::random_legal(game.now(), next_word(dice))); }));
        if (ply % 10 == 5) {
            seen += Observation<F>(game, 0).sample(seed, 0).text();
        }
    }
    std::vector<std::int32_t> payoffs(8 * 10), plies(10);
    kernels().of(F{}).random_games(*tables, seed, 0, 10, payoffs.data(), plies.data());
    for (const std::int32_t number : payoffs) {
        seen += " " + std::to_string(number);
    }
    return seen + Record<F>::from_text(game.text()).text();
}

template <class F>
void check_games() {
    const auto presets = preset_names<typename F::Schema>();
    const auto all = [&](int turn) {
        std::string out;
        for (std::size_t i = 0; i < presets.size(); ++i) {
            out += whole_game<F>(std::string(presets[(i + static_cast<std::size_t>(turn)) % presets.size()]), 3);
        }
        return out;
    };
    // Each in its own order, so that tables are made, shared and given back at any time.
    const auto found = in_threads(all);
    for (int turn = 0; turn < static_cast<int>(found.size()); ++turn) {
        CHECK(found[static_cast<std::size_t>(turn)] == all(turn));
    }
}

}  // namespace

TEST_CASE("games of all rules in several threads, tables made as they come") {
    check_games<doudizhu::Family>();
    check_games<gongzhu::Family>();
}

TEST_CASE("one game read by several threads") {
    const doudizhu::Record game(doudizhu::Family::tables_of("standard"), Seeds{5, 0, 0});
    const auto found = in_threads([&](int) { return doudizhu::Record(game).text() + game.text(); });
    for (const std::string& text : found) {
        CHECK(text == game.text() + game.text());
    }
}

TEST_CASE("bare questions in several threads") {
    const auto found = in_threads([](int) {
        const auto tables = gongzhu::Family::tables_of("plain");
        const auto hand = gongzhu::parse_set("SQ83 H4 D9 CT");
        const std::vector<gongzhu::Card> trick = {gongzhu::parse_card("SK"), gongzhu::parse_card("S5")};
        const std::string cards = gongzhu::set_text(gongzhu::legal_cards(*tables, hand, trick, 0, 0));
        return cards + std::to_string(gongzhu::check_trick_winner(trick)) +
               std::to_string(doudizhu::ActionTable(doudizhu::Family::tables_of("standard")).codes().size());
    });
    for (const std::string& text : found) {
        CHECK(text == "SQ83 H- D- C-012658");
    }
}

TEST_CASE("searches in several threads, a table each") {
    const auto game = doudizhu::Record::from_text(
        "chupai doudizhu 1\nrules standard\nopen 3455KK/345522 landlord 0 to_move 0 to_beat pass stake 1 passes 0\n");
    const auto found = in_threads([&](int) {
        doudizhu::SolveTable table(1 << 20);
        search::Watch watch(search::Limits{}, nullptr);
        const auto solution = solve(game.now(), game.tables_ptr(), doudizhu::SolveOptions{}, table, watch);
        return solution.value.value_or(0);
    });
    for (const std::int32_t value : found) {
        CHECK(value == 1);
    }
}

}  // namespace chupai
