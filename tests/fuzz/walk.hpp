// A walk through a game: rules, seeds, then one step after the other as the bytes say.
#pragma once

#include "games.hpp"
#include "rules.hpp"

namespace chupai::fuzz {

inline constexpr int kMostSteps = 80;

template <class F>
Record<F> begin(Bytes& in) {
    const auto tables = F::resolve(choose_rules<typename F::Schema>(in));
    const Seeds seeds{in.word(2), in.byte(), in.byte()};
    std::optional<Record<F>> game;
    const unsigned how = in.byte();
    if (how % 4 == 1) {  // a first seat that may not be one
        accepted([&] { game.emplace(tables, seeds, static_cast<int>(how / 4)); });
    }
    if (!game) {
        game.emplace(tables, seeds);
    }
    if (how % 4 == 2) {  // the same cards as a deal that was given
        game.emplace(tables, typename F::Deal(game->deal()));
    }
    return *std::move(game);
}

// A code that is most likely no legal one.
template <class F>
void push_any(Record<F>& game, std::uint64_t code) {
    const Record<F> before = game;
    const auto moves = legal_moves(game);
    const bool listed = std::any_of(moves.begin(), moves.end(), [&](const auto& m) { return F::code(m) == code; });
    demand(accepted([&] { game.push(code); }) == listed, "what is listed can be pushed, and nothing else",
           before.text() + std::to_string(code));
    demand(listed || game == before, "a refused move changes nothing", before.text());
}

template <class F>
void pop_some(Record<F>& game, std::size_t number) {
    for (; number > 0 && game.ply() > 0; --number) {
        game.pop();
    }
    demand(game.ply() > 0 || !accepted([&] { game.pop(); }), "no move, no pop");
}

template <class F>
void step(Bytes& in, Record<F>& game) {
    switch (in.byte() % 12) {
        case 0: push_any(game, in.word()); break;
        case 1: push_any(game, in.word(1)); break;
        case 2: pop_some(game, in.below(std::size_t{40})); break;
        case 3: check_text(game); break;
        case 4: check_view(game, in.below(F::seats(game.now())), in.byte()); break;
        case 5: check_playout(game, in.byte()); break;
        case 6: check_perft(game); break;
        case 7:
            for (std::uint64_t n = in.byte() % 64, word = in.word(2); n > 0; --n) {
                push_some(game, word = word * 40503 + 1);
            }
            break;
        case 8:
            if (const auto moves = legal_moves(game); !moves.empty()) {
                check_pop(game, F::code(moves[in.word(2) % moves.size()]));
            }
            break;
        case 9: accepted([&] { Observation<F>(game, in.below(8)); }); break;
        default: push_some(game, in.word(2)); break;
    }
    check_legal(game, in.empty() ? 0 : 0x9e3779b97f4a7c15u * (game.ply() + 1));
}

template <class F>
void walk(const std::uint8_t* data, std::size_t size) {
    Bytes in(data, size);
    Record<F> game = begin<F>(in);
    check_legal(game, 0);
    for (int i = 0; i < kMostSteps && !in.empty(); ++i) {
        step(in, game);
    }
    check_text(game);
    if (is_over(game)) {
        check_end(game);
    }
}

}  // namespace chupai::fuzz
