#include "chupai/doudizhu/rules.hpp"

#include <algorithm>

#include "chupai/core/error.hpp"

namespace chupai::doudizhu {

Words words(Sides) { return {"solo", "pairs"}; }
Words words(Selection) { return {"auction", "random", "given"}; }
Words words(FirstBidder) { return {"random", "winner"}; }
Words words(AllPass) { return {"void", "redeal", "forced"}; }
Words words(Direction) { return {"anticlockwise", "clockwise"}; }
Words words(Readings) { return {"one", "all"}; }
Words words(QuadKinds) { return {"none", "solos", "pairs", "both"}; }
Words words(Shuttle) { return {"off", "bare", "winged"}; }
Words words(BombDoubling) { return {"each", "once", "bomber", "none"}; }
Words words(Payoff) { return {"stake", "win_loss"}; }
Words words(Forms) { return {"bare", "solo", "pair"}; }

namespace {

// What all presets of two packs share, and all of four players.
Rules four_players() {
    Rules r;
    r.players = 4;
    r.packs = 2;
    r.pair_straight_max = 12;
    r.trio_kinds = r.plane_kinds = Forms{static_cast<std::uint8_t>(kBareForm.bits | kPairForm.bits)};
    r.quad_kinds = QuadKinds::kNone;
    r.joker_pairs = true;
    r.doubling_bomb_min = 6;
    return r;
}

Rules standard() { return Rules{}; }

Rules standard_four() { return four_players(); }

Rules hubei() {
    Rules r;
    r.kicker_max_two = Limit{1};
    r.bomb_doubling = BombDoubling::kBomber;
    r.spring = r.reverse_spring = false;
    return r;
}

Rules hubei_pairs() {
    Rules r = four_players();
    r.sides = Sides::kPairs;
    r.spring = r.reverse_spring = false;
    return r;
}

Rules app() {
    Rules r;
    r.landlord_selection = Selection::kRandom;
    r.trio_kinds = Forms{static_cast<std::uint8_t>(kBareForm.bits | kSoloForm.bits)};
    r.quad_kicker_copies = 2;
    r.spring = r.reverse_spring = false;
    return r;
}

Rules rlcard() {
    Rules r;
    r.landlord_selection = Selection::kGiven;
    r.solo_kicker_copies = 3;
    r.quad_kicker_copies = 2;
    r.bomb_doubling = BombDoubling::kNone;
    r.spring = r.reverse_spring = false;
    return r;
}

Rules douzero() {
    Rules r;
    r.landlord_selection = Selection::kGiven;
    r.solo_kicker_copies = 4;
    r.quad_kicker_copies = 2;
    r.kicker_both_jokers = true;
    r.kicker_joins_body = true;
    r.spring = r.reverse_spring = false;
    return r;
}

Rules openspiel() {
    Rules r;
    r.all_pass = AllPass::kVoid;
    r.quad_kinds = QuadKinds::kNone;
    r.solo_kicker_copies = 3;
    r.kicker_joins_body = true;
    r.readings = Readings::kAll;
    return r;
}

Rules botzone() {
    Rules r;
    r.kicker_both_jokers = true;
    r.bomb_doubling = BombDoubling::kNone;
    r.spring = r.reverse_spring = false;
    r.space_shuttle = Shuttle::kWinged;
    return r;
}

constexpr NamedRules<Rules> kPresets[] = {
    {"standard", standard}, {"standard-four", standard_four},
    {"hubei", hubei},       {"hubei-pairs", hubei_pairs},
    {"app", app},           {"rlcard", rlcard},
    {"douzero", douzero},   {"openspiel", openspiel},
    {"botzone", botzone},
};

}  // namespace

std::string value_text(Forms forms) {
    std::string out;
    const Words names = words(forms);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if ((forms.bits >> i) & 1) {
            out += (out.empty() ? "" : "+") + std::string(names[i]);
        }
    }
    return out.empty() ? "none" : out;
}

void read_value(std::string_view name, std::string_view text, Forms& out) {
    const Words names = words(out);
    out.bits = 0;
    if (text == "none") {
        return;
    }
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find('+', start), text.size());
        const auto at = std::find(names.begin(), names.end(), text.substr(start, end - start));
        if (at == names.end()) {
            bad_value(name, text, "none, or some of " + joined(names) + " joined by +");
        }
        out.bits = static_cast<std::uint8_t>(out.bits | (1 << (at - names.begin())));
        start = end + 1;
    }
}

std::span<const NamedRules<Rules>> Schema::presets() { return kPresets; }

Rules preset(std::string_view name) { return chupai::preset<Schema>(name); }

std::string to_text(const Rules& rules) { return rules_text<Schema>(rules); }

void Schema::validate(const Rules& r) {
    check_words<Schema>(r);
    in_range("players", r.players, 3, 4);
    in_range("packs", r.packs, 1, 2);
    if (r.players - 2 != r.packs) {
        refuse_rules(
            "players = " + std::to_string(r.players) + " with packs = " + std::to_string(r.packs) +
            " cannot be dealt: three players use one pack (17 cards each and 3), four use two (25 each and 8)");
    }
    if (r.sides == Sides::kPairs && r.players != 4) {
        refuse_rules("sides = pairs needs players = 4, not " + std::to_string(r.players));
    }
    if (r.joker_pairs && r.packs == 1) {
        refuse_rules("joker_pairs needs packs = 2: one pack has one joker of each colour");
    }
    in_range("straight_min", r.straight_min, 2, kChainRanks);
    in_range("straight_max", r.straight_max, r.straight_min, kChainRanks);
    in_range("pair_straight_min", r.pair_straight_min, 2, kChainRanks);
    in_range("pair_straight_max", r.pair_straight_max, r.pair_straight_min, kChainRanks);
    in_range("trio_kinds", r.trio_kinds.bits, 0, kAllForms.bits);
    in_range("plane_kinds", r.plane_kinds.bits, 0, kAllForms.bits);
    in_range("solo_kicker_copies", r.solo_kicker_copies, 1, 4 * r.packs);
    in_range("quad_kicker_copies", r.quad_kicker_copies, 1, 4 * r.packs);
    in_range("pair_kicker_copies", r.pair_kicker_copies, 1, 2 * r.packs);
    if (r.kicker_joins_body && r.solo_kicker_copies < 3 && r.quad_kicker_copies < 3) {
        refuse_rules("kicker_joins_body allows three equal kickers next to the body, but solo_kicker_copies = " +
                     std::to_string(r.solo_kicker_copies) +
                     " and quad_kicker_copies = " + std::to_string(r.quad_kicker_copies) +
                     " allow no three: set one to 3 or more, or kicker_joins_body to false");
    }
    limit_in_range("kicker_max_two", r.kicker_max_two, 0, 4 * r.packs);
    in_range("doubling_bomb_min", r.doubling_bomb_min, 4, 4 * r.packs + 1);
    limit_in_range("multiplier_cap", r.multiplier_cap, 1, 1 << 19);
}

}  // namespace chupai::doudizhu
