// Rules as text, for any game: named presets, fields by name, errors that say what is allowed.
//
// A game describes its rules once, by a Schema type with
//   Rules                                    a struct of fields, comparable
//   for_each_field(visit)                    static: visit("name", member pointer, "meaning") for every field, in
//                                            order; of numbers also their "range"
//   presets()                                static: span of NamedRules<Rules>, the default first
//   validate(rules)                          static: throws RulesError
// and words(Enum) for every enum among the fields. Fields of the game's own types bring value_text and read_value,
// found beside the type. A meaning is a short phrase without a full stop, a range what validate allows ("3..5"):
// people read both, in Python's docstrings and at the command line.
#pragma once

#include <algorithm>
#include <climits>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "chupai/core/error.hpp"

namespace chupai {

using Words = std::vector<std::string_view>;

// A number that may be absent ("no limit").
struct Limit {
    static constexpr int kNone = INT_MIN;
    int value = kNone;
    constexpr bool none() const noexcept { return value == kNone; }
    friend constexpr bool operator==(const Limit&, const Limit&) = default;
};

template <class Rules>
struct NamedRules {
    std::string_view name;
    Rules (*make)();
};

inline std::string joined(const Words& words, std::string_view separator = ", ") {
    std::string out;
    for (std::string_view word : words) {
        out += out.empty() ? "" : separator;
        out += word;
    }
    return out;
}

[[noreturn]] inline void refuse_rules(const std::string& what) { throw RulesError(what); }

[[noreturn]] inline void bad_value(std::string_view name, std::string_view text, const std::string& allowed) {
    refuse_rules(std::string(name) + " = " + quoted(text) + " is not allowed: give " + allowed);
}

// ---- checks for validate ----

inline void in_range(const char* name, int value, int low, int high) {
    if (value < low || value > high) {
        refuse_rules(std::string(name) + " = " + std::to_string(value) + " is out of range: allowed are " +
                     std::to_string(low) + ".." + std::to_string(high));
    }
}

inline void limit_in_range(const char* name, Limit limit, int low, int high) {
    if (!limit.none()) {
        in_range(name, limit.value, low, high);
    }
}

// Refuses an enum that holds a number of no word (only C++ callers can make one).
template <class Schema>
void check_words(const typename Schema::Rules& rules) {
    Schema::for_each_field([&](const char* name, auto field, auto...) {
        if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(rules.*field)>>) {
            const Words names = words(rules.*field);
            if (static_cast<std::size_t>(rules.*field) >= names.size()) {
                refuse_rules(std::string(name) + " is none of " + joined(names));
            }
        }
    });
}

// ---- text of one field's value, and back ----

inline std::string value_text(bool value) { return value ? "true" : "false"; }
inline std::string value_text(int value) { return std::to_string(value); }
inline std::string value_text(Limit value) { return value.none() ? "none" : std::to_string(value.value); }
template <class Enum>
    requires std::is_enum_v<Enum>
std::string value_text(Enum value) {
    return std::string(words(value)[static_cast<std::size_t>(value)]);
}

inline int read_whole(std::string_view name, std::string_view text, const char* allowed) {
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    const bool plain = !digits.empty() && digits.size() <= 8 &&
                       std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!plain) {
        bad_value(name, text, allowed);
    }
    return std::stoi(std::string(text));
}
inline void read_value(std::string_view name, std::string_view text, int& out) {
    out = read_whole(name, text, "a whole number");
}
inline void read_value(std::string_view name, std::string_view text, bool& out) {
    if (text != "true" && text != "false") {
        bad_value(name, text, "true or false");
    }
    out = text == "true";
}
inline void read_value(std::string_view name, std::string_view text, Limit& out) {
    if (text == "none") {
        out = Limit{};
    } else {
        out.value = read_whole(name, text, "a whole number, or none");
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

// ---- whole rules ----

template <class Schema>
Words preset_names() {
    Words names;
    for (const auto& preset : Schema::presets()) {
        names.push_back(preset.name);
    }
    return names;
}

// Throws RulesError, naming the presets there are.
template <class Schema>
typename Schema::Rules preset(std::string_view name) {
    for (const auto& preset : Schema::presets()) {
        if (preset.name == name) {
            return preset.make();
        }
    }
    refuse_rules("there is no preset " + quoted(name) + ": the presets are " + joined(preset_names<Schema>()));
}

// The preset that differs from `rules` in the fewest fields.
template <class Schema>
std::string_view nearest_preset(const typename Schema::Rules& rules) {
    const auto differing = [&](const typename Schema::Rules& other) {
        int count = 0;
        Schema::for_each_field([&](const char*, auto field, auto...) { count += !(rules.*field == other.*field); });
        return count;
    };
    const auto presets = Schema::presets();
    return std::min_element(presets.begin(), presets.end(),
                            [&](const auto& a, const auto& b) { return differing(a.make()) < differing(b.make()); })
        ->name;
}

// A preset's name and the fields that differ from it, "standard spring=false"; read back by parse_rules.
template <class Schema>
std::string rules_text(const typename Schema::Rules& rules) {
    std::string out(nearest_preset<Schema>(rules));
    const typename Schema::Rules base = preset<Schema>(out);
    Schema::for_each_field([&](const char* name, auto field, auto...) {
        if (!(rules.*field == base.*field)) {
            out += " " + std::string(name) + "=" + value_text(rules.*field);
        }
    });
    return out;
}

// Calls act(field) for the field of this name; throws RulesError, naming the fields there are.
template <class Schema, class Act>
void with_field(const std::string& name, Act&& act) {
    bool found = false;
    Words names;
    Schema::for_each_field([&](const char* field_name, auto field, auto...) {
        names.emplace_back(field_name);
        if (name == field_name) {
            found = true;
            act(field);
        }
    });
    if (!found) {
        refuse_rules("there is no rule " + quoted(name) + ": the rules are " + joined(names));
    }
}

template <class Schema>
typename Schema::Rules parse_rules(std::string_view text) {
    std::istringstream in{std::string(text)};
    std::string word;
    if (!(in >> word)) {
        refuse_rules("rules as text start with a preset's name: " + joined(preset_names<Schema>()));
    }
    typename Schema::Rules rules = preset<Schema>(word);
    std::set<std::string> named;
    while (in >> word) {
        const std::size_t equals = std::min(word.find('='), word.size());
        const std::string name = word.substr(0, equals), value = word.substr(std::min(equals + 1, word.size()));
        with_field<Schema>(name, [&](auto field) { read_value(name, value, rules.*field); });
        if (!named.insert(name).second) {
            refuse_rules("the rule " + quoted(name) + " is given twice");
        }
    }
    Schema::validate(rules);
    return rules;
}

// Calls make(rules) once: equal rules share one Tables while anyone holds it.
template <class Schema, class Make>
auto shared_tables(const typename Schema::Rules& rules, Make&& make) {
    using Tables = typename decltype(make(rules))::element_type;
    Schema::validate(rules);
    static std::mutex mutex;
    static std::map<std::string, std::weak_ptr<Tables>> cache;
    const std::string name = rules_text<Schema>(rules);
    const std::lock_guard lock(mutex);
    if (auto known = cache[name].lock()) {
        return known;
    }
    std::erase_if(cache, [](const auto& entry) { return entry.second.expired(); });
    auto made = make(rules);
    cache[name] = made;
    return made;
}

}  // namespace chupai
