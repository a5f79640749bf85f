// What is demanded of any game at any point of it.
#pragma once

#include <memory>
#include <numeric>

#include "chupai/core/record.hpp"
#include "chupai/doudizhu/family.hpp"
#include "chupai/doudizhu/kickers.hpp"
#include "chupai/doudizhu/text.hpp"
#include "chupai/gongzhu/family.hpp"
#include "chupai/gongzhu/questions.hpp"
#include "chupai/gongzhu/text.hpp"
#include "chupai/kernels/kernels.hpp"
#include "fuzz.hpp"

namespace chupai::fuzz {

template <class F>
const auto& kernels_for() {
    return kernels().of(F{});
}

template <class F>
bool is_over(const Record<F>& game) {
    return F::with(game.tables(), [&]<class G>() { return G::is_over(game.now()); });
}

template <class F>
std::vector<typename F::Move> legal_moves(const Record<F>& game) {
    std::vector<typename F::Move> moves(kernels_for<F>().count_legal(game.now()) + doudizhu::kListSlack);
    const auto* const end = kernels_for<F>().legal(game.now(), moves.data());
    moves.resize(static_cast<std::size_t>(end - moves.data()));
    return moves;
}

template <class F>
void push_some(Record<F>& game, std::uint64_t number) {
    const auto moves = legal_moves(game);
    if (!moves.empty()) {
        game.push(F::code(moves[number % moves.size()]));
    }
}

// The list agrees with the count, with its own numbering, with what is said of single codes, and with the text.
template <class F>
void check_legal(const Record<F>& game, std::uint64_t word) {
    const auto moves = legal_moves(game);
    demand(moves.size() == kernels_for<F>().count_legal(game.now()), "the list is as long as the count", game.text());
    demand(moves.empty() == is_over(game), "a game goes on while there are moves", game.text());
    demand(!F::is_legal(game.now(), ~std::uint64_t{0} >> 1), "no move has the last code");
    if (moves.empty()) {
        return;
    }
    for (const std::size_t i : {std::size_t{0}, static_cast<std::size_t>(word) % moves.size(), moves.size() - 1}) {
        const auto& move = moves[i];
        demand(kernels_for<F>().nth_legal(game.now(), static_cast<unsigned>(i)) == move, "the list is in its order",
               game.text());
        demand(F::is_legal(game.now(), F::code(move)) && F::legal_move(game.now(), F::code(move)) == move,
               "what is listed is legal", to_text(move));
        demand(game.parse(to_text(move)) == move, "a legal move is read as it was written", to_text(move));
    }
    F::with(game.tables(), [&]<class G>() {
        const auto move = G::random_legal(game.now(), word);
        demand(std::find(moves.begin(), moves.end(), move) != moves.end(), "a random move is listed", to_text(move));
    });
}

template <class F>
void check_text(const Record<F>& game) {
    const std::string text = game.text();
    const auto read = Record<F>::from_text(text);
    demand(read == game, "a game is read as it was written", text);
    demand(read.text() == text, "a game that was read is written the same", text);
    const auto keys = [&](const Record<F>& g) {
        return F::with(g.tables(), [&]<class G>() { return G::key(g.now()); });
    };
    demand(keys(read) == keys(game), "a game that was read stands the same", text);
}

// A push and a pop come to nothing.
template <class F>
void check_pop(const Record<F>& game, std::uint64_t code) {
    Record<F> other = game;
    other.push(code);
    demand(!(other == game), "a move changes the game", game.text());
    demand(F::code(other.pop()) == code, "a pop gives the move back", game.text());
    demand(other == game, "a push and a pop come to nothing", game.text());
}

// A sample is another game of the same moves, in which the seat knows the same.
template <class F>
void check_view(const Record<F>& game, int seat, std::uint64_t seed) {
    const Observation<F> seen(game, seat);
    const Record<F> guess = seen.sample(seed, 0);
    demand(Observation<F>(guess, seat) == seen, "a sample has the same view", game.text() + "\n" + guess.text());
    demand(guess.ply_of_deal() == game.ply_of_deal(), "a sample has the same moves", game.text());
    demand(seen.sample(seed, 0) == guess, "a seed names a sample", game.text());
    check_text(guess);
}

// What a finished game pays.
inline void check_payoffs(const doudizhu::Position& pos, const std::vector<std::int32_t>& paid,
                          const std::string& text) {
    if (pos.tables->rules.payoff == doudizhu::Payoff::kStake) {
        demand(std::accumulate(paid.begin(), paid.end(), std::int64_t{0}) == 0, "what one gets others pay", text);
        return;
    }
    for (const std::int32_t one : paid) {
        demand(one == 1 || one == -1 || (one == 0 && pos.landlord == doudizhu::kNoSeat), "won or lost", text);
    }
}

inline void check_payoffs(const gongzhu::Position& pos, const std::vector<std::int32_t>& paid,
                          const std::string& text) {
    const gongzhu::Tables& tables = *pos.tables;
    const std::span<const gongzhu::CardSet> piles(pos.taken, static_cast<std::size_t>(tables.seats));
    const gongzhu::Score score = check_score(tables, piles, gongzhu::cards_of_specials(pos.exposed & tables.exposable));
    std::vector<std::int32_t> expected(paid.size());
    gongzhu::spread_payoffs(tables, score.sides, expected.data());
    demand(paid == expected, "the payoffs are the piles' scores", text);
    if (tables.rules.payoff == gongzhu::Payoff::kScore) {
        for (std::size_t seat = 0; seat < paid.size(); ++seat) {
            demand(paid[seat] == score.sides[seat % static_cast<std::size_t>(tables.sides)], "a seat gets its side's",
                   text);
        }
    }
}

template <class F>
void check_end(const Record<F>& game) {
    std::vector<std::int32_t> paid(static_cast<std::size_t>(F::seats(game.now())));
    F::with(game.tables(), [&]<class G>() { G::payoffs(game.now(), paid.data()); });
    check_payoffs(game.now(), paid, game.text());
}

// Plays on at random, in the kernels' loops and move by move, and looks at how it ends.
template <class F>
void check_playout(const Record<F>& game, std::uint64_t seed) {
    constexpr std::size_t kGames = 3;
    const auto seats = static_cast<std::size_t>(F::seats(game.now()));
    std::vector<std::int32_t> paid(kGames * seats), again(seats);
    kernels_for<F>().playouts(game.now(), seed, 0, kGames, paid.data());
    kernels_for<F>().playouts(game.now(), seed, 2, 1, again.data());
    demand(std::equal(again.begin(), again.end(), paid.begin() + 2 * static_cast<std::ptrdiff_t>(seats)),
           "playouts do not depend on each other", game.text());
    Record<F> rest = game;
    Stream stream = make_stream(seed, 0, 1, Purpose::kPlay);
    while (!is_over(rest)) {
        const auto moves = legal_moves(rest);
        rest.push(F::code(moves[below(stream, moves.size())]));
    }
    check_end(rest);
    check_text(rest);
}

// Counting sequences of two moves: in bulk, move by move, and by listing.
template <class F>
void check_perft(const Record<F>& game) {
    const auto moves = legal_moves(game);
    if (moves.size() > 64) {
        return;
    }
    const std::size_t most = F::with(game.tables(), []<class G>() { return std::size_t{G::kMaxLegal}; });
    std::vector<typename F::Move> room(2 * most);
    std::uint64_t total = 0;
    for (const auto& move : moves) {
        auto next = game.now();
        F::play(next, move);
        total += kernels_for<F>().count_legal(next);
    }
    for (const bool bulk : {false, true}) {
        demand(kernels_for<F>().perft(game.now(), 2, bulk, room.data()) == total, "perft is the sum of the replies",
               game.text());
    }
}

}  // namespace chupai::fuzz
