// Games of any kind in Python: what every Game has, its lazy view of legal moves, and views.
#pragma once

#include <memory>
#include <optional>

#include "chupai/core/record.hpp"
#include "chupai/kernels/kernels.hpp"
#include "move_class.hpp"
#include "rules_class.hpp"

namespace pybind11::detail {

template <class F>
class type_caster<chupai::Record<F>> : public chupai::bindings::LockingCaster<chupai::Record<F>> {};

}  // namespace pybind11::detail

namespace chupai::bindings {

template <class F>
const auto& kernels_of_game() {
    return kernels().of(F{});
}

template <class F>
bool is_over(const typename F::Position& pos) {
    return F::with(*pos.tables, [&]<class G>() { return G::is_over(pos); });
}

// A buffer of the thread for any list of moves under these rules, which the next call reuses.
template <class F>
typename F::Move* list_buffer(const typename F::Tables& tables) {
    thread_local std::vector<typename F::Move> buffer;
    const std::size_t room = F::with(tables, []<class G>() { return std::size_t{G::kMaxLegal}; });
    if (buffer.size() < room) {
        buffer.resize(room);
    }
    return buffer.data();
}

// A legal list in that buffer.
template <class F>
std::span<const typename F::Move> list_legal(const typename F::Position& pos) {
    using Move = typename F::Move;
    if (is_over<F>(pos)) {
        return {};
    }
    Move* const begin = list_buffer<F>(*pos.tables);
    return {begin, kernels_of_game<F>().legal(pos, begin)};
}

// ---- the lazy view of legal moves ----

// Holds its game alive and follows it: a view of the game as it is when asked.
template <class F>
struct LegalMoves {
    using Move = typename F::Move;

    py::object owner;
    const Record<F>* game;

