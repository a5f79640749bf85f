#include "doudizhu.hpp"

namespace chupai::doudizhu {

// Found beside the type by rules_class.hpp.
namespace py = pybind11;
using namespace chupai::bindings;

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

std::string allowed_values(Forms forms, std::string_view = "") {
    return "a tuple of some of " + in_quotes(words(forms));
}

void from_python(const std::string& name, py::handle value, Forms& out) {
    if (PyUnicode_Check(value.ptr()) || !py::isinstance<py::iterable>(value)) {
        refuse_value(name, value, allowed_values(out));
    }
    Forms forms{};
    std::size_t given = 0;
    for (py::handle item : value) {
        if (++given > 2 * words(out).size()) {
            refuse_value(name, value, allowed_values(out));
        }
        forms.bits =
            static_cast<std::uint8_t>(forms.bits | (1u << word_index(name, item, words(out), allowed_values(out))));
    }
    out = forms;
}

}  // namespace chupai::doudizhu

namespace chupai::bindings {

void register_doudizhu(py::module_& m) {
    register_rules<doudizhu::Family>(m, R"(Rules of Dou Dizhu: a frozen, hashable value.

Start from a preset and replace fields. docs/rules-doudizhu.md has the sources of every field and preset.

>>> from chupai import doudizhu
>>> doudizhu.Rules.preset("standard").replace(spring=False)
doudizhu.Rules.preset('standard').replace(spring=False)
)");
    doudizhu_game::register_moves(m);
    doudizhu_game::register_actions(m);
    doudizhu_game::register_view(m);
    doudizhu_game::register_game(m);
}

}  // namespace chupai::bindings
