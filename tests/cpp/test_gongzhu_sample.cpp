// Views and samples of Gong Zhu: a view hides what the seat does not know, a sample agrees with it, and all deals that
// agree are alike.
#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <vector>

#include "gongzhu_support.hpp"

using namespace chupai;
using namespace chupai::gongzhu;
using namespace chupai::gongzhu::testing;

namespace {

bool same_view(const View& a, const View& b) {
    return same_position(a.seen, b.seen) && a.pool == b.pool && a.seat == b.seat &&
           std::equal(a.known, a.known + kMaxSeats, b.known) && std::equal(a.sizes, a.sizes + kMaxSeats, b.sizes);
}

void check_view(const Position& pos, int seat, Stream& stream) {
    const View view = make_view(pos, seat);
    CardSet known = 0, hidden = 0;
    for (int s = 0; s < pos.seats; ++s) {
        REQUIRE(view.seen.hands[s] == (s == seat ? pos.hands[s] : 0));
        REQUIRE(view.sizes[s] == cards_of(pos.hands[s]).size());
        REQUIRE((view.known[s] & ~pos.hands[s]) == 0);
        known |= view.known[s];
        hidden |= s == seat ? 0 : pos.hands[s];
    }
    REQUIRE(known == (hidden & ~view.pool));
    const Position sampled = sample_position(view, stream);
    REQUIRE(same_view(make_view(sampled, seat), view));  // the seat cannot tell them apart
    REQUIRE(cards_in_hands(sampled) == cards_in_hands(pos));
    for (int s = 0; s < pos.seats; ++s) {
        REQUIRE((sampled.hands[s] & cards_of_suits(voids_of(pos, s))) == 0);
    }
    REQUIRE(legal_moves(sampled).size() == slow_legal(sampled).size());
    if (pos.to_move == seat) {
        REQUIRE(legal_moves(sampled) == legal_moves(pos));
        REQUIRE(legal_moves(view.seen) == legal_moves(pos));
    }
}

using Hands = std::vector<CardSet>;

// Every way to give the unseen cards to the other seats, each of its size, within what the view says.
std::vector<Hands> all_deals(const View& v) {
    const std::vector<int> cards = cards_of(v.pool);
    std::vector<Hands> found;
    Hands hands(v.known, v.known + v.seen.seats);
    const std::function<void(std::size_t)> deal = [&](std::size_t i) {
        if (i == cards.size()) {
            found.push_back(hands);
            return;
        }
        for (std::size_t s = 0; s < hands.size(); ++s) {
            const bool out = ((voids_of(v.seen, static_cast<int>(s)) >> (cards[i] / 13)) & 1) != 0;
            if (s != v.seat && !out && cards_of(hands[s]).size() < v.sizes[s]) {
                hands[s] |= set_of_cards({cards[i]});
                deal(i + 1);
                hands[s] &= ~set_of_cards({cards[i]});
            }
        }
    };
    deal(0);
    return found;
}

// Samples of the view hit every deal that agrees equally often. Returns how many there are.
std::size_t check_uniform(const Position& pos, int seat, std::uint64_t seed, int times = 60) {
    const View view = make_view(pos, seat);
    std::map<Hands, int> seen;
    for (const Hands& hands : all_deals(view)) {
        seen[hands] = 0;
    }
    Sampler sampler(view);
    Stream stream = make_stream(seed, 0, 0, Purpose::kSample);
    const int n = times * static_cast<int>(seen.size());
    for (int i = 0; i < n; ++i) {
        Position sampled = sampler.draw_position(stream);
        sampled.hands[seat] = 0;
        const auto at = seen.find(Hands(sampled.hands, sampled.hands + pos.seats));
        REQUIRE(at != seen.end());
        ++at->second;
    }
    double sum = 0;
    for (const auto& [hands, count] : seen) {
        sum += (count - times) * (count - times) / static_cast<double>(times);
    }
    CHECK(sum < chi_square_limit(static_cast<int>(seen.size()) - 1));
    return seen.size();
}

Position with_voids(Position pos, std::initializer_list<std::pair<int, Suits>> voids) {
    for (const auto& [seat, suits] : voids) {
        pos.voids |= suits << (4 * seat);
    }
    return pos;
}

}  // namespace

