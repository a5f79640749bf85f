// A game as people and Python use it: how it began, every move since, the way back, all of it as text, and what a seat
// knows of it. For any game that brings a Family; everything here checks what it is given and throws (core/error.hpp)
// before anything changes.
//
// A Family F bundles what belongs to one game whatever its size:
//
//   Tables, Position, Move, Deal, View          types; Tables are resolved rules
//   with(tables, work)                          work.operator()<G>() for the Game of these rules' size
//                                               (so far what kernels need too: an AnySize in the game's game.hpp)
//   Open                                        an open position, comparable
//   Schema                                      its rules (core/rules_text.hpp)
//   kName, kFirst                               its name in texts; the word for the seat that a deal names
//   tables_of(text) -> shared_ptr<const Tables>, rules_text(tables)
//   seats(pos), to_move(pos), play(pos&, move)
//   start(tables, deal), start_open(tables, open) -> Position; the second throws where the position cannot be
//   deal_of(open)                               an open position's cards as a Deal, for showing
//   check_deal(tables, deal), check_first(tables, seat), set_first(deal&, seat)
//   deal_text, read_deal, open_text, read_open  a line of a game's text
//   code(move) -> uint64, legal_move(pos, code), is_legal(pos, code), parse_in(pos, text)
//   hide(open&), hide(deal&)                    forgets the cards
//   as_seen(record, i, seat) -> Move            move i of the deal as that seat sees it (a stand-in where it may not)
//   sample(observation, stream) -> Record<F>    a game of the same moves in which the seat has the same view
//   same_view(a, b)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chupai/core/error.hpp"
#include "chupai/core/history.hpp"
#include "chupai/core/random.hpp"

namespace chupai {

// Throws ParseError, naming the number, where a seat does not exist.
inline void check_seat(const char* name, int seat, int seats) {
    if (seat < 0 || seat >= seats) {
        throw ParseError(std::string(name) + " = " + std::to_string(seat) + " is no seat: seats are 0.." +
                         std::to_string(seats - 1));
    }
}

// Where a game's deals come from.
struct Seeds {
    std::uint64_t seed = 0, game = 0, episode = 0;
    friend bool operator==(const Seeds&, const Seeds&) = default;
};

template <class F>
class Record {
public:
    using Tables = typename F::Tables;
    using TablesPtr = std::shared_ptr<const Tables>;
    using Position = typename F::Position;
    using Move = typename F::Move;
    using Deal = typename F::Deal;
    using Open = typename F::Open;

    // Deals from the stream (seed, game, episode, kDeal), again after each deal that wants it. `first` takes the place
    // of the seat that a deal names.
    Record(TablesPtr tables, const Seeds& seeds, std::optional<int> first = {})
        : tables_(std::move(tables)), seeds_(seeds), first_(first), history_(Position{}) {
        if (first) {
            F::check_first(*tables_, *first);
        }
        if (seeds.episode > kMaxEpisode) {
            throw ParseError("episode = " + std::to_string(seeds.episode) + " is out of range: allowed are 0..2**62-1");
        }
        begin(next_deal(make_stream(seeds.seed, seeds.game, seeds.episode, Purpose::kDeal)));
    }
    Record(TablesPtr tables, const Deal& deal) : tables_(std::move(tables)), history_(Position{}) {
        F::check_deal(*tables_, deal);
        begin(Dealt{deal, Stream{}, 0});
    }
    Record(TablesPtr tables, const Open& open)
        : tables_(std::move(tables)), open_(open), history_(F::start_open(*tables_, open)) {
        dealt_ = Dealt{F::deal_of(open), Stream{}, 0};
    }

    static Record from_text(std::string_view text);
    std::string text() const;

    const Tables& tables() const noexcept { return *tables_; }
    const TablesPtr& tables_ptr() const noexcept { return tables_; }
    const Position& now() const noexcept { return history_.now(); }
    std::vector<Move> moves() const { return history_.moves(); }
    std::size_t ply() const noexcept { return history_.size(); }
    // The same since the current deal.
    std::size_t ply_of_deal() const noexcept { return history_.size() - dealt_.moves; }
    const Move& move_of_deal(std::size_t i) const noexcept { return history_.move(dealt_.moves + i); }
    int mover_of_deal(std::size_t i) const noexcept { return F::to_move(history_.before(dealt_.moves + i)); }
    // Who made each move.
    std::vector<std::uint8_t> movers() const {
        std::vector<std::uint8_t> seats(ply());
        for (std::size_t i = 0; i < seats.size(); ++i) {
            seats[i] = static_cast<std::uint8_t>(F::to_move(history_.before(i)));
        }
        return seats;
    }

    const std::optional<Seeds>& seeds() const noexcept { return seeds_; }
    // The current deal; of an open position its cards.
    const Deal& deal() const noexcept { return dealt_.deal; }
    const std::optional<Open>& open() const noexcept { return open_; }
    // Where the deals after this one come from; means something with seeds only.
    const Stream& stream_of_deals() const noexcept { return dealt_.after; }

