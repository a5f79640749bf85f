// Rules resolved into what the generator asks.
#include <algorithm>
#include <array>
#include <bit>

#include "chupai/doudizhu/hand.hpp"
#include "chupai/doudizhu/rules.hpp"

namespace chupai::doudizhu {
namespace {

std::uint32_t kinds_of(const Rules& r) {
    std::uint32_t kinds = 0;
    const auto add = [&](Kind kind, bool on) { kinds |= static_cast<std::uint32_t>(on) << static_cast<int>(kind); };
    const auto form = [](Forms forms, Forms one) { return (forms.bits & one.bits) != 0; };
    const bool quad_solos = r.quad_kinds == QuadKinds::kSolos || r.quad_kinds == QuadKinds::kBoth;
    const bool quad_pairs = r.quad_kinds == QuadKinds::kPairs || r.quad_kinds == QuadKinds::kBoth;
    add(Kind::kSolo, true);
    add(Kind::kPair, true);
    add(Kind::kTrio, form(r.trio_kinds, kBareForm));
    add(Kind::kTrioSolo, form(r.trio_kinds, kSoloForm));
    add(Kind::kTrioPair, form(r.trio_kinds, kPairForm));
    add(Kind::kStraight, true);
    add(Kind::kPairStraight, true);
    add(Kind::kPlane, form(r.plane_kinds, kBareForm));
    add(Kind::kPlaneSolo, form(r.plane_kinds, kSoloForm));
    add(Kind::kPlanePair, form(r.plane_kinds, kPairForm));
    add(Kind::kQuadSolo, quad_solos);
    add(Kind::kQuadPair, quad_pairs);
    add(Kind::kShuttle, r.space_shuttle != Shuttle::kOff);
    add(Kind::kShuttleSolo, r.space_shuttle == Shuttle::kWinged);
    add(Kind::kShuttlePair, r.space_shuttle == Shuttle::kWinged);
    add(Kind::kBomb, true);
    add(Kind::kRocket, true);
    return kinds;
}

KickerRule kicker_rule(const Rules& r, Kind kind) {
    const bool quad = kind >= Kind::kQuadSolo;
    const bool pairs =
        kind == Kind::kTrioPair || kind == Kind::kPlanePair || kind == Kind::kQuadPair || kind == Kind::kShuttlePair;
    const bool trio = kind == Kind::kTrioSolo || kind == Kind::kTrioPair;
    KickerRule k;
    k.unit = pairs ? 2 : 1;
    const int copies = trio ? 1 : pairs ? r.pair_kicker_copies : quad ? r.quad_kicker_copies : r.solo_kicker_copies;
    const int twos = quad && !r.kicker_max_two.none() ? std::min(copies, r.kicker_max_two.value / k.unit) : copies;
    const int joining = !pairs && !r.kicker_joins_body ? std::min(copies, 2) : copies;
    k.copies = static_cast<std::uint8_t>(copies);
    k.copies_of_two = static_cast<std::uint8_t>(twos);
    k.copies_joining = static_cast<std::uint8_t>(joining);
    k.both_jokers = r.kicker_both_jokers;
    k.distinct = copies == 1;
    // Another reading needs a further body among the kickers: three equal ones next to a plane, four next to a four.
    k.ambiguous = (kind == Kind::kPlaneSolo && joining >= 3) ||
                  ((kind == Kind::kQuadPair || kind == Kind::kShuttlePair) && copies >= 2) ||
                  (kind == Kind::kShuttleSolo && copies >= 4);
    return k;
}

// `set` has bit r for chain rank r.
ChainRun chain_run(unsigned set, int shortest, int longest) {
    int count = 0, runs = 0, first = 0, run_length = 0;
    for (int low = 0; low < kChainRanks; ++low) {
        const int length = std::countr_one(set >> low);
        for (int n = shortest; n <= std::min(length, longest); ++n) {
            ++count;
        }
        const bool run_starts = low == 0 || ((set >> (low - 1)) & 1) == 0;
        if (run_starts && length >= shortest) {
            ++runs;
            first = low;
            run_length = length;
        }
    }
    ChainRun run{};
    run.count = static_cast<std::uint16_t>(count & 127);
    run.several = runs > 1;
    run.first = static_cast<std::uint16_t>(first & 15);
    run.length = static_cast<std::uint16_t>(run_length & 15);
    return run;
}

ChainTable chain_table(Kind kind, int unit, int shortest, int longest) {
    ChainTable table;
    table.shortest = shortest;
    table.longest = longest;
    for (unsigned set = 0; set < table.run.size(); ++set) {
        table.run[set] = chain_run(set, shortest, longest);
    }
    std::size_t n = 0;
    for (int run = 0; run <= kChainRanks; ++run) {
        table.offset[static_cast<std::size_t>(run)] = static_cast<std::uint16_t>(n);
        for (int length = shortest; length <= std::min(run, longest); ++length) {
            for (int low = 0; low + length <= run; ++low) {
                const Shape shape{kind, static_cast<std::uint8_t>(length), static_cast<std::uint8_t>(low + length - 1),
                                  static_cast<std::uint8_t>(length * unit)};
                table.chain[n++] = MoveWords{ones(length) * static_cast<Hand>(unit) * rank_bit(low),
                                             std::bit_cast<std::uint32_t>(shape)};
            }
        }
    }
    table.offset[kChainRanks + 1] = static_cast<std::uint16_t>(n);
    return table;
}

std::shared_ptr<const Tables> make_tables(const Rules& rules) {
    auto t = std::make_shared<Tables>();
    t->rules = rules;
    t->kinds = kinds_of(rules);
    t->seats = rules.players;
    t->hand_size = rules.packs == 1 ? 17 : 25;
    t->bottom_size = rules.packs == 1 ? 3 : 8;
    t->max_hand = t->hand_size + t->bottom_size;
    const Hand packs = static_cast<Hand>(rules.packs);
    t->deck = packs * (4 * (kAllRanks & ~kJokerSet) + kJokerSet);
    t->rocket = packs * kJokerSet;
    t->most_doublings = rules.bomb_doubling == BombDoubling::kNone   ? 0
                        : rules.bomb_doubling == BombDoubling::kOnce ? 1
                                                                     : 64;
    t->pair_ranks = rules.joker_pairs ? kAllRanks : kAllRanks & ~kJokerSet;
    for (Kind kind : {Kind::kTrioSolo, Kind::kTrioPair, Kind::kPlaneSolo, Kind::kPlanePair, Kind::kQuadSolo,
                      Kind::kQuadPair, Kind::kShuttleSolo, Kind::kShuttlePair}) {
        t->kickers[static_cast<std::size_t>(kind)] = kicker_rule(rules, kind);
    }
    t->straights = chain_table(Kind::kStraight, 1, rules.straight_min, rules.straight_max);
    t->pair_straights = chain_table(Kind::kPairStraight, 2, rules.pair_straight_min, rules.pair_straight_max);
    return t;
}

}  // namespace

std::shared_ptr<const Tables> resolve(const Rules& rules) { return shared_tables<Schema>(rules, make_tables); }

}  // namespace chupai::doudizhu
