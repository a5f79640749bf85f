// solve(), its results, and tables that are kept between calls.

#include <algorithm>
#include <array>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chupai/doudizhu/family.hpp"
#include "chupai/gongzhu/family.hpp"
#include "chupai/search/watch.hpp"
#include "chupai/solve/doudizhu/solve.hpp"
#include "chupai/solve/gongzhu/solve.hpp"
#include "game_class.hpp"

namespace chupai::bindings {

namespace {

constexpr double kMegabyte = 1 << 20;
constexpr std::size_t kMostMegabytes = std::size_t{1} << 20;

// ---- tables ----

// One game's table at a time: that of the last call.
class SolverTable {
public:
    explicit SolverTable(std::size_t megabytes) : megabytes_(megabytes) {}

    std::size_t megabytes() const { return megabytes_; }
    double used() const {
        const std::size_t bytes = doudizhu_ ? doudizhu_->bytes() : gongzhu_ ? gongzhu_->bytes() : 0;
        return static_cast<double>(bytes) / kMegabyte;
    }
    void clear() {
        doudizhu_.reset();
        gongzhu_.reset();
    }
    doudizhu::SolveTable& of(doudizhu::Family) {
        gongzhu_.reset();
        return made(doudizhu_);
    }
    gongzhu::SolveTable& of(gongzhu::Family) {
        doudizhu_.reset();
        return made(gongzhu_);
    }

    // Held for a call. Throws where another call holds it.
    class Use : bindings::Use<Error> {
    public:
        explicit Use(SolverTable& table)
            : bindings::Use<Error>(table.users_, Users::Access::kChanges, "this table",
                                   "call of solve: give each thread a SolverTable of its own") {}
    };

    ~SolverTable() {
        if (users_.forked()) {  // what is half-way cannot be taken apart: it stays
            static_cast<void>(doudizhu_.release());
            static_cast<void>(gongzhu_.release());
        }
    }
    SolverTable(const SolverTable&) = delete;
    SolverTable& operator=(const SolverTable&) = delete;

private:
    template <class Table>
    Table& made(std::unique_ptr<Table>& table) const {
        if (!table) {
            try {
                table = std::make_unique<Table>(megabytes_ << 20);
            } catch (const std::bad_alloc&) {
                PyErr_SetString(PyExc_MemoryError,
                                ("no memory for a table of " + std::to_string(megabytes_) + " MiB").c_str());
                throw py::error_already_set();
            }
        }
        return *table;
    }

    std::size_t megabytes_;
    std::unique_ptr<doudizhu::SolveTable> doudizhu_;
    std::unique_ptr<gongzhu::SolveTable> gongzhu_;
    Users users_;
};

}  // namespace

}  // namespace chupai::bindings

namespace pybind11::detail {

template <>
class type_caster<chupai::bindings::SolverTable>
    : public chupai::bindings::LockingCaster<chupai::bindings::SolverTable> {};

}  // namespace pybind11::detail

