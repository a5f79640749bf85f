// Moves of any game in Python: they equal, hash and sort as their code.
#pragma once

#include <span>

#include "common.hpp"

namespace chupai::bindings {

// A code from an int or a Move. A number that no code can be throws IllegalMoveError.
template <class F>
std::uint64_t to_code(py::handle value) {
    if (!PyLong_Check(value.ptr()) && py::isinstance<typename F::Move>(value)) {
        return F::code(value.cast<const typename F::Move&>());
    }
    return to_code_number(value);
}

// An int64 array of the codes of moves.
template <class F>
py::object codes_array(std::span<const typename F::Move> moves) {
    py::object array = new_codes(moves.size());
    std::int64_t* out = codes_data(array);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        out[i] = static_cast<std::int64_t>(F::code(moves[i]));
    }
    return array;
}

template <class F>
py::list move_list(const std::vector<typename F::Move>& moves) {
    py::list out(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        out[i] = py::cast(moves[i]);
    }
    return out;
}

// What every Move has: conversions to its code, comparisons, text. `from_code` checks a code and makes the move;
// `argument` is what makes it again from its class.
template <class F, class FromCode, class Argument>
void define_move(py::class_<typename F::Move>& move, FromCode from_code, Argument argument) {
    using Move = typename F::Move;
    ready_class(move, F::kName);
    move.def_property_readonly(
        "code", [](const Move& self) { return static_cast<std::int64_t>(F::code(self)); },
        "The move's public number: 0 <= code < 2**63 (int).");
    move.def("__int__", [](const Move& self) { return static_cast<std::int64_t>(F::code(self)); });
    move.def("__index__", [](const Move& self) { return static_cast<std::int64_t>(F::code(self)); });
    // A move compares as its code, with moves and with ints; an array compares itself, element by element.
    for (const char* name : {"__eq__", "__lt__", "__le__", "__gt__", "__ge__"}) {
        move.def(name, [name](const Move& self, py::handle other) -> py::object {
            if (py::isinstance<Move>(other)) {
                return py::int_(F::code(self)).attr(name)(py::int_(F::code(other.cast<const Move&>())));
            }
            if (PyIndex_Check(other.ptr()) == 0 || PySequence_Check(other.ptr()) != 0) {
                return py::reinterpret_borrow<py::object>(Py_NotImplemented);
            }
            const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(other.ptr()));
            if (!index) {
                throw py::error_already_set();
            }
            return py::int_(F::code(self)).attr(name)(index);
        });
    }
    move.def("__hash__", [](const Move& self) { return py::hash(py::int_(F::code(self))); });
    move.def("__str__", [](const Move& self) { return to_text(self); });
    move.def("__format__",
             [](const Move& self, const py::str& spec) { return py::str(to_text(self)).attr("__format__")(spec); });
    move.def("__repr__",
             [argument](const Move& self) { return std::string(F::kName) + ".Move(" + argument(self) + ")"; });
    move.def(py::pickle([](const Move& self) { return py::int_(F::code(self)); },
                        [from_code](const py::int_& code) { return from_code(code); }));
}

}  // namespace chupai::bindings
