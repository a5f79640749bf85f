// The cards of an endgame with open hands, trick by trick: what may be told of them without searching.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "chupai/gongzhu/cards.hpp"
#include "chupai/gongzhu/position.hpp"
#include "chupai/solve/gongzhu/solve_table.hpp"
#include "chupai/solve/gongzhu/stakes.hpp"

namespace chupai::gongzhu {

template <int Seats>
class OpenHands {
protected:
    OpenHands(const Stakes& stakes) : stakes_(stakes) {}

    static constexpr Card kNoCard = 0xff;

    // The trick under way.
    struct Trick {
        const Piles* piles;  // before it
        std::uint64_t line;  // stands for the position it began with and the cards played since
        CardSet barred;
        CardSet cards;  // on the table
        CardSet suit;
        CardSet best;  // the card that takes it so far
        int best_seat;
        int leader;
        int tricks;  // still to be played, with this one
    };
    struct Choice {
        Card card;
        std::int32_t order;
    };
    struct Choices {
        Choice choice[kMaxHand];
        int n = 0;
    };

    static int seat_at(int leader, int place) noexcept {
        return leader + place < Seats ? leader + place : leader + place - Seats;
    }

    void lay(Trick& trick, int place, Card card) const noexcept {
        const CardSet set = set_of(card);
        if (place == 0) {
            trick.suit = suit_of_card(card);
            trick.cards = trick.best = set;
            trick.best_seat = trick.leader;
            return;
        }
        trick.cards |= set;
        if ((set & trick.suit) > trick.best) {
            trick.best = set;
            trick.best_seat = seat_at(trick.leader, place);
        }
    }

    CardSet all_hands() const noexcept {
        CardSet all = 0;
        for (const CardSet hand : hands_) {
            all |= hand;
        }
        return all;
    }

    // The piles with what lies on the table, for the one who takes it so far.
    Piles piles_with(const Trick& trick) const noexcept {
        Piles piles = *trick.piles;
        if ((trick.cards & piles.left) != 0) {
            stakes_.take(piles, trick.best_seat, trick.cards & kScoringSet);
        }
        return piles;
    }

    // The trick after this one, which is complete.
    static Trick next(const Trick& trick, const Piles& piles) noexcept {
        Trick after{};
        after.piles = &piles;
        after.barred = trick.barred & ~trick.suit;
        after.leader = trick.best_seat;
        after.tricks = trick.tricks - 1;
        return after;
    }

    // The lowest card of every suit, and all cards below it; bit 15 of a lane stands in where there is none.
    static CardSet lowest_of_suits(CardSet set) noexcept { return (set | kGuards) & ~((set | kGuards) - kOnes); }
    static CardSet below_lowest(CardSet set) noexcept { return lowest_of_suits(set) - kOnes; }

    // The units that may still take a trick (bit u), as far as their cards tell at a glance: the leader, unless
    // whatever he leads somebody must beat it; then whoever has a card above a card of one who may come to lead.
    unsigned takers(int leader) const noexcept {
        CardSet beaten = 0;
        for (int place = 1; place < Seats; ++place) {
            const CardSet hand = hands_[seat_at(leader, place)];
            beaten |= below_lowest(hand) & whole_suits(hand);
        }
        return takers_from((hands_[leader] & ~beaten) != 0 ? 1u << leader : 0u, hands_[leader]);
    }

    unsigned takers_from(unsigned seats, CardSet leads) const noexcept {
        for (unsigned before = ~0u; before != seats;) {
            before = seats;
            for (int seat = 0; seat < Seats; ++seat) {
                const CardSet hand = hands_[seat];
                if (((seats >> seat) & 1) == 0 && (hand & ~below_lowest(leads & ~hand)) != 0) {
                    seats |= 1u << seat;
                    leads |= hand;
                }
            }
        }
        unsigned units = 0;
        for (int seat = 0; seat < Seats; ++seat) {
            units |= ((seats >> seat) & 1) << stakes_.unit_of(seat);
        }
        return units;
    }

    // Of cards of one hand and kind that no card in play parts, one stands for all: the lowest.
    void list(Choices& choices, CardSet legal, CardSet in_play) const noexcept {
        for (CardSet left = legal; left != 0; left = without_lowest(left)) {
            const Card card = static_cast<Card>(lowest(left));
            const CardSet below = in_play & suit_of_card(card) & (set_of(card) - 1);
            if (below != 0) {
                const Card neighbour = static_cast<Card>(63 - std::countl_zero(below));
                if ((legal & set_of(neighbour)) != 0 && stakes_.kind(neighbour) == stakes_.kind(card)) {
                    continue;
                }
            }
            choices.choice[choices.n++] = {card, 0};
        }
    }

