// Games with their history: push, pop, text, and errors that change nothing.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/observe.hpp"
#include "chupai/doudizhu/text.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using chupai::doudizhu::testing::Dice;
using chupai::doudizhu::testing::legal_moves;
using chupai::doudizhu::testing::tables_of;

namespace {

void push_random(doudizhu::Record& record, Dice& dice) {
    const std::vector<Move> legal = legal_moves(record.now());
    record.push(legal[static_cast<std::size_t>(dice.below(static_cast<int>(legal.size())))].code);
}

doudizhu::Record played_out(std::string_view rules, std::uint64_t seed, Dice& dice) {
    doudizhu::Record record(tables_of(rules), Seeds{seed, 0, 0});
    while (!is_over(record.now())) {
        push_random(record, dice);
    }
    return record;
}

constexpr const char* kDeal = "deal 3333444455556666B/777788889999TTTTR/JJJJQQQQKKKKAAAA2/222 first 0\n";

doudizhu::Record from(const std::string& lines) { return doudizhu::Record::from_text("chupai doudizhu 1\n" + lines); }

}  // namespace

TEST_CASE("text of a game reads back, at every ply") {
    Dice dice(121);
    for (std::string_view preset_name : preset_names<Schema>()) {
        const std::string name(preset_name);
        CAPTURE(std::string(name));
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            doudizhu::Record record(tables_of(name), Seeds{seed, 1, 2});
            while (!is_over(record.now())) {
                push_random(record, dice);
                if (dice.below(8) == 0) {
                    REQUIRE(doudizhu::Record::from_text(record.text()) == record);
                }
            }
            const doudizhu::Record again = doudizhu::Record::from_text(record.text());
            REQUIRE(again == record);
            REQUIRE(again.text() == record.text());
            REQUIRE(key(again.now()) == key(record.now()));
        }
    }
}

TEST_CASE("pop restores every position, back through redeals") {
    Dice dice(122);
    for (std::string_view preset_name : preset_names<Schema>()) {
        const std::string name(preset_name);
        CAPTURE(std::string(name));
        doudizhu::Record record(tables_of(name), Seeds{5, 0, 0});
        std::vector<std::string> texts{record.text()};
        std::vector<std::uint64_t> keys{key(record.now())};
        while (!is_over(record.now())) {
            push_random(record, dice);
            texts.push_back(record.text());
            keys.push_back(key(record.now()));
        }
        for (std::size_t left = texts.size() - 1; left > 0; --left) {
            REQUIRE(record.text() == texts[left]);
            const Move last = record.moves().back();
            REQUIRE(record.pop() == last);
            REQUIRE(key(record.now()) == keys[left - 1]);
        }
        CHECK(record.text() == texts[0]);
        CHECK_THROWS_AS(record.pop(), IllegalMoveError);
        CHECK(record.text() == texts[0]);
    }
}

TEST_CASE("a passed-out deal is followed by the next of its stream") {
    doudizhu::Record record(tables_of("standard"), Seeds{7, 0, 0});
    const doudizhu::Record before = record;
    const Deal first = record.deal();
    for (int i = 0; i < 3; ++i) {
        record.push(kPass);
    }
    CHECK(record.now().phase == Phase::kAuction);
    CHECK(record.deal().hands[0] != first.hands[0]);
    CHECK(record.moves().size() == 3);
    CHECK(record.ply_of_deal() == 0);
    CHECK(doudizhu::Record::from_text(record.text()) == record);
    for (int i = 0; i < 3; ++i) {
        record.pop();
    }
    CHECK(record == before);
    // A deal that was given is over when it is passed out.
    doudizhu::Record given(tables_of("standard"), first);
    for (int i = 0; i < 3; ++i) {
        given.push(kPass);
    }
    CHECK(is_over(given.now()));
    CHECK(given.now().landlord == kNoSeat);
}

