// kMaxLegal is a bound on the legal list of every position of one pack.
//
// The argument. (1) A list of leads only grows when a card is added to the hand, so the longest is that of a full hand
// of 20 cards. (2) A follow is the pass and some of the leads. (3) A looser rule set allows all that a stricter one
// does, and `readings = all` gives each card set every reading it has; so the leads under loosest() bound all others.
// (4) Under loosest() nothing is filtered out, and the list's length has a closed form: the number of bodies of each
// kind, times the number of multisets of kickers that remain, which depends only on how many of the ranks outside the
// body are held once, twice, three and four times. `leads_of` is that form; it shares no code with the generator and
// is tested to agree with it. (5) The slow test evaluates it for all 153,009,740 hands of 20 cards.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "chupai/doudizhu/game.hpp"
#include "chupai/doudizhu/text.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

// What the slow test found: the longest list of leads, and a hand that has it.
constexpr unsigned kLongest = 839;
constexpr const char* kLongestHand = "3456789TJQKKKKAAAABR";

// Ranks (outside a body) that can give 1, 2, 3 and 4 units: index 1..4.
using Givers = std::array<int, 5>;

// choices[k]: multisets of k units from the givers, the coefficient of x^k in the product of 1 + x + .. + x^most.
using Choices = std::array<unsigned, 13>;

Choices multisets(const Givers& givers) {
    Choices choices{1};
    for (int most = 1; most <= 4; ++most) {
        for (int i = 0; i < givers[static_cast<std::size_t>(most)]; ++i) {
            Choices next{};
            for (std::size_t k = 0; k < choices.size(); ++k) {
                for (std::size_t take = 0; take <= std::min(k, static_cast<std::size_t>(most)); ++take) {
                    next[k] += choices[k - take];
                }
            }
            choices = next;
        }
    }
    return choices;
}

class LeadCounter {
public:
    LeadCounter() : table_(16 * 11 * 7 * 6) {
        for (int a = 0; a < 16; ++a) {
            for (int b = 0; b < 11; ++b) {
                for (int c = 0; c < 7; ++c) {
                    for (int d = 0; d < 6; ++d) {
                        table_[index({0, a, b, c, d})] = multisets({0, a, b, c, d});
                    }
                }
            }
        }
        for (unsigned set = 0; set < 4096; ++set) {
            unsigned starts = set;
            for (int length = 1; length <= kChainRanks && starts != 0; ++length) {
                chains_[set] += length >= 2 ? static_cast<unsigned>(std::popcount(starts)) : 0;
                starts &= set >> length;
            }
        }
    }

    unsigned leads_of(const Counts& hand) const {
        Givers held{};  // ranks held exactly that often
        std::array<unsigned, 5> ge{};  // chain ranks held at least that often
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
            ++held[static_cast<std::size_t>(hand[rank])];
            for (std::size_t k = 1; rank < kChainRanks && k <= static_cast<std::size_t>(hand[rank]); ++k) {
                ge[k] |= 1u << rank;
            }
        }
        const int fours = held[4], trios = held[3] + fours, pairs = held[2] + trios, ranks = held[1] + pairs;
        unsigned total = static_cast<unsigned>(ranks + pairs + trios + fours);  // bombs last
        total += static_cast<unsigned>(trios * (ranks - 1) + trios * (pairs - 1));  // trios with one
        total += hand[kBlackJoker] != 0 && hand[kRedJoker] != 0 ? 1 : 0;  // rocket
        total += chains_[ge[1]] + chains_[ge[2]] + chains_[ge[3]] + chains_[ge[4]];  // bare chains
        if (fours != 0) {
            total += static_cast<unsigned>(fours) * wings({0, held[1], held[2], held[3], fours - 1}, 2);
        }
        unsigned starts = ge[3] & (ge[3] >> 1);
        for (int length = 2; starts != 0; starts &= ge[3] >> length, ++length) {
            for (unsigned left = starts; left != 0; left &= left - 1) {
                const unsigned body = ((1u << length) - 1) << std::countr_zero(left);
                const int broken = std::popcount(ge[4] & body);  // fours that give the body three
                total += wings({0, held[1], held[2], held[3] - (length - broken), fours - broken},
                               static_cast<std::size_t>(length));
            }
        }
        starts = ge[4] & (ge[4] >> 1);
        for (int length = 2; starts != 0; starts &= ge[4] >> length, ++length) {
            total += static_cast<unsigned>(std::popcount(starts)) *
                     wings({0, held[1], held[2], held[3], fours - length}, static_cast<std::size_t>(2 * length));
        }
        return total;
    }

