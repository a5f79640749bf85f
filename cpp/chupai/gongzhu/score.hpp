// The score of the cards taken (docs/rules-gongzhu.md, "Score"): a few table lookups, no loops over cards.
//
// What has a score of its own is a unit: a player, or under teams = pooled a team. What the deal's result names is a
// side: a player, or a team (seats 0 and 2, seats 1 and 3).
#pragma once

#include "chupai/gongzhu/cards.hpp"
#include "chupai/gongzhu/position.hpp"
#include "chupai/gongzhu/rules.hpp"

namespace chupai::gongzhu {

inline constexpr CardSet kSweepSet = kHeartSet | kPigSet | kSheepSet;

// The scores of units of which one has taken all hearts; returns whether it has swept (pig and sheep as well).
bool score_with_all_hearts(const Tables& tables, const CardSet* piles, int units, Specials exposed, std::int32_t* out);

// From the scores of all sides to the payoffs of all seats.
void spread_payoffs(const Tables& tables, const std::int32_t* scores, std::int32_t* out);

// Every side's points go to the next side.
void rotate(std::int32_t* scores, int sides);

inline namespace CHUPAI_LEVEL {

// The score of a unit where nobody has all hearts.
CHUPAI_INLINE std::int32_t score_of_pile(const Tables& t, CardSet pile, Specials exposed) noexcept {
    const unsigned hearts = static_cast<unsigned>(pile >> 16) & 0x1fffu;
    const unsigned held =
        static_cast<unsigned>(((pile >> kPig) & 1) | ((pile >> (kSheep - 1)) & 2) | ((pile >> (kTen - 2)) & 4));
    const SideCards side = t.side_cards[exposed][held];
    const std::int32_t cost = (t.low_hearts[hearts & 127] + t.high_hearts[hearts >> 7]) << (exposed & kHeartAceBit);
    const std::int32_t score = (cost + side.points) * side.factor;
    return (pile & t.scoring) == kTenSet ? t.ten_alone[exposed >> 3] : score;
}

// Writes the units' scores, before any rotation; returns whether one has swept.
template <int Units>
CHUPAI_INLINE bool score_units(const Tables& t, const CardSet* piles, Specials exposed, std::int32_t* out) noexcept {
    bool all_hearts = false;
    for (int unit = 0; unit < Units; ++unit) {
        all_hearts |= (~piles[unit] & kHeartSet) == 0;
    }
    if (all_hearts) [[unlikely]] {
        return score_with_all_hearts(t, piles, Units, exposed, out);
    }
    for (int unit = 0; unit < Units; ++unit) {
        out[unit] = score_of_pile(t, piles[unit], exposed);
    }
    return false;
}

// Writes the scores of all sides (t.sides numbers) for piles of all seats, before any rotation; returns whether one
// has swept.
template <int Seats>
CHUPAI_INLINE bool score_sides(const Tables& t, const CardSet* taken, Specials exposed, std::int32_t* out) noexcept {
    if constexpr (Seats == 4) {
        if (t.rules.teams == Teams::kPooled) {
            const CardSet piles[2] = {taken[0] | taken[2], taken[1] | taken[3]};
            return score_units<2>(t, piles, exposed, out);
        }
        if (t.rules.teams == Teams::kSum) {
            std::int32_t single[4];
            const bool swept = score_units<4>(t, taken, exposed, single);
            out[0] = single[0] + single[2];
            out[1] = single[1] + single[3];
            return swept;
        }
    }
    return score_units<Seats>(t, taken, exposed, out);
}

// The same with the rotation that is part of the deal's score.
template <int Seats>
CHUPAI_INLINE void deal_scores(const Tables& t, const CardSet* taken, Specials exposed, std::int32_t* out) noexcept {
    if (score_sides<Seats>(t, taken, exposed, out) && t.rules.sweep_rotation == SweepRotation::kDeal) [[unlikely]] {
        rotate(out, t.sides);
    }
}

// One number a seat.
template <int Seats>
CHUPAI_INLINE void payoffs(const Position& pos, std::int32_t* out) noexcept {
    const Tables& t = *pos.tables;
    if (t.payoff_is_score) {
        return deal_scores<Seats>(t, pos.taken, pos.exposed, out);
    }
    std::int32_t scores[kMaxSeats];
    deal_scores<Seats>(t, pos.taken, pos.exposed, scores);
    spread_payoffs(t, scores, out);
}

}  // namespace CHUPAI_LEVEL

// The same for any number of seats. exposed counts as nothing under rules without exposing.
struct Score {
    std::int32_t sides[kMaxSeats] = {};  // tables.sides numbers
    bool swept = false;
};
// Before any rotation.
Score raw_score_of(const Tables& tables, const CardSet* taken, Specials exposed);
// The deal's score: with the rotation of sweep_rotation = deal.
Score score_of(const Tables& tables, const CardSet* taken, Specials exposed);

}  // namespace chupai::gongzhu
