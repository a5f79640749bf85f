// Cards, sets and moves as text, and the bare questions about them. Lines: rules, the cards exposed, suits led, a hand
// or piles (one a line), and the last is a trick.
#include "chupai/gongzhu/family.hpp"
#include "chupai/gongzhu/questions.hpp"
#include "chupai/gongzhu/text.hpp"
#include "fuzz.hpp"

namespace chupai::fuzz {
namespace {

using namespace gongzhu;

void read_text(std::string_view text) {
    accepted([&] {
        const Card card = parse_card(text);
        demand(parse_card(card_text(card)) == card, "a card is read as it was written", card_text(card));
    });
    accepted([&] {
        const CardSet set = parse_set(text);
        demand((set & ~kAllCards) == 0 && parse_set(set_text(set)) == set, "a set is read as it was written",
               set_text(set));
    });
    accepted([&] {
        const Suits suits = parse_suits(text);
        demand(parse_suits(suits_text(suits)) == suits, "suits are read as they were written", suits_text(suits));
    });
    for (const auto read : {parse_move, parse_exposing}) {
        accepted([&] {
            const Move move = read(text);
            demand(read(to_text(move)) == move && move_of(code(move)) == move, "a move is read as it was written",
                   to_text(move));
        });
    }
}

std::vector<Card> trick_of(std::string_view text) {
    std::vector<Card> trick;
    for (const std::string_view word : words_of(text)) {
        trick.push_back(parse_card(word));
    }
    return trick;
}

void ask(const Tables& tables, CardSet exposed, Suits led, std::span<const CardSet> sets, std::span<const Card> trick) {
    for (const CardSet hand : sets) {
        accepted([&] {
            const CardSet legal = legal_cards(tables, hand, trick, exposed, led);
            demand(legal != 0 && (legal & ~hand) == 0, "some of the hand may be played", set_text(hand));
        });
        accepted([&] { demand((may_expose(tables, hand) & ~hand) == 0, "only what is held may be exposed"); });
    }
    accepted([&] { check_score(tables, sets, exposed); });
    accepted([&] {
        const int winner = check_trick_winner(trick);
        demand(winner >= 0 && static_cast<std::size_t>(winner) < trick.size(), "one of the trick takes it");
    });
}

}  // namespace
}  // namespace chupai::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace chupai;
    fuzz::Lines in(data, size);
    std::vector<std::string_view> lines;
    while (!in.empty()) {
        lines.push_back(in.next());
        fuzz::read_text(lines.back());
    }
    fuzz::accepted([&] {
        if (lines.size() < 4) {
            return;
        }
        const auto tables = gongzhu::Family::tables_of(lines[0]);
        std::vector<gongzhu::CardSet> sets;
        for (std::size_t i = 3; i + 1 < lines.size(); ++i) {
            sets.push_back(gongzhu::parse_set(lines[i]));
        }
        fuzz::ask(*tables, gongzhu::parse_set(lines[1]), gongzhu::parse_suits(lines[2]), sets,
                  fuzz::trick_of(lines.back()));
    });
    return 0;
}
