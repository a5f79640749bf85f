// Random moves: each legal move is that of equally many numbers, and random play makes just these moves.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "chupai/doudizhu/game.hpp"
#include "chupai/doudizhu/playout.hpp"
#include "support.hpp"

using namespace chupai;
using namespace chupai::doudizhu;
using namespace chupai::doudizhu::testing;

namespace {

std::vector<Code> codes_of(const std::vector<Move>& moves) {
    std::vector<Code> codes;
    for (const Move& move : moves) {
        codes.push_back(move.code);
    }
    std::sort(codes.begin(), codes.end());
    return codes;
}

// The smallest word that counts as `index` of n.
std::uint64_t word_of(std::uint64_t index, std::uint64_t n) {
    const std::uint64_t step = ~std::uint64_t{0} / n;
    std::uint64_t word = index * step;
    while (multiply_high(word, n) < index) {
        ++word;
    }
    return word;
}

// The random moves of all n equal shares of the words, lowest and highest word of each.
template <int Packs>
void check_uniform(const Position& pos) {
    const std::vector<Code> legal = codes_of(legal_moves(pos));
    const std::uint64_t n = legal.size();
    std::vector<Move> lowest_words, highest_words;
    for (std::uint64_t i = 0; i < n; ++i) {
        lowest_words.push_back(random_legal<Packs>(pos, word_of(i, n)));
        highest_words.push_back(random_legal<Packs>(pos, i + 1 < n ? word_of(i + 1, n) - 1 : ~std::uint64_t{0}));
    }
    REQUIRE(codes_of(lowest_words) == legal);
    REQUIRE(codes_of(highest_words) == legal);
    for (const Move& move : lowest_words) {
        REQUIRE((move.code == kPass || (move.code & kCardsMask) == 0 || *decode(*pos.tables, move.code) == move));
    }
}

template <int Packs>
void check_positions(const TablesPtr& tables, Dice& dice, bool dense) {
    Position pos{};
    pos.tables = tables.get();
    pos.seats = static_cast<std::uint8_t>(tables->seats);
    pos.phase = Phase::kPlay;
    const int most = tables->max_hand, size = 1 + dice.below(most);
    pos.hands[0] = dense ? dense_hand(dice, Packs, std::min(size, 14)) : random_hand(dice, Packs, size);
    check_uniform<Packs>(pos);
    const std::vector<Move> tables_to_beat = legal_moves(pos);
    pos.hands[0] = dense ? dense_hand(dice, Packs, std::min(size, 14)) : random_hand(dice, Packs, size);
    for (int i = 0; i < 4; ++i) {
        pos.table = tables_to_beat[static_cast<std::size_t>(dice.below(static_cast<int>(tables_to_beat.size())))];
        check_uniform<Packs>(pos);
    }
}

}  // namespace

TEST_CASE("presets: every legal move for equally many numbers") {
    Dice dice(11);
    for (int i = 0; i < 60; ++i) {
        for (const std::string& name : presets_with(1)) {
            check_positions<1>(tables_of(name), dice, i % 2 == 1);
        }
        for (const std::string& name : presets_with(2)) {
            check_positions<2>(tables_of(name), dice, i % 2 == 1);
        }
    }
}

TEST_CASE("random rules: every legal move for equally many numbers") {
    Dice dice(12);
    for (int i = 0; i < 100; ++i) {
        check_positions<1>(resolve(random_rules(dice, 1)), dice, true);
        check_positions<2>(resolve(random_rules(dice, 2)), dice, true);
    }
}

TEST_CASE("random play makes the moves of its numbers") {
    for (const std::string& name : presets_with(1)) {
        const TablesPtr tables = tables_of(name);
        for (std::uint64_t game = 0; game < 200; ++game) {
            Stream deals = make_stream(13, game, 0, Purpose::kDeal), words = make_stream(13, game, 0, Purpose::kPlay);
            Stream again = words;
            Position pos = DouDizhu<1>::start(*tables, DouDizhu<1>::deal(*tables, deals)), slow = pos;
            const int plies = DouDizhu<1>::play_out(pos, words);
            int slow_plies = 0;
            for (; !is_over(slow); ++slow_plies) {
                play(slow, random_legal<1>(slow, next_word(again)));
            }
            REQUIRE(plies == slow_plies);
            REQUIRE(key(pos) == key(slow));
            REQUIRE(pos.table == slow.table);
            std::int32_t fast_pay[kMaxSeats], slow_pay[kMaxSeats];
            payoffs(pos, fast_pay);
            payoffs(slow, slow_pay);
            REQUIRE(std::equal(fast_pay, fast_pay + pos.seats, slow_pay));
        }
    }
}
