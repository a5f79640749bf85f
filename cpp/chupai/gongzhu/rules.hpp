// The rules of Gong Zhu as data: one value, named presets, every variation a field (docs/rules-gongzhu.md).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "chupai/core/level.hpp"
#include "chupai/core/rules_text.hpp"
#include "chupai/gongzhu/types.hpp"

namespace chupai::gongzhu {

enum class Teams : std::uint8_t { kNone, kSum, kPooled };
enum class ExposingOrder : std::uint8_t { kSimultaneous, kSequential };
enum class PigFlip : std::uint8_t { kAllHearts, kAllScoring, kNever };
enum class SweepRotation : std::uint8_t { kNone, kTotals, kDeal };
enum class NextLeader : std::uint8_t { kCardHolder, kPigTaker, kRotate };
enum class Payoff : std::uint8_t { kScore, kRelative };

// The card whose holder leads first, or none. Text: "S2", "none".
struct LeadCard {
    static constexpr Card kNone = 0xff;
    Card card = kNone;
    constexpr bool none() const noexcept { return card == kNone; }
    friend constexpr bool operator==(const LeadCard&, const LeadCard&) = default;
};

// What each heart costs its taker, H2 to HA. Text: "graded", "pip", or thirteen numbers joined by +.
struct HeartValues {
    std::array<std::int16_t, kRanks> value{};
    friend constexpr bool operator==(const HeartValues&, const HeartValues&) = default;
};
inline constexpr int kMaxHeartValue = 1000;
inline constexpr HeartValues kGraded{{0, 0, 0, 10, 10, 10, 10, 10, 10, 20, 30, 40, 50}};
inline constexpr HeartValues kPip{{2, 3, 10, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50}};

struct Rules {
    int players = 4;
    Teams teams = Teams::kNone;
    bool exposing = true;
    ExposingOrder exposing_order = ExposingOrder::kSimultaneous;
    bool exposed_first_round_ban = true;
    bool heart_lock = false;
    LeadCard first_lead_card{0};  // S2
    bool must_lead_it = false;

    HeartValues heart_values = kGraded;
    PigFlip pig_flip = PigFlip::kAllHearts;
    bool flip_for_all = false;
    int ten_multiplier = 2;
    int ten_multiplier_exposed = 4;
    int ten_alone_exposed = 100;
    bool zero_hearts_score = true;
    Limit sweep_bonus{};
    bool sweep_bonus_multiplied = false;
    SweepRotation sweep_rotation = SweepRotation::kNone;