TEST_CASE("the same seeds give the same game, others another") {
    const auto tables = tables_of("standard");
    CHECK(doudizhu::Record(tables, Seeds{1, 2, 3}) == doudizhu::Record(tables, Seeds{1, 2, 3}));
    const auto hand = [&](const Seeds& seeds) { return doudizhu::Record(tables, seeds).deal().hands[0]; };
    CHECK(hand({1, 2, 3}) != hand({2, 2, 3}));
    CHECK(hand({1, 2, 3}) != hand({1, 3, 3}));
    CHECK(hand({1, 2, 3}) != hand({1, 2, 4}));
    CHECK(int{doudizhu::Record(tables, Seeds{}, Seat{2}).now().to_move} == 2);
    CHECK_THROWS_AS(doudizhu::Record(tables, Seeds{}, Seat{3}), ParseError);
    CHECK_THROWS_AS(doudizhu::Record(tables_of("rlcard"), Seeds{}, Seat{1}), ParseError);
}

TEST_CASE("illegal moves say why and change nothing") {
    doudizhu::Record record = from("rules standard\n" + std::string(kDeal) + "bid3\n");
    const std::string before = record.text();
    const struct {
        const char* move;
        const char* why;
    } cases[] = {
        {"pass", "leader may not pass"},
        {"77", "does not hold"},
        {"34", "no combination"},
        {"bid1", "auction is over"},
    };
    for (const auto& [move, why] : cases) {
        CAPTURE(std::string(move));
        CHECK_THROWS_WITH_AS(record.push(record.parse(move).code), doctest::Contains(why), IllegalMoveError);
        CHECK(record.text() == before);
    }
    CHECK_THROWS_AS(record.push(~Code{0}), IllegalMoveError);
    record.push(record.parse("4").code);
    CHECK_THROWS_WITH_AS(record.push(record.parse("77").code), doctest::Contains("does not beat"), IllegalMoveError);
    CHECK_THROWS_WITH_AS(record.push(record.parse("77").code), doctest::Contains("on '4'"), IllegalMoveError);
    CHECK(record.moves().size() == 2);
}

TEST_CASE("texts of deals and open positions") {
    const doudizhu::Record dealt = from("rules standard\n" + std::string(kDeal) + "pass bid1 pass pass\n7777\n");
    CHECK(int{dealt.now().landlord} == 1);
    CHECK(dealt.moves().size() == 5);
    CHECK(doudizhu::Record::from_text(dealt.text()) == dealt);
    const doudizhu::Record crlf =
        doudizhu::Record::from_text("chupai doudizhu 1\r\nrules standard\r\n" + std::string(kDeal));
    CHECK(int{crlf.now().to_move} == 0);

    OpenPosition open;
    set_hands(open, {parse_hand("3455KK"), parse_hand("345522")});
    open.to_beat = parse_move(*tables_of("standard"), "33");
    open.to_move = 1;
    open.stake = 7;
    doudizhu::Record record(tables_of("standard"), open);
    CHECK(record.now().seats == 2);
    CHECK(doudizhu::Record::from_text(record.text()) == record);
    record.push(record.parse("55").code);
    CHECK(doudizhu::Record::from_text(record.text()) == record);
}

TEST_CASE("open positions that cannot be are refused") {
    const auto tables = tables_of("standard");
    const auto made = [&](const std::vector<std::string>& texts, auto&& change) {
        std::vector<Hand> hands;
        for (const std::string& text : texts) {
            hands.push_back(parse_hand(text));
        }
        OpenPosition open;
        set_hands(open, hands);
        change(open);
        return doudizhu::Record(tables, open);
    };
    const auto refused = [&](const std::vector<std::string>& texts, auto&& change) {
        CHECK_THROWS_AS(made(texts, change), ParseError);
    };
    const auto nothing = [](OpenPosition&) {};
    refused({}, nothing);
    refused({"3"}, nothing);
    refused({"3", "4", "5", "6"}, nothing);
    refused({"3", "4", "5", "6", "7"}, nothing);
    refused({"3", ""}, nothing);
    CHECK_NOTHROW(made({"333", "33"}, nothing));  // both hands together may exceed the pack
    refused({"33333", "4"}, nothing);
    refused({"3", "4"}, [](OpenPosition& o) { o.landlord = 2; });
    refused({"3", "4"}, [](OpenPosition& o) { o.to_move = -1; });
    refused({"3", "4"}, [](OpenPosition& o) { o.stake = 0; });
    refused({"3", "4"}, [](OpenPosition& o) { o.passes = 1; });
}