private:
    static std::size_t index(const Givers& g) {
        return static_cast<std::size_t>(((g[1] * 11 + g[2]) * 7 + g[3]) * 6 + g[4]);
    }
    // Sets of `k` single kickers and of `k` pairs: a rank held two or three times gives one pair, four times two.
    unsigned wings(const Givers& g, std::size_t k) const {
        return table_[index(g)][k] + table_[index({0, g[2] + g[3], g[4], 0, 0})][k];
    }

    std::vector<Choices> table_;
    std::array<unsigned, 4096> chains_{};
};

struct Longest {
    std::uint64_t hands = 0;
    unsigned leads = 0;
    Counts hand{};
};

void enumerate(const LeadCounter& counter, Counts& hand, std::size_t rank, int left, Longest& longest) {
    if (rank == kRanks) {
        ++longest.hands;
        const unsigned leads = counter.leads_of(hand);
        if (leads > longest.leads) {
            longest.leads = leads;
            longest.hand = hand;
        }
        return;
    }
    int room = 0;  // in the ranks after this one
    for (std::size_t later = rank + 1; later < kRanks; ++later) {
        room += later < kBlackJoker ? 4 : 1;
    }
    const int most = std::min(left, rank < kBlackJoker ? 4 : 1);
    for (int n = std::max(0, left - room); n <= most; ++n) {
        hand[rank] = n;
        enumerate(counter, hand, rank + 1, left - n, longest);
    }
    hand[rank] = 0;
}

// Swaps one card for another while that makes the list longer.
unsigned climb(const LeadCounter& counter, Counts hand, Dice& dice) {
    const Counts most = pack(1);
    unsigned best = counter.leads_of(hand);
    for (int idle = 0; idle < 2000; ++idle) {
        Counts next = hand;
        for (int swaps = 1 + dice.below(4); swaps > 0; --swaps) {
            const auto from = static_cast<std::size_t>(dice.below(kRanks));
            const auto to = static_cast<std::size_t>(dice.below(kRanks));
            if (from != to && next[from] > 0 && next[to] < most[to]) {
                --next[from];
                ++next[to];
            }
        }
        const unsigned leads = counter.leads_of(next);
        if (leads > best) {
            idle = 0;
        }
        if (leads >= best) {
            best = leads;
            hand = next;
        }
    }
    return best;
}

}  // namespace

TEST_CASE("the longest list fits, with the pass") {
    CHECK(kLongest + 1 <= DouDizhu<1>::kMaxLegal);
    const TablesPtr loose = resolve(loosest());
    for (const Generator& g : generators()) {
        CHECK(g.count(*loose, parse_hand(kLongestHand), Shape{}) == kLongest);
    }
}

TEST_CASE("the closed form is what the generator counts") {
    const LeadCounter counter;
    const TablesPtr loose = resolve(loosest());
    const Generator g = generators().back();
    Dice dice(61);
    for (int i = 0; i < 5000; ++i) {
        const Hand hand = i % 3 == 0 ? random_hand(dice, 1, 20) : dense_hand(dice, 1, 20);
        CAPTURE(to_text(hand));
        REQUIRE(counter.leads_of(counts_of(hand)) == g.count(*loose, hand, Shape{}));
    }
    CHECK(counter.leads_of(counts_of(parse_hand(kLongestHand))) == kLongest);
}

TEST_CASE("more cards, more leads; tighter rules, fewer") {
    const TablesPtr loose = resolve(loosest());
    const Generator g = generators().back();
    Dice dice(62);
    for (int i = 0; i < 300; ++i) {
        const Hand hand = i % 2 == 0 ? random_hand(dice, 1, 20) : dense_hand(dice, 1, 20);
        const unsigned leads = g.count(*loose, hand, Shape{});
        const Counts counts = counts_of(hand);
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
            if (counts[rank] > 0) {
                Counts fewer = counts;
                --fewer[rank];
                REQUIRE(g.count(*loose, hand_of(fewer), Shape{}) < leads);
            }
        }
        const TablesPtr tighter = resolve(random_rules(dice, 1));
        CAPTURE(to_text(tighter->rules));
        REQUIRE(g.count(*tighter, hand, Shape{}) <= leads);
    }
}

TEST_CASE("climbing finds no longer list") {
    const LeadCounter counter;
    Dice dice(63);
    unsigned best = 0;
    for (int i = 0; i < 40; ++i) {
        best = std::max(best, climb(counter, counts_of(random_hand(dice, 1, 20)), dice));
    }
    CHECK(best == kLongest);
}

TEST_SUITE("slow") {
    TEST_CASE("all hands of 20 cards" * doctest::skip()) {
        const LeadCounter counter;
        Longest longest;
        Counts hand{};
        enumerate(counter, hand, 0, 20, longest);
        CHECK(longest.hands == 153009740);
        CHECK(longest.leads == kLongest);
        CHECK(to_text(hand_of(longest.hand)) == kLongestHand);
    }
}
