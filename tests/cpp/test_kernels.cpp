// The tables of kernels: bare questions and deals, one by one and many at once, at every level.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "chupai/gongzhu/rules.hpp"
#include "chupai/kernels/kernels.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu::testing;

TEST_CASE("many questions are the sum of single ones") {
    Dice dice(6);
    for (const char* rules : {"standard", "standard-four"}) {
        const auto tables = tables_of(rules);
        std::vector<doudizhu::Hand> hands;
        std::vector<doudizhu::Shape> shapes;
        for (int i = 0; i < 40; ++i) {
            hands.push_back(random_hand(dice, tables->rules.packs, 17));
            const auto moves = generators().front().list(*tables, random_hand(dice, tables->rules.packs, 17), {});
            shapes.push_back(i % 4 == 0 ? doudizhu::Shape{} : moves[moves.size() / 2].shape);
        }
        std::vector<doudizhu::Move> room(27'072);
        for (const Kernels* level : levels()) {
            const CombinationKernels& ask = level->combinations;
            std::uint64_t total = 0;
            for (std::size_t i = 0; i < hands.size(); ++i) {
                total += ask.count(*tables, hands[i], shapes[i]);
            }
            CHECK(ask.count_many(*tables, hands.data(), shapes.data(), hands.size()) == total);
            CHECK(ask.write_many(*tables, hands.data(), shapes.data(), hands.size(), room.data()) == total);
        }
    }
}

TEST_CASE("deals are the same at every level, one by one and many at once") {
    const auto check = [](const auto& tables, auto kernels_of_level) {
        for (const Kernels* level : levels()) {
            const auto& kernels = kernels_of_level(*level);
            const auto& baseline = kernels_of_level(*levels().front());
            std::uint64_t mixed = 0;
            for (std::uint64_t i = 0; i < 10; ++i) {
                Stream stream = make_stream(3, i, 0, Purpose::kDeal), same = stream;
                const auto deal = kernels.deal(*tables, stream);
                CHECK(deal == baseline.deal(*tables, same));
                mixed ^= deal.hands[0];
            }
            CHECK(kernels.deal_many(*tables, 3, 10) == mixed);
        }
    };
    check(tables_of("standard"), [](const Kernels& k) -> const auto& { return k.doudizhu; });
    check(tables_of("standard-four"), [](const Kernels& k) -> const auto& { return k.doudizhu; });
    for (const char* rules : {"standard", "standard players=3", "standard players=5"}) {
        check(gongzhu::resolve(parse_rules<gongzhu::Schema>(rules)),
              [](const Kernels& k) -> const auto& { return k.gongzhu; });
    }
}

TEST_CASE("a level that is not there has no table") { CHECK(kernels_of("none") == nullptr); }
