// A position: all that legality, payoff and views need, in 120 bytes, copied to undo.
#pragma once

#include <type_traits>

#include "chupai/core/random.hpp"
#include "chupai/gongzhu/cards.hpp"
#include "chupai/gongzhu/deal.hpp"
#include "chupai/gongzhu/rules.hpp"

namespace chupai::gongzhu {

struct Position {
    CardSet hands[kMaxSeats];
    CardSet taken[kMaxSeats];  // all cards of the tricks each seat has won
    CardSet barred;  // exposed cards whose suit no finished trick has led, where the ban is on; 0 while exposing
    const Tables* tables;
    std::uint32_t voids;  // bit 4 * seat + suit: the seat has shown to hold none of the suit; 0 when over
    Card trick[kMaxSeats];  // the cards on the table in order of play; 0 beyond trick_size
    std::uint8_t trick_size;
    Seat leader;  // who leads or led this trick; while exposing: who will lead first; when over: who took the last one
    Seat to_move;
    Phase phase;
    std::uint8_t seats;
    std::uint8_t exposed;  // as Specials; a choice is its seat's alone while a simultaneous exposing lasts
    std::uint8_t suits_led;  // as Suits: the leads of finished tricks
    Seat opener;  // who leads first for holding first_lead_card, until he plays it; kNoSeat: nobody, or it is played
    // Under heart_lock: HA is exposed and in a hand, so hearts may not be led; false while exposing.
    bool hearts_locked;
};
static_assert(sizeof(Position) <= 128 && std::is_trivially_copyable_v<Position>);

inline namespace CHUPAI_LEVEL {

CHUPAI_INLINE Seat next_seat(const Position& pos, Seat seat) noexcept {
    return seat + 1 == pos.seats ? Seat{0} : static_cast<Seat>(seat + 1);
}

CHUPAI_INLINE Suits voids_of(const Position& pos, int seat) noexcept { return (pos.voids >> (4 * seat)) & 15u; }

CHUPAI_INLINE CardSet cards_in_hands(const Position& pos) noexcept {
    CardSet all = 0;
    for (CardSet hand : pos.hands) {
        all |= hand;
    }
    return all;
}

// Choices that the other seats do not see yet: all of a simultaneous exposing, until the last one is made.
CHUPAI_INLINE bool choices_are_hidden(const Position& pos) noexcept {
    return pos.phase == Phase::kExposing && pos.tables->rules.exposing_order == ExposingOrder::kSimultaneous;
}

CHUPAI_INLINE void start_play(Position& pos) noexcept {
    pos.phase = Phase::kPlay;
    pos.to_move = pos.leader;
    pos.barred = cards_of_specials(pos.exposed) & pos.tables->banned;
    pos.hearts_locked = pos.tables->rules.heart_lock && (pos.exposed & kHeartAceBit) != 0 &&
                        (cards_in_hands(pos) & set_of(kHeartAce)) != 0;
}

// The seat of `hands` that holds this card, or kNoSeat.
CHUPAI_INLINE Seat holder_of(const CardSet* hands, int seats, CardSet card) noexcept {
    Seat holder = kNoSeat;
    for (int seat = 0; seat < seats; ++seat) {
        holder = (hands[seat] & card) != 0 ? static_cast<Seat>(seat) : holder;
    }
    return holder;
}

CHUPAI_INLINE Position start(const Tables& tables, const Deal& deal) noexcept {
    Position pos{};
    for (int seat = 0; seat < kMaxSeats; ++seat) {
        pos.hands[seat] = deal.hands[seat];
    }
    pos.tables = &tables;
    pos.seats = static_cast<std::uint8_t>(tables.seats);
    pos.opener = kNoSeat;
    pos.leader = deal.leader;
    if (deal.leader == kNoSeat) {
        pos.opener = holder_of(pos.hands, tables.seats, tables.first_lead);
        pos.leader = pos.opener == kNoSeat ? Seat{0} : pos.opener;
    }
    if (tables.exposable == 0) {
        start_play(pos);
    } else {
        // Simultaneous choices are asked from seat 0 on, so that the order tells nothing about the leader's hand.
        pos.to_move = choices_are_hidden(pos) ? Seat{0} : pos.leader;
    }
    return pos;
}

// The last seat to choose has its right neighbour as the first.
CHUPAI_INLINE void play_exposing(Position& pos, Specials bits) noexcept {
    pos.exposed = static_cast<std::uint8_t>(pos.exposed | bits);
    const Seat first = choices_are_hidden(pos) ? Seat{0} : pos.leader;
    pos.to_move = next_seat(pos, pos.to_move);
    if (pos.to_move == first) {
        start_play(pos);
    }
}

// Whether the player to move leads the deal and must lead first_lead_card: until he does it is not played.
CHUPAI_INLINE bool must_lead_first_card(const Position& pos) noexcept {
    return pos.opener != kNoSeat && pos.tables->rules.must_lead_it;
}

// ---- legal cards ----

// Following: the suit led, without a barred card if another is there; any card where the suit is out. Written so that
// compilers choose without a branch, for what comes cannot be foreseen.
CHUPAI_INLINE CardSet follow_mask(CardSet hand, CardSet suit, CardSet barred) noexcept {
    const CardSet follow = hand & suit, kept = follow & barred;
    const CardSet free = follow ^ (kept & (CardSet{0} - static_cast<CardSet>(follow != kept)));
    return free != 0 ? free : hand;
}

// Leading: any card but a barred one beside which the hand holds more of its suit.
CHUPAI_INLINE CardSet lead_mask(CardSet hand, CardSet barred) noexcept {
    return hand & ~(barred & whole_suits(hand & ~barred));
}

// Leads allowed under must_lead_it and heart_lock.
CHUPAI_NOINLINE inline CardSet limited_lead_mask(const Position& pos, CardSet leads) noexcept {
    if (must_lead_first_card(pos)) {
        return pos.tables->first_lead;
    }
    const CardSet others = leads & ~kHeartSet;
    return others != 0 && pos.hearts_locked ? others : leads;
}

// The cards that may be played; phase is kPlay.
CHUPAI_INLINE CardSet legal_mask(const Position& pos) noexcept {
    const CardSet hand = pos.hands[pos.to_move];
    if (pos.trick_size != 0) {
        return follow_mask(hand, suit_of_card(pos.trick[0]), pos.barred);
    }
    const CardSet leads = lead_mask(hand, pos.barred);
    return pos.tables->lead_limits ? limited_lead_mask(pos, leads) : leads;
}

// The cards that may be exposed by the player to move; phase is kExposing.
CHUPAI_INLINE Specials legal_specials(const Position& pos) noexcept { return specials_of(pos.hands[pos.to_move]); }

CHUPAI_INLINE unsigned count_legal(const Position& pos) noexcept {
    switch (pos.phase) {
        case Phase::kPlay: return static_cast<unsigned>(popcount(legal_mask(pos)));
        case Phase::kExposing: return 1u << popcount(legal_specials(pos));
        default: return 0;
    }
}

CHUPAI_INLINE Move nth_legal(const Position& pos, unsigned index) noexcept {
    if (pos.phase == Phase::kPlay) {
        return play_of(static_cast<Card>(lowest(nth_bit(legal_mask(pos), index))));
    }
    return exposing_of(static_cast<Specials>(deposit(index, legal_specials(pos))));
}

// Cards ascending; exposing choices ascending by their bits.
CHUPAI_INLINE Move* write_legal(const Position& pos, Move* out) noexcept {
    if (pos.phase == Phase::kPlay) {
        for (CardSet left = legal_mask(pos); left != 0; left = without_lowest(left)) {
            *out++ = play_of(static_cast<Card>(lowest(left)));
        }
    } else if (pos.phase == Phase::kExposing) {
        const Specials held = legal_specials(pos);
        Specials bits = 0;
        do {
            *out++ = exposing_of(bits);
            bits = (bits - held) & held;  // the next subset
        } while (bits != 0);
    }
    return out;
}

// ---- playing ----

// Which of the cards, in order of play, takes the trick: the highest of the suit led.
CHUPAI_INLINE int trick_winner(const Card* trick, int n) noexcept {
    int winner = 0;
    for (int i = 1; i < n; ++i) {
        const bool follows = ((trick[i] ^ trick[0]) & 48) == 0;
        winner = follows && trick[i] > trick[winner] ? i : winner;
    }
    return winner;
}

CHUPAI_INLINE void end_trick(Position& pos) noexcept {
    CardSet cards = 0;
    for (int i = 0; i < pos.seats; ++i) {
        cards |= set_of(pos.trick[i]);
    }
    const int place = pos.leader + trick_winner(pos.trick, pos.seats);
    const Seat winner = static_cast<Seat>(place < pos.seats ? place : place - pos.seats);
    pos.taken[winner] |= cards;
    pos.leader = pos.to_move = winner;
    pos.suits_led = static_cast<std::uint8_t>(pos.suits_led | (1u << suit_of(pos.trick[0])));
    pos.barred &= ~suit_of_card(pos.trick[0]);
    pos.trick_size = 0;
    for (Card& card : pos.trick) {
        card = 0;
    }
    if (pos.hands[winner] == 0) {
        pos.phase = Phase::kOver;
        pos.voids = 0;
    }
}

// Suits of which the player to move is seen to hold nothing more once he plays `card`, a legal one: the suit led where
// he does not follow; the suit of a barred card that he leads or follows with, for it was his last; all but hearts
// where he leads one though hearts are locked. A lead that must_lead_it forces shows nothing.
CHUPAI_INLINE Suits shown_voids(const Position& pos, Card card) noexcept {
    const bool leads = pos.trick_size == 0;
    const Card lead = leads ? card : pos.trick[0];
    const CardSet suit = suit_of_card(lead), follow = set_of(card) & suit;
    Suits shown = static_cast<Suits>(follow == 0 || (follow & pos.barred) != 0) << suit_of(lead);
    if (leads && pos.tables->lead_limits) {
        if (must_lead_first_card(pos)) {
            return 0;
        }
        shown |= suit_of(card) == kHearts && pos.hearts_locked ? 15u & ~(1u << kHearts) : 0u;
    }
    return shown;
}

CHUPAI_INLINE void play_card(Position& pos, Card card) noexcept {
    const Seat seat = pos.to_move;
    pos.voids |= shown_voids(pos, card) << (4 * seat);
    pos.hands[seat] ^= set_of(card);
    pos.trick[pos.trick_size++] = card;
    pos.hearts_locked = pos.hearts_locked && card != kHeartAce;
    if (pos.opener == seat && set_of(card) == pos.tables->first_lead) {
        pos.opener = kNoSeat;
    }
    if (pos.trick_size == pos.seats) {
        end_trick(pos);
    } else {
        pos.to_move = next_seat(pos, seat);
    }
}

// `move` is legal here.
CHUPAI_INLINE void play(Position& pos, Move move) noexcept {
    if (pos.phase == Phase::kPlay) {
        play_card(pos, move.index);
    } else {
        play_exposing(pos, exposed_by(move));
    }
}

CHUPAI_INLINE bool is_over(const Position& pos) noexcept { return pos.phase == Phase::kOver; }

// count_legal after `move`, 0 where it ends the game; made only where it ends a trick.
CHUPAI_INLINE unsigned count_replies(const Position& pos, Move move) noexcept {
    if (pos.phase == Phase::kPlay && pos.trick_size + 1 < pos.seats) {
        const Card lead = pos.trick_size == 0 ? move.index : pos.trick[0];
        const CardSet hand = pos.hands[next_seat(pos, pos.to_move)];
        return static_cast<unsigned>(popcount(follow_mask(hand, suit_of_card(lead), pos.barred)));
    }
    Position next = pos;
    play(next, move);
    return count_legal(next);
}

// Equal for equal positions of equal rules: everything that legality, payoffs and views depend on is mixed in.
CHUPAI_INLINE std::uint64_t key(const Position& pos) noexcept {
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15u;
    std::uint64_t trick = pos.trick_size;
    for (Card card : pos.trick) {
        trick = (trick << 8) | card;
    }
    std::uint64_t h = mix64(golden + trick);
    h = mix64(h + golden +
              (pos.voids | (std::uint64_t{pos.exposed} << 20) | (std::uint64_t{pos.suits_led} << 24) |
               (std::uint64_t{pos.leader} << 28) | (std::uint64_t{pos.to_move} << 36) |
               (static_cast<std::uint64_t>(pos.phase) << 44) | (std::uint64_t{pos.seats} << 46) |
               (std::uint64_t{pos.opener} << 50)));
    for (int seat = 0; seat < kMaxSeats; ++seat) {
        h = mix64(h + golden + pos.hands[seat]);
        h = mix64(h + golden + pos.taken[seat]);
    }
    return h;
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::gongzhu
