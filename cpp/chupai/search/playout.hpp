// Uniformly random play to the end.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chupai/core/game.hpp"

namespace chupai::search {
inline namespace CHUPAI_LEVEL {

// A game may bring its own random play: as uniform, one word of the stream a ply.
template <class G>
concept HasPlayOut = requires(typename G::Position& pos, Stream& stream) {
    { G::play_out(pos, stream) } -> std::same_as<std::int32_t>;
};

// Plays uniformly random legal moves until `pos` is over, one word of the stream a ply; returns the number of plies.
template <Game G>
CHUPAI_INLINE std::int32_t play_out(typename G::Position& pos, Stream& stream) noexcept {
    if constexpr (HasPlayOut<G>) {
        return G::play_out(pos, stream);
    } else {
        std::int32_t plies = 0;
        while (!G::is_over(pos)) {
            const unsigned n = G::count_legal(pos);
            G::play(pos, G::nth_legal(pos, static_cast<unsigned>(below(stream, n))));
            ++plies;
        }
        return plies;
    }
}

// Plays `n` times from `pos`; playout i draws from the stream (seed, first + i). Writes n rows of payoffs.
template <Game G>
void playouts(const typename G::Position& pos, std::uint64_t seed, std::uint64_t first, std::size_t n,
              std::int32_t* payoffs) noexcept {
    for (std::size_t i = 0; i < n; ++i) {
        typename G::Position copy = pos;
        Stream stream = make_stream(seed, first + i, 0, Purpose::kPlay);
        play_out<G>(copy, stream);
        G::payoffs(copy, payoffs + i * static_cast<std::size_t>(G::players(pos)));
    }
}

// Deals and plays `n` whole games; game i is that of the streams (seed, first + i): its deals are those of any other
// owner of these streams, redeals included. Writes n rows of payoffs and n numbers of plies (all decisions, those of
// passed-out deals included).
template <Game G>
void random_games(const typename G::Rules& rules, std::uint64_t seed, std::uint64_t first, std::size_t n,
                  std::int32_t* payoffs, std::int32_t* plies) noexcept {
    for (std::size_t i = 0; i < n; ++i) {
        Stream deals = make_stream(seed, first + i, 0, Purpose::kDeal);
        Stream moves = make_stream(seed, first + i, 0, Purpose::kPlay);
        typename G::Position pos = G::start(rules, G::deal(rules, deals));
        std::int32_t count = play_out<G>(pos, moves);
        while (G::wants_redeal(pos)) {
            pos = G::start(rules, G::deal(rules, deals));
            count += play_out<G>(pos, moves);
        }
        G::payoffs(pos, payoffs + i * static_cast<std::size_t>(G::players(pos)));
        plies[i] = count;
    }
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::search
