// The rules of Dou Dizhu as data: one value, named presets, every variation a field (docs/rules-doudizhu.md).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "chupai/core/level.hpp"
#include "chupai/core/rules_text.hpp"
#include "chupai/doudizhu/types.hpp"

namespace chupai::doudizhu {

enum class Sides : std::uint8_t { kSolo, kPairs };
enum class Selection : std::uint8_t { kAuction, kRandom, kGiven };
enum class FirstBidder : std::uint8_t { kRandom, kWinner };
enum class AllPass : std::uint8_t { kVoid, kRedeal, kForced };
enum class Direction : std::uint8_t { kAnticlockwise, kClockwise };
enum class Readings : std::uint8_t { kOne, kAll };
enum class QuadKinds : std::uint8_t { kNone, kSolos, kPairs, kBoth };
enum class Shuttle : std::uint8_t { kOff, kBare, kWinged };
enum class BombDoubling : std::uint8_t { kEach, kOnce, kBomber, kNone };
enum class Payoff : std::uint8_t { kStake, kWinLoss };

// Which forms of a trio or plane may be played: a set of the three.
struct Forms {
    std::uint8_t bits = 0;
    friend constexpr bool operator==(const Forms&, const Forms&) = default;
};
inline constexpr Forms kBareForm{1}, kSoloForm{2}, kPairForm{4}, kAllForms{7};

struct Rules {
    int players = 3;
    int packs = 1;
    Sides sides = Sides::kSolo;
    Selection landlord_selection = Selection::kAuction;
    FirstBidder first_bidder = FirstBidder::kRandom;
    bool pass_is_final = false;
    AllPass all_pass = AllPass::kRedeal;
    bool bottom_public = true;
    Direction direction = Direction::kAnticlockwise;

    int straight_min = 5;
    int straight_max = 12;
    int pair_straight_min = 3;
    int pair_straight_max = 10;
    Forms trio_kinds = kAllForms;
    Forms plane_kinds = kAllForms;
    QuadKinds quad_kinds = QuadKinds::kBoth;
    int solo_kicker_copies = 1;
    int quad_kicker_copies = 1;
    int pair_kicker_copies = 1;
    bool kicker_both_jokers = false;
    bool kicker_joins_body = false;
    Readings readings = Readings::kOne;
    Limit kicker_max_two{};
    bool joker_pairs = false;
    Shuttle space_shuttle = Shuttle::kOff;

