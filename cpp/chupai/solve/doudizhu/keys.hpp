// Positions of an endgame as keys of a proof table (search/proof_table.hpp): everything that can still matter.
#pragma once

#include "chupai/search/proof_table.hpp"
#include "chupai/solve/doudizhu/endgame.hpp"

namespace chupai::doudizhu {

// One word: the hands' places as one number, the table, mover and last player. For endgames of which it fits().
class PackedKeys {
public:
    static constexpr int kWords = 1;

    explicit PackedKeys(const Endgame& game) : tables_(game.tables()) {
        std::uint64_t all = 1;
        for (int s = 0; s < game.seats(); ++s) {
            worth_[s] = all;
            all *= game.moves_of(s).places;
        }
    }
    // Tallies have no place in it.
    static bool fits(const Endgame& game) { return game.log2_positions() < 63.9; }

    search::Key<1> operator()(const SeatMoves::Place* place, TableId table, Seat mover, Seat last,
                              std::uint64_t) const noexcept {
        std::uint64_t hands = 0;
        for (int s = 0; s < kMaxSeats; ++s) {
            hands += place[s] * worth_[s];
        }
        return {{((hands * tables_ + table) << 4 | static_cast<unsigned>(mover * kMaxSeats + last)) + 1}};
    }

private:
    std::uint64_t worth_[kMaxSeats]{};
    std::uint64_t tables_;
};

// Two words, or three with a tally: 26 bits a place (33 cards of two packs are 34,012,224 hands at most).
template <int Words>
class WideKeys {
public:
    static constexpr int kWords = Words;

    explicit WideKeys(const Endgame&) {}

    search::Key<Words> operator()(const SeatMoves::Place* place, TableId table, Seat mover, Seat last,
                                  std::uint64_t tally) const noexcept {
        const auto two = [&](int s) { return std::uint64_t{place[s]} | std::uint64_t{place[s + 1]} << kPlaceBits; };
        constexpr unsigned never_empty = 16;
        search::Key<Words> key{};
        key.word[0] = two(0) | std::uint64_t{never_empty + mover * unsigned{kMaxSeats} + last} << (2 * kPlaceBits);
        key.word[1] = two(2) | std::uint64_t{table} << (2 * kPlaceBits);
        if constexpr (Words > 2) {
            key.word[2] = tally;
        }
        return key;
    }

private:
    static constexpr int kPlaceBits = 26;
    static_assert(kMostTables <= 1 << (64 - 2 * kPlaceBits));
};

}  // namespace chupai::doudizhu
