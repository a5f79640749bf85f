// What a proof-number search over an endgame asks of a play's end: who wins, or whether the landlord's side gets at
// least so much. Two types with the same members:
//   Tally                             what has been played besides cards, as far as it matters
//   kWinDecides                       who goes out first decides, whatever has been played
//   after(tally, seat, move)          the tally after a move that is no pass
//   first_gets(tally, winner)         does the first side get what is asked, if `winner` goes out now?
//   decided(tally, hands)             what no play from here on can change any more
//   bits(tally)                       equal for equal tallies
#pragma once

#include <optional>

#include "chupai/solve/doudizhu/endgame.hpp"

namespace chupai::doudizhu {

class WinStakes {
public:
    struct Tally {};
    static constexpr bool kWinDecides = true;

    explicit WinStakes(const Endgame& game) : game_(&game) {}

    Tally tally_of(const Position&) const noexcept { return {}; }
    Tally after(Tally, Seat, const SeatMoves::Entry&) const noexcept { return {}; }
    bool first_gets(Tally, Seat winner) const noexcept { return game_->is_first(winner); }
    std::optional<bool> decided(Tally, const Hand*) const noexcept { return {}; }
    std::uint64_t bits(Tally) const noexcept { return 0; }

private:
    const Endgame* game_;
};

class PayoffStakes {
public:
    struct Tally {
        std::uint8_t doublings[kMaxSeats];  // under `bomber`; else all in the first
        std::uint8_t landlord_plays;  // 0, 1, 2: more; 0 where no reverse spring depends on it
        bool opponents_played;  // false where no spring depends on it
    };
    static constexpr bool kWinDecides = false;

    // Does the landlord's side get at least `least`, all its seats together, as payoffs() pays?
    PayoffStakes(const Endgame& game, std::int32_t least);

    Tally tally_of(const Position& pos) const noexcept;
    Tally after(Tally tally, Seat seat, const SeatMoves::Entry& move) const noexcept;
    bool first_gets(const Tally& tally, Seat winner) const noexcept { return total(tally, winner) >= least_; }
    std::optional<bool> decided(const Tally& tally, const Hand* hands) const noexcept;
    std::uint64_t bits(const Tally& tally) const noexcept;

    // What the landlord's side gets in all.
    std::int32_t total(const Tally& tally, Seat winner) const noexcept;
    // Everything that it can come to from here, ascending.
    std::vector<std::int32_t> totals(const Tally& tally, const Hand* hands) const;

private:
    // Doublings that a hand may still bring at most.
    int most_doublings(Hand hand) const noexcept;
    Tally kept(Tally tally) const noexcept;

    const Endgame* game_;
    std::int32_t least_;
};

}  // namespace chupai::doudizhu
