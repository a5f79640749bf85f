#include "support.hpp"

#include <algorithm>
#include <sstream>
#include <tuple>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/kickers.hpp"
#include "chupai/doudizhu/observe.hpp"
#include "chupai/doudizhu/text.hpp"

namespace chupai::doudizhu {

std::ostream& operator<<(std::ostream& out, const Shape& shape) {
    return out << kind_name(shape.kind) << " length " << int{shape.length} << " top " << int{shape.top} << " cards "
               << int{shape.cards};
}

std::ostream& operator<<(std::ostream& out, const Move& move) {
    return out << "'" << to_text(move) << "' (" << move.shape << ")";
}

namespace testing {

Counts counts_of(Hand hand) {
    Counts counts{};
    for (int& count : counts) {
        count = static_cast<int>(hand % 16);
        hand /= 16;
    }
    return counts;
}

Hand hand_of(const Counts& counts) {
    Hand hand = 0;
    for (int rank = kRanks - 1; rank >= 0; --rank) {
        hand = 16 * hand + static_cast<Hand>(counts[static_cast<std::size_t>(rank)]);
    }
    return hand;
}

int total_of(const Counts& counts) {
    int total = 0;
    for (int count : counts) {
        total += count;
    }
    return total;
}

Counts pack(int packs) {
    Counts counts;
    counts.fill(4 * packs);
    counts[kBlackJoker] = counts[kRedJoker] = packs;
    return counts;
}

Hand random_hand(Dice& dice, int packs, int n) {
    Counts left = pack(packs), hand{};
    for (int i = 0; i < n; ++i) {
        int card = dice.below(total_of(left));
        std::size_t rank = 0;
        for (; card >= left[rank]; ++rank) {
            card -= left[rank];
        }
        --left[rank];
        ++hand[rank];
    }
    return hand_of(hand);
}

Hand dense_hand(Dice& dice, int packs, int n) {
    const Counts most = pack(packs);
    Counts hand{};
    const int width = n / (4 * packs) + 1 + dice.below(4), low = dice.below(kRanks);
    while (total_of(hand) < n) {
        const bool anywhere = dice.below(6) == 0 || total_of(hand) > 3 * packs * width;
        const auto rank = static_cast<std::size_t>(anywhere ? dice.below(kRanks) : (low + dice.below(width)) % kRanks);
        const int room = std::min(most[rank] - hand[rank], n - total_of(hand));
        hand[rank] += std::min(room, 1 + dice.below(4));
    }
    return hand_of(hand);
}

TablesPtr tables_of(std::string_view rules) { return resolve(parse_rules<Schema>(rules)); }

std::vector<std::string> presets_with(int packs) {
    std::vector<std::string> names;
    for (std::string_view name : preset_names<Schema>()) {
        if (preset(name).packs == packs) {
            names.emplace_back(name);
        }
    }
    return names;
}

Rules loosest() {
    Rules rules;
    rules.straight_min = rules.pair_straight_min = 2;
    rules.straight_max = rules.pair_straight_max = kChainRanks;
    rules.trio_kinds = rules.plane_kinds = kAllForms;
    rules.quad_kinds = QuadKinds::kBoth;
    rules.solo_kicker_copies = rules.quad_kicker_copies = 4;
    rules.pair_kicker_copies = 2;
    rules.kicker_both_jokers = rules.kicker_joins_body = true;
    rules.readings = Readings::kAll;
    rules.space_shuttle = Shuttle::kWinged;
    return rules;
}

Rules random_rules(Dice& dice, int packs) {
    for (;;) {
        Rules rules = packs == 1 ? Rules{} : preset("standard-four");
        const auto forms = [&] { return Forms{static_cast<std::uint8_t>(dice.below(8))}; };
        rules.straight_min = 2 + dice.below(6);
        rules.straight_max = rules.straight_min + dice.below(13 - rules.straight_min);
        rules.pair_straight_min = 2 + dice.below(3);
        rules.pair_straight_max = rules.pair_straight_min + dice.below(13 - rules.pair_straight_min);
        rules.trio_kinds = dice.coin() ? kAllForms : forms();
        rules.plane_kinds = dice.coin() ? kAllForms : forms();
        rules.quad_kinds = static_cast<QuadKinds>(dice.below(4));
        rules.solo_kicker_copies = 1 + dice.below(4 * packs);
        rules.quad_kicker_copies = 1 + dice.below(4 * packs);
        rules.pair_kicker_copies = 1 + dice.below(2 * packs);
        rules.kicker_both_jokers = dice.coin();
        rules.kicker_joins_body = dice.coin();
        rules.readings = dice.coin() ? Readings::kOne : Readings::kAll;
        rules.kicker_max_two = dice.coin() ? Limit{} : Limit{dice.below(4 * packs + 1)};
        rules.joker_pairs = packs == 2 && dice.coin();
        rules.space_shuttle = static_cast<Shuttle>(dice.below(3));
        try {
            Schema::validate(rules);
            return rules;
        } catch (const RulesError&) {
            continue;  // contradictory: draw again
        }
    }
}

std::vector<const Kernels*> levels() {
    std::vector<const Kernels*> found;
    for (const char* name : {"baseline", "bmi2"}) {
        if (const Kernels* kernels = kernels_of(name)) {
            found.push_back(kernels);
        }
    }
    return found;
}

namespace {

// The buffer has the room that is asked for and no more, for the sanitizer to see.
template <class Write>
std::vector<Move> list_of(unsigned count, Write&& write) {
    std::vector<Move> moves(count + kListSlack);
    const Move* end = write(moves.data());
    moves.resize(static_cast<std::size_t>(end - moves.data()));
    return moves;
}

// A level's table asks about positions where it picks, so the question is put as a position.
template <int Level>
Move nth_at_level(const Tables& tables, Hand hand, Shape table, unsigned index) {
    Position pos{};
    pos.tables = &tables;
    pos.phase = Phase::kPlay;
    pos.seats = static_cast<std::uint8_t>(tables.seats);
    pos.hands[0] = hand;
    pos.table.shape = table;
    return levels()[static_cast<std::size_t>(Level)]->doudizhu.nth_legal(pos, index);
}

constexpr auto kNthAtLevel = std::array{nth_at_level<0>, nth_at_level<1>};

}  // namespace

std::vector<Move> Generator::list(const Tables& tables, Hand hand, Shape table) const {
    return list_of(count(tables, hand, table), [&](Move* out) { return write(tables, hand, table, out); });
}

std::vector<Generator> generators() {
    std::vector<Generator> found;
    for (std::size_t i = 0; i < levels().size(); ++i) {
        const Kernels& k = *levels()[i];
        found.push_back({k.level, k.combinations.count, kNthAtLevel[i], k.combinations.write});
    }
    return found;
}

std::vector<Move> legal_moves(const Position& pos) {
    const Kernels& k = *levels().back();
    return list_of(k.doudizhu.count_legal(pos), [&](Move* out) { return k.doudizhu.legal(pos, out); });
}

Position after(Position pos, std::string_view line) {
    std::istringstream in{std::string(line)};
    for (std::string text; in >> text;) {
        play(pos, legal_move(pos, parse_in(pos, text).code));
    }
    return pos;
}

Position open_position(const TablesPtr& tables, std::string_view hands, int landlord, int stake) {
    std::vector<Hand> held;
    for (std::size_t start = 0; start <= hands.size();) {
        const std::size_t end = std::min(hands.find('/', start), hands.size());
        held.push_back(parse_hand(hands.substr(start, end - start)));
        start = end + 1;
    }
    OpenPosition open;
    set_hands(open, held);
    open.landlord = open.to_move = landlord;
    open.stake = stake;
    return start_open(*tables, open);
}

bool in_order(const Move& a, const Move& b) {
    const auto place = [](const Move& m) {
        const int units = m.shape.kind == Kind::kBomb ? m.shape.cards : m.shape.length;
        const Hand kickers = m.shape.kind == Kind::kCall ? m.code : kickers_of(m);
        return std::tuple(m.shape.kind, units, m.shape.top, kickers);
    };
    return place(a) < place(b);
}

}  // namespace testing
}  // namespace chupai::doudizhu
