// kMaxLegal is a bound on the legal list of every position.
//
// The argument, for one pack. (1) A list of leads only grows when a card is added to the hand, so the longest is that
// of a full hand of 20 cards. (2) A follow is the pass and some of the leads. (3) A looser rule set allows all that a
// stricter one does, and `readings = all` gives each card set every reading it has; so the leads under loosest() bound
// all others. (4) Under loosest() nothing is filtered out, and the list's length has a closed form: the number of
// bodies of each kind, times the number of multisets of kickers that remain, which depends only on how many of the
// ranks outside the body are held once, twice, three and four times. `leads_of` is that form; it shares no code with
// the generator and is tested to agree with it. (5) The slow test evaluates it for all 153,009,740 hands of 20 cards.
//
// For two packs (1) to (4) hold with 33 cards and loosest_two(). There are too many hands for (5), but few profiles:
// how many of the thirteen ranks 3..2 are held 0, 1, .. 8 times, and how many jokers of each colour. (6) The list of
// any hand is at most that of its profile when each kind is taken at its best. Of T ranks held three times (at most
// twelve in chains), at most T - n + 1 windows of n make a body, and as many do when they are neighbours; the same
// for straights, pairs, fours. What kickers a body leaves depends only on the counts of the ranks outside it, and
// more where a rank outside is held more often; so no body leaves more than one of the n ranks that are held least,
// three times or more. (7) All 11,662 profiles of 33 cards are tried, and the largest bound is the length of a list
// that there is: the bound is exact.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <unordered_map>
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
template <class Leads>
unsigned climb(Leads&& leads_of, int packs, Counts hand, Dice& dice) {
    const Counts most = pack(packs);
    unsigned best = leads_of(hand);
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
        const unsigned leads = leads_of(next);
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
    const auto leads = [&](const Counts& hand) { return counter.leads_of(hand); };
    Dice dice(63);
    unsigned best = 0;
    for (int i = 0; i < 40; ++i) {
        best = std::max(best, climb(leads, 1, counts_of(random_hand(dice, 1, 20)), dice));
    }
    CHECK(best == kLongest);
}

// ---- two packs ----

namespace {

// The longest list under any rules, and a hand that has it; the same under the presets.
constexpr unsigned kLongestOfTwo = 27064;
constexpr const char* kLongestHandOfTwo = "3456789999TTTTJJJJQQQQKKKKAAAA2BR";
constexpr unsigned kLongestOfTwoPresets = 1845;
constexpr const char* kLongestHandOfTwoPresets = "33445566777888999TTTJJJQQQKKKAA22";

Rules loosest_two() {
    Rules rules = loosest();
    rules.players = 4;
    rules.packs = 2;
    rules.solo_kicker_copies = rules.quad_kicker_copies = 8;
    rules.pair_kicker_copies = 4;
    rules.joker_pairs = true;
    return rules;
}

// held[k]: ranks held exactly k times; held[0] is not looked at.
using Held = std::array<int, 9>;

// Ranks held at least k times.
int at_least(const Held& held, std::size_t k) {
    return std::accumulate(held.begin() + static_cast<int>(k), held.end(), 0);
}

// A choice of k units from ranks held so often: the coefficient of x^k in the product of 1 + x + .. + x^held.
class Multisets {
public:
    static constexpr std::size_t kMost = 11;  // 33 cards: five fours and ten kickers

    unsigned operator()(const Held& held, std::size_t k) {
        std::uint64_t key = 0;
        for (std::size_t n = 1; n < held.size(); ++n) {
            key = 16 * key + static_cast<std::uint64_t>(held[n]);
        }
        const auto [at, is_new] = known_.try_emplace(key);
        if (is_new) {
            at->second = product(held);
        }
        return at->second[k];
    }

private:
    using Row = std::array<unsigned, kMost + 1>;
    static Row product(const Held& held) {
        Row row{1};
        for (std::size_t most = 1; most < held.size(); ++most) {
            for (int i = 0; i < held[most]; ++i) {
                Row next{};
                for (std::size_t k = 0; k < row.size(); ++k) {
                    next[k] = std::accumulate(row.begin() + static_cast<int>(k - std::min(k, most)),
                                              row.begin() + static_cast<int>(k) + 1, 0u);
                }
                row = next;
            }
        }
        return row;
    }
    std::unordered_map<std::uint64_t, Row> known_;
};

// Thirteen ranks in any order, and the jokers.
struct Profile {
    Held suited{};
    int black = 0, red = 0;
    Held all() const {
        Held held = suited;
        ++held[static_cast<std::size_t>(black)];
        ++held[static_cast<std::size_t>(red)];
        return held;
    }
};

Profile profile_of(const Counts& hand) {
    Profile profile{{}, hand[kBlackJoker], hand[kRedJoker]};
    for (std::size_t rank = 0; rank < kBlackJoker; ++rank) {
        ++profile.suited[static_cast<std::size_t>(hand[rank])];
    }
    return profile;
}

class LooseCounter {
public:
    // The length of the list of leads under loosest_two().
    unsigned leads_of(const Counts& hand) {
        const Held held = profile_of(hand).all();
        unsigned total = without_chains(profile_of(hand));
        for (int unit = 1; unit <= 4; ++unit) {
            for (int low = 0; low < kChainRanks; ++low) {
                Held rest = held;
                for (int top = low; top < kChainRanks && hand[static_cast<std::size_t>(top)] >= unit; ++top) {
                    --rest[static_cast<std::size_t>(hand[static_cast<std::size_t>(top)])];
                    total += top > low ? 1 + wings(rest, unit, top - low + 1) : 0;
                }
            }
        }
        return total;
    }

