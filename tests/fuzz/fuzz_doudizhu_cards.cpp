// Hands and moves as text, and the bare questions about them. Lines: rules, a hand, what lies on the table, any texts.
#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/family.hpp"
#include "chupai/doudizhu/hand.hpp"
#include "chupai/doudizhu/text.hpp"
#include "chupai/kernels/kernels.hpp"
#include "fuzz.hpp"

namespace chupai::fuzz {
namespace {

using namespace doudizhu;

void read_text(const Tables& tables, std::string_view text) {
    accepted([&] {
        const Hand hand = parse_hand(text);
        demand(parse_hand(to_text(hand)) == hand, "a hand is read as it was written", to_text(hand));
        for (const Move& move : classify(tables, hand)) {
            demand(parse_move(tables, to_text(move)) == move, "a move is read as it was written", to_text(move));
        }
        accepted([&] { check_hand(tables, hand, "the hand"); });
    });
    accepted([&] {
        const Code code = parse_code(text);
        const auto move = decode(code);
        demand(!move || parse_code(to_text(*move)) == code, "a code is read as it was written", std::string(text));
    });
    accepted([&] {
        const Move move = parse_move(tables, text);
        demand(parse_move(tables, to_text(move)) == move, "a move is read as it was written", to_text(move));
    });
}

// Every legal move once, and each one holds, beats and is decoded.
void list(const Tables& tables, Hand hand, const Move& table) {
    const CombinationKernels& ask = kernels().combinations;
    std::vector<Move> moves(ask.count(tables, hand, table.shape) + kListSlack);
    const Move* const end = ask.write(tables, hand, table.shape, moves.data());
    moves.resize(static_cast<std::size_t>(end - moves.data()));
    demand(moves.size() == ask.count(tables, hand, table.shape), "the list is as long as the count", to_text(hand));
    for (const Move& move : moves) {
        demand(holds(hand, move.code & kCardsMask), "the hand holds the cards", to_text(move));
        demand(move.code == kPass || table.shape.kind == Kind::kCall || beats(move.shape, table.shape),
               "the move beats the table", to_text(move));
        demand(move.code == kPass || decode(tables, move.code) == move, "the code is of the move", to_text(move));
    }
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return a.code < b.code; });
    demand(std::adjacent_find(moves.begin(), moves.end()) == moves.end(), "no move twice", to_text(hand));
}

}  // namespace
}  // namespace chupai::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace chupai;
    fuzz::Lines in(data, size);
    fuzz::accepted([&] {
        const auto tables = doudizhu::Family::tables_of(in.next());
        const std::string_view hand_text = in.next(), table_text = in.next();
        fuzz::read_text(*tables, hand_text);
        fuzz::read_text(*tables, table_text);
        while (!in.empty()) {
            fuzz::read_text(*tables, in.next());
        }
        const doudizhu::Hand hand = doudizhu::parse_hand(hand_text);
        doudizhu::check_hand(*tables, hand, "the hand");
        const doudizhu::Move table = doudizhu::parse_move(*tables, table_text);
        if (table.code <= doudizhu::kCardsMask) {
            fuzz::list(*tables, hand, table);
        }
    });
    return 0;
}
