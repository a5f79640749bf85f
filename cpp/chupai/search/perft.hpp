// Perft: the number of sequences of exactly `depth` actions. A sequence whose last action ends the game counts; a game
// that ended earlier contributes nothing.
#pragma once

#include <cstdint>

#include "chupai/core/game.hpp"

namespace chupai::search {
inline namespace CHUPAI_LEVEL {

// `bulk` counts the last level without playing it. `buffer` has room for kMaxLegal moves a level.
template <Game G>
std::uint64_t perft(const typename G::Position& pos, int depth, bool bulk, typename G::Move* buffer) noexcept {
    if (depth == 0) {
        return 1;
    }
    if (depth == 1 && bulk) {
        return G::count_legal(pos);
    }
    typename G::Move* const end = G::legal(pos, buffer);
    std::uint64_t total = 0;
    for (const typename G::Move* move = buffer; move != end; ++move) {
        typename G::Position next = pos;
        G::play(next, *move);
        total += depth == 1 ? 1 : G::is_over(next) ? 0 : perft<G>(next, depth - 1, bulk, end);
    }
    return total;
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::search
