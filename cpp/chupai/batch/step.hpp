// The hot loops of a batch: over the games of one slice, for any Game.
#pragma once

#include "chupai/batch/state.hpp"
#include "chupai/core/game.hpp"

namespace chupai::batch {
inline namespace CHUPAI_LEVEL {

template <Game G, class F>
CHUPAI_INLINE void deal_next(const Slice<F>& slice, Row<F>& game) noexcept {
    game.pos = G::start(*slice.rules, G::deal(*slice.rules, game.deals));
}

// Begins the game's current episode.
template <Game G, class F>
void begin_episode(const Slice<F>& slice, std::size_t i) noexcept {
    Row<F>& game = slice.games[i];
    const std::uint64_t number = slice.first + i;
    game.deals = make_stream(game.seed, number, game.episode, Purpose::kDeal);
    game.plays = make_stream(game.seed, number, game.episode, Purpose::kPlay);
    game.ply = 0;
    game.redeals = true;
    deal_next<G>(slice, game);
}

// Enters an ended game's payoffs and goes on as the rules and the batch want.
template <Game G, class F>
CHUPAI_NOINLINE void end_game(const Slice<F>& slice, std::size_t i) noexcept {
    Row<F>& game = slice.games[i];
    if (game.redeals && G::wants_redeal(game.pos)) {
        deal_next<G>(slice, game);
        return;
    }
    std::int32_t payoffs[G::kMaxPlayers] = {};
    G::payoffs(game.pos, payoffs);
    const std::size_t row = i * static_cast<std::size_t>(slice.seats);
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(slice.seats); ++seat) {
        slice.out.rewards[row + seat] += static_cast<float>(payoffs[seat]);
        slice.out.final_returns[row + seat] = static_cast<float>(payoffs[seat]);
    }
    slice.out.terminated[i] = true;
    if (slice.autoreset) {
        ++game.episode;
        begin_episode<G>(slice, i);
    }
}

template <Game G, class F>
CHUPAI_INLINE void play_one(Slice<F>& slice, std::size_t i, const typename F::Move& move, Played played) {
    static_assert(G::kMaxLegal < kPlayedRandomly);
    Row<F>& game = slice.games[i];
    if (game.ply == slice.plies) [[unlikely]] {
        slice.more_plies(slice);
    }
    slice.history[i * slice.plies + game.ply++] = played;
    G::play(game.pos, move);
    if (G::is_over(game.pos)) {
        end_game<G>(slice, i);
    }
}

// Forgets the rewards of the step before.
template <class F>
CHUPAI_INLINE void clear(const Slice<F>& slice) noexcept {
    for (std::size_t i = 0; i < slice.size * static_cast<std::size_t>(slice.seats); ++i) {
        slice.out.rewards[i] = 0;
    }
    for (std::size_t i = 0; i < slice.size; ++i) {
        slice.out.terminated[i] = false;
    }
}

// Lists every game's legal moves; offsets count from the slice's first move.
template <Game G, class F>
void list(Slice<F>& slice) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < slice.size; ++i) {
        const Row<F>& game = slice.games[i];
        const bool over = G::is_over(game.pos);
        if (slice.room < count + G::kMaxLegal) [[unlikely]] {
            slice.count = count;
            slice.more_moves(slice, count + G::kMaxLegal);
        }
        slice.out.offsets[i] = static_cast<std::int32_t>(count);
        slice.out.player[i] = static_cast<std::int8_t>(over ? -1 : G::player(game.pos));
        slice.out.phase[i] = static_cast<std::int8_t>(G::phase(game.pos));
        slice.out.episode[i] = static_cast<std::int64_t>(game.episode);
        if (!over) {
            count = static_cast<std::size_t>(G::legal(game.pos, slice.moves + count) - slice.moves);
        }
    }
    slice.count = count;
}

// Plays number index[i] of each game's list; -1 for a game that is over.
template <Game G, class F>
void step(Slice<F>& slice, const std::int32_t* index) {
    clear(slice);
    for (std::size_t i = 0; i < slice.size; ++i) {
        if (index[i] >= 0) {
            const std::int32_t at = slice.out.offsets[i] - slice.base + index[i];
            play_one<G>(slice, i, slice.moves[at], static_cast<Played>(index[i]));
        }
    }
    list<G>(slice);
}

// Plays `times` uniformly random moves in each game, one word of its stream each; rewards add up.
template <Game G, class F>
void step_random(Slice<F>& slice, std::size_t times, bool more_follow) {
    for (std::size_t i = 0; i < slice.size; ++i) {
        Row<F>& game = slice.games[i];
        for (std::size_t k = 0; k < times && !G::is_over(game.pos); ++k) {
            const std::uint64_t word = next_word(game.plays);
            play_one<G>(slice, i, G::random_legal(game.pos, word), kPlayedRandomly);
        }
    }
    if (!more_follow) {
        list<G>(slice);
    }
}

// Begins all games.
template <Game G, class F>
void start(Slice<F>& slice) {
    clear(slice);
    for (std::size_t i = 0; i < slice.size; ++i) {
        begin_episode<G>(slice, i);
    }
    list<G>(slice);
}

// Writes the codes of all its moves to their place among all, and makes the offsets those of all.
template <Game G, class F>
void write(Slice<F>& slice, std::int64_t* codes) noexcept {
    for (std::size_t i = 0; i < slice.size; ++i) {
        slice.out.offsets[i] += slice.base;
    }
    for (std::size_t m = 0; m < slice.count; ++m) {
        codes[static_cast<std::size_t>(slice.base) + m] = static_cast<std::int64_t>(G::code(slice.moves[m]));
    }
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::batch
