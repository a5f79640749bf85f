// Views and samples: a view hides what the seat does not know, a sample agrees with it, all agreeing deals alike.
#include <doctest/doctest.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "chupai/doudizhu/deal.hpp"
#include "chupai/doudizhu/observe.hpp"
#include "chupai/doudizhu/text.hpp"
#include "chupai/doudizhu/view.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

bool same_position(const Position& a, const Position& b) {
    for (int seat = 0; seat < kMaxSeats; ++seat) {
        if (a.hands[seat] != b.hands[seat] || a.plays[seat] != b.plays[seat] ||
            a.doublings[seat] != b.doublings[seat]) {
            return false;
        }
    }
    return a.bottom == b.bottom && a.landlord_start == b.landlord_start && a.table == b.table && a.stake == b.stake &&
           a.phase == b.phase && a.to_move == b.to_move && a.last == b.last && a.landlord == b.landlord &&
           a.first == b.first && a.seats == b.seats && a.passes == b.passes && a.passed == b.passed;
}

bool same_view(const View& a, const View& b) {
    return same_position(a.seen, b.seen) && a.pool == b.pool && a.known == b.known &&
           a.landlord_played == b.landlord_played && a.bottom_size == b.bottom_size && a.seat == b.seat &&
           std::memcmp(a.sizes, b.sizes, sizeof a.sizes) == 0;
}

void check_view(const Position& pos, int seat, Stream& stream) {
    const View view = make_view(pos, seat);
    Hand unseen = view.pool + view.known, hidden = bottom_taken(pos) ? 0 : pos.bottom;
    for (int s = 0; s < pos.seats; ++s) {
        REQUIRE(view.seen.hands[s] == (s == seat ? pos.hands[s] : 0));
        REQUIRE(int{view.sizes[s]} == total_of(counts_of(pos.hands[s])));
        hidden += s == seat ? 0 : pos.hands[s];
    }
    REQUIRE(unseen == hidden);
    const Position sampled = sample_position(view, stream);
    REQUIRE(same_view(make_view(sampled, seat), view));  // the seat cannot tell them apart
    Hand all = bottom_taken(sampled) ? 0 : sampled.bottom, before = bottom_taken(pos) ? 0 : pos.bottom;
    for (int s = 0; s < pos.seats; ++s) {
        all += sampled.hands[s];
        before += pos.hands[s];
    }
    REQUIRE(all == before);
    if (bottom_taken(pos)) {
        REQUIRE(sampled.landlord_start - sampled.hands[pos.landlord] == pos.landlord_start - pos.hands[pos.landlord]);
        REQUIRE(total_of(counts_of(sampled.bottom)) == total_of(counts_of(pos.bottom)));
    }
}

double chi_square(const std::map<std::string, int>& seen, const std::map<std::string, double>& expected) {
    double sum = 0;
    for (const auto& [name, mean] : expected) {
        const auto at = seen.find(name);
        const double n = at == seen.end() ? 0 : at->second;
        sum += (n - mean) * (n - mean) / mean;
    }
    return sum;
}

}  // namespace

TEST_CASE("views of random play hide, and samples agree with them") {
    Dice dice(101);
    std::vector<std::string> rules;
    for (int packs : {1, 2}) {
        for (const std::string& name : presets_with(packs)) {
            rules.push_back(name);
            rules.push_back(name + " bottom_public=false");
        }
    }
    for (const std::string& name : rules) {
        CAPTURE(std::string(name));
        const TablesPtr tables = tables_of(name);
        for (std::uint64_t game = 0; game < 12; ++game) {
            Stream stream = make_stream(102, game, 0, Purpose::kDeal);
            Position pos = start(
                *tables, tables->rules.packs == 1 ? deal_cards<1>(*tables, stream) : deal_cards<2>(*tables, stream));
            for (;;) {
                for (int seat = 0; seat < pos.seats; ++seat) {
                    check_view(pos, seat, stream);
                }
                if (is_over(pos)) {
                    break;
                }
                const std::vector<Move> legal = legal_moves(pos);
                play(pos, legal[static_cast<std::size_t>(dice.below(static_cast<int>(legal.size())))]);
            }
        }
    }
}

TEST_CASE("a view does not depend on what is hidden") {
    const TablesPtr tables = tables_of("standard");
    const Position a = open_position(tables, "345/678/9TJ"), b = open_position(tables, "345/69J/78T");
    CHECK(same_view(make_view(a, 0), make_view(b, 0)));
    CHECK(!same_view(make_view(a, 1), make_view(b, 1)));
}

TEST_CASE("shown bottom cards stay with the landlord until he plays them") {
    const TablesPtr tables = tables_of("standard");
    Deal deal;
    deal.hands[0] = parse_hand("3333444455556666B");
    deal.hands[1] = parse_hand("777788889999TTTTR");
    deal.hands[2] = parse_hand("JJJJQQQQKKKKAAAA2");
    deal.bottom = parse_hand("222");
    check_deal(*tables, deal);
    Position pos = after(start(*tables, deal), "3");
    View view = make_view(pos, 1);
    CHECK(to_text(view.known) == "222");
    CHECK(to_text(view.seen.bottom) == "222");
    CHECK(make_view(pos, 0).known == 0);
    pos = after(pos, "22 pass pass");
    CHECK(to_text(make_view(pos, 1).known) == "2");
    const View secret = [&] {
        const TablesPtr hidden = tables_of("standard bottom_public=false");
        return make_view(after(start(*hidden, deal), "3"), 1);
    }();
    CHECK(secret.known == 0);
    CHECK(secret.seen.bottom == 0);
    CHECK(int{secret.bottom_size} == 3);
    Stream stream = make_stream(103, 0, 0, Purpose::kSample);
    for (int i = 0; i < 200; ++i) {
        REQUIRE(counts_of(sample_position(view, stream).hands[0])[kTwo] >= 3);
    }
}

