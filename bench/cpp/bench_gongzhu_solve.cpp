// How long it takes to solve the last tricks of random deals of Gong Zhu, reached by random play.
//
//   bench_gongzhu_solve [TRICKS [DEALS [THREADS [RULES]]]]        (8 20 1 standard)
//
// Prints the figures of both objectives (paranoid: of the seat to lead), each deal with a fresh table.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "chupai/solve/gongzhu/solve.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::gongzhu;

namespace {

Position late_position(const Tables& tables, std::uint64_t deal, int tricks) {
    const auto& k = kernels().gongzhu;
    Stream deals = make_stream(3, deal, 0, Purpose::kDeal), moves = make_stream(3, deal, 0, Purpose::kPlay);
    Position pos = gongzhu::start(tables, k.deal(tables, deals));
    while (pos.phase != Phase::kPlay || pos.trick_size != 0 || count_cards(pos.hands[0]) > tricks) {
        gongzhu::play(pos, k.nth_legal(pos, static_cast<unsigned>(below(moves, k.count_legal(pos)))));
    }
    return pos;
}

void measure(const char* name, const std::vector<Position>& positions, Objective objective, int threads) {
    std::vector<double> times;
    std::uint64_t nodes = 0;
    std::int64_t sum = 0;
    double total = 0;
    for (const Position& pos : positions) {
        SolveOptions options;
        options.objective = objective;
        options.seat = pos.to_move;
        options.threads = threads;
        SolveTable table(std::size_t{256} << 20);
        search::Watch watch({}, {});
        const Solution found = solve(pos, options, table, watch);
        times.push_back(1000 * found.seconds);
        total += times.back();
        nodes += found.nodes;
        sum += found.value.value_or(0);
    }
    std::sort(times.begin(), times.end());
    std::printf(
        "%-9s median %8.2f ms  mean %8.2f  most %8.2f   nodes a deal %10.0f  a second %.2e   values' sum %lld\n", name,
        times[times.size() / 2], total / static_cast<double>(times.size()), times.back(),
        static_cast<double>(nodes) / static_cast<double>(times.size()), 1000 * static_cast<double>(nodes) / total,
        static_cast<long long>(sum));
}

}  // namespace

int main(int argc, char** argv) try {
    const auto number = [&](int i, int otherwise) { return argc > i ? std::max(1, std::atoi(argv[i])) : otherwise; };
    const int tricks = number(1, 8), deals = number(2, 20), threads = number(3, 1);
    const auto tables = resolve(parse_rules<Schema>(argc > 4 ? argv[4] : "standard"));
    std::vector<Position> positions;
    for (int deal = 0; deal < deals; ++deal) {
        positions.push_back(late_position(*tables, static_cast<std::uint64_t>(deal), tricks));
    }
    if (tables->seats == 4) {
        measure("team", positions, Objective::kTeam, threads);
    }
    measure("paranoid", positions, Objective::kParanoid, threads);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
