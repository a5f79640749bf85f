// Rules resolved into what play and scoring ask.

#include "chupai/gongzhu/cards.hpp"
#include "chupai/gongzhu/rules.hpp"

namespace chupai::gongzhu {
namespace {

constexpr std::int32_t kSidePoints = 100;  // of the sheep; minus those of the pig
constexpr std::int32_t kTenAlone = 50;

// Minus the values of `hearts`, of which bit 0 is the heart of rank `first`.
std::int32_t cost(const Rules& rules, unsigned hearts, int first) {
    std::int32_t sum = 0;
    for (int bit = 0; (hearts >> bit) != 0; ++bit) {
        sum -= ((hearts >> bit) & 1) != 0 ? rules.heart_values.value[static_cast<std::size_t>(first + bit)] : 0;
    }
    return sum;
}

SideCards side_cards(const Rules& rules, Specials exposed, unsigned held) {
    const auto doubled = [&](Specials bit) { return (exposed & bit) != 0 ? 2 : 1; };
    SideCards side;
    side.points -= (held & 1) != 0 ? kSidePoints * doubled(kPigBit) : 0;
    side.points += (held & 2) != 0 ? kSidePoints * doubled(kSheepBit) : 0;
    if ((held & 4) != 0) {
        side.factor = (exposed & kTenBit) != 0 ? rules.ten_multiplier_exposed : rules.ten_multiplier;
    }
    return side;
}

CardSet scoring_cards(const Rules& rules) {
    CardSet scoring = kHeartSet | kPigSet | kSheepSet | kTenSet;
    for (int rank = 0; rank < kRanks; ++rank) {
        if (!rules.zero_hearts_score && rules.heart_values.value[static_cast<std::size_t>(rank)] == 0) {
            scoring &= ~set_of(card_of(kHearts, rank));
        }
    }
    return scoring;
}

std::shared_ptr<const Tables> make_tables(const Rules& rules) {
    auto t = std::make_shared<Tables>();
    t->rules = rules;
    t->seats = rules.players;
    t->hand_size = kCards / rules.players;
    t->sides = rules.teams == Teams::kNone ? rules.players : 2;
    t->deck = deck_of(rules.players);
    t->first_lead = rules.first_lead_card.none() ? 0 : set_of(rules.first_lead_card.card);
    t->banned = rules.exposing && rules.exposed_first_round_ban ? kSpecialSet : 0;
    t->exposable = rules.exposing ? kAllSpecials : 0;
    t->lead_limits = rules.must_lead_it || rules.heart_lock;
    t->payoff_is_score = rules.teams == Teams::kNone && rules.payoff == Payoff::kScore;
    t->scoring = scoring_cards(rules);
    for (unsigned hearts = 0; hearts < 128; ++hearts) {
        t->low_hearts[hearts] = cost(rules, hearts, 0);
    }
    for (unsigned hearts = 0; hearts < 64; ++hearts) {
        t->high_hearts[hearts] = cost(rules, hearts, 7);
    }
    for (Specials exposed = 0; exposed < 16; ++exposed) {
        for (unsigned held = 0; held < 8; ++held) {
            t->side_cards[exposed][held] = side_cards(rules, exposed, held);
        }
    }
    t->ten_alone = {kTenAlone, rules.ten_alone_exposed};
    return t;
}

}  // namespace

std::shared_ptr<const Tables> resolve(const Rules& rules) { return shared_tables<Schema>(rules, make_tables); }

}  // namespace chupai::gongzhu
