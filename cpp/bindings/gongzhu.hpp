// What the files of Gong Zhu share: conversions of its cards and moves.
#pragma once

#include <vector>

#include "chupai/gongzhu/family.hpp"
#include "chupai/gongzhu/text.hpp"
#include "game_class.hpp"

namespace chupai::bindings::gongzhu_game {

using namespace chupai::gongzhu;
using F = Family;
using Game = chupai::Record<F>;
using SeenGame = chupai::Observation<F>;

// A card from its text or its code.
Card to_card(py::handle value);

// Cards in order, from an iterable of cards or a text of some ("SK S5"); at most 52.
std::vector<Card> to_cards(py::handle value, const char* what);

// A set from a text ("SQJ2 HAK", "SQ HA"), or an iterable of cards, none twice.
CardSet to_set(py::handle value, const char* what);

// A set for each of several seats, from an iterable of sets or one text joined by /.
std::vector<CardSet> to_sets(py::handle value, const char* what);

// Suits from a text ("SD") or an iterable of letters.
Suits to_suits(py::handle value);

// A tuple of card texts.
py::tuple card_texts(CardSet set);
py::tuple special_texts(Specials bits);
py::tuple set_texts(const CardSet* sets, int n);

py::object phase_object(const Position& pos);
py::tuple trick_texts(const Position& pos);
// The exposures that are public.
Specials public_exposures(const Position& pos);

void register_moves(py::module_& m);
void register_game(py::module_& m);
void register_view(py::module_& m);
void register_match(py::module_& m);

}  // namespace chupai::bindings::gongzhu_game
