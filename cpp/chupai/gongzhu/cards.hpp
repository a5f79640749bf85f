// What a card, a set of cards or a move is in other terms.
#pragma once

#include "chupai/core/bits.hpp"
#include "chupai/core/level.hpp"
#include "chupai/gongzhu/types.hpp"

namespace chupai::gongzhu {
inline namespace CHUPAI_LEVEL {

CHUPAI_INLINE constexpr Card card_of(int suit, int rank) noexcept { return static_cast<Card>(16 * suit + rank); }
CHUPAI_INLINE constexpr int suit_of(Card card) noexcept { return card >> 4; }
CHUPAI_INLINE constexpr int rank_of(Card card) noexcept { return card & 15; }
CHUPAI_INLINE constexpr CardSet set_of(Card card) noexcept { return CardSet{1} << card; }
// All cards of this card's suit.
CHUPAI_INLINE constexpr CardSet suit_of_card(Card card) noexcept { return kSuitLane << (card & 48); }
CHUPAI_INLINE constexpr CardSet cards_of_suit(int suit) noexcept { return kSuitLane << (16 * suit); }

// All cards of the suits of which `set` holds a card.
CHUPAI_INLINE constexpr CardSet whole_suits(CardSet set) noexcept {
    const CardSet held = (set + kAllCards) & 0x2000200020002000u;  // a lane that is not empty carries into bit 13
    return held - (held >> 13);
}

// Those suits in four bits.
CHUPAI_INLINE constexpr Suits suits_of(CardSet set) noexcept {
    const CardSet held = ((set + kAllCards) & 0x2000200020002000u) >> 13;
    return static_cast<Suits>((held | (held >> 15) | (held >> 30) | (held >> 45)) & 15);
}

CHUPAI_INLINE constexpr CardSet cards_of_suits(Suits suits) noexcept {
    CardSet set = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        set |= ((suits >> suit) & 1) != 0 ? cards_of_suit(suit) : 0;
    }
    return set;
}

CHUPAI_INLINE constexpr Specials specials_of(CardSet set) noexcept {
    return static_cast<Specials>(((set >> kHeartAce) & 1) | ((set >> (kPig - 1)) & 2) | ((set >> (kSheep - 2)) & 4) |
                                 ((set >> (kTen - 3)) & 8));
}

CHUPAI_INLINE constexpr CardSet cards_of_specials(Specials bits) noexcept {
    const CardSet b = bits;
    return ((b & 1) << kHeartAce) | ((b & 2) << (kPig - 1)) | ((b & 4) << (kSheep - 2)) | ((b & 8) << (kTen - 3));
}

CHUPAI_INLINE constexpr bool is_exposing(Move move) noexcept { return move.index >= kExposingMove; }
CHUPAI_INLINE constexpr Move play_of(Card card) noexcept { return Move{card}; }
CHUPAI_INLINE constexpr Move exposing_of(Specials bits) noexcept {
    return Move{static_cast<std::uint8_t>(kExposingMove + bits)};
}
CHUPAI_INLINE constexpr Specials exposed_by(Move move) noexcept { return move.index & 15u; }

// Both kinds of moves lose the three unused bits of each lane below.
CHUPAI_INLINE constexpr Code code(Move move) noexcept { return static_cast<Code>(move.index - 3 * (move.index >> 4)); }

// `code` is within 0..kCodes-1.
CHUPAI_INLINE constexpr Move move_of(Code code) noexcept {
    return Move{static_cast<std::uint8_t>(code + 3 * (code < kCards ? code / kRanks : Code{kSuits}))};
}

CHUPAI_INLINE int count_cards(CardSet set) noexcept { return popcount(set); }

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::gongzhu
