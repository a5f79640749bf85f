// What `chupai bench` measures and no user calls: many questions in one call, so that Python's share vanishes.

#include <memory>

#include "chupai/gongzhu/family.hpp"
#include "doudizhu.hpp"

namespace chupai::bindings {

using namespace doudizhu_game;

namespace {

using Codes = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

struct Questions {
    std::vector<Hand> hands;
    std::vector<Shape> tables;
};

Questions questions(const Tables& rules, const Codes& hands, const Codes& to_beat) {
    if (hands.ndim() != 1 || to_beat.ndim() != 1 || hands.size() != to_beat.size()) {
        throw ParseError("hands and to_beat must be arrays of one dimension and equal length");
    }
    Questions out;
    for (py::ssize_t i = 0; i < hands.size(); ++i) {
        out.hands.push_back(to_hand(py::int_(hands.at(i))));
        check_hand(rules, out.hands.back(), "the hand");
        out.tables.push_back(to_move(rules, py::int_(to_beat.at(i))).shape);
    }
    return out;
}

std::uint64_t bench_moves(const PyRules<F>& rules, const Codes& hands, const Codes& to_beat, bool write, int repeats) {
    const Questions q = questions(*rules.tables, hands, to_beat);
    std::size_t longest = 0;
    for (std::size_t i = 0; i < q.hands.size(); ++i) {
        longest = std::max<std::size_t>(longest, kernels().combinations.count(*rules.tables, q.hands[i], q.tables[i]));
    }
    std::vector<Move> buffer(longest + kListSlack);
    std::uint64_t total = 0;
    for (int i = 0; i < repeats; ++i) {
        total +=
            write ? kernels().combinations.write_many(*rules.tables, q.hands.data(), q.tables.data(), q.hands.size(),
                                                      buffer.data())
                  : kernels().combinations.count_many(*rules.tables, q.hands.data(), q.tables.data(), q.hands.size());
    }
    return total;
}

template <class G>
void register_deals(py::module_& m) {
    m.def(
        "_bench_deals",
        [](const PyRules<G>& rules, std::uint64_t seed, std::size_t n) {
            return kernels_of_game<G>().deal_many(*rules.tables, seed, n);
        },
        py::arg("rules"), py::arg("seed"), py::arg("n"), "Deals n times; returns a mixture of the cards.");
}

}  // namespace

void register_bench(py::module_& m) {
    m.def("_bench_moves", &bench_moves, py::arg("rules"), py::arg("hands"), py::arg("to_beat"), py::arg("write"),
          py::arg("repeats"), "Answers all questions `repeats` times; returns how many moves there were in all.");
    register_deals<doudizhu::Family>(m);
    register_deals<gongzhu::Family>(m);
}

}  // namespace chupai::bindings
