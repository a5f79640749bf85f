// Speed of Gong Zhu, each question at every instruction level.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "chupai/gongzhu/open.hpp"
#include "chupai/gongzhu/text.hpp"
#include "support.hpp"

namespace chupai::bench {
namespace {

using gongzhu::Position;
using gongzhu::Schema;
using GongZhuTables = std::shared_ptr<const gongzhu::Tables>;

GongZhuTables gongzhu_tables(const std::string& rules) { return gongzhu::resolve(parse_rules<Schema>(rules)); }

// Whole random games, deals included.
void games(benchmark::State& state, const Kernels* k, const std::string& rules) {
    const GongZhuTables tables = gongzhu_tables(rules);
    constexpr std::size_t kGames = 1024;
    std::vector<std::int32_t> payoffs(gongzhu::kMaxSeats * kGames), plies(kGames);
    std::uint64_t first = 0;
    for (auto _ : state) {
        k->gongzhu.random_games(*tables, 1, first, kGames, payoffs.data(), plies.data());
        first += kGames;
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(first));
    state.counters["plies_a_game"] = plies[0];
}

// Random play from one deal, nothing exposed yet.
void playouts(benchmark::State& state, const Kernels* k, const std::string& rules) {
    const GongZhuTables tables = gongzhu_tables(rules);
    Stream stream = make_stream(1, 0, 0, Purpose::kDeal);
    const Position pos = gongzhu::start(*tables, k->gongzhu.deal(*tables, stream));
    constexpr std::size_t kGames = 1024;
    std::vector<std::int32_t> payoffs(gongzhu::kMaxSeats * kGames);
    std::uint64_t first = 0;
    for (auto _ : state) {
        k->gongzhu.playouts(pos, 1, first, kGames, payoffs.data());
        first += kGames;
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(first));
}

void deals(benchmark::State& state, const Kernels* k, const std::string& rules) {
    const GongZhuTables tables = gongzhu_tables(rules);
    std::uint64_t seed = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(k->gongzhu.deal_many(*tables, ++seed, 1024));
    }
    state.SetItemsProcessed(state.iterations() * 1024);
}

// Nodes of the play from a full deal, the last level counted in bulk.
void perft(benchmark::State& state, const Kernels* k, const std::string& rules) {
    const GongZhuTables tables = gongzhu_tables(rules + " exposing=false");
    Stream stream = make_stream(1, 0, 0, Purpose::kDeal);
    const Position pos = gongzhu::start(*tables, k->gongzhu.deal(*tables, stream));
    constexpr int kDepth = 8;
    std::vector<gongzhu::Move> room(kDepth * gongzhu::kMaxMoves);
    std::uint64_t nodes = 0;
    for (auto _ : state) {
        nodes += k->gongzhu.perft(pos, kDepth, true, room.data());
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(nodes));
}

// Views of every ply of some random games.
std::vector<gongzhu::View> views_of(const gongzhu::Tables& tables, std::uint64_t n) {
    std::vector<gongzhu::View> views;
    const auto& k = kernels().gongzhu;
    for (std::uint64_t game = 0; game < n; ++game) {
        Stream deals = make_stream(2, game, 0, Purpose::kDeal), moves = make_stream(2, game, 0, Purpose::kPlay);
        Position pos = gongzhu::start(tables, k.deal(tables, deals));
        for (; !gongzhu::is_over(pos);
             gongzhu::play(pos, k.nth_legal(pos, static_cast<unsigned>(below(moves, k.count_legal(pos)))))) {
            views.push_back(gongzhu::make_view(pos, pos.to_move));
        }
    }
    return views;
}

// One sample of each view; one level, for nothing hot calls it.
void sample(benchmark::State& state, const std::string& rules) {
    const GongZhuTables tables = gongzhu_tables(rules);
    const std::vector<gongzhu::View> views = views_of(*tables, 64);
    Stream stream = make_stream(2, 0, 0, Purpose::kSample);
    for (auto _ : state) {
        for (const gongzhu::View& view : views) {
            benchmark::DoNotOptimize(gongzhu::sample_position(view, stream).hands[0]);
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(views.size()));
}

}  // namespace

void register_gongzhu() {
    for (const Kernels* k : levels()) {
        const auto add = [&](const std::string& what, const std::string& rules, auto&& run) {
            benchmark::RegisterBenchmark(("gongzhu_" + what + "/" + rules + "/" + k->level).c_str(),
                                         [=](benchmark::State& s) { run(s, k, rules); })
                ->Unit(benchmark::kMicrosecond);
        };
        for (const auto& preset : Schema::presets()) {
            add("games", std::string(preset.name), games);
        }
        for (const char* rules : {"standard players=3", "standard players=5", "standard heart_lock=true"}) {
            add("games", rules, games);
        }
        add("playouts", "standard", playouts);
        add("playouts", "scrofazero", playouts);
        for (const char* rules : {"standard", "standard players=3", "standard players=5"}) {
            add("deals", rules, deals);
        }
        add("perft", "standard", perft);
    }
    for (const char* rules : {"standard", "standard players=5"}) {
        benchmark::RegisterBenchmark((std::string("gongzhu_sample/") + rules).c_str(),
                                     [=](benchmark::State& s) { sample(s, rules); });
    }
}

}  // namespace chupai::bench
