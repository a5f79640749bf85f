// Random play of Gong Zhu: the same as step by step with the same words, one game or several at once, and the
// statistics of whole games.
#include <doctest/doctest.h>

#include <vector>

#include "chupai/gongzhu/select.hpp"
#include "chupai/kernels/kernels.hpp"
#include "gongzhu_support.hpp"

using namespace chupai;
using namespace chupai::gongzhu;
using namespace chupai::gongzhu::testing;

namespace {

// As playout.hpp documents the words, by the legal list and play().
int step_out(Position& pos, Stream& stream) {
    int plies = 0;
    if (pos.phase == Phase::kExposing) {
        const std::uint64_t word = next_word(stream);
        for (; pos.phase == Phase::kExposing; ++plies) {
            Specials bits = 0;
            for (unsigned i = 0; i < 4; ++i) {
                const Card special[] = {kHeartAce, kPig, kSheep, kTen};
                const bool held = ((pos.hands[pos.to_move] >> special[i]) & 1) != 0;
                bits |= held && ((word >> (60 + i)) & 1) != 0 ? 1u << i : 0u;
            }
            play(pos, exposing_of(bits));
        }
    }
    while (!is_over(pos)) {
        const bool last = pos.trick_size == 0 && cards_of(pos.hands[0]).size() == 1;
        std::uint64_t word = last ? 0 : next_word(stream);
        do {
            const std::vector<Move> moves = legal_moves(pos);
            play(pos, moves[multiply_high(word, moves.size())]);
            word *= moves.size();
            ++plies;
        } while (pos.trick_size != 0);
    }
    return plies;
}

template <class G>
void check_playouts(const Position& from, std::uint64_t seed) {
    constexpr int kMost = G::kSideBySide;
    Position stepped[kMost], alone[kMost], together[kMost];
    Stream streams[kMost];
    const int n = 1 + static_cast<int>(seed % kMost);
    int plies = 0;
    for (int g = 0; g < n; ++g) {
        const auto game = static_cast<std::uint64_t>(g);
        stepped[g] = alone[g] = together[g] = from;
        streams[g] = make_stream(seed, game, 0, Purpose::kPlay);
        Stream by_steps = streams[g], one = streams[g];
        plies = step_out(stepped[g], by_steps);
        REQUIRE(G::play_out(alone[g], one) == plies);
        REQUIRE(one.state == by_steps.state);
        REQUIRE(same_position(alone[g], stepped[g]));
    }
    REQUIRE(G::play_out_many(together, streams, n) == plies);
    for (int g = 0; g < n; ++g) {
        REQUIRE(same_position(together[g], stepped[g]));
        std::int32_t payoffs[kMaxSeats], expected[kMaxSeats];
        G::payoffs(together[g], payoffs);
        G::payoffs(stepped[g], expected);
        REQUIRE(std::equal(payoffs, payoffs + from.seats, expected));
    }
}

}  // namespace

TEST_CASE("random play is that of the documented words, from any position") {
    Dice dice(951);
    for (int i = 0; i < 3000; ++i) {
        const std::string rules = i % 2 == 0 ? many_rules()[static_cast<std::size_t>(i / 2) % many_rules().size()]
                                             : to_text(random_rules(dice));
        const TablesPtr tables = tables_of(rules);
        CAPTURE(rules);
        const Position pos = i % 3 == 0 ? random_deal(*tables, dice) : random_position(*tables, dice);
        with_seats(*tables, [&]<class G>() { check_playouts<G>(pos, dice.word()); });
    }
}

TEST_CASE("different games side by side") {
    const TablesPtr tables = tables_of("standard");
    using G = GongZhu<4>;
    Dice dice(952);
    for (int i = 0; i < 200; ++i) {
        Position together[G::kSideBySide], alone[G::kSideBySide];
        Stream streams[G::kSideBySide], copies[G::kSideBySide];
        for (int g = 0; g < G::kSideBySide; ++g) {
            together[g] = alone[g] = random_deal(*tables, dice);
            streams[g] = copies[g] = make_stream(dice.word(), 0, 0, Purpose::kPlay);
        }
        REQUIRE(G::play_out_many(together, streams, G::kSideBySide) == 56);
        for (int g = 0; g < G::kSideBySide; ++g) {
            REQUIRE(G::play_out(alone[g], copies[g]) == 56);
            REQUIRE(same_position(alone[g], together[g]));
            REQUIRE(copies[g].state == streams[g].state);
        }
    }
}

