// Ladder: a small game that has everything the Game contract asks for (core/game.hpp), to learn from and to test the
// templates that know no game. docs/third-game.md walks through it.
//
// A pack of numbered cards, each there once, is dealt evenly. Who leads plays any card; then each in turn plays a
// higher one or passes. When all others have passed, who played last leads again. Who has no card left wins, and every
// other player pays him a point for each card that he still holds.
#pragma once

#include <cstdint>

#include "chupai/core/bits.hpp"
#include "chupai/core/draw.hpp"
#include "chupai/core/game.hpp"

namespace chupai::ladder {

inline constexpr int kMaxSeats = 4;
inline constexpr int kMaxCards = 8;  // a player's at most

using CardSet = std::uint32_t;  // card c at bit c

struct Rules {
    int players = 3;
    int cards = 5;  // a player's
    friend bool operator==(const Rules&, const Rules&) = default;
};

// Resolved rules.
struct Tables {
    Rules rules;
    int seats;
};

struct Deal {
    CardSet hands[kMaxSeats] = {};
    int first = 0;  // who leads
    friend bool operator==(const Deal&, const Deal&) = default;
};

inline constexpr std::int8_t kNone = -1;  // no card

struct Move {
    std::int8_t card = kNone;  // kNone: pass
    friend bool operator==(const Move&, const Move&) = default;
};

struct Position {
    const Tables* tables = nullptr;
    CardSet hands[kMaxSeats] = {};
    std::int8_t table = kNone;  // the card to beat; kNone: a lead
    std::uint8_t to_move = 0;
    std::uint8_t last = 0;  // who played last, or leads first
};

// The others' hands are blanked; their cards are the pool of all of them together.
struct View {
    Position seen;
    CardSet pool;
    std::uint8_t sizes[kMaxSeats];
    std::uint8_t seat;
};

inline namespace CHUPAI_LEVEL {

inline CardSet above(std::int8_t card) noexcept { return static_cast<CardSet>(~std::uint64_t{0} << (card + 1)); }

struct Ladder {
    using Rules = Tables;
    using Deal = ladder::Deal;
    using Position = ladder::Position;
    using Move = ladder::Move;
    using View = ladder::View;

    static constexpr int kMaxPlayers = kMaxSeats;
    static constexpr int kMaxLegal = kMaxCards + 1;  // a whole hand, and the pass

    static Deal deal(const Rules& rules, Stream& stream) noexcept {
        Deal out;
        CardMask<1> pool{{(std::uint64_t{1} << rules.seats * rules.rules.cards) - 1}};
        for (int seat = 0; seat < rules.seats; ++seat) {
            const CardMask<1> hand = draw(stream, pool, size_of(pool), rules.rules.cards);
            out.hands[seat] = static_cast<CardSet>(hand.word[0]);
            pool.word[0] ^= hand.word[0];
        }
        out.first = static_cast<int>(below(stream, static_cast<std::uint64_t>(rules.seats)));
        return out;
    }

    static Position start(const Rules& rules, const Deal& deal) noexcept {
        Position pos;
        pos.tables = &rules;
        for (int seat = 0; seat < rules.seats; ++seat) {
            pos.hands[seat] = deal.hands[seat];
        }
        pos.to_move = pos.last = static_cast<std::uint8_t>(deal.first);
        return pos;
    }

    static int players(const Position& pos) noexcept { return pos.tables->seats; }
    static int player(const Position& pos) noexcept { return pos.to_move; }

    // The pass where there is a card to beat, then cards, low to high.
    static Move* legal(const Position& pos, Move* out) noexcept {
        const unsigned n = count_legal(pos);
        for (unsigned i = 0; i < n; ++i) {
            *out++ = nth_legal(pos, i);
        }
        return out;
    }
    static unsigned count_legal(const Position& pos) noexcept {
        return static_cast<unsigned>(popcount(playable(pos))) + may_pass(pos);
    }
    static Move nth_legal(const Position& pos, unsigned index) noexcept {
        if (may_pass(pos) && index == 0) {
            return Move{};
        }
        return Move{static_cast<std::int8_t>(lowest(nth_bit(playable(pos), index - may_pass(pos))))};
    }
    static Move random_legal(const Position& pos, std::uint64_t word) noexcept {
        return nth_legal(pos, static_cast<unsigned>(multiply_high(word, count_legal(pos))));
    }

    static void play(Position& pos, const Move& move) noexcept {
        if (move.card != kNone) {
            pos.hands[pos.to_move] ^= CardSet{1} << move.card;
            pos.table = move.card;
            pos.last = pos.to_move;
        }
        pos.to_move = static_cast<std::uint8_t>((pos.to_move + 1) % pos.tables->seats);
        if (pos.to_move == pos.last) {
            pos.table = kNone;
        }
    }

    static std::uint64_t code(const Move& move) noexcept { return static_cast<std::uint64_t>(move.card + 1); }
    static bool is_over(const Position& pos) noexcept { return pos.hands[pos.last] == 0; }
    static bool wants_redeal(const Position&) noexcept { return false; }
    static int phase(const Position& pos) noexcept { return is_over(pos) ? 1 : 0; }

    static void payoffs(const Position& pos, std::int32_t* out) noexcept {
        std::int32_t won = 0;
        for (int seat = 0; seat < pos.tables->seats; ++seat) {
            out[seat] = -popcount(pos.hands[seat]);
            won -= out[seat];
        }
        out[pos.last] = won;
    }

    static std::uint64_t key(const Position& pos) noexcept {
        std::uint64_t hash = mix64(static_cast<std::uint64_t>(pos.table + 1) << 16 |
                                   static_cast<std::uint64_t>(pos.to_move) << 8 | pos.last);
        for (int seat = 0; seat < pos.tables->seats; ++seat) {
            hash = mix64(hash ^ pos.hands[seat]);
        }
        return hash;
    }

    static View view(const Position& pos, int seat) noexcept {
        View v{pos, 0, {}, static_cast<std::uint8_t>(seat)};
        for (int s = 0; s < pos.tables->seats; ++s) {
            v.sizes[s] = static_cast<std::uint8_t>(popcount(pos.hands[s]));
            if (s != seat) {
                v.pool |= pos.hands[s];
                v.seen.hands[s] = 0;
            }
        }
        return v;
    }

    static Position sample(const View& view, Stream& stream) noexcept {
        Position pos = view.seen;
        CardMask<1> pool{{view.pool}};
        for (int s = 0; s < pos.tables->seats; ++s) {
            if (s != view.seat) {
                const CardMask<1> hand = draw(stream, pool, size_of(pool), view.sizes[s]);
                pos.hands[s] = static_cast<CardSet>(hand.word[0]);
                pool.word[0] ^= hand.word[0];
            }
        }
        return pos;
    }

private:
    static unsigned may_pass(const Position& pos) noexcept { return pos.table != kNone; }
    static CardSet playable(const Position& pos) noexcept { return pos.hands[pos.to_move] & above(pos.table); }
};
static_assert(Game<Ladder>);

}  // namespace CHUPAI_LEVEL

// Ladder whatever the rules: what kernels and batches ask. One size serves them all.
struct AnySize {
    using Tables = ladder::Tables;
    using Position = ladder::Position;
    using Move = ladder::Move;
    using Deal = ladder::Deal;
    using View = ladder::View;

    template <class Work>
    static CHUPAI_INLINE auto with(const Tables&, Work&& work) {
        return work.template operator()<Ladder>();
    }
};

}  // namespace chupai::ladder
