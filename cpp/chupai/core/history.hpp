// A position with its past: the moves that led to it, and the way back.
#pragma once

#include <cstddef>
#include <vector>

#include "chupai/core/game.hpp"

namespace chupai {

template <class G>
class History {
public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    explicit History(const Position& start) : now_(start) {}

    const Position& now() const noexcept { return now_; }
    const std::vector<Move>& moves() const noexcept { return moves_; }
    // The position in which move i was made.
    const Position& before(std::size_t i) const noexcept { return past_[i]; }
    std::size_t size() const noexcept { return moves_.size(); }

    // `move` is legal.
    void push(const Move& move) {
        if (past_.size() == past_.capacity() || moves_.size() == moves_.capacity()) {
            reserve(2 * past_.size() + 32);
        }
        past_.push_back(now_);
        moves_.push_back(move);
        G::play(now_, move);
    }
    // Something has been pushed.
    Move pop() noexcept {
        const Move move = moves_.back();
        now_ = past_.back();
        moves_.pop_back();
        past_.pop_back();
        return move;
    }
    // Goes on from `position` instead, after a move that ended the position without result (a redeal).
    void replace_now(const Position& position) noexcept { now_ = position; }

    void reserve(std::size_t n) {
        moves_.reserve(n);
        past_.reserve(n);
    }

private:
    Position now_;
    std::vector<Position> past_;
    std::vector<Move> moves_;
};

}  // namespace chupai
