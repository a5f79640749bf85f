// Cards, moves and calls as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chupai/doudizhu/rules.hpp"
#include "chupai/doudizhu/types.hpp"

namespace chupai::doudizhu {

// Without blanks at either end.
std::string_view trim(std::string_view text);

// Reads ranks in any order: 3456789TJQKA2BR, either case, 10 for T, X or 小 for the black joker, D or 大 for the red;
// blanks are skipped. Throws ParseError naming the first thing that is no rank. 王 is refused: it names both jokers.
Hand parse_hand(std::string_view text);

// The ranks, sorted low to high.
std::string to_text(Hand cards);

// A move: "pass", "bid2", or the cards, followed by /k where this is reading k > 0 of them.
std::string to_text(const Move& move);

// Reads such a text as a move under these rules; cards without /k are their strongest reading. Throws ParseError where
// the text cannot be read, IllegalMoveError where the cards are no combination.
Move parse_move(const Tables& tables, std::string_view text);

// The code of such a text whatever the rules; cards without /k are reading 0. Throws ParseError where it cannot be
// read.
Code parse_code(std::string_view text);

// Throws ParseError unless the pack holds these cards and a hand may hold as many. `whose` names the hand.
void check_hand(const Tables& tables, Hand hand, std::string_view whose);

// Throws ParseError unless the pack holds all these cards together.
void check_pack(const Tables& tables, const Hand* hands, int n);

// "pass", "bid", or the kind's name.
std::string kind_text(const Move& move);

}  // namespace chupai::doudizhu
