#include "batch_class.hpp"
#include "chupai/gongzhu/open.hpp"
#include "chupai/gongzhu/score.hpp"
#include "gongzhu.hpp"

namespace chupai::bindings::gongzhu_game {

namespace {

// Phase's members in the order of the core's; they live as long as the process.
std::vector<py::object>& phases() {
    static auto* const members = new std::vector<py::object>;
    return *members;
}

struct PyDeal {
    std::vector<CardSet> hands;
    std::optional<int> leader;
    friend bool operator==(const PyDeal&, const PyDeal&) = default;
};

PyDeal make_deal(py::handle hands, py::handle leader) {
    PyDeal deal{to_sets(hands, "hands"), std::nullopt};
    if (!leader.is_none()) {
        deal.leader = to_seat(leader, "leader", std::max(1, static_cast<int>(deal.hands.size())));
    }
    return deal;
}

// One number of sets a player, or ParseError.
void set_each(const Tables& tables, const std::vector<CardSet>& sets, const char* what, CardSet* out) {
    if (static_cast<int>(sets.size()) != tables.seats) {
        throw ParseError(std::to_string(sets.size()) + " " + what + ": the rules have " + std::to_string(tables.seats) +
                         " players");
    }
    std::copy(sets.begin(), sets.end(), out);
}

PyDeal python_deal(const Game& game) {
    const Deal& d = game.deal();
    return PyDeal{std::vector<CardSet>(d.hands, d.hands + game.now().seats),
                  d.leader == kNoSeat ? std::nullopt : std::optional<int>(d.leader)};
}

Game make_game(const RulesArg<F>& rules, py::handle seed, py::handle game, py::handle episode, py::handle deal,
               py::handle leader) {
    const TablesPtr tables = rules.tables;
    std::optional<int> first;
    if (!leader.is_none()) {
        first = to_seat(leader, "leader", tables->seats);
    }
    const Seeds seeds = to_seeds(seed, game, episode);
    if (deal.is_none()) {
        return Game(tables, seeds, first);
    }
    if (!seed.is_none() || seeds.game != 0 || seeds.episode != 0) {
        throw ParseError("give a deal, or seed, game and episode, not both");
    }
    const PyDeal cards = py::isinstance<PyDeal>(deal) ? deal.cast<PyDeal>() : make_deal(deal, py::none());
    Deal core;
    set_each(*tables, cards.hands, "hands", core.hands);
    const std::optional<int> leads = first ? first : cards.leader;
    core.leader = leads ? static_cast<Seat>(*leads) : kNoSeat;
    return Game(tables, core);
}

Game from_hands(py::handle hands, py::handle taken, py::handle trick, py::handle leader, py::handle exposed,
                py::handle suits_led, const RulesArg<F>& rules) {
    const TablesPtr tables = rules.tables;
    OpenPosition open;
    set_each(*tables, to_sets(hands, "hands"), "hands", open.hands);
    if (!taken.is_none()) {
        set_each(*tables, to_sets(taken, "taken"), "piles taken", open.taken);
    }
    const std::vector<Card> table = to_cards(trick, "trick");
    if (table.size() >= static_cast<std::size_t>(tables->seats)) {
        throw ParseError("the trick has " + std::to_string(table.size()) + " cards: allowed are 0.." +
                         std::to_string(tables->seats - 1) + ", a finished trick belongs to taken");
    }
    std::copy(table.begin(), table.end(), open.trick);
    open.trick_size = static_cast<int>(table.size());
    open.leader = to_seat(leader, "leader", tables->seats);
    open.exposed = to_set(exposed, "exposed");
    open.suits_led = to_suits(suits_led);
    return Game(tables, open);
}

void register_deal(py::module_& m) {
    py::class_<PyDeal> deal(m, "Deal", R"(What is decided before the first move: each player's hand, and who leads.

hands: a set's text or a collection of card texts each; leader: seat, or None where the holder of first_lead_card leads.
ParseError (a ValueError) where these are no cards or no seat; whether they can be dealt is for the rules, so
Game(deal=) asks it.)");
    ready_class(deal, F::kName);
    deal.def(py::init(&make_deal), py::arg("hands"), py::arg("leader") = py::none());
    deal.def_property_readonly(
        "hands", [](const PyDeal& d) { return set_texts(d.hands.data(), static_cast<int>(d.hands.size())); },
        "tuple of str, by seat.");
    deal.def_readonly("leader", &PyDeal::leader, "Who leads first: seat, or None where a card decides it.");
    deal.def("__eq__", [](const PyDeal& a, const PyDeal& b) { return a == b; }, py::is_operator());
    const auto as_tuple = [](const PyDeal& d) {
        return py::make_tuple(set_texts(d.hands.data(), static_cast<int>(d.hands.size())), d.leader);
    };
    deal.def("__hash__", [as_tuple](const PyDeal& d) { return py::hash(as_tuple(d)); });
    deal.def("__repr__", [](const PyDeal& d) {
        return "gongzhu.Deal(" +
               py::repr(set_texts(d.hands.data(), static_cast<int>(d.hands.size()))).cast<std::string>() +
               (d.leader ? ", leader=" + std::to_string(*d.leader) : "") + ")";
    });
    deal.def(py::pickle(as_tuple, [](const py::tuple& t) { return make_deal(t[0], t[1]); }));
}

void make_phase(py::module_& m) {
    py::list members;
    for (const char* name : {"exposing", "play", "over"}) {
        members.append(py::make_tuple(py::str(name).attr("upper")(), name));
    }
    m.attr("Phase") =
        py::module_::import("enum").attr("StrEnum")("Phase", members, py::arg("module") = "chupai.gongzhu");
    m.attr("Phase").attr("__doc__") = "Where a game stands: exposing, play, over.";
    for (py::handle member : m.attr("Phase")) {
        phases().push_back(py::reinterpret_borrow<py::object>(member));
    }
}

constexpr const char* kGameDoc = R"(A deal of Gong Zhu with its history.

Game(rules, seed=7)         a random deal of chupai's own generator: the same on every platform
Game(rules, deal=...)       a given deal: Deal, a hand a player, or one text joined by /
Game.from_hands(...)        an open position, within a trick too
Game.from_text(text)        what text() wrote

rules: standard where not given. seed, game, episode (0 <= int < 2**64; episode < 2**62) name the stream of deals: game
i of chupai.random_games(rules, n, seed) is Game(rules, seed=seed, game=i). Without seed and deal the seed is drawn.
leader: who leads first, in place of the holder of first_lead_card. Exposing comes first where the rules have it: each
seat makes one choice, and simultaneous choices stay hidden from the others' views until all have chosen.

Wrong input raises a ValueError that says what was found and what is allowed, and changes nothing.

>>> from chupai import gongzhu
>>> game = gongzhu.Game("standard exposing=false", seed=7)
>>> game.player, str(game.phase), game.hands[0]
(3, 'play', 'SQ85 HK3 DKQJ CT9852')
)";

constexpr const char* kFromHandsDoc = R"(An open position within a deal, exposing over.

hands: a set a player; taken: what each has taken so far (none where not given); trick: the cards on the table in order
of play; leader: who leads, or led, this trick; exposed: exposed cards, wherever they are now; suits_led: suits that
finished tricks have led, as letters. Who has not played to the trick holds k >= 1 cards, who has, k - 1. Cards that
are nowhere are gone. rules: standard where not given. ParseError (a ValueError) where the position cannot be.

>>> from chupai import gongzhu
>>> game = gongzhu.Game.from_hands(["SA H2", "SQ H3", "SK H4", "D2"], taken=["", "DJ", "", ""], trick=["S3"],
...                                leader=3, suits_led="SHDC")
>>> game.play("SA"); game.play("SQ"); game.play("SK")
>>> game.player, game.taken[0], game.scores().tolist()
(0, 'SAKQ3 H- D- C-', [-100, 100, 0, 0])
)";

}  // namespace

