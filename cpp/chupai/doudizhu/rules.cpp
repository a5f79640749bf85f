#include "chupai/doudizhu/rules.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <type_traits>

#include "chupai/core/error.hpp"

namespace chupai::doudizhu {

using Words = std::vector<std::string_view>;

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

struct Preset {
    std::string_view name;
    Rules (*make)();
};
constexpr Preset kPresets[] = {
    {"standard", standard}, {"standard-four", standard_four},
    {"hubei", hubei},       {"hubei-pairs", hubei_pairs},
    {"app", app},           {"rlcard", rlcard},
    {"douzero", douzero},   {"openspiel", openspiel},
    {"botzone", botzone},
};

std::string joined(const Words& words, std::string_view separator = ", ") {
    std::string out;
    for (std::string_view word : words) {
        out += out.empty() ? "" : separator;
        out += word;
    }
    return out;
}

[[noreturn]] void refuse(const std::string& what) { throw RulesError(what); }

void in_range(const char* name, int value, int low, int high) {
    if (value < low || value > high) {
        refuse(std::string(name) + " = " + std::to_string(value) + " is out of range: allowed are " +
               std::to_string(low) + ".." + std::to_string(high));
    }
}

void limit_in_range(const char* name, Limit limit, int low, int high) {
    if (!limit.none()) {
        in_range(name, limit.value, low, high);
    }
}

// An enum that holds a number of no word (only C++ callers can make one).
template <class Enum>
void known(const char* name, Enum value) {
    if (static_cast<std::size_t>(value) >= words(value).size()) {
        refuse(std::string(name) + " is none of " + joined(words(value)));
    }
}

// ---- text of one field's value ----

std::string value_text(bool value) { return value ? "true" : "false"; }
std::string value_text(int value) { return std::to_string(value); }
std::string value_text(Limit value) { return value.none() ? "none" : std::to_string(value.value); }
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
template <class Enum>
    requires std::is_enum_v<Enum>
std::string value_text(Enum value) {
    return std::string(words(value)[static_cast<std::size_t>(value)]);
}

[[noreturn]] void bad_value(std::string_view name, std::string_view text, const std::string& allowed) {
    refuse(std::string(name) + " = " + quoted(text) + " is not allowed: give " + allowed);
}

void read_value(std::string_view name, std::string_view text, int& out) {
    const bool digits = !text.empty() && text.size() <= 6 &&
                        std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits) {
        bad_value(name, text, "a whole number");
    }
    out = std::stoi(std::string(text));
}
void read_value(std::string_view name, std::string_view text, bool& out) {
    if (text != "true" && text != "false") {
        bad_value(name, text, "true or false");
    }
    out = text == "true";
}
void read_value(std::string_view name, std::string_view text, Limit& out) {
    if (text == "none") {
        out = Limit{};
    } else {
        read_value(name, text, out.value);
    }
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
template <class Enum>
    requires std::is_enum_v<Enum>
void read_value(std::string_view name, std::string_view text, Enum& out) {
    const Words names = words(out);
    const auto at = std::find(names.begin(), names.end(), text);
    if (at == names.end()) {
        bad_value(name, text, "one of " + joined(names));
    }
    out = static_cast<Enum>(at - names.begin());
}

int differing_fields(const Rules& a, const Rules& b) {
    int count = 0;
    for_each_field([&](const char*, auto field) { count += !(a.*field == b.*field); });
    return count;
}

}  // namespace

Words preset_names() {
    Words names;
    for (const Preset& p : kPresets) {
        names.push_back(p.name);
    }
    return names;
}

Rules preset(std::string_view name) {
    for (const Preset& p : kPresets) {
        if (p.name == name) {
            return p.make();
        }
    }
    refuse("there is no preset " + quoted(name) + ": the presets are " + joined(preset_names()));
}

void validate(const Rules& r) {
    for_each_field([&](const char* name, auto field) {
        if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(r.*field)>>) {
            known(name, r.*field);
        }
    });
    in_range("players", r.players, 3, 4);
    in_range("packs", r.packs, 1, 2);
    if (r.players - 2 != r.packs) {
        refuse("players = " + std::to_string(r.players) + " with packs = " + std::to_string(r.packs) +
               " cannot be dealt: three players use one pack (17 cards each and 3), four use two (25 each and 8)");
    }
    if (r.sides == Sides::kPairs && r.players != 4) {
        refuse("sides = pairs needs players = 4, not " + std::to_string(r.players));
    }
    if (r.joker_pairs && r.packs == 1) {
        refuse("joker_pairs needs packs = 2: one pack has one joker of each colour");
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
        refuse("kicker_joins_body allows three equal kickers next to the body, but solo_kicker_copies = " +
               std::to_string(r.solo_kicker_copies) +
               " and quad_kicker_copies = " + std::to_string(r.quad_kicker_copies) +
               " allow no three: set one to 3 or more, or kicker_joins_body to false");
    }
    limit_in_range("kicker_max_two", r.kicker_max_two, 0, 4 * r.packs);
    in_range("doubling_bomb_min", r.doubling_bomb_min, 4, 4 * r.packs + 1);
    limit_in_range("multiplier_cap", r.multiplier_cap, 1, 1 << 19);
}

std::string_view nearest_preset(const Rules& rules) {
    const Preset* best = std::min_element(std::begin(kPresets), std::end(kPresets), [&](const auto& a, const auto& b) {
        return differing_fields(rules, a.make()) < differing_fields(rules, b.make());
    });
    return best->name;
}

std::string to_text(const Rules& rules) {
    std::string out(nearest_preset(rules));
    const Rules base = preset(out);
    for_each_field([&](const char* name, auto field) {
        if (!(rules.*field == base.*field)) {
            out += " " + std::string(name) + "=" + value_text(rules.*field);
        }
    });
    return out;
}

Rules parse_rules(std::string_view text) {
    std::istringstream in{std::string(text)};
    std::string word;
    if (!(in >> word)) {
        refuse("rules as text start with a preset's name: " + joined(preset_names()));
    }
    Rules rules = preset(word);
    while (in >> word) {
        const std::size_t equals = std::min(word.find('='), word.size());
        const std::string name = word.substr(0, equals), value = word.substr(std::min(equals + 1, word.size()));
        bool found = false;
        Words names;
        for_each_field([&](const char* field_name, auto field) {
            names.push_back(field_name);
            if (name == field_name) {
                found = true;
                read_value(name, value, rules.*field);
            }
        });
        if (!found) {
            refuse("there is no rule " + quoted(name) + ": the rules are " + joined(names));
        }
    }
    validate(rules);
    return rules;
}

}  // namespace chupai::doudizhu
