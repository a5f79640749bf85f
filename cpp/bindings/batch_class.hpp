// Batches of any game in Python: many games stepped at once.
#pragma once

#include <memory>
#include <new>

#include "chupai/batch/batch.hpp"
#include "game_class.hpp"

namespace chupai::bindings {

// One number a game, given to a call: int32 from any integer dtype. What does not fit becomes kNoIndex, which no list
// has.
inline constexpr std::int32_t kNoIndex = INT32_MIN;
std::vector<std::int32_t> to_indices(py::handle value, std::size_t n);
std::vector<std::int64_t> to_codes(py::handle value, std::size_t n);
// Whether these are Python objects, such as Moves, rather than numbers.
bool are_objects(py::handle value);
// A seed for all, or one each.
std::vector<std::uint64_t> to_seed_array(py::handle value, std::size_t n);

bool to_autoreset(const std::string& word);
// Threads asked for; 0: all processors.
int to_threads(py::handle value);

// A call of a batch. What runs long lets other threads in, which then find the batch in use.
class BatchUse : Use<std::runtime_error> {
public:
    BatchUse(Users& users, Users::Access access)
        : Use(users, access, "the batch", "thread: a batch is for one thread at a time") {}
};

template <class F>
class PyBatch {
public:
    using Core = batch::Batch<F>;
    using enum Users::Access;

    PyBatch(py::handle n, const RulesArg<F>& rules, py::handle seed, py::handle threads, const Text& autoreset,
            bool copy)
        : seed_(to_uint64(seed, "seed")), copy_(copy) {
        const std::size_t games = to_size(n, "n", batch::kMostGames, 1);
        const int parts = to_threads(threads);
        const bool resets = to_autoreset(autoreset.utf8);
        const auto tables = rules.tables;
        {
            const WithoutGil without;
            core_ = std::make_shared<Core>(kernels_of_game<F>().batch, tables, games, seed_, parts, resets);
        }
        const auto rows = static_cast<py::ssize_t>(core_->seats());
        const auto size = static_cast<py::ssize_t>(games);
        offsets_ = view(core_->offsets(), {size + 1});
        player_ = view(core_->player(), {size});
        phase_ = view(core_->phase(), {size});
        terminated_ = view(core_->terminated(), {size});
        episode_ = view(core_->episode(), {size});
        rewards_ = view(core_->rewards(), {size, rows});
        final_returns_ = view(core_->final_returns(), {size, rows});
    }

    ~PyBatch() {
        if (users_.forked()) {
            new (std::nothrow) std::shared_ptr<Core>(core_);  // what is half-way cannot be taken apart: it stays
        }
    }
    PyBatch(const PyBatch&) = delete;
    PyBatch& operator=(const PyBatch&) = delete;

    const Core& core() const noexcept { return *core_; }
    std::uint64_t seed() const noexcept { return seed_; }
    bool copies() const noexcept { return copy_; }

    py::object offsets() { return shown(offsets_); }
    py::object player() { return shown(player_); }
    py::object phase() { return shown(phase_); }
    py::object terminated() { return shown(terminated_); }
    py::object episode() { return shown(episode_); }
    py::object rewards() { return shown(rewards_); }
    py::object final_returns() { return shown(final_returns_); }
    py::object codes() {
        const BatchUse use(users_, kReads);
        core_->check_whole();
        const auto& buffer = core_->codes();
        const auto total = static_cast<py::ssize_t>(core_->offsets()[core_->size()]);
        return shown(array_over(buffer->data(), {total}, keep(buffer)));
    }

