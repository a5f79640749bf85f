// Gong Zhu with open hands, solved exactly: the value of a position when both sides play their best to the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "chupai/gongzhu/position.hpp"
#include "chupai/search/watch.hpp"
#include "chupai/solve/gongzhu/solve_table.hpp"

namespace chupai::gongzhu {

enum class Objective : std::uint8_t {
    kTeam,  // four players: the score of seats 0 and 2 less that of seats 1 and 3; seats 0 and 2 maximise it
    kParanoid,  // the score of one seat (its side's under teams), which maximises it; all other seats minimise it
};

inline constexpr int kMaxSolveThreads = 64;

struct SolveOptions {
    Objective objective = Objective::kTeam;
    int seat = 0;  // whose score it is, under kParanoid
    bool every_move = false;  // the value of every legal card
    bool best_move = false;  // one card that reaches the value; with every_move all of them
    bool line = true;  // best play to the end
    int threads = 1;
};

// Everything but nodes and seconds depends on the position and the options alone: never on threads or the table.
struct Solution {
    std::optional<std::int32_t> value;  // none: a limit struck before it was known
    std::vector<Code> moves;  // with every_move: the legal cards whose value is known, ascending
    std::vector<std::int32_t> values;  // theirs
    std::vector<Code> best_moves;  // those that reach `value`
    std::vector<Code> line;  // cut short where a limit struck
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool complete = false;  // all that was asked for is known
};

// Values are those of score_of at the end of the deal. Throws Error where the position is not one of the play of
// cards, where kTeam is asked of three or five players, and where the seat or the number of threads is out of range.
// One call at a time may use a table.
Solution solve(const Position& pos, const SolveOptions& options, SolveTable& table, search::Watch& watch);

}  // namespace chupai::gongzhu