    // The i-th best; the choices before it have been taken.
    static Card pick(Choices& choices, int i) noexcept {
        int best = i;
        for (int j = i + 1; j < choices.n; ++j) {
            best = choices.choice[j].order > choices.choice[best].order ? j : best;
        }
        std::swap(choices.choice[i], choices.choice[best]);
        return choices.choice[i].card;
    }

    // ---- keys ----

    static unsigned place_of(CardSet all, Card card) noexcept {
        return 1 + static_cast<unsigned>(13 * suit_of(card) + popcount(all & suit_of_card(card) & (set_of(card) - 1)));
    }
    static Card card_at(CardSet all, unsigned place) noexcept {
        const unsigned suit = (place - 1) / 13, rank = (place - 1) % 13;
        return static_cast<Card>(lowest(nth_bit(all & cards_of_suit(static_cast<int>(suit)), rank)));
    }

    SolveKey key_of(const Trick& trick, CardSet all, unsigned takers) const noexcept {
        SolveKey key{};
        CardSet one = hands_[1], two = hands_[2], four = 0;
        if constexpr (Seats > 3) {
            one |= hands_[3];
            two |= hands_[3];
        }
        if constexpr (Seats > 4) {
            four |= hands_[4];
        }
        for (int suit = 0; suit < kSuits; ++suit) {
            std::uint64_t a = 0, b = 0, c = 0;
            int n = 0;
            for (CardSet left = all & cards_of_suit(suit); left != 0; left = without_lowest(left), ++n) {
                const int bit = lowest(left);
                a |= ((one >> bit) & 1) << n;
                b |= ((two >> bit) & 1) << n;
                c |= ((four >> bit) & 1) << n;
            }
            a |= std::uint64_t{1} << n;  // the length of the suit
            key[0] |= a << (16 * suit);
            key[1] |= b << (16 * suit);
            key[2] |= c << (16 * suit);
        }
        const Piles& p = *trick.piles;
        const auto place = [&](Card card) -> std::uint64_t {
            return (all & set_of(card)) == 0
                       ? 15u
                       : static_cast<std::uint64_t>(popcount(all & suit_of_card(card) & (set_of(card) - 1)));
        };
        std::uint64_t w = place(kPig) | place(kSheep) << 4 | place(kTen) << 8;
        w |= std::uint64_t{stakes_.heart_kinds(all)} << 12;
        w |= static_cast<std::uint64_t>(trick.leader) << 25;
        w |= std::uint64_t{specials_of(trick.barred & all)} << 28;
        w |= std::uint64_t{p.hearts} << 32;
        const bool any = p.hearts != kNobody;
        w |= std::uint64_t{any ? p.pig : std::uint8_t{7}} << 35;
        w |= std::uint64_t{any ? p.sheep : std::uint8_t{7}} << 38;
        const bool counts = p.ten == kInHand || any || (p.ten < kMaxSeats && stakes_.weight(p.ten) != 0);
        w |= std::uint64_t{counts ? p.ten : kGone} << 41;
        const unsigned matters = p.ten == kInHand ? takers : p.ten < kMaxSeats ? 1u << p.ten : 0u;
        const unsigned scoring = p.scoring & matters & stakes_.weighted();
        if constexpr (Seats == 4) {
            w |= std::uint64_t{scoring} << 44;
            if (stakes_.points_matter(p)) {
                for (int u = 0; u < stakes_.units(); ++u) {
                    const std::int32_t points = ((stakes_.weighted() & takers) >> u & 1) == 0 ? 0 : p.points[u];
                    key[2] |= (static_cast<std::uint64_t>(points) & 0xffffu) << (16 * u);
                }
            }
        } else {
            w |= std::uint64_t{scoring != 0 ? 1u : 0u} << 44;
            if (stakes_.points_matter(p)) {
                std::int32_t points = 0;
                for (int u = 0; u < stakes_.units(); ++u) {
                    points += ((takers >> u) & 1) == 0 ? 0 : stakes_.weight(u) * p.points[u];
                }
                w |= (static_cast<std::uint64_t>(points) & 0xffffu) << 45;
            }
        }
        key[3] = w;
        return key;
    }

    const Stakes& stakes_;
    CardSet hands_[Seats] = {};

private:
    static constexpr CardSet kGuards = 0x8000800080008000u, kOnes = 0x0001000100010001u;
};

}  // namespace chupai::gongzhu
