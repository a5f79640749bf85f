// May this move be made here, and if not, why not.
#pragma once

#include <string_view>

#include "chupai/gongzhu/position.hpp"

namespace chupai::gongzhu {

// The move of `code` if it is legal here; throws IllegalMoveError that says the move, what lies on the table, and why.
Move legal_move(const Position& pos, Code code);
bool is_legal(const Position& pos, Code code);

// Reads a move in this position's terms: while exposing, "HA" exposes that card. Throws ParseError.
Move parse_in(const Position& pos, std::string_view text);

}  // namespace chupai::gongzhu
