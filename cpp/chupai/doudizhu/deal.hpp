// Deals: uniformly random splits of cards, from masks of single cards (core/draw.hpp).
//
// For dealing, cards are told apart: copy c of rank r is bit 4r + c (two packs: a second such word).
#pragma once

#include "chupai/core/draw.hpp"
#include "chupai/core/random.hpp"
#include "chupai/doudizhu/hand.hpp"
#include "chupai/doudizhu/rules.hpp"

namespace chupai::doudizhu {

// What chance decides before the first call.
struct Deal {
    Hand hands[kMaxSeats] = {};
    Hand bottom = 0;
    Seat first = 0;  // the first bidder; under `random` the landlord, under `given` always 0
    friend bool operator==(const Deal&, const Deal&) = default;
};

inline namespace CHUPAI_LEVEL {

template <int Packs>
CHUPAI_INLINE CardMask<Packs> single_cards(Hand hand) noexcept {
    const Planes<Packs> p = planes<Packs>(hand);
    CardMask<Packs> mask{};
    for (int i = 0; i < Packs; ++i) {
        mask.word[i] = p.ge[4 * i + 1] | (p.ge[4 * i + 2] << 1) | (p.ge[4 * i + 3] << 2) | (p.ge[4 * i + 4] << 3);
    }
    return mask;
}

template <int Packs>
CHUPAI_INLINE Hand rank_counts(const CardMask<Packs>& mask) noexcept {
    Hand hand = 0;
    for (int i = 0; i < Packs; ++i) {
        const std::uint64_t pairs = mask.word[i] - ((mask.word[i] >> 1) & 0x5555555555555555u);
        hand += (pairs & 0x3333333333333333u) + ((pairs >> 2) & 0x3333333333333333u);
    }
    return hand;
}

// Takes `take` random cards out of `pool`, which holds `size`.
template <int Packs>
CHUPAI_INLINE Hand draw_from(Stream& stream, CardMask<Packs>& pool, int& size, int take) noexcept {
    const CardMask<Packs> drawn = draw(stream, pool, size, take);
    for (int i = 0; i < Packs; ++i) {
        pool.word[i] &= ~drawn.word[i];
    }
    size -= take;
    return rank_counts(drawn);
}

template <int Packs>
CHUPAI_INLINE Deal deal_cards(const Tables& t, Stream& stream) noexcept {
    constexpr int kHand = Packs == 1 ? 17 : 25, kBottom = Packs == 1 ? 3 : 8, kSeats = Packs + 2;
    Deal out;
    CardMask<Packs> pool = single_cards<Packs>(t.deck);
    int size = 54 * Packs;
    for (int seat = 0; seat + 1 < kSeats; ++seat) {
        out.hands[seat] = draw_from(stream, pool, size, kHand);
    }
    out.bottom = draw_from(stream, pool, size, kBottom);
    out.hands[kSeats - 1] = rank_counts(pool);
    if (t.rules.landlord_selection != Selection::kGiven) {
        out.first = static_cast<Seat>(below(stream, kSeats));
    }
    return out;
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::doudizhu
