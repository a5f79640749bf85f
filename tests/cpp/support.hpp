// What several tests need: plain counts, seeded dice, random hands, and the functions under test at every level.
//
// Nothing here uses the core's own tricks: counts are taken with a shift and a mask, dice are the standard library's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "chupai/doudizhu/position.hpp"
#include "chupai/doudizhu/rules.hpp"
#include "chupai/doudizhu/types.hpp"
#include "chupai/kernels/kernels.hpp"

namespace chupai::doudizhu {

// How doctest prints what differed.
std::ostream& operator<<(std::ostream& out, const Shape& shape);
std::ostream& operator<<(std::ostream& out, const Move& move);

namespace testing {

using TablesPtr = std::shared_ptr<const Tables>;
using Counts = std::array<int, kRanks>;

Counts counts_of(Hand hand);
Hand hand_of(const Counts& counts);
int total_of(const Counts& counts);

// One or two packs.
Counts pack(int packs);

// The same numbers on every platform (std::mt19937_64 is specified to the bit; distributions are not, so none is used).
class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}
    std::uint64_t word() { return engine_(); }
    int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
    bool coin() { return (engine_() & 1) != 0; }

private:
    std::mt19937_64 engine_;
};

// n cards off a shuffled pack.
Hand random_hand(Dice& dice, int packs, int n);

// n cards of few, mostly neighbouring ranks: chains, trios and fours abound.
Hand dense_hand(Dice& dice, int packs, int n);

TablesPtr tables_of(std::string_view rules);
std::vector<std::string> presets_with(int packs);

// The rules under which most is legal: every other rule set of one pack allows a subset of its combinations.
Rules loosest();

// Some valid rules of `packs` packs, most fields drawn.
Rules random_rules(Dice& dice, int packs);

// Every instruction level that this build and processor have.
std::vector<const Kernels*> levels();

// One level's answers about legal moves.
struct Generator {
    std::string name;
    unsigned (*count)(const Tables&, Hand, Shape);
    Move (*nth)(const Tables&, Hand, Shape, unsigned);
    Move* (*write)(const Tables&, Hand, Shape, Move*);
    std::vector<Move> list(const Tables& tables, Hand hand, Shape table) const;
};
std::vector<Generator> generators();

// The legal list of a position of one or two packs, calls included.
std::vector<Move> legal_moves(const Position& pos);

// `pos` after a line of moves as text; each must be legal.
Position after(Position pos, std::string_view line);

// An open position, "33334/567/89T".
Position open_position(const TablesPtr& tables, std::string_view hands, int landlord = 0, int stake = 1);

// The documented order of lists: kind, length (bombs: cards), top, kickers.
bool in_order(const Move& a, const Move& b);

}  // namespace testing
}  // namespace chupai::doudizhu
