#include "batch_class.hpp"

#include <cstring>

namespace chupai::bindings {

namespace {

[[noreturn]] void refuse(const std::string& what, const py::array& found) {
    throw py::type_error(what + ", not " + py::str(found.dtype()).cast<std::string>() + " of shape " +
                         py::str(found.attr("shape")).cast<std::string>());
}

// An array of one whole number a game, as int64; numbers beyond are -2^63.
py::array_t<std::int64_t> to_numbers(py::handle value, std::size_t n, const char* what) {
    const py::array given = py::module_::import("numpy").attr("asarray")(value);
    const std::string wanted =
        std::string(what) + " must be whole numbers, one for each of the " + std::to_string(n) + " games";
    const char kind = given.dtype().kind();
    if (kind != 'i' && kind != 'u') {
        refuse(wanted, given);
    }
    if (given.ndim() != 1 || static_cast<std::size_t>(given.size()) != n) {
        throw ParseError(wanted + ": found shape " + py::str(given.attr("shape")).cast<std::string>());
    }
    // A copy, and looked at again: `given` may be another's, who changes it meanwhile.
    py::array_t<std::int64_t> numbers(given.attr("astype")("int64").cast<py::array>());
    if (static_cast<std::size_t>(numbers.size()) != n) {
        throw ParseError(wanted + ": the array changed its size meanwhile");
    }
    if (kind == 'u' && given.itemsize() == 8) {
        std::int64_t* const at = numbers.mutable_data();
        for (std::size_t i = 0; i < n; ++i) {
            at[i] = at[i] < 0 ? INT64_MIN : at[i];
        }
    }
    return numbers;
}

// A copy of what is already of this dtype, in order and of the right size; nothing else.
template <class T>
bool copied(py::handle value, std::size_t n, std::vector<T>& out) {
    if (!py::isinstance<py::array_t<T, py::array::c_style>>(value)) {
        return false;
    }
    const auto array = py::reinterpret_borrow<py::array>(value);
    if (array.ndim() != 1 || static_cast<std::size_t>(array.size()) != n) {
        return false;
    }
    out.resize(n);
    std::memcpy(out.data(), array.data(), n * sizeof(T));  // which need not be aligned
    return true;
}

}  // namespace

std::vector<std::int32_t> to_indices(py::handle value, std::size_t n) {
    std::vector<std::int32_t> out;
    if (!copied(value, n, out)) {
        const py::array_t<std::int64_t> numbers = to_numbers(value, n, "index");
        out.resize(n);
        for (std::size_t i = 0; i < n; ++i) {
            const std::int64_t number = numbers.data()[i];
            if (number < INT32_MIN || number > INT32_MAX) {
                throw IllegalMoveError("game " + std::to_string(i) + ": index " +
                                       show(py::module_::import("numpy").attr("asarray")(value).attr("item")(i)) +
                                       " is in no list of legal moves; nothing has moved");
            }
            out[i] = static_cast<std::int32_t>(number);
        }
    }
    return out;
}

bool are_objects(py::handle value) {
    return py::module_::import("numpy").attr("asarray")(value).cast<py::array>().dtype().kind() == 'O';
}

std::vector<std::int64_t> to_codes(py::handle value, std::size_t n) {
    std::vector<std::int64_t> out;
    if (!copied(value, n, out)) {
        const py::array_t<std::int64_t> numbers = to_numbers(value, n, "codes");
        out.assign(numbers.data(), numbers.data() + n);
    }
    return out;
}

std::vector<std::uint64_t> to_seed_array(py::handle value, std::size_t n) {
    if (value.is_none()) {
        return {};
    }
    if (PyIndex_Check(value.ptr()) && !PySequence_Check(value.ptr())) {
        return std::vector<std::uint64_t>(n, to_uint64(value, "seeds"));
    }
    const py::array given = py::module_::import("numpy").attr("asarray")(value);
    const std::string wanted =
        "seeds must be an int, or whole numbers 0..2**64-1, one for each of the " + std::to_string(n) + " games";
    if (given.dtype().kind() != 'i' && given.dtype().kind() != 'u') {
        refuse(wanted, given);
    }
    if (given.ndim() != 1 || static_cast<std::size_t>(given.size()) != n) {
        throw ParseError(wanted + ": found shape " + py::str(given.attr("shape")).cast<std::string>());
    }
    // A copy, and only that is looked at: `given` may be another's, who changes it meanwhile.
    const bool is_signed = given.dtype().kind() == 'i';
    const py::array_t<std::uint64_t> seeds(given.attr("astype")("uint64").cast<py::array>());
    if (static_cast<std::size_t>(seeds.size()) != n) {
        throw ParseError(wanted + ": the array changed its size meanwhile");
    }
    for (std::size_t i = 0; i < n && is_signed; ++i) {
        if (static_cast<std::int64_t>(seeds.data()[i]) < 0) {
            throw ParseError(wanted + ": found " + std::to_string(static_cast<std::int64_t>(seeds.data()[i])));
        }
    }
    return {seeds.data(), seeds.data() + n};
}

bool to_autoreset(const std::string& word) {
    if (word != "same_step" && word != "disabled") {
        throw ParseError("autoreset = " + quoted(word) + " is not allowed: give 'same_step' or 'disabled'");
    }
    return word == "same_step";
}

int to_threads(py::handle value) {
    const int asked = static_cast<int>(to_size(value, "threads", batch::kMostThreads));
    return asked == 0 ? batch::available_processors() : asked;
}

std::string batch_doc(const std::string& game) {
    return R"(n games of these rules stepped at once, with every game's legal moves as one ragged array.

Game i of episode e is Game(rules, seed=seed, game=i, episode=e). After each call `offsets` and `codes` hold all legal
moves, `player` whose turn it is, `rewards` and `terminated` what ended. autoreset="same_step": a game that ended is
followed at once by its next episode; "disabled": it stays over, with no legal moves, and its index is -1.
threads: how many step the games (0: all processors); results do not depend on it, nor on n. The arrays are the batch's
own buffers, read-only and written anew by each call; with copy=True each access returns a copy.
n: 1..2**20; rules: standard where not given; seed: 0..2**64-1. ParseError (a ValueError) where an argument is out of
range. One thread at a time: RuntimeError where two use a batch at once.

>>> import numpy as np
>>> from chupai import )" +
           game + R"(
>>> batch, rng = )" +
           game + R"(.Batch(1000, seed=1), np.random.default_rng(1)
>>> for _ in range(100):
...     counts = np.diff(batch.offsets)
...     batch.step((rng.random(1000) * counts).astype(np.int32))
>>> batch.codes.dtype, batch.codes.size == int(batch.offsets[-1])
(dtype('int64'), True)
)";
}

}  // namespace chupai::bindings
