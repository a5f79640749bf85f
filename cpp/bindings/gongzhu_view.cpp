#include "gongzhu.hpp"

namespace chupai::bindings::gongzhu_game {

void register_view(py::module_& m) {
    py::class_<SeenGame> view(m, "View", R"(What one seat knows of a deal, and never more.

Its own hand, every public choice and card played, what each seat has taken and how many cards it holds, the suits each
seat has shown to be out of, and the exposed cards still held.)");
    define_view(view, R"(n games of the same moves in which this seat has this view: list of Game.

Exactly uniform over the consistent deals: own cards, exposed cards, first_lead_card with who leads for it, and the
suits that seats have shown to be out of (by discarding, by playing a barred exposed card, by leading a locked heart)
are honoured. The unseen cards are grouped by the seats that may hold them; the ways to split each group are counted
(in double precision: relative error about 1e-15) and drawn by their number, then each seat's cards are a uniformly
random subset. Simultaneous exposing choices already made but hidden are drawn uniformly for each sampled hand. The same
seed gives the same games; sample(n) begins as sample(n + 1) does.)");
    draw_in_notebooks(view, F::kName, "view");
    view.def_property_readonly(
        "hand", [](const SeenGame& o) { return set_text(o.view().seen.hands[o.view().seat]); },
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
        "unseen",
        [](const SeenGame& o) {
            CardSet unseen = o.view().pool;
            for (CardSet known : o.view().known) {
                unseen |= known;
            }
            return set_text(unseen);
        },
        "All cards this seat has not seen played and does not hold: str.");
    view.def_property_readonly(
        "known", [](const SeenGame& o) { return set_texts(o.view().known, o.view().seen.seats); },
        "Of the unseen cards, those known to lie with each seat: tuple of str.");
    view.def_property_readonly(
        "voids",
        [](const SeenGame& o) {
            py::tuple out(o.view().seen.seats);
            for (int s = 0; s < o.view().seen.seats; ++s) {
                out[static_cast<std::size_t>(s)] = py::str(suits_text(voids_of(o.view().seen, s)));
            }
            return out;
        },
        "Suits each seat has shown to be out of: tuple of str of S H D C; forgotten when the deal is over.");
    view.def_property_readonly(
        "phase", [](const SeenGame& o) { return phase_object(o.view().seen); }, "Phase, a StrEnum.");
    view.def_property_readonly(
        "taken", [](const SeenGame& o) { return set_texts(o.view().seen.taken, o.view().seen.seats); },
        "All cards of the tricks each seat has taken: tuple of str.");
    view.def_property_readonly(
        "trick", [](const SeenGame& o) { return trick_texts(o.view().seen); },
        "The cards on the table, in order of play: tuple of str.");
    view.def_property_readonly(
        "leader",
        [](const SeenGame& o) {
            const Seat leader = o.view().seen.leader;
            return leader == kNoSeat ? std::nullopt : std::optional<int>(leader);
        },
        "Who leads, or led, the current trick (seat), or None while this seat cannot know.");
    view.def_property_readonly(
        "exposed", [](const SeenGame& o) { return special_texts(o.view().seen.exposed); },
        "The exposed cards this seat knows of: tuple of str; its own alone while simultaneous choices are hidden.");
    view.def_property_readonly(
        "suits_led", [](const SeenGame& o) { return suits_text(o.view().seen.suits_led); },
        "Suits that finished tricks have led: str of S H D C.");
    view.def_property_readonly(
        "history", [](const SeenGame& o) { return codes_array<F>(o.moves()); },
        "Codes of every move: int64[n]; -1 where another seat's choice is not public yet.");
    view.def_property_readonly(
        "moves",
        [](const SeenGame& o) {
            py::list out;
            for (Move move : o.moves()) {
                out.append(move == kHiddenMove ? py::object(py::none()) : py::cast(move));
            }
            return out;
        },
        "The same: list of Move, None where a choice is not public yet.");
    view.def("__repr__", [](const SeenGame& o) {
        const View& v = o.view();
        return "<View of seat " + std::to_string(v.seat) + ": hand '" + set_text(v.seen.hands[v.seat]) + "', " +
               std::to_string(count_cards(v.pool)) + " unseen cards, " + std::to_string(o.moves().size()) + " moves>";
    });
}

}  // namespace chupai::bindings::gongzhu_game