TEST_CASE("samples are uniform over single cards") {
    const TablesPtr tables = tables_of("standard");
    // Seat 0 sees neither 4 4 5 6 split two and two. Cards told apart there are six ways: 45 and 46 come twice.
    const View view = make_view(open_position(tables, "3/44/56"), 0);
    const std::map<std::string, double> expected{{"44", 1000}, {"45", 2000}, {"46", 2000}, {"56", 1000}};
    std::map<std::string, int> seen;
    for (std::uint64_t i = 0; i < 6000; ++i) {
        Stream stream = make_stream(104, i, 0, Purpose::kSample);
        ++seen[to_text(sample_position(view, stream).hands[1])];
    }
    CHECK(seen.size() == 4);
    CHECK(chi_square(seen, expected) < 16.3);  // 0.1 % point, three degrees of freedom
}

TEST_CASE("observations: samples are games with the same moves and the same view") {
    Dice dice(107);
    for (std::string_view preset_name : preset_names<Schema>()) {
        const std::string name(preset_name);
        CAPTURE(std::string(name));
        doudizhu::Record record(tables_of(name), Seeds{108, 0, 0});
        for (int ply = 0; ply < 60 && !is_over(record.now()); ++ply) {
            const std::vector<Move> legal = legal_moves(record.now());
            record.push(legal[static_cast<std::size_t>(dice.below(static_cast<int>(legal.size())))].code);
            for (int seat = 0; seat < record.now().seats; ++seat) {
                const doudizhu::Observation seen(record, seat);
                const doudizhu::Record sampled = seen.sample(109, static_cast<std::uint64_t>(ply));
                REQUIRE(doudizhu::Observation(sampled, seat).moves() == seen.moves());
                REQUIRE(doudizhu::Observation(sampled, seat) == seen);
            }
        }
    }
}

TEST_CASE("what no deal can have shown is refused") {
    const auto tables = tables_of("standard");
    const auto refused = [&](Seen seen) { CHECK_THROWS_AS(observe(tables, seen), ParseError); };
    Seen landlord{0, parse_hand("34556789TTJQKKA2B345"), parse_hand("345"), 0, {"3"}};
    CHECK_NOTHROW(observe(tables, landlord));
    const auto changed = [&](auto&& change) {
        Seen seen = landlord;
        change(seen);
        refused(seen);
    };
    changed([](Seen& s) { s.seat = 3; });
    changed([](Seen& s) { s.first = -1; });
    changed([](Seen& s) { s.bottom.reset(); });
    changed([](Seen& s) { s.bottom = parse_hand("34"); });
    changed([](Seen& s) { s.bottom = parse_hand("RR4"); });
    changed([](Seen& s) { s.bottom = parse_hand("RAA"); });  // the landlord holds other cards
    changed([](Seen& s) { s.history.clear(); });  // a bottom before there is a landlord
    changed([](Seen& s) { s.hand = parse_hand("34556789TTJQKKA2B34"); });
    changed([](Seen& s) {
        s.hand = parse_hand("33334444555566667777");
        s.seat = 1;
    });
    changed([](Seen& s) { s.history.emplace_back("BR"); });
    Seen farmer{1, parse_hand("3456789TJQKA23456"), parse_hand("777"), 0, {"3", "77", "88", "pass", "99"}};
    CHECK_THROWS_AS(observe(tables, farmer), Error);
    // Cards that others have played are gone.
    Seen gone{1, parse_hand("3334456789TJQKA22"), parse_hand("KKK"), 0, {"3", "3333"}};
    refused(gone);
}

TEST_CASE("observations from a real table") {
    const TablesPtr tables = tables_of("standard");
    doudizhu::Record record(tables, Seeds{110, 0, 0}, Seat{1});
    for (const char* call : {"1", "pass", "pass"}) {
        record.push(record.parse(call).code);
    }
    Dice dice(111);
    for (int ply = 0; ply < 25 && !is_over(record.now()); ++ply) {
        for (int seat = 0; seat < 3; ++seat) {
            const doudizhu::Observation expected(record, seat);
            Seen seen;
            seen.seat = seat;
            seen.hand = record.now().hands[seat];
            seen.bottom = record.now().bottom;
            seen.first = 1;
            for (const Move& move : expected.moves()) {
                seen.history.push_back(to_text(move));
            }
            REQUIRE(observe(tables, seen) == expected);
            seen.hand ^= 1;  // one 3 more or less
            REQUIRE_THROWS(observe(tables, seen));
        }
        const std::vector<Move> legal = legal_moves(record.now());
        record.push(legal[static_cast<std::size_t>(dice.below(static_cast<int>(legal.size())))].code);
    }
}
