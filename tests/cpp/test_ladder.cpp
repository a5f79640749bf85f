// A third game, Ladder: the templates that know no game serve one that they have never seen.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "chupai/batch/batch.hpp"
#include "chupai/batch/step.hpp"
#include "chupai/search/perft.hpp"
#include "chupai/search/playout.hpp"
#include "ladder/family.hpp"

namespace chupai {
namespace {

using ladder::Family;
using ladder::Ladder;
using Record = chupai::Record<Family>;

Record game_of(const std::string& rules, const std::string& line) {
    return Record::from_text("chupai ladder 1\nrules " + rules + "\n" + line + "\n");
}

// The game again, from its rules as people tell them: hands are lists, and a trick is who has passed since.
struct Plain {
    std::vector<std::vector<int>> hands;
    int to_move, table = -1;
    std::size_t passes = 0;

    std::vector<int> legal() const {
        std::vector<int> out;
        if (table >= 0) {
            out.push_back(-1);
        }
        for (const int card : hands[static_cast<std::size_t>(to_move)]) {
            if (card > table) {
                out.push_back(card);
            }
        }
        return out;
    }
    // Whether that was the mover's last card.
    bool play(int card) {
        std::vector<int>& hand = hands[static_cast<std::size_t>(to_move)];
        std::erase(hand, card);
        const bool won = hand.empty();
        passes = card < 0 ? passes + 1 : 0;
        table = passes == hands.size() - 1 ? -1 : card < 0 ? table : card;
        to_move = (to_move + 1) % static_cast<int>(hands.size());
        return won;
    }
    std::uint64_t perft(int depth) const {
        std::uint64_t total = depth == 0;
        for (const int card : depth == 0 ? std::vector<int>{} : legal()) {
            Plain next = *this;
            const bool over = next.play(card);
            total += depth == 1 ? 1 : over ? 0 : next.perft(depth - 1);
        }
        return total;
    }
};

Plain plain(const ladder::Position& pos) {
    Plain out{{}, pos.to_move};
    for (int seat = 0; seat < pos.tables->seats; ++seat) {
        out.hands.emplace_back();
        for (int card = 0; card < 32; ++card) {
            if ((pos.hands[seat] >> card & 1) != 0) {
                out.hands.back().push_back(card);
            }
        }
    }
    return out;
}

std::uint64_t perft(const ladder::Position& pos, int depth, bool bulk) {
    std::vector<ladder::Move> buffer(static_cast<std::size_t>(depth + 1) * Ladder::kMaxLegal);
    return search::perft<Ladder>(pos, depth, bulk, buffer.data());
}

batch::Loops<ladder::AnySize> loops() {
    using ladder::AnySize;
    return {batch::start<Ladder, AnySize>, batch::list<Ladder, AnySize>, batch::step<Ladder, AnySize>,
            batch::step_random<Ladder, AnySize>, batch::write<Ladder, AnySize>};
}

std::vector<std::int64_t> codes_of(const ladder::Position& pos) {
    std::vector<std::int64_t> codes;
    for (unsigned i = 0; i < Ladder::count_legal(pos); ++i) {
        codes.push_back(static_cast<std::int64_t>(Ladder::code(Ladder::nth_legal(pos, i))));
    }
    return codes;
}

TEST_CASE("perft: counted by hand") {
    const Record game = game_of("standard players=2 cards=2", "deal 0,3/1,2 first 0");
    const std::uint64_t nodes[] = {1, 2, 4, 6, 2, 0};
    for (int depth = 0; depth < 6; ++depth) {
        CHECK(perft(game.now(), depth, true) == nodes[depth]);
        CHECK(perft(game.now(), depth, false) == nodes[depth]);
    }
}

TEST_CASE("perft: as the rules are told") {
    for (const char* rules : {"standard", "standard players=4 cards=3", "standard players=2 cards=8"}) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const Record game(Family::tables_of(rules), Seeds{seed, 0, 0});
            for (int depth = 1; depth <= 6; ++depth) {
                REQUIRE(perft(game.now(), depth, true) == plain(game.now()).perft(depth));
            }
        }
    }
}

TEST_CASE("deals: each card is anywhere equally often") {
    const Family::TablesPtr tables = Family::tables_of("standard players=3 cards=4");
    int held[3][12] = {}, first[3] = {};
    constexpr int kDeals = 30000;
    for (std::uint64_t i = 0; i < kDeals; ++i) {
        Stream stream = make_stream(1, i, 0, Purpose::kDeal);
        const ladder::Deal deal = Ladder::deal(*tables, stream);
        Family::check_deal(*tables, deal);
        ++first[deal.first];
        for (int seat = 0; seat < 3; ++seat) {
            for (int card = 0; card < 12; ++card) {
                held[seat][card] += static_cast<int>(deal.hands[seat] >> card & 1);
            }
        }
    }
    for (int seat = 0; seat < 3; ++seat) {
        CHECK(first[seat] == doctest::Approx(kDeals / 3.0).epsilon(0.05));  // five standard deviations are 4 %
        for (int card = 0; card < 12; ++card) {
            CHECK(held[seat][card] == doctest::Approx(kDeals / 3.0).epsilon(0.05));
        }
    }
}

