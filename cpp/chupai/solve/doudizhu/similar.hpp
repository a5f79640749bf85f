// Moves that need not be looked at, because another one comes to the same or can never do worse for the mover's side.
//
// Two ranks a < b of which the mover holds equally many, neither of which his hand can use in a chain:
//   - They are alike where nobody else holds a card from a to b: swapping them changes no move of anybody, so that
//     playing the one comes to the same as playing the other.
//   - Of all his cards of b as kickers and all of a, giving away a is never worse: what he does with a later he can do
//     with b, and opponents can answer less. A partner could answer less too, so none may hold a card above a, up to b.
// Chains only get fewer, so this holds for the rest of the game. Jokers are left out for the rocket, and whatever
// kicker rules look at besides their ranks being different (docs/solver.md).
#pragma once

#include "chupai/core/bits.hpp"
#include "chupai/doudizhu/hand.hpp"
#include "chupai/solve/doudizhu/endgame.hpp"

namespace chupai::doudizhu {

class SimilarRanks {
public:
    // `list`: the mover's moves.
    SimilarRanks(const Endgame& game, const Endgame::State& state, const std::uint64_t* list) noexcept;
    bool any() const noexcept { return (alike_ | better_[0] | better_[1]) != 0; }

    // May this move of the mover be left out, where `table` is to be beaten?
    bool skips(const SeatMoves::Entry& move, TableId table, TableId first_bomb) const noexcept {
        return (alike_ != 0 && move.rank != SeatMoves::kNoRank && same_body(move, table, first_bomb)) ||
               (move.kickers != 0 && (better_[0] | better_[1]) != 0 && worse_kickers(move));
    }

private:
    bool same_body(const SeatMoves::Entry& move, TableId table, TableId first_bomb) const noexcept;
    bool worse_kickers(const SeatMoves::Entry& move) const noexcept;

    RankSet alike_ = 0;  // ranks that are alike with `next_` of theirs
    RankSet better_[2]{};  // by count: ranks of which all cards are worse to give away than those of `lower_`
    std::uint8_t next_[kRanks];  // the next lower rank that is alike
    RankSet lower_[kRanks];
};

}  // namespace chupai::doudizhu
