// The vocabulary of Gong Zhu: cards, sets of cards, moves. No logic here.
#pragma once

#include <cstdint>

namespace chupai::gongzhu {

enum Suit : int { kSpades, kHearts, kDiamonds, kClubs, kSuits };
inline constexpr int kRanks = 13;  // 2 3 4 5 6 7 8 9 T J Q K A, low to high
inline constexpr int kCards = 52;

// A card is its bit's index in a set: 16 * suit + rank.
using Card = std::uint8_t;

// A set of cards: four lanes of 16 bits, 13 of them used.
//
//    63      48 47      32 31      16 15       0
//   +----------+----------+----------+----------+
//   |  clubs   | diamonds |  hearts  |  spades  |     within a lane: rank r at bit r, 2 = 0 .. A = 12
//   +----------+----------+----------+----------+
using CardSet = std::uint64_t;

inline constexpr CardSet kSuitLane = 0x1fff;  // shifted by `card & 48`: all cards of that card's suit
inline constexpr CardSet kAllCards = 0x1fff1fff1fff1fffu;
inline constexpr CardSet kHeartSet = kSuitLane << 16;

// The four cards that may be exposed.
inline constexpr Card kHeartAce = 16 * kHearts + 12;
inline constexpr Card kPig = 16 * kSpades + 10;
inline constexpr Card kSheep = 16 * kDiamonds + 9;
inline constexpr Card kTen = 16 * kClubs + 8;
inline constexpr CardSet kPigSet = CardSet{1} << kPig;
inline constexpr CardSet kSheepSet = CardSet{1} << kSheep;
inline constexpr CardSet kTenSet = CardSet{1} << kTen;
inline constexpr CardSet kSpecialSet = (CardSet{1} << kHeartAce) | kPigSet | kSheepSet | kTenSet;

// A set of them in four bits: HA 1, SQ 2, DJ 4, CT 8.
using Specials = unsigned;
inline constexpr int kSpecials = 4;
inline constexpr Specials kAllSpecials = 15;
inline constexpr Specials kHeartAceBit = 1, kPigBit = 2, kSheepBit = 4, kTenBit = 8;

// A set of suits in four bits: S 1, H 2, D 4, C 8.
using Suits = unsigned;

// A card played, 0..60, or an exposing choice: 64 + the cards exposed as Specials.
struct Move {
    std::uint8_t index = 0;

    friend constexpr bool operator==(const Move&, const Move&) = default;
};
inline constexpr std::uint8_t kExposingMove = 64;

// A move's public number, dense: 13 * suit + rank of a card (0..51), 52 + Specials of an exposing choice (52..67).
using Code = std::uint64_t;
inline constexpr Code kExposingCode = kCards;
inline constexpr Code kCodes = kCards + 16;

enum class Phase : std::uint8_t {
    kExposing,  // each seat in turn says which of its special cards it exposes
    kPlay,
    kOver,
};

using Seat = std::uint8_t;
inline constexpr int kMinSeats = 3, kMaxSeats = 5;
inline constexpr Seat kNoSeat = 0xff;
inline constexpr int kMaxHand = 17;
// A hand of three players; an exposing choice is one of at most 16.
inline constexpr int kMaxMoves = kMaxHand;

}  // namespace chupai::gongzhu
