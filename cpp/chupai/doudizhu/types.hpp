// The vocabulary of Dou Dizhu: ranks, hands, kinds, shapes, moves. No logic here.
#pragma once

#include <cstdint>

namespace chupai::doudizhu {

// Low to high: 3 4 5 6 7 8 9 T J Q K A 2 B R. Suits never matter.
enum Rank : int {
    kThree = 0,
    kAce = 11,
    kTwo = 12,
    kBlackJoker = 13,
    kRedJoker = 14,
    kRanks = 15,
    kChainRanks = 12,  // 3..A may stand in chains; twos and jokers never
};

// Fifteen 4-bit counts, rank r at bits 4r (room for two packs: at most 8 of a rank):
//
//    63    60 59    56 55    52 51    48         7      4 3      0
//   +--------+--------+--------+--------+- ... -+--------+--------+
//   |   0    |   R    |   B    |   2    |       |   4    |   3    |
//   +--------+--------+--------+--------+- ... -+--------+--------+
using Hand = std::uint64_t;

// A set of ranks: bit 4r set when rank r is in it (the same layout as a hand of at most one card a rank).
using RankSet = std::uint64_t;

inline constexpr RankSet kAllRanks = 0x0111111111111111u;
inline constexpr RankSet kChainSet = 0x0000111111111111u;
inline constexpr RankSet kTwoSet = RankSet{1} << (4 * kTwo);
inline constexpr RankSet kJokerSet = (RankSet{1} << (4 * kBlackJoker)) | (RankSet{1} << (4 * kRedJoker));

// A move's public number, a non-negative 63-bit integer: the cards as a hand, and in bits 60..62 which reading
// of these cards it is (see combination.hpp; 0 almost always). The same code under every rule set.
// Pass is 0. A bid or a named stake of s is s in the reading field with no cards.
using Code = std::uint64_t;

inline constexpr Code kPass = 0;
inline constexpr int kReadingShift = 60;
inline constexpr Code kCardsMask = (Code{1} << kReadingShift) - 1;
inline constexpr int kMaxReadings = 8;

// In the order of the legal list. A "call" is a pass, bid or stake; it has no cards.
enum class Kind : std::uint8_t {
    kCall,
    kSolo,
    kPair,
    kTrio,
    kTrioSolo,
    kTrioPair,
    kStraight,
    kPairStraight,
    kPlane,
    kPlaneSolo,
    kPlanePair,
    kQuadSolo,
    kQuadPair,
    kShuttle,
    kShuttleSolo,
    kShuttlePair,
    kBomb,
    kRocket,
};
inline constexpr int kKinds = 18;

// What decides comparison: kickers never count.
struct Shape {
    Kind kind = Kind::kCall;
    std::uint8_t length = 0;  // chained units; 1 where there is no chain; 0 of a call
    std::uint8_t top = 0;  // highest rank of the body
    std::uint8_t cards = 0;  // all cards, kickers included

    friend constexpr bool operator==(const Shape&, const Shape&) = default;
};

struct Move {
    Code code = kPass;
    Shape shape{};

    friend constexpr bool operator==(const Move&, const Move&) = default;
};

using Seat = std::uint8_t;
inline constexpr int kMaxSeats = 4;
inline constexpr Seat kNoSeat = 0xff;

}  // namespace chupai::doudizhu
