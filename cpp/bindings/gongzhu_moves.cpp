#include "chupai/gongzhu/questions.hpp"
#include "gongzhu.hpp"

namespace chupai::bindings::gongzhu_game {

namespace {

constexpr const char* kRankNames[kRanks] = {"TWO",  "THREE", "FOUR", "FIVE",  "SIX",  "SEVEN", "EIGHT",
                                            "NINE", "TEN",   "JACK", "QUEEN", "KING", "ACE"};
constexpr const char* kSuitNames[kSuits][2] = {{"SPADES", "S"}, {"HEARTS", "H"}, {"DIAMONDS", "D"}, {"CLUBS", "C"}};

Move checked_move(py::handle value) {
    const Code code = to_code<F>(value);
    if (!is_code(code)) {
        throw IllegalMoveError(std::to_string(code) +
                               " is no move's code: cards are 0..51 (13 * suit + rank), exposing choices 52..67");
    }
    return move_of(code);
}

// Members of an enum by their value; they live as long as the process.
std::vector<py::object>& suits() {
    static auto* const members = new std::vector<py::object>;
    return *members;
}
std::vector<py::object>& ranks() {
    static auto* const members = new std::vector<py::object>;
    return *members;
}
std::vector<py::object>& kinds() {
    static auto* const members = new std::vector<py::object>;
    return *members;
}

void make_enums(py::module_& m) {
    const py::module_ enums = py::module_::import("enum");
    py::list kind_members, suit_members, rank_members;
    for (const char* name : {"card", "expose"}) {
        kind_members.append(py::make_tuple(py::str(name).attr("upper")(), name));
    }
    for (const auto& [name, letter] : kSuitNames) {
        suit_members.append(py::make_tuple(name, letter));
    }
    for (int rank = 0; rank < kRanks; ++rank) {
        rank_members.append(py::make_tuple(kRankNames[rank], rank));
    }
    m.attr("Kind") = enums.attr("StrEnum")("Kind", kind_members, py::arg("module") = "chupai.gongzhu");
    m.attr("Kind").attr("__doc__") = "Kinds of moves: a card played, an exposing choice.";
    m.attr("Suit") = enums.attr("StrEnum")("Suit", suit_members, py::arg("module") = "chupai.gongzhu");
    m.attr("Suit").attr("__doc__") = "Suits, in the order of codes and texts; each is its letter as a str.";
    m.attr("Rank") = enums.attr("IntEnum")("Rank", rank_members, py::arg("module") = "chupai.gongzhu");
    m.attr("Rank").attr("__doc__") = "Ranks low to high, 0..12: 2 3 4 5 6 7 8 9 T J Q K A.";
    for (py::handle member : m.attr("Kind")) {
        kinds().push_back(py::reinterpret_borrow<py::object>(member));
    }
    for (py::handle member : m.attr("Suit")) {
        suits().push_back(py::reinterpret_borrow<py::object>(member));
    }
    for (py::handle member : m.attr("Rank")) {
        ranks().push_back(py::reinterpret_borrow<py::object>(member));
    }
}

void register_move(py::module_& m) {
    py::class_<Move> move(m, "Move", R"(A move, for people: what its code (an int) means.

Move(code) reads a code (a card 0..51, 13 * suit + rank; an exposing choice 52..67) or a text: a card ("SQ"), or an
exposing choice ("none", "HA+DJ"; a single card is a card played). A move equals, hashes and sorts as its code.
IllegalMoveError or ParseError (ValueErrors) where a code or text is no move.

>>> from chupai import gongzhu
>>> move = gongzhu.Move("SQ")
>>> int(move), str(move.kind), str(move.suit), move.rank
(10, 'card', 'S', <Rank.QUEEN: 10>)
>>> gongzhu.Move(57).exposes
('HA', 'DJ')
)");
    // The text of a card that is exposed alone is that of the card played.
    define_move<F>(
        move, [](const py::int_& code) { return checked_move(code); },
        [](const Move& self) {
            const std::string text = to_text(self);
            return parse_move(text) == self ? "'" + text + "'" : std::to_string(F::code(self));
        });
    draw_in_notebooks(move, F::kName, "move");
    move.def(py::init([](py::handle code) {
                 return PyUnicode_Check(code.ptr()) ? parse_move(code.cast<Text>().utf8) : checked_move(code);
             }),
             py::arg("code"));
    move.def_property_readonly("kind", [](Move self) { return kinds()[is_exposing(self)]; }, "Kind: a StrEnum.");
    move.def_property_readonly(
        "card", [](Move self) { return is_exposing(self) ? std::nullopt : std::optional(to_text(self)); },
        "The card's text, or None of an exposing choice.");
    move.def_property_readonly(
        "suit",
        [](Move self) {
            return is_exposing(self) ? py::object(py::none()) : suits()[static_cast<std::size_t>(suit_of(self.index))];
        },
        "The card's Suit, or None of an exposing choice.");
    move.def_property_readonly(
        "rank",
        [](Move self) {
            return is_exposing(self) ? py::object(py::none()) : ranks()[static_cast<std::size_t>(rank_of(self.index))];
        },
        "The card's Rank, an IntEnum 0..12, or None of an exposing choice.");
    move.def_property_readonly(
        "exposes", [](Move self) { return special_texts(is_exposing(self) ? exposed_by(self) : 0); },
        "The cards that it exposes, of HA SQ DJ CT: tuple of str; empty of a card played.");
}

// The rules with as many players as there are piles, where nothing speaks against it.
TablesPtr rules_for(const RulesArg<F>& rules, std::size_t piles) {
    Rules changed = rules.rules();
    if (piles == static_cast<std::size_t>(changed.players) || piles < kMinSeats || piles > kMaxSeats ||
        changed.teams != Teams::kNone) {
        return rules.tables;
    }
    changed.players = static_cast<int>(piles);
    return resolve(changed);
}

py::list score(py::handle taken, py::handle exposed, const RulesArg<F>& rules) {
    const std::vector<CardSet> piles = to_sets(taken, "taken");
    const TablesPtr tables = rules_for(rules, piles.size());
    const Score result = check_score(*tables, piles, to_set(exposed, "exposed"));
    py::list out;
    for (int side = 0; side < tables->sides; ++side) {
        out.append(py::int_(result.sides[side]));
    }
    return out;
}

void register_questions(py::module_& m) {
    m.def("score", &score, py::arg("taken"), py::arg("exposed") = py::tuple(), py::arg("rules") = py::none(),
          R"(The score of a deal: list of int, one a player; two with teams (seats 0 and 2, seats 1 and 3).

taken: what each player has taken, a set's text ("SQJ2 HAK") or a collection of card texts each; as many players as
there are piles (3 to 5; 4 with teams). exposed: of HA SQ DJ CT; ignored where the rules have no exposing. Points move
on under sweep_rotation="deal". rules: standard where not given. ParseError (a ValueError) where a card is twice or not
in the pack.

>>> from chupai import gongzhu
>>> gongzhu.score(["SQ CT", "DJ H23456789T", "HJQK", "HA"], exposed=["CT"])
[-400, 40, -90, -50]
)");
    m.def(
        "legal_cards",
        [](py::handle hand, py::handle trick, py::handle exposed, py::handle suits_led, const RulesArg<F>& rules) {
            const std::vector<Card> table = to_cards(trick, "trick");
            return py::list(card_texts(legal_cards(*rules.tables, to_set(hand, "hand"), table,
                                                   to_set(exposed, "exposed"), to_suits(suits_led))));
        },
        py::arg("hand"), py::arg("trick") = py::tuple(), py::arg("exposed") = py::tuple(), py::arg("suits_led") = "",
        py::arg("rules") = py::none(),
        R"(The cards that may be played from a hand: list of card texts, S H D C, low to high.

trick: the cards on the table in order of play, none where one leads; exposed: all exposed cards, whoever holds them;
suits_led: suits that earlier tricks of this deal have led, as letters ("SD"). Where nothing was led at all the first
lead is asked for (must_lead_it); HA counts as unplayed where it is exposed and not in the trick (heart_lock).
rules: standard where not given. ParseError (a ValueError) where hand and trick cannot be.

>>> from chupai import gongzhu
>>> gongzhu.legal_cards("SQ83 H4 D9 CT", trick=["SK"], exposed=["SQ"])
['S3', 'S8']
)");
    m.def(
        "trick_winner", [](py::handle trick) { return check_trick_winner(to_cards(trick, "trick")); }, py::arg("trick"),
        R"(Which card of a trick, 1 to 5 cards in order of play, takes it: its position, 0 the leader's (int).

ParseError (a ValueError) where there are fewer or more, or one twice.)");
    m.def(
        "may_expose",
        [](py::handle hand, const RulesArg<F>& rules) {
            return py::list(special_texts(specials_of(may_expose(*rules.tables, to_set(hand, "hand")))));
        },
        py::arg("hand"), py::arg("rules") = py::none(),
        R"(The cards of a hand that may be exposed under rules (standard): list of card texts, in the order HA SQ DJ CT.

ParseError (a ValueError) where the hand cannot be.)");
}

}  // namespace

Card to_card(py::handle value) {
    if (PyUnicode_Check(value.ptr())) {
        return parse_card(value.cast<Text>().utf8);
    }
    if (!PyIndex_Check(value.ptr())) {
        throw py::type_error("a card is a str like 'SQ' or a code 0..51, not " + show(value));
    }
    const Code code = to_code<F>(value);
    if (code >= kExposingCode) {
        throw ParseError(std::to_string(code) + " is no card's code: cards are 0..51 (13 * suit + rank)");
    }
    return move_of(code).index;
}

std::vector<Card> to_cards(py::handle value, const char* what) {
    std::vector<Card> cards;
    py::object items = py::reinterpret_borrow<py::object>(value);
    if (PyUnicode_Check(value.ptr())) {
        items = py::str(value.cast<Text>().utf8).attr("replace")(",", " ").attr("split")();
    } else if (!py::isinstance<py::iterable>(value)) {
        throw py::type_error(std::string(what) + " must be a collection of cards, not " + show(value));
    }
    for_each_item(items, kCards, what, [&](py::handle item) { cards.push_back(to_card(item)); });
    return cards;
}

CardSet to_set(py::handle value, const char* what) {
    if (PyUnicode_Check(value.ptr())) {
        return parse_set(value.cast<Text>().utf8);
    }
    CardSet set = 0;
    for (Card card : to_cards(value, what)) {
        if ((set & set_of(card)) != 0) {
            throw ParseError(std::string(what) + " " + show(value) + " has " + card_text(card) + " twice");
        }
        set |= set_of(card);
    }
    return set;
}

std::vector<CardSet> to_sets(py::handle value, const char* what) {
    py::object items = py::reinterpret_borrow<py::object>(value);
    if (PyUnicode_Check(value.ptr())) {
        items = py::str(value.cast<Text>().utf8).attr("split")("/");
    } else if (!py::isinstance<py::iterable>(value)) {
        throw py::type_error(std::string(what) + " must be a collection of sets of cards, one a player, not " +
                             show(value));
    }
    std::vector<CardSet> sets;
    for_each_item(items, 100, what, [&](py::handle item) { sets.push_back(to_set(item, what)); });
    return sets;
}

Suits to_suits(py::handle value) {
    if (PyUnicode_Check(value.ptr())) {
        return parse_suits(value.cast<Text>().utf8);
    }
    if (!py::isinstance<py::iterable>(value)) {
        throw py::type_error("suits_led must be letters of suits, not " + show(value));
    }
    Suits suits = 0;
    for_each_item(value, 8, "suits in suits_led", [&](py::handle item) {
        if (!PyUnicode_Check(item.ptr())) {
            throw py::type_error("a suit is one of S H D C, not " + show(item));
        }
        suits |= parse_suits(item.cast<Text>().utf8);
    });
    return suits;
}

py::tuple card_texts(CardSet set) {
    py::list out;
    for (CardSet left = set; left != 0; left = without_lowest(left)) {
        out.append(py::str(card_text(static_cast<Card>(lowest(left)))));
    }
    return out;
}

py::tuple special_texts(Specials bits) {
    py::list out;
    for (int i = 0; i < kSpecials; ++i) {
        if ((bits >> i) & 1) {
            out.append(card_texts(cards_of_specials(1u << i))[0]);
        }
    }
    return out;
}

py::tuple set_texts(const CardSet* sets, int n) {
    py::tuple out(n);
    for (int i = 0; i < n; ++i) {
        out[static_cast<std::size_t>(i)] = py::str(set_text(sets[i]));
    }
    return out;
}

void register_moves(py::module_& m) {
    make_enums(m);
    register_move(m);
    register_questions(m);
}

}  // namespace chupai::bindings::gongzhu_game