TEST_CASE("random games are those of single games played by the same streams") {
    const Family::TablesPtr tables = Family::tables_of("standard");
    std::vector<std::int32_t> payoffs(3 * 200), plies(200), again(3 * 200);
    search::random_games<Ladder>(*tables, 5, 10, 200, payoffs.data(), plies.data());
    for (std::size_t i = 0; i < 200; ++i) {
        Record game(tables, Seeds{5, 10 + i, 0});
        Stream moves = make_stream(5, 10 + i, 0, Purpose::kPlay);
        while (!Ladder::is_over(game.now())) {
            game.push(Ladder::code(Ladder::random_legal(game.now(), next_word(moves))));
        }
        std::int32_t expected[3];
        Ladder::payoffs(game.now(), expected);
        REQUIRE(plies[i] == static_cast<std::int32_t>(game.ply()));
        REQUIRE(std::equal(expected, expected + 3, payoffs.data() + 3 * i));
        REQUIRE(expected[0] + expected[1] + expected[2] == 0);
        REQUIRE(expected[game.now().last] > 0);
    }
    const Record game(tables, Seeds{5, 0, 0});
    search::playouts<Ladder>(game.now(), 9, 0, 200, payoffs.data());
    search::playouts<Ladder>(game.now(), 9, 0, 80, again.data());
    search::playouts<Ladder>(game.now(), 9, 80, 120, again.data() + 3 * 80);
    CHECK(again == payoffs);
}

TEST_CASE("a batch steps like single games, on any number of threads") {
    const Family::TablesPtr tables = Family::tables_of("standard players=4 cards=3");
    const auto table = loops();
    constexpr std::size_t n = 17;
    const auto batch = std::make_unique<batch::Batch<Family>>(table, tables, n, 7, 3, true);
    std::vector<Record> games;
    std::vector<std::uint64_t> episodes(n);
    for (std::size_t i = 0; i < n; ++i) {
        games.emplace_back(tables, Seeds{7, i, 0});
    }
    for (unsigned step = 0; step < 200; ++step) {
        std::vector<std::int32_t> index(n);
        for (std::size_t i = 0; i < n; ++i) {
            index[i] = static_cast<std::int32_t>((step * 7 + i * 3) % Ladder::count_legal(games[i].now()));
        }
        batch->step(index);
        for (std::size_t i = 0; i < n; ++i) {
            games[i].push(Ladder::code(Ladder::nth_legal(games[i].now(), static_cast<unsigned>(index[i]))));
            const bool over = Ladder::is_over(games[i].now());
            REQUIRE(batch->terminated()[i] == over);
            std::int32_t payoffs[4] = {};
            if (over) {
                Ladder::payoffs(games[i].now(), payoffs);
                games[i] = Record(tables, Seeds{7, i, ++episodes[i]});
            }
            for (std::size_t seat = 0; seat < 4; ++seat) {
                REQUIRE(batch->rewards()[4 * i + seat] == static_cast<float>(payoffs[seat]));
            }
            const std::vector<std::int64_t> codes(batch->codes()->data() + batch->offsets()[i],
                                                  batch->codes()->data() + batch->offsets()[i + 1]);
            REQUIRE(codes == codes_of(games[i].now()));
            REQUIRE(batch->game(i) == games[i]);
        }
    }
    CHECK(episodes[0] > 3);
}

TEST_CASE("texts read back, moves are taken back, and mistakes are refused") {
    Record game(Family::tables_of("standard players=4"), Seeds{3, 1, 4});
    std::vector<std::string> texts{game.text()};
    while (!Ladder::is_over(game.now())) {
        game.push(Ladder::code(Ladder::nth_legal(game.now(), Ladder::count_legal(game.now()) - 1)));
        texts.push_back(game.text());
        REQUIRE(Record::from_text(texts.back()) == game);
    }
    CHECK_THROWS_AS(game.push(0), IllegalMoveError);
    while (game.ply() != 0) {
        texts.pop_back();
        game.pop();
        REQUIRE(game.text() == texts.back());
    }
    CHECK_THROWS_WITH_AS(game_of("standard players=2 cards=2", "deal 0,3/1,2 first 0\n1"),
                         doctest::Contains("illegal move 2 of seat 0"), IllegalMoveError);
    CHECK_THROWS_AS(game_of("standard players=2 cards=2", "deal 0,3/1,3 first 0"), ParseError);
    CHECK_THROWS_AS(game_of("standard players=2 cards=2", "deal 0,3/1,9 first 0"), ParseError);
    CHECK_THROWS_AS(game_of("standard players=2 cards=2", "deal 0,3/1,2 first 2"), ParseError);
    CHECK_THROWS_AS(Family::tables_of("standard cards=9"), RulesError);
    CHECK(game_of("standard players=2 cards=4", "open 0,3,5/1 first 1").now().hands[1] == 2);
}

TEST_CASE("samples keep what the seat knows, and draw the rest evenly") {
    Record game(Family::tables_of("standard cards=4"), Seeds{8, 0, 0});
    for (int ply = 0; ply < 3; ++ply) {
        game.push(Ladder::code(Ladder::nth_legal(game.now(), 0)));
    }
    const Observation<Family> seen(game, 1);
    const int left = popcount(game.now().hands[0]);
    const ladder::CardSet one = seen.view().pool & (0 - seen.view().pool);
    int held = 0;
    constexpr int kSamples = 4000;
    for (std::uint64_t i = 0; i < kSamples; ++i) {
        const Record guess = seen.sample(6, i);
        REQUIRE(Observation<Family>(guess, 1) == seen);
        held += (guess.now().hands[0] & one) != 0;
    }
    CHECK(held == doctest::Approx(double{kSamples} * left / popcount(seen.view().pool)).epsilon(0.1));
    CHECK(!(Observation<Family>(game, 0) == seen));
}

}  // namespace
}  // namespace chupai
