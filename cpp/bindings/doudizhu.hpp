// What the files of Dou Dizhu share: conversions of its cards and moves.
#pragma once

#include "chupai/doudizhu/family.hpp"
#include "chupai/doudizhu/text.hpp"
#include "game_class.hpp"

namespace chupai::bindings::doudizhu_game {

using namespace chupai::doudizhu;
using F = Family;
using Game = chupai::Record<F>;
using SeenGame = chupai::Observation<F>;

// Cards from text, or from an int of 4-bit counts.
Hand to_hand(py::handle value);

// The move of an int or a Move whatever the rules.
Move loose_move(py::handle value);

// A move under rules from text, a Move or a code; empty text and "pass" are the pass.
Move to_move(const Tables& tables, py::handle value);

// Phase, the landlord's seat or None, the move on the table or None: of a position or what is seen of it.
py::object phase_object(const Position& pos);
std::optional<int> landlord_of(const Position& pos);
std::optional<Move> table_of(const Position& pos);

void register_moves(py::module_& m);
void register_actions(py::module_& m);
void register_game(py::module_& m);
void register_view(py::module_& m);

}  // namespace chupai::bindings::doudizhu_game
