#include "common.hpp"

namespace chupai::bindings {

using namespace doudizhu;

namespace {

Observation from_observation(py::handle hand, py::handle history, py::handle seat, const RulesArg& rules,
                             py::handle bottom, py::handle first) {
    Seen seen;
    seen.hand = to_hand(hand);
    if (PyUnicode_Check(history.ptr()) || !py::isinstance<py::iterable>(history)) {
        throw py::type_error("history must be a sequence of moves, not " + show(history));
    }
    constexpr std::size_t kLongest = 1000;  // longer than any deal
    for (py::handle move : history) {
        if (seen.history.size() == kLongest) {
            throw ParseError("history has more than " + std::to_string(kLongest) + " moves: no deal has as many");
        }
        seen.history.push_back(PyUnicode_Check(move.ptr()) ? move.cast<Text>().utf8 : to_text(loose_move(move)));
    }
    const TablesPtr tables = rules.tables;
    seen.seat = to_seat(seat, "seat", tables->seats);
    seen.first = to_seat(first, "first", tables->seats);
    if (!bottom.is_none()) {
        seen.bottom = to_hand(bottom);
    }
    return observe(tables, seen);
}

py::list sample(const Observation& self, py::handle count, py::handle seed) {
    const std::size_t n = to_size(count, "n", kMaxGames);
    const std::uint64_t name = to_uint64(seed, "seed");
    py::list out;
    in_pieces(n, 16, [&](std::size_t first, std::size_t some) {
        std::vector<Record> games;
        for (std::size_t i = first; i < first + some; ++i) {
            games.push_back(self.sample(name, i));
        }
        const py::gil_scoped_acquire acquire;
        for (Record& game : games) {
            out.append(py::cast(std::move(game)));
        }
    });
    return out;
}

}  // namespace

void register_doudizhu_view(py::module_& m) {
    py::class_<Observation> view(m, "View", R"(What one seat knows of a game, and never more.

Its own hand, what was called and played, how many cards each seat holds, and the bottom cards if it has seen them.)");
    view.attr("__module__") = "chupai.doudizhu";
    refuse_uninitialised<Observation>();
    pickle_by_state(view);
    view.def_static("from_observation", &from_observation, py::arg("hand"), py::arg("history") = py::list(),
                    py::kw_only(), py::arg("seat") = 0, py::arg("rules") = py::none(), py::arg("bottom") = py::none(),
                    py::arg("first") = 0,
                    R"(The view of a player at a real table, who does not know the other hands.

hand: the cards he holds now; history: every call and play since the deal in turn (texts, Moves or codes); seat: his; first: who was
first to call (or the drawn landlord); bottom: the bottom cards, once shown to him. ParseError or IllegalMoveError
(ValueErrors) where no deal agrees with it.

>>> from chupai import doudizhu
>>> view = doudizhu.View.from_observation("3344556789TJQKA22", ["3"], seat=1, bottom="46R")
>>> view.player, view.counts, len(view.unseen)
(0, (20, 17, 17), 37)
)");
    view.def("sample", &sample, py::arg("n"), py::kw_only(), py::arg("seed") = 0,
             R"(n games of the same moves in which this seat has this view: list of Game.

Uniform over the ways the unseen cards, each told apart, can lie: bottom cards that the landlord has taken and shown are
his until played. The same seed gives the same games; sample(n) begins as sample(n + 1) does.)");
    view.def_property_readonly(
        "seat", [](const Observation& o) { return int{o.view().seat}; }, "Whose view it is (int).");
    view.def_property_readonly("rules", [](const Observation& o) { return PyRules{o.tables_ptr()}; });
    view.def_property_readonly(
        "hand", [](const Observation& o) { return to_text(o.view().seen.hands[o.view().seat]); },
        "The seat's own cards: str.");
    view.def_property_readonly(
        "counts",
        [](const Observation& o) {
            py::tuple out(o.view().seen.seats);
            for (std::size_t s = 0; s < o.view().seen.seats; ++s) {
                out[s] = py::int_(o.view().sizes[s]);
            }
            return out;
        },
        "How many cards each seat holds: tuple of int.");
    view.def_property_readonly(
        "unseen", [](const Observation& o) { return to_text(o.view().pool + o.view().known); },
        "All cards this seat has not seen played and does not hold: str.");
    view.def_property_readonly(
        "landlord_known", [](const Observation& o) { return to_text(o.view().known); },
        "Of the unseen cards, the shown bottom cards that the landlord still holds: str.");
    view.def_property_readonly(
        "bottom",
        [](const Observation& o) -> std::optional<std::string> {
            const View& v = o.view();
            return v.bottom_size == 0 && v.seen.bottom != 0 ? std::optional<std::string>(to_text(v.seen.bottom))
                                                            : std::nullopt;
        },
        "The bottom cards (str), or None where this seat has not seen them or there are none.");
    view.def_property_readonly(
        "player", [](const Observation& o) { return int{o.view().seen.to_move}; }, "The seat to move (int).");
    view.def_property_readonly("num_players", [](const Observation& o) { return int{o.view().seen.seats}; });
    view.def_property_readonly(
        "phase", [](const Observation& o) { return phase_object(o.view().seen); }, "Phase, a StrEnum.");
    view.def_property_readonly("is_over", [](const Observation& o) { return is_over(o.view().seen); });
    view.def_property_readonly(
        "landlord", [](const Observation& o) { return landlord_of(o.view().seen); },
        "The landlord's seat, or None while there is none.");
    view.def_property_readonly(
        "stake", [](const Observation& o) { return int{o.view().seen.stake}; },
        "The stake; in the auction the standing bid (0: none).");
    view.def_property_readonly(
        "to_beat", [](const Observation& o) { return table_of(o.view().seen); },
        "The Move on the table, or None where the player to move leads.");
    view.def_property_readonly(
        "history", [](const Observation& o) { return codes_array(o.moves()); },
        "Codes of every move since the deal: int64 array.");
    view.def_property_readonly("moves", [](const Observation& o) { return o.moves(); }, "The same: list of Move.");
    view.def_property_readonly(
        "movers", [](const Observation& o) { return seats_array(o.movers()); }, "Which seat made each: int8 array.");
    view.def_property_readonly(
        "legal_codes",
        [](const Observation& o) {
            const Position& pos = o.view().seen;
            const bool turn = !is_over(pos) && pos.to_move == o.view().seat;
            return codes_array(turn ? list_legal(pos) : MoveSpan{});
        },
        "Codes of the seat's legal moves: int64 array, empty when it is not its turn.");
    view.def("__eq__", [](const Observation& a, const Observation& b) { return a == b; }, py::is_operator());
    view.attr("__hash__") = py::none();
    view.def("__copy__", [](const Observation& o) { return o; });
    view.def("__deepcopy__", [](const Observation& o, const py::dict&) { return o; });
    // As any game in which the seat has this view: it tells no more than the view does.
    view.def(py::pickle([](const Observation& o) { return py::make_tuple(o.sample(0, 0).text(), int{o.view().seat}); },
                        [](const py::tuple& state) {
                            return Observation(Record::from_text(state[0].cast<Text>().utf8), state[1].cast<int>());
                        }));
    view.def("__repr__", [](const Observation& o) {
        const View& v = o.view();
        return "<View of seat " + std::to_string(v.seat) + ": hand '" + to_text(v.seen.hands[v.seat]) + "', " +
               std::to_string(card_count(v.pool + v.known)) + " unseen cards, " + std::to_string(o.moves().size()) +
               " moves>";
    });

    py::class_<Record> game = m.attr("Game").cast<py::class_<Record>>();
    game.def(
        "view",
        [](const Record& self, py::handle seat) {
            return Observation(self,
                               static_cast<int>(to_size(seat, "seat", static_cast<std::size_t>(self.now().seats - 1))));
        },
        py::arg("seat"), "What that seat knows: View.");
}

}  // namespace chupai::bindings