    void step(py::handle index) {
        const std::vector<std::int32_t> given = to_indices(index, core_->size());
        const BatchUse use(users_, kChanges);
        const WithoutGil without;
        core_->step(given);
    }
    void step_codes(py::handle codes) {
        const std::vector<std::int64_t> given =
            are_objects(codes) ? codes_of_moves(codes) : bindings::to_codes(codes, core_->size());
        const BatchUse use(users_, kChanges);
        const WithoutGil without;
        core_->step_codes(given);
    }
    void step_random(py::handle times) {
        std::size_t left = to_size(times, "k", std::size_t{1} << 31, 1);
        // In pieces of about a million moves, so that Ctrl-C is heard between them.
        const std::size_t piece = std::max<std::size_t>(1, (std::size_t{1} << 20) / core_->size());
        const BatchUse use(users_, kChanges);
        for (bool first = true; left != 0; first = false) {
            const std::size_t some = std::min(left, piece);
            left -= some;
            {
                const WithoutGil without;
                core_->step_random(some, first, left != 0);
            }
            if (left != 0 && PyErr_CheckSignals() != 0) {
                py::error_already_set error;
                core_->step_random(0, false, false);  // the lists of where it stands
                throw error;
            }
        }
    }
    void reset(py::handle seeds) {
        const std::vector<std::uint64_t> given = to_seed_array(seeds, core_->size());
        const BatchUse use(users_, kChanges);
        const WithoutGil without;
        core_->reset(given);
    }
    void set_games(py::handle games) {
        std::vector<Record<F>> given;
        if (!py::isinstance<py::iterable>(games)) {
            throw py::type_error("games must be a sequence of Game, not " + show(games));
        }
        for_each_item(games, core_->size(), "games: the batch has fewer", [&](py::handle game) {
            if (!py::isinstance<Record<F>>(game)) {
                throw py::type_error("games must be a sequence of Game: found " + show(game));
            }
            given.push_back(copy_of<Record<F>>(game));
        });
        if (given.size() != core_->size()) {
            throw ParseError(std::to_string(given.size()) + " games: the batch has " + std::to_string(core_->size()));
        }
        const BatchUse use(users_, kChanges);
        const WithoutGil without;
        core_->set_games(given);
    }
    py::list games() {
        const BatchUse use(users_, kReads);
        py::list out;
        for (std::size_t i = 0; i < core_->size(); ++i) {
            out.append(py::cast(core_->game(i)));
            if (i % 1024 == 1023 && PyErr_CheckSignals() != 0) {
                throw py::error_already_set();
            }
        }
        return out;
    }
    Record<F> game(py::handle index) {
        const auto n = static_cast<std::int64_t>(core_->size());
        const std::int64_t given = to_int(index, "i", INT64_MIN, INT64_MAX);
        const std::int64_t at = given < 0 ? given + n : given;
        if (at < 0 || at >= n) {
            throw py::index_error("game " + std::to_string(given) + " of " + std::to_string(n));
        }
        const BatchUse use(users_, kReads);
        return core_->game(static_cast<std::size_t>(at));
    }
    std::size_t nbytes() {
        const BatchUse use(users_, kReads);
        return core_->memory();
    }

private:
    std::vector<std::int64_t> codes_of_moves(py::handle moves) const {
        std::vector<std::int64_t> out;
        for_each_item(moves, core_->size(), "codes: the batch has fewer games", [&](py::handle move) {
            const bool none = PyLong_Check(move.ptr()) && PyLong_AsLong(move.ptr()) == -1;  // of a game that is over
            if (PyErr_Occurred() != nullptr) {
                PyErr_Clear();
            }
            out.push_back(none ? -1 : static_cast<std::int64_t>(to_code<F>(move)));
        });
        if (out.size() != core_->size()) {
            throw ParseError(std::to_string(out.size()) + " codes: the batch has " + std::to_string(core_->size()) +
                             " games");
        }
        return out;
    }
    // What holds `shared` for an array over its memory.
    template <class T>
    static py::capsule keep(const std::shared_ptr<T>& shared) {
        return py::capsule(new std::shared_ptr<T>(shared),
                           [](void* held) { delete static_cast<std::shared_ptr<T>*>(held); });
    }
    template <class T>
    static py::array array_over(T* data, std::vector<py::ssize_t> shape, const py::capsule& owner) {
        py::array_t<T> array(std::move(shape), data, owner);
        py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
        return array;
    }
    template <class T>
    py::array view(T* data, std::vector<py::ssize_t> shape) {
        return array_over(data, std::move(shape), keep(core_));
    }
    py::object shown(const py::array& array) {
        if (!copy_) {
            return array;
        }
        const BatchUse use(users_, kReads);
        return array.attr("copy")();
    }

