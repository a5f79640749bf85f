#include <memory>
#include <random>

#include "chupai/doudizhu/combination.hpp"
#include "common.hpp"

namespace chupai::bindings {

using namespace doudizhu;

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
    constexpr std::size_t kMostHands = 100;  // an end for endless input
    for (py::handle part : value) {
        if (hands.size() == kMostHands) {
            throw ParseError("more than " + std::to_string(kMostHands) + " hands: no deal has as many");
        }
        hands.push_back(to_hand(part));
    }
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

PyDeal python_deal(const Record& game) {
    const Deal& d = game.deal();
    const int seats = game.now().seats;
    return PyDeal{std::vector<Hand>(d.hands, d.hands + seats), d.bottom, d.first};
}

std::uint64_t fresh_seed() {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32) | device();
}

Record make_game(const RulesArg& rules, py::handle seed, py::handle game, py::handle episode, py::handle deal,
                 py::handle first) {
    const TablesPtr tables = rules.tables;
    std::optional<Seat> first_seat;
    if (!first.is_none()) {
        first_seat = static_cast<Seat>(to_seat(first, "first", tables->seats));
    }
    const Seeds seeds{seed.is_none() ? fresh_seed() : to_uint64(seed, "seed"), to_uint64(game, "game"),
                      to_uint64(episode, "episode")};
    if (deal.is_none()) {
        return Record(tables, seeds, first_seat);
    }
    if (!seed.is_none()) {
        throw ParseError("give a seed or a deal, not both");
    }
    const PyDeal cards = py::isinstance<PyDeal>(deal) ? deal.cast<PyDeal>() : deal_of_parts(hands_from(deal), 0);
    Deal core = core_deal(*tables, cards);
    core.first = first_seat.value_or(core.first);
    return Record(tables, core);
}

Record from_hands(py::handle hands, py::handle landlord, const RulesArg& rules, py::handle to_move, py::handle to_beat,
                  py::handle stake, py::handle passes) {
    const TablesPtr tables = rules.tables;
    OpenPosition open;
    set_hands(open, hands_from(hands));
    open.landlord = to_seat(landlord, "landlord", open.seats);
    open.to_move = to_seat(to_move, "to_move", open.seats);
    open.to_beat = doudizhu::Move{};
    if (!to_beat.is_none()) {
        open.to_beat = bindings::to_move(*tables, to_beat);
        if (open.to_beat.shape.kind == Kind::kCall && open.to_beat.code != kPass) {
            throw IllegalMoveError("to_beat '" + to_text(open.to_beat) +
                                   "' is a call: give cards, or '' where to_move leads");
        }
    }
    open.stake = static_cast<int>(to_size(stake, "stake", kMaxOpenStake, 1));
    open.passes = static_cast<int>(to_size(passes, "passes", static_cast<std::size_t>(open.seats - 2)));
    return Record(tables, open);
}

// ---- the lazy view of legal moves ----

// Holds its game alive and follows it: a view of the game as it is when asked.
struct LegalMoves {
    py::object owner;
    const Record* game;

    unsigned size() const { return kernels().count_legal(game->now()); }
    MoveSpan list() const { return list_legal(game->now()); }
    // For loops that make Python objects: these may run code that lists moves too.
    std::vector<Move> copied() const {
        const MoveSpan moves = list();
        return {moves.begin(), moves.end()};
    }
};

bool contains(const LegalMoves& self, py::handle value) {
    if (PyUnicode_Check(value.ptr())) {
        try {
            return is_legal(self.game->now(), self.game->parse(value.cast<Text>().utf8).code);
        } catch (const Error&) {
            return false;
        }
    }
    if (!PyIndex_Check(value.ptr())) {
        return false;
    }
    int overflow = 0;
    const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!index) {
        throw py::error_already_set();
    }
    const long long code = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    return overflow == 0 && code >= 0 && is_legal(self.game->now(), static_cast<Code>(code));
}

