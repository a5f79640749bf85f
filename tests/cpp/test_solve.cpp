// The solver of Dou Dizhu: against plain minimax, with any number of threads; its table and its keys.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "chupai/core/error.hpp"
#include "chupai/core/thread.hpp"
#include "chupai/doudizhu/game.hpp"
#include "chupai/doudizhu/hand.hpp"
#include "chupai/doudizhu/open.hpp"
#include "chupai/search/proof_search.hpp"
#include "chupai/solve/doudizhu/endgame_search.hpp"
#include "chupai/solve/doudizhu/estimates.hpp"
#include "chupai/solve/doudizhu/solve.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

// Minimax over legal lists: does the landlord's side win?
class Plain {
public:
    bool landlord_wins(const Position& pos) {
        if (is_over(pos)) {
            return on_landlords_side(pos, pos.last);
        }
        const auto [at, is_new] = known_.try_emplace(everything(pos), false);
        if (!is_new) {
            return at->second;
        }
        const bool side = on_landlords_side(pos, pos.to_move);
        bool result = !side;
        for (const Move& move : legal_moves(pos)) {
            Position next = pos;
            play(next, move);
            if (landlord_wins(next) == side) {
                result = side;
                break;
            }
        }
        return known_[everything(pos)] = result;
    }

private:
    static std::vector<std::uint64_t> everything(const Position& pos) {
        std::vector<std::uint64_t> all(pos.hands, pos.hands + kMaxSeats);
        const Shape t = pos.table.shape;
        all.push_back(static_cast<std::uint64_t>(t.kind) | std::uint64_t{t.length} << 8 | std::uint64_t{t.top} << 16 |
                      std::uint64_t{t.cards} << 24 | std::uint64_t{pos.to_move} << 32 | std::uint64_t{pos.last} << 40 |
                      std::uint64_t{pos.passes} << 48);
        return all;
    }

    std::map<std::vector<std::uint64_t>, bool> known_;
};

// Hands of few ranks, within the pack.
Position random_position(Dice& dice, const TablesPtr& tables, int cards) {
    OpenPosition open;
    open.seats = dice.coin() ? 2 : tables->seats;
    Counts left = pack(tables->rules.packs);
    for (int s = 0; s < open.seats; ++s) {
        Hand hand = 0;
        do {
            hand = dense_hand(dice, tables->rules.packs, 1 + dice.below(cards));
        } while (!holds(hand_of(left), hand));
        open.hands[s] = hand;
        left = counts_of(hand_of(left) - hand);
    }
    open.landlord = dice.below(open.seats);
    open.to_move = dice.below(open.seats);
    return start_open(*tables, open);
}

search::Proof random_proof(Dice& dice) {
    return search::Proof{static_cast<std::uint32_t>(dice.below(1 << 28)),
                         static_cast<std::uint32_t>(dice.below(1 << 28))};
}

template <int Words>
void check_table(std::size_t bytes, int keys) {
    Dice dice(static_cast<std::uint64_t>(keys));
    const search::TableMemory memory(bytes);
    search::ProofTable<Words> table(memory);
    std::map<std::uint64_t, search::Proof> stored;
    std::size_t found = 0;
    for (int i = 0; i < keys; ++i) {
        search::Key<Words> key{};
        key.word[Words - 1] = static_cast<std::uint64_t>(1 + dice.below(keys));
        const search::Proof proof = random_proof(dice);
        table.count_used(table.store(key, proof, 1 + static_cast<std::uint64_t>(dice.below(1000))) ? 1 : 0);
        stored[key.word[Words - 1]] = proof;
        if (table.wants_more()) {
            table.grow([] { return true; });
        }
        REQUIRE(table.bytes() <= memory.size());
    }
    for (const auto& [number, proof] : stored) {
        search::Key<Words> key{};
        key.word[Words - 1] = number;
        search::Proof out;
        if (table.find(key, out)) {
            ++found;
            REQUIRE(out == proof);
        }
    }
    CHECK(found > 0);
    if (bytes >= std::size_t{1} << 24) {
        CHECK(found > stored.size() * 9 / 10);  // a bucket may be full while others are not
    }
    search::Key<Words> never{};
    never.word[Words - 1] = std::uint64_t{1} << 60;
    search::Proof out;
    CHECK_FALSE(table.find(never, out));
}

}  // namespace

