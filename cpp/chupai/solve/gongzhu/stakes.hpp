// What is at stake in an endgame with open hands: which part of the piles still matters, what the score can still
// become, and what it is when nothing is left.
//
// A unit is what has a score of its own: a player, or under teams = pooled a team. The value of a finished deal is the
// weighted sum of the units' scores, with weights +1, 0 and -1, unless a unit has taken all hearts: then it is looked
// up by who has hearts, pig, sheep and ten.
#pragma once

#include <cstdint>
#include <limits>

#include "chupai/gongzhu/position.hpp"
#include "chupai/solve/gongzhu/solve.hpp"

namespace chupai::gongzhu {

inline constexpr CardSet kScoringSet = kHeartSet | kPigSet | kSheepSet | kTenSet;

// Where a special card is, if not with a unit.
inline constexpr std::uint8_t kInHand = kMaxSeats, kGone = kMaxSeats + 1;
inline constexpr int kPlaces = kMaxSeats + 2;
// Who may still take all hearts, if not one unit alone.
inline constexpr std::uint8_t kAnyone = kMaxSeats, kNobody = kMaxSeats + 1;

// The piles as far as the score needs them.
struct Piles {
    CardSet left;  // scoring cards not yet taken
    std::int32_t points[kMaxSeats];  // of each unit's hearts, pig and sheep, as if nobody had all hearts
    std::int32_t hearts_left;  // what the hearts still to be taken cost
    std::uint8_t pig, sheep, ten;  // a unit, kInHand or kGone
    std::uint8_t hearts;  // who may still take all hearts: a unit, kAnyone or kNobody
    std::uint8_t scoring;  // bit u: unit u has a card beside which the ten is not alone
};

struct Bounds {
    std::int32_t low = std::numeric_limits<std::int32_t>::max();
    std::int32_t high = std::numeric_limits<std::int32_t>::min();

    void add(std::int32_t from, std::int32_t to) noexcept {
        low = from < low ? from : low;
        high = to > high ? to : high;
    }
};

// What is constant in one search.
class Stakes {
public:
    Stakes(const Position& pos, Objective objective, int seat);

    // The piles of `pos`; a trick on the table counts as not yet taken.
    Piles piles_of(const Position& pos) const;
    // `seat` takes a trick of which `cards` are the scoring ones.
    void take(Piles& piles, int seat, CardSet cards) const noexcept;
    // What the value of a deal can still become if no unit but those of `takers` (bit u) takes another trick; one
    // number where no scoring card is left.
    Bounds bounds(const Piles& piles, unsigned takers) const noexcept;
    // The value when no scoring card is left.
    std::int32_t final_value(const Piles& piles) const noexcept { return bounds(piles, 1).low; }
    // The value counted so far. What is still to come depends only on the rest of the key (see Search).
    std::int32_t base(const Piles& piles) const noexcept;
    // Whether what is to come depends on the points that single units have already: they may be multiplied.
    bool points_matter(const Piles& piles) const noexcept {
        return piles.hearts == kNobody && piles.ten == kInHand && factor_ != 1;
    }

    // The value of a finished deal with these piles.
    std::int32_t value_of(const CardSet* taken) const;
    bool maximises(int seat) const noexcept { return ((maximisers_ >> seat) & 1) != 0; }
    int unit_of(int seat) const noexcept { return unit_of_[seat]; }
    int units() const noexcept { return units_; }
    std::int32_t weight(int unit) const noexcept { return weight_[unit]; }
    unsigned weighted() const noexcept { return weighted_; }  // bit u: the weight of unit u is not 0
    // Cards of a suit and a kind may be exchanged.
    std::uint8_t kind(Card card) const noexcept { return kind_[card]; }
    // The hearts still in hands, moved down within every run of one kind: all that their values tell.
    unsigned heart_kinds(CardSet cards) const noexcept;
    // A rough guess at what taking the card does to the value, for the order of moves alone.
    std::int32_t worth(const Piles& piles, int unit, Card card) const noexcept {
        if (card == kTen) {
            const bool alone = ((piles.scoring >> unit) & 1) == 0;
            return weight_[unit] * (alone ? ten_alone_ / 2 : (factor_ - 1) * piles.points[unit]);
        }
        return weight_[unit] * (piles.ten == unit ? factor_ : 1) * points_of_[card];
    }

private:
    void set_weights(Objective objective, int seat);
    void set_cards();
    void set_ranges();
    void set_all_hearts(const Piles& piles);
    void add_with_ten(Bounds& bounds, const Piles& piles, std::int32_t sum, int ten, unsigned takers) const noexcept;
    std::int32_t hearts_cost(CardSet cards) const noexcept {
        const unsigned hearts = static_cast<unsigned>(cards >> 16) & 0x1fffu;
        return -((tables_->low_hearts[hearts & 127] + tables_->high_hearts[hearts >> 7]) << (exposed_ & kHeartAceBit));
    }

    const Tables* tables_;
    Specials exposed_;
    Objective objective_;
    int seat_;
    int units_ = 0;
    unsigned maximisers_ = 0, weighted_ = 0;
    int unit_of_[kMaxSeats] = {};
    std::int32_t weight_[kMaxSeats] = {};
    std::int32_t factor_ = 1, ten_alone_ = 0;
    std::int32_t pig_ = 0, sheep_ = 0;  // their points, without sign
    std::int32_t points_of_[64] = {};
    std::uint8_t kind_[64] = {};
    int runs_ = 0;
    unsigned run_[kRanks] = {};  // hearts of one kind, side by side
    // What a point does to the value, at most and at least over the units that may get it, by who has the ten.
    struct Range {
        std::int32_t least = 0, most = 0;
    };
    Range range_[1 << kMaxSeats][kPlaces];
    // By the unit with all hearts and the places of pig, sheep and ten.
    Bounds all_hearts_[kMaxSeats][kPlaces][kPlaces][kPlaces];
};

}  // namespace chupai::gongzhu
