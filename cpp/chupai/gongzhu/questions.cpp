#include "chupai/gongzhu/questions.hpp"

#include <string>

#include "chupai/core/error.hpp"
#include "chupai/gongzhu/text.hpp"

namespace chupai::gongzhu {

void check_cards(const Tables& tables, CardSet cards, std::string_view whose) {
    if ((cards & ~kAllCards) != 0) {
        throw ParseError(std::string(whose) + " has bits that are no cards");
    }
    const CardSet missing = cards & ~tables.deck;
    if (missing != 0) {
        throw ParseError(std::string(whose) + " '" + set_text(cards) + "' has " +
                         card_text(static_cast<Card>(lowest(missing))) + ", which is not in the pack of " +
                         std::to_string(tables.seats) + " players");
    }
}

Specials check_exposed(const Tables& tables, CardSet exposed) {
    const CardSet other = exposed & ~kSpecialSet;
    if (other != 0) {
        throw ParseError("exposed '" + set_text(exposed & kAllCards) + "' has " +
                         card_text(static_cast<Card>(lowest(other))) + ": only HA, SQ, DJ and CT can be exposed");
    }
    if (exposed != 0 && tables.exposable == 0) {
        throw ParseError("exposed '" + set_text(exposed) + "': exposing is off under these rules");
    }
    return specials_of(exposed);
}

namespace {

std::string trick_text(std::span<const Card> trick) {
    std::string out;
    for (Card card : trick) {
        out += (out.empty() ? "" : " ") + card_text(card);
    }
    return out;
}

// The cards of a trick so far as a set; throws where one is twice or there are too many.
CardSet check_trick(const Tables& tables, std::span<const Card> trick, int most) {
    if (trick.size() > static_cast<std::size_t>(most)) {
        throw ParseError("the trick has " + std::to_string(trick.size()) + " cards: allowed are 0.." +
                         std::to_string(most) + " here");
    }
    CardSet cards = 0;
    for (Card card : trick) {
        const CardSet one = card < 64 ? set_of(card) : ~kAllCards;
        check_cards(tables, one, "the trick");
        if ((cards & one) != 0) {
            throw ParseError("the trick '" + trick_text(trick) + "' has " + card_text(card) + " twice");
        }
        cards |= one;
    }
    return cards;
}

void check_suits(Suits suits) {
    if (suits > 15) {
        throw ParseError("suits_led = " + std::to_string(suits) + " are no suits: allowed are 0..15");
    }
}

}  // namespace

CardSet legal_cards(const Tables& tables, CardSet hand, std::span<const Card> trick, CardSet exposed, Suits suits_led) {
    check_cards(tables, hand, "the hand");
    check_suits(suits_led);
    const Specials bits = check_exposed(tables, exposed);
    const CardSet table = check_trick(tables, trick, tables.seats - 1);
    if ((hand & table) != 0) {
        throw ParseError("the hand and the trick both have " + card_text(static_cast<Card>(lowest(hand & table))));
    }
    if (hand == 0 || count_cards(hand) > tables.hand_size) {
        throw ParseError("the hand '" + set_text(hand) + "' has " + std::to_string(count_cards(hand)) +
                         " cards: allowed are 1.." + std::to_string(tables.hand_size));
    }
    const CardSet barred = cards_of_specials(bits) & tables.banned & ~cards_of_suits(suits_led);
    if (!trick.empty()) {
        return follow_mask(hand, suit_of_card(trick[0]), barred);
    }
    if (tables.rules.must_lead_it && suits_led == 0 && (hand & tables.first_lead) != 0) {
        return tables.first_lead;
    }
    const CardSet leads = lead_mask(hand, barred), others = leads & ~kHeartSet;
    return tables.rules.heart_lock && (bits & kHeartAceBit) != 0 && others != 0 ? others : leads;
}

Score check_score(const Tables& tables, std::span<const CardSet> taken, CardSet exposed) {
    if (taken.size() != static_cast<std::size_t>(tables.seats)) {
        throw ParseError(std::to_string(taken.size()) + " piles: give one for each of the " +
                         std::to_string(tables.seats) + " players");
    }
    CardSet all = 0, piles[kMaxSeats] = {};
    for (std::size_t seat = 0; seat < taken.size(); ++seat) {
        check_cards(tables, taken[seat], "pile " + std::to_string(seat));
        if ((all & taken[seat]) != 0) {
            throw ParseError("two piles have " + card_text(static_cast<Card>(lowest(all & taken[seat]))));
        }
        all |= taken[seat];
        piles[seat] = taken[seat];
    }
    const CardSet other = exposed & ~kSpecialSet;
    if (other != 0) {
        check_exposed(tables, exposed);
    }
    return score_of(tables, piles, specials_of(exposed));
}

int check_trick_winner(std::span<const Card> trick) {
    if (trick.empty()) {
        throw ParseError("an empty trick has no winner");
    }
    static const auto any = resolve(Rules{});
    check_trick(*any, trick, kMaxSeats);
    return trick_winner(trick.data(), static_cast<int>(trick.size()));
}

CardSet may_expose(const Tables& tables, CardSet hand) {
    check_cards(tables, hand, "the hand");
    return hand & cards_of_specials(tables.exposable);
}

}  // namespace chupai::gongzhu
