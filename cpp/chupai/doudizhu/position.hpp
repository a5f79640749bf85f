// A position: all that legality and payoff need, in 96 bytes, copied to undo.
#pragma once

#include <type_traits>

#include "chupai/core/random.hpp"
#include "chupai/doudizhu/deal.hpp"
#include "chupai/doudizhu/generate.hpp"
#include "chupai/doudizhu/rules.hpp"
#include "chupai/doudizhu/types.hpp"

namespace chupai::doudizhu {

enum class Phase : std::uint8_t {
    kAuction,  // pass, or a bid above the standing one
    kStake,  // a drawn landlord names his stake
    kPlay,
    kOver,
};

struct Position {
    Hand hands[kMaxSeats];
    Hand bottom;  // the bottom cards, also after the landlord has taken them
    Hand landlord_start;  // his hand as play began: what he has played since is the difference; 0 before
    Move table;  // what is to be beaten; a call where the player to move leads
    const Tables* tables;
    std::uint16_t stake;  // the standing bid in the auction (0: none)
    Phase phase;
    Seat to_move;
    Seat last;  // who played last; when over: who went out
    Seat landlord;  // in the auction: the standing bidder; kNoSeat: none (a deal passed out, when over)
    Seat first;  // first bidder
    std::uint8_t seats;
    std::uint8_t passes;  // in a row
    std::uint8_t passed;  // auction: bit s, seat s has passed (only under pass_is_final)
    std::uint8_t doublings[kMaxSeats];  // doubling bombs and rockets each seat has played
    std::uint8_t plays[kMaxSeats];  // combinations each seat has played
};
static_assert(sizeof(Position) <= 96 && std::is_trivially_copyable_v<Position>);

CHUPAI_INLINE constexpr Code call_code(int bid) noexcept { return static_cast<Code>(bid) << kReadingShift; }
CHUPAI_INLINE constexpr int bid_of(Code code) noexcept { return static_cast<int>(code >> kReadingShift); }
inline constexpr int kMaxBid = 3;

// The landlord, and under sides = pairs the seat opposite; there is a landlord.
bool on_landlords_side(const Position& pos, int seat);

// What decides payment once a deal is over.
void payoffs(const Position& pos, std::int32_t* out);

inline namespace CHUPAI_LEVEL {

CHUPAI_INLINE Seat next_seat(const Position& pos, Seat seat) noexcept {
    return seat + 1 == pos.seats ? Seat{0} : static_cast<Seat>(seat + 1);
}

// The landlord takes the bottom cards and leads (docs/rules-doudizhu.md, "Bottom cards").
CHUPAI_INLINE void start_play(Position& pos, Seat landlord, int stake) noexcept {
    pos.landlord = pos.last = pos.to_move = landlord;
    pos.stake = static_cast<std::uint16_t>(stake);
    pos.hands[landlord] += pos.bottom;
    pos.landlord_start = pos.hands[landlord];
    pos.passes = 0;
    pos.phase = Phase::kPlay;
}

CHUPAI_INLINE Position start(const Tables& tables, const Deal& deal) noexcept {
    Position pos{};
    for (int seat = 0; seat < kMaxSeats; ++seat) {
        pos.hands[seat] = deal.hands[seat];
    }
    pos.bottom = deal.bottom;
    pos.tables = &tables;
    pos.seats = static_cast<std::uint8_t>(tables.seats);
    pos.first = pos.to_move = pos.last = deal.first;
    pos.landlord = kNoSeat;
    switch (tables.rules.landlord_selection) {
        case Selection::kAuction: pos.phase = Phase::kAuction; break;
        case Selection::kRandom:
            pos.phase = Phase::kStake;
            pos.landlord = deal.first;
            break;
        case Selection::kGiven: start_play(pos, 0, 1); break;
    }
    return pos;
}

// The auction goes on with the next seat that may call, or ends.
CHUPAI_NOINLINE inline void after_auction_pass(Position& pos) noexcept {
    const Rules& rules = pos.tables->rules;
    ++pos.passes;
    unsigned out = 0;  // seats that have nothing more to say
    if (rules.pass_is_final) {
        pos.passed = static_cast<std::uint8_t>(pos.passed | (1u << pos.to_move));
        out = static_cast<unsigned>(popcount(pos.passed));
    } else {
        out = pos.passes;
    }
    if (pos.landlord != kNoSeat && out + 1 == pos.seats) {
        return start_play(pos, pos.landlord, pos.stake);
    }
    if (out == pos.seats) {
        if (rules.all_pass == AllPass::kForced) {
            return start_play(pos, pos.first, 1);
        }
        pos.phase = Phase::kOver;
        return;
    }
    do {
        pos.to_move = next_seat(pos, pos.to_move);
    } while (((pos.passed >> pos.to_move) & 1) != 0);
}

CHUPAI_NOINLINE inline void play_call(Position& pos, Code code) noexcept {
    const int bid = bid_of(code);
    if (bid == 0) {
        return after_auction_pass(pos);
    }
    const bool alone = popcount(pos.passed) + 1 == pos.seats;  // all others have passed for good
    if (pos.phase == Phase::kStake || bid == kMaxBid || alone) {
        return start_play(pos, pos.to_move, bid);
    }
    pos.landlord = pos.to_move;
    pos.stake = static_cast<std::uint16_t>(bid);
    pos.passes = 0;
    do {
        pos.to_move = next_seat(pos, pos.to_move);
    } while (((pos.passed >> pos.to_move) & 1) != 0);
}

CHUPAI_INLINE bool doubles(const Tables& tables, Shape shape) noexcept {
    return shape.kind == Kind::kRocket || (shape.kind == Kind::kBomb && shape.cards >= tables.rules.doubling_bomb_min);
}

// `move` is a legal pass or combination, and phase is kPlay.
CHUPAI_INLINE void play_cards(Position& pos, const Move& move) noexcept {
    const Seat seat = pos.to_move;
    pos.to_move = next_seat(pos, seat);
    if (move.code == kPass) {
        if (++pos.passes + 1 == pos.seats) {  // back at who played last: he leads anew
            pos.passes = 0;
            pos.table = Move{};
        }
        return;
    }
    pos.hands[seat] -= move.code & kCardsMask;
    pos.table = move;
    pos.last = seat;
    pos.passes = 0;
    ++pos.plays[seat];
    if (move.shape.kind >= Kind::kBomb) {
        pos.doublings[seat] = static_cast<std::uint8_t>(pos.doublings[seat] + doubles(*pos.tables, move.shape));
    }
    if (pos.hands[seat] == 0) {
        pos.phase = Phase::kOver;
    }
}

// `move` is legal here.
CHUPAI_INLINE void play(Position& pos, const Move& move) noexcept {
    if (pos.phase == Phase::kPlay) {
        play_cards(pos, move);
    } else {
        play_call(pos, move.code);
    }
}

// The calls allowed in the auction or when naming a stake: a pass or not, and bids from `lowest` up.
struct CallRange {
    bool pass;
    int lowest;
};
CHUPAI_INLINE CallRange call_range(const Position& pos) noexcept {
    return CallRange{pos.phase == Phase::kAuction, pos.stake + 1};
}

template <int Packs>
CHUPAI_INLINE unsigned count_legal(const Position& pos) noexcept {
    if (pos.phase == Phase::kPlay) {
        return count_moves<Packs>(*pos.tables, pos.hands[pos.to_move], pos.table.shape);
    }
    if (pos.phase == Phase::kOver) {
        return 0;
    }
    const CallRange calls = call_range(pos);
    return static_cast<unsigned>(calls.pass + kMaxBid + 1 - calls.lowest);
}

template <int Packs>
CHUPAI_INLINE Move nth_legal(const Position& pos, unsigned index) noexcept {
    if (pos.phase == Phase::kPlay) {
        return nth_move<Packs>(*pos.tables, pos.hands[pos.to_move], pos.table.shape, index);
    }
    const CallRange calls = call_range(pos);
    const int number = static_cast<int>(index) - calls.pass;
    return Move{number < 0 ? kPass : call_code(calls.lowest + number), Shape{}};
}

template <int Packs>
CHUPAI_INLINE Move* write_legal(const Position& pos, Move* out) noexcept {
    if (pos.phase == Phase::kPlay) {
        return write_moves<Packs>(*pos.tables, pos.hands[pos.to_move], pos.table.shape, out);
    }
    const unsigned n = count_legal<Packs>(pos);
    for (unsigned i = 0; i < n; ++i) {
        *out++ = nth_legal<Packs>(pos, i);
    }
    return out;
}

CHUPAI_INLINE bool is_over(const Position& pos) noexcept { return pos.phase == Phase::kOver; }

// count_legal after `move`, 0 where it ends the game, without making it.
template <int Packs>
CHUPAI_INLINE unsigned count_replies(const Position& pos, const Move& move) noexcept {
    if (pos.phase != Phase::kPlay) {
        Position next = pos;
        play(next, move);
        return count_legal<Packs>(next);
    }
    if (move.code == kPass) {
        return pos.passes + 2 == pos.seats
                   ? count_moves<Packs>(*pos.tables, pos.hands[pos.last], Shape{})
                   : count_moves<Packs>(*pos.tables, pos.hands[next_seat(pos, pos.to_move)], pos.table.shape);
    }
    return (move.code & kCardsMask) == pos.hands[pos.to_move]
               ? 0
               : count_moves<Packs>(*pos.tables, pos.hands[next_seat(pos, pos.to_move)], move.shape);
}

CHUPAI_INLINE bool wants_redeal(const Position& pos) noexcept {
    return pos.phase == Phase::kOver && pos.landlord == kNoSeat && pos.tables->rules.all_pass == AllPass::kRedeal;
}

// Equal for equal positions of equal rules: everything that can still matter is mixed in.
CHUPAI_INLINE std::uint64_t key(const Position& pos) noexcept {
    std::uint64_t h =
        mix64(static_cast<std::uint64_t>(pos.phase) | (std::uint64_t{pos.to_move} << 8) |
              (std::uint64_t{pos.last} << 16) | (std::uint64_t{pos.landlord} << 24) | (std::uint64_t{pos.first} << 32) |
              (std::uint64_t{pos.seats} << 40) | (std::uint64_t{pos.passes} << 48) | (std::uint64_t{pos.passed} << 56));
    const Shape t = pos.table.shape;
    h = mix64(h ^ (static_cast<std::uint64_t>(t.kind) | (std::uint64_t{t.length} << 8) | (std::uint64_t{t.top} << 16) |
                   (std::uint64_t{t.cards} << 24) | (std::uint64_t{pos.stake} << 32)));
    for (int seat = 0; seat < kMaxSeats; ++seat) {
        const std::uint64_t tally = (std::uint64_t{pos.doublings[seat]} << 1) | (pos.plays[seat] != 0);
        const std::uint64_t only_first = static_cast<std::uint64_t>(pos.plays[seat] == 1) << 62;
        h = mix64(h + 0x9e3779b97f4a7c15u + (pos.hands[seat] | only_first));
        h = mix64(h + 0x9e3779b97f4a7c15u + tally);
    }
    return mix64(h ^ (pos.phase == Phase::kAuction || pos.phase == Phase::kStake ? pos.bottom : 0));
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::doudizhu
