// Uniformly random play, without writing lists: count, draw a number, find that card.
//
// The random numbers. One word of the stream decides the exposing: bits 60..63 say of HA, SQ, DJ and CT whether the
// seat that holds the card exposes it, if that seat has yet to choose. Then one word decides every trick, or what is
// left of it: the next player's n legal cards are numbered in the order of the legal list, he plays number
// floor(word * n / 2^64), and word * n mod 2^64 goes on to the next player. A card's chance is within 2^-46 of 1/n. A
// last trick that has not begun takes no word: there is nothing to decide.
//
// Games are played side by side, trick by trick: each step of a game waits for the one before it (mask, count,
// multiplication, deposit), so the processor works on the other games meanwhile.
#pragma once

#include "chupai/core/draw.hpp"
#include "chupai/core/random.hpp"
#include "chupai/gongzhu/position.hpp"
#include "chupai/gongzhu/select.hpp"

namespace chupai::gongzhu {
inline namespace CHUPAI_LEVEL {

// As many games as are played side by side at most.
inline constexpr int kSideBySide = 4;

// A uniformly random legal move; it is that of this number in the legal list.
CHUPAI_INLINE Move random_legal(const Position& pos, std::uint64_t word) noexcept {
    return nth_legal(pos, static_cast<unsigned>(multiply_high(word, count_legal(pos))));
}

// One of the cards of `legal`, as a set; `word` becomes that of the next player.
CHUPAI_INLINE CardSet random_card(CardSet legal, std::uint64_t& word) noexcept {
    return nth_card(legal, static_cast<unsigned>(take_below(word, static_cast<std::uint64_t>(popcount(legal)))));
}

// The choices of all seats that have yet to make one; returns how many these are.
template <int Seats>
CHUPAI_INLINE std::int32_t expose_randomly(Position& pos, Stream& stream) noexcept {
    const Specials bits = static_cast<Specials>(next_word(stream) >> 60);
    const Seat first = choices_are_hidden(pos) ? Seat{0} : pos.leader;
    std::int32_t choices = 0;
    Seat seat = pos.to_move;
    CardSet held = 0;
    do {
        held |= pos.hands[seat];
        seat = seat + 1 == Seats ? Seat{0} : static_cast<Seat>(seat + 1);
        ++choices;
    } while (seat != first);
    pos.exposed = static_cast<std::uint8_t>(pos.exposed | (bits & specials_of(held)));
    start_play(pos);
    return choices;
}

// The rest of a trick, card by card.
template <int Seats>
CHUPAI_NOINLINE std::int32_t finish_trick_randomly(Position& pos, Stream& stream) noexcept {
    const bool forced = pos.trick_size == 0 && without_lowest(pos.hands[pos.to_move]) == 0;
    std::uint64_t word = forced ? 0 : next_word(stream);
    std::int32_t plies = 0;
    do {
        const CardSet card = random_card(legal_mask(pos), word);
        play_card(pos, static_cast<Card>(lowest(card)));
        ++plies;
    } while (pos.trick_size != 0);
    return plies;
}

// A trick under way.
struct RandomTrick {
    std::uint64_t word;
    CardSet suit;
    CardSet cards;  // on the table
    CardSet best;  // the one that takes the trick so far
    unsigned winner;  // who played it
};

template <int Seats>
CHUPAI_INLINE unsigned seat_after(unsigned seat, unsigned places) noexcept {
    if constexpr (Seats == 4) {
        return (seat + places) & 3;
    } else {
        return seat + places < Seats ? seat + places : seat + places - Seats;
    }
}

// The seat `Place` after the leader follows, then those after it.
template <int Seats, bool Last, int Place>
CHUPAI_INLINE void follow_randomly(Position& pos, RandomTrick& trick, CardSet barred, unsigned leader) noexcept {
    if constexpr (Place < Seats) {
        const unsigned seat = seat_after<Seats>(leader, Place);
        const CardSet hand = pos.hands[seat];
        const CardSet card = Last ? hand : random_card(follow_mask(hand, trick.suit, barred), trick.word);
        pos.hands[seat] = hand ^ card;
        trick.cards |= card;
        const CardSet follows = card & trick.suit;  // a card of another suit is less than any of this one
        trick.winner = follows > trick.best ? seat : trick.winner;
        trick.best = follows > trick.best ? follows : trick.best;
        follow_randomly<Seats, Last, Place + 1>(pos, trick, barred, leader);
    }
}

// One whole trick under rules without limits on leads; Last: of one card each. Keeps hands, piles, leader and barred
// cards up to date, and adds the card led to `leads`; the rest is left to finish_randomly.
template <int Seats, bool Ban, bool Last>
CHUPAI_INLINE void random_trick(Position& pos, Stream& stream, CardSet& leads) noexcept {
    const unsigned leader = pos.leader;
    const CardSet barred = Ban ? pos.barred : 0;
    const CardSet hand = pos.hands[leader];
    RandomTrick trick{};
    if (!Last) {
        trick.word = next_word(stream);
    }
    const CardSet lead = Last ? hand : random_card(Ban ? lead_mask(hand, barred) : hand, trick.word);
    pos.hands[leader] = hand ^ lead;
    trick.suit = suit_of_card(static_cast<Card>(lowest(lead)));
    trick.cards = lead;
    trick.best = lead;
    trick.winner = leader;
    follow_randomly<Seats, Last, 1>(pos, trick, barred, leader);
    pos.taken[trick.winner] |= trick.cards;
    pos.leader = static_cast<Seat>(trick.winner);
    if (Ban) {
        pos.barred = barred & ~trick.suit;
    }
    leads |= lead;
}

// After the last trick: what play() would have left.
CHUPAI_INLINE void finish_randomly(Position& pos, CardSet leads) noexcept {
    pos.suits_led = static_cast<std::uint8_t>(pos.suits_led | suits_of(leads));
    pos.to_move = pos.leader;
    pos.voids = 0;
    pos.opener = kNoSeat;
    pos.phase = Phase::kOver;
}

// Whole tricks to the end, at least one: first with a look at barred cards, until no game has any.
template <int Seats>
CHUPAI_INLINE void play_tricks_randomly(Position* pos, Stream* streams, int n, int tricks) noexcept {
    CardSet leads[kSideBySide] = {};
    const auto barred = [&] {
        CardSet all = 0;
        for (int g = 0; g < n; ++g) {
            all |= pos[g].barred;
        }
        return all;
    };
    for (; tricks > 1 && barred() != 0; --tricks) {
        for (int g = 0; g < n; ++g) {
            random_trick<Seats, true, false>(pos[g], streams[g], leads[g]);
        }
    }
    for (; tricks > 1; --tricks) {
        for (int g = 0; g < n; ++g) {
            random_trick<Seats, false, false>(pos[g], streams[g], leads[g]);
        }
    }
    for (int g = 0; g < n; ++g) {
        random_trick<Seats, true, true>(pos[g], streams[g], leads[g]);
        finish_randomly(pos[g], leads[g]);
    }
}

// Plays n games to their ends side by side; returns how many plies each of them took. 1 <= n <= kSideBySide; the games
// are of the same rules and equally far: as many choices made, cards in the hands and on the table.
template <int Seats>
CHUPAI_INLINE std::int32_t play_out_side_by_side(Position* pos, Stream* streams, int n) noexcept {
    std::int32_t plies = 0;
    const auto each = [&](auto&& step) {
        std::int32_t steps = 0;
        for (int g = 0; g < n; ++g) {
            steps = step(pos[g], streams[g]);
        }
        plies += steps;
    };
    if (pos[0].phase == Phase::kExposing) {
        each([](Position& p, Stream& s) { return expose_randomly<Seats>(p, s); });
    }
    if (pos[0].trick_size != 0) {
        each([](Position& p, Stream& s) { return finish_trick_randomly<Seats>(p, s); });
    }
    if (pos[0].tables->lead_limits) {
        while (!is_over(pos[0])) {
            each([](Position& p, Stream& s) { return finish_trick_randomly<Seats>(p, s); });
        }
    }
    if (is_over(pos[0])) {
        return plies;
    }
    const int tricks = count_cards(pos[0].hands[0]);
    play_tricks_randomly<Seats>(pos, streams, n, tricks);
    return plies + Seats * tricks;
}

template <int Seats>
CHUPAI_INLINE std::int32_t play_out_randomly(Position& pos, Stream& stream) noexcept {
    return play_out_side_by_side<Seats>(&pos, &stream, 1);
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::gongzhu