TEST_CASE("every level plays the same games") {
    for (const std::string& rules : many_rules()) {
        const TablesPtr tables = tables_of(rules);
        const auto players = static_cast<std::size_t>(tables->seats);
        constexpr std::size_t kGames = 205;  // no multiple of what is played side by side
        std::vector<std::int32_t> expected, expected_plies;
        for (std::uint64_t game = 0; game < kGames; ++game) {
            Stream deals = make_stream(955, 7 + game, 0, Purpose::kDeal);
            Stream moves = make_stream(955, 7 + game, 0, Purpose::kPlay);
            with_seats(*tables, [&]<class G>() {
                Position pos = G::start(*tables, G::deal(*tables, deals));
                expected_plies.push_back(step_out(pos, moves));
                expected.resize(expected.size() + players);
                G::payoffs(pos, expected.data() + expected.size() - players);
            });
        }
        for (const char* level : {"baseline", "bmi2"}) {
            if (const Kernels* k = kernels_of(level)) {
                std::vector<std::int32_t> payoffs(kGames * players), plies(kGames);
                k->gongzhu.random_games(*tables, 955, 7, kGames, payoffs.data(), plies.data());
                REQUIRE(payoffs == expected);
                REQUIRE(plies == expected_plies);
            }
        }
    }
}

TEST_CASE("the n-th card of a set") {
    Dice dice(953);
    for (int i = 0; i < 3000; ++i) {
        const CardSet set = (dice.coin() ? dice.word() & dice.word() : dice.word()) & kAllCards;
        unsigned n = 0;
        for (int card : cards_of(set)) {
            REQUIRE(nth_by_bytes(set, n) == set_of_cards({card}));
            REQUIRE(nth_card(set, n) == set_of_cards({card}));
            ++n;
        }
    }
}

TEST_CASE("statistics of random games, nothing exposed") {
    // Means of a player's score and shares of deals as rules-gongzhu.md, section 4, gives them.
    struct Row {
        const char* rules;
        double mean;
    };
    constexpr int kGames = 100000;
    for (const Row& row :
         {Row{"standard", -60.3}, Row{"plain", -46.4}, Row{"wikipedia", -60.7}, Row{"scrofazero", -61.0}}) {
        const TablesPtr tables = tables_of(std::string(row.rules) + " exposing=false first_lead_card=S2 teams=none");
        double sum = 0;
        int all_hearts = 0, all = 0, alone = 0;
        for (std::uint64_t game = 0; game < kGames; ++game) {
            Stream deals = make_stream(954, game, 0, Purpose::kDeal), moves = make_stream(954, game, 0, Purpose::kPlay);
            Position pos = start(*tables, deal_cards<4>(*tables, deals));
            REQUIRE(GongZhu<4>::play_out(pos, moves) == 52);
            std::int32_t payoffs[4];
            GongZhu<4>::payoffs(pos, payoffs);
            for (int seat = 0; seat < 4; ++seat) {
                sum += payoffs[seat];
                const CardSet scoring = pos.taken[seat] & (kHeartSet | kSpecialSet);
                all_hearts += (scoring & kHeartSet) == kHeartSet;
                all += cards_of(scoring).size() == 16;
                alone += scoring == kTenSet;
            }
        }
        CHECK(sum / kGames / 4 == doctest::Approx(row.mean).epsilon(0.01));
        CHECK(100.0 * all_hearts / kGames == doctest::Approx(1.70).epsilon(0.1));
        CHECK(100.0 * all / kGames == doctest::Approx(0.24).epsilon(0.3));
        CHECK(100.0 * alone / kGames == doctest::Approx(12.2).epsilon(0.04));
    }
}
