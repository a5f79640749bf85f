// Games as text: what is read is written the same, and is a game like any other.
#pragma once

#include "games.hpp"

namespace chupai::fuzz {

template <class F>
void read_record(std::string_view text) {
    std::optional<Record<F>> read;
    if (!accepted([&] { read = Record<F>::from_text(text); })) {
        return;
    }
    Record<F> game = *read;
    check_text(game);
    check_legal(game, text.size());
    check_playout(game, text.size());
    for (int seat = 0; seat < F::seats(game.now()); ++seat) {
        check_view(game, seat, text.size());
    }
    if (is_over(game)) {
        check_end(game);
    }
    std::vector<std::uint64_t> codes;
    while (game.ply() > 0) {
        codes.push_back(F::code(game.pop()));
    }
    check_legal(game, 1);
    for (; !codes.empty(); codes.pop_back()) {
        game.push(codes.back());
    }
    demand(game == *read, "the moves back, and made again, lead here", std::string(text));
}

}  // namespace chupai::fuzz