    Limit loss_limit{-1000};
    bool loss_inclusive = true;
    Limit win_limit{};
    NextLeader next_leader = NextLeader::kPigTaker;
    Payoff payoff = Payoff::kScore;

    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

// What rules_text.hpp asks: the one list of fields behind reading, writing, printing and comparing rules.
struct Schema {
    using Rules = gongzhu::Rules;
    template <class Visitor>
    static constexpr void for_each_field(Visitor&& visit) {
        visit("players", &Rules::players, "players at the table", "3..5");
        visit("teams", &Rules::teams, "partners: scored alone and added, or their cards pooled");
        visit("exposing", &Rules::exposing, "cards may be exposed before play");
        visit("exposing_order", &Rules::exposing_order, "all choose unseen, or each sees the choices before");
        visit("exposed_first_round_ban", &Rules::exposed_first_round_ban, "no exposed card in its suit's first round");
        visit("heart_lock", &Rules::heart_lock, "no heart is led while the exposed ace is out");
        visit("first_lead_card", &Rules::first_lead_card, "its holder leads first; without one, seat 0 does");
        visit("must_lead_it", &Rules::must_lead_it, "the first lead is first_lead_card");
        visit("heart_values", &Rules::heart_values, "what the hearts cost, H2 to HA");
        visit("pig_flip", &Rules::pig_flip, "what makes the pig count for its taker");
        visit("flip_for_all", &Rules::flip_for_all, "all hearts turn pig and sheep, whoever has them");
        visit("ten_multiplier", &Rules::ten_multiplier, "the ten's multiplier, beside other scoring cards", "1..16");
        visit("ten_multiplier_exposed", &Rules::ten_multiplier_exposed, "the exposed ten's multiplier", "1..16");
        visit("ten_alone_exposed", &Rules::ten_alone_exposed, "points of the exposed ten alone; not exposed it has 50",
              "0..1000");
        visit("zero_hearts_score", &Rules::zero_hearts_score, "hearts of no value are scoring cards too");
        visit("sweep_bonus", &Rules::sweep_bonus, "points of all hearts, pig and sheep; without it, as they add up",
              "0..10000");
        visit("sweep_bonus_multiplied", &Rules::sweep_bonus_multiplied, "the ten multiplies sweep_bonus");
        visit("sweep_rotation", &Rules::sweep_rotation, "after a sweep, points move to the next seat");
        visit("loss_limit", &Rules::loss_limit, "a total down here ends a match", "-1000000..-1");
        visit("loss_inclusive", &Rules::loss_inclusive, "reaching loss_limit is enough");
        visit("win_limit", &Rules::win_limit, "a total up here ends a match", "1..1000000");
        visit("next_leader", &Rules::next_leader, "who leads first in a match's next deal");
        visit("payoff", &Rules::payoff, "payoffs: the score, or less the others' mean");
    }
    static std::span<const NamedRules<Rules>> presets();
    // Throws RulesError with the reason where values are out of range or contradict each other.
    static void validate(const Rules& rules);
};

// The words that name an enum's values in text, in the order of the enum.
Words words(Teams);
Words words(ExposingOrder);
Words words(PigFlip);
Words words(SweepRotation);
Words words(NextLeader);
Words words(Payoff);

// Text of the fields that are no enums or numbers; reading throws RulesError.
std::string value_text(LeadCard value);
std::string value_text(const HeartValues& value);
void read_value(std::string_view name, std::string_view text, LeadCard& out);
void read_value(std::string_view name, std::string_view text, HeartValues& out);

// Rules as text: a preset's name and the fields that differ from it, "standard players=5".
std::string to_text(const Rules& rules);

// The cards of a game of so many players: the twos of clubs, and of diamonds, go out so that all get equally many.
CHUPAI_INLINE constexpr CardSet deck_of(int players) noexcept {
    constexpr CardSet club_two = CardSet{1} << (16 * kClubs), diamond_two = CardSet{1} << (16 * kDiamonds);
    return kAllCards & ~(players != 4 ? club_two : 0) & ~(players == 5 ? diamond_two : 0);
}

// What pig, sheep and ten do to a score (rules-gongzhu.md, section 3).
struct SideCards {
    std::int32_t points = 0;  // of pig and sheep
    std::int32_t factor = 1;  // of the ten
};

// Rules resolved once into what play and scoring ask. Shared, immutable; a Position points to one.
struct Tables {
    Rules rules;
    int seats = 4;
    int hand_size = 13;
    int sides = 4;  // who has a score: every player, or two teams
    CardSet deck = 0;
    CardSet first_lead = 0;  // the card whose holder leads; 0: none
    CardSet banned = 0;  // cards that may not be played in their suit's first round if exposed
    Specials exposable = 0;
    bool lead_limits = false;  // must_lead_it or heart_lock
    bool payoff_is_score = true;  // each seat's own, unchanged unless one sweeps

    CardSet scoring = 0;  // cards beside which the ten is not alone
    // Minus what these hearts cost: H2..H8 by bit 0..6, H9..HA by bit 0..5.
    std::array<std::int32_t, 128> low_hearts{};
    std::array<std::int32_t, 64> high_hearts{};
    // By exposures (Specials) and the cards held: pig 1, sheep 2, ten 4. Nothing flipped.
    std::array<std::array<SideCards, 8>, 16> side_cards{};
    std::array<std::int32_t, 2> ten_alone{};  // not exposed, exposed
};

// Validates and resolves. Equal rules share one Tables while anyone holds it.
std::shared_ptr<const Tables> resolve(const Rules& rules);

}  // namespace chupai::gongzhu
