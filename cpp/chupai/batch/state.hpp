// The data of a batch: many games of the same rules, stepped at once (batch.hpp). No logic here.
//
// Games are split into slices, one a thread, each with its own part of every buffer; what a game does depends on its
// own stream alone, so results depend neither on the number of slices nor on the number of games.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chupai/core/random.hpp"

namespace chupai::batch {

// One game. Its stream's name is (seed, its number, episode).
template <class F>
struct Row {
    typename F::Position pos;
    Stream deals;  // as it stands after the current deal
    Stream plays;  // of random plays
    std::uint64_t seed;
    std::uint64_t episode;
    std::uint32_t ply;  // entries in its row of the history
    bool redeals;  // a deal without result is followed by the stream's next
};

// What was played, by number in the legal list of its moment; a random play is known by its game's stream.
using Played = std::uint16_t;
inline constexpr Played kPlayedRandomly = 0xffff;

// Numbers of all games, at this slice's first.
struct Buffers {
    std::int32_t* offsets;  // of its games' lists among its moves, or among all once write() has run
    std::int8_t* player;  // -1: over
    std::int8_t* phase;
    float* rewards;  // a row a game
    bool* terminated;
    std::int64_t* episode;
    float* final_returns;  // a row a game
};

template <class F>
struct Slice {
    using Move = typename F::Move;

    const typename F::Tables* rules;
    Row<F>* games;
    std::size_t first;  // the number of games[0]
    std::size_t size;
    int seats;
    bool autoreset;
    Buffers out;

    // The legal moves of all its games, one list after the other, and where each begins.
    Move* moves;
    std::size_t count, room;
    std::int32_t base;  // of its lists among all

    // A row of `plies` entries a game.
    Played* history;
    std::size_t plies;

    void* owner;  // of moves and history, for the two below
    // Called where there is no room for so many moves in all, or for another ply. Kept out of the hot loops: these are
    // compiled once an instruction level, which what allocates must not be.
    void (*more_moves)(Slice&, std::size_t count);
    void (*more_plies)(Slice&);
};

// The loops of step.hpp, at one instruction level.
template <class F>
struct Loops {
    void (*start)(Slice<F>&);
    void (*list)(Slice<F>&);
    void (*step)(Slice<F>&, const std::int32_t* index);
    void (*step_random)(Slice<F>&, std::size_t times, bool more_follow);
    void (*write)(Slice<F>&, std::int64_t* codes);
};

}  // namespace chupai::batch