TEST_CASE("views and samples of every position of random games") {
    Dice dice(961);
    Stream stream = make_stream(962, 0, 0, Purpose::kSample);
    for (int i = 0; i < 6000; ++i) {
        const std::string rules = i % 2 == 0 ? many_rules()[static_cast<std::size_t>(i / 2) % many_rules().size()]
                                             : to_text(random_rules(dice));
        CAPTURE(rules);
        const Position pos = random_position(*tables_of(rules), dice);
        check_view(pos, dice.below(pos.seats), stream);
    }
}

TEST_CASE("simultaneous choices and the leader stay hidden until all have chosen") {
    Dice dice(963);
    const TablesPtr tables = tables_of("standard");
    Position pos = random_deal(*tables, dice);
    while (pos.opener != 2) {
        pos = random_deal(*tables, dice);
    }
    for (int seat = 0; seat < 4; ++seat) {
        const View before = make_view(pos, seat);
        CHECK(before.seen.leader == (seat == 2 ? 2 : kNoSeat));
        CHECK(before.seen.opener == (seat == 2 ? 2 : kNoSeat));
        CHECK(before.known[2] == 0);
    }
    for (int chosen = 0; chosen < 4; ++chosen) {
        play(pos, legal_moves(pos).back());  // exposes all it holds
        for (int seat = 0; seat < 4 && pos.phase == Phase::kExposing; ++seat) {
            const Specials own = seat <= chosen ? specials_of(pos.hands[seat]) : 0;
            CHECK(make_view(pos, seat).seen.exposed == own);
        }
    }
    for (int seat = 0; seat < 4; ++seat) {
        const View after_all = make_view(pos, seat);
        CHECK(after_all.seen.exposed == 15);
        CHECK(after_all.seen.leader == 2);
        for (int other = 0; other < 4; ++other) {
            const CardSet shown = pos.hands[other] & (kSpecialSet | (other == 2 ? CardSet{1} : 0));
            CHECK(after_all.known[other] == (other == seat ? 0 : shown));
        }
    }
    // In turn, each choice is seen at once.
    const TablesPtr sequential = tables_of("standard exposing_order=sequential");
    Position open = random_deal(*sequential, dice);
    play(open, legal_moves(open).back());
    for (int seat = 0; seat < 4; ++seat) {
        CHECK(make_view(open, seat).seen.exposed == open.exposed);
        CHECK(make_view(open, seat).seen.leader == open.leader);
    }
}

TEST_CASE("hidden choices are drawn uniformly from what the sampled hands hold") {
    Dice dice(964);
    const TablesPtr tables = tables_of("standard");
    Position pos = random_deal(*tables, dice);
    while (specials_of(pos.hands[3]) != 0) {
        pos = random_deal(*tables, dice);
    }
    for (int i = 0; i < 3; ++i) {
        REQUIRE(pos.phase != Phase::kPlay);
        play(pos, exposing_of(0));
    }
    Sampler sampler(make_view(pos, 3));
    Stream stream = make_stream(965, 0, 0, Purpose::kSample);
    std::vector<int> seen(16);
    for (int i = 0; i < 16000; ++i) {
        ++seen[sampler.draw_position(stream).exposed];
    }
    double sum = 0;
    for (int n : seen) {
        sum += (n - 1000.0) * (n - 1000.0) / 1000;
    }
    CHECK(sum < chi_square_limit(15));
}

