// Deals and draws: complete, the right sizes, uniform.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "chupai/doudizhu/deal.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

template <int Packs>
void check_sizes(std::string_view rules) {
    const TablesPtr tables = tables_of(rules);
    std::vector<int> firsts(static_cast<std::size_t>(tables->seats));
    constexpr int kDeals = 4000;
    for (int i = 0; i < kDeals; ++i) {
        Stream stream = make_stream(71, static_cast<std::uint64_t>(i), 0, Purpose::kDeal);
        const Deal deal = deal_cards<Packs>(*tables, stream);
        Hand all = deal.bottom;
        REQUIRE(total_of(counts_of(deal.bottom)) == tables->bottom_size);
        for (int seat = 0; seat < kMaxSeats; ++seat) {
            REQUIRE(total_of(counts_of(deal.hands[seat])) == (seat < tables->seats ? tables->hand_size : 0));
            all += deal.hands[seat];
        }
        REQUIRE(all == tables->deck);
        ++firsts.at(deal.first);
    }
    if (tables->rules.landlord_selection == Selection::kGiven) {
        CHECK(firsts[0] == kDeals);
    } else {
        for (int n : firsts) {
            const int expected = kDeals / tables->seats;
            CHECK(std::abs(n - expected) < 150);  // more than four standard deviations
        }
    }
}

double chi_square(const std::vector<int>& seen, double expected) {
    double sum = 0;
    for (int n : seen) {
        sum += (n - expected) * (n - expected) / expected;
    }
    return sum;
}

// Draws `take` of the cards, many times; returns chi-square over all subsets of single cards.
template <int Packs>
double draw_many(const CardMask<Packs>& pool, int size, int take, int subsets, std::uint64_t seed) {
    std::map<std::vector<std::uint64_t>, int> seen;
    const int draws = 400 * subsets;
    Stream stream = make_stream(seed, 0, 0, Purpose::kDeal);
    for (int i = 0; i < draws; ++i) {
        const CardMask<Packs> drawn = draw(stream, pool, size, take);
        std::vector<std::uint64_t> words(drawn.word, drawn.word + Packs);
        int n = 0;
        for (int w = 0; w < Packs; ++w) {
            REQUIRE((drawn.word[w] & ~pool.word[w]) == 0);
            n += std::popcount(drawn.word[w]);
        }
        REQUIRE(n == take);
        ++seen[words];
    }
    REQUIRE(seen.size() == static_cast<std::size_t>(subsets));
    std::vector<int> counts;
    for (const auto& [subset, n] : seen) {
        counts.push_back(n);
    }
    return chi_square(counts, 400);
}

}  // namespace

TEST_CASE("deals of one pack") {
    for (const std::string& name : presets_with(1)) {
        check_sizes<1>(name);
    }
}

TEST_CASE("deals of two packs") {
    for (const std::string& name : presets_with(2)) {
        check_sizes<2>(name);
    }
}

TEST_CASE("deals are a function of their stream, at every level") {
    for (const char* name : {"standard", "standard-four"}) {
        const TablesPtr tables = tables_of(name);
        for (std::uint64_t game = 0; game < 500; ++game) {
            Stream stream = make_stream(72, game, 0, Purpose::kDeal);
            const Deal expected =
                tables->rules.packs == 1 ? deal_cards<1>(*tables, stream) : deal_cards<2>(*tables, stream);
            for (const Kernels* k : levels()) {
                Stream again = make_stream(72, game, 0, Purpose::kDeal);
                const Deal deal = k->doudizhu.deal(*tables, again);
                REQUIRE(again.state == stream.state);
                REQUIRE(deal.first == expected.first);
                REQUIRE(deal.bottom == expected.bottom);
                for (int seat = 0; seat < kMaxSeats; ++seat) {
                    REQUIRE(deal.hands[seat] == expected.hands[seat]);
                }
            }
        }
    }
}

TEST_CASE("single cards and counts convert both ways") {
    Dice dice(73);
    for (int i = 0; i < 2000; ++i) {
        const Hand one = dense_hand(dice, 1, dice.below(40)), two = dense_hand(dice, 2, dice.below(80));
        REQUIRE(rank_counts(single_cards<1>(one)) == one);
        REQUIRE(rank_counts(single_cards<2>(two)) == two);
        REQUIRE(size_of(single_cards<1>(one)) == total_of(counts_of(one)));
        REQUIRE(size_of(single_cards<2>(two)) == total_of(counts_of(two)));
    }
}

TEST_CASE("every subset of the pool is equally likely to be drawn") {
    // The last argument of each row is the 0.1 % point of chi-square with one degree of freedom less than subsets.
    const CardMask<1> six{{0x8000000400210003u}};
    CHECK(draw_many(six, 6, 0, 1, 74) == 0);
    CHECK(draw_many(six, 6, 1, 6, 75) < 20.5);
    CHECK(draw_many(six, 6, 2, 15, 76) < 36.1);
    CHECK(draw_many(six, 6, 3, 20, 77) < 43.8);
    CHECK(draw_many(six, 6, 4, 15, 78) < 36.1);
    CHECK(draw_many(six, 6, 5, 6, 79) < 20.5);
    CHECK(draw_many(six, 6, 6, 1, 80) == 0);
    const CardMask<1> nine{{0xf00000000000001fu}};
    CHECK(draw_many(nine, 9, 4, 126, 81) < 179.6);
    const CardMask<2> split{{0x8000000000000003u, 0x0000100000000011u}};
    CHECK(draw_many(split, 6, 3, 20, 82) < 43.8);
    CHECK(draw_many(split, 6, 2, 15, 83) < 36.1);
}

TEST_CASE("every seat gets every card equally often") {
    const TablesPtr tables = tables_of("standard");
    constexpr int kDeals = 20000;
    std::vector<std::vector<int>> held(4, std::vector<int>(kRanks));
    for (int i = 0; i < kDeals; ++i) {
        Stream stream = make_stream(84, static_cast<std::uint64_t>(i), 0, Purpose::kDeal);
        const Deal deal = deal_cards<1>(*tables, stream);
        for (std::size_t seat = 0; seat < 4; ++seat) {
            const Counts counts = counts_of(seat < 3 ? deal.hands[seat] : deal.bottom);
            for (std::size_t rank = 0; rank < kRanks; ++rank) {
                held[seat][rank] += counts[rank];
            }
        }
    }
    for (std::size_t seat = 0; seat < 4; ++seat) {
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
            const double copies = rank < kBlackJoker ? 4 : 1, share = (seat < 3 ? 17 : 3) / 54.0;
            const double mean = kDeals * copies * share;
            const double deviation = std::sqrt(mean * (1 - share));
            CHECK(std::abs(held[seat][rank] - mean) < 4.5 * deviation);
        }
    }
}
