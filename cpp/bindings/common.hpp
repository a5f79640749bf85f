// What the binding files share: conversions at the border of Python, each with an error that says what was wrong.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/record.hpp"
#include "chupai/doudizhu/text.hpp"
#include "chupai/doudizhu/types.hpp"
#include "chupai/kernels/kernels.hpp"

namespace chupai::bindings {

namespace py = pybind11;

// A str argument as UTF-8. Text that has no UTF-8 (lone surrogates) throws ParseError.
struct Text {
    std::string utf8;
};

// Rules as Python holds them: resolved once, shared by every game of them.
struct PyRules {
    doudizhu::TablesPtr tables;
    const doudizhu::Rules& rules() const { return tables->rules; }
};
PyRules standard_rules();

// A `rules` argument: a Rules, their text ("hubei", "standard spring=false"), or None for the standard rules.
struct RulesArg : PyRules {
    bool given = false;  // not None
};

// A value as shown in a message: its repr, cut where it is long.
std::string show(py::handle value);

// An int in 0..2^64-1 (anything with __index__).
std::uint64_t to_uint64(py::handle value, const char* name);

inline constexpr std::size_t kMaxGames = std::size_t{1} << 31;

// A number of things from `least` to `most`.
std::size_t to_size(py::handle value, const char* name, std::size_t most, std::size_t least = 0);

// A seat of a game of so many.
int to_seat(py::handle value, const char* name, int seats);

// A code from an int or a Move. A number that no code can be throws IllegalMoveError.
doudizhu::Code to_code(py::handle value);

// Cards from text, or from an int of 4-bit counts.
doudizhu::Hand to_hand(py::handle value);

// The move of an int or a Move whatever the rules.
doudizhu::Move loose_move(py::handle value);

// A move under rules from text, a Move or a code; empty text and "pass" are the pass.
doudizhu::Move to_move(const doudizhu::Tables& tables, py::handle value);

// A legal list, in a buffer of the thread that the next call reuses.
using MoveSpan = std::span<const doudizhu::Move>;
MoveSpan list_legal(const doudizhu::Position& pos);
MoveSpan list_moves(const doudizhu::Tables& tables, doudizhu::Hand hand, doudizhu::Shape table);

// An int64 array of the codes of moves.
py::object codes_array(MoveSpan moves);

py::array_t<std::int8_t> seats_array(const std::vector<doudizhu::Seat>& seats);

// Phase, the landlord's seat or None, the move on the table or None: of a position or what is seen of it.
py::object phase_object(const doudizhu::Position& pos);
std::optional<int> landlord_of(const doudizhu::Position& pos);
std::optional<doudizhu::Move> table_of(const doudizhu::Position& pos);

// Objects of this class that Python made without __init__ (Class.__new__(Class), a damaged pickle) hold no T: where one
// is used, pybind11 would hand out raw memory. Called after the class is made.
template <class T>
void refuse_uninitialised() {
    py::detail::get_type_info(typeid(T))->operator_new = [](std::size_t) -> void* {
        throw py::type_error("this object was never initialised: call its class, not __new__");
    };
}

// Imports numpy and readies the making of arrays. Called once, as the module is made.
void prepare_arrays();

// The common base of pybind11's classes throws through C where it is called directly (as pickle's protocols 0 and 1
// do): it now raises TypeError. Called once, before classes are made.
void guard_base_class();

// Pickles by the state of protocol 2 whatever protocol is asked for: older ones would call the common base.
template <class Class>
void pickle_by_state(Class& cls) {
    cls.def("__reduce_ex__", [](const py::object& self, int protocol) {
        const py::object base = py::module_::import("builtins").attr("object");
        return base.attr("__reduce_ex__")(self, protocol < 2 ? 2 : protocol);
    });
}

// Runs work(first, count) over 0..n-1 in pieces without the GIL, and looks for Ctrl-C between them.
template <class Work>
void in_pieces(std::size_t n, std::size_t piece, Work&& work) {
    for (std::size_t done = 0; done < n;) {
        const std::size_t count = std::min(piece, n - done);
        {
            const py::gil_scoped_release release;
            work(done, count);
        }
        done += count;
        if (PyErr_CheckSignals() != 0) {
            throw py::error_already_set();
        }
    }
}

void register_errors(py::module_& m);
void register_doudizhu_rules(py::module_& m);
void register_doudizhu_moves(py::module_& m);
void register_doudizhu_game(py::module_& m);
void register_doudizhu_view(py::module_& m);
void register_search(py::module_& m);
void register_bench(py::module_& m);

}  // namespace chupai::bindings

namespace pybind11::detail {

template <>
struct type_caster<chupai::bindings::Text> {
    PYBIND11_TYPE_CASTER(chupai::bindings::Text, const_name("str"));
    bool load(handle source, bool) {
        if (!source || !PyUnicode_Check(source.ptr())) {
            return false;
        }
        Py_ssize_t size = 0;
        const char* utf8 = PyUnicode_AsUTF8AndSize(source.ptr(), &size);
        if (utf8 == nullptr) {
            PyErr_Clear();
            throw chupai::ParseError(chupai::bindings::show(source) + " is no text: it has a lone surrogate");
        }
        value.utf8.assign(utf8, static_cast<std::size_t>(size));
        return true;
    }
};

template <>
struct type_caster<chupai::bindings::RulesArg> {
    PYBIND11_TYPE_CASTER(chupai::bindings::RulesArg, const_name("chupai.doudizhu.Rules | str | None"));
    bool load(handle source, bool) {
        namespace b = chupai::bindings;
        value.given = source && !source.is_none();
        if (!source || source.is_none()) {
            value.tables = b::standard_rules().tables;
        } else if (isinstance<b::PyRules>(source)) {
            value.tables = source.cast<const b::PyRules&>().tables;
        } else if (PyUnicode_Check(source.ptr())) {
            value.tables = chupai::doudizhu::resolve(chupai::doudizhu::parse_rules(source.cast<b::Text>().utf8));
        } else {
            return false;
        }
        return true;
    }
};

}  // namespace pybind11::detail