    std::uint64_t seed_;
    bool copy_;
    Users users_;
    std::shared_ptr<Core> core_;
    py::array offsets_, player_, phase_, terminated_, episode_, rewards_, final_returns_;
};

// The docstring of a game's Batch.
std::string batch_doc(const std::string& game);

template <class F>
void register_batch(py::module_& m) {
    using Py = PyBatch<F>;
    py::class_<Py> cls(m, "Batch", batch_doc(F::kName).c_str());
    cls.attr("__module__") = std::string("chupai.") + F::kName;
    refuse_uninitialised<Py>();
    cls.def(py::init<py::handle, const RulesArg<F>&, py::handle, py::handle, const Text&, bool>(), py::arg("n"),
            py::arg("rules") = py::none(), py::arg("seed") = 0, py::arg("threads") = 0,
            py::arg("autoreset") = "same_step", py::kw_only(), py::arg("copy") = false);
    cls.def("step", &Py::step, py::arg("index"),
            R"(Plays one move in each game: index[i], its position in game i's own list (int32[n], any integer dtype).

-1 for a game that is over (autoreset="disabled"). IllegalMoveError (a ValueError) names the first game whose index is
not in its list, and nothing has moved then. RuntimeError where another thread uses the batch.)");
    cls.def("step_codes", &Py::step_codes, py::arg("codes"),
            R"(The same by the moves' codes: int64[n]; each is looked up in its game's list.

IllegalMoveError (a ValueError) names the first game whose code is not there, and nothing has moved then.)");
    cls.def("step_random", &Py::step_random, py::arg("k") = 1,
            R"(Plays k uniformly random moves in each game, all within C++; games that are over stay so.

Draws from the stream (seed, i, episode) of each game, so results depend neither on threads nor on n. Over the k moves
rewards add up, and terminated says whether a game ended. ParseError (a ValueError) where k is not 1..2**31.)");
    cls.def("reset", &Py::reset, py::arg("seeds") = py::none(),
            R"(Begins every game's next episode; with seeds (an int for all, or uint64[n]) episode 0 of these.

ParseError (a ValueError) where seeds are not n numbers, or not 0..2**64-1.)");
    cls.def("set_games", &Py::set_games, py::arg("games"),
            R"(Goes on from these games, copied: n Games of the batch's rules; with autoreset none may be over.

When one ends, its row goes on with the batch's own next episode. ParseError (a ValueError), and nothing changed, where
they are too few or too many, of other rules, or over.)");
    cls.def("games", &Py::games, "All games as they stand, with their moves: list of Game, copies.");
    cls.def("game", &Py::game, py::arg("i"),
            "Game i as it stands, with its moves: a copy. IndexError where there is none.");
    cls.def("__len__", [](const Py& self) { return self.core().size(); });
    cls.def("__repr__", [](const Py& self) {
        return "<Batch of " + std::to_string(self.core().size()) + " games (" +
               F::rules_text(*self.core().tables_ptr()) + "), " + std::to_string(self.core().threads()) + " threads>";
    });
    const auto shape = [&](const char* name, auto get, const char* text) {
        cls.def_property_readonly(name, get, text);
    };
    shape("offsets", &Py::offsets, "int32[n + 1]: game i's legal moves are codes[offsets[i]:offsets[i + 1]].");
    shape("codes", &Py::codes, "int64[offsets[n]]: the codes of all legal moves, one list after the other.");
    shape("player", &Py::player, "int8[n]: the seat to move; -1 where the game is over.");
    shape("phase", &Py::phase, "int8[n]: where each game stands, by position among Phase's members.");
    shape("rewards", &Py::rewards, "float32[n, players]: payoffs of games that ended in the last call, else 0.");
    shape("terminated", &Py::terminated, "bool[n]: did the game end in the last call?");
    shape("episode", &Py::episode, "int64[n]: which of its games each row plays.");
    shape("final_returns", &Py::final_returns, "float32[n, players]: payoffs of the last game that ended in each row.");
    cls.def_property_readonly(
        "rules", [](const Py& self) { return PyRules<F>{self.core().tables_ptr()}; }, "The games' Rules.");
    cls.def_property_readonly("num_players", [](const Py& self) { return self.core().seats(); }, "Seats (int).");
    cls.def_property_readonly("seed", &Py::seed, "The seed of the deals (int).");
    cls.def_property_readonly("threads", [](const Py& self) { return self.core().threads(); }, "Threads (int).");
    cls.def_property_readonly(
        "autoreset", [](const Py& self) { return self.core().autoreset() ? "same_step" : "disabled"; },
        "What follows the end of a game: 'same_step' or 'disabled'.");
    cls.def_property_readonly("copies", &Py::copies, "Are the arrays handed out copies (copy=True)?");
    cls.def_property_readonly("nbytes", &Py::nbytes, "Memory it takes (int).");
}

}  // namespace chupai::bindings

namespace pybind11::detail {

template <class F>
class type_caster<chupai::bindings::PyBatch<F>> : public chupai::bindings::LockingCaster<chupai::bindings::PyBatch<F>> {
};

}  // namespace pybind11::detail
