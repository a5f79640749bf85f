// What a player at a real table says that he has seen. Lines: rules, his seat, who was first, his hand, the bottom
// cards (or -), and the history.
#include "chupai/doudizhu/observe.hpp"

#include "chupai/doudizhu/text.hpp"
#include "games.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace chupai;
    fuzz::Lines in(data, size);
    fuzz::accepted([&] {
        const auto tables = doudizhu::Family::tables_of(in.next());
        const auto number = [&] {
            const std::string_view line = in.next();
            return line.empty() ? -1 : line[0] - '0';
        };
        doudizhu::Seen seen;
        seen.seat = number();
        seen.first = number();
        seen.hand = doudizhu::parse_hand(in.next());
        if (const std::string_view bottom = in.next(); bottom != "-") {
            seen.bottom = doudizhu::parse_hand(bottom);
        }
        while (!in.empty()) {
            for (const std::string_view word : fuzz::words_of(in.next())) {
                seen.history.emplace_back(std::string(word));
            }
        }
        const doudizhu::Observation view = observe(tables, seen);
        const doudizhu::Record guess = view.sample(size, 0);
        fuzz::demand(guess.now().hands[seen.seat] == seen.hand, "the seat holds what it said", guess.text());
        fuzz::demand(guess.moves().size() == seen.history.size(), "everything was made that was seen", guess.text());
        fuzz::demand(doudizhu::Observation(guess, seen.seat) == view, "a sample has the same view", guess.text());
        fuzz::check_view(guess, seen.seat, size);
        fuzz::check_text(guess);
    });
    return 0;
}