void register_deal(py::module_& m) {
    py::class_<PyDeal> deal(m, "Deal",
                            R"(What chance decides: each player's hand, the bottom cards, who is first to call.

hands: a text a player; bottom: text; first: seat (the landlord under landlord_selection="random").)");
    deal.attr("__module__") = "chupai.doudizhu";
    refuse_uninitialised<PyDeal>();
    pickle_by_state(deal);
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

void register_legal(py::module_& m) {
    py::class_<LegalMoves> legal(m, "LegalMoves", R"(The legal moves of a game as it stands: a lazy view.

len(), in (a code, Move or text), iteration and indexing (codes as int), .codes (int64 array), .moves() (list of Move).
The order is fixed: the pass first, then by kind, length, top rank and kickers. Empty when the game is over.)");
    legal.attr("__module__") = "chupai.doudizhu";
    refuse_uninitialised<LegalMoves>();
    legal.def("__len__", &LegalMoves::size);
    legal.def("__contains__", &contains);
    legal.def("__getitem__", [](const LegalMoves& self, py::ssize_t index) {
        const py::ssize_t n = static_cast<py::ssize_t>(self.size());
        const py::ssize_t at = index < 0 ? index + n : index;
        if (at < 0 || at >= n) {
            throw py::index_error("legal move " + std::to_string(index) + " of " + std::to_string(n));
        }
        return static_cast<std::int64_t>(kernels().nth_legal(self.game->now(), static_cast<unsigned>(at)).code);
    });
    legal.def("__getitem__", [](const LegalMoves& self, const py::slice& slice) {
        return py::object(codes_array(self.list())[slice]);
    });
    legal.def("__iter__", [](const LegalMoves& self) {
        const std::vector<Move> moves = self.copied();
        py::tuple codes(moves.size());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            codes[i] = py::int_(moves[i].code);
        }
        return py::iter(codes);
    });
    legal.def_property_readonly(
        "codes", [](const LegalMoves& self) { return codes_array(self.list()); },
        "Codes of all legal moves: a new int64[n] array.");
    legal.def(
        "moves",
        [](const LegalMoves& self) {
            const std::vector<Move> moves = self.copied();
            py::list out(moves.size());
            for (std::size_t i = 0; i < moves.size(); ++i) {
                out[i] = py::cast(moves[i]);
            }
            return out;
        },
        "All legal moves as a list of Move.");
    legal.def("__repr__", [](const LegalMoves& self) {
        constexpr std::size_t kShown = 12;
        const MoveSpan moves = self.list();
        std::string out = "<LegalMoves (" + std::to_string(moves.size()) + "):";
        for (const Move& move : moves.first(std::min(moves.size(), kShown))) {
            out += " " + to_text(move);
        }
        return out + (moves.size() > kShown ? " ...>" : ">");
    });
}

}  // namespace

py::object phase_object(const Position& pos) { return phases()[static_cast<std::size_t>(pos.phase)]; }

std::optional<int> landlord_of(const Position& pos) {
    return bottom_taken(pos) || pos.phase == Phase::kStake ? std::optional<int>(pos.landlord) : std::nullopt;
}

std::optional<Move> table_of(const Position& pos) {
    return pos.table.shape.kind == Kind::kCall ? std::nullopt : std::optional<Move>(pos.table);
}

