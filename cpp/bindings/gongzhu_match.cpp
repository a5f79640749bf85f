#include "chupai/gongzhu/match.hpp"

#include "gongzhu.hpp"

namespace chupai::bindings::gongzhu_game {

namespace {

// A match and where its deals come from. What entered is kept, so that the match can be made again.
struct PyMatch {
    std::uint64_t seed;
    std::vector<std::int64_t> start;  // totals
    Match match;
    std::vector<DealResult> results;

    void add(const DealResult& result) {
        results.reserve(results.size() + 1);
        match.add(result);
        results.push_back(result);
    }
};

std::vector<std::int64_t> numbers(py::handle value, const char* what) {
    if (!py::isinstance<py::iterable>(value) || PyUnicode_Check(value.ptr())) {
        throw py::type_error(std::string(what) + " must be a sequence of int, not " + show(value));
    }
    constexpr std::int64_t kMost = 1'000'000;
    std::vector<std::int64_t> out;
    for_each_item(value, kMaxSeats, what, [&](py::handle item) {
        const std::int64_t number = to_int(item, what, -kMost, kMost);
        out.push_back(number);
    });
    return out;
}

PyMatch make_match(const RulesArg<F>& rules, py::handle seed, py::handle totals) {
    const std::uint64_t name = to_seeds(seed, py::int_(0), py::int_(0)).seed;
    std::vector<std::int64_t> start = totals.is_none()
                                          ? std::vector<std::int64_t>(static_cast<std::size_t>(rules.tables->sides))
                                          : numbers(totals, "totals");
    if (start.empty()) {
        throw ParseError("no totals: give " + std::to_string(rules.tables->sides) + ", or None for zeros");
    }
    Match match(rules.tables, start);
    return PyMatch{name, std::move(start), std::move(match), {}};
}

void check_goes_on(const PyMatch& self) {
    if (self.match.is_over()) {
        throw IllegalMoveError("the match is over: a total has reached the limit");
    }
}

Game next_game(const PyMatch& self) {
    check_goes_on(self);
    const auto leader = self.match.next_leader();
    return Game(self.match.tables_ptr(), Seeds{self.seed, 0, static_cast<std::uint64_t>(self.match.deals())},
                leader ? std::optional<int>(*leader) : std::nullopt);
}

void add_game(Unlocked<PyMatch> match, Unlocked<Game> finished) {
    const Lock both(match.handle, finished.handle);
    PyMatch& self = *match;
    const Game& game = *finished;
    check_goes_on(self);
    if (!(game.tables().rules == self.match.tables().rules)) {
        throw ParseError("the game has other rules (" + to_text(game.tables().rules) + ") than the match (" +
                         to_text(self.match.tables().rules) + ")");
    }
    if (!is_over<F>(game.now())) {
        throw IllegalMoveError("the game is not over: its score is not final");
    }
    std::optional<Seat> leader;
    for (std::size_t i = 0; i < game.ply_of_deal() && !leader && !game.open(); ++i) {
        if (!is_exposing(game.move_of_deal(i))) {
            leader = static_cast<Seat>(game.mover_of_deal(i));
        }
    }
    self.add(result_of(game.now(), leader));
}

void add_scores(PyMatch& self, py::handle scores, bool swept, py::handle pig_taker, py::handle leader) {
    check_goes_on(self);
    DealResult result;
    for (std::int64_t number : numbers(scores, "scores")) {
        result.scores.push_back(static_cast<std::int32_t>(number));
    }
    result.swept = swept;
    const int seats = self.match.tables().seats;
    if (!pig_taker.is_none()) {
        result.pig_taker = static_cast<Seat>(to_seat(pig_taker, "pig_taker", seats));
    }
    if (!leader.is_none()) {
        result.leader = static_cast<Seat>(to_seat(leader, "leader", seats));
    }
    self.add(result);
}

template <class Numbers>
py::tuple as_tuple(const Numbers& values) {
    py::tuple out(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        out[i] = py::int_(static_cast<std::int64_t>(values[i]));
    }
    return out;
}

py::object seat_or_none(const std::optional<Seat>& seat) {
    return seat ? py::object(py::int_(int{*seat})) : py::object(py::none());
}

py::tuple state_of(const PyMatch& self) {
    const std::vector<DealResult> entered = self.results;  // a copy: what makes Python objects may run code that adds
    py::list results;
    for (const DealResult& r : entered) {
        results.append(py::make_tuple(as_tuple(r.scores), r.swept, seat_or_none(r.pig_taker), seat_or_none(r.leader)));
    }
    return py::make_tuple(to_text(self.match.tables().rules), self.seed, as_tuple(self.start), py::tuple(results));
}

PyMatch match_of(const py::tuple& state) {
    PyMatch match = make_match(state[0].cast<RulesArg<F>>(), state[1], state[2]);
    for (py::handle entry : state[3]) {
        const py::tuple result = py::reinterpret_borrow<py::object>(entry);
        add_scores(match, result[0], result[1].cast<bool>(), result[2], result[3]);
    }
    return match;
}

}  // namespace

}  // namespace chupai::bindings::gongzhu_game