    int doubling_bomb_min = 4;
    BombDoubling bomb_doubling = BombDoubling::kEach;
    bool spring = true;
    bool reverse_spring = true;
    Limit multiplier_cap{};
    Payoff payoff = Payoff::kStake;

    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

// What rules_text.hpp asks: the one list of fields behind reading, writing, printing and comparing rules.
struct Schema {
    using Rules = doudizhu::Rules;
    template <class Visitor>
    static constexpr void for_each_field(Visitor&& visit) {
        visit("players", &Rules::players, "players at the table", "3..4");
        visit("packs", &Rules::packs, "packs of 54 cards: one for three players, two for four", "1..2");
        visit("sides", &Rules::sides, "landlord against all, or two pairs");
        visit("landlord_selection", &Rules::landlord_selection, "how the landlord is found");
        visit("first_bidder", &Rules::first_bidder, "who bids first in the next deal");
        visit("pass_is_final", &Rules::pass_is_final, "who passes in the auction is out of it");
        visit("all_pass", &Rules::all_pass, "what follows when nobody bids");
        visit("bottom_public", &Rules::bottom_public, "all see the bottom cards");
        visit("direction", &Rules::direction, "which way round; only labels pictures");
        visit("straight_min", &Rules::straight_min, "ranks of the shortest straight", "2..12");
        visit("straight_max", &Rules::straight_max, "ranks of the longest straight", "straight_min..12");
        visit("pair_straight_min", &Rules::pair_straight_min, "ranks of the shortest chain of pairs", "2..12");
        visit("pair_straight_max", &Rules::pair_straight_max, "ranks of the longest chain of pairs",
              "pair_straight_min..12");
        visit("trio_kinds", &Rules::trio_kinds, "what a trio may carry");
        visit("plane_kinds", &Rules::plane_kinds, "what a chain of trios may carry");
        visit("quad_kinds", &Rules::quad_kinds, "what a four may carry");
        visit("solo_kicker_copies", &Rules::solo_kicker_copies, "most single kickers of a plane that share a rank",
              "1..4 (two packs: 1..8)");
        visit("quad_kicker_copies", &Rules::quad_kicker_copies, "most single kickers of a four that share a rank",
              "1..4 (two packs: 1..8)");
        visit("pair_kicker_copies", &Rules::pair_kicker_copies, "most pair kickers that share a rank",
              "1..2 (two packs: 1..4)");
        visit("kicker_both_jokers", &Rules::kicker_both_jokers, "both jokers may be kickers together");
        visit("kicker_joins_body", &Rules::kicker_joins_body, "a plane's kickers may lengthen it");
        visit("readings", &Rules::readings, "of cards that can be read in several ways: one move, or all");
        visit("kicker_max_two", &Rules::kicker_max_two, "most twos among the kickers of a four",
              "0..4 (two packs: 0..8)");
        visit("joker_pairs", &Rules::joker_pairs, "two jokers of a colour are a pair");
        visit("space_shuttle", &Rules::space_shuttle, "chains of fours");
        visit("doubling_bomb_min", &Rules::doubling_bomb_min, "cards of the smallest bomb that doubles",
              "4..5 (two packs: 4..9)");
        visit("bomb_doubling", &Rules::bomb_doubling, "which bombs double the payment");
        visit("spring", &Rules::spring, "payment doubles where no opponent has played a card");
        visit("reverse_spring", &Rules::reverse_spring, "payment doubles where the landlord has played only once");
        visit("multiplier_cap", &Rules::multiplier_cap, "the highest multiplier", "1..524288");
        visit("payoff", &Rules::payoff, "payoffs in stakes, or one for a win");
    }
    static std::span<const NamedRules<Rules>> presets();
    static void validate(const Rules& rules);
};

// The words that name an enum's values in text, in the order of the enum.
Words words(Sides);
Words words(Selection);
Words words(FirstBidder);
Words words(AllPass);
Words words(Direction);
Words words(Readings);
Words words(QuadKinds);
Words words(Shuttle);
Words words(BombDoubling);
Words words(Payoff);
Words words(Forms);

std::string value_text(Forms forms);
void read_value(std::string_view name, std::string_view text, Forms& out);

// Throws RulesError, naming the presets there are.
Rules preset(std::string_view name);

// As text: "standard spring=false".
std::string to_text(const Rules& rules);

// Which sets of kickers one kind may carry.
struct KickerRule {
    std::uint8_t unit = 1;  // 1: single cards, 2: pairs
    std::uint8_t copies = 1;  // units that may share a rank
    std::uint8_t copies_of_two = 1;  // the same for the rank 2
    std::uint8_t copies_joining = 1;  // the same for chain ranks next to the body
    bool both_jokers = false;
    bool distinct = true;  // every rank at most one unit: a kicker set is a set of ranks
    bool ambiguous = false;  // other readings of the same cards are possible: generate with a filter
};

// A move as two words, so that a body and its kickers add up in one step.
struct MoveWords {
    std::uint64_t code;
    std::uint64_t meta;  // the shape's bytes
};
static_assert(sizeof(MoveWords) == sizeof(Move) && sizeof(Shape) == 4);

// The chains within a set of chain ranks.
struct ChainRun {
    std::uint16_t count : 7;  // how many of the allowed lengths
    std::uint16_t several : 1;  // they lie in more than one run; else:
    std::uint16_t first : 4;  // the run's lowest rank
    std::uint16_t length : 4;  // its length
};

// Chains of one unit (straights, pair straights) of the allowed lengths.
struct ChainTable {
    int shortest = 0, longest = 0;
    std::array<ChainRun, 4096> run{};  // by a dense set of chain ranks
    // All that lie in one run of ranks from the 3 on, by length, then top: run length l at offset[l]..offset[l + 1].
    std::array<std::uint16_t, kChainRanks + 2> offset{};
    std::array<MoveWords, 364 + 4> chain{};
};

// Rules resolved once into what the generator asks. Shared, immutable; a Position points to one.
struct Tables {
    Rules rules;
    std::uint32_t kinds = 0;  // bit k: Kind k may be played
    int seats = 3;
    int hand_size = 17, bottom_size = 3, max_hand = 20;
    int most_doublings = 0;  // bombs and rockets that count for a payment
    Hand deck = 0;
    Hand rocket = 0;
    RankSet pair_ranks = 0;  // ranks that form pairs: without jokers in one pack
    std::array<KickerRule, kKinds> kickers{};
    ChainTable straights, pair_straights;

    CHUPAI_INLINE constexpr bool has(Kind kind) const noexcept { return (kinds >> static_cast<int>(kind)) & 1; }
};

// Validates and resolves. Equal rules share one Tables while anyone holds it.
std::shared_ptr<const Tables> resolve(const Rules& rules);

}  // namespace chupai::doudizhu
