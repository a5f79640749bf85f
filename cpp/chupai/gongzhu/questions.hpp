// Bare questions, about cards in no game: what is given is checked, and refused with ParseError.
#pragma once

#include <span>
#include <string_view>

#include "chupai/gongzhu/score.hpp"

namespace chupai::gongzhu {

// Throws ParseError unless the pack holds these cards. `whose` names them in the message.
void check_cards(const Tables& tables, CardSet cards, std::string_view whose);

// The exposures of these cards. Throws ParseError unless they are some of HA SQ DJ CT, and none under rules without
// exposing.
Specials check_exposed(const Tables& tables, CardSet exposed);

// The cards that may be played from `hand` on the trick so far (empty: leading); suits_led: those of finished tricks.
// Nothing led at all is the first lead, where must_lead_it holds; HA counts as unplayed where it is exposed and not in
// the trick. Throws ParseError where hand and trick cannot be.
CardSet legal_cards(const Tables& tables, CardSet hand, std::span<const Card> trick, CardSet exposed, Suits suits_led);

// The scores of the sides (and whether one swept) for the cards each seat has taken, with the rotation of
// sweep_rotation = deal. Throws ParseError where a card is twice or not in the pack, or the piles are too few or many.
Score check_score(const Tables& tables, std::span<const CardSet> taken, CardSet exposed);

// Which of 1..5 cards, in order of play, takes the trick. Throws ParseError.
int check_trick_winner(std::span<const Card> trick);

// The cards of a hand that may be exposed.
CardSet may_expose(const Tables& tables, CardSet hand);

}  // namespace chupai::gongzhu
