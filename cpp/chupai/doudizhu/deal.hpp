// Deals: uniformly random splits of cards, from masks of single cards.
//
// For dealing, cards are told apart: copy c of rank r is bit 4r + c (two packs: a second such word). To draw k of a
// pool of n cards, every card is first taken with a probability near k/n by and-ing and or-ing random words; then
// cards are put back or taken, each uniformly at random, until there are k. No step prefers a card over another, so
// every k-subset is equally likely; a handful of random words replaces dozens of swaps.
#pragma once

#include "chupai/core/random.hpp"
#include "chupai/doudizhu/hand.hpp"
#include "chupai/doudizhu/rules.hpp"

namespace chupai::doudizhu {

// What chance decides before the first call.
struct Deal {
    Hand hands[kMaxSeats] = {};
    Hand bottom = 0;
    Seat first = 0;  // the first bidder; under `random` the landlord, under `given` always 0
};

inline namespace CHUPAI_LEVEL {

// Single cards of one or two packs.
template <int Packs>
struct CardMask {
    std::uint64_t word[Packs];
};

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

template <int Packs>
CHUPAI_INLINE int size_of(const CardMask<Packs>& mask) noexcept {
    int n = 0;
    for (std::uint64_t word : mask.word) {
        n += popcount(word);
    }
    return n;
}

// Flips the n-th card of `which` in `mask`.
template <int Packs>
CHUPAI_INLINE void flip_nth(CardMask<Packs>& mask, const CardMask<Packs>& which, unsigned n) noexcept {
    for (int i = 0; i + 1 < Packs; ++i) {
        const unsigned here = static_cast<unsigned>(popcount(which.word[i]));
        if (n < here) {
            mask.word[i] ^= nth_bit(which.word[i], n);
            return;
        }
        n -= here;
    }
    mask.word[Packs - 1] ^= nth_bit(which.word[Packs - 1], n);
}

// Random bits, each set with probability sixteenths / 16: from the lowest digit of the probability up, an or with a
// fair bit takes p to (1 + p) / 2, an and takes it to p / 2.
CHUPAI_INLINE std::uint64_t biased_bits(Stream& stream, int sixteenths) noexcept {
    if (sixteenths >= 16) {
        return ~std::uint64_t{0};
    }
    std::uint64_t bits = 0;
    for (int digit = 0; digit < 4; ++digit) {
        const bool one = ((sixteenths >> digit) & 1) != 0;
        if (one) {
            bits |= next_word(stream);
        } else if ((sixteenths & ((1 << digit) - 1)) != 0) {
            bits &= next_word(stream);
        }
    }
    return bits;
}

// A uniformly random subset of `take` of the `size` cards of `pool`; 0 <= take <= size.
template <int Packs>
CHUPAI_INLINE CardMask<Packs> draw(Stream& stream, const CardMask<Packs>& pool, int size, int take) noexcept {
    CardMask<Packs> drawn{};
    const int sixteenths = size == 0 ? 0 : (32 * take + size) / (2 * size);
    for (int i = 0; i < Packs; ++i) {
        drawn.word[i] = pool.word[i] & biased_bits(stream, sixteenths);
    }
    int have = size_of(drawn);
    for (; have > take; --have) {
        flip_nth(drawn, drawn, static_cast<unsigned>(below(stream, static_cast<std::uint64_t>(have))));
    }
    for (; have < take; ++have) {
        CardMask<Packs> rest{};
        for (int i = 0; i < Packs; ++i) {
            rest.word[i] = pool.word[i] & ~drawn.word[i];
        }
        flip_nth(drawn, rest, static_cast<unsigned>(below(stream, static_cast<std::uint64_t>(size - have))));
    }
    return drawn;
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
