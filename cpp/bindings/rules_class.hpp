// Rules of any game in Python: a frozen value made from a preset by replacing fields.
#pragma once

#include <functional>
#include <type_traits>

#include "chupai/core/rules_text.hpp"
#include "common.hpp"

namespace chupai::bindings {

// Rules as Python holds them: resolved once, shared by every game of them.
template <class F>
struct PyRules {
    std::shared_ptr<const typename F::Tables> tables;
    const auto& rules() const { return tables->rules; }
};

// What a call without rules means: those of the first preset. Kept for the life of the process: whoever gives no rules
// would build these tables again and again.
template <class F>
const PyRules<F>& default_rules() {
    static const auto* const rules =
        new PyRules<F>{F::resolve(preset<typename F::Schema>(F::Schema::presets().front().name))};
    return *rules;
}

// A `rules` argument: a Rules, their text ("hubei", "standard spring=false"), or None for the default.
template <class F>
struct RulesArg : PyRules<F> {};

// A `rules` argument that must be given.
template <class F>
struct GivenRules : PyRules<F> {};

[[noreturn]] inline void refuse_value(const std::string& name, py::handle value, const std::string& allowed) {
    throw RulesError(name + " = " + show(value) + " is not allowed: give " + allowed);
}

// ---- a field's value to Python ----

inline py::object to_python(int value) { return py::int_(value); }
inline py::object to_python(bool value) { return py::bool_(value); }
inline py::object to_python(Limit value) { return value.none() ? py::object(py::none()) : py::int_(value.value); }
template <class Enum>
    requires std::is_enum_v<Enum>
py::object to_python(Enum value) {
    return py::str(std::string(words(value)[static_cast<std::size_t>(value)]));
}

// ---- what a field's values may be ----

inline std::string in_quotes(const Words& words) { return "'" + joined(words, "', '") + "'"; }

// As Python writes them; `range` is that of numbers.
inline std::string allowed_values(int, std::string_view range) { return "a whole number, " + std::string(range); }
inline std::string allowed_values(bool, std::string_view = "") { return "True or False"; }
inline std::string allowed_values(Limit, std::string_view range) {
    return "a whole number, " + std::string(range) + ", or None";
}
template <class Enum>
    requires std::is_enum_v<Enum>
std::string allowed_values(Enum value, std::string_view = "") {
    return "one of " + in_quotes(words(value));
}

// A field's docstring: its meaning in a paragraph of its own.
std::string field_doc(std::string meaning, std::string allowed, const py::object& standard);

// ---- a field's value from Python ----

void from_python(const std::string& name, py::handle value, int& out);
void from_python(const std::string& name, py::handle value, bool& out);
void from_python(const std::string& name, py::handle value, Limit& out);

// Which of these words a str is.
std::size_t word_index(const std::string& name, py::handle value, const Words& names, const std::string& allowed);

template <class Enum>
    requires std::is_enum_v<Enum>
void from_python(const std::string& name, py::handle value, Enum& out) {
    out = static_cast<Enum>(word_index(name, value, words(out), allowed_values(out)));
}

// Of a Rules or their text; none of anything else.
template <class F>
std::shared_ptr<const typename F::Tables> tables_of_python(py::handle value) {
    if (py::isinstance<PyRules<F>>(value)) {
        return value.cast<const PyRules<F>&>().tables;
    }
    return PyUnicode_Check(value.ptr()) ? F::tables_of(value.cast<Text>().utf8) : nullptr;
}

template <class F>
PyRules<F> replaced(const typename F::Schema::Rules& base, const py::kwargs& fields) {
    auto rules = base;
    for (const auto& [key, value] : fields) {
        const std::string name = key.template cast<Text>().utf8;
        with_field<typename F::Schema>(name, [&, v = value](auto field) { from_python(name, v, rules.*field); });
    }
    return PyRules<F>{F::resolve(rules)};
}

template <class F>
std::string rules_repr(const PyRules<F>& self) {
    using Schema = typename F::Schema;
    const std::string_view name = nearest_preset<Schema>(self.rules());
    const auto base = preset<Schema>(name);
    std::string changed;
    Schema::for_each_field([&](const char* field_name, auto field, auto...) {
        if (!(self.rules().*field == base.*field)) {
            changed += (changed.empty() ? "" : ", ") + std::string(field_name) + "=" +
                       py::repr(to_python(self.rules().*field)).template cast<std::string>();
        }
    });
    return std::string(F::kName) + ".Rules.preset('" + std::string(name) + "')" +
           (changed.empty() ? "" : ".replace(" + changed + ")");
}

template <class F>
void register_rules(py::module_& m, const char* doc) {
    using Schema = typename F::Schema;
    using Py = PyRules<F>;
    py::class_<Py> rules(m, "Rules", doc);
    ready_class(rules, F::kName);
    rules.def(py::init([](const py::kwargs& fields) { return replaced<F>(default_rules<F>().rules(), fields); }),
              R"(The standard rules with these fields replaced; RulesError (a ValueError) as replace() has it.)");
    rules.def_static(
        "preset", [](const Text& name) { return Py{F::resolve(preset<Schema>(name.utf8))}; }, py::arg("name"),
        "The rules of the preset of that name; RulesError (a ValueError) lists the names there are.");
    rules.def_static(
        "presets",
        [] {
            py::list out;
            for (std::string_view name : preset_names<Schema>()) {
                out.append(py::str(std::string(name)));
            }
            return py::tuple(out);
        },
        "The names of all presets: a tuple of str.");
    rules.def(
        "replace", [](const Py& self, const py::kwargs& fields) { return replaced<F>(self.rules(), fields); },
        R"(New rules with these fields replaced.

RulesError (a ValueError) where a name or value does not exist or the fields contradict each other; it says what was
given and what is allowed.)");
    rules.def(
        "asdict",
        [](const Py& self) {
            py::dict out;
            Schema::for_each_field(
                [&](const char* name, auto field, auto...) { out[name] = to_python(self.rules().*field); });
            return out;
        },
        "All fields and their values, as a new dict.");
    rules.def_static(
        "from_text", [](const Text& text) { return Py{F::tables_of(text.utf8)}; }, py::arg("text"),
        R"(Reads a text as str() writes it: a preset's name and the fields that differ, "standard spring=false".

RulesError (a ValueError) where a name or value does not exist or the fields contradict each other.)");
    const auto standard = Schema::presets().front().make();
    Schema::for_each_field([&](const char* name, auto field, const char* meaning, const char* range = "") {
        const std::string said = field_doc(meaning, allowed_values(standard.*field, range), to_python(standard.*field));
        rules.def_property_readonly(
            name, [field](const Py& self) { return to_python(self.rules().*field); }, said.c_str());
    });
    rules.def("__eq__", [](const Py& a, const Py& b) { return a.rules() == b.rules(); }, py::is_operator());
    rules.def("__hash__", [](const Py& self) { return std::hash<std::string>{}(F::rules_text(*self.tables)); });
    rules.def("__repr__", &rules_repr<F>);
    rules.def("__str__", [](const Py& self) { return F::rules_text(*self.tables); });
    rules.def("__copy__", [](const Py& self) { return self; });
    rules.def("__deepcopy__", [](const Py& self, const py::dict&) { return self; });
    rules.def(py::pickle([](const Py& self) { return py::str(F::rules_text(*self.tables)); },
                         [](const py::str& text) { return Py{F::tables_of(text.cast<Text>().utf8)}; }));
}

}  // namespace chupai::bindings

namespace pybind11::detail {

template <class F>
struct type_caster<chupai::bindings::RulesArg<F>> {
    PYBIND11_TYPE_CASTER(chupai::bindings::RulesArg<F>, const_name("Rules | str | None"));
    bool load(handle source, bool) {
        namespace b = chupai::bindings;
        if (!source || source.is_none()) {
            value.tables = b::default_rules<F>().tables;
            return true;
        }
        value.tables = b::tables_of_python<F>(source);
        return value.tables != nullptr;
    }
};

template <class F>
struct type_caster<chupai::bindings::GivenRules<F>> {
    PYBIND11_TYPE_CASTER(chupai::bindings::GivenRules<F>, const_name("Rules | str"));
    bool load(handle source, bool) {
        if (source && source.is_none()) {
            throw pybind11::type_error("rules must be a Rules or the text of Dou Dizhu's rules, not None");
        }
        try {
            value.tables = chupai::bindings::tables_of_python<F>(source);
        } catch (const chupai::RulesError& error) {
            throw chupai::RulesError(std::string(error.what()) +
                                     " (a text is read as Dou Dizhu's rules: give those of another game as its Rules)");
        }
        return value.tables != nullptr;
    }
};

}  // namespace pybind11::detail
