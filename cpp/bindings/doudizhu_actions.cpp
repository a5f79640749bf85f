#include "chupai/doudizhu/action_table.hpp"
#include "chupai/doudizhu/combination.hpp"
#include "doudizhu.hpp"

namespace chupai::bindings::doudizhu_game {

namespace {

struct PyActionTable {
    std::shared_ptr<const ActionTable> table;

    bool same_as(const PyActionTable& other) const {
        return table->numbering() == other.table->numbering() && table->tables()->rules == other.table->tables()->rules;
    }
    std::string text() const {
        switch (table->numbering()) {
            case Numbering::kRlcard: return "doudizhu.ActionTable.rlcard()";
            case Numbering::kOpenSpiel: return "doudizhu.ActionTable.openspiel()";
            default: return "doudizhu.ActionTable('" + to_text(table->tables()->rules) + "')";
        }
    }
};

PyActionTable table_of_rules(const TablesPtr& rules) { return {std::make_shared<const ActionTable>(rules)}; }
PyActionTable rlcard_table() { return {std::make_shared<const ActionTable>(ActionTable::rlcard())}; }
PyActionTable openspiel_table() { return {std::make_shared<const ActionTable>(ActionTable::openspiel())}; }

// A code as text and number; a number that is no move's, as it is.
std::string shown_code(Code code) {
    const auto move = decode(code);
    return move ? "'" + to_text(*move) + "' (code " + std::to_string(code) + ")" : "code " + std::to_string(code);
}

// The code of an int, a Move, or a text as the table's rules read it.
Code code_of(const PyActionTable& self, py::handle value) {
    return PyUnicode_Check(value.ptr()) ? parse_move(*self.table->tables(), value.cast<Text>().utf8).code
                                        : to_code<F>(value);
}

std::int32_t id_of(const PyActionTable& self, py::handle value) {
    const Code code = code_of(self, value);
    const std::int32_t id = self.table->id(code);
    if (id == ActionTable::kNone) {
        throw IllegalMoveError(shown_code(code) + " is not in " + self.text());
    }
    return id;
}

bool contains(const PyActionTable& self, py::handle value) {
    if (!PyUnicode_Check(value.ptr()) && PyIndex_Check(value.ptr()) == 0) {
        return false;
    }
    try {
        return self.table->id(code_of(self, value)) != ActionTable::kNone;
    } catch (const Error&) {
        return false;
    }
}

// ---- arrays ----

// Whole numbers of any shape and integer type as int64 in a row; `given` is what they were. Numbers beyond int64
// become negative, which neither codes nor ids are.
struct Numbers {
    py::array given;
    py::array_t<std::int64_t, py::array::c_style> values;

