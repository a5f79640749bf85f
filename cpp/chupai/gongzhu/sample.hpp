// Deals that agree with a view, each equally likely.
//
// The unseen cards fall into groups, by which seats may hold them (a seat holds no suit it has shown to be out of). Let
// a split say how many cards of a group each seat gets. The deals that make the same splits number the product, over
// all groups and seats, of group size! / cards!; so the share of all deals in which a seat gets a cards of this group
// is a sum of products of 1 / a! over the splits of the groups that follow. These sums depend only on how many cards
// each seat still needs; they are taken once each (in doubles: the relative error is about 1e-15). Seats' numbers are
// drawn by them group for group, then the cards of each are a uniformly random subset.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>

#include "chupai/core/draw.hpp"
#include "chupai/gongzhu/view.hpp"

namespace chupai::gongzhu {
inline namespace CHUPAI_LEVEL {

// A view made ready for drawing from it any number of times.
class Sampler {
public:
    explicit Sampler(const View& view) noexcept : view_(view) {
        find_needs();
        find_groups();
        int states = 1;
        for (int j = 0; j + 1 < others_; ++j) {
            states *= need_[index(j)] + 1;
        }
        for (int g = 1; g + 1 < groups_; ++g) {
            std::fill_n(known_ways_[index(g)].begin(), states, kUnknown);
        }
    }

    Position draw_position(Stream& stream) noexcept {
        Position pos = view_.seen;
        Counts need = need_;
        for (int g = 0; g < groups_; ++g) {
            deal_group(g, need, stream, pos);
        }
        for (int j = 0; j < others_; ++j) {
            pos.hands[seat_[index(j)]] |= view_.known[seat_[index(j)]];
        }
        if (pos.leader == kNoSeat) {
            pos.leader = pos.opener = holder_of(pos.hands, pos.seats, pos.tables->first_lead);
        }
        if (choices_are_hidden(pos)) {
            draw_choices(stream, pos);
        }
        return pos;
    }

private:
    static constexpr int kMaxOthers = kMaxSeats - 1;
    // What the seats but the last still need: 10 cards each of four others, 13 of three, 17 of two.
    static constexpr std::size_t kMaxStates = 11 * 11 * 11;
    static constexpr double kUnknown = -1;
    using Counts = std::array<int, kMaxOthers>;

    struct Group {
        CardSet cards;
        unsigned allowed;  // bit j: seat_[j] may hold them
    };

    static constexpr std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }

    static constexpr std::array<double, kMaxHand + 1> kInverseFactorials = [] {
        std::array<double, kMaxHand + 1> table{};
        double factorial = 1;
        for (std::size_t n = 0; n < table.size(); ++n) {
            factorial *= n == 0 ? 1 : static_cast<double>(n);
            table[n] = 1 / factorial;
        }
        return table;
    }();

    void find_needs() noexcept {
        for (int s = 0; s < view_.seen.seats; ++s) {
            if (s != view_.seat) {
                seat_[index(others_)] = static_cast<Seat>(s);
                need_[index(others_++)] = view_.sizes[s] - count_cards(view_.known[s]);
            }
        }
    }

    void find_groups() noexcept {
        for (int suit = 0; suit < kSuits; ++suit) {
            const CardSet cards = view_.pool & cards_of_suit(suit);
            unsigned allowed = 0;
            for (int j = 0; j < others_; ++j) {
                const bool out = ((voids_of(view_.seen, seat_[index(j)]) >> suit) & 1) != 0;
                allowed |= static_cast<unsigned>(!out) << j;
            }
            if (cards != 0) {
                add_to_groups(cards, allowed);
            }
        }
        // The group that most seats may hold comes last: what is left to it needs no sum.
        std::sort(group_.begin(), group_.begin() + groups_,
                  [](const Group& a, const Group& b) { return popcount(a.allowed) < popcount(b.allowed); });
    }

    void add_to_groups(CardSet cards, unsigned allowed) noexcept {
        for (int g = 0; g < groups_; ++g) {
            if (group_[index(g)].allowed == allowed) {
                group_[index(g)].cards |= cards;
                return;
            }
        }
        group_[index(groups_++)] = Group{cards, allowed};
    }

    bool may_hold(int g, int j) const noexcept { return ((group_[index(g)].allowed >> j) & 1) != 0; }

    // The sum for groups g and after when the seats need so many.
    double ways(int g, Counts& need) noexcept {
        if (g + 1 == groups_) {
            double product = 1;
            for (int j = 0; j < others_; ++j) {
                product *= may_hold(g, j) || need[index(j)] == 0 ? kInverseFactorials[index(need[index(j)])] : 0;
            }
            return product;
        }
        std::size_t state = 0;
        for (int j = 0; j + 1 < others_; ++j) {
            state = state * index(need_[index(j)] + 1) + index(need[index(j)]);
        }
        double& known = known_ways_[index(g)][state];
        if (known < 0) {
            known = split(g, 0, count_cards(group_[index(g)].cards), need);
        }
        return known;
    }

    // The sum over the ways to give `left` cards of group g to the seats from j on, and all later groups.
    double split(int g, int j, int left, Counts& need) noexcept {
        if (j == others_) {
            return left == 0 ? ways(g + 1, need) : 0;
        }
        double sum = 0;
        const int most = most_of(g, j, left, need);
        for (int n = 0; n <= most; ++n) {
            sum += split_giving(n, g, j, left, need);
        }
        return sum;
    }

    // The part of it in which seat j gets n.
    double split_giving(int n, int g, int j, int left, Counts& need) noexcept {
        need[index(j)] -= n;
        const double sum = kInverseFactorials[index(n)] * split(g, j + 1, left - n, need);
        need[index(j)] += n;
        return sum;
    }

    int most_of(int g, int j, int left, const Counts& need) const noexcept {
        return may_hold(g, j) ? std::min(left, need[index(j)]) : 0;
    }

    // How many of the `left` cards of group g seat j gets.
    int draw_count(int g, int j, int left, Counts& need, Stream& stream) noexcept {
        if (g + 1 == groups_) {
            return need[index(j)];
        }
        std::array<double, kMaxHand + 1> part{};
        const int most = most_of(g, j, left, need);
        double sum = 0;
        for (int n = 0; n <= most; ++n) {
            sum += part[index(n)] = split_giving(n, g, j, left, need);
        }
        assert(sum > 0);  // a view of a position has a deal
        double at = static_cast<double>(next_word(stream) >> 11) * 0x1p-53 * sum;
        int chosen = 0;
        for (int n = 0; n <= most; ++n) {
            if (part[index(n)] > 0) {
                chosen = n;
                if (at < part[index(n)]) {
                    break;
                }
                at -= part[index(n)];
            }
        }
        return chosen;
    }

    void deal_group(int g, Counts& need, Stream& stream, Position& pos) noexcept {
        CardSet cards = group_[index(g)].cards;
        int left = count_cards(cards);
        for (int j = 0; j < others_; ++j) {
            const int n = left == 0 ? 0 : draw_count(g, j, left, need, stream);
            assert(n <= left);
            const CardSet drawn = draw(stream, CardMask<1>{{cards}}, left, n).word[0];
            pos.hands[seat_[index(j)]] |= drawn;
            cards &= ~drawn;
            left -= n;
            need[index(j)] -= n;
        }
    }

    // Choices already made that this seat cannot see: each held card is exposed or not, as a fair bit says.
    void draw_choices(Stream& stream, Position& pos) const noexcept {
        const Specials bits = static_cast<Specials>(next_word(stream) >> 60);
        for (int s = 0; s < pos.to_move; ++s) {
            const Specials held = s == view_.seat ? 0 : specials_of(pos.hands[s]);
            pos.exposed = static_cast<std::uint8_t>(pos.exposed | (bits & held));
        }
    }

    View view_;
    int others_ = 0;
    std::array<Seat, kMaxOthers> seat_{};
    Counts need_{};
    int groups_ = 0;
    std::array<Group, kSuits> group_{};
    std::array<std::array<double, kMaxStates>, kSuits> known_ways_;  // by group and what seats need; 0 and last unused
};

// Exactly uniform over the deals that agree with the view; choices of a simultaneous exposing that it does not show are
// then uniform over what each hand holds.
inline Position sample_position(const View& view, Stream& stream) noexcept {
    return Sampler(view).draw_position(stream);
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::gongzhu
