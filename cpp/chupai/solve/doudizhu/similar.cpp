#include "chupai/solve/doudizhu/similar.hpp"

#include <bit>

namespace chupai::doudizhu {
namespace {

// The ranks within runs of at least `length` ranks of `set`, chain ranks alone.
RankSet in_runs(RankSet set, int length) noexcept {
    const RankSet starts = chain_starts(set, length);
    RankSet out = 0;
    if (starts != 0) {
        for (int i = 0; i < length; ++i) {
            out |= starts << (4 * i);
        }
    }
    return out;
}

// Ranks that some chain from this hand may use.
RankSet chain_ranks(const Rules& rules, Hand hand) noexcept {
    const Planes<2> p = planes<2>(hand);
    return in_runs(p.ge[1], rules.straight_min) | in_runs(p.ge[2], rules.pair_straight_min) | in_runs(p.ge[3], 2);
}

RankSet ranks_of(Hand hand) noexcept { return planes<2>(hand).ge[1]; }

int highest_rank(RankSet set) noexcept { return (static_cast<int>(std::bit_width(set)) - 1) / 4; }

// The ranks from `low` to `high`.
RankSet range(int low, int high) noexcept { return ones(high - low + 1) << (4 * low); }

}  // namespace

SimilarRanks::SimilarRanks(const Endgame& game, const Endgame::State& state, const std::uint64_t* list) noexcept {
    const Rules& rules = game.rules().rules;
    const int mover = state.mover;
    const Hand hand = state.hand[mover];
    const SeatMoves& moves = game.moves_of(mover);
    const bool kickers = SeatMoves::any(list, moves.winged);
    Hand others = 0, partners = 0;
    for (int s = 0; s < game.seats(); ++s) {
        if (s != mover) {
            const RankSet held = ranks_of(state.hand[s]);
            others |= held;
            partners |= game.is_first(s) == game.is_first(mover) ? held : 0;
        }
    }
    RankSet left = ranks_of(hand) & ~kJokerSet & ~chain_ranks(rules, hand);
    if (!rules.kicker_max_two.none()) {
        left &= ~kTwoSet;
    }
    if (rules.solo_kicker_copies > 2) {  // three kickers of a rank may stand beside a plane or not
        left &= ~planes<2>(hand).ge[3];
    }
    for (RankSet high_set = without_lowest(left); high_set != 0; high_set = without_lowest(high_set)) {
        const int high = lowest(high_set) / 4, n = count_of(hand, high);
        RankSet lower = left & exactly(hand, n) & (rank_bit(high) - 1);
        if (lower == 0) {
            continue;
        }
        const int next = highest_rank(lower);
        if ((others & range(next, high)) == 0) {
            alike_ |= rank_bit(high);
            next_[high] = static_cast<std::uint8_t>(next);
        }
        if (kickers && n <= 2) {
            const RankSet between = partners & ((rank_bit(high) << 1) - 1);
            lower &= between == 0 ? ~RankSet{0} : ~(rank_bit(highest_rank(between)) - 1);
            if (lower != 0) {
                better_[n - 1] |= rank_bit(high);
                lower_[high] = lower;
            }
        }
    }
}

// The same body with the lower rank must be there to be played: not among the kickers, and above the table.
bool SimilarRanks::same_body(const SeatMoves::Entry& move, TableId table, TableId first_bomb) const noexcept {
    const RankSet bit = rank_bit(move.rank);
    if ((alike_ & bit) == 0) {
        return false;
    }
    const int low = next_[move.rank];
    const bool above =
        table == kLead || (move.table >= first_bomb && table < first_bomb) || move.table - (move.rank - low) > table;
    return above && count_of(move.kickers, low) == 0;
}

bool SimilarRanks::worse_kickers(const SeatMoves::Entry& move) const noexcept {
    for (int n = 1; n <= 2; ++n) {
        for (RankSet left = better_[n - 1] & exactly(move.kickers, n); left != 0; left = without_lowest(left)) {
            const int high = lowest(left) / 4;
            if ((lower_[high] & ~ranks_of(move.cards)) != 0) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace chupai::doudizhu
