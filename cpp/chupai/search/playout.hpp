// Uniformly random play to the end.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "chupai/core/game.hpp"

namespace chupai::search {
inline namespace CHUPAI_LEVEL {

// A game may bring its own random play: as uniform, and from the same stream; how many words it takes is its business.
template <class G>
concept HasPlayOut = requires(typename G::Position& pos, Stream& stream) {
    { G::play_out(pos, stream) } -> std::same_as<std::int32_t>;
};

// Plays uniformly random legal moves until `pos` is over; returns the number of plies.
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

// A game whose deals all have equally many plies may play several side by side: one's waiting is another's work.
template <class G>
concept PlaysSideBySide = requires(typename G::Position* pos, Stream* streams, int n) {
    { G::kSideBySide } -> std::convertible_to<int>;
    { G::play_out_many(pos, streams, n) } -> std::same_as<std::int32_t>;
};

template <Game G>
consteval std::size_t side_by_side() {
    if constexpr (PlaysSideBySide<G>) {
        return G::kSideBySide;
    } else {
        return 1;
    }
}

// Plays out `n` <= side_by_side positions that began alike; returns the number of plies of each.
template <Game G>
CHUPAI_INLINE std::int32_t play_out_some(typename G::Position* pos, Stream* streams, std::size_t n) noexcept {
    if constexpr (PlaysSideBySide<G>) {
        return G::play_out_many(pos, streams, static_cast<int>(n));
    } else {
        return play_out<G>(*pos, *streams);
    }
}

// Plays `n` times from `pos`; playout i draws from the stream (seed, first + i). Writes n rows of payoffs.
template <Game G>
void playouts(const typename G::Position& pos, std::uint64_t seed, std::uint64_t first, std::size_t n,
              std::int32_t* payoffs) noexcept {
    constexpr std::size_t kAtOnce = side_by_side<G>();
    const std::size_t players = static_cast<std::size_t>(G::players(pos));
    for (std::size_t i = 0; i < n; i += kAtOnce) {
        const std::size_t some = n - i < kAtOnce ? n - i : kAtOnce;
        typename G::Position copies[kAtOnce];
        Stream streams[kAtOnce];
        for (std::size_t k = 0; k < some; ++k) {
            copies[k] = pos;
            streams[k] = make_stream(seed, first + i + k, 0, Purpose::kPlay);
        }
        play_out_some<G>(copies, streams, some);
        for (std::size_t k = 0; k < some; ++k) {
            G::payoffs(copies[k], payoffs + (i + k) * players);
        }
    }
}

// Deals and plays `n` whole games; game i is that of the streams (seed, first + i): its deals are those of any other
// owner of these streams, redeals included. Writes n rows of payoffs and n numbers of plies (all decisions, those of
// passed-out deals included).
template <Game G>
void random_games(const typename G::Rules& rules, std::uint64_t seed, std::uint64_t first, std::size_t n,
                  std::int32_t* payoffs, std::int32_t* plies) noexcept {
    constexpr std::size_t kAtOnce = side_by_side<G>();
    for (std::size_t i = 0; i < n; i += kAtOnce) {
        const std::size_t some = n - i < kAtOnce ? n - i : kAtOnce;
        typename G::Position games[kAtOnce];
        Stream deals[kAtOnce], moves[kAtOnce];
        for (std::size_t k = 0; k < some; ++k) {
            deals[k] = make_stream(seed, first + i + k, 0, Purpose::kDeal);
            moves[k] = make_stream(seed, first + i + k, 0, Purpose::kPlay);
            games[k] = G::start(rules, G::deal(rules, deals[k]));
        }
        const std::int32_t count = play_out_some<G>(games, moves, some);
        for (std::size_t k = 0; k < some; ++k) {
            plies[i + k] = count;
            while (G::wants_redeal(games[k])) {
                games[k] = G::start(rules, G::deal(rules, deals[k]));
                plies[i + k] += play_out<G>(games[k], moves[k]);
            }
            G::payoffs(games[k], payoffs + (i + k) * static_cast<std::size_t>(G::players(games[k])));
        }
    }
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::search
