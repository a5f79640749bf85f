// Rules of a fuzzer's choice: a preset and a few fields changed, so that most are valid.
#pragma once

#include <type_traits>

#include "chupai/core/rules_text.hpp"
#include "chupai/doudizhu/rules.hpp"
#include "chupai/gongzhu/rules.hpp"
#include "fuzz.hpp"

namespace chupai::fuzz {

inline void change(Bytes& in, bool& value) { value = in.coin(); }
// Mostly near what is there, now and then anything.
inline void change(Bytes& in, int& value) {
    const unsigned how = in.byte();
    value = how < 224 ? value + static_cast<int>(how % 9) - 4 : static_cast<int>(in.word(2)) - 1000;
}
inline void change(Bytes& in, Limit& value) {
    if (in.coin()) {
        value = Limit{};
    } else {
        value.value = static_cast<int>(in.word(2)) - 4000;
    }
}
template <class Enum>
    requires std::is_enum_v<Enum>
void change(Bytes& in, Enum& value) {
    value = static_cast<Enum>(in.below(words(value).size()));
}
inline void change(Bytes& in, doudizhu::Forms& value) { value.bits = static_cast<std::uint8_t>(in.below(8)); }
inline void change(Bytes& in, gongzhu::LeadCard& value) {
    const unsigned card = in.byte();
    value.card = card < 64 ? static_cast<gongzhu::Card>(card) : gongzhu::LeadCard::kNone;
}
inline void change(Bytes& in, gongzhu::HeartValues& value) {
    value.value[in.below(value.value.size())] = static_cast<std::int16_t>(in.below(1001));
}

// Valid rules: the preset itself where the changes contradict each other.
template <class Schema>
typename Schema::Rules choose_rules(Bytes& in) {
    using Rules = typename Schema::Rules;
    const auto presets = Schema::presets();
    const Rules base = presets[in.below(presets.size())].make();
    Rules rules = base;
    std::size_t fields = 0;
    Schema::for_each_field([&](const char*, auto...) { ++fields; });
    for (int changes = in.below(6); changes > 0; --changes) {
        std::size_t at = in.below(fields);
        Schema::for_each_field([&](const char*, auto field, auto...) {
            if (at-- == 0) {
                change(in, rules.*field);
            }
        });
    }
    return accepted([&] { Schema::validate(rules); }) ? rules : base;
}

}  // namespace chupai::fuzz
