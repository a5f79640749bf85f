#include "chupai/doudizhu/combination.hpp"

#include <algorithm>

#include "chupai/doudizhu/hand.hpp"

namespace chupai::doudizhu {
namespace {

constexpr Hand kTwoPacks = 0x0228888888888888u;
constexpr Hand kRocketOnePack = kJokerSet, kRocketTwoPacks = 2 * kJokerSet;

Shape make_shape(Kind kind, int length, int top, int cards) {
    return Shape{kind, static_cast<std::uint8_t>(length), static_cast<std::uint8_t>(top),
                 static_cast<std::uint8_t>(cards)};
}

int highest_rank(Hand cards) { return (63 - std::countl_zero(cards)) / 4; }

bool is_chain(RankSet set) {
    const int length = popcount(set);
    return length > 0 && chain_starts(set, length) != 0;
}

// Cards of one rank, and chains of bare units.
void add_bare(Hand cards, int n, ReadingList& list) {
    const RankSet ranks = planes<2>(cards).ge[1];
    const int units = popcount(ranks), top = highest_rank(cards);
    const auto add = [&](Kind kind, int length) { list.shape[list.size++] = make_shape(kind, length, top, n); };
    if (cards == kRocketOnePack || cards == kRocketTwoPacks) {
        return add(Kind::kRocket, 1);
    }
    const int each = count_of(cards, top);
    if (each * units != n || ranks != exactly(cards, each)) {
        return;
    }
    if (units == 1) {
        switch (each) {
            case 1: return add(Kind::kSolo, 1);
            case 2: return add(Kind::kPair, 1);
            case 3: return add(Kind::kTrio, 1);
            default: return add(Kind::kBomb, 1);
        }
    }
    if (!is_chain(ranks)) {
        return;
    }
    switch (each) {
        case 1: return add(Kind::kStraight, units);
        case 2: return add(Kind::kPairStraight, units);
        case 3: return add(Kind::kPlane, units);
        case 4: return add(Kind::kShuttle, units);
        default: return;
    }
}

// Bodies of `length` units of `unit` equal cards, with all other cards as kickers: every window, highest first.
void add_winged(Hand cards, int n, Kind kind, int unit, int length, bool pairs, ReadingList& list) {
    const RankSet units = exactly(cards, unit);
    RankSet starts = length == 1 ? units : chain_starts(units, length);
    while (starts != 0 && list.size < kMaxReadings) {
        const int low = highest_rank(starts);
        starts &= ~rank_bit(low);
        const Hand rest = cards - ones(length) * static_cast<Hand>(unit) * rank_bit(low);
        if (!pairs || (rest & kAllRanks) == 0) {
            list.shape[list.size++] = make_shape(kind, length, low + length - 1, n);
        }
    }
}

struct Wings {
    Kind chained, single;
    int unit, kicker_cards;  // cards of a unit of the body, and of the kickers that go with it
    bool pairs;
};
// By what the kickers of one unit weigh: the fewer, the longer the body of a given number of cards.
constexpr Wings kWings[] = {
    {Kind::kPlaneSolo, Kind::kTrioSolo, 3, 1, false},
    {Kind::kPlanePair, Kind::kTrioPair, 3, 2, true},
    {Kind::kShuttleSolo, Kind::kQuadSolo, 4, 2, false},
    {Kind::kShuttlePair, Kind::kQuadPair, 4, 4, true},
};

bool kickers_allowed(const KickerRule& rule, Hand kickers, Shape shape) {
    if (!rule.both_jokers && (kickers & (15 * kJokerSet)) != 0 && count_of(kickers, kBlackJoker) != 0 &&
        count_of(kickers, kRedJoker) != 0) {
        return false;
    }
    for (int rank = 0; rank < kRanks; ++rank) {
        const int low = shape.top - shape.length + 1;
        const bool joins = rank < kChainRanks && (rank == low - 1 || rank == shape.top + 1);
        const int copies = rank == kTwo ? rule.copies_of_two : joins ? rule.copies_joining : rule.copies;
        if (count_of(kickers, rank) > rule.unit * copies) {
            return false;
        }
    }
    return true;
}

}  // namespace

int body_unit(Kind kind) {
    switch (kind) {
        case Kind::kSolo:
        case Kind::kStraight: return 1;
        case Kind::kPair:
        case Kind::kPairStraight: return 2;
        case Kind::kTrio:
        case Kind::kTrioSolo:
        case Kind::kTrioPair:
        case Kind::kPlane:
        case Kind::kPlaneSolo:
        case Kind::kPlanePair: return 3;
        case Kind::kQuadSolo:
        case Kind::kQuadPair:
        case Kind::kShuttle:
        case Kind::kShuttleSolo:
        case Kind::kShuttlePair: return 4;
        default: return 0;
    }
}

ReadingList readings(Hand cards) {
    ReadingList list;
    const int n = card_count(cards);
    if (n == 0 || (cards & ~kCardsMask) != 0 || !holds(kTwoPacks, cards)) {
        return list;
    }
    add_bare(cards, n, list);
    for (const Wings& wings : kWings) {
        const int each = wings.unit + wings.kicker_cards;
        if (n % each == 0) {
            const int length = n / each;
            add_winged(cards, n, length == 1 ? wings.single : wings.chained, wings.unit, length, wings.pairs, list);
        }
    }
    return list;
}

Hand kickers_of(const Move& move) {
    const Shape s = move.shape;
    const Hand cards = move.code & kCardsMask;
    const int unit = body_unit(s.kind);
    if (unit == 0) {
        return 0;
    }
    return cards - ones(s.length) * static_cast<Hand>(unit) * rank_bit(s.top - s.length + 1);
}

bool allowed(const Tables& tables, Hand cards, Shape shape) {
    if (!tables.has(shape.kind)) {
        return false;
    }
    const Rules& rules = tables.rules;
    switch (shape.kind) {
        case Kind::kPair: return (rank_bit(shape.top) & tables.pair_ranks) != 0;
        case Kind::kStraight: return shape.length >= rules.straight_min && shape.length <= rules.straight_max;
        case Kind::kPairStraight:
            return shape.length >= rules.pair_straight_min && shape.length <= rules.pair_straight_max;
        case Kind::kRocket: return cards == tables.rocket;
        case Kind::kTrioPair:
        case Kind::kPlanePair:
        case Kind::kQuadPair:
        case Kind::kShuttlePair:
        case Kind::kPlaneSolo:
        case Kind::kTrioSolo:
        case Kind::kQuadSolo:
        case Kind::kShuttleSolo: {
            const KickerRule& rule = tables.kickers[static_cast<std::size_t>(shape.kind)];
            const Hand kickers = kickers_of(Move{cards, shape});
            const bool joker_pair = rule.unit == 2 && (kickers & (15 * kJokerSet)) != 0;
            return !(joker_pair && (tables.pair_ranks & kJokerSet) == 0) && kickers_allowed(rule, kickers, shape);
        }
        default: return true;
    }
}

MoveList classify(const Tables& tables, Hand cards) {
    MoveList list;
    if (!holds(tables.deck, cards) || card_count(cards) > tables.max_hand) {
        return list;
    }
    const ReadingList all = readings(cards);
    for (int i = 0; i < all.size; ++i) {
        if (allowed(tables, cards, all.shape[i])) {
            list.move[list.size++] = Move{cards | (static_cast<Code>(i) << kReadingShift), all.shape[i]};
            if (tables.rules.readings == Readings::kOne) {
                break;
            }
        }
    }
    return list;
}

std::optional<Move> decode(Code code) {
    const Hand cards = code & kCardsMask;
    const int reading = static_cast<int>(code >> kReadingShift);
    if (cards == 0) {
        return reading <= 3 ? std::optional<Move>(Move{code, Shape{}}) : std::nullopt;
    }
    const ReadingList all = readings(cards);
    if (reading >= all.size) {
        return std::nullopt;
    }
    return Move{code, all.shape[reading]};
}

std::optional<Move> decode(const Tables& tables, Code code) {
    const MoveList list = classify(tables, code & kCardsMask);
    const Move* found = std::find_if(list.begin(), list.end(), [&](const Move& m) { return m.code == code; });
    return found == list.end() ? std::nullopt : std::optional<Move>(*found);
}

bool beats(Shape move, Shape other) {
    if (move.kind == Kind::kCall || other.kind == Kind::kCall || other.kind == Kind::kRocket) {
        return false;
    }
    if (move.kind == Kind::kRocket) {
        return true;
    }
    if (move.kind == Kind::kBomb) {
        return other.kind != Kind::kBomb || move.cards > other.cards ||
               (move.cards == other.cards && move.top > other.top);
    }
    return move.kind == other.kind && move.length == other.length && move.top > other.top;
}

const char* kind_name(Kind kind) {
    constexpr const char* names[kKinds] = {
        "call",      "solo",          "pair",         "trio",         "trio_solo",  "trio_pair",
        "straight",  "pair_straight", "plane",        "plane_solo",   "plane_pair", "quad_solo",
        "quad_pair", "shuttle",       "shuttle_solo", "shuttle_pair", "bomb",       "rocket",
    };
    return names[static_cast<std::size_t>(kind)];
}

}  // namespace chupai::doudizhu
