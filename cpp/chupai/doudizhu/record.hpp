// A game as people and Python use it: how it began, every move since, the way back, and all of it as text.
//
// Everything here checks what it is given and throws (core/error.hpp) before anything changes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chupai/core/history.hpp"
#include "chupai/doudizhu/game.hpp"
#include "chupai/doudizhu/rules.hpp"

namespace chupai::doudizhu {

using TablesPtr = std::shared_ptr<const Tables>;

// The move of `code` if it is legal here; throws IllegalMoveError that says the move, what lies on the table, and why.
Move legal_move(const Position& pos, Code code);
bool is_legal(const Position& pos, Code code);

// Reads a move in this position's terms: "0".."3" are calls where calls are made.
Move parse_in(const Position& pos, std::string_view text);

// An open position: play goes on from these hands as if they were all that was ever dealt. Each hand is within the
// pack; together they may exceed one pack, as hands of puzzles do. Nothing has been played before but `to_beat` (so
// springs are still possible), which the seat `1 + passes` before `to_move` played.
struct OpenPosition {
    Hand hands[kMaxSeats] = {};
    int seats = 0;  // 2 (landlord and one opponent) or all
    int landlord = 0;
    int to_move = 0;
    Move to_beat{};  // a call: to_move leads
    int stake = 1;
    int passes = 0;
};
inline constexpr int kMaxOpenStake = 1000;

// Throws ParseError where the number of hands is wrong.
void set_hands(OpenPosition& open, const std::vector<Hand>& hands);

Position start_open(const Tables& tables, const OpenPosition& open);

// Throws ParseError unless the deal is one of these rules: sizes, cards, first bidder.
void check_deal(const Tables& tables, const Deal& deal);

// Throws ParseError, naming the number, where a seat does not exist.
void check_seat(const char* name, int seat, int seats);

// Where a game's deals come from.
struct Seeds {
    std::uint64_t seed = 0, game = 0, episode = 0;
    friend bool operator==(const Seeds&, const Seeds&) = default;
};

class Record {
public:
    // Deals from the stream (seed, game, episode, kDeal), again after each passed-out deal where the rules redeal.
    Record(TablesPtr tables, const Seeds& seeds, std::optional<Seat> first = {});
    Record(TablesPtr tables, const Deal& deal);
    Record(TablesPtr tables, const OpenPosition& open);

    static Record from_text(std::string_view text);
    std::string text() const;

    const Tables& tables() const noexcept { return *tables_; }
    const TablesPtr& tables_ptr() const noexcept { return tables_; }
    const Position& now() const noexcept { return history_.now(); }
    std::vector<Move> moves() const { return history_.moves(); }
    std::size_t ply() const noexcept { return history_.size(); }
    // Moves since the current deal.
    std::vector<Move> moves_of_deal() const { return history_.moves(dealt_.moves); }
    // Who made each move.
    std::vector<Seat> movers() const;

    const std::optional<Seeds>& seeds() const noexcept { return seeds_; }
    // The current deal; of an open position its hands, with no bottom.
    const Deal& deal() const noexcept { return dealt_.deal; }

    // Throws IllegalMoveError, and changes nothing then.
    void push(Code code);
    Move parse(std::string_view text) const { return parse_in(now(), text); }
    // Throws IllegalMoveError where nothing has been played.
    Move pop();

    // The position before the first move of the current deal.
    Position beginning() const;
    const std::optional<OpenPosition>& open() const noexcept { return open_; }

    friend bool operator==(const Record& a, const Record& b);

private:
    struct Dealt {
        Deal deal;
        Stream after;  // the stream of deals once this one was dealt
        std::size_t moves;  // made before it
    };

    void push_legal(const Move& move);

    TablesPtr tables_;
    std::optional<Seeds> seeds_;
    std::optional<Seat> first_;  // the first bidder of every deal, where the owner set him
    std::optional<OpenPosition> open_;
    Dealt dealt_;  // the current deal
    std::vector<Dealt> passed_out_;  // those before it
    History<DouDizhu<1>> history_;
};

// `record` after these moves, each of which is checked.
Record replay(Record record, std::span<const Move> moves);

// What a seat knows, together with the public moves of the deal.
class Observation {
public:
    Observation(const Record& record, int seat);

    const View& view() const noexcept { return view_; }
    const Tables& tables() const noexcept { return *tables_; }
    const TablesPtr& tables_ptr() const noexcept { return tables_; }
    const std::vector<Move>& moves() const noexcept { return moves_; }
    const std::vector<Seat>& movers() const noexcept { return movers_; }

    // Game number i of the samples of `seed`: a game of the same moves in which this seat has the same view.
    Record sample(std::uint64_t seed, std::uint64_t i) const;

    friend bool operator==(const Observation& a, const Observation& b);

private:
    Deal beginning_of(const Position& sampled) const;

    TablesPtr tables_;
    View view_;
    std::vector<Move> moves_;
    std::vector<Seat> movers_;  // who made each
    std::optional<OpenPosition> open_;  // without its hands
};

// What a player at a real table knows, as an observation.
struct Seen {
    int seat = 0;
    Hand hand = 0;  // what he holds now
    std::optional<Hand> bottom;  // the bottom cards, if he has seen them
    int first = 0;  // who was first to call
    std::vector<std::string> history;  // every call and play since the deal, as text
};
// Throws ParseError or IllegalMoveError where no deal agrees with what was seen.
Observation observe(const TablesPtr& tables, const Seen& seen);

}  // namespace chupai::doudizhu
