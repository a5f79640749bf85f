// Deals: the pack split uniformly at random into equal hands.
#pragma once

#include "chupai/core/draw.hpp"
#include "chupai/gongzhu/cards.hpp"
#include "chupai/gongzhu/rules.hpp"

namespace chupai::gongzhu {

// What chance, or a match, decides before the first move.
struct Deal {
    CardSet hands[kMaxSeats] = {};
    Seat leader = kNoSeat;  // who leads first; kNoSeat: the holder of first_lead_card, or seat 0 where that is none

    friend bool operator==(const Deal&, const Deal&) = default;
};

inline namespace CHUPAI_LEVEL {

// `pool` in halves, and these in halves: four equal hands.
template <int Hand>
CHUPAI_INLINE void deal_four(Stream& stream, CardSet pool, CardSet* hands) noexcept {
    CardSet half[1] = {};
    draw_halves(stream, {pool}, 2 * Hand, half);
    const CardSet pairs[2] = {half[0], pool & ~half[0]};
    CardSet first[2] = {};
    draw_halves(stream, pairs, Hand, first);
    hands[0] = first[0];
    hands[1] = pairs[0] & ~first[0];
    hands[2] = first[1];
    hands[3] = pairs[1] & ~first[1];
}

// Every deal of equal hands is equally likely. Three and five players: a hand for seat 0, then the others in halves.
template <int Seats>
CHUPAI_INLINE Deal deal_cards(const Tables&, Stream& stream) noexcept {
    constexpr int kHand = kCards / Seats;
    constexpr CardSet kDeck = deck_of(Seats);
    Deal out;
    if constexpr (Seats == 4) {
        deal_four<kHand>(stream, kDeck, out.hands);
    } else {
        out.hands[0] = draw(stream, CardMask<1>{{kDeck}}, Seats * kHand, kHand).word[0];
        const CardSet rest = kDeck & ~out.hands[0];
        if constexpr (Seats == 5) {
            deal_four<kHand>(stream, rest, out.hands + 1);
        } else {
            CardSet half[1] = {};
            draw_halves(stream, {rest}, kHand, half);
            out.hands[1] = half[0];
            out.hands[2] = rest & ~half[0];
        }
    }
    return out;
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::gongzhu
