// Cards, sets of cards and moves as text.
#pragma once

#include <string>
#include <string_view>

#include "chupai/gongzhu/types.hpp"

namespace chupai::gongzhu {

// "SQ": suit, then rank.
std::string card_text(Card card);

// By suit, high to low, always all four suits: "SQJ2 HAK D- C9".
std::string set_text(CardSet set);

// A card, or an exposing choice: "none", or its cards joined by + in the order HA SQ DJ CT.
std::string to_text(Move move);

// "SD": letters of the suits, in the order S H D C.
std::string suits_text(Suits suits);

// Readers take either case, the signs of the suits for their letters, and 10 for T; they throw ParseError.

Card parse_card(std::string_view text);

// Groups of a suit and its ranks ("-" for none), in any order, parted by blanks or commas or not at all; so a list of
// cards reads as well. A card twice is refused. Blank text is no cards.
CardSet parse_set(std::string_view text);

// Letters of suits, in any order, parted or not. A suit twice is refused.
Suits parse_suits(std::string_view text);

// A move where no position says what is meant: a single card is played; "none" and cards joined by + are exposed.
Move parse_move(std::string_view text);

// An exposing choice, whatever the number of its cards.
Move parse_exposing(std::string_view text);

// A move while players expose: as parse_exposing, but a card that nobody can expose is the play of it, which is no
// legal move then.
Move parse_while_exposing(std::string_view text);

// Whether `code` is that of a move at all.
bool is_code(Code code) noexcept;

}  // namespace chupai::gongzhu
