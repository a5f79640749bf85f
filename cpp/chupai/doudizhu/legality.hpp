// May this move be made here, and if not, why not.
#pragma once

#include <string_view>

#include "chupai/doudizhu/position.hpp"

namespace chupai::doudizhu {

// The move of `code` if it is legal here; throws IllegalMoveError that says the move, what lies on the table, and why.
Move legal_move(const Position& pos, Code code);
bool is_legal(const Position& pos, Code code);

// Reads a move in this position's terms: "0".."3" are calls where calls are made.
Move parse_in(const Position& pos, std::string_view text);

}  // namespace chupai::doudizhu