namespace chupai::bindings {

namespace {

// ---- arguments ----

template <class Value, std::size_t N>
Value to_choice(py::handle given, const char* name, const std::array<std::pair<const char*, Value>, N>& choices) {
    if (!PyUnicode_Check(given.ptr())) {
        throw py::type_error(std::string(name) + " must be a str, not " + show(given));
    }
    const Text text = given.cast<Text>();
    std::string allowed;
    for (const auto& [word, value] : choices) {
        if (text.utf8 == word) {
            return value;
        }
        allowed += std::string(allowed.empty() ? "" : ", ") + quoted(word);
    }
    throw ParseError(std::string(name) + " = " + quoted(text.utf8) + ": allowed are " + allowed);
}

double to_seconds(py::handle value) {
    const double seconds = PyFloat_AsDouble(value.ptr());
    if (seconds == -1 && PyErr_Occurred() != nullptr) {
        const bool no_number = PyErr_ExceptionMatches(PyExc_TypeError) != 0;
        if (!no_number && PyErr_ExceptionMatches(PyExc_OverflowError) == 0) {
            throw py::error_already_set();
        }
        PyErr_Clear();
        if (no_number) {
            throw py::type_error("seconds must be a number or None, not " + show(value));
        }
    }
    if (!(seconds > 0)) {
        throw ParseError("seconds = " + show(value) + ": allowed are numbers above 0, or None for no limit");
    }
    return seconds;
}

// What all games' solve() take.
struct Arguments {
    py::handle moves, nodes, seconds, table_mb, threads, table, progress;
};

struct Request {
    doudizhu::SolveMoves moves;
    search::Limits limits;
    int threads;
    std::shared_ptr<SolverTable> table;
    py::object progress;
};

Request to_request(const Arguments& given) {
    using doudizhu::SolveMoves;
    static constexpr std::array<std::pair<const char*, SolveMoves>, 3> kMoves = {
        {{"winner", SolveMoves::kValue}, {"first", SolveMoves::kFirst}, {"all", SolveMoves::kAll}}};
    Request out;
    out.moves = to_choice(given.moves, "moves", kMoves);
    if (!given.nodes.is_none()) {
        out.limits.nodes =
            static_cast<std::uint64_t>(to_int(given.nodes, "nodes", 1, std::numeric_limits<std::int64_t>::max()));
    }
    if (!given.seconds.is_none()) {
        out.limits.seconds = to_seconds(given.seconds);
    }
    const std::size_t megabytes = to_size(given.table_mb, "table_mb", kMostMegabytes, 1);
    out.threads = static_cast<int>(to_size(given.threads, "threads", doudizhu::kMaxSolveThreads, 1));
    if (given.table.is_none()) {
        out.table = std::make_shared<SolverTable>(megabytes);
    } else if (py::isinstance<SolverTable>(given.table)) {
        out.table = given.table.cast<std::shared_ptr<SolverTable>>();
    } else {
        throw py::type_error("table must be a SolverTable or None, not " + show(given.table));
    }
    if (!given.progress.is_none() && PyCallable_Check(given.progress.ptr()) == 0) {
        throw py::type_error("progress must be callable or None, not " + show(given.progress));
    }
    out.progress = py::reinterpret_borrow<py::object>(given.progress);
    return out;
}

// ---- results ----

// Arrays are made once and cannot be written to.
struct PySolution {
    std::optional<std::int32_t> value;
    py::object moves, values, best_moves, line;
    std::uint64_t nodes = 0;
    double seconds = 0, table_mb = 0;
    bool complete = false;
};

template <class F>
struct SolutionOf : PySolution {};

// An array that cannot be written to, nor made so: it does not own its data.
template <class To, class From>
py::object frozen(const std::vector<From>& values) {
    auto owned = std::make_unique<std::vector<To>>();
    owned->reserve(values.size() + 1);  // an address even where there are none
    for (const From value : values) {
        owned->push_back(static_cast<To>(value));
    }
    const auto* const data = owned->data();
    const auto size = static_cast<py::ssize_t>(owned->size());
    const py::capsule base(owned.get(), [](void* vector) { delete static_cast<std::vector<To>*>(vector); });
    owned.release();
    py::array_t<To> array(size, data, base);
    array.attr("flags").attr("writeable") = false;
    return array;
}

py::object frozen_codes(const std::vector<std::uint64_t>& codes) { return frozen<std::int64_t>(codes); }
py::object frozen_values(const std::vector<std::int32_t>& values) { return frozen<std::int32_t>(values); }

// ---- solving ----

doudizhu::Solution run(const doudizhu::Position& pos, doudizhu::TablesPtr rules, const doudizhu::SolveOptions& options,
                       doudizhu::SolveTable& table, search::Watch& watch) {
    return solve(pos, std::move(rules), options, table, watch);
}
gongzhu::Solution run(const gongzhu::Position& pos, const gongzhu::TablesPtr&, const gongzhu::SolveOptions& options,
                      gongzhu::SolveTable& table, search::Watch& watch) {
    return solve(pos, options, table, watch);
}

// Without the GIL but for Ctrl-C and progress. Whatever ends it comes through when all threads are done.
template <class F, class Options>
SolutionOf<F> solve_game(const Record<F>& game, const Options& options, const Request& request) {
    const auto pos = game.now();  // a copy: the game may move on meanwhile
    const auto rules = game.tables_ptr();  // NOLINT(performance-unnecessary-copy-initialization) for the same reason
    const typename SolverTable::Use use(*request.table);
    auto& table = request.table->of(F{});
    std::exception_ptr failed;
    std::optional<WithoutGil> without;
    const auto poll = [&](std::uint64_t nodes, double seconds) {
        without.reset();
        bool go_on = PyErr_CheckSignals() == 0;
        try {
            if (!go_on) {
                throw py::error_already_set();
            }
            if (!request.progress.is_none()) {
                go_on = !request.progress(nodes, seconds).is(py::bool_(false));
            }
        } catch (...) {
            failed = std::current_exception();
            go_on = false;
        }
        without.emplace();
        return go_on;
    };
    search::Watch watch(request.limits, poll);
    decltype(run(pos, rules, options, table, watch)) found;
    without.emplace();
    try {
        found = run(pos, rules, options, table, watch);
    } catch (...) {
        failed = failed ? failed : std::current_exception();
    }
    without.reset();
    if (failed) {
        std::rethrow_exception(failed);
    }
    SolutionOf<F> out;
    out.value = found.value;
    out.moves = frozen_codes(found.moves);
    out.values = frozen_values(found.values);
    out.best_moves = frozen_codes(found.best_moves);
    out.line = frozen_codes(found.line);
    out.nodes = watch.nodes();
    out.seconds = watch.seconds();
    out.table_mb = request.table->used();
    out.complete = found.complete;
    return out;
}

SolutionOf<doudizhu::Family> solve_doudizhu(const doudizhu::Record& game, py::handle moves, py::handle nodes,
                                            py::handle seconds, py::handle table_mb, py::handle threads,
                                            py::handle table, py::handle progress, py::handle mode,
                                            py::handle objective, py::handle seat) {
    using doudizhu::SolveMode;
    static constexpr std::array<std::pair<const char*, SolveMode>, 2> kModes = {
        {{"winner", SolveMode::kWinner}, {"payoff", SolveMode::kPayoff}}};
    if (!objective.is_none() || !seat.is_none()) {
        throw Error("objective and seat are for Gong Zhu: of Dou Dizhu mode says what counts, 'winner' or 'payoff'");
    }
    doudizhu::SolveOptions options;
    options.mode = to_choice(mode, "mode", kModes);
    const Request request = to_request({moves, nodes, seconds, table_mb, threads, table, progress});
    options.moves = request.moves;
    options.threads = request.threads;
    return solve_game(game, options, request);
}

SolutionOf<gongzhu::Family> solve_gongzhu(const gongzhu::Record& game, py::handle moves, py::handle nodes,
                                          py::handle seconds, py::handle table_mb, py::handle threads, py::handle table,
                                          py::handle progress, py::handle objective, py::handle seat, py::handle mode) {
    using gongzhu::Objective;
    static constexpr std::array<std::pair<const char*, Objective>, 2> kObjectives = {
        {{"team", Objective::kTeam}, {"paranoid", Objective::kParanoid}}};
    if (!mode.is_none()) {
        throw Error("mode is for Dou Dizhu: of Gong Zhu objective says what counts, 'team' or 'paranoid'");
    }
    gongzhu::SolveOptions options;
    options.objective = to_choice(objective, "objective", kObjectives);
    if (!seat.is_none()) {
        if (options.objective == Objective::kTeam) {
            throw Error("seat = " + show(seat) +
                        ": under objective = 'team' the value is of seats 0 and 2 (seat = None)");
        }
        options.seat = to_seat(seat, "seat", game.now().seats);
    } else {
        options.seat = game.now().to_move;
    }
    const Request request = to_request({moves, nodes, seconds, table_mb, threads, table, progress});
    options.every_move = request.moves == doudizhu::SolveMoves::kAll;
    options.best_move = request.moves == doudizhu::SolveMoves::kFirst;
    options.threads = request.threads;
    return solve_game(game, options, request);
}

// `value_doc` says whose value it is.
template <class F>
py::class_<SolutionOf<F>> register_solution(py::module_& m, const char* doc, const char* value_doc) {
    using Solution = SolutionOf<F>;
    py::class_<Solution> solution(m, "Solution", doc);
    ready_class(solution, F::kName);
    solution.def_readonly("value", &Solution::value, value_doc);
    solution.def_property_readonly(
        "moves", [](const Solution& s) { return s.moves; },
        R"(Codes of the legal moves whose value is known, in the order of the legal list: int64[n]; n = 0 unless
`moves="all"`.)");
    solution.def_property_readonly(
        "values", [](const Solution& s) { return s.values; },
        "What the position is worth after each of `moves`, on the scale of `value`: int32[n].");
    solution.def_property_readonly(
        "best_moves", [](const Solution& s) { return s.best_moves; },
        R"(Codes of moves that reach `value`: int64[n]. All of them with `moves="all"`, one with "first".)");
    solution.def_property_readonly(
        "line", [](const Solution& s) { return s.line; },
        "Best play of all seats from here to the end: int64[n] codes; shorter where a limit struck.");
    solution.def_readonly("nodes", &Solution::nodes, "Positions visited (int).");
    solution.def_readonly("seconds", &Solution::seconds, "Time taken (float).");
    solution.def_readonly("table_mb", &Solution::table_mb, "Memory of the table in use at the end, in MiB (float).");
    solution.def_readonly("complete", &Solution::complete,
                          "Is everything known that was asked for (bool)? False where a limit struck.");
    solution.def("__repr__", [](const Solution& s) {
        return "<" + std::string(F::kName) + ".Solution: value " +
               (s.value ? std::to_string(*s.value) : std::string("unknown")) + ", " + std::to_string(s.nodes) +
               " nodes" + (s.complete ? "" : ", not complete") + ">";
    });
    solution.def(py::pickle(
        [](const Solution& s) {
            return py::make_tuple(s.value, s.moves, s.values, s.best_moves, s.line, s.nodes, s.seconds, s.table_mb,
                                  s.complete);
        },
        [](const py::tuple& state) {
            if (state.size() != 9) {
                throw ParseError("a Solution's state has 9 values, not " + std::to_string(state.size()));
            }
            const auto codes = [&](std::size_t i) { return frozen_codes(state[i].cast<std::vector<std::uint64_t>>()); };
            Solution s;
            s.value = state[0].cast<std::optional<std::int32_t>>();
            s.moves = codes(1);
            s.values = frozen_values(state[2].cast<std::vector<std::int32_t>>());
            s.best_moves = codes(3);
            s.line = codes(4);
            s.nodes = state[5].cast<std::uint64_t>();
            s.seconds = state[6].cast<double>();
            s.table_mb = state[7].cast<double>();
            s.complete = state[8].cast<bool>();
            return s;
        }));
    return solution;
}

}  // namespace

void register_solve(py::module_& m, py::module_& doudizhu_module, py::module_& gongzhu_module) {
    py::class_<SolverTable, std::shared_ptr<SolverTable>> table(m, "SolverTable",
                                                                R"(Memory for solve(), kept between calls.

What one call finds out about a deal makes the next ones on positions of that deal faster; values never depend on it.
One call at a time may use it. mb bounds its memory in MiB, 1..2**20 (ParseError, a ValueError, where it is not); little
of that is used until it is needed.)");
    table.attr("__module__") = "chupai";
    refuse_uninitialised<SolverTable>();
    table.def(
        py::init([](py::handle mb) { return std::make_shared<SolverTable>(to_size(mb, "mb", kMostMegabytes, 1)); }),
        py::arg("mb") = 256);
    table.def_property_readonly("mb", &SolverTable::megabytes, "The bound of its memory, in MiB (int).");
    table.def_property_readonly(
        "used_mb",
        [](SolverTable& self) {
            const SolverTable::Use use(self);
            return self.used();
        },
        "Memory in use, in MiB (float).");
    table.def(
        "clear",
        [](SolverTable& self) {
            const SolverTable::Use use(self);
            self.clear();
        },
        "Forgets everything and gives the memory back.");
    table.def("__repr__",
              [](const SolverTable& self) { return "chupai.SolverTable(" + std::to_string(self.megabytes()) + ")"; });

    auto doudizhu_solution = register_solution<doudizhu::Family>(
        doudizhu_module,
        "What solve() found out about a game of Dou Dizhu. Cannot be changed; its arrays cannot be written to.",
        R"(For the side to move (int): 1 if it wins, -1 if not; with `mode="payoff"` what returns() gives its seats
together. None where a limit struck before it was known.)");
    doudizhu_solution.def_property_readonly(
        "winner",
        [](const SolutionOf<doudizhu::Family>& s) -> std::optional<bool> {
            return s.value ? std::optional(*s.value > 0) : std::nullopt;
        },
        "Does the side to move win (bool)? None where a limit struck before it was known.");
    doudizhu_solution.def_property_readonly(
        "winning_moves",
        [](const SolutionOf<doudizhu::Family>& s) { return s.value && *s.value > 0 ? s.best_moves : frozen_codes({}); },
        "`best_moves` where the side to move wins, else empty: int64[n].");
    register_solution<gongzhu::Family>(
        gongzhu_module,
        "What solve() found out about a game of Gong Zhu. Cannot be changed; its arrays cannot be written to.",
        R"(Under "team" the score of seats 0 and 2 less that of seats 1 and 3, whoever is to move; under "paranoid" that of
the seat asked for (int). None where a limit struck before it was known.)");

    const std::string arguments =
        R"(moves: "winner" finds the value alone, "first" also one best move, "all" the value of every legal move.
nodes (int), seconds: limits of the search, above 0; what is not known then is None or left out.
table_mb: bound of its memory in MiB, 1..2**20. table: a SolverTable, used instead and kept between calls.
threads: 1..64. progress: called with nodes and seconds about ten times a second; what it raises comes through, and
False from it ends the search as a limit does.

ChupaiError (a ValueError) where the game is over or its play has not begun, an argument is out of range or of another
game, or the table is in use. Releases the GIL; Ctrl-C is heard. docs/solver.md tells how it works.)";
    const std::string of_doudizhu =
        R"(Solves a game of Dou Dizhu exactly, all cards known: the landlord's side against all others as one team.

game: as it stands, in its play. mode: "winner" asks whether the side to move wins (value 1 or -1), "payoff" what
returns() gives its seats together when both sides play for that.
)" + arguments;
    const std::string of_gongzhu =
        R"(Solves a game of Gong Zhu exactly, all cards known.

game: as it stands, in its play. objective: "team" is the score of seats 0 and 2 less that of seats 1 and 3, which each
side plays for (four players); "paranoid" the score of one `seat` (default: the one to move), which all others keep low.
)" + arguments;
    m.def("solve", &solve_doudizhu, py::arg("game"), py::kw_only(), py::arg("moves") = "winner",
          py::arg("nodes") = py::none(), py::arg("seconds") = py::none(), py::arg("table_mb") = 256,
          py::arg("threads") = 1, py::arg("table") = py::none(), py::arg("progress") = py::none(),
          py::arg("mode") = "winner", py::arg("objective") = py::none(), py::arg("seat") = py::none(),
          of_doudizhu.c_str());
    m.def("solve", &solve_gongzhu, py::arg("game"), py::kw_only(), py::arg("moves") = "winner",
          py::arg("nodes") = py::none(), py::arg("seconds") = py::none(), py::arg("table_mb") = 256,
          py::arg("threads") = 1, py::arg("table") = py::none(), py::arg("progress") = py::none(),
          py::arg("objective") = "team", py::arg("seat") = py::none(), py::arg("mode") = py::none(),
          of_gongzhu.c_str());
}

}  // namespace chupai::bindings
