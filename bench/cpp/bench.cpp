// Speed of the core, each question at every instruction level. Items are what is counted: games, deals, lists, nodes.
//
//   chupai_bench --benchmark_filter=games --benchmark_repetitions=5 --benchmark_enable_random_interleaving=true
#include <benchmark/benchmark.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/observe.hpp"
#include "chupai/doudizhu/text.hpp"
#include "chupai/doudizhu/view.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::bench;

namespace {

constexpr std::size_t kQuestions = 4096;

// Whole random games, auctions and redeals included.
void games(benchmark::State& state, const Kernels* k, const std::string& rules) {
    const TablesPtr tables = tables_of(rules);
    constexpr std::size_t kGames = 1024;
    std::vector<std::int32_t> payoffs(doudizhu::kMaxSeats * kGames), plies(kGames);
    std::uint64_t first = 0, moves = 0;
    for (auto _ : state) {
        k->doudizhu.random_games(*tables, 1, first, kGames, payoffs.data(), plies.data());
        first += kGames;
        state.PauseTiming();
        moves += std::accumulate(plies.begin(), plies.end(), std::uint64_t{0});
        state.ResumeTiming();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(first));
    state.counters["plies"] = benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
    state.counters["plies_a_game"] = static_cast<double>(moves) / static_cast<double>(first);
}

void deals(benchmark::State& state, const Kernels* k, const std::string& rules) {
    const TablesPtr tables = tables_of(rules);
    std::uint64_t seed = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(k->doudizhu.deal_many(*tables, ++seed, 1024));
    }
    state.SetItemsProcessed(state.iterations() * 1024);
}

using Ask = Questions (*)(const doudizhu::Tables&, std::size_t);

void list(benchmark::State& state, const Kernels* k, const std::string& rules, Ask ask) {
    const TablesPtr tables = tables_of(rules);
    const Questions q = ask(*tables, kQuestions);
    std::vector<doudizhu::Move> room = buffer();
    std::uint64_t moves = 0;
    for (auto _ : state) {
        moves += k->combinations.write_many(*tables, q.hands.data(), q.tables.data(), q.size(), room.data());
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kQuestions));
    state.counters["moves"] = benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}

void count(benchmark::State& state, const Kernels* k, const std::string& rules, Ask ask) {
    const TablesPtr tables = tables_of(rules);
    const Questions q = ask(*tables, kQuestions);
    for (auto _ : state) {
        benchmark::DoNotOptimize(k->combinations.count_many(*tables, q.hands.data(), q.tables.data(), q.size()));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kQuestions));
}

// Nodes of a full game's tree, the last level counted in bulk.
void perft(benchmark::State& state, const Kernels* k, const std::string& rules) {
    const TablesPtr tables = tables_of(rules);
    doudizhu::OpenPosition open;
    doudizhu::set_hands(open, {doudizhu::parse_hand("344445567799TKAA222R"), doudizhu::parse_hand("33566789TTJQQKKAB"),
                               doudizhu::parse_hand("35678889TJJJQQKA2")});
    const doudizhu::Position pos = doudizhu::start_open(*tables, open);
    constexpr int kDepth = 6;
    std::vector<doudizhu::Move> room = buffer(kDepth);
    std::uint64_t nodes = 0;
    for (auto _ : state) {
        nodes += k->doudizhu.perft(pos, kDepth, true, room.data());
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(nodes));
}

// What follows has one level: nothing hot calls it.
void sample(benchmark::State& state, const std::string& rules) {
    const TablesPtr tables = tables_of(rules);
    std::vector<doudizhu::View> views;
    for (const doudizhu::Position& pos : positions(*tables, kQuestions)) {
        views.push_back(doudizhu::make_view(pos, pos.to_move));
    }
    Stream stream = make_stream(2, 0, 0, Purpose::kSample);
    for (auto _ : state) {
        for (const doudizhu::View& view : views) {
            benchmark::DoNotOptimize(doudizhu::sample_position(view, stream).hands[0]);
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kQuestions));
}

void classify(benchmark::State& state, const std::string& rules) {
    const TablesPtr tables = tables_of(rules);
    const std::vector<doudizhu::Code> all = codes(*tables, kQuestions);
    for (auto _ : state) {
        for (doudizhu::Code code : all) {
            benchmark::DoNotOptimize(doudizhu::classify(*tables, code & doudizhu::kCardsMask).size);
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kQuestions));
}

void decode(benchmark::State& state, const std::string& rules) {
    const TablesPtr tables = tables_of(rules);
    const std::vector<doudizhu::Code> all = codes(*tables, kQuestions);
    for (auto _ : state) {
        for (doudizhu::Code code : all) {
            benchmark::DoNotOptimize(doudizhu::decode(code).has_value());
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kQuestions));
}

void register_all() {
    for (const Kernels* k : levels()) {
        const auto add = [&](const std::string& what, const std::string& rules, auto&& run) {
            benchmark::RegisterBenchmark((what + "/" + rules + "/" + k->level).c_str(), run)
                ->Unit(benchmark::kMicrosecond);
        };
        for (const std::string& rules : presets()) {
            add("games", rules, [=](benchmark::State& s) { games(s, k, rules); });
        }
        add("deals", "standard", [=](benchmark::State& s) { deals(s, k, "standard"); });
        for (const char* rules : {"standard", "rlcard", "douzero", "botzone"}) {
            add("lead_list", rules, [=](benchmark::State& s) { list(s, k, rules, leads); });
            add("lead_count", rules, [=](benchmark::State& s) { count(s, k, rules, leads); });
            add("follow_list", rules, [=](benchmark::State& s) { list(s, k, rules, follows); });
            add("follow_count", rules, [=](benchmark::State& s) { count(s, k, rules, follows); });
        }
        add("perft", "standard", [=](benchmark::State& s) { perft(s, k, "standard"); });
        add("perft", "douzero", [=](benchmark::State& s) { perft(s, k, "douzero"); });
    }
    benchmark::RegisterBenchmark("sample/standard", [](benchmark::State& s) { sample(s, "standard"); });
    for (const char* rules : {"standard", "douzero"}) {
        benchmark::RegisterBenchmark((std::string("classify/") + rules).c_str(),
                                     [=](benchmark::State& s) { classify(s, rules); });
        benchmark::RegisterBenchmark((std::string("decode/") + rules).c_str(),
                                     [=](benchmark::State& s) { decode(s, rules); });
    }
}

}  // namespace

int main(int argc, char** argv) {
    register_all();
    register_gongzhu();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 1;
    }
    benchmark::AddCustomContext("levels in use", kernels().level);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
