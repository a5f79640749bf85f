#include <array>

#include "chupai/doudizhu/combination.hpp"
#include "doudizhu.hpp"

namespace chupai::bindings::doudizhu_game {

namespace {

constexpr const char* kRankNames[kRanks] = {"THREE", "FOUR",  "FIVE", "SIX", "SEVEN", "EIGHT",       "NINE",     "TEN",
                                            "JACK",  "QUEEN", "KING", "ACE", "TWO",   "BLACK_JOKER", "RED_JOKER"};

std::string upper(std::string text) {
    for (char& c : text) {
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return text;
}

// Python's own enums, made here so that the core's names are the only list.
py::object make_kind_enum() {
    py::list members;
    const auto add = [&](const std::string& name) { members.append(py::make_tuple(upper(name), name)); };
    add("pass");
    add("bid");
    for (int kind = 1; kind < kKinds; ++kind) {
        add(kind_name(static_cast<Kind>(kind)));
    }
    py::object made =
        py::module_::import("enum").attr("StrEnum")("Kind", members, py::arg("module") = "chupai.doudizhu");
    made.attr("__doc__") = "Kinds of moves, in the order of the legal list; each is its name as a str.";
    return made;
}

py::object make_rank_enum() {
    py::list members;
    for (int rank = 0; rank < kRanks; ++rank) {
        members.append(py::make_tuple(kRankNames[rank], rank));
    }
    py::object made =
        py::module_::import("enum").attr("IntEnum")("Rank", members, py::arg("module") = "chupai.doudizhu");
    made.attr("__doc__") = "Ranks low to high, 0..14: 3 4 5 6 7 8 9 T J Q K A 2, black joker, red joker.";
    return made;
}

struct Names {
    std::array<py::object, kKinds> kinds;
    py::object pass, bid;
    std::array<py::object, kRanks> ranks;
};

// Lives as long as the process: Python objects must not be destroyed after the interpreter.
const Names*& names() {
    static const Names* made = nullptr;
    return made;
}

py::object kind_of(const Move& move) {
    const Names& n = *names();
    return move.shape.kind != Kind::kCall ? n.kinds[static_cast<std::size_t>(move.shape.kind)]
           : move.code == kPass           ? n.pass
                                          : n.bid;
}

}  // namespace

Hand to_hand(py::handle value) {
    if (PyUnicode_Check(value.ptr())) {
        return parse_hand(value.cast<Text>().utf8);
    }
    if (!PyIndex_Check(value.ptr())) {
        throw py::type_error("cards must be a str like '334455' or an int of 4-bit counts, not " + show(value));
    }
    const auto no_hand = [&]() -> ParseError {
        return ParseError(show(value) +
                          " is no hand: fifteen 4-bit counts of at most 8 (jokers: 2), rank r at bits 4r");
    };
    Code code = 0;
    try {
        code = to_code<F>(value);
    } catch (const IllegalMoveError&) {
        throw no_hand();
    }
    constexpr Hand two_packs = 0x0228888888888888u;
    if ((code & ~kCardsMask) != 0 || !holds(two_packs, code)) {
        throw no_hand();
    }
    return code;
}

Move to_move(const Tables& tables, py::handle value) {
    if (PyUnicode_Check(value.ptr())) {
        return parse_move(tables, value.cast<Text>().utf8);
    }
    const Code code = to_code<F>(value);
    if ((code & kCardsMask) == 0) {
        if (const auto call = decode(code)) {
            return *call;
        }
        throw IllegalMoveError(std::to_string(code) + " is no move's code");
    }
    if (const auto move = decode(tables, code)) {
        return *move;
    }
    const auto loose = decode(code);
    throw IllegalMoveError((loose ? "'" + to_text(*loose) + "'" : "code " + std::to_string(code)) +
                           " is no combination under these rules (" + to_text(tables.rules) + ")");
}

Move loose_move(py::handle value) {
    const Code code = to_code<F>(value);
    if (const auto move = decode(code)) {
        return *move;
    }
    throw IllegalMoveError(std::to_string(code) +
                           " is no move's code: 4-bit counts of cards that form a combination, "
                           "and in bits 60..62 the number of their reading");
}

namespace {

py::object legal_codes(py::handle cards, py::handle to_beat, const RulesArg<F>& rules) {
    const Tables& tables = *rules.tables;
    const Hand hand = to_hand(cards);
    check_hand(tables, hand, "the hand");
    const Move table = to_move(tables, to_beat);
    if (table.shape.kind == Kind::kCall && table.code != kPass) {
        throw IllegalMoveError("'" + to_text(table) + "' is a call: to_beat is cards, or '' where one leads");
    }
    Move* const begin = list_buffer<F>(tables);
    return codes_array<F>({begin, kernels().combinations.write(tables, hand, table.shape, begin)});
}

}  // namespace

void register_moves(py::module_& m) {
    auto made = new Names;
    const py::object kind = make_kind_enum(), rank = make_rank_enum();
    m.attr("Kind") = kind;
    m.attr("Rank") = rank;
    made->pass = kind("pass");
    made->bid = kind("bid");
    for (int k = 1; k < kKinds; ++k) {
        made->kinds[static_cast<std::size_t>(k)] = kind(kind_name(static_cast<Kind>(k)));
    }
    for (int r = 0; r < kRanks; ++r) {
        made->ranks[static_cast<std::size_t>(r)] = rank(r);
    }
    names() = made;

    py::class_<Move> move(m, "Move", R"(A move, for people: what its code (an int) means.

Move(code) reads a code, or a text, whatever the rules; Move.parse(text, rules) reads a text under rules. A move equals,
hashes and sorts as its code; int(move) is the code. IllegalMoveError or ParseError (ValueErrors) where a code or text
is no move.

>>> from chupai import doudizhu
>>> move = doudizhu.Move.parse("3334")
>>> move.cards, str(move.kind), move.top, move.length, move.kickers
('3334', 'trio_solo', <Rank.THREE: 0>, 1, '4')
)");
    define_move<F>(
        move, [](const py::int_& code) { return loose_move(code); },
        [](const Move& self) { return "'" + to_text(self) + "'"; });
    draw_in_notebooks(move, F::kName, "move");
    move.def(py::init([](py::handle code) {
                 if (!PyUnicode_Check(code.ptr())) {
                     return loose_move(code);
                 }
                 if (const auto made = decode(parse_code(code.cast<Text>().utf8))) {
                     return *made;
                 }
                 throw IllegalMoveError(show(code) + " is no combination under any rules");
             }),
             py::arg("code"));
    move.def_static(
        "parse", [](const Text& text, const RulesArg<F>& rules) { return parse_move(*rules.tables, text.utf8); },
        py::arg("text"), py::arg("rules") = py::none(),
        R"(The move of a text under rules (standard): cards in any order, "pass" or "", "bid1".."bid3".

Cards that can be read in several ways are the strongest reading; "333444555666/1" names reading 1. ParseError where
the text cannot be read, IllegalMoveError where the cards are no combination; both are ValueErrors.)");
    move.def_property_readonly(
        "cards", [](const Move& self) { return to_text(self.code & kCardsMask); },
        "All its cards, sorted text; '' of a pass or bid.");
    move.def_property_readonly("kind", &kind_of, "Kind: a StrEnum, equal to its name.");
    move.def_property_readonly(
        "top",
        [](const Move& self) -> py::object {
            if (self.shape.kind == Kind::kCall) {
                return py::none();
            }
            return names()->ranks[self.shape.top];
        },
        "Highest rank of the body: Rank, an IntEnum 0..14; None of a pass or bid.");
    move.def_property_readonly(
        "length", [](const Move& self) { return int{self.shape.length}; },
        "Chained units of the body (int): 1 where there is no chain, 0 of a pass or bid.");
    move.def_property_readonly(
        "kickers", [](const Move& self) { return to_text(kickers_of(self)); },
        "The cards that are not the body, sorted text.");
    move.def_property_readonly(
        "bid", [](const Move& self) { return (self.code & kCardsMask) == 0 ? bid_of(self.code) : 0; },
        "The bid or named stake, 1..3; 0 of a pass or cards.");
    move.def_property_readonly(
        "reading", [](const Move& self) { return (self.code & kCardsMask) == 0 ? 0 : bid_of(self.code); },
        "Which reading of the cards this is, 0 (the strongest) almost always.");
    move.def("__len__", [](const Move& self) { return int{self.shape.cards}; });

    m.def("legal_codes", &legal_codes, py::arg("hand"), py::arg("to_beat") = "", py::arg("rules") = py::none(),
          R"(Codes of every legal move from a hand: int64[n], each once, in the engine's fixed order.

hand: text (or an int of 4-bit counts) of at most 20 cards; to_beat: the move on the table, as text, Move or code; ''
to lead. Where there is something to beat, the first code is 0, the pass. ParseError or IllegalMoveError (ValueErrors)
where the hand cannot be, or to_beat is no combination, under the rules (standard).

>>> from chupai import doudizhu
>>> [str(doudizhu.Move(code)) for code in doudizhu.legal_codes("5556BR", "444")]
['pass', '555', 'BR']
)");
    m.def(
        "classify",
        [](py::handle cards, const RulesArg<F>& rules) {
            const MoveList moves = classify(*rules.tables, to_hand(cards));
            return move_list<F>({moves.begin(), moves.end()});
        },
        py::arg("cards"), py::arg("rules") = py::none(),
        R"(What a set of cards is under rules (standard): list of Move, strongest reading first.

Empty where the cards are no combination; at most one under `readings="one"`. ParseError (a ValueError) where a
text or int is no cards.

>>> from chupai import doudizhu
>>> [str(move.kind) for move in doudizhu.classify("333444555666", doudizhu.Rules.preset("openspiel"))]
['plane', 'plane_solo', 'plane_solo']
)");
    m.def(
        "beats",
        [](py::handle first, py::handle other, const RulesArg<F>& rules) {
            return beats(to_move(*rules.tables, first).shape, to_move(*rules.tables, other).shape);
        },
        py::arg("move"), py::arg("other"), py::arg("rules") = py::none(),
        R"(Does `move` beat `other` (each a text, Move or code) under rules (standard)? bool.

A pass beats nothing and nothing beats it. ParseError or IllegalMoveError (ValueErrors) where either is no move.)");
    m.def(
        "hand_code", [](py::handle cards) { return static_cast<std::int64_t>(to_hand(cards)); }, py::arg("cards"),
        "Cards (text, or such an int) as an int of fifteen 4-bit counts, rank r at bits 4r. ParseError (a ValueError) "
        "where "
        "they are none.");
    m.def(
        "hand_text", [](py::handle cards) { return to_text(to_hand(cards)); }, py::arg("cards"),
        "Cards (text in any order, or an int of 4-bit counts) as sorted text. ParseError (a ValueError) where they are "
        "none.");
}

}  // namespace chupai::bindings::doudizhu_game
