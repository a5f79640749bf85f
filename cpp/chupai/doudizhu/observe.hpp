// The view of a player at a real table, who does not know the other hands.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "chupai/doudizhu/family.hpp"

namespace chupai::doudizhu {

// What a player at a real table knows, as an observation.
struct Seen {
    int seat = 0;
    Hand hand = 0;  // what he holds now
    std::optional<Hand> bottom;  // the bottom cards, if he has seen them
    int first = 0;  // who was first to call
    std::vector<std::variant<std::string, Move>> history;  // every call and play since the deal; texts as played
};
// Throws ParseError or IllegalMoveError where no deal agrees with what was seen.
Observation observe(const TablesPtr& tables, const Seen& seen);

}  // namespace chupai::doudizhu