    // No hand of this profile has more leads under the presets: pairs of different ranks are their only kickers.
    unsigned bound_of_presets(const Profile& profile) {
        const Held held = profile.all();
        const bool jokers = profile.black == 2 && profile.red == 2;
        const int pairs = at_least(held, 2), trios = at_least(held, 3);
        int plain = at_least(held, 1) + pairs + trios + trios * (pairs - 1) + (jokers ? 1 : 0);
        for (std::size_t k = 4; k < held.size(); ++k) {
            plain += at_least(held, k);  // bombs of k cards
        }
        auto total = static_cast<unsigned>(plain);
        const std::array<int, 4> shortest{0, 5, 3, 2};
        for (int unit = 1; unit <= 3; ++unit) {
            const int ranks = std::min<int>(at_least(profile.suited, static_cast<std::size_t>(unit)), kChainRanks);
            for (int length = shortest[static_cast<std::size_t>(unit)]; length <= ranks; ++length) {
                const auto windows = static_cast<unsigned>(ranks - length + 1);
                total += windows * (1 + (unit == 3 ? subsets(pairs - length, length) : 0));
                total -= windows * (unit == 3 && jokers ? subsets(pairs - length - 2, length - 2) : 0);
            }
        }
        return total;
    }

    // No hand of this profile has more under loosest_two().
    unsigned bound(const Profile& profile) {
        unsigned total = without_chains(profile);
        for (int unit = 1; unit <= 4; ++unit) {
            const int ranks = std::min<int>(at_least(profile.suited, static_cast<std::size_t>(unit)), kChainRanks);
            Held rest = profile.all();
            auto least = static_cast<std::size_t>(unit);
            for (int length = 1; length <= ranks; ++length) {
                while (rest[least] == 0) {
                    ++least;
                }
                --rest[least];
                const auto windows = static_cast<unsigned>(ranks - length + 1);
                total += length > 1 ? windows * (1 + wings(rest, unit, length)) : 0;
            }
        }
        return total;
    }

private:
    // Sets of single kickers and of pairs for a body of that many trios or fours.
    unsigned wings(const Held& rest, int unit, int length) {
        const auto kickers = static_cast<std::size_t>(unit == 4 ? 2 * length : length);
        if (unit < 3 || kickers > Multisets::kMost) {
            return 0;  // of six fours or twelve trios there are no 33 cards with kickers
        }
        Held pairs{};
        for (std::size_t k = 2; k < rest.size(); ++k) {
            pairs[k / 2] += rest[k];
        }
        return multisets_(rest, kickers) + multisets_(pairs, kickers);
    }

    unsigned subsets(int n, int k) {
        return n < k || k > static_cast<int>(Multisets::kMost) ? 0 : multisets_({0, n}, static_cast<std::size_t>(k));
    }

    // Solos, pairs, trios alone and with one, fours with two, bombs, the rocket: the order of ranks does not matter.
    unsigned without_chains(const Profile& profile) {
        const Held held = profile.all();
        const int ranks = at_least(held, 1), pairs = at_least(held, 2), trios = at_least(held, 3);
        int plain = ranks + pairs + trios + trios * (ranks - 1 + pairs - 1);
        unsigned total = profile.black == 2 && profile.red == 2 ? 1 : 0;
        for (std::size_t k = 4; k < held.size(); ++k) {
            plain += at_least(held, k);  // bombs of k cards
            if (held[k] != 0) {
                Held rest = held;
                --rest[k];
                total += static_cast<unsigned>(held[k]) * wings(rest, 4, 1);
            }
        }
        return total + static_cast<unsigned>(plain);
    }

