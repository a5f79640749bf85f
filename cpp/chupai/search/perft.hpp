// Perft: the number of sequences of exactly `depth` moves. A sequence whose last move ends the game counts; a game
// that ended earlier contributes nothing.
#pragma once

#include <concepts>
#include <cstdint>

#include "chupai/core/game.hpp"

namespace chupai::search {
inline namespace CHUPAI_LEVEL {

// A game may count the replies to a move without making it (0 where it ends the game), and tell that two moves leave
// equally many (moves that differ only in what no reply looks at, side by side in the legal list).
template <class G>
concept CountsReplies = requires(const typename G::Position& pos, const typename G::Move& move) {
    { G::count_replies(pos, move) } -> std::same_as<unsigned>;
    { G::same_replies(move, move) } -> std::same_as<bool>;
};

// The sum of the replies to moves of `pos`.
template <Game G>
std::uint64_t count_all_replies(const typename G::Position& pos, const typename G::Move* begin,
                                const typename G::Move* end) noexcept {
    std::uint64_t total = 0;
    unsigned replies = 0;
    for (const typename G::Move* move = begin; move != end; ++move) {
        if (move == begin || !G::same_replies(move[-1], move[0])) {
            replies = G::count_replies(pos, *move);
        }
        total += replies;
    }
    return total;
}

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
    if constexpr (CountsReplies<G>) {
        if (depth == 2 && bulk) {
            return count_all_replies<G>(pos, buffer, end);
        }
    }
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
