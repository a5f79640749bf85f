#include "chupai/solve/gongzhu/solve.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "chupai/core/error.hpp"
#include "chupai/solve/gongzhu/endgame.hpp"

namespace chupai::gongzhu {
namespace {

// One position's value by questions "is it at least so much?".
template <int Seats>
class Solver {
public:
    Solver(const Position& pos, const SolveOptions& options, SolveTable& table, search::Watch& watch)
        : pos_(pos),
          options_(options),
          stakes_(pos, options.objective, options.seat),
          table_(table),
          watch_(watch),
          search_(stakes_, pos, table, watch, true) {
        if (options.threads > 1) {
            crew_ = std::make_unique<Crew>(options.threads - 1, [this] { return hire(); });
            search_.join(crew_.get());
        }
    }

    void run(Solution& out) {
        try {
            out.value = value_of(pos_);
            if (options_.every_move) {
                every_move(out);
            }
            if (options_.line || options_.best_move) {
                line(out);
            }
            out.complete = true;
        } catch (const Stopped&) {
            out.complete = false;
        }
        search_.settle();
    }

private:
    Crew::Work hire() {
        auto search = std::make_shared<Endgame<Seats>>(stakes_, pos_, table_, watch_, false);
        return [this, search](const Question& question) {
            search->join(crew_.get());
            try {
                const std::int32_t value = search->probe(question.pos, question.beta);
                search->settle();
                return value;
            } catch (...) {
                search->settle();
                throw;
            }
        };
    }

    // Whether the value is at least `beta`, and a bound of it that says so.
    std::int32_t probe(const Position& pos, std::int32_t beta) {
        if (crew_ == nullptr) {
            return search_.probe(pos, beta);
        }
        std::optional<std::int32_t> value;
        try {
            value = search_.probe(pos, beta);
        } catch (const Answered&) {
        }
        const std::optional<std::int32_t> found = crew_->finish();
        return value ? *value : found.value();
    }

    static constexpr std::int32_t kStep = 60;

    // First guesses grow away from what plain play brings, then the values between are halved.
    std::int32_t value_of(const Position& pos) {
        const Bounds bounds =
            is_over(pos) ? over(pos) : stakes_.bounds(stakes_.piles_of(pos), (1u << stakes_.units()) - 1);
        std::int32_t low = bounds.low, high = bounds.high;
        std::int32_t guess = std::clamp(is_over(pos) ? low : search_.guess(pos), low, high), step = kStep;
        bool rose = false, fell = false;
        while (low < high) {
            const std::int32_t beta = std::clamp(guess, low + 1, high);
            const std::int32_t value = probe(pos, beta);
            (value >= beta ? rose : fell) = true;
            (value >= beta ? low : high) = value;
            if (rose && fell) {
                guess = low + (high - low) / 2;
            } else {
                guess = rose ? low + step : high - step;
                step *= 2;
            }
        }
        return low;
    }

    Bounds over(const Position& pos) {
        const std::int32_t value = stakes_.value_of(pos.taken);
        return {value, value};
    }

    bool reaches(const Position& pos, std::int32_t value, bool maximise) {
        if (is_over(pos)) {
            const std::int32_t v = over(pos).low;
            return maximise ? v >= value : v <= value;
        }
        return maximise ? probe(pos, value) >= value : probe(pos, value + 1) <= value;
    }

    void every_move(Solution& out) {
        for (CardSet left = legal_mask(pos_); left != 0; left = without_lowest(left)) {
            const Move move = play_of(static_cast<Card>(lowest(left)));
            Position next = pos_;
            play(next, move);
            const std::int32_t value = value_of(next);
            out.moves.push_back(code(move));
            out.values.push_back(value);
            if (value == *out.value) {
                out.best_moves.push_back(code(move));
            }
        }
    }

    void line(Solution& out) {
        Position pos = pos_;
        while (!is_over(pos)) {
            const bool maximise = stakes_.maximises(pos.to_move);
            CardSet left = legal_mask(pos);
            for (;; left = without_lowest(left)) {
                const Move move = play_of(static_cast<Card>(lowest(left)));
                Position next = pos;
                play(next, move);
                if (without_lowest(left) == 0 || reaches(next, *out.value, maximise)) {
                    pos = next;
                    out.line.push_back(code(move));
                    break;
                }
            }
            if (options_.best_move && !options_.every_move && out.best_moves.empty()) {
                out.best_moves.push_back(out.line.front());
            }
        }
    }

    const Position& pos_;
    const SolveOptions& options_;
    Stakes stakes_;
    SolveTable& table_;
    search::Watch& watch_;
    Endgame<Seats> search_;
    std::unique_ptr<Crew> crew_;  // goes first: its threads use the rest
};

void check(const Position& pos, const SolveOptions& options) {
    if (pos.phase != Phase::kPlay) {
        throw Error(pos.phase == Phase::kOver ? "nothing to solve: the deal is over"
                                              : "nothing to solve yet: the exposing is not over");
    }
    if (options.objective == Objective::kTeam && pos.seats != 4) {
        throw Error("objective team: needs four players, not " + std::to_string(pos.seats));
    }
    if (options.seat < 0 || options.seat >= pos.seats) {
        throw Error("seat: " + std::to_string(options.seat) + " is not one of 0.." + std::to_string(pos.seats - 1));
    }
    if (options.threads < 1 || options.threads > kMaxSolveThreads) {
        throw Error("threads: " + std::to_string(options.threads) + " is not one of 1.." +
                    std::to_string(kMaxSolveThreads));
    }
}

template <int Seats>
void run(const Position& pos, const SolveOptions& options, SolveTable& table, search::Watch& watch, Solution& out) {
    Solver<Seats>(pos, options, table, watch).run(out);
}

}  // namespace

Solution solve(const Position& pos, const SolveOptions& options, SolveTable& table, search::Watch& watch) {
    check(pos, options);
    const bool team = options.objective == Objective::kTeam;
    table.begin({pos.tables->rules, pos.exposed, team ? -1 : options.seat}, options.threads > 1);
    Solution out;
    switch (pos.seats) {
        case 3: run<3>(pos, options, table, watch, out); break;
        case 4: run<4>(pos, options, table, watch, out); break;
        default: run<5>(pos, options, table, watch, out); break;
    }
    out.nodes = watch.nodes();
    out.seconds = watch.seconds();
    return out;
}

}  // namespace chupai::gongzhu