TEST_CASE("every deal that agrees with the view is equally likely") {
    const TablesPtr four = tables_of("standard"), five = tables_of("standard players=5"),
                    three = tables_of("standard players=3");
    const char* hands = "SA HA DA/S2 S3 H2/H3 D3 D4/C2 C3 S4";
    const Position plain = open_position(four, hands);
    CHECK(check_uniform(plain, 0, 971) == 1680);
    CHECK(check_uniform(plain, 2, 972) == 1680);
    // One seat out of one suit; out of several; two seats out of different suits; suits with one possible holder.
    CHECK(check_uniform(with_voids(plain, {{1, 8}}), 0, 973) == 700);
    CHECK(check_uniform(with_voids(plain, {{1, 12}}), 0, 974) > 100);
    CHECK(check_uniform(with_voids(plain, {{1, 4}, {2, 1}}), 0, 975) > 100);
    CHECK(check_uniform(with_voids(plain, {{1, 12}, {2, 9}, {3, 2}}), 0, 976) == 8);
    CHECK(check_uniform(with_voids(plain, {{1, 12}, {2, 9}, {3, 6}}), 0, 977) == 6);
    // Exposed cards lie with their holders.
    CHECK(check_uniform(open_position(four, "SA HA DA/SQ S3 H2/H3 DJ D4/C2 CT S4", 0, "SQ DJ CT"), 0, 978) == 90);
    CHECK(check_uniform(with_voids(open_position(four, "SA HA DA/SQ S3 H2/H3 DJ D4/C2 CT S4", 0, "SQ CT"), {{3, 4}}), 0,
                        979) > 50);
    // Within a trick the hands differ in size.
    CHECK(check_uniform(open_position(four, "SA HA DA/S2 S3/H3 D3/C2 C3 S4", 1, "", "", "S5 H5"), 0, 980) == 60);
    CHECK(check_uniform(open_position(four, "SA HA DA/S2 S3/H3 D3/C2 C3 S4", 1, "", "", "S5 H5"), 3, 981) > 20);
    CHECK(check_uniform(with_voids(open_position(five, "SA HA/S2 H2/H3 D3/C3 S4/C5 S5"), {{1, 8}, {2, 1}, {4, 2}}), 0,
                        982) > 100);
    CHECK(check_uniform(with_voids(open_position(three, "SA HA DA CA/S2 S3 H2 H3/D2 D3 H4 H5"), {{2, 1}}), 0, 983) > 5);
    Position opener = plain;  // who must hold S2
    opener.opener = 1;
    CHECK(check_uniform(opener, 0, 984) == 560);
}

TEST_CASE("shares of a full deal with many restrictions are exact") {
    // Seat 1 out of spades, seat 2 out of hearts, seat 3 out of diamonds: the share of deals in which seat 1 has k
    // clubs is worked out here by summing over how many cards of each suit each seat gets.
    Position pos =
        open_position(tables_of("standard"), "SAK HAK DAK CAK/H23456 C234/S23456 D2 C56/S789 H789 C78", 0, "", "SHDC");
    pos = with_voids(pos, {{1, 5}, {2, 2}, {3, 4}});
    const View view = make_view(pos, 0);
    const auto choose = [](int n, int k) {
        double ways = k < 0 || k > n ? 0 : 1;
        for (int i = 0; i < k && ways > 0; ++i) {
            ways = ways * (n - i) / (i + 1);
        }
        return ways;
    };
    const int spades = 8, hearts = 8, clubs = 7;  // the diamond can only be seat 2's
    std::vector<double> expected(9);
    double all = 0;
    for (int c1 = 0; c1 <= clubs; ++c1) {
        for (int s2 = 0; s2 <= spades; ++s2) {
            for (int c2 = 0; c2 + c1 <= clubs; ++c2) {
                const int h1 = 8 - c1, h3 = hearts - h1, s3 = spades - s2, c3 = clubs - c1 - c2;
                if (s2 + 1 + c2 == 8 && s3 + h3 + c3 == 8) {
                    const double ways =
                        choose(spades, s2) * choose(hearts, h1) * choose(clubs, c1) * choose(clubs - c1, c2);
                    expected[static_cast<std::size_t>(c1)] += ways;
                    all += ways;
                }
            }
        }
    }
    Sampler sampler(view);
    Stream stream = make_stream(991, 0, 0, Purpose::kSample);
    std::vector<double> seen(9);
    constexpr int kTimes = 40000;
    for (int i = 0; i < kTimes; ++i) {
        ++seen[cards_of(sampler.draw_position(stream).hands[1] & cards_of_suit(kClubs)).size()];
    }
    double sum = 0;
    int freedom = -1;
    for (std::size_t c = 0; c < seen.size(); ++c) {
        const double mean = expected[c] / all * kTimes;
        if (mean > 5) {
            sum += (seen[c] - mean) * (seen[c] - mean) / mean;
            ++freedom;
        }
    }
    CHECK(freedom >= 4);
    CHECK(sum < chi_square_limit(freedom));
}
