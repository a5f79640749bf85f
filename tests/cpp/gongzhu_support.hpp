// What several tests of Gong Zhu need: seeded dice, random rules and positions, and the rules told again slowly, card
// by card, from rules-gongzhu.md: nothing here uses the core's masks or tables.
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "chupai/gongzhu/game.hpp"
#include "chupai/gongzhu/rules.hpp"

namespace chupai::gongzhu {

// How doctest prints what differed.
std::ostream& operator<<(std::ostream& out, const Move& move);

namespace testing {

using TablesPtr = std::shared_ptr<const Tables>;

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

// They live until the program ends.
TablesPtr tables_of(std::string_view rules);

// Valid rules, every field drawn.
Rules random_rules(Dice& dice);

// Presets and odd rules for which something is done otherwise.
std::vector<std::string> many_rules();

Position random_deal(const Tables& tables, Dice& dice);
std::vector<Move> legal_moves(const Position& pos);
// A position of a random game some plies on; it may be over.
Position random_position(const Tables& tables, Dice& dice);

// Cards as numbers 13 * suit + rank, the way people count them.
std::vector<int> cards_of(CardSet set);
CardSet set_of_cards(const std::vector<int>& cards);
CardSet set_of_text(std::string_view text);
int card_named(std::string_view text);

// Codes of the legal moves, ascending.
std::vector<Code> slow_legal(const Position& pos);

// Points of every side, rotation included.
std::vector<int> slow_score(const Rules& rules, const std::vector<std::vector<int>>& piles, Specials exposed);

// `pos` after a line of moves as text; each must be legal.
Position after(Position pos, std::string_view line);

// A position mid-deal: hands joined by "/", the trick's cards parted by blanks.
Position open_position(const TablesPtr& tables, std::string_view hands, int leader = 0, std::string_view exposed = "",
                       std::string_view suits_led = "", std::string_view trick = "");

bool same_position(const Position& a, const Position& b);

// What chi-square with so many degrees of freedom hardly ever exceeds.
double chi_square_limit(int freedom);

}  // namespace testing
}  // namespace chupai::gongzhu
