#include "chupai/doudizhu/observe.hpp"
#include "doudizhu.hpp"

namespace chupai::bindings::doudizhu_game {

namespace {

SeenGame from_observation(py::handle hand, py::handle history, py::handle seat, const RulesArg<F>& rules,
                          py::handle bottom, py::handle first) {
    Seen seen;
    seen.hand = to_hand(hand);
    if (PyUnicode_Check(history.ptr()) || !py::isinstance<py::iterable>(history)) {
        throw py::type_error("history must be a sequence of moves, not " + show(history));
    }
    for_each_item(history, 1000, "moves in history: no deal has as many", [&](py::handle move) {
        if (PyUnicode_Check(move.ptr())) {
            seen.history.emplace_back(move.cast<Text>().utf8);
        } else {
            seen.history.emplace_back(loose_move(move));
        }
    });
    const TablesPtr tables = rules.tables;
    seen.seat = to_seat(seat, "seat", tables->seats);
    seen.first = to_seat(first, "first", tables->seats);
    if (!bottom.is_none()) {
        seen.bottom = to_hand(bottom);
    }
    return observe(tables, seen);
}

}  // namespace

void register_view(py::module_& m) {
    py::class_<SeenGame> view(m, "View", R"(What one seat knows of a game, and never more.

Its own hand, what was called and played, how many cards each seat holds, and the bottom cards if it has seen them.)");
    define_view(view, R"(n games of the same moves in which this seat has this view: list of Game.

Uniform over the ways the unseen cards, each told apart, can lie: bottom cards that the landlord has taken and shown are
his until played. The same seed gives the same games; sample(n) begins as sample(n + 1) does.)");
    draw_in_notebooks(view, F::kName, "view");
    view.def_static("from_observation", &from_observation, py::arg("hand"), py::arg("history") = py::list(),
                    py::kw_only(), py::arg("seat") = 0, py::arg("rules") = py::none(), py::arg("bottom") = py::none(),
                    py::arg("first") = 0,
                    R"(The view of a player at a real table, who does not know the other hands.

hand: the cards he holds now; history: every call and play since the deal in turn (texts, Moves or codes); seat: his;
first: who was first to call (or the drawn landlord); bottom: the bottom cards, once shown to him; rules: standard where
not given. ParseError or IllegalMoveError (ValueErrors) where no deal agrees with it.

>>> from chupai import doudizhu
>>> view = doudizhu.View.from_observation("3344556789TJQKA22", ["3"], seat=1, bottom="46R")
>>> view.player, view.counts, len(view.unseen)
(0, (20, 17, 17), 37)
)");
    view.def_property_readonly(
        "hand", [](const SeenGame& o) { return to_text(o.view().seen.hands[o.view().seat]); },
        "The seat's own cards: str.");
    view.def_property_readonly(
        "counts",
        [](const SeenGame& o) {
            py::tuple out(o.view().seen.seats);
            for (std::size_t s = 0; s < o.view().seen.seats; ++s) {
                out[s] = py::int_(o.view().sizes[s]);
            }
            return out;
        },
        "How many cards each seat holds: tuple of int.");
    view.def_property_readonly(
        "unseen", [](const SeenGame& o) { return to_text(o.view().pool + o.view().known); },
        "All cards this seat has not seen played and does not hold: str.");
    view.def_property_readonly(
        "landlord_known", [](const SeenGame& o) { return to_text(o.view().known); },
        "Of the unseen cards, the shown bottom cards that the landlord still holds: str.");
    view.def_property_readonly(
        "bottom",
        [](const SeenGame& o) -> std::optional<std::string> {
            const View& v = o.view();
            return v.bottom_size == 0 && v.seen.bottom != 0 ? std::optional<std::string>(to_text(v.seen.bottom))
                                                            : std::nullopt;
        },
        "The bottom cards (str), or None where this seat has not seen them or there are none.");
    view.def_property_readonly(
        "phase", [](const SeenGame& o) { return phase_object(o.view().seen); }, "Phase, a StrEnum.");
    view.def_property_readonly(
        "landlord", [](const SeenGame& o) { return landlord_of(o.view().seen); },
        "The landlord's seat, or None while there is none.");
    view.def_property_readonly(
        "stake", [](const SeenGame& o) { return int{o.view().seen.stake}; },
        "The stake; in the auction the standing bid (0: none).");
    view.def_property_readonly(
        "to_beat", [](const SeenGame& o) { return table_of(o.view().seen); },
        "The Move on the table, or None where the player to move leads.");
    view.def_property_readonly(
        "history", [](const SeenGame& o) { return codes_array<F>(o.moves()); },
        "Codes of every move since the deal: int64[n].");
    view.def_property_readonly(
        "moves", [](const SeenGame& o) { return move_list<F>(o.moves()); }, "The same: list of Move.");
    view.def("__repr__", [](const SeenGame& o) {
        const View& v = o.view();
        return "<View of seat " + std::to_string(v.seat) + ": hand '" + to_text(v.seen.hands[v.seat]) + "', " +
               std::to_string(card_count(v.pool + v.known)) + " unseen cards, " + std::to_string(o.moves().size()) +
               " moves>";
    });
}

}  // namespace chupai::bindings::doudizhu_game