void register_doudizhu_game(py::module_& m) {
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
    register_legal(m);

    py::class_<Record> game(m, "Game", R"(A game of Dou Dizhu with its history.

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
    game.attr("__module__") = "chupai.doudizhu";
    refuse_uninitialised<Record>();
    pickle_by_state(game);
    game.def(py::init(&make_game), py::arg("rules") = py::none(), py::kw_only(), py::arg("seed") = py::none(),
             py::arg("game") = 0, py::arg("episode") = 0, py::arg("deal") = py::none(), py::arg("first") = py::none());
    game.def_static("from_hands", &from_hands, py::arg("hands"), py::arg("landlord") = 0, py::arg("rules") = py::none(),
                    py::arg("to_move") = 0, py::arg("to_beat") = "", py::arg("stake") = 1, py::kw_only(),
                    py::arg("passes") = 0,
                    R"(An open position: play goes on from these hands, all that were ever dealt.

hands: a text a player in turn order (landlord first by default), at most 20 cards each (33 with two packs), each within
the pack; two hands are the two-player form, landlord and one opponent. to_beat: the move on the table ('' where to_move leads), played
by the seat before to_move, or before the `passes` seats that have passed since. stake: what a loser pays if nothing more
doubles it (1..1000). Nothing else counts as played before, so springs are possible.

>>> from chupai import doudizhu
>>> game = doudizhu.Game.from_hands(["3455KK", "345522"])
>>> game.play("4"); game.play("5"); game.play("K")
>>> game.player, str(game.to_beat)
(1, 'K')
)");
    game.def_static(
        "from_text", [](const Text& text) { return Record::from_text(text.utf8); }, py::arg("text"),
        "The game that text() wrote: rules, deal, and every move, each checked.");
    game.def("text", &Record::text, "The whole game as text: rules, seed or deal or position, every move.");

    game.def(
        "push", [](Record& self, py::handle code) { self.push(to_code(code)); }, py::arg("code"),
        R"(Makes a move: its code (int) or a Move. IllegalMoveError, and nothing changed, where it is not legal.)");
    game.def(
        "play",
        [](Record& self, py::handle move) {
            self.push(PyUnicode_Check(move.ptr()) ? self.parse(move.cast<Text>().utf8).code : to_code(move));
        },
        py::arg("move"),
        R"(Makes a move given as text ("334455", "pass"; in the auction "pass", "1", "2", "3"), Move or code.)");
    game.def(
        "pop", [](Record& self) { return static_cast<std::int64_t>(self.pop().code); },
        "Takes the last move back and returns its code (int); IllegalMoveError where there is none.");
    game.def(
        "parse", [](const Record& self, const Text& text) { return self.parse(text.utf8); }, py::arg("text"),
        "Reads a text as play() does, without playing it: Move.");
    game.def_property_readonly(
        "legal", [](const py::object& self) { return LegalMoves{self, &self.cast<const Record&>()}; },
        "The legal moves: a lazy view (LegalMoves) of the game as it stands.");

    game.def_property_readonly("rules", [](const Record& self) { return PyRules{self.tables_ptr()}; });
    game.def_property_readonly("num_players", [](const Record& self) { return int{self.now().seats}; }, "Seats (int).");
    game.def_property_readonly(
        "player", [](const Record& self) { return int{self.now().to_move}; },
        "The seat to move (int); when the game is over, the seat that would have been next.");
    game.def_property_readonly(
        "phase", [](const Record& self) { return phase_object(self.now()); }, "Phase, a StrEnum.");
    game.def_property_readonly("is_over", [](const Record& self) { return is_over(self.now()); });
    game.def(
        "returns",
        [](const Record& self) {
            py::array_t<std::int32_t> out(self.now().seats);
            std::fill(out.mutable_data(), out.mutable_data() + self.now().seats, 0);
            if (is_over(self.now())) {
                payoffs(self.now(), out.mutable_data());
            }
            return out;
        },
        "Payoffs of all seats: int32[players], in units of the stake; zeros while the game goes on or was passed out.");
    game.def_property_readonly(
        "landlord", [](const Record& self) { return landlord_of(self.now()); },
        "The landlord's seat, or None while there is none.");
    game.def_property_readonly(
        "stake", [](const Record& self) { return int{self.now().stake}; },
        "The stake; in the auction the standing bid (0: none).");
    game.def_property_readonly(
        "to_beat", [](const Record& self) { return table_of(self.now()); },
        "The Move on the table, or None where the player leads.");
    game.def_property_readonly(
        "hands", [](const Record& self) { return texts(self.now().hands, self.now().seats); },
        "All hands as they are now: tuple of str.");
    game.def_property_readonly(
        "bottom", [](const Record& self) { return to_text(self.now().bottom); },
        "The bottom cards (str), also after the landlord has taken them.");
    game.def_property_readonly("deal", &python_deal, "The current Deal; of an open position its hands.");
    game.def_property_readonly(
        "seed",
        [](const Record& self) -> std::optional<std::uint64_t> {
            return self.seeds() ? std::optional<std::uint64_t>(self.seeds()->seed) : std::nullopt;
        },
        "The seed of the deals, or None where the deal was given.");
    game.def_property_readonly("ply", [](const Record& self) { return self.ply(); }, "Moves made so far (int).");
    game.def_property_readonly(
        "history", [](const Record& self) { return codes_array(self.moves()); },
        "Codes of every move made: int64[ply].");
    game.def_property_readonly(
        "moves", [](const Record& self) { return self.moves(); }, "Every move made: list of Move.");
    game.def_property_readonly(
        "movers", [](const Record& self) { return seats_array(self.movers()); }, "Which seat made each: int8[ply].");
    game.def_property_readonly(
        "key", [](const Record& self) { return key(self.now()); },
        "A 64-bit hash of the position (int): equal positions have equal keys.");
    game.def(
        "copy", [](const Record& self) { return std::make_unique<Record>(self); },
        "An independent copy, history included.");
    game.def("__copy__", [](const Record& self) { return self; });
    game.def("__deepcopy__", [](const Record& self, const py::dict&) { return self; });
    game.def("__eq__", [](const Record& a, const Record& b) { return a == b; }, py::is_operator());
    game.attr("__hash__") = py::none();
    game.def("__str__", &Record::text);
    game.def("__repr__", [](const Record& self) {
        return "doudizhu.Game.from_text(" + py::repr(py::str(self.text())).cast<std::string>() + ")";
    });
    game.def(py::pickle([](const Record& self) { return py::str(self.text()); },
                        [](const py::str& text) { return Record::from_text(text.cast<Text>().utf8); }));
}

}  // namespace chupai::bindings