namespace pybind11::detail {

template <>
class type_caster<chupai::bindings::gongzhu_game::PyMatch>
    : public chupai::bindings::LockingCaster<chupai::bindings::gongzhu_game::PyMatch> {};

}  // namespace pybind11::detail

namespace chupai::bindings::gongzhu_game {

void register_match(py::module_& m) {
    py::class_<PyMatch> match(m, "Match", R"(A match: deals until a total reaches loss_limit or win_limit.

Match(rules, seed=7): deal i is Game(rules, seed=seed, episode=i) with the leader that next_leader names. totals: where
the match stands at its start (zeros where not given), one a player, or one a team. Totals are looked at after a deal.
rules: standard where not given; without seed one is drawn. ParseError (a ValueError) where totals are too few or too
many.

>>> from chupai import gongzhu
>>> match = gongzhu.Match(seed=7)
>>> while not match.is_over:
...     game = match.game()
...     while not game.is_over:
...         game.push(game.legal[0])
...     match.add(game)
>>> match.deals, match.totals, match.losers
(11, (-640, -1030, -490, -840), (1,))
)");
    ready_class(match, F::kName);
    match.def(py::init(&make_match), py::arg("rules") = py::none(), py::kw_only(), py::arg("seed") = py::none(),
              py::arg("totals") = py::none());
    match.def("game", &next_game, "The next deal: Game. IllegalMoveError (a ValueError) where the match is over.");
    match.def("add", &add_game, py::arg("game"),
              R"(Adds a finished game of these rules; a sweep moves points as sweep_rotation says.

IllegalMoveError or ParseError (ValueErrors), and nothing changed, where the match is over, the game is not, or its
rules are others.)");
    match.def("add_scores", &add_scores, py::arg("scores"), py::kw_only(), py::arg("swept") = false,
              py::arg("pig_taker") = py::none(), py::arg("leader") = py::none(),
              R"(Adds a deal of which only the scores are known: one a player, or one a team, before any rotation.

swept: one took all hearts, pig and sheep; pig_taker, leader: seats, for who leads next. IllegalMoveError or ParseError
(ValueErrors), and nothing changed, where the match is over, or a number or seat cannot be.)");
    match.def_property_readonly(
        "rules", [](const PyMatch& self) { return PyRules<F>{self.match.tables_ptr()}; }, "Its Rules.");
    match.def_property_readonly("seed", [](const PyMatch& self) { return self.seed; }, "The seed of the deals (int).");
    match.def_property_readonly(
        "totals", [](const PyMatch& self) { return as_tuple(self.match.totals()); },
        "The sum of all deals: tuple of int, one a player, or one a team.");
    match.def_property_readonly(
        "history",
        [](const PyMatch& self) {
            const auto history = self.match.history();  // a copy: what makes Python objects may run code that adds
            py::list out;
            for (const auto& scores : history) {
                out.append(as_tuple(scores));
            }
            return py::tuple(out);
        },
        "Each deal's scores as they entered: tuple of tuples.");
    match.def_property_readonly("deals", [](const PyMatch& self) { return self.match.deals(); }, "Deals added (int).");
    match.def_property_readonly(
        "dealer", [](const PyMatch& self) { return self.match.dealer(); }, "Who deals next (seat): a label.");
    match.def_property_readonly(
        "next_leader", [](const PyMatch& self) { return seat_or_none(self.match.next_leader()); },
        "Who leads the next deal (seat), or None where the rules' first lead decides.");
    match.def_property_readonly(
        "is_over", [](const PyMatch& self) { return self.match.is_over(); }, "Has a total reached a limit (bool)?");
    match.def_property_readonly(
        "losers", [](const PyMatch& self) { return as_tuple(self.match.losers()); },
        "The seats with the lowest total: tuple of int; empty before the end.");
    match.def_property_readonly(
        "winners", [](const PyMatch& self) { return as_tuple(self.match.winners()); },
        "The seats with the highest total: tuple of int; empty before the end.");
    match.def("copy", [](const PyMatch& self) { return self; }, "An independent copy.");
    match.def("__copy__", [](const PyMatch& self) { return self; });
    match.def("__deepcopy__", [](const PyMatch& self, const py::dict&) { return self; });
    match.def(
        "__eq__",
        [](Unlocked<PyMatch> a, Unlocked<PyMatch> b) {
            const Lock both(a.handle, b.handle);
            return a->match == b->match && a->seed == b->seed && a->start == b->start;
        },
        py::is_operator());
    match.attr("__hash__") = py::none();
    match.def("__repr__", [](const PyMatch& self) {
        return "<Match (" + to_text(self.match.tables().rules) + "): " + std::to_string(self.match.deals()) +
               " deals, totals " + py::repr(as_tuple(self.match.totals())).cast<std::string>() +
               (self.match.is_over() ? ", over>" : ">");
    });
    match.def(py::pickle(&state_of, &match_of));
}

}  // namespace chupai::bindings::gongzhu_game
