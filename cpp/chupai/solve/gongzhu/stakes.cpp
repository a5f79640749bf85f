#include "chupai/solve/gongzhu/stakes.hpp"

#include <algorithm>
#include <bit>

#include "chupai/gongzhu/score.hpp"

namespace chupai::gongzhu {

Stakes::Stakes(const Position& pos, Objective objective, int seat)
    : tables_(pos.tables), exposed_(pos.exposed & pos.tables->exposable), objective_(objective), seat_(seat) {
    const bool pooled = tables_->rules.teams == Teams::kPooled;
    units_ = pooled ? 2 : tables_->seats;
    for (int s = 0; s < tables_->seats; ++s) {
        unit_of_[s] = s % units_;
    }
    set_weights(objective, seat);
    set_cards();
    set_ranges();
    set_all_hearts(piles_of(pos));
}

void Stakes::set_weights(Objective objective, int seat) {
    const bool team = objective == Objective::kTeam;
    maximisers_ = team ? 5u : 1u << seat;
    for (int u = 0; u < units_; ++u) {
        const bool mine = tables_->sides == 2 ? u % 2 == seat % 2 : u == seat;
        weight_[u] = team ? (u % 2 == 0 ? 1 : -1) : (mine ? 1 : 0);
        weighted_ |= weight_[u] != 0 ? 1u << u : 0u;
    }
}

void Stakes::set_cards() {
    factor_ = tables_->side_cards[exposed_][4].factor;
    ten_alone_ = tables_->ten_alone[exposed_ >> 3];
    pig_ = -tables_->side_cards[exposed_][1].points;
    sheep_ = tables_->side_cards[exposed_][2].points;
    points_of_[kPig] = -pig_;
    points_of_[kSheep] = sheep_;
    kind_[kPig] = kind_[kSheep] = kind_[kTen] = 1;
    for (int rank = 0; rank < kRanks; ++rank) {
        const Card card = card_of(kHearts, rank);
        points_of_[card] = -hearts_cost(set_of(card));
        // The ace differs from all others: it may be barred, and it locks hearts.
        const bool same = rank > 0 && card != kHeartAce && points_of_[card] == points_of_[card - 1];
        runs_ += same ? 0 : 1;
        kind_[card] = static_cast<std::uint8_t>(runs_);
        run_[runs_ - 1] |= 1u << rank;
    }
}

void Stakes::set_ranges() {
    for (unsigned takers = 1; takers < 1u << units_; ++takers) {
        for (int ten = 0; ten < kPlaces; ++ten) {
            Bounds range;
            for (int u = 0; u < units_; ++u) {
                if (((takers >> u) & 1) != 0) {
                    const std::int32_t effect = weight_[u] * (u == ten ? factor_ : 1);
                    range.add(effect, effect);
                }
            }
            range_[takers][ten] = {range.low, range.high};
        }
    }
}

std::int32_t Stakes::value_of(const CardSet* taken) const {
    const Score score = score_of(*tables_, taken, exposed_);
    if (objective_ == Objective::kParanoid) {
        return score.sides[seat_ % tables_->sides];
    }
    const std::int32_t even = score.sides[0] + (tables_->sides == 4 ? score.sides[2] : 0);
    return even - score.sides[1] - (tables_->sides == 4 ? score.sides[3] : 0);
}

// Only what can still come about: `piles` are those the search begins with.
void Stakes::set_all_hearts(const Piles& piles) {
    struct Places {
        int first, last;  // the units a card may come to, or the one place where it is
        bool open;
    };
    const auto places = [&](std::uint8_t at) {
        return at == kInHand ? Places{0, units_ - 1, true} : Places{at, at, false};
    };
    const Places pigs = places(piles.pig), sheep = places(piles.sheep), tens = places(piles.ten);
    const auto add = [&](int hearts, int pig, int she, int ten) {
        CardSet taken[kPlaces] = {};
        taken[hearts] = kHeartSet;
        taken[pig] |= kPigSet;
        taken[she] |= kSheepSet;
        taken[ten] |= kTenSet;
        const std::int32_t value = value_of(taken);
        for (const int p : {pig, pigs.open ? int{kInHand} : pig}) {
            for (const int s : {she, sheep.open ? int{kInHand} : she}) {
                for (const int t : {ten, tens.open ? int{kInHand} : ten}) {
                    all_hearts_[hearts][p][s][t].add(value, value);
                }
            }
        }
    };
    for (int hearts = 0; hearts < units_ && piles.hearts != kNobody; ++hearts) {
        for (int pig = pigs.first; pig <= pigs.last; ++pig) {
            for (int she = sheep.first; she <= sheep.last; ++she) {
                for (int ten = tens.first; ten <= tens.last; ++ten) {
                    add(hearts, pig, she, ten);
                }
            }
        }
    }
}

Piles Stakes::piles_of(const Position& pos) const {
    Piles piles{};
    CardSet all = cards_in_hands(pos);
    for (int i = 0; i < pos.trick_size; ++i) {
        all |= set_of(pos.trick[i]);
    }
    for (const CardSet taken : pos.taken) {
        all |= taken;
    }
    piles.left = all & kScoringSet;
    piles.hearts_left = hearts_cost(all & kHeartSet);
    const auto place = [&](CardSet card) { return (all & card) != 0 ? kInHand : kGone; };
    piles.pig = place(kPigSet);
    piles.sheep = place(kSheepSet);
    piles.ten = place(kTenSet);
    piles.hearts = (~all & kHeartSet) == 0 ? kAnyone : kNobody;
    for (int s = 0; s < pos.seats; ++s) {
        take(piles, s, pos.taken[s]);
    }
    return piles;
}

void Stakes::take(Piles& piles, int seat, CardSet cards) const noexcept {
    const auto unit = static_cast<std::uint8_t>(unit_of_[seat]);
    piles.left &= ~cards;
    if ((cards & tables_->scoring & ~kTenSet) != 0) {
        piles.scoring = static_cast<std::uint8_t>(piles.scoring | (1u << unit));
    }
    if (const CardSet hearts = cards & kHeartSet; hearts != 0) {
        const std::int32_t cost = hearts_cost(hearts);
        piles.points[unit] -= cost;
        piles.hearts_left -= cost;
        piles.hearts = piles.hearts == kAnyone || piles.hearts == unit ? unit : kNobody;
    }
    if ((cards & kPigSet) != 0) {
        piles.points[unit] -= pig_;
        piles.pig = unit;
    }
    if ((cards & kSheepSet) != 0) {
        piles.points[unit] += sheep_;
        piles.sheep = unit;
    }
    if ((cards & kTenSet) != 0) {
        piles.ten = unit;
    }
}

std::int32_t Stakes::base(const Piles& piles) const noexcept {
    std::int32_t sum = 0;
    for (int u = 0; u < units_; ++u) {
        sum += weight_[u] * piles.points[u];
    }
    return piles.ten < kMaxSeats ? sum + (factor_ - 1) * weight_[piles.ten] * piles.points[piles.ten] : sum;
}

// Every scoring card that is left goes where it is worth most, or least. `sum`: the points so far.
void Stakes::add_with_ten(Bounds& bounds, const Piles& piles, std::int32_t sum, int ten,
                          unsigned takers) const noexcept {
    const std::int32_t bad = piles.hearts_left + (piles.pig == kInHand ? pig_ : 0);
    const std::int32_t good = piles.sheep == kInHand ? sheep_ : 0;
    const auto add = [&](std::int32_t from, Range r) {
        bounds.add(from - bad * r.most + good * r.least, from - bad * r.least + good * r.most);
    };
    const bool left = (piles.left & tables_->scoring & ~kTenSet) != 0;
    if (ten < kMaxSeats && ((piles.scoring >> ten) & 1) == 0) {
        const unsigned others = takers & ~(1u << ten);
        if (!left || others != 0) {
            add(sum + weight_[ten] * ten_alone_, range_[others][ten]);
        }
        if (!left || ((takers >> ten) & 1) == 0) {
            return;
        }
    }
    add(ten < kMaxSeats ? sum + (factor_ - 1) * weight_[ten] * piles.points[ten] : sum, range_[takers][ten]);
}

Bounds Stakes::bounds(const Piles& piles, unsigned takers) const noexcept {
    Bounds bounds;
    if (piles.hearts != kNobody) {
        const bool open = (piles.left & kHeartSet) != 0;
        for (int u = 0; u < units_; ++u) {
            const bool may = piles.hearts == u ? !open || ((takers >> u) & 1) != 0
                                               : piles.hearts == kAnyone && ((takers >> u) & 1) != 0;
            if (may) {
                const Bounds& all = all_hearts_[u][piles.pig][piles.sheep][piles.ten];
                bounds.add(all.low, all.high);
            }
        }
        if (!open) {
            return bounds;
        }
    }
    std::int32_t sum = 0;
    for (int u = 0; u < units_; ++u) {
        sum += weight_[u] * piles.points[u];
    }
    if (piles.ten != kInHand) {
        add_with_ten(bounds, piles, sum, piles.ten, takers);
        return bounds;
    }
    for (unsigned left = takers; left != 0; left &= left - 1) {
        add_with_ten(bounds, piles, sum, std::countr_zero(left), takers);
    }
    return bounds;
}

unsigned Stakes::heart_kinds(CardSet cards) const noexcept {
    const unsigned hearts = static_cast<unsigned>(cards >> 16) & 0x1fffu;
    unsigned kinds = 0;
    for (int i = 0; i < runs_; ++i) {
        const unsigned run = run_[i];
        kinds |= ((1u << std::popcount(hearts & run)) - 1) << std::countr_zero(run);
    }
    return kinds;
}

}  // namespace chupai::gongzhu
