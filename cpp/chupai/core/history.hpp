// A position with its past: the moves that led to it, and the way back.
#pragma once

#include <cstddef>
#include <vector>

namespace chupai {

// F has the types Position and Move, and play(pos&, move).
template <class F>
class History {
public:
    using Position = typename F::Position;
    using Move = typename F::Move;

    explicit History(const Position& start) : now_(start) {}

    const Position& now() const noexcept { return now_; }
    std::size_t size() const noexcept { return steps_.size(); }
    // Move i, and the position in which it was made.
    const Move& move(std::size_t i) const noexcept { return steps_[i].move; }
    const Position& before(std::size_t i) const noexcept { return steps_[i].before; }

    std::vector<Move> moves(std::size_t from = 0) const {
        std::vector<Move> out(size() - from);
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = steps_[from + i].move;
        }
        return out;
    }

    // `move` is legal.
    void push(const Move& move) {
        if (steps_.size() == steps_.capacity()) {
            steps_.reserve(2 * steps_.size() + 32);
        }
        steps_.push_back(Step{now_, move});
        F::play(now_, move);
    }
    // Something has been pushed.
    Move pop() noexcept {
        const Move move = steps_.back().move;
        now_ = steps_.back().before;
        steps_.pop_back();
        return move;
    }
    // Goes on from `position` instead, after a move that ended the position without result (a redeal).
    void replace_now(const Position& position) noexcept { now_ = position; }

private:
    struct Step {
        Position before;
        Move move;
    };

    Position now_;
    std::vector<Step> steps_;
};

}  // namespace chupai
