// Uniformly random subsets of cards, from masks of single cards.
//
// To draw k of a pool of n cards, every card is first taken with a probability near k/n by and-ing and or-ing random
// words; then cards are put back or taken, each uniformly at random, until there are k. No step prefers a card over
// another, so every k-subset is equally likely; a handful of random words replaces dozens of swaps.
#pragma once

#include <cstdint>

#include "chupai/core/random.hpp"

namespace chupai {
inline namespace CHUPAI_LEVEL {

// A number in 0..n-1 from the top of `word`, which becomes what is left for further numbers: word * n mod 2^64. The
// biases add up to less than the product of all n / 2^64.
CHUPAI_INLINE std::uint64_t take_below(std::uint64_t& word, std::uint64_t n) noexcept {
#if defined(__SIZEOF_INT128__)
    __extension__ using Uint128 = unsigned __int128;
    const Uint128 product = static_cast<Uint128>(word) * n;
    word = static_cast<std::uint64_t>(product);
    return static_cast<std::uint64_t>(product >> 64);
#else
    const std::uint64_t number = multiply_high(word, n);
    word *= n;
    return number;
#endif
}

// A set of up to 64 single cards a word.
template <int Words>
struct CardMask {
    std::uint64_t word[Words];
};

template <int Words>
CHUPAI_INLINE int size_of(const CardMask<Words>& mask) noexcept {
    int n = 0;
    for (std::uint64_t word : mask.word) {
        n += popcount(word);
    }
    return n;
}

// Flips the n-th card of `which` in `mask`.
template <int Words>
CHUPAI_INLINE void flip_nth(CardMask<Words>& mask, const CardMask<Words>& which, unsigned n) noexcept {
    for (int i = 0; i + 1 < Words; ++i) {
        const unsigned here = static_cast<unsigned>(popcount(which.word[i]));
        if (n < here) {
            mask.word[i] ^= nth_bit(which.word[i], n);
            return;
        }
        n -= here;
    }
    mask.word[Words - 1] ^= nth_bit(which.word[Words - 1], n);
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
template <int Words>
CHUPAI_INLINE CardMask<Words> draw(Stream& stream, const CardMask<Words>& pool, int size, int take) noexcept {
    CardMask<Words> drawn{};
    const int sixteenths = size == 0 ? 0 : (32 * take + size) / (2 * size);
    for (int i = 0; i < Words; ++i) {
        drawn.word[i] = pool.word[i] & biased_bits(stream, sixteenths);
    }
    int have = size_of(drawn);
    for (; have > take; --have) {
        flip_nth(drawn, drawn, static_cast<unsigned>(below(stream, static_cast<std::uint64_t>(have))));
    }
    for (; have < take; ++have) {
        CardMask<Words> rest{};
        for (int i = 0; i < Words; ++i) {
            rest.word[i] = pool.word[i] & ~drawn.word[i];
        }
        flip_nth(drawn, rest, static_cast<unsigned>(below(stream, static_cast<std::uint64_t>(size - have))));
    }
    return drawn;
}

// Halves of pools. Every card is taken or not as a fair bit says, until half of them are taken. The candidates are the
// 15 sums (xor) of some of four random words: sums look alike whichever cards are which, and which of them comes first
// with the right number does too, so every half is equally likely.
struct HalvingWords {
    std::uint64_t word[4];
};

CHUPAI_INLINE HalvingWords halving_words(Stream& stream) noexcept {
    HalvingWords words;
    for (std::uint64_t& word : words.word) {
        word = next_word(stream);
    }
    return words;
}

// Whether one of the sums takes `half` cards of `pool`; they are `out` then.
CHUPAI_INLINE bool find_half(const HalvingWords& words, std::uint64_t pool, int half, std::uint64_t& out) noexcept {
    std::uint64_t sum = 0;
    for (unsigned i = 1; i < 16; ++i) {
        sum ^= words.word[lowest(i)];  // every sum once: neighbours differ in one word
        out = sum & pool;
        if (popcount(out) == half) {
            return true;
        }
    }
    return false;
}

// A uniformly random half of the 2 * half cards of each pool; the pools have no card in common.
template <int Pools>
CHUPAI_INLINE void draw_halves(Stream& stream, const std::uint64_t (&pools)[Pools], int half,
                               std::uint64_t (&out)[Pools]) noexcept {
    bool found[Pools] = {};
    bool all = false;
    while (!all) {
        const HalvingWords words = halving_words(stream);
        all = true;
        for (int i = 0; i < Pools; ++i) {
            found[i] = found[i] || find_half(words, pools[i], half, out[i]);
            all = all && found[i];
        }
    }
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai
