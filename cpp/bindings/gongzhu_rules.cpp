#include "gongzhu.hpp"

namespace chupai::gongzhu {

// Found beside the types by rules_class.hpp.
namespace py = pybind11;
using namespace chupai::bindings;

py::object to_python(LeadCard value) { return value.none() ? py::object(py::none()) : py::str(card_text(value.card)); }

std::string allowed_values(LeadCard, std::string_view = "") { return "a card's text such as 'S2', or None"; }

void from_python(const std::string& name, py::handle value, LeadCard& out) {
    if (value.is_none()) {
        out = LeadCard{};
        return;
    }
    if (!PyUnicode_Check(value.ptr())) {
        refuse_value(name, value, allowed_values(out));
    }
    read_value(name, value.cast<Text>().utf8, out);
}

py::object to_python(const HeartValues& values) {
    if (values == kGraded || values == kPip) {
        return py::str(value_text(values));
    }
    py::tuple out(kRanks);
    for (std::size_t i = 0; i < values.value.size(); ++i) {
        out[i] = py::int_(int{values.value[i]});
    }
    return out;
}

std::string allowed_values(const HeartValues&, std::string_view = "") {
    return "'graded', 'pip', or thirteen numbers from 0 to 1000, of H2 to HA";
}

void from_python(const std::string& name, py::handle value, HeartValues& out) {
    const std::string allowed = allowed_values(out);
    if (PyUnicode_Check(value.ptr())) {
        const std::string word = value.cast<Text>().utf8;
        if (word != "graded" && word != "pip") {
            refuse_value(name, value, allowed);
        }
        out = word == "graded" ? kGraded : kPip;
        return;
    }
    if (!py::isinstance<py::iterable>(value)) {
        refuse_value(name, value, allowed);
    }
    HeartValues values;
    std::size_t n = 0;
    for (py::handle item : value) {
        int number = -1;
        chupai::bindings::from_python(name, item, number);
        if (n == values.value.size() || number < 0 || number > kMaxHeartValue) {
            refuse_value(name, value, allowed);
        }
        values.value[n++] = static_cast<std::int16_t>(number);
    }
    if (n != values.value.size()) {
        refuse_value(name, value, allowed);
    }
    out = values;
}

}  // namespace chupai::gongzhu

namespace chupai::bindings {

void register_gongzhu(py::module_& m) {
    register_rules<gongzhu::Family>(m, R"(Rules of Gong Zhu: a frozen, hashable value.

Start from a preset and replace fields. docs/rules-gongzhu.md has the sources of every field and preset.

>>> from chupai import gongzhu
>>> gongzhu.Rules.preset("standard").replace(players=5)
gongzhu.Rules.preset('standard').replace(players=5)
)");
    gongzhu_game::register_moves(m);
    gongzhu_game::register_view(m);
    gongzhu_game::register_game(m);
    gongzhu_game::register_match(m);
}

}  // namespace chupai::bindings
