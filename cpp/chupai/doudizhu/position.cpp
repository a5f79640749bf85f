#include "chupai/doudizhu/position.hpp"

#include <algorithm>

namespace chupai::doudizhu {

bool on_landlords_side(const Position& pos, int seat) {
    return seat == pos.landlord || (pos.tables->rules.sides == Sides::kPairs && pos.seats == kMaxSeats &&
                                    seat == (pos.landlord + 2) % pos.seats);
}

namespace {

// Doublings beyond this many are not counted, so that no payoff overflows (two packs of fours could reach more): the
// largest is that of a landlord with three opponents, kMaxOpenStake * 2^19 * 3 < 2^31.
constexpr int kMaxDoublings = 19;

struct Result {
    bool landlord_side_wins;
    int springs;  // 0 or 1
};

Result result_of(const Position& pos) {
    const Rules& rules = pos.tables->rules;
    Result result{on_landlords_side(pos, pos.last), 0};
    int opponents_plays = 0;
    for (int seat = 0; seat < pos.seats; ++seat) {
        opponents_plays += on_landlords_side(pos, seat) ? 0 : pos.plays[seat];
    }
    const bool spring = rules.spring && result.landlord_side_wins && opponents_plays == 0;
    const bool reverse = rules.reverse_spring && !result.landlord_side_wins && pos.plays[pos.landlord] == 1;
    result.springs = spring || reverse;
    return result;
}

// What one loser pays: `doublings` bombs and rockets count for this payment.
std::int32_t payment(const Position& pos, int doublings, int springs) {
    const Rules& rules = pos.tables->rules;
    const int most = pos.tables->most_doublings;
    const std::int32_t multiplier = std::int32_t{1} << std::min(std::min(doublings, most) + springs, kMaxDoublings);
    return static_cast<std::int32_t>(pos.stake) *
           (rules.multiplier_cap.none() ? multiplier : std::min(multiplier, rules.multiplier_cap.value));
}

}  // namespace

// Payment: docs/rules-doudizhu.md, "Payment". Solo: the landlord settles with each opponent; pairs: the landlord
// settles with the next seat, his partner with the one after that. Under `bomber` a payment counts only the bombs of
// the player who receives it.
void payoffs(const Position& pos, std::int32_t* out) {
    const Rules& rules = pos.tables->rules;
    std::fill(out, out + pos.seats, 0);
    if (pos.landlord == kNoSeat) {
        return;  // passed out
    }
    const Result result = result_of(pos);
    if (rules.payoff == Payoff::kWinLoss) {
        for (int seat = 0; seat < pos.seats; ++seat) {
            out[seat] = on_landlords_side(pos, seat) == result.landlord_side_wins ? 1 : -1;
        }
        return;
    }
    const bool bomber = rules.bomb_doubling == BombDoubling::kBomber;
    const int all = pos.doublings[0] + pos.doublings[1] + pos.doublings[2] + pos.doublings[3];
    const auto settle = [&](int seat, int opponent) {
        const int winner = result.landlord_side_wins ? seat : opponent;
        const std::int32_t sum = payment(pos, bomber ? pos.doublings[winner] : all, result.springs);
        out[seat] += result.landlord_side_wins ? sum : -sum;
        out[opponent] -= result.landlord_side_wins ? sum : -sum;
    };
    if (rules.sides == Sides::kPairs && pos.seats == kMaxSeats) {
        settle(pos.landlord, (pos.landlord + 1) % kMaxSeats);
        settle((pos.landlord + 2) % kMaxSeats, (pos.landlord + 3) % kMaxSeats);
        return;
    }
    for (int seat = 0; seat < pos.seats; ++seat) {
        if (seat != pos.landlord) {
            settle(pos.landlord, seat);
        }
    }
}

}  // namespace chupai::doudizhu
