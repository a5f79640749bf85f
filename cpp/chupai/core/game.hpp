// The Game contract: what search, batches, benchmarks and bindings may ask of a game, and all they may ask.
//
// A game is a type G with these members (a Position is trivially copyable, holds all that legality and payoff need and
// no random state; chance is the deal, an argument):
//
//   Rules, Deal, Position, Move, View        types; Rules are resolved (validated, tables built), immutable
//   kMaxPlayers, kMaxLegal                   most seats, most legal moves of any position
//   deal(rules, stream) -> Deal              a uniformly random deal, advancing the stream
//   start(rules, deal) -> Position
//   players(pos), player(pos)                seats, and whose turn it is; player only while not over
//   legal(pos, Move* out) -> Move* end       every legal move once, in the game's fixed order
//   count_legal(pos) -> unsigned             how many, without writing them
//   nth_legal(pos, i) -> Move                number i of that list, without writing it; i < count_legal(pos)
//   random_legal(pos, word) -> Move          a legal move by one random word, each by equally many (to 2^-40)
//   play(pos&, move)                         move is legal
//   code(move) -> uint64                     its public number, below 2^63
//   phase(pos) -> int                        where the game stands, 0..127
//   is_over(pos), wants_redeal(pos)          wants_redeal: over without result, whoever owns the deals deals again
//   payoffs(pos, int32* out)                 players(pos) numbers; pos is over
//   key(pos) -> uint64                       equal positions have equal keys
//   view(pos, seat) -> View                  what that seat knows
//   sample(view, stream) -> Position         uniform over the deals consistent with the view
//
// What a game may bring besides, to be faster: play_out, play_out_many and kSideBySide (search/playout.hpp),
// count_replies and same_replies (search/perft.hpp).
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "chupai/core/level.hpp"
#include "chupai/core/random.hpp"

namespace chupai {
inline namespace CHUPAI_LEVEL {

template <class G>
concept Game =
    std::is_trivially_copyable_v<typename G::Position> && std::is_trivially_copyable_v<typename G::View> &&
    requires(typename G::Position& pos, const typename G::Position& at, const typename G::Rules& rules,
             const typename G::Deal& deal, const typename G::View& view, typename G::Move move, typename G::Move* out,
             Stream& stream, std::int32_t* payoffs, int seat, unsigned index, std::uint64_t word) {
        { G::kMaxPlayers } -> std::convertible_to<int>;
        { G::kMaxLegal } -> std::convertible_to<int>;
        { G::deal(rules, stream) } -> std::same_as<typename G::Deal>;
        { G::start(rules, deal) } -> std::same_as<typename G::Position>;
        { G::players(at) } -> std::convertible_to<int>;
        { G::player(at) } -> std::convertible_to<int>;
        { G::legal(at, out) } -> std::same_as<typename G::Move*>;
        { G::count_legal(at) } -> std::same_as<unsigned>;
        { G::nth_legal(at, index) } -> std::same_as<typename G::Move>;
        { G::random_legal(at, word) } -> std::same_as<typename G::Move>;
        { G::play(pos, move) } -> std::same_as<void>;
        { G::code(move) } -> std::same_as<std::uint64_t>;
        { G::phase(at) } -> std::convertible_to<int>;
        { G::is_over(at) } -> std::same_as<bool>;
        { G::wants_redeal(at) } -> std::same_as<bool>;
        { G::payoffs(at, payoffs) } -> std::same_as<void>;
        { G::key(at) } -> std::same_as<std::uint64_t>;
        { G::view(at, seat) } -> std::same_as<typename G::View>;
        { G::sample(view, stream) } -> std::same_as<typename G::Position>;
    };

}  // namespace CHUPAI_LEVEL
}  // namespace chupai
