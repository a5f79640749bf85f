#include "chupai/solve/doudizhu/stakes.hpp"

#include <algorithm>

namespace chupai::doudizhu {

PayoffStakes::PayoffStakes(const Endgame& game, std::int32_t least) : game_(&game), least_(least) {}

// Only what payments look at: payoffs() counts no more than most_doublings bombs and rockets.
PayoffStakes::Tally PayoffStakes::kept(Tally tally) const noexcept {
    const Rules& rules = game_->rules().rules;
    const int most = std::min(game_->rules().most_doublings, 31);
    if (rules.bomb_doubling != BombDoubling::kBomber) {
        int all = 0;
        for (std::uint8_t& n : tally.doublings) {
            all += n;
            n = 0;
        }
        tally.doublings[0] = static_cast<std::uint8_t>(std::min(all, 255));
    }
    for (std::uint8_t& n : tally.doublings) {
        n = static_cast<std::uint8_t>(std::min<int>(n, most));
    }
    tally.landlord_plays = rules.reverse_spring ? std::min<std::uint8_t>(tally.landlord_plays, 2) : std::uint8_t{0};
    tally.opponents_played = tally.opponents_played && rules.spring;
    if (rules.payoff == Payoff::kWinLoss) {
        tally = Tally{};
    }
    return tally;
}

PayoffStakes::Tally PayoffStakes::tally_of(const Position& pos) const noexcept {
    Tally tally{};
    for (int s = 0; s < pos.seats; ++s) {
        tally.doublings[s] = pos.doublings[s];
        tally.opponents_played |= !game_->is_first(s) && pos.plays[s] != 0;
    }
    tally.landlord_plays = pos.plays[game_->landlord()];
    return kept(tally);
}

PayoffStakes::Tally PayoffStakes::after(Tally tally, Seat seat, const SeatMoves::Entry& move) const noexcept {
    const bool bomber = game_->rules().rules.bomb_doubling == BombDoubling::kBomber;
    std::uint8_t& doublings = tally.doublings[bomber ? seat : 0];
    doublings = static_cast<std::uint8_t>(doublings + move.doubles);
    tally.landlord_plays = static_cast<std::uint8_t>(tally.landlord_plays + (seat == game_->landlord()));
    tally.opponents_played |= !game_->is_first(seat);
    return kept(tally);
}

std::uint64_t PayoffStakes::bits(const Tally& tally) const noexcept {
    std::uint64_t out = tally.landlord_plays | std::uint64_t{tally.opponents_played} << 2;
    for (int s = 0; s < kMaxSeats; ++s) {
        out |= std::uint64_t{tally.doublings[s]} << (3 + 5 * s);
    }
    return out | std::uint64_t{static_cast<std::uint32_t>(least_)} << 23;
}

std::int32_t PayoffStakes::total(const Tally& tally, Seat winner) const noexcept {
    Position pos = game_->over(winner);
    for (int s = 0; s < kMaxSeats; ++s) {
        pos.doublings[s] = tally.doublings[s];
        pos.plays[s] = !game_->is_first(s) && tally.opponents_played;
    }
    pos.plays[game_->landlord()] = tally.landlord_plays;
    std::int32_t out[kMaxSeats]{};
    payoffs(pos, out);
    std::int32_t sum = 0;
    for (int s = 0; s < game_->seats(); ++s) {
        sum += game_->is_first(s) ? out[s] : 0;
    }
    return sum;
}

int PayoffStakes::most_doublings(Hand hand) const noexcept {
    const Tables& rules = game_->rules();
    int n = holds(hand, rules.rocket);
    for (int rank = 0; rank < kBlackJoker; ++rank) {
        n += count_of(hand, rank) / std::max(4, rules.rules.doubling_bomb_min);
    }
    return n;
}

// A payment grows with its doublings and with a spring. A loser's payment at least counts none to come.
std::optional<bool> PayoffStakes::decided(const Tally& tally, const Hand* hands) const noexcept {
    const bool bomber = game_->rules().rules.bomb_doubling == BombDoubling::kBomber;
    Tally most = tally;
    for (int s = 0; s < game_->seats(); ++s) {
        std::uint8_t& doublings = most.doublings[bomber ? s : 0];
        doublings = static_cast<std::uint8_t>(doublings + most_doublings(hands[s]));
    }
    const Seat landlord = game_->landlord(), opponent = game_->an_opponent();
    Tally sprung = kept(most);
    sprung.landlord_plays = game_->rules().rules.reverse_spring && most.landlord_plays <= 1 ? 1 : most.landlord_plays;
    if (total(sprung, landlord) < least_) {
        return false;
    }
    if (total(sprung, opponent) >= least_) {
        return true;
    }
    return {};
}

std::vector<std::int32_t> PayoffStakes::totals(const Tally& tally, const Hand* hands) const {
    const bool bomber = game_->rules().rules.bomb_doubling == BombDoubling::kBomber;
    int more[kMaxSeats]{};
    for (int s = 0; s < game_->seats(); ++s) {
        more[bomber ? s : 0] += most_doublings(hands[s]);
    }
    std::vector<std::int32_t> out;
    Tally at = tally;
    const auto add = [&] {
        for (int plays = 0; plays <= 2; ++plays) {
            for (const bool played : {false, true}) {
                Tally t = at;
                t.landlord_plays = static_cast<std::uint8_t>(plays);
                t.opponents_played = played;
                out.push_back(total(kept(t), game_->landlord()));
                out.push_back(total(kept(t), game_->an_opponent()));
            }
        }
    };
    const auto each = [&](auto&& self, int s) -> void {
        if (s == kMaxSeats) {
            return add();
        }
        for (int n = 0; n <= more[s]; ++n) {
            at.doublings[s] = static_cast<std::uint8_t>(tally.doublings[s] + n);
            self(self, s + 1);
        }
        at.doublings[s] = tally.doublings[s];
    };
    each(each, 0);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace chupai::doudizhu