TEST_CASE("a proof table gives back what was stored last, in little memory some of it") {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{1} << 18, std::size_t{1} << 24}) {
        check_table<1>(bytes, 60'000);
        check_table<2>(bytes, 60'000);
        check_table<3>(bytes, 60'000);
    }
}

TEST_CASE("a table that is told to stop growing is empty and goes on") {
    const search::TableMemory memory(std::size_t{1} << 22);
    search::ProofTable<1> table(memory);
    for (std::uint64_t i = 1; !table.wants_more(); ++i) {
        table.count_used(table.store({{i}}, search::kFirstWins, 1) ? 1 : 0);
    }
    table.grow([] { return false; });
    search::Proof out;
    CHECK_FALSE(table.find({{1}}, out));
    CHECK(table.store({{1}}, search::kFirstLoses, 1));
    CHECK(table.find({{1}}, out));
    CHECK(out == search::kFirstLoses);
}

// More positions than the table holds, so that threads find, replace and store in the same buckets at once.
template <int Words>
void check_shared_table() {
    const search::TableMemory memory(1);
    search::ProofTable<Words> table(memory);
    constexpr std::uint64_t kKeys = 20'000;
    const auto key_of = [](std::uint64_t number) {
        search::Key<Words> key{};
        std::fill_n(key.word, Words, number);
        return key;
    };
    const auto proof_of = [](std::uint64_t number) {
        return number % 3 == 0
                   ? search::kFirstWins
                   : search::Proof{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(3 * number)};
    };
    struct Count {
        int found = 0, wrong = 0, taken = 0;
    };
    std::array<Count, 4> counts{};
    table.share();
    {
        std::vector<Thread> threads;
        for (std::size_t t = 0; t < counts.size(); ++t) {
            threads.emplace_back([&, t] {
                Dice dice(t);
                Count count;
                for (int i = 0; i < 100'000; ++i) {
                    const auto number = static_cast<std::uint64_t>(1 + dice.below(kKeys));
                    search::Proof out;
                    const bool found = table.find(key_of(number), out);
                    count.found += found ? 1 : 0;
                    count.wrong += found && out != proof_of(number) ? 1 : 0;
                    if (!found || number % 2 == 0) {  // again, too: to what is kept, decided or not
                        count.taken += table.store(key_of(number), proof_of(number), number % 1000) ? 1 : 0;
                    }
                }
                counts[t] = count;
            });
        }
        for (Thread& thread : threads) {
            thread.join();
        }
    }
    table.unshare();
    int kept = 0, taken = 0;
    for (const Count& count : counts) {
        CHECK(count.wrong == 0);
        CHECK(count.found > 1000);
        taken += count.taken;
    }
    for (std::uint64_t number = 1; number <= kKeys; ++number) {
        search::Proof out;
        kept += table.find(key_of(number), out) ? 1 : 0;
    }
    CHECK(kept == taken);  // no key is lost, none has two slots, and no slot was taken twice
}

TEST_CASE("a table that threads share gives each what was stored for its key") {
    check_shared_table<1>();
    check_shared_table<2>();
    check_shared_table<3>();
}

// Equal keys mean the same hands, the same seats, and the same answers to the table.
TEST_CASE("keys tell positions apart") {
    Dice dice(3);
    for (const char* rules : {"standard", "douzero", "standard-four"}) {
        const TablesPtr tables = tables_of(rules);
        for (int round = 0; round < 8; ++round) {
            const Position root = random_position(dice, tables, 9);
            const Endgame game(root);
            REQUIRE(PackedKeys::fits(game));
            const EndgameSearch<PackedKeys, WinStakes, 0> packed(game, WinStakes(game));
            const EndgameSearch<WideKeys<2>, WinStakes, 0> wide(game, WinStakes(game));
            std::map<std::uint64_t, std::vector<std::uint64_t>> seen;
            for (int walk = 0; walk < 300; ++walk) {
                Position pos = root;
                while (!is_over(pos)) {
                    const auto state = packed.settled(packed.state_of(pos));
                    const auto same = wide.settled(wide.state_of(pos));
                    const std::uint64_t key = packed.key_of(state).word[0];
                    const auto long_key = wide.key_of(same);
                    std::vector<std::uint64_t> all(state.hand, state.hand + kMaxSeats);
                    all.insert(all.end(), {state.table, state.mover, state.last, long_key.word[0], long_key.word[1]});
                    const auto [at, is_new] = seen.try_emplace(key, all);
                    REQUIRE(at->second == all);
                    REQUIRE(game.covers(pos));
                    const std::vector<Move> moves = legal_moves(pos);
                    play(pos, moves[static_cast<std::size_t>(dice.below(static_cast<int>(moves.size())))]);
                }
            }
        }
    }
}

TEST_CASE("a win looks harder the more plays it needs and the better the other side's cards are") {
    CHECK(Estimates::of(4, 0) == 8);  // 4^1.5
    CHECK(Estimates::of(9, 0) == 27);
    CHECK(Estimates::of(16, -198) / Estimates::of(16, 0) == 2);
    for (const unsigned cost : {1u, 12u, 255u}) {
        for (int lead = -5000; lead < 5000; lead += 7) {
            REQUIRE(Estimates::of(cost, lead) >= 1);
            REQUIRE(Estimates::of(cost, lead) < search::kMostNumber);
            REQUIRE(Estimates::of(cost, lead + 7) <= Estimates::of(cost, lead));
            REQUIRE(Estimates::of(cost - 1, lead) <= Estimates::of(cost, lead));
        }
    }
}

TEST_CASE("winners and winning moves are those of plain minimax") {
    Dice dice(4);
    SolveTable table(std::size_t{1} << 20);
    for (const char* rules : {"standard", "douzero", "openspiel", "botzone", "hubei-pairs", "standard-four"}) {
        const TablesPtr tables = tables_of(rules);
        for (int round = 0; round < 40; ++round) {
            const Position pos = random_position(dice, tables, tables->rules.packs == 1 ? 6 : 4);
            Plain plain;
            const bool side = on_landlords_side(pos, pos.to_move);
            SolveOptions options;
            options.moves = SolveMoves::kAll;
            options.threads = 1 + round % 3;
            options.alone = 1;
            search::Watch watch({}, {});
            const Solution found = solve(pos, tables, options, table, watch);
            REQUIRE(found.complete);
            CHECK((found.value == 1) == (plain.landlord_wins(pos) == side));
            const std::vector<Move> moves = legal_moves(pos);
            REQUIRE(found.moves.size() == moves.size());
            for (std::size_t i = 0; i < moves.size(); ++i) {
                CHECK(found.moves[i] == moves[i].code);
                Position next = pos;
                play(next, moves[i]);
                CHECK((found.values[i] == 1) == (plain.landlord_wins(next) == side));
            }
        }
    }
}

// Large enough that threads meet, and that the table grows while they are at it.
TEST_CASE("several threads come to the same") {
    const TablesPtr tables = tables_of("standard");
    for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{1} << 26}) {
        for (const char* hands : {"33499TJQKK/6679TJQA2B/4579TQKKA2", "356799TJQA/4478TJQKKA/3456JKKA2B"}) {
            const Position pos = open_position(tables, hands);
            std::optional<std::int32_t> value;
            for (const int threads : {1, 4}) {
                SolveTable table(bytes);
                SolveOptions options;
                options.threads = threads;
                options.alone = 1000;
                search::Watch watch({}, {});
                const Solution found = solve(pos, tables, options, table, watch);
                REQUIRE(found.value.has_value());
                CHECK(watch.nodes() > options.alone);
                CHECK(found.value == value.value_or(*found.value));
                value = found.value;
            }
        }
    }
}

TEST_CASE("limits end a search, with several threads too") {
    const TablesPtr tables = tables_of("standard");
    const Position pos = open_position(tables, "3556777899TJQKKKA22A/334466899TTTJJQAR/344556788JQQKAA22");
    for (const int threads : {1, 4}) {
        SolveTable table(std::size_t{1} << 24);
        SolveOptions options;
        options.threads = threads;
        search::Watch watch({200'000, 60}, {});
        const Solution found = solve(pos, tables, options, table, watch);
        CHECK_FALSE(found.value.has_value());
        CHECK_FALSE(found.complete);
        CHECK(watch.nodes() <= 200'000u + 4 * search::Watch::kStep);
    }
}

TEST_CASE("only the play of cards is solved") {
    const TablesPtr tables = tables_of("standard");
    SolveTable table(1);
    search::Watch watch({}, {});
    Position over = after(open_position(tables, "3/4"), "3");
    CHECK_THROWS_AS(solve(over, tables, {}, table, watch), Error);
    SolveOptions none;
    none.threads = 0;
    CHECK_THROWS_AS(solve(open_position(tables, "3/4"), tables, none, table, watch), Error);
}
