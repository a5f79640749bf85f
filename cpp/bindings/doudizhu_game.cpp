#include <memory>

#include "batch_class.hpp"
#include "doudizhu.hpp"

namespace chupai::bindings::doudizhu_game {

namespace {

// Phase's members in the order of the core's. They live as long as the process: Python objects must not be destroyed
// after the interpreter.
std::vector<py::object>& phases() {
    static auto* const members = new std::vector<py::object>;
    return *members;
}

py::tuple texts(const Hand* hands, int n) {
    py::tuple out(n);
    for (int i = 0; i < n; ++i) {
        out[static_cast<std::size_t>(i)] = py::str(to_text(hands[i]));
    }
    return out;
}

// ---- deals ----

struct PyDeal {
    std::vector<Hand> hands;
    Hand bottom = 0;
    int first = 0;
    friend bool operator==(const PyDeal&, const PyDeal&) = default;
};

PyDeal deal_of_parts(std::vector<Hand> parts, int first) {
    if (parts.size() < 3) {
        throw ParseError("a deal has a hand for each player and the bottom cards, not " + std::to_string(parts.size()) +
                         " parts");
    }
    PyDeal deal;
    deal.bottom = parts.back();
    parts.pop_back();
    deal.hands = std::move(parts);
    deal.first = first;
    return deal;
}

std::vector<Hand> hands_from(py::handle value) {
    std::vector<Hand> hands;
    if (PyUnicode_Check(value.ptr())) {
        for (py::handle part : value.attr("split")("/")) {
            hands.push_back(to_hand(part));
        }
        return hands;
    }
    if (!py::isinstance<py::iterable>(value)) {
        throw py::type_error("hands must be a sequence of texts, or one text joined by /, not " + show(value));
    }
    for_each_item(value, 100, "hands: no deal has as many", [&](py::handle part) { hands.push_back(to_hand(part)); });
    return hands;
}

Deal core_deal(const Tables& tables, const PyDeal& given) {
    if (static_cast<int>(given.hands.size()) != tables.seats) {
        throw ParseError("the deal has " + std::to_string(given.hands.size()) + " hands: the rules have " +
                         std::to_string(tables.seats) + " players");
    }
    if (given.first < 0 || given.first >= tables.seats) {
        throw ParseError("first = " + std::to_string(given.first) + " is no seat: seats are 0.." +
                         std::to_string(tables.seats - 1));
    }
    Deal deal;
    std::copy(given.hands.begin(), given.hands.end(), deal.hands);
    deal.bottom = given.bottom;
    deal.first = static_cast<Seat>(given.first);
    return deal;
}

PyDeal python_deal(const Game& game) {
    const Deal& d = game.deal();
    const int seats = game.now().seats;
    return PyDeal{std::vector<Hand>(d.hands, d.hands + seats), d.bottom, d.first};
}

Game make_game(const RulesArg<F>& rules, py::handle seed, py::handle game, py::handle episode, py::handle deal,
               py::handle first) {
    const TablesPtr tables = rules.tables;
    std::optional<int> first_seat;
    if (!first.is_none()) {
        first_seat = to_seat(first, "first", tables->seats);
    }
    const Seeds seeds = to_seeds(seed, game, episode);
    if (deal.is_none()) {
        return Game(tables, seeds, first_seat);
    }
    if (!seed.is_none() || seeds.game != 0 || seeds.episode != 0) {
        throw ParseError("give a deal, or seed, game and episode, not both");
    }
    const PyDeal cards = py::isinstance<PyDeal>(deal) ? deal.cast<PyDeal>() : deal_of_parts(hands_from(deal), 0);
    Deal core = core_deal(*tables, cards);
    core.first = static_cast<Seat>(first_seat.value_or(core.first));
    return Game(tables, core);
}

Game from_hands(py::handle hands, py::handle landlord, const RulesArg<F>& rules, py::handle to_move, py::handle to_beat,
                py::handle stake, py::handle passes) {
    const TablesPtr tables = rules.tables;
    OpenPosition open;
    set_hands(open, hands_from(hands));
    open.landlord = to_seat(landlord, "landlord", open.seats);
    open.to_move = to_seat(to_move, "to_move", open.seats);
    open.to_beat = Move{};
    if (!to_beat.is_none()) {
        open.to_beat = doudizhu_game::to_move(*tables, to_beat);
    }
    open.stake = static_cast<int>(to_size(stake, "stake", kMaxOpenStake, 1));
    open.passes = static_cast<int>(to_size(passes, "passes", static_cast<std::size_t>(open.seats - 2)));
    return Game(tables, open);
}

void register_deal(py::module_& m) {
    py::class_<PyDeal> deal(m, "Deal",
                            R"(What chance decides: each player's hand, the bottom cards, who is first to call.

hands: a text a player; bottom: text; first: seat (the landlord under landlord_selection="random"). ParseError (a
ValueError) where these are no cards or no seat; whether they can be dealt is for the rules, so Game(deal=) asks it.)");
    ready_class(deal, F::kName);
    deal.def(py::init([](py::handle hands, py::handle bottom, py::handle first) {
                 std::vector<Hand> parts = hands_from(hands);
                 const int seats = std::max(1, static_cast<int>(parts.size()));
                 return PyDeal{std::move(parts), to_hand(bottom), to_seat(first, "first", seats)};
             }),
             py::arg("hands"), py::arg("bottom"), py::arg("first") = 0);
    deal.def_property_readonly(
        "hands", [](const PyDeal& d) { return texts(d.hands.data(), static_cast<int>(d.hands.size())); },
        "tuple of str, by seat, without the bottom cards.");
    deal.def_property_readonly("bottom", [](const PyDeal& d) { return to_text(d.bottom); }, "The bottom cards: str.");
    deal.def_readonly("first", &PyDeal::first, "Who is first to call: seat.");
    deal.def("__eq__", [](const PyDeal& a, const PyDeal& b) { return a == b; }, py::is_operator());
    const auto as_tuple = [](const PyDeal& d) {
        return py::make_tuple(texts(d.hands.data(), static_cast<int>(d.hands.size())), to_text(d.bottom), d.first);
    };
    deal.def("__hash__", [as_tuple](const PyDeal& d) { return py::hash(as_tuple(d)); });
    deal.def("__repr__", [](const PyDeal& d) {
        return "doudizhu.Deal(" +
               py::repr(texts(d.hands.data(), static_cast<int>(d.hands.size()))).cast<std::string>() + ", '" +
               to_text(d.bottom) + "', first=" + std::to_string(d.first) + ")";
    });
    deal.def(py::pickle(as_tuple, [](const py::tuple& t) {
        return PyDeal{hands_from(t[0]), to_hand(t[1]), to_seat(t[2], "first", kMaxSeats)};
    }));
}

}  // namespace

py::object phase_object(const Position& pos) { return phases()[static_cast<std::size_t>(pos.phase)]; }

std::optional<int> landlord_of(const Position& pos) {
    return bottom_taken(pos) || pos.phase == Phase::kStake ? std::optional<int>(pos.landlord) : std::nullopt;
}

std::optional<Move> table_of(const Position& pos) {
    return pos.table.shape.kind == Kind::kCall ? std::nullopt : std::optional<Move>(pos.table);
}

void register_game(py::module_& m) {
    const std::vector<std::string> names = {"auction", "stake", "play", "over"};
    py::list members;
    for (const std::string& name : names) {
        members.append(py::make_tuple(py::str(name).attr("upper")(), name));
    }
    m.attr("Phase") =
        py::module_::import("enum").attr("StrEnum")("Phase", members, py::arg("module") = "chupai.doudizhu");
    for (const std::string& name : names) {
        phases().push_back(m.attr("Phase")(name));
    }
    m.attr("Phase").attr("__doc__") = "Where a game stands: auction, stake (a drawn landlord names it), play, over.";
    register_deal(m);
    register_legal<F>(m, R"(The legal moves of a game as it stands: a lazy view.

len(), in (a code, Move or text), iteration and indexing (codes as int), .codes (int64[n]), .moves() (list of Move).
The order is fixed: the pass first, then by kind, length, top rank and kickers. Empty when the game is over.)");

    py::class_<Game> game(m, "Game", R"(A game of Dou Dizhu with its history.

Game(rules, seed=7)         a random deal of chupai's own generator: the same on every platform
Game(rules, deal=...)       a given deal: Deal, three hands and the bottom cards, or one text joined by /
Game.from_hands([...])      an open position
Game.from_text(text)        what text() wrote

rules: standard where not given. seed, game, episode (0 <= int < 2**64; episode < 2**62) name the stream of deals: game
i of chupai.random_games(rules, n, seed) is Game(rules, seed=seed, game=i). Without seed and deal the seed is drawn.
first: the first bidder, or drawn landlord, in place of a random one (under first_bidder="winner": the last winner).
Where all pass and the rules redeal, a seeded game deals its stream's next deal at once; a given deal is then over.

Wrong input raises a ValueError that says what was found and what is allowed, and changes nothing.

>>> from chupai import doudizhu
>>> game = doudizhu.Game(doudizhu.Rules.preset("rlcard"), seed=7)
>>> game.player, str(game.phase), len(game.hands[0])
(0, 'play', 20)
)");
    define_game(game);
    draw_in_notebooks(game, F::kName, "game");
    game.def(py::init(&make_game), py::arg("rules") = py::none(), py::kw_only(), py::arg("seed") = py::none(),
             py::arg("game") = 0, py::arg("episode") = 0, py::arg("deal") = py::none(), py::arg("first") = py::none());
    game.def_static("from_hands", &from_hands, py::arg("hands"), py::arg("landlord") = 0, py::arg("rules") = py::none(),
                    py::arg("to_move") = 0, py::arg("to_beat") = "", py::arg("stake") = 1, py::kw_only(),
                    py::arg("passes") = 0,
                    R"(An open position: play goes on from these hands, all that were ever dealt.

hands: a text a player in turn order (landlord first by default), at most 20 cards each (33 with two packs), each within
the pack; two hands are the two-player form, landlord and one opponent. to_beat: the move on the table ('' where to_move
leads), played by the seat before to_move, or before the `passes` seats that have passed since. stake: what a loser pays
if nothing more doubles it (1..1000). rules: standard where not given. Nothing else counts as played before, so springs
are possible. ParseError or IllegalMoveError (ValueErrors) where the position cannot be.

>>> from chupai import doudizhu
>>> game = doudizhu.Game.from_hands(["3455KK", "345522"])
>>> game.play("4"); game.play("5"); game.play("K")
>>> game.player, str(game.to_beat)
(1, 'K')
)");
    game.def_property_readonly("phase", [](const Game& self) { return phase_object(self.now()); }, "Phase, a StrEnum.");
    game.def_property_readonly(
        "landlord", [](const Game& self) { return landlord_of(self.now()); },
        "The landlord's seat, or None while there is none.");
    game.def_property_readonly(
        "stake", [](const Game& self) { return int{self.now().stake}; },
        "The stake; in the auction the standing bid (0: none).");
    game.def_property_readonly(
        "to_beat", [](const Game& self) { return table_of(self.now()); },
        "The Move on the table, or None where the player leads.");
    game.def_property_readonly(
        "hands", [](const Game& self) { return texts(self.now().hands, self.now().seats); },
        "All hands as they are now: tuple of str.");
    game.def_property_readonly(
        "bottom", [](const Game& self) { return to_text(self.now().bottom); },
        "The bottom cards (str), also after the landlord has taken them.");
    game.def_property_readonly("deal", &python_deal, "The current Deal; of an open position its hands.");
    register_batch<F>(m);
}

}  // namespace chupai::bindings::doudizhu_game
