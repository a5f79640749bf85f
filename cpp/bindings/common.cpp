#include "common.hpp"

#include <chrono>
#include <thread>
#include <utility>

namespace chupai::bindings {

namespace {

// The value as a Python int; TypeError where it has no __index__.
py::int_ to_index(py::handle value, const char* name) {
    PyObject* index = PyIndex_Check(value.ptr()) ? PyNumber_Index(value.ptr()) : nullptr;
    if (index == nullptr && PyErr_Occurred() != nullptr && PyErr_ExceptionMatches(PyExc_TypeError) == 0) {
        throw py::error_already_set();
    }
    if (index == nullptr) {
        PyErr_Clear();
        throw py::type_error(std::string(name) + " must be an int, not " + show(value));
    }
    return py::reinterpret_steal<py::int_>(index);
}

}  // namespace

// Some objects have no repr: ints of thousands of digits, or classes whose own one fails.
std::string show(py::handle value) {
    const auto steal = [](PyObject* object) { return py::reinterpret_steal<py::object>(object); };
    const py::object text = steal(PyObject_Repr(value.ptr()));
    const py::object bytes = text ? steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace")) : text;
    if (!bytes) {
        PyErr_Clear();
        return "<" + quoted(Py_TYPE(value.ptr())->tp_name) + " that cannot be shown>";
    }
    const std::string shown(PyBytes_AS_STRING(bytes.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr())));
    return shown.size() <= 120 ? shown : quoted(shown);
}

std::uint64_t to_uint64(py::handle value, const char* name) {
    const py::int_ index = to_index(value, name);
    const unsigned long long number = PyLong_AsUnsignedLongLong(index.ptr());
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw ParseError(std::string(name) + " = " + show(value) + " is out of range: allowed are 0..2**64-1");
    }
    return number;
}

std::int64_t to_int(py::handle value, const char* name, std::int64_t least, std::int64_t most) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(to_index(value, name).ptr(), &overflow);
    if (overflow != 0 || number < least || number > most) {
        throw ParseError(std::string(name) + " = " + show(value) + " is out of range: allowed are " +
                         std::to_string(least) + ".." + std::to_string(most));
    }
    return number;
}

std::size_t to_size(py::handle value, const char* name, std::size_t most, std::size_t least) {
    return static_cast<std::size_t>(
        to_int(value, name, static_cast<std::int64_t>(least), static_cast<std::int64_t>(most)));
}

int to_seat(py::handle value, const char* name, int seats) {
    return static_cast<int>(to_size(value, name, static_cast<std::size_t>(seats - 1)));
}

std::uint64_t to_code_number(py::handle value) {
    if (!PyLong_Check(value.ptr())) {
        return to_code_number(to_index(value, "a move's code"));
    }
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0 || number < 0) {
        throw IllegalMoveError(show(value) + " is no move's code: codes are 0..2**63-1");
    }
    return static_cast<std::uint64_t>(number);
}

namespace {

// numpy's int64 dtype. Set as the module is made: numpy's import lets go of the GIL and runs finalizers, so a static
// made at first use would be entered twice, by another thread or by this one.
PyObject* int64_dtype = nullptr;

}  // namespace

void prepare_arrays() { int64_dtype = py::dtype::of<std::int64_t>().release().ptr(); }

py::object new_codes(std::size_t n) {
    // The array is made through numpy's C interface as pybind11 holds it: array_t's constructor takes twice as long.
    auto& numpy = py::detail::npy_api::get();
    const Py_intptr_t shape[1] = {static_cast<Py_intptr_t>(n)};
    Py_INCREF(int64_dtype);
    PyObject* const made =
        numpy.PyArray_NewFromDescr_(numpy.PyArray_Type_, int64_dtype, 1, shape, nullptr, nullptr, 0, nullptr);
    if (made == nullptr) {
        throw py::error_already_set();
    }
    return py::reinterpret_steal<py::object>(made);
}

std::int64_t* codes_data(py::handle array) {
    return reinterpret_cast<std::int64_t*>(py::detail::array_proxy(array.ptr())->data);
}

py::array_t<std::int8_t> seats_array(const std::vector<std::uint8_t>& seats) {
    py::array_t<std::int8_t> array(static_cast<py::ssize_t>(seats.size()));
    std::copy(seats.begin(), seats.end(), array.mutable_data());
    return array;
}

WithoutGil::~WithoutGil() noexcept(false) {
#if PY_VERSION_HEX >= 0x030d0000
    const auto ending = [] { return Py_IsFinalizing() != 0; };
#else
    const auto ending = [] { return _Py_IsFinalizing() != 0; };
#endif
    const auto stay = [] {
        for (;;) {
            std::this_thread::sleep_for(std::chrono::hours(1));
        }
    };
    if (ending()) {
        stay();
    }
    try {
        PyEval_RestoreThread(state_);
    } catch (...) {  // the interpreter ended while this thread waited, and ends it by unwinding its stack
        stay();
    }
}

namespace {

newfunc base_new = nullptr;

PyObject* new_object(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    if (reinterpret_cast<PyObject*>(type) == py::detail::get_internals().instance_base) {
        PyErr_SetString(PyExc_TypeError, "pybind11_object cannot be made by itself");
        return nullptr;
    }
    return base_new(type, args, kwargs);
}

}  // namespace

void guard_base_class() {
    auto* const base = reinterpret_cast<PyTypeObject*>(py::detail::get_internals().instance_base);
    if (base->tp_new != new_object) {
        base_new = base->tp_new;
        base->tp_new = new_object;
    }
}

void register_errors(py::module_& m) {
    // A value that cannot be what is asked for, as states of damaged pickles hold.
    py::register_local_exception_translator([](std::exception_ptr thrown) {
        try {
            std::rethrow_exception(std::move(thrown));
        } catch (const py::cast_error&) {
            PyErr_SetString(PyExc_TypeError, "a value of a type that does not belong there (a damaged pickle?)");
        }
    });
    const auto base = py::register_exception<Error>(m, "ChupaiError", PyExc_ValueError);
    const auto rules = py::register_exception<RulesError>(m, "RulesError", base);
    const auto parse = py::register_exception<ParseError>(m, "ParseError", base);
    const auto move = py::register_exception<IllegalMoveError>(m, "IllegalMoveError", base);
    const std::pair<py::object, const char*> docs[] = {
        {base, "Base of chupai's errors; a ValueError."},
        {rules, "A rule's name or value that does not exist, or rules that contradict each other."},
        {parse, "Text or numbers that name no cards, hands, deals or games of the rules."},
        {move, "A move that may not be made here; says the move, what lies on the table, and why."},
    };
    for (const auto& [type, doc] : docs) {
        type.attr("__module__") = "chupai";
        type.attr("__doc__") = doc;
    }
}

}  // namespace chupai::bindings
