// Which combinations a set of cards is, and which of two combinations beats the other.
//
// Some sets of cards can be read in several ways: 333444555666 is four trios, or 444555666 with 333, or 333444555
// with 666. Readings are numbered strongest first: bare before winged, a longer body before a shorter, a higher
// before a lower. The numbers run over the readings of the loosest rules, so that a code means the same move under
// every rule set; a rule set allows some of them, and under `readings = one` only the first that it allows.
//
// At most eight readings (kMaxReadings). A body's ranks are held exactly three (planes) or four (shuttles) times, so
// bodies of one kind are windows in one run of such ranks. With n cards, a plane_solo of n/4 trios lies in a run of
// at most n/3: up to 33 cards that is 3 windows and the bare plane; plane_pair has one window (kickers are even).
// A shuttle_solo of n/6 fours lies in at most n/4, a shuttle_pair of n/8 likewise: most with n = 24, six fours, where
// there are 1 bare, 3 windows of four and 4 windows of three.
#pragma once

#include <optional>

#include "chupai/doudizhu/rules.hpp"
#include "chupai/doudizhu/types.hpp"

namespace chupai::doudizhu {

struct ReadingList {
    Shape shape[kMaxReadings];
    int size = 0;
    const Shape* begin() const noexcept { return shape; }
    const Shape* end() const noexcept { return shape + size; }
};

// Every reading of `cards` under the loosest rules, strongest first.
ReadingList readings(Hand cards);

// May `cards`, read as `shape` (one of readings(cards)), be played under these rules? Says nothing of `readings`.
bool allowed(const Tables& tables, Hand cards, Shape shape);

// The moves that `cards` are under these rules, strongest first: at most one under `readings = one`. None where the
// pack has not these cards or no hand is so large.
struct MoveList {
    Move move[kMaxReadings];
    int size = 0;
    const Move* begin() const noexcept { return move; }
    const Move* end() const noexcept { return move + size; }
};
MoveList classify(const Tables& tables, Hand cards);

// The move of a code (pass and calls included) whatever the rules; nothing where the code is no move of any rules.
std::optional<Move> decode(Code code);

// The move of a code if it is one of classify(tables, its cards); nothing else, and nothing for calls.
std::optional<Move> decode(const Tables& tables, Code code);

// The cards of a move that are not its body.
Hand kickers_of(const Move& move);

// Same kind, same length, higher top; a bomb beats everything but a higher bomb (more cards, then rank) and the
// rocket; nothing beats the rocket. Calls neither beat nor are beaten.
bool beats(Shape move, Shape other);

// How many of a kind's cards of one rank make a unit of its body: 1 for solo, 2 for pair, 3, 4; 0 for calls,
// bombs and the rocket.
int body_unit(Kind kind);

const char* kind_name(Kind kind);

}  // namespace chupai::doudizhu