    std::size_t size() const { return static_cast<std::size_t>(values.size()); }
    std::vector<py::ssize_t> shape() const { return {values.shape(), values.shape() + values.ndim()}; }
    std::string number(std::size_t i) const { return show(py::int_(py::object(given.attr("flat")[py::int_(i)]))); }
    // "position 5", or of several dimensions "position (0, 5)".
    std::string position(std::size_t i) const {
        std::string out;
        for (py::ssize_t d = values.ndim() - 1; d >= 0; --d) {
            const std::size_t length = static_cast<std::size_t>(values.shape(d));
            out = std::to_string(i % length) + (out.empty() ? "" : ", ") + out;
            i /= length;
        }
        return "position " + (values.ndim() == 1 ? out : "(" + out + ")");
    }
};

[[noreturn]] void refuse_numbers(const char* what, const std::string& found) {
    throw py::type_error(std::string(what) + " must be whole numbers, not " + found);
}

// Of an array of objects: Moves, and ints too large for an array of their own.
py::array_t<std::int64_t> numbers_of_objects(const py::array& given, const char* what) {
    py::array_t<std::int64_t> out(std::vector<py::ssize_t>(given.shape(), given.shape() + given.ndim()));
    std::int64_t* at = out.mutable_data();
    for (py::handle item : given.attr("flat")) {
        if (PyIndex_Check(item.ptr()) == 0) {
            refuse_numbers(what, show(item));
        }
        const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(item.ptr()));
        if (!index) {
            throw py::error_already_set();
        }
        int overflow = 0;
        const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
        *at++ = overflow == 0 ? number : INT64_MIN;
    }
    return out;
}

Numbers to_numbers(py::handle value, const char* what) {
    if (py::isinstance<py::array_t<std::int64_t, py::array::c_style>>(value)) {
        const auto array = py::array(value.attr("copy")());  // aligned, and nobody else's
        return {array, array};
    }
    const py::array given = py::module_::import("numpy").attr("asarray")(value);
    const char kind = given.dtype().kind();
    if (kind == 'O') {
        return {given, numbers_of_objects(given, what)};
    }
    if (kind != 'i' && kind != 'u' && given.size() != 0) {
        refuse_numbers(what, "an array of " + py::str(given.dtype()).cast<std::string>());
    }
    return {given, py::array(given.attr("astype")("int64"))};
}

// Where the first number is that work(number, place of its answer) refuses; n where it takes all.
template <class Out, class Work>
std::size_t each(const Numbers& numbers, Out* out, Work&& work) {
    const std::int64_t* const in = numbers.values.data();
    const std::size_t n = numbers.size();
    const WithoutGil without;
    std::size_t i = 0;
    while (i < n && work(in[i], out[i])) {
        ++i;
    }
    return i;
}

py::array_t<std::int32_t> ids_of(const PyActionTable& self, py::handle codes) {
    const Numbers numbers = to_numbers(codes, "codes");
    py::array_t<std::int32_t> ids(numbers.shape());
    const std::size_t done = each(numbers, ids.mutable_data(), [&table = *self.table](std::int64_t code, auto& id) {
        id = code < 0 ? ActionTable::kNone : table.id(static_cast<Code>(code));
        return id != ActionTable::kNone;
    });
    if (done < numbers.size()) {
        const std::int64_t code = numbers.values.data()[done];
        throw IllegalMoveError((code < 0 ? "code " + numbers.number(done) : shown_code(static_cast<Code>(code))) +
                               " at " + numbers.position(done) + " is not in " + self.text());
    }
    return ids;
}

py::array_t<std::int64_t> codes_of_ids(const PyActionTable& self, py::handle ids) {
    const Numbers numbers = to_numbers(ids, "ids");
    py::array_t<std::int64_t> codes(numbers.shape());
    const auto& by_id = self.table->codes();
    const std::size_t done = each(numbers, codes.mutable_data(), [&by_id](std::int64_t id, std::int64_t& code) {
        const bool there = id >= 0 && static_cast<std::uint64_t>(id) < by_id.size();
        code = there ? static_cast<std::int64_t>(by_id[static_cast<std::size_t>(id)]) : 0;
        return there;
    });
    if (done < numbers.size()) {
        throw ParseError("id = " + numbers.number(done) + " at " + numbers.position(done) +
                         " is out of range: allowed are 0.." + std::to_string(by_id.size() - 1));
    }
    return codes;
}

// The table's own memory, which the array keeps alive and cannot write.
py::array codes_array_of(const PyActionTable& self) {
    using Held = std::shared_ptr<const ActionTable>;
    const py::capsule owner(new Held(self.table), [](void* held) { delete static_cast<Held*>(held); });
    const auto& codes = self.table->codes();
    const auto* const data = reinterpret_cast<const std::int64_t*>(codes.data());
    py::array_t<std::int64_t> array(static_cast<py::ssize_t>(codes.size()), data, owner);
    py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return array;
}

}  // namespace

