// Which of the legal cards to try first in a search of an endgame. It changes how long a search takes, nothing else.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "chupai/solve/gongzhu/open_hands.hpp"

namespace chupai::gongzhu {

template <int Seats>
class Foresight : protected OpenHands<Seats> {
protected:
    using Hands = OpenHands<Seats>;
    using Hands::kNoCard, Hands::stakes_, Hands::hands_, Hands::seat_at;
    using typename Hands::Trick, typename Hands::Choice, typename Hands::Choices;

    using Hands::Hands;

    // How a trick in `suit` is likely to go on after the seat at `place`, if that seat does not take it: those who can
    // follow play low, those who cannot throw what hurts the other side.
    struct Outlook {
        CardSet best;  // the card to beat
        int winner;
        std::int32_t lost, won;  // what the cards beside one's own do to the value if `winner` takes them, or oneself
    };

    Outlook outlook(const Trick& trick, int place, CardSet suit) const noexcept {
        CardSet best = place == 0 ? 0 : trick.best, cards = place == 0 ? 0 : trick.cards;
        const int seat = seat_at(trick.leader, place);
        int winner = place == 0 ? seat : trick.best_seat;
        for (int later = place + 1; later < Seats; ++later) {
            const int other = seat_at(trick.leader, later);
            const CardSet follows = hands_[other] & suit, low = follows & (0 - follows);
            cards |= low;
            winner = low > best ? other : winner;
            best = low > best ? low : best;
        }
        Outlook out{best, winner, 0, 0};
        out.lost = prize(trick, place, suit, cards, winner);
        out.won = prize(trick, place, suit, cards, seat);
        return out;
    }

    std::int32_t prize(const Trick& trick, int place, CardSet suit, CardSet cards, int winner) const noexcept {
        const int unit = stakes_.unit_of(winner);
        if (stakes_.weight(unit) == 0) {
            return 0;
        }
        std::int32_t sum = 0;
        for (CardSet left = cards & kScoringSet; left != 0; left = without_lowest(left)) {
            sum += stakes_.worth(*trick.piles, unit, static_cast<Card>(lowest(left)));
        }
        for (int later = place + 1; later < Seats; ++later) {
            const int other = seat_at(trick.leader, later);
            if ((hands_[other] & suit) == 0 && stakes_.maximises(other) != stakes_.maximises(winner)) {
                const CardSet hearts = hands_[other] & kHeartSet;
                if ((hands_[other] & kPigSet) != 0) {
                    sum += stakes_.worth(*trick.piles, unit, kPig);
                } else if (hearts != 0) {
                    sum += stakes_.worth(*trick.piles, unit, static_cast<Card>(63 - std::countl_zero(hearts)));
                }
            }
        }
        return sum;
    }

    void order(Choices& choices, const Trick& trick, int place, Card first) const noexcept {
        const int seat = seat_at(trick.leader, place), mine = stakes_.unit_of(seat);
        const std::int32_t sign = stakes_.maximises(seat) ? 1 : -1;
        Outlook seen{};
        CardSet suit = 0;
        for (int i = 0; i < choices.n; ++i) {
            Choice& choice = choices.choice[i];
            const CardSet wanted = place == 0 ? suit_of_card(choice.card) : trick.suit;
            if (wanted != suit) {
                suit = wanted;
                seen = outlook(trick, place, suit);
            }
            const bool wins = (set_of(choice.card) & suit) > seen.best;
            const std::int32_t own =
                (set_of(choice.card) & kScoringSet) == 0
                    ? 0
                    : stakes_.worth(*trick.piles, wins ? mine : stakes_.unit_of(seen.winner), choice.card);
            choice.order = sign * ((wins ? seen.won : seen.lost) + own) + 5 * rank_of(choice.card) -
                           10 * popcount(hands_[seat] & suit_of_card(choice.card));
            if (choice.card == first) {
                choice.order = std::numeric_limits<std::int32_t>::max();
            }
        }
    }
};

}  // namespace chupai::gongzhu
