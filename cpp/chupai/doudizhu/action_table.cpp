#include "chupai/doudizhu/action_table.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/generate.hpp"

namespace chupai::doudizhu {
namespace {

// A sink of the generator: keeps what fits in a hand. Asked about the whole pack, the generator finds what any hand
// can lead, and far longer bodies, which are left out before their kickers are looked at.
struct Collector {
    int most_cards;
    std::vector<Move> moves;

    bool plain(Kind kind, int length, int unit, RankSet starts) {
        for (; starts != 0 && length * unit <= most_cards; starts = without_lowest(starts)) {
            const int low = lowest(starts) / 4;
            moves.push_back(Move{ones(length) * static_cast<Hand>(unit) * rank_bit(low),
                                 shape_of(kind, length, low + length - 1, length * unit)});
        }
        return false;
    }
    bool units(Kind kind, int unit, RankSet ranks) { return plain(kind, 1, unit, ranks); }
    bool chains(Kind kind, int unit, RankSet set, const ChainTable& table) {
        for (int length = table.shortest; length <= table.longest; ++length) {
            plain(kind, length, unit, chain_starts(set, length));
        }
        return false;
    }
    template <int Packs>
    bool same_choices(const Source<Packs>& source, Shape shape, int unit, RankSet starts, RankSet kickers,
                      const RankChoice& c) {
        const int kicker_unit = source.kicker_rule(shape.kind).unit;
        for (; starts != 0; starts = without_lowest(starts)) {
            const int low = lowest(starts) / 4;
            const RankSet body = ones(shape.length) * rank_bit(low);
            shape.top = static_cast<std::uint8_t>(low + shape.length - 1);
            choices(source, shape, body * static_cast<Hand>(unit), RankChoice{kickers & ~body, c.k, c.split_jokers},
                    kicker_unit);
        }
        return false;
    }
    template <int Packs>
    bool choices(const Source<Packs>&, Shape shape, Hand body_cards, const RankChoice& c, int unit) {
        const unsigned n = shape.cards <= most_cards ? count_choices(c) : 0;
        for (unsigned i = 0; i < n; ++i) {
            moves.push_back(Move{body_cards + nth_choice(c, i) * static_cast<Hand>(unit), shape});
        }
        return false;
    }
    template <int Packs>
    bool shared(const Source<Packs>& source, Shape shape, Hand body_cards, RankSet body) {
        if (shape.cards <= most_cards) {
            auto keep = [&](const Move& move) {
                moves.push_back(move);
                return false;
            };
            visit_shared_kickers(source, shared_kickers(source, body, shape), body_cards, shape, keep);
        }
        return false;
    }
    bool rocket(const Move& move, bool) {
        moves.push_back(move);
        return false;
    }
};

// The pass, the bids where there are calls, and every combination, in the order of the legal list.
std::vector<Move> all_moves(const Tables& tables) {
    if (tables.rules.packs != 1) {
        throw RulesError("no action table for rules of two packs (" + to_text(tables.rules) +
                         "): it numbers the moves of one pack");
    }
    Collector sink{tables.max_hand, {}};
    sink.moves.push_back(Move{});
    if (tables.rules.landlord_selection != Selection::kGiven) {
        for (Code bid = 1; bid <= 3; ++bid) {
            sink.moves.push_back(Move{bid << kReadingShift, Shape{}});
        }
    }
    lead(Source<1>(tables, tables.deck), sink);
    return std::move(sink.moves);
}

// ---- RLCard ----
//
// Kinds, lengths and tops run as ours do; the pass is last. Kickers are compared as texts sorted low to high, character
// by character, so by the lowest rank first (ours: by the highest first). Planes with single kickers go in groups:
//   three trios:          kickers of three ranks, then three equal ones, then a pair and a card, by the pair, the card;
//   four or five trios:   those with a joker, then the others.

// Ascending where texts of equally many cards, each sorted low to high, ascend.
std::uint64_t text_order(Hand cards) {
    Hand reversed = 0;
    for (int rank = 0; rank < kRanks; ++rank) {
        reversed |= static_cast<Hand>(count_of(cards, rank)) << (4 * (kRedJoker - rank));
    }
    return ~reversed;  // more of a low rank comes first
}

using RlcardKey = std::tuple<bool, Kind, int, int, int, std::uint64_t>;

RlcardKey rlcard_key(const Move& move) {
    const Shape s = move.shape;
    const Hand kickers = kickers_of(move);
    int group = 0;
    std::uint64_t order = text_order(kickers);
    if (s.kind == Kind::kPlaneSolo && s.length == 3) {
        const RankSet pair = exactly(kickers, 2);
        group = pair != 0 ? 2 : exactly(kickers, 3) != 0 ? 1 : 0;
        if (pair != 0) {
            order = static_cast<std::uint64_t>(16 * lowest(pair) + lowest(kickers - 2 * pair));
        }
    } else if (s.kind == Kind::kPlaneSolo && s.length >= 4) {
        group = (kickers & kJokerSet) != 0 ? 0 : 1;
    }
    return {s.kind == Kind::kCall, s.kind, s.length, s.top, group, order};
}

// ---- OpenSpiel ----
//
// Chains stand behind the single unit that they are made of: solos, straights, pairs, pair straights, trios; the rest
// as in our order, kickers included. Its actions are readings, as the moves of its preset are.

int openspiel_place(Kind kind) {
    switch (kind) {
        case Kind::kCall: return 0;
        case Kind::kSolo: return 1;
        case Kind::kStraight: return 2;
        case Kind::kPair: return 3;
        case Kind::kPairStraight: return 4;
        case Kind::kTrio: return 5;
        default: return 6 + static_cast<int>(kind);
    }
}

}  // namespace

ActionTable::ActionTable(const std::shared_ptr<const Tables>& tables)
    : ActionTable(tables, Numbering::kRules, all_moves(*tables)) {}

ActionTable ActionTable::rlcard() {
    const auto tables = resolve(preset("rlcard"));
    std::vector<Move> moves = all_moves(*tables);
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return rlcard_key(a) < rlcard_key(b); });
    return ActionTable(tables, Numbering::kRlcard, moves);
}

ActionTable ActionTable::openspiel() {
    const auto tables = resolve(preset("openspiel"));
    std::vector<Move> moves = all_moves(*tables);
    std::stable_sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
        return openspiel_place(a.shape.kind) < openspiel_place(b.shape.kind);
    });
    return ActionTable(tables, Numbering::kOpenSpiel, moves);
}

ActionTable::ActionTable(std::shared_ptr<const Tables> tables, Numbering numbering, const std::vector<Move>& moves)
    : tables_(std::move(tables)), numbering_(numbering) {
    const std::size_t room = std::bit_ceil(2 * moves.size());
    slots_.assign(room, kNone);
    slot_shift_ = 64 - std::countr_zero(room);
    codes_.reserve(moves.size());
    for (const Move& move : moves) {
        std::uint64_t slot = first_slot(move.code);
        while (slots_[slot] != kNone) {
            slot = (slot + 1) & (room - 1);
        }
        slots_[slot] = static_cast<std::int32_t>(codes_.size());
        codes_.push_back(move.code);
    }
}

}  // namespace chupai::doudizhu
