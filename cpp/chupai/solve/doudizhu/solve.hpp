// Dou Dizhu with open hands, solved exactly: the landlord's side against all others as one team, from any position of
// the play of cards, under any rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "chupai/doudizhu/position.hpp"
#include "chupai/search/watch.hpp"

namespace chupai::doudizhu {

enum class SolveMode : std::uint8_t {
    kWinner,  // the value is 1 or -1: does the side to move win?
    kPayoff,  // what payoffs() gives the seats of the side to move together
};
enum class SolveMoves : std::uint8_t {
    kValue,  // the value alone
    kFirst,  // and one best move
    kAll,  // and the value of every legal move
};

inline constexpr int kMaxSolveThreads = 64;

struct SolveOptions {
    SolveMode mode = SolveMode::kWinner;
    SolveMoves moves = SolveMoves::kValue;
    bool line = true;  // best play to the end
    int threads = 1;
    std::uint64_t alone = 50'000;  // visits before a second thread joins in (search/proof_search.hpp)
};

// Values are those of the side to move at the root. value, values and best_moves depend on the position and the
// options alone, never on threads or the table; a best move found first and the line may.
struct Solution {
    std::optional<std::int32_t> value;  // none: a limit struck before it was known
    std::vector<Code> moves;  // kAll: the legal moves whose value is known, in the order of the legal list
    std::vector<std::int32_t> values;  // theirs
    std::vector<Code> best_moves;  // those of `moves` that reach `value`; kFirst: one
    std::vector<Code> line;  // cut short where a limit struck
    bool complete = false;  // all that was asked for is known
};

// Memory that a solution works with, and what it found out: kept from one call to the next, it makes solving positions
// of one deal faster. Values never depend on it.
class SolveTable {
public:
    // At most so many bytes, but never less than 64 KiB. What is worked out once for an endgame comes on top: some
    // megabytes with one pack, some tens with two. Throws std::bad_alloc.
    explicit SolveTable(std::size_t bytes);
    ~SolveTable();
    SolveTable(const SolveTable&) = delete;
    SolveTable& operator=(const SolveTable&) = delete;

    // Memory in use.
    std::size_t bytes() const noexcept;

    struct Contents;
    Contents& contents() noexcept { return *contents_; }

private:
    std::unique_ptr<Contents> contents_;
};

// `rules` are those of `pos`; the table keeps them. Throws Error where the position is not one of the play of cards or
// the number of threads is out of range. One call at a time may use a table.
Solution solve(const Position& pos, std::shared_ptr<const Tables> rules, const SolveOptions& options, SolveTable& table,
               search::Watch& watch);

}  // namespace chupai::doudizhu
