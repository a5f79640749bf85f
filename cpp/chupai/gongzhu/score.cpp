#include "chupai/gongzhu/score.hpp"

#include <algorithm>
#include <cassert>

namespace chupai::gongzhu {
namespace {

// n / d to the nearest whole number, halves away from zero; d > 0.
std::int32_t rounded(std::int32_t n, std::int32_t d) {
    assert(d > 0);
    return (2 * n + (n < 0 ? -d : d)) / (2 * d);
}

// Section 3 of the rules, in their order: double cards, add, then the ten.
std::int32_t score_slowly(const Tables& t, CardSet pile, Specials exposed) {
    const Rules& rules = t.rules;
    const bool all_hearts = (~pile & kHeartSet) == 0, ten = (pile & kTenSet) != 0;
    const std::int32_t factor = !ten                       ? 1
                                : (exposed & kTenBit) != 0 ? rules.ten_multiplier_exposed
                                                           : rules.ten_multiplier;
    if ((~pile & kSweepSet) == 0 && !rules.sweep_bonus.none()) {
        return rules.sweep_bonus.value * (rules.sweep_bonus_multiplied ? factor : 1);
    }
    if ((pile & t.scoring) == kTenSet) {
        return t.ten_alone[exposed >> 3];
    }
    const bool pig_flips = rules.flip_for_all || (rules.pig_flip == PigFlip::kAllHearts && all_hearts) ||
                           (rules.pig_flip == PigFlip::kAllScoring && (~pile & (kSweepSet | kTenSet)) == 0);
    const auto points = [&](unsigned held, bool flips) {
        return flips ? -t.side_cards[exposed][held].points : t.side_cards[exposed][held].points;
    };
    const unsigned hearts = static_cast<unsigned>(pile >> 16) & 0x1fffu;
    const std::int32_t cost = (t.low_hearts[hearts & 127] + t.high_hearts[hearts >> 7]) << (exposed & kHeartAceBit);
    std::int32_t sum = all_hearts ? -cost : cost;
    sum += (pile & kPigSet) != 0 ? points(1, pig_flips) : 0;
    sum += (pile & kSheepSet) != 0 ? points(2, rules.flip_for_all) : 0;
    return sum * factor;
}

}  // namespace

bool score_with_all_hearts(const Tables& t, const CardSet* piles, int units, Specials exposed, std::int32_t* out) {
    bool swept = false;
    for (int unit = 0; unit < units; ++unit) {
        out[unit] = score_slowly(t, piles[unit], exposed);
        swept |= (~piles[unit] & kSweepSet) == 0;
    }
    return swept;
}

void rotate(std::int32_t* scores, int sides) { std::rotate(scores, scores + sides - 1, scores + sides); }

// Relative: what a side has more than the mean of the others.
void spread_payoffs(const Tables& t, const std::int32_t* scores, std::int32_t* out) {
    std::int32_t total = 0;
    for (int side = 0; side < t.sides; ++side) {
        total += scores[side];
    }
    for (int seat = 0; seat < t.seats; ++seat) {
        const std::int32_t score = scores[seat % t.sides];
        out[seat] = t.rules.payoff == Payoff::kScore ? score : rounded(score * t.sides - total, t.sides - 1);
    }
}

Score raw_score_of(const Tables& t, const CardSet* taken, Specials exposed) {
    Score score;
    exposed &= t.exposable;
    switch (t.seats) {
        case 3: score.swept = score_sides<3>(t, taken, exposed, score.sides); break;
        case 4: score.swept = score_sides<4>(t, taken, exposed, score.sides); break;
        default: score.swept = score_sides<5>(t, taken, exposed, score.sides); break;
    }
    return score;
}

Score score_of(const Tables& t, const CardSet* taken, Specials exposed) {
    Score score = raw_score_of(t, taken, exposed);
    if (score.swept && t.rules.sweep_rotation == SweepRotation::kDeal) {
        rotate(score.sides, t.sides);
    }
    return score;
}

}  // namespace chupai::gongzhu
