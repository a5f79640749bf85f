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
#include "locks.hpp"

namespace chupai::bindings {

namespace py = pybind11;

// A str argument as UTF-8. Text that has no UTF-8 (lone surrogates) throws ParseError.
struct Text {
    std::string utf8;
};

// A value as shown in a message: its repr, cut where it is long.
std::string show(py::handle value);

// An int in 0..2^64-1 (anything with __index__).
std::uint64_t to_uint64(py::handle value, const char* name);

inline constexpr std::size_t kMaxGames = std::size_t{1} << 31;

// A number of things from `least` to `most`.
std::size_t to_size(py::handle value, const char* name, std::size_t most, std::size_t least = 0);

// A number from `least` to `most`.
std::int64_t to_int(py::handle value, const char* name, std::int64_t least, std::int64_t most);

// A seat of a game of so many.
int to_seat(py::handle value, const char* name, int seats);

// A move's code from an int (anything with __index__). A number that no code can be throws IllegalMoveError.
std::uint64_t to_code_number(py::handle value);

// A new int64[n] array, and its numbers.
py::object new_codes(std::size_t n);
std::int64_t* codes_data(py::handle array);

py::array_t<std::int8_t> seats_array(const std::vector<std::uint8_t>& seats);

// At most so many items of an iterable: an end for endless input. `what` names them in the error.
template <class Visit>
void for_each_item(py::handle iterable, std::size_t most, const char* what, Visit&& visit) {
    std::size_t given = 0;
    for (py::handle item : iterable) {
        if (given++ == most) {
            throw ParseError("more than " + std::to_string(most) + " " + what);
        }
        visit(item);
    }
}

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

// What every class of ours needs: its public module's name, and no crash where it was never initialised.
template <class Class>
void ready_class(Class& cls, const char* game) {
    cls.attr("__module__") = std::string("chupai.") + game;
    refuse_uninitialised<typename Class::type>();
    pickle_by_state(cls);
}

// Draws objects of this class in notebooks: function(self) of chupai._html.<game>, which is loaded when first asked.
template <class Class>
void draw_in_notebooks(Class& cls, const char* game, const char* function) {
    cls.def(
        "_repr_html_",
        [module = std::string("chupai._html.") + game, function](const py::object& self) {
            return py::module_::import(module.c_str()).attr(function)(self);
        },
        "How a notebook shows it: HTML (str).");
}

// Lets other Python threads run while it lives. Where the interpreter has begun to end meanwhile, this thread stays
// here for good: Python before 3.14 would end it in the middle of C++, which ends the process.
class WithoutGil {
public:
    WithoutGil() : state_(PyEval_SaveThread()) {}
    ~WithoutGil() noexcept(false);
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

private:
    PyThreadState* state_;
};

// Runs work(first, count) over 0..n-1 in pieces without the GIL, and looks for Ctrl-C between them.
template <class Work>
void in_pieces(std::size_t n, std::size_t piece, Work&& work) {
    for (std::size_t done = 0; done < n;) {
        const std::size_t count = std::min(piece, n - done);
        {
            const WithoutGil without;
            work(done, count);
        }
        done += count;
        if (PyErr_CheckSignals() != 0) {
            throw py::error_already_set();
        }
    }
}

void register_errors(py::module_& m);
void register_doudizhu(py::module_& m);
void register_gongzhu(py::module_& m);
void register_search(py::module_& m);
void register_solve(py::module_& m, py::module_& doudizhu, py::module_& gongzhu);
void register_ragged(py::module_& m);
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

}  // namespace pybind11::detail