    Multisets multisets_;
};

// Calls visit(profile) for each profile of 33 cards.
template <class Visit>
void for_each_profile(Visit&& visit) {
    Profile profile;
    const auto hold = [&](auto&& self, std::size_t times, int ranks, int cards) -> void {
        if (times == 0) {
            if (cards == 0) {
                profile.suited[0] = ranks;
                visit(profile);
            }
            return;
        }
        const int each = static_cast<int>(times);
        for (int n = 0; n <= ranks && n * each <= cards; ++n) {
            profile.suited[times] = n;
            self(self, times - 1, ranks - n, cards - n * each);
        }
        profile.suited[times] = 0;
    };
    for (profile.black = 0; profile.black <= 2; ++profile.black) {
        for (profile.red = 0; profile.red <= profile.black; ++profile.red) {  // colours are alike
            hold(hold, 8, 13, 33 - profile.black - profile.red);
        }
    }
}

}  // namespace

TEST_CASE("two packs: the longest list fits, with the pass") {
    CHECK(kLongestOfTwo + 1 <= DouDizhu<2>::kMaxLegal);
    const TablesPtr loose = resolve(loosest_two());
    CHECK(generators().back().list(*loose, parse_hand(kLongestHandOfTwo), Shape{}).size() == kLongestOfTwo);
}

TEST_CASE("two packs: no profile has more") {
    LooseCounter counter;
    int profiles = 0;
    unsigned most = 0;
    for_each_profile([&](const Profile& profile) {
        ++profiles;
        most = std::max(most, counter.bound(profile));
    });
    CHECK(profiles == 11662);
    CHECK(most == kLongestOfTwo);
}

TEST_CASE("two packs: the closed form is what the generator counts, and no more than the bound") {
    LooseCounter counter;
    const TablesPtr loose = resolve(loosest_two());
    const Generator g = generators().back();
    Dice dice(64);
    for (int i = 0; i < 600; ++i) {
        const int n = i % 3 == 2 ? 1 + dice.below(33) : 33;
        const Hand hand = i % 3 == 0 ? random_hand(dice, 2, n) : dense_hand(dice, 2, n);
        CAPTURE(to_text(hand));
        const Counts counts = counts_of(hand);
        REQUIRE(counter.leads_of(counts) == g.count(*loose, hand, Shape{}));
        REQUIRE(counter.leads_of(counts) <= counter.bound(profile_of(counts)));
    }
    CHECK(counter.leads_of(counts_of(parse_hand(kLongestHandOfTwo))) == kLongestOfTwo);
}

TEST_CASE("two packs: more cards, more leads; tighter rules, fewer") {
    LooseCounter counter;
    const Generator g = generators().back();
    Dice dice(65);
    for (int i = 0; i < 100; ++i) {
        const Hand hand = i % 2 == 0 ? random_hand(dice, 2, 33) : dense_hand(dice, 2, 33);
        const Counts counts = counts_of(hand);
        const unsigned leads = counter.leads_of(counts);
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
            if (counts[rank] > 0) {
                Counts fewer = counts;
                --fewer[rank];
                REQUIRE(counter.leads_of(fewer) < leads);
            }
        }
        const TablesPtr tighter = resolve(random_rules(dice, 2));
        CAPTURE(to_text(tighter->rules));
        REQUIRE(g.count(*tighter, hand, Shape{}) <= leads);
    }
}

TEST_CASE("two packs: climbing finds no longer list") {
    LooseCounter counter;
    const auto leads = [&](const Counts& hand) { return counter.leads_of(hand); };
    Dice dice(66);
    unsigned best = 0;
    for (int i = 0; i < 12; ++i) {
        best = std::max(best, climb(leads, 2, counts_of(random_hand(dice, 2, 33)), dice));
    }
    CHECK(best == kLongestOfTwo);
}

TEST_CASE("two packs: the longest list of the presets") {
    LooseCounter counter;
    unsigned bound = 0;
    for_each_profile([&](const Profile& profile) { bound = std::max(bound, counter.bound_of_presets(profile)); });
    CHECK(bound == kLongestOfTwoPresets);
    const Generator g = generators().back();
    for (const std::string& name : presets_with(2)) {
        const TablesPtr tables = tables_of(name);
        CHECK(g.count(*tables, parse_hand(kLongestHandOfTwoPresets), Shape{}) == kLongestOfTwoPresets);
        Dice dice(67);
        for (int i = 0; i < 300; ++i) {
            const Hand hand = i % 2 == 0 ? random_hand(dice, 2, 33) : dense_hand(dice, 2, 33);
            CAPTURE(to_text(hand));
            REQUIRE(g.count(*tables, hand, Shape{}) <= counter.bound_of_presets(profile_of(counts_of(hand))));
        }
        const auto leads = [&](const Counts& hand) { return g.count(*tables, hand_of(hand), Shape{}); };
        unsigned best = 0;
        for (int i = 0; i < 12; ++i) {
            best = std::max(best, climb(leads, 2, counts_of(random_hand(dice, 2, 33)), dice));
        }
        CHECK(best == kLongestOfTwoPresets);
    }
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