void register_actions(py::module_& m) {
    using Py = PyActionTable;
    py::class_<Py> cls(m, "ActionTable", R"(Moves numbered without gaps: an id for every move any hand could make.

ActionTable(rules)        any rules of one pack (standard): id 0 is the pass, then bid1..bid3 where there are calls,
                          then every combination in the order of the legal list
ActionTable.rlcard()      RLCard's numbering, 27,472 ids: no bids, the pass last
ActionTable.openspiel()   OpenSpiel's numbering of dou_dizhu, 26,057 ids

len() is the number of ids; `in` takes a code, Move or text. A frozen, hashable value: tables of one numbering and equal
rules are equal. RulesError (a ValueError) for rules of two packs.

>>> from chupai import doudizhu
>>> table = doudizhu.ActionTable("standard")
>>> len(table), table.id("bid3"), table.id("9993"), table.id("BR")
(12658, 3, 129, 12657)
>>> doudizhu.Move(table.code(129))
doudizhu.Move('3999')
>>> game = doudizhu.Game(seed=7)
>>> table.ids(game.legal.codes)
array([0, 1, 2, 3], dtype=int32)
)");
    ready_class(cls, F::kName);
    cls.def(py::init([](const RulesArg<F>& rules) { return table_of_rules(rules.tables); }),
            py::arg("rules") = py::none());
    cls.def_static("rlcard", &rlcard_table,
                   "RLCard's ids: the actions of its doudizhu in their order. The rules are the preset rlcard.");
    cls.def_static("openspiel", &openspiel_table,
                   R"(OpenSpiel's ids: the players' actions of its dou_dizhu. The rules are the preset openspiel.

Where cards have several readings, each is an action of its own, as it is a code of its own here.)");
    cls.def_property_readonly("codes", &codes_array_of, "Code by id: int64[n], read-only.");
    cls.def_property_readonly(
        "rules", [](const Py& self) { return PyRules<F>{self.table->tables()}; }, "The Rules that its codes are of.");
    cls.def("id", &id_of, py::arg("code"),
            R"(The id (int) of a move: its code, a Move, or text, read under the table's rules.

IllegalMoveError (a ValueError) names the code where it is not in the table.)");
    cls.def(
        "code",
        [](const Py& self, py::handle id) {
            const auto& codes = self.table->codes();
            return static_cast<std::int64_t>(codes[to_size(id, "id", codes.size() - 1)]);
        },
        py::arg("id"), "The code (int) of an id, 0 <= id < len(); ParseError (a ValueError) where it is out of range.");
    cls.def("ids", &ids_of, py::arg("codes"),
            R"(The ids of many codes at once: int32 of the same shape as codes (integers, any dtype and shape).

IllegalMoveError (a ValueError) names the first code that is not in the table, and its position.)");
    cls.def("codes_of", &codes_of_ids, py::arg("ids"),
            R"(The codes of many ids at once: int64 of the same shape as ids (integers, any dtype and shape).

ParseError (a ValueError) names the first id that is out of range, and its position.)");
    cls.def("__len__", [](const Py& self) { return self.table->codes().size(); });
    cls.def("__contains__", &contains);
    cls.def("__eq__", [](const Py& a, const Py& b) { return a.same_as(b); }, py::is_operator());
    cls.def("__hash__", [](const Py& self) { return py::hash(py::str(self.text())); });
    cls.def("__repr__", &Py::text);
    cls.def("__copy__", [](const Py& self) { return self; });
    cls.def("__deepcopy__", [](const Py& self, const py::dict&) { return self; });
    cls.def(py::pickle(
        [](const Py& self) {
            return py::make_tuple(static_cast<int>(self.table->numbering()), to_text(self.table->tables()->rules));
        },
        [](const py::tuple& state) {
            switch (state[0].cast<int>()) {
                case static_cast<int>(Numbering::kRlcard): return rlcard_table();
                case static_cast<int>(Numbering::kOpenSpiel): return openspiel_table();
                default: return table_of_rules(F::tables_of(state[1].cast<Text>().utf8));
            }
        }));
}

}  // namespace chupai::bindings::doudizhu_game
