// A program to count instructions of (see bench/callgrind.sh): does one thing N times and prints how many units of
// work that was, nothing else. The difference of two runs has no start-up cost in it.
//
//   profile_playout N [plies|deals|lead_lists|lead_counts|follow_lists|follow_counts [RULES]]
//   profile_playout N gongzhu_plies|gongzhu_deals|gongzhu_playouts [RULES]
//
// Without more it plays N random games and prints their plies (gongzhu_playouts: from one deal, without dealing).
// CHUPAI_LEVEL chooses the level.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include "support.hpp"

using namespace chupai;
using namespace chupai::bench;

namespace {

volatile std::uint64_t sink;  // what is computed must be

std::uint64_t plies(const doudizhu::Tables& tables, std::size_t n) {
    std::vector<std::int32_t> payoffs(doudizhu::kMaxSeats * n), count(n);
    kernels().doudizhu.random_games(tables, 1, 0, n, payoffs.data(), count.data());
    return std::accumulate(count.begin(), count.end(), std::uint64_t{0});
}

// The questions are built from few, so that building them (which the difference cancels) stays short.
std::uint64_t ask(const doudizhu::Tables& tables, const Questions& q, bool write, std::size_t n) {
    std::vector<doudizhu::Move> room = buffer();
    std::uint64_t asked = 0;
    for (; asked < n; asked += q.size()) {
        const Kernels& k = kernels();
        sink = write ? k.combinations.write_many(tables, q.hands.data(), q.tables.data(), q.size(), room.data())
                     : k.combinations.count_many(tables, q.hands.data(), q.tables.data(), q.size());
    }
    return asked;
}

std::uint64_t run_gongzhu(const std::string& what, const std::string& rules, std::size_t n) {
    const auto tables = gongzhu::resolve(parse_rules<gongzhu::Schema>(rules));
    std::vector<std::int32_t> payoffs(gongzhu::kMaxSeats * n), count(n);
    if (what == "gongzhu_plies") {
        kernels().gongzhu.random_games(*tables, 1, 0, n, payoffs.data(), count.data());
        return std::accumulate(count.begin(), count.end(), std::uint64_t{0});
    }
    if (what == "gongzhu_deals") {
        sink = kernels().gongzhu.deal_many(*tables, 1, n);
        return n;
    }
    if (what == "gongzhu_playouts") {
        Stream stream = make_stream(1, 0, 0, Purpose::kDeal);
        const gongzhu::Position pos = gongzhu::start(*tables, kernels().gongzhu.deal(*tables, stream));
        kernels().gongzhu.playouts(pos, 1, 0, n, payoffs.data());
        return n;
    }
    return 0;
}

std::uint64_t run(const std::string& what, const doudizhu::Tables& tables, std::size_t n) {
    constexpr std::size_t kQuestions = 1000;
    if (what == "plies") {
        return plies(tables, n);
    }
    if (what == "deals") {
        sink = kernels().doudizhu.deal_many(tables, 1, n);
        return n;
    }
    if (what == "lead_lists" || what == "lead_counts") {
        return ask(tables, leads(tables, kQuestions), what == "lead_lists", n);
    }
    if (what == "follow_lists" || what == "follow_counts") {
        return ask(tables, follows(tables, kQuestions), what == "follow_lists", n);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const long n = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 0;
    try {
        const std::string what = argc > 2 ? argv[2] : "plies", rules = argc > 3 ? argv[3] : "standard";
        const auto count = static_cast<std::size_t>(n > 0 ? n : 0);
        const bool other_game = what.starts_with("gongzhu");
        const std::uint64_t units = count == 0   ? 0
                                    : other_game ? run_gongzhu(what, rules, count)
                                                 : run(what, *tables_of(rules), count);
        if (units == 0) {
            std::fprintf(stderr,
                         "usage: profile_playout N [plies|deals|lead_lists|lead_counts|follow_lists|"
                         "follow_counts [RULES]]\n"
                         "       profile_playout N gongzhu_plies|gongzhu_deals|gongzhu_playouts [RULES]\n");
            return 2;
        }
        std::printf("%llu\n", static_cast<unsigned long long>(units));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
