// Deals of Gong Zhu: complete, equal hands, uniform.
#include <doctest/doctest.h>

#include <bit>
#include <map>
#include <vector>

#include "chupai/core/error.hpp"
#include "chupai/gongzhu/open.hpp"
#include "gongzhu_support.hpp"

using namespace chupai;
using namespace chupai::gongzhu;
using namespace chupai::gongzhu::testing;

namespace {

constexpr const char* kPlayers[] = {"standard players=3", "standard", "standard players=5"};

Deal deal_of(const Tables& tables, std::uint64_t seed, std::uint64_t i) {
    Stream stream = make_stream(seed, i, 0, Purpose::kDeal);
    return with_seats(tables, [&]<class G>() { return G::deal(tables, stream); });
}

}  // namespace

TEST_CASE("every deal is one of the rules") {
    for (const char* rules : kPlayers) {
        const TablesPtr tables = tables_of(rules);
        for (std::uint64_t i = 0; i < 3000; ++i) {
            const Deal deal = deal_of(*tables, 941, i);
            REQUIRE_NOTHROW(check_deal(*tables, deal));
            REQUIRE(deal.leader == kNoSeat);
        }
    }
}

TEST_CASE("every seat gets every card, and every pair of cards, equally often") {
    for (const char* rules : kPlayers) {
        const TablesPtr tables = tables_of(rules);
        const std::vector<int> cards = cards_of(tables->deck);
        constexpr int kDeals = 20000;
        std::vector<std::vector<double>> held(static_cast<std::size_t>(tables->seats), std::vector<double>(52));
        std::vector<double> together(52);  // with the card before it, in one hand
        for (std::uint64_t i = 0; i < kDeals; ++i) {
            const Deal deal = deal_of(*tables, 942, i);
            for (std::size_t seat = 0; seat < held.size(); ++seat) {
                int previous = -2;
                for (int card : cards_of(deal.hands[seat])) {
                    ++held[seat][static_cast<std::size_t>(card)];
                    together[static_cast<std::size_t>(card)] += card == previous + 1;
                    previous = card;
                }
            }
        }
        const double share = 1.0 / tables->seats, n = static_cast<double>(cards.size());
        const double pair = (n * share - 1) / (n - 1);
        double sum = 0, pairs = 0;
        int freedom = 0, pair_freedom = 0;
        for (int card : cards) {
            for (const auto& seat : held) {
                const double off = seat[static_cast<std::size_t>(card)] - kDeals * share;
                sum += off * off / (kDeals * share * (1 - share));
                ++freedom;
            }
            if (((tables->deck >> (16 * (card / 13) + card % 13)) & 1) != 0 && card > 0 &&
                std::find(cards.begin(), cards.end(), card - 1) != cards.end()) {
                const double off = together[static_cast<std::size_t>(card)] - kDeals * pair;
                pairs += off * off / (kDeals * pair * (1 - pair));
                ++pair_freedom;
            }
        }
        CHECK(sum < chi_square_limit(freedom));
        CHECK(pairs < chi_square_limit(pair_freedom));
    }
}

TEST_CASE("halves are uniform") {
    const std::uint64_t pools[2] = {0x8000000100010105u, 0x0000700000000032u};
    std::map<std::uint64_t, int> first, second;
    std::map<std::pair<std::uint64_t, std::uint64_t>, int> both;
    Stream stream = make_stream(943, 0, 0, Purpose::kDeal);
    constexpr int kTimes = 400;
    for (int i = 0; i < kTimes * 400; ++i) {
        std::uint64_t out[2] = {};
        draw_halves(stream, pools, 3, out);
        REQUIRE(std::popcount(out[0]) == 3);
        REQUIRE(std::popcount(out[1]) == 3);
        REQUIRE((out[0] & ~pools[0]) == 0);
        REQUIRE((out[1] & ~pools[1]) == 0);
        ++first[out[0]];
        ++second[out[1]];
        ++both[{out[0], out[1]}];
    }
    REQUIRE(first.size() == 20);
    REQUIRE(second.size() == 20);
    REQUIRE(both.size() == 400);
    const auto chi_square = [](const auto& seen, double expected) {
        double sum = 0;
        for (const auto& [half, n] : seen) {
            sum += (n - expected) * (n - expected) / expected;
        }
        return sum;
    };
    CHECK(chi_square(first, kTimes * 20) < chi_square_limit(19));
    CHECK(chi_square(second, kTimes * 20) < chi_square_limit(19));
    CHECK(chi_square(both, kTimes) < chi_square_limit(399));
}

TEST_CASE("numbers taken from one word one after another") {
    std::vector<int> seen(13 * 12 * 5);
    Stream stream = make_stream(944, 0, 0, Purpose::kDeal);
    for (int i = 0; i < 780 * 200; ++i) {
        std::uint64_t word = next_word(stream);
        const std::uint64_t a = take_below(word, 13), b = take_below(word, 12), c = take_below(word, 5);
        ++seen.at(static_cast<std::size_t>((a * 12 + b) * 5 + c));
    }
    double sum = 0;
    for (int n : seen) {
        sum += (n - 200.0) * (n - 200.0) / 200;
    }
    CHECK(sum < chi_square_limit(779));
}

TEST_CASE("deals that are none of the rules are refused") {
    const TablesPtr tables = tables_of("standard");
    const Deal good = deal_of(*tables, 945, 0);
    const auto refused = [&](auto&& change) {
        Deal deal = good;
        change(deal);
        CHECK_THROWS_AS(check_deal(*tables, deal), ParseError);
    };
    refused([](Deal& deal) { deal.hands[0] &= deal.hands[0] - 1; });
    refused([](Deal& deal) { deal.hands[1] = deal.hands[0]; });
    refused([](Deal& deal) { deal.hands[4] = 1; });
    refused([](Deal& deal) { deal.leader = 4; });
    refused([](Deal& deal) { deal.hands[0] |= std::uint64_t{1} << 13; });
    CHECK_THROWS_AS(check_deal(*tables_of("standard players=5"), good), ParseError);
    Deal led = good;
    led.leader = 3;
    CHECK_NOTHROW(check_deal(*tables, led));
}