py::object phase_object(const Position& pos) { return phases()[static_cast<std::size_t>(pos.phase)]; }

py::tuple trick_texts(const Position& pos) {
    py::tuple out(pos.trick_size);
    for (std::size_t i = 0; i < pos.trick_size; ++i) {
        out[i] = py::str(card_text(pos.trick[i]));
    }
    return out;
}

Specials public_exposures(const Position& pos) { return choices_are_hidden(pos) ? 0 : pos.exposed; }

void register_game(py::module_& m) {
    make_phase(m);
    register_deal(m);
    register_legal<F>(m, R"(The legal moves of a game as it stands: a lazy view.

len(), in (a code, Move or text), iteration and indexing (codes as int), .codes (int64[n]), .moves() (list of Move).
In the order of their codes: cards S H D C, low to high; exposing choices from none to all. Empty when the game is
over.)");
    py::class_<Game> game(m, "Game", kGameDoc);
    define_game(game);
    draw_in_notebooks(game, F::kName, "game");
    game.def(py::init(&make_game), py::arg("rules") = py::none(), py::kw_only(), py::arg("seed") = py::none(),
             py::arg("game") = 0, py::arg("episode") = 0, py::arg("deal") = py::none(), py::arg("leader") = py::none());
    game.def_static("from_hands", &from_hands, py::arg("hands"), py::arg("taken") = py::none(),
                    py::arg("trick") = py::tuple(), py::arg("leader") = 0, py::arg("exposed") = py::tuple(),
                    py::arg("suits_led") = "", py::arg("rules") = py::none(), kFromHandsDoc);
    game.def_property_readonly("phase", [](const Game& self) { return phase_object(self.now()); }, "Phase, a StrEnum.");
    game.def_property_readonly(
        "hands", [](const Game& self) { return set_texts(self.now().hands, self.now().seats); },
        "All hands as they are now: tuple of str, 'SQJ2 HAK D- C9'.");
    game.def_property_readonly(
        "taken", [](const Game& self) { return set_texts(self.now().taken, self.now().seats); },
        "All cards of the tricks each seat has taken: tuple of str.");
    game.def_property_readonly(
        "trick", [](const Game& self) { return trick_texts(self.now()); },
        "The cards on the table, in order of play: tuple of str.");
    game.def_property_readonly(
        "leader", [](const Game& self) { return int{self.now().leader}; },
        "Who leads, or led, the current trick (seat); while exposing, who will lead first; when over, who took the "
        "last.");
    game.def_property_readonly(
        "exposed", [](const Game& self) { return special_texts(public_exposures(self.now())); },
        "The exposed cards, of HA SQ DJ CT: tuple of str; empty while simultaneous choices are hidden.");
    game.def_property_readonly(
        "suits_led", [](const Game& self) { return suits_text(self.now().suits_led); },
        "Suits that finished tricks have led: str of S H D C.");
    game.def(
        "scores",
        [](const Game& self) {
            const Score score = score_of(self.tables(), self.now().taken, self.now().exposed);
            py::array_t<std::int32_t> out(self.tables().sides);
            std::copy(score.sides, score.sides + self.tables().sides, out.mutable_data());
            return out;
        },
        R"(The score of the cards taken so far, as if the deal ended here: int32[num_players], int32[2] with teams.)");
    game.def_property_readonly("deal", &python_deal, "The Deal; of an open position its hands and leader.");
    register_batch<F>(m);
}

}  // namespace chupai::bindings::gongzhu_game