TEST_CASE("who made each move, deals that were passed out included") {
    doudizhu::Record record(tables_of("standard"), Seeds{7, 0, 0}, 1);
    for (const char* text : {"pass", "pass", "pass", "bid1", "bid3"}) {
        record.push(record.parse(text).code);
    }
    CHECK(record.movers() == std::vector<std::uint8_t>{1, 2, 0, 1, 2});
    CHECK(record.ply() == 5);
    CHECK(record.ply_of_deal() == 2);
    CHECK(record.mover_of_deal(1) == 2);
    CHECK(record.move_of_deal(0).code == call_code(1));
    CHECK_FALSE(record.open().has_value());
    CHECK(record.stream_of_deals().gamma % 2 == 1);
    CHECK_THROWS_AS(doudizhu::Record(tables_of("standard"), Seeds{1, 0, kMaxEpisode + 1}), ParseError);
}

TEST_CASE("long and odd input is cut and made printable in messages") {
    CHECK(quoted("a\nb\x7f") == "'a\\x0ab\\x7f'");
    const std::string signs = "x" + std::string(200, '\x80');  // no character of UTF-8 is torn
    CHECK(quoted(signs) == "'...' (201 bytes)");
    CHECK(quoted(std::string(121, 'a')) == "'" + std::string(120, 'a') + "...' (121 bytes)");
}

TEST_CASE("broken texts are refused") {
    const std::string rules = "rules standard\n", deal = kDeal;
    for (const std::string& text : {
             std::string(),
             std::string("rules"),
             rules,
             rules + "seed 1 2\n",
             rules + "seed 1 2 x\n",
             rules + "seed 1 2 3 4\n",
             rules + "seed 1 2 3 first 3\n",
             rules + "seed -1 0 0\n",
             rules + "seed 99999999999999999999 0 0\n",
             "rules none\n" + deal,
             rules + "pass\n" + deal,
             rules + deal + "bid4\n",
             rules + deal + "bid3 pass\n",
             rules + deal + deal,
             rules + "deal 3/4/5 first 0\n",
             rules + "deal 3/4/5/6 first 0\n",
             rules + deal.substr(0, deal.size() - 8) + "first 3\n",
             rules + "deal 3333444455556666B/777788889999TTTTR/JJJJQQQQKKKKAAAA3/222 first 0\n",
             rules + "seed 1 0 0\n" + deal,
             rules + "open 3/4 landlord 0\n",
             rules + "open 3/4 landlord 0 to_move 0 to_beat zz stake 1 passes 0\n",
             rules + "open 3/ landlord 0 to_move 0 to_beat pass stake 1 passes 0\n",
         }) {
        CAPTURE(std::string(text));
        CHECK_THROWS_AS(from(text), Error);
    }
    CHECK_THROWS_AS(doudizhu::Record::from_text("chupai doudizhu 2\nrules standard\n" + deal), ParseError);
}

TEST_CASE("no damaged text crashes the reader") {
    Dice dice(123);
    for (const char* rules : {"standard", "openspiel", "app"}) {
        const std::string whole = played_out(rules, 9, dice).text();
        for (int i = 0; i < 1500; ++i) {
            std::string text = whole;
            for (int n = 1 + dice.below(4); n > 0; --n) {
                const auto at = static_cast<std::size_t>(dice.below(static_cast<int>(text.size())));
                switch (dice.below(3)) {
                    case 0: text[at] = static_cast<char>(dice.below(256)); break;
                    case 1: text.erase(at, static_cast<std::size_t>(1 + dice.below(20))); break;
                    default:
                        text.insert(
                            at, text.substr(static_cast<std::size_t>(dice.below(static_cast<int>(text.size()))), 9));
                }
                if (text.empty()) {
                    break;
                }
            }
            try {
                const doudizhu::Record record = doudizhu::Record::from_text(text);
                REQUIRE(doudizhu::Record::from_text(record.text()) == record);
            } catch (const Error&) {
                continue;
            }
        }
    }
}
