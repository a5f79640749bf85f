// Open positions of Dou Dizhu as a proof-number search sees them (search/proof_search.hpp): the landlord's side against
// all others, everybody's cards known.
//
// All cards that will be played are in the hands at the root, so everything is worked out once for them: each seat's
// moves; for each part of a hand the moves that it still allows, as bits; the fewest plays that empty each hand that it
// can come to. A hand is then its place among those: a number below 2^18 for 20 cards. A position is made smaller
// where that cannot change who wins:
//   - seats that cannot beat the table are passed over, and where nobody can, whoever played last leads;
//   - the table is not what was played but what the seats still to answer can play on it;
//   - of moves that come to the same, or of which one can never do worse, one is looked at (similar_ranks).
#pragma once

#include <cstdint>
#include <vector>

#include "chupai/core/bits.hpp"
#include "chupai/doudizhu/hand.hpp"
#include "chupai/doudizhu/position.hpp"

namespace chupai::doudizhu {

// A table to beat as a number: kLead, or a group (moves that beat each other by their tops alone) and a top. The moves
// of a table's group with higher numbers beat it. The last group are bombs and the rocket, by strength: they beat all
// other groups.
using TableId = std::uint16_t;
inline constexpr TableId kLead = 0;
inline constexpr int kGroupTables = 16;  // "below all" and one a rank
inline constexpr int kBombTables = 13 * 5 + 2;  // 13 ranks of 4 to 8 cards, the rocket, "below all"
inline constexpr int kMostTables = 1 + kKinds * kChainRanks * kGroupTables + kBombTables;

// What a seat can ever play from its hand at the root, and what this hand can come to.
struct SeatMoves {
    // A hand as a number for each four ranks (3456, 789T, JQKA, 2BR), 16 bits each.
    using Parts = std::uint64_t;
    // A hand as one number: 0 is the empty one, a move subtracts its own number.
    using Place = std::uint32_t;
    using Index = std::uint16_t;  // of a move
    static constexpr Index kPassed = 0xffff;  // no move
    static constexpr TableId kNoTable = 0xffff;
    static constexpr int kParts = 4;
    static constexpr std::uint8_t kNoRank = 0xff;

    struct Entry {
        Hand cards;
        Parts parts;
        Place place;
        TableId table;  // that it sets
        std::uint8_t rank;  // the body's, where that is one rank; else kNoRank
        std::uint8_t doubles;  // bombs and rockets that double
        Hand kickers;
        Code code;
    };
    // How well a hand stands. An empty one is out of the game, by kNoCost.
    struct Outlook {
        static constexpr std::uint8_t kNoCost = 0xff;
        std::int16_t strength;  // what its cards are worth, less what its plays cost (strength_of)
        std::uint8_t fewest;  // plays that empty it at least; 0 where that is not known
        std::uint8_t cost;  // the same where a play that no opponent can ever beat counts half, in halves
    };

    std::vector<Entry> moves;  // by table
    std::size_t words = 1;  // of 64 moves
    std::vector<std::uint64_t> allowed[kParts];  // [part * words]: moves that take no more of these ranks
    std::vector<std::uint64_t> replies;  // [table * words]: moves that beat it; all for kLead
    std::vector<std::uint64_t> winged;  // moves with kickers
    std::uint32_t stride[kRanks];  // what a card is worth in the place,
    std::uint32_t part_stride[kRanks];  // and in its part
    Place places = 1;
    std::vector<Outlook> outlook;  // by place; empty where there are too many places

    Place place_of(Hand hand) const noexcept;
    Parts parts_of(Hand hand) const noexcept;
    // Where there is no table, three cards go in a play.
    Outlook outlook_of(Place place, Hand hand) const noexcept;

    // In what follows Words is `words` where a caller knows it, else 0.

    // The moves that a hand allows, as bits.
    template <std::size_t Words>
    void list(Parts parts, std::uint64_t* out) const noexcept {
        const std::size_t n = Words != 0 ? Words : words;
        const std::uint64_t* const a = &allowed[0][(parts & 0xffff) * n];
        const std::uint64_t* const b = &allowed[1][((parts >> 16) & 0xffff) * n];
        const std::uint64_t* const c = &allowed[2][((parts >> 32) & 0xffff) * n];
        const std::uint64_t* const d = &allowed[3][(parts >> 48) * n];
        for (std::size_t i = 0; i < n; ++i) {
            out[i] = a[i] & b[i] & c[i] & d[i];
        }
    }
    template <std::size_t Words>
    const std::uint64_t* replies_to(TableId table) const noexcept {
        return &replies[table * (Words != 0 ? Words : words)];
    }

    // The lowest table that one of the listed moves sets on this one, or kNoTable.
    template <std::size_t Words>
    TableId lowest_reply(const std::uint64_t* listed, TableId table) const noexcept {
        const std::uint64_t* const beating = replies_to<Words>(table);
        const std::size_t n = Words != 0 ? Words : words;
        for (std::size_t i = 0; i < n; ++i) {
            if (const std::uint64_t found = listed[i] & beating[i]; found != 0) {
                return moves[64 * i + static_cast<std::size_t>(lowest(found))].table;
            }
        }
        return kNoTable;
    }
    static bool any(const std::uint64_t* listed, const std::vector<std::uint64_t>& of) noexcept {
        std::uint64_t found = 0;
        for (std::size_t i = 0; i < of.size(); ++i) {
            found |= listed[i] & of[i];
        }
        return found != 0;
    }
};

// One set of hands, and all that can become of it.
class Endgame {
public:
    struct State {
        Hand hand[kMaxSeats];
        SeatMoves::Parts parts[kMaxSeats];
        SeatMoves::Place place[kMaxSeats];
        TableId table;
        Seat mover, last;
    };

    // `pos` is in Phase::kPlay.
    explicit Endgame(const Position& pos);

    // Are these hands parts of those, under the same rules, landlord and stake?
    bool covers(const Position& pos) const;
    // The position as it is, with its table; covers(pos).
    State state_of(const Position& pos) const;

    int seats() const noexcept { return seats_; }
    Seat landlord() const noexcept { return landlord_; }
    Seat an_opponent() const noexcept;
    // The landlord's side is the search's first.
    bool is_first(int seat) const noexcept { return first_[seat]; }
    const SeatMoves& moves_of(int seat) const noexcept { return seat_[seat]; }
    const Tables& rules() const noexcept { return *rules_; }
    TableId tables() const noexcept { return tables_; }
    // Of the seat with most moves.
    std::size_t words() const noexcept { return words_; }
    TableId first_bomb() const noexcept { return first_bomb_; }
    // log2 of how many positions these hands can come to, at most.
    double log2_positions() const noexcept;
    // A deal that this seat has won, with nothing played.
    Position over(Seat winner) const noexcept;

private:
    TableId table_of(Shape shape) const noexcept;

    const Tables* rules_;
    int seats_;
    Seat landlord_;
    std::uint16_t stake_;
    bool first_[kMaxSeats]{};  // the landlord's side
    Hand hand_[kMaxSeats]{};
    SeatMoves seat_[kMaxSeats];
    std::vector<std::uint16_t> groups_;  // kind and length of each group but the bombs
    TableId first_bomb_ = 1, tables_ = 1;
    std::size_t words_ = 1;
};

}  // namespace chupai::doudizhu
