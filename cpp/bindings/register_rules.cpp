#include <functional>
#include <type_traits>

#include "common.hpp"

namespace chupai::bindings {

using namespace doudizhu;

namespace {

std::string joined(const std::vector<std::string_view>& words) {
    std::string out;
    for (std::string_view word : words) {
        out += (out.empty() ? "'" : ", '") + std::string(word) + "'";
    }
    return out;
}

[[noreturn]] void refuse(const std::string& name, py::handle value, const std::string& allowed) {
    throw RulesError(name + " = " + show(value) + " is not allowed: give " + allowed);
}

// ---- a field's value to Python ----

py::object to_python(int value) { return py::int_(value); }
py::object to_python(bool value) { return py::bool_(value); }
py::object to_python(Limit value) { return value.none() ? py::object(py::none()) : py::int_(value.value); }
py::object to_python(Forms forms) {
    py::list out;
    const auto names = words(forms);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if ((forms.bits >> i) & 1) {
            out.append(py::str(std::string(names[i])));
        }
    }
    return py::tuple(out);
}
template <class Enum>
    requires std::is_enum_v<Enum>
py::object to_python(Enum value) {
    return py::str(std::string(words(value)[static_cast<std::size_t>(value)]));
}

// ---- and from it ----

void from_python(const std::string& name, py::handle value, int& out) {
    int overflow = 0;
    const bool is_int = PyIndex_Check(value.ptr()) && !PyBool_Check(value.ptr());
    const py::object index = is_int ? py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr())) : py::none();
    const long number = is_int && index ? PyLong_AsLongAndOverflow(index.ptr(), &overflow) : -1;
    if (!is_int || overflow != 0 || number < 0 || number > 1 << 30) {
        PyErr_Clear();
        refuse(name, value, "a whole number in its range");
    }
    out = static_cast<int>(number);
}
void from_python(const std::string& name, py::handle value, bool& out) {
    const bool numpy_bool = std::string(Py_TYPE(value.ptr())->tp_name).starts_with("numpy.bool");
    if (!PyBool_Check(value.ptr()) && !numpy_bool) {
        refuse(name, value, "True or False");
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
template <class Enum>
std::size_t word_index(const std::string& name, py::handle value, Enum of, const std::string& allowed) {
    const auto names = words(of);
    if (PyUnicode_Check(value.ptr())) {
        const std::string word = value.cast<Text>().utf8;
        const auto at = std::find(names.begin(), names.end(), word);
        if (at != names.end()) {
            return static_cast<std::size_t>(at - names.begin());
        }
    }
    refuse(name, value, allowed + joined(names));
}
void from_python(const std::string& name, py::handle value, Forms& out) {
    if (PyUnicode_Check(value.ptr()) || !py::isinstance<py::iterable>(value)) {
        refuse(name, value, "a tuple of some of " + joined(words(out)));
    }
    Forms forms{};
    std::size_t given = 0;
    for (py::handle item : value) {
        if (++given > 2 * words(out).size()) {
            refuse(name, value, "a tuple of some of " + joined(words(out)));
        }
        forms.bits = static_cast<std::uint8_t>(forms.bits | (1u << word_index(name, item, out, "a tuple of some of ")));
    }
    out = forms;
}
template <class Enum>
    requires std::is_enum_v<Enum>
void from_python(const std::string& name, py::handle value, Enum& out) {
    out = static_cast<Enum>(word_index(name, value, out, "one of "));
}

PyRules replaced(const Rules& base, const py::kwargs& fields) {
    Rules rules = base;
    for (const auto& [key, value] : fields) {
        const std::string name = key.cast<Text>().utf8;
        bool found = false;
        std::vector<std::string_view> names;
        for_each_field([&, v = value](const char* field_name, auto field) {
            names.push_back(field_name);
            if (name == field_name) {
                found = true;
                from_python(name, v, rules.*field);
            }
        });
        if (!found) {
            throw RulesError("there is no rule " + quoted(name) + ": the rules are " + joined(names));
        }
    }
    return PyRules{resolve(rules)};
}

std::string repr(const PyRules& self) {
    const std::string_view name = nearest_preset(self.rules());
    const Rules base = preset(name);
    std::string changed;
    for_each_field([&](const char* field_name, auto field) {
        if (!(self.rules().*field == base.*field)) {
            changed += (changed.empty() ? "" : ", ") + std::string(field_name) + "=" +
                       py::repr(to_python(self.rules().*field)).template cast<std::string>();
        }
    });
    return "doudizhu.Rules.preset('" + std::string(name) + "')" + (changed.empty() ? "" : ".replace(" + changed + ")");
}

}  // namespace

void register_doudizhu_rules(py::module_& m) {
    py::class_<PyRules> rules(m, "Rules", R"(Rules of Dou Dizhu: a frozen, hashable value.

Start from a preset and replace fields. Every field is documented in docs/rules-doudizhu.md with its sources.

>>> from chupai import doudizhu
>>> doudizhu.Rules.preset("standard").replace(spring=False)
doudizhu.Rules.preset('standard').replace(spring=False)
)");
    rules.attr("__module__") = "chupai.doudizhu";
    refuse_uninitialised<PyRules>();
    pickle_by_state(rules);
    rules.def(py::init([](const py::kwargs& fields) { return replaced(preset("standard"), fields); }),
              "The standard rules with these fields replaced.");
    rules.def_static(
        "preset", [](const Text& name) { return PyRules{resolve(preset(name.utf8))}; }, py::arg("name"),
        R"(The rules of a named preset; RulesError (a ValueError) lists the names there are.)");
    rules.def_static(
        "presets",
        [] {
            py::list out;
            for (std::string_view name : preset_names()) {
                out.append(py::str(std::string(name)));
            }
            return py::tuple(out);
        },
        "The names of all presets: a tuple of str.");
    rules.def(
        "replace", [](const PyRules& self, const py::kwargs& fields) { return replaced(self.rules(), fields); },
        R"(New rules with these fields replaced.

RulesError (a ValueError) where a name or value does not exist or the fields contradict each other; it says what was
given and what is allowed.)");
    rules.def(
        "asdict",
        [](const PyRules& self) {
            py::dict out;
            for_each_field([&](const char* name, auto field) { out[name] = to_python(self.rules().*field); });
            return out;
        },
        "All fields and their values, as a new dict.");
    rules.def_static(
        "from_text", [](const Text& text) { return PyRules{resolve(parse_rules(text.utf8))}; }, py::arg("text"),
        "Reads what str() writes: a preset's name and the fields that differ, 'standard spring=false'.");
    for_each_field([&](const char* name, auto field) {
        rules.def_property_readonly(name, [field](const PyRules& self) { return to_python(self.rules().*field); });
    });
    rules.def(
        "__eq__", [](const PyRules& self, const PyRules& other) { return self.rules() == other.rules(); },
        py::is_operator());
    rules.def("__hash__", [](const PyRules& self) { return std::hash<std::string>{}(to_text(self.rules())); });
    rules.def("__repr__", &repr);
    rules.def("__str__", [](const PyRules& self) { return to_text(self.rules()); });
    rules.def("__copy__", [](const PyRules& self) { return self; });
    rules.def("__deepcopy__", [](const PyRules& self, const py::dict&) { return self; });
    rules.def(py::pickle([](const PyRules& self) { return py::str(to_text(self.rules())); },
                         [](const py::str& text) { return PyRules{resolve(parse_rules(text.cast<Text>().utf8))}; }));
}

}  // namespace chupai::bindings