    // Throws IllegalMoveError, and changes nothing then.
    void push(std::uint64_t code) { push_legal(F::legal_move(now(), code)); }
    Move parse(std::string_view text) const { return F::parse_in(now(), text); }
    // Throws IllegalMoveError where nothing has been played.
    Move pop() {
        if (history_.size() == 0) {
            throw IllegalMoveError("nothing to pop: no move has been made");
        }
        if (dealt_.moves == history_.size() && !redealt_.empty()) {
            dealt_ = redealt_.back();
            redealt_.pop_back();
        }
        return history_.pop();
    }

    friend bool operator==(const Record& a, const Record& b) {
        return F::rules_text(*a.tables_) == F::rules_text(*b.tables_) && a.seeds_ == b.seeds_ && a.first_ == b.first_ &&
               a.moves() == b.moves() && a.open_ == b.open_ && a.dealt_ == b.dealt_ && a.redealt_ == b.redealt_;
    }

private:
    struct Dealt {
        Deal deal;
        Stream after;  // the stream of deals once this one was dealt
        std::size_t moves;  // made before it
        friend bool operator==(const Dealt& a, const Dealt& b) { return a.deal == b.deal && a.moves == b.moves; }
    };

    Dealt next_deal(Stream stream) const {
        Deal deal = F::with(*tables_, [&]<class G>() { return G::deal(*tables_, stream); });
        if (first_) {
            F::set_first(deal, *first_);
        }
        return Dealt{deal, stream, history_.size()};
    }
    void begin(const Dealt& dealt) {
        dealt_ = dealt;
        history_ = History<F>(F::start(*tables_, dealt.deal));
    }
    void push_legal(const Move& move) {
        redealt_.reserve(redealt_.size() + 1);  // nothing may throw once the move is made
        history_.push(move);
        const bool redeal = seeds_ && F::with(*tables_, [&]<class G>() { return G::wants_redeal(history_.now()); });
        if (redeal) {
            redealt_.push_back(dealt_);
            dealt_ = next_deal(dealt_.after);
            history_.replace_now(F::start(*tables_, dealt_.deal));
        }
    }

    TablesPtr tables_;
    std::optional<Seeds> seeds_;
    std::optional<int> first_;  // of every deal, where the owner set it
    std::optional<Open> open_;
    Dealt dealt_;  // the current deal
    std::vector<Dealt> redealt_;  // those before it
    History<F> history_;
};

// `record` after these moves, each of which is checked.
template <class F>
Record<F> replay(Record<F> record, std::span<const typename F::Move> moves) {
    for (const auto& move : moves) {
        record.push(F::code(move));
    }
    return record;
}

// What a seat knows, together with the moves of the deal as it saw them.
template <class F>
class Observation {
public:
    using Tables = typename F::Tables;
    using TablesPtr = std::shared_ptr<const Tables>;
    using View = typename F::View;
    using Move = typename F::Move;

    Observation(const Record<F>& record, int seat)
        : tables_(record.tables_ptr()), deal_(record.deal()), open_(record.open()) {
        check_seat("seat", seat, F::seats(record.now()));
        view_ = F::with(*tables_, [&]<class G>() { return G::view(record.now(), seat); });
        for (std::size_t i = 0; i < record.ply_of_deal(); ++i) {
            moves_.push_back(F::as_seen(record, i, seat));
            movers_.push_back(static_cast<std::uint8_t>(record.mover_of_deal(i)));
        }
        F::hide(deal_);
        if (open_) {
            F::hide(*open_);
        }
    }

    const View& view() const noexcept { return view_; }
    const Tables& tables() const noexcept { return *tables_; }
    const TablesPtr& tables_ptr() const noexcept { return tables_; }
    const std::vector<Move>& moves() const noexcept { return moves_; }
    // Who made each.
    const std::vector<std::uint8_t>& movers() const noexcept { return movers_; }
    // How the deal, or an open position, began, without its cards.
    const typename F::Deal& deal() const noexcept { return deal_; }
    const std::optional<typename F::Open>& open() const noexcept { return open_; }

    // Game number i of the samples of `seed`: a game of the same moves in which this seat has the same view.
    Record<F> sample(std::uint64_t seed, std::uint64_t i) const {
        Stream stream = make_stream(seed, i, 0, Purpose::kSample);
        return F::sample(*this, stream);
    }

    friend bool operator==(const Observation& a, const Observation& b) {
        return F::rules_text(*a.tables_) == F::rules_text(*b.tables_) && a.moves_ == b.moves_ &&
               a.movers_ == b.movers_ && a.deal_ == b.deal_ && a.open_ == b.open_ && F::same_view(a.view_, b.view_);
    }

private:
    TablesPtr tables_;
    View view_;
    std::vector<Move> moves_;
    std::vector<std::uint8_t> movers_;
    typename F::Deal deal_;
    std::optional<typename F::Open> open_;
};

}  // namespace chupai