    unsigned size() const { return is_over<F>(game->now()) ? 0 : kernels_of_game<F>().count_legal(game->now()); }
    std::span<const Move> list() const { return list_legal<F>(game->now()); }
    // For loops that make Python objects: these may run code that lists moves too.
    std::vector<Move> copied() const {
        const auto moves = list();
        return {moves.begin(), moves.end()};
    }
    bool contains(py::handle value) const {
        if (PyUnicode_Check(value.ptr())) {
            try {
                return F::is_legal(game->now(), F::code(game->parse(value.cast<Text>().utf8)));
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
        return overflow == 0 && code >= 0 && F::is_legal(game->now(), static_cast<std::uint64_t>(code));
    }
};

// A view never changes, but its game does.
template <class F>
py::handle locked_for(py::handle, const LegalMoves<F>& legal) {
    return legal.owner;
}

}  // namespace chupai::bindings

namespace pybind11::detail {

template <class F>
class type_caster<chupai::bindings::LegalMoves<F>>
    : public chupai::bindings::LockingCaster<chupai::bindings::LegalMoves<F>> {};

}  // namespace pybind11::detail

namespace chupai::bindings {

// Shows the garbage collector the game that a view holds: a game of a class made in Python may hold the view.
template <class F>
void make_collectable(PyHeapTypeObject* heap_type) {
    PyTypeObject& type = heap_type->ht_type;
    type.tp_flags |= Py_TPFLAGS_HAVE_GC;
    type.tp_traverse = [](PyObject* self, visitproc visit, void* arg) {
        Py_VISIT(Py_TYPE(self));
        // Without a GIL the collector may come before the new object, all zeros then, has been laid out.
        auto* const instance = reinterpret_cast<py::detail::instance*>(self);
        const bool laid_out = instance->simple_layout || instance->nonsimple.values_and_holders != nullptr;
        if (laid_out && py::detail::is_holder_constructed(self)) {
            void* const held = instance->get_value_and_holder().value_ptr();
            Py_VISIT(static_cast<LegalMoves<F>*>(held)->owner.ptr());
        }
        return 0;
    };
}

template <class F>
void register_legal(py::module_& m, const char* doc) {
    using Legal = LegalMoves<F>;
    using Move = typename F::Move;
    py::class_<Legal> legal(m, "LegalMoves", doc, py::custom_type_setup(&make_collectable<F>));
    legal.attr("__module__") = std::string("chupai.") + F::kName;
    refuse_uninitialised<Legal>();
    legal.def("__len__", &Legal::size);
    legal.def("__contains__", &Legal::contains);
    legal.def("__getitem__", [](const Legal& self, py::ssize_t index) {
        const py::ssize_t n = static_cast<py::ssize_t>(self.size());
        const py::ssize_t at = index < 0 ? index + n : index;
        if (at < 0 || at >= n) {
            throw py::index_error("legal move " + std::to_string(index) + " of " + std::to_string(n));
        }
        return static_cast<std::int64_t>(
            F::code(kernels_of_game<F>().nth_legal(self.game->now(), static_cast<unsigned>(at))));
    });
    legal.def("__getitem__",
              [](const Legal& self, const py::slice& slice) { return py::object(codes_array<F>(self.list())[slice]); });
    legal.def("__iter__", [](const Legal& self) {
        const std::vector<Move> moves = self.copied();
        py::tuple codes(moves.size());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            codes[i] = py::int_(F::code(moves[i]));
        }
        return py::iter(codes);
    });
    legal.def_property_readonly(
        "codes", [](const Legal& self) { return codes_array<F>(self.list()); },
        "Codes of all legal moves: a new int64[n] array.");
    legal.def(
        "moves", [](const Legal& self) { return move_list<F>(self.copied()); }, "All legal moves as a list of Move.");
    legal.def("__repr__", [](const Legal& self) {
        constexpr std::size_t kShown = 12;
        const auto moves = self.list();
        std::string out = "<LegalMoves (" + std::to_string(moves.size()) + "):";
        for (const Move& move : moves.first(std::min(moves.size(), kShown))) {
            out += " " + to_text(move);
        }
        return out + (moves.size() > kShown ? " ...>" : ">");
    });
}

// ---- games ----

// What every Game has.
template <class F>
void define_game(py::class_<Record<F>>& game) {
    using Game = Record<F>;
    ready_class(game, F::kName);
    game.def_static(
        "from_text", [](const Text& text) { return Game::from_text(text.utf8); }, py::arg("text"),
        R"(The game that text() wrote: rules, deal, and every move, each checked.

RulesError, ParseError or IllegalMoveError (ValueErrors) where one of them cannot be.)");
    game.def("text", &Game::text, "The whole game as text: rules, seed or deal or position, every move.");
    game.def(
        "push", [](Game& self, py::handle code) { self.push(to_code<F>(code)); }, py::arg("code"),
        R"(Makes a move: its code (int) or a Move.

IllegalMoveError (a ValueError), and nothing changed, where it is not legal.)");
    game.def(
        "play",
        [](Game& self, py::handle move) {
            self.push(PyUnicode_Check(move.ptr()) ? F::code(self.parse(move.cast<Text>().utf8)) : to_code<F>(move));
        },
        py::arg("move"), R"(Makes a move given as text, Move or code.

ParseError or IllegalMoveError (ValueErrors), and nothing changed, where it cannot be read or is not legal.)");
    game.def(
        "pop", [](Game& self) { return static_cast<std::int64_t>(F::code(self.pop())); },
        "Takes the last move back and returns its code (int); IllegalMoveError (a ValueError) where there is none.");
    game.def(
        "parse", [](const Game& self, const Text& text) { return self.parse(text.utf8); }, py::arg("text"),
        R"(Reads a text as play() does, without playing it: Move. ParseError or IllegalMoveError (ValueErrors) as there.)");
    game.def_property_readonly(
        "legal", [](const py::object& self) { return LegalMoves<F>{self, &object_of<Game>(self)}; },
        "The legal moves: a lazy view (LegalMoves) of the game as it stands.");
    game.def_property_readonly("rules", [](const Game& self) { return PyRules<F>{self.tables_ptr()}; }, "Its Rules.");
    game.def_property_readonly("num_players", [](const Game& self) { return F::seats(self.now()); }, "Seats (int).");
    game.def_property_readonly(
        "player", [](const Game& self) { return F::to_move(self.now()); },
        "The seat to move (int); when the game is over, the seat that would have been next.");
    game.def_property_readonly(
        "is_over", [](const Game& self) { return is_over<F>(self.now()); }, "Is the game over (bool)?");
    game.def(
        "returns",
        [](const Game& self) {
            const int seats = F::seats(self.now());
            py::array_t<std::int32_t> out(seats);
            std::fill(out.mutable_data(), out.mutable_data() + seats, 0);
            if (is_over<F>(self.now())) {
                F::with(self.tables(), [&]<class G>() { G::payoffs(self.now(), out.mutable_data()); });
            }
            return out;
        },
        "Payoffs of all seats: int32[num_players]; zeros while the game goes on.");
    game.def_property_readonly(
        "seed",
        [](const Game& self) -> std::optional<std::uint64_t> {
            return self.seeds() ? std::optional<std::uint64_t>(self.seeds()->seed) : std::nullopt;
        },
        "The seed of the deals, or None where the deal was given.");
    game.def_property_readonly("ply", [](const Game& self) { return self.ply(); }, "Moves made so far (int).");
    game.def_property_readonly(
        "history", [](const Game& self) { return codes_array<F>(self.moves()); },
        "Codes of every move made: int64[ply].");
    game.def_property_readonly(
        "moves", [](const Game& self) { return move_list<F>(self.moves()); }, "Every move made: list of Move.");
    game.def_property_readonly(
        "movers", [](const Game& self) { return seats_array(self.movers()); }, "Which seat made each: int8[ply].");
    game.def_property_readonly(
        "key", [](const Game& self) { return F::with(self.tables(), [&]<class G>() { return G::key(self.now()); }); },
        "A 64-bit hash of the position (int): equal positions have equal keys.");
    game.def(
        "view",
        [](const Game& self, py::handle seat) {
            return Observation<F>(self, to_seat(seat, "seat", F::seats(self.now())));
        },
        py::arg("seat"), "What that seat knows: View. ParseError (a ValueError) where there is no such seat.");
    game.def(
        "copy", [](const Game& self) { return std::make_unique<Game>(self); },
        "An independent copy, history included.");
    game.def("__copy__", [](const Game& self) { return self; });
    game.def("__deepcopy__", [](const Game& self, const py::dict&) { return self; });
    game.def(
        "__eq__",
        [](Unlocked<Game> a, Unlocked<Game> b) {
            const Lock both(a.handle, b.handle);
            return *a == *b;
        },
        py::is_operator());
    game.attr("__hash__") = py::none();
    game.def("__str__", &Game::text);
    game.def("__repr__", [](const Game& self) {
        return std::string(F::kName) + ".Game.from_text(" +
               py::repr(py::str(self.text())).template cast<std::string>() + ")";
    });
    game.def(py::pickle([](const Game& self) { return py::str(self.text()); },
                        [](const py::str& text) { return Game::from_text(text.cast<Text>().utf8); }));
}

// The seeds of a Game(seed=, game=, episode=); without a seed one is drawn.
Seeds to_seeds(py::handle seed, py::handle game, py::handle episode);

// ---- views ----

template <class F>
py::list sample(const Observation<F>& self, py::handle count, py::handle seed) {
    const std::size_t n = to_size(count, "n", kMaxGames);
    const std::uint64_t name = to_uint64(seed, "seed");
    py::list out;
    constexpr std::size_t kPiece = 16;
    for (std::size_t done = 0; done < n; done += kPiece) {
        std::vector<Record<F>> games;
        {
            const WithoutGil without;
            for (std::size_t i = done; i < std::min(done + kPiece, n); ++i) {
                games.push_back(self.sample(name, i));
            }
        }
        for (Record<F>& game : games) {
            out.append(py::cast(std::move(game)));
        }
        if (PyErr_CheckSignals() != 0) {
            throw py::error_already_set();
        }
    }
    return out;
}

// What every View has. `sample_doc` says over what the samples are uniform.
template <class F>
void define_view(py::class_<Observation<F>>& view, const char* sample_doc) {
    using View = Observation<F>;
    ready_class(view, F::kName);
    const auto seen = [](const View& v) -> const typename F::Position& { return v.view().seen; };
    const std::string said = std::string(sample_doc) + R"(

n: 0..2**31; seed: 0..2**64-1; ParseError (a ValueError) where they are not. Releases the GIL.)";
    view.def("sample", &sample<F>, py::arg("n"), py::kw_only(), py::arg("seed") = 0, said.c_str());
    view.def_property_readonly("seat", [](const View& v) { return int{v.view().seat}; }, "Whose view it is (int).");
    view.def_property_readonly("rules", [](const View& v) { return PyRules<F>{v.tables_ptr()}; }, "The game's Rules.");
    view.def_property_readonly(
        "player", [seen](const View& v) { return F::to_move(seen(v)); }, "The seat to move (int).");
    view.def_property_readonly("num_players", [seen](const View& v) { return F::seats(seen(v)); }, "Seats (int).");
    view.def_property_readonly(
        "is_over", [seen](const View& v) { return is_over<F>(seen(v)); }, "Is the game over (bool)?");
    view.def_property_readonly(
        "movers", [](const View& v) { return seats_array(v.movers()); },
        "Which seat made each move: int8[n], as long as history.");
    view.def_property_readonly(
        "legal_codes",
        [seen](const View& v) {
            const bool turn = !is_over<F>(seen(v)) && F::to_move(seen(v)) == v.view().seat;
            return codes_array<F>(turn ? list_legal<F>(seen(v)) : std::span<const typename F::Move>{});
        },
        "Codes of the seat's legal moves: int64[n], empty when it is not its turn.");
    view.def("__eq__", [](const View& a, const View& b) { return a == b; }, py::is_operator());
    view.attr("__hash__") = py::none();
    view.def("__copy__", [](const View& v) { return v; });
    view.def("__deepcopy__", [](const View& v, const py::dict&) { return v; });
    // As any game in which the seat has this view: it tells no more than the view does.
    view.def(py::pickle([](const View& v) { return py::make_tuple(v.sample(0, 0).text(), int{v.view().seat}); },
                        [](const py::tuple& state) {
                            return View(Record<F>::from_text(state[0].cast<Text>().utf8), state[1].cast<int>());
                        }));
}

}  // namespace chupai::bindings
