#include <algorithm>
#include <memory>

#include "chupai/doudizhu/family.hpp"
#include "chupai/gongzhu/family.hpp"
#include "game_class.hpp"

namespace chupai::bindings {

namespace {

constexpr std::size_t kMaxDepth = 64;
// A Move that is not written until it is used: a buffer of many costs nothing but its address space.
template <class Move>
struct RawMove {
    alignas(Move) unsigned char bytes[sizeof(Move)];
};

// Levels that are counted in one go. Those above are split, so that Ctrl-C is heard between their branches.
constexpr int kWholeLevels = 6;

template <class F>
std::uint64_t perft_split(const typename F::Position& pos, int depth, bool bulk, typename F::Move* buffer) {
    if (depth <= kWholeLevels) {
        const WithoutGil without;
        return kernels_of_game<F>().perft(pos, depth, bulk, buffer);
    }
    if (PyErr_CheckSignals() != 0) {
        throw py::error_already_set();
    }
    const auto* const end = is_over<F>(pos) ? buffer : kernels_of_game<F>().legal(pos, buffer);
    std::uint64_t total = 0;
    for (const auto* move = buffer; move != end; ++move) {
        typename F::Position next = pos;
        F::play(next, *move);
        total += perft_split<F>(next, depth - 1, bulk, buffer + (end - buffer));
    }
    return total;
}

template <class F>
std::uint64_t perft(const Record<F>& game, py::handle depth_given, bool bulk) {
    using Move = typename F::Move;
    const std::size_t depth = to_size(depth_given, "depth", kMaxDepth);
    const std::size_t most = F::with(game.tables(), []<class G>() { return std::size_t{G::kMaxLegal}; });
    const auto buffer = std::make_unique_for_overwrite<RawMove<Move>[]>((depth + 1) * most);
    const auto pos = game.now();  // a copy: the game may move on while the GIL is released
    const auto keep = game.tables_ptr();  // NOLINT(performance-unnecessary-copy-initialization) pos points into it
    return perft_split<F>(pos, static_cast<int>(depth), bulk, reinterpret_cast<Move*>(buffer.get()));
}

py::array_t<std::int32_t> payoff_array(std::size_t n, int players) {
    return py::array_t<std::int32_t>({static_cast<py::ssize_t>(n), static_cast<py::ssize_t>(players)});
}

template <class F>
py::array_t<std::int32_t> playout(const Record<F>& game, py::handle count, py::handle seed_given,
                                  py::handle start_given) {
    const std::size_t n = to_size(count, "n", kMaxGames);
    const std::uint64_t seed = to_uint64(seed_given, "seed"), start = to_uint64(start_given, "start");
    const auto pos = game.now();
    const auto keep = game.tables_ptr();  // NOLINT(performance-unnecessary-copy-initialization) pos points into it
    py::array_t<std::int32_t> out = payoff_array(n, pos.seats);
    std::int32_t* rows = out.mutable_data();
    in_pieces(n, 16384, [&](std::size_t first, std::size_t some) {
        kernels_of_game<F>().playouts(pos, seed, start + first, some, rows + first * pos.seats);
    });
    return out;
}

template <class F>
py::tuple random_games(const GivenRules<F>& rules, py::handle count, py::handle seed_given, py::handle start_given) {
    const std::size_t n = to_size(count, "n", kMaxGames);
    const std::uint64_t seed = to_uint64(seed_given, "seed"), start = to_uint64(start_given, "start");
    const auto tables = rules.tables;
    const std::size_t seats = static_cast<std::size_t>(tables->seats);
    py::array_t<std::int32_t> payoffs = payoff_array(n, tables->seats);
    py::array_t<std::int32_t> plies(static_cast<py::ssize_t>(n));
    std::int32_t *payoff_rows = payoffs.mutable_data(), *ply_rows = plies.mutable_data();
    in_pieces(n, 16384, [&](std::size_t first, std::size_t some) {
        kernels_of_game<F>().random_games(*tables, seed, start + first, some, payoff_rows + first * seats,
                                          ply_rows + first);
    });
    return py::make_tuple(payoffs, plies);
}

template <class F>
void register_for(py::module_& m) {
    m.def("perft", &perft<F>, py::arg("game"), py::arg("depth"), py::arg("bulk") = true,
          R"(The number of sequences of exactly `depth` moves from a game as it stands (int).

A sequence whose last move ends the game counts; a game that ended earlier contributes nothing. bulk counts the last
level without playing it: the same number, sooner. ParseError (a ValueError) where depth is not 0..64. Releases the
GIL.)");
    m.def("playout", &playout<F>, py::arg("game"), py::arg("n"), py::arg("seed") = 0, py::kw_only(),
          py::arg("start") = 0,
          R"(Payoffs of n uniformly random plays to the end from a game as it stands: int32[n, players].

Every move, calls included, is drawn uniformly from the legal ones, hands as they are. Row i depends on the position,
the seed and start + i alone. n: 0..2**31; seed, start: 0..2**64-1; ParseError (a ValueError) where they are not.
Releases the GIL.)");
    m.def("random_games", &random_games<F>, py::arg("rules"), py::arg("n"), py::arg("seed") = 0, py::kw_only(),
          py::arg("start") = 0,
          R"(Deals and plays n whole games at random: payoffs int32[n, players] and plies int32[n].

rules: a Rules of any game, or the text of Dou Dizhu's. n: 0..2**31; seed, start: 0..2**64-1.

Row i is the game that Game(rules, seed=seed, game=start + i) deals; passed-out deals are redealt where the rules
redeal, and their calls count as plies. Rows depend on the rules, the seed and start + i alone: parts of one run can be
made apart. RulesError for a text that is no rules, ParseError for numbers out of range (ValueErrors). Releases the
GIL.)");
}

}  // namespace

void register_search(py::module_& m) {
    register_for<doudizhu::Family>(m);
    register_for<gongzhu::Family>(m);
}

}  // namespace chupai::bindings
