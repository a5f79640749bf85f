#include "chupai/gongzhu/rules.hpp"

#include <algorithm>
#include <vector>

#include "chupai/core/error.hpp"
#include "chupai/gongzhu/cards.hpp"
#include "chupai/gongzhu/text.hpp"

namespace chupai::gongzhu {

Words words(Teams) { return {"none", "sum", "pooled"}; }
Words words(ExposingOrder) { return {"simultaneous", "sequential"}; }
Words words(PigFlip) { return {"all_hearts", "all_scoring", "never"}; }
Words words(SweepRotation) { return {"none", "totals", "deal"}; }
Words words(NextLeader) { return {"card_holder", "pig_taker", "rotate"}; }
Words words(Payoff) { return {"score", "relative"}; }

namespace {

Rules standard() { return Rules{}; }

Rules plain() {
    Rules r;
    r.exposed_first_round_ban = false;
    r.ten_multiplier = 1;
    r.next_leader = NextLeader::kCardHolder;
    return r;
}

Rules wikipedia() {
    Rules r;
    r.pig_flip = PigFlip::kAllScoring;
    r.loss_inclusive = false;
    return r;
}

Rules scrofazero() {
    Rules r;
    r.teams = Teams::kSum;
    r.exposing = false;
    r.exposed_first_round_ban = false;
    r.first_lead_card = LeadCard{};
    r.pig_flip = PigFlip::kNever;
    r.loss_limit = Limit{};
    r.next_leader = NextLeader::kRotate;
    return r;
}

constexpr NamedRules<Rules> kPresets[] = {
    {"standard", standard}, {"plain", plain}, {"wikipedia", wikipedia}, {"scrofazero", scrofazero}};

constexpr int kMaxMultiplier = 16, kMaxTenAlone = 1000, kMaxBonus = 10000, kMaxLimit = 1000000;

}  // namespace

std::string value_text(LeadCard value) { return value.none() ? "none" : card_text(value.card); }

std::string value_text(const HeartValues& value) {
    if (value == kGraded || value == kPip) {
        return value == kGraded ? "graded" : "pip";
    }
    std::string out;
    for (int v : value.value) {
        out += (out.empty() ? "" : "+") + std::to_string(v);
    }
    return out;
}

void read_value(std::string_view name, std::string_view text, LeadCard& out) {
    if (text == "none") {
        out = LeadCard{};
        return;
    }
    try {
        out.card = parse_card(text);
    } catch (const ParseError&) {
        bad_value(name, text, "a card such as S2, or none");
    }
}

void read_value(std::string_view name, std::string_view text, HeartValues& out) {
    const auto bad = [&] {
        bad_value(name, text,
                  "graded, pip, or thirteen numbers 0.." + std::to_string(kMaxHeartValue) + " (H2 to HA) joined by +");
    };
    if (text == "graded" || text == "pip") {
        out = text == "graded" ? kGraded : kPip;
        return;
    }
    HeartValues read{};
    std::size_t n = 0;
    for (std::size_t start = 0; start <= text.size(); ++n) {
        const std::size_t end = std::min(text.find('+', start), text.size());
        int value = -1;
        try {
            chupai::read_value(name, text.substr(start, end - start), value);
        } catch (const RulesError&) {
            bad();
        }
        if (n >= read.value.size() || value < 0 || value > kMaxHeartValue) {
            bad();
        }
        read.value[n] = static_cast<std::int16_t>(value);
        start = end + 1;
    }
    if (n != read.value.size()) {
        bad();
    }
    out = read;
}

std::span<const NamedRules<Rules>> Schema::presets() { return kPresets; }

std::string to_text(const Rules& rules) { return rules_text<Schema>(rules); }

void Schema::validate(const Rules& r) {
    check_words<Schema>(r);
    in_range("players", r.players, kMinSeats, kMaxSeats);
    if (r.teams != Teams::kNone && r.players != 4) {
        refuse_rules("teams = " + chupai::value_text(r.teams) + " needs players = 4, not " + std::to_string(r.players));
    }
    if (!r.first_lead_card.none()) {
        const Card card = r.first_lead_card.card;
        if (card >= 64 || (set_of(card) & deck_of(r.players)) == 0) {
            const std::string name = card < 64 && (set_of(card) & kAllCards) != 0 ? card_text(card) : "no card";
            refuse_rules("first_lead_card = " + name + " is not in the pack of " + std::to_string(r.players) +
                         " players");
        }
    } else if (r.must_lead_it) {
        refuse_rules("must_lead_it = true needs a first_lead_card: it is none");
    }
    for (std::size_t rank = 0; rank < r.heart_values.value.size(); ++rank) {
        const std::string name = "heart_values[" + std::to_string(rank) + "]";
        in_range(name.c_str(), r.heart_values.value[rank], 0, kMaxHeartValue);
    }
    in_range("ten_multiplier", r.ten_multiplier, 1, kMaxMultiplier);
    in_range("ten_multiplier_exposed", r.ten_multiplier_exposed, 1, kMaxMultiplier);
    in_range("ten_alone_exposed", r.ten_alone_exposed, 0, kMaxTenAlone);
    limit_in_range("sweep_bonus", r.sweep_bonus, 0, kMaxBonus);
    limit_in_range("loss_limit", r.loss_limit, -kMaxLimit, -1);
    limit_in_range("win_limit", r.win_limit, 1, kMaxLimit);
}

}  // namespace chupai::gongzhu
