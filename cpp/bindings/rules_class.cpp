#include "rules_class.hpp"

#include <algorithm>

namespace chupai::bindings {

void from_python(const std::string& name, py::handle value, int& out) {
    constexpr long kMost = 1L << 30;
    int overflow = 0;
    const bool is_int = PyIndex_Check(value.ptr()) && !PyBool_Check(value.ptr());
    const py::object index = is_int ? py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr())) : py::none();
    const long number = is_int && index ? PyLong_AsLongAndOverflow(index.ptr(), &overflow) : kMost + 1;
    if (!is_int || overflow != 0 || number < -kMost || number > kMost) {
        PyErr_Clear();
        refuse_value(name, value, "a whole number in its range");
    }
    out = static_cast<int>(number);
}

void from_python(const std::string& name, py::handle value, bool& out) {
    const bool numpy_bool = std::string(Py_TYPE(value.ptr())->tp_name).starts_with("numpy.bool");
    if (!PyBool_Check(value.ptr()) && !numpy_bool) {
        refuse_value(name, value, allowed_values(out));
    }
    const int truth = PyObject_IsTrue(value.ptr());
    if (truth < 0) {
        throw py::error_already_set();
    }
    out = truth == 1;
}

void from_python(const std::string& name, py::handle value, Limit& out) {
    if (value.is_none()) {
        out = Limit{};
    } else {
        from_python(name, value, out.value);
    }
}

std::size_t word_index(const std::string& name, py::handle value, const Words& names, const std::string& allowed) {
    if (PyUnicode_Check(value.ptr())) {
        const std::string word = value.cast<Text>().utf8;
        const auto at = std::find(names.begin(), names.end(), word);
        if (at != names.end()) {
            return static_cast<std::size_t>(at - names.begin());
        }
    }
    refuse_value(name, value, allowed);
}

std::string field_doc(std::string meaning, std::string allowed, const py::object& standard) {
    for (std::string* const text : {&meaning, &allowed}) {
        if ('a' <= text->front() && text->front() <= 'z') {
            text->front() = static_cast<char>(text->front() - 'a' + 'A');
        }
    }
    return meaning + ".\n\n" + allowed + "; in the standard rules " + py::repr(standard).cast<std::string>() + ".";
}

}  // namespace chupai::bindings
