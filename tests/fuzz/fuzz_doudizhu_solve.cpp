// The solver on small hands: what it finds within a limit of nodes is what plain minimax finds.
#include "chupai/solve/doudizhu/solve.hpp"

#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/hand.hpp"
#include "games.hpp"
#include "rules.hpp"

namespace chupai::fuzz {
namespace {

using namespace doudizhu;

// The value for the landlord's side, without a memory; none where it takes more nodes than it may.
class Plain {
public:
    Plain(SolveMode mode, int nodes) : mode_(mode), nodes_(nodes) {}

    std::optional<std::int32_t> value(const Position& pos) {
        if (--nodes_ < 0) {
            return {};
        }
        if (doudizhu::is_over(pos)) {
            return end_value(pos);
        }
        const bool first = on_landlords_side(pos, pos.to_move);
        std::vector<Move> moves(kernels().doudizhu.count_legal(pos) + kListSlack);
        const Move* const end = kernels().doudizhu.legal(pos, moves.data());
        std::optional<std::int32_t> best;
        for (const Move* move = moves.data(); move != end; ++move) {
            Position next = pos;
            play(next, *move);
            const auto found = value(next);
            if (!found) {
                return {};
            }
            best = !best ? *found : first ? std::max(*best, *found) : std::min(*best, *found);
        }
        return best;
    }

private:
    std::int32_t end_value(const Position& pos) const {
        if (mode_ == SolveMode::kWinner) {
            return on_landlords_side(pos, pos.last) ? 1 : -1;
        }
        std::int32_t paid[kMaxSeats], sum = 0;
        payoffs(pos, paid);
        for (int seat = 0; seat < pos.seats; ++seat) {
            sum += on_landlords_side(pos, seat) ? paid[seat] : 0;
        }
        return sum;
    }

    SolveMode mode_;
    int nodes_;
};

// As many cards as the bytes say, 1..most, out of `left`.
Hand some_cards(Bytes& in, Hand& left, int most) {
    Hand hand = 0;
    for (int n = 1 + in.below(most); n > 0 && left != 0; --n) {
        int rank = in.below(int{kRanks});
        while (count_of(left, rank) == 0) {
            rank = (rank + 1) % kRanks;
        }
        hand += rank_bit(rank);
        left -= rank_bit(rank);
    }
    return hand;
}

OpenPosition choose_open(Bytes& in, const Tables& tables) {
    OpenPosition open;
    Hand left = tables.deck;
    const Hand beaten = some_cards(in, left, 4);
    if (const auto readings = classify(tables, beaten); in.coin() && readings.size != 0) {
        open.to_beat = *readings.begin();
        open.passes = in.below(3);
    }
    open.seats = in.coin() ? 2 : tables.seats;
    for (int seat = 0; seat < open.seats; ++seat) {
        open.hands[seat] = some_cards(in, left, open.seats == 2 ? 7 : 5);
    }
    open.landlord = in.below(open.seats);
    open.to_move = in.below(open.seats);
    open.stake = 1 + in.below(1000);
    return open;
}

std::int32_t seen_by_mover(const Position& pos, const SolveOptions& options, std::int32_t value) {
    if (on_landlords_side(pos, pos.to_move)) {
        return value;
    }
    int others = 0;
    for (int seat = 0; seat < pos.seats; ++seat) {
        others += !on_landlords_side(pos, seat);
    }
    const bool each = options.mode == SolveMode::kPayoff && pos.tables->rules.payoff == Payoff::kWinLoss;
    return !each ? -value : value > 0 ? -others : others;
}

void check(const Position& pos, const SolveOptions& options, const Solution& found, const std::string& text) {
    constexpr int kPlainNodes = 20'000;
    if (const auto value = Plain(options.mode, kPlainNodes).value(pos); value && found.value) {
        demand(*found.value == seen_by_mover(pos, options, *value), "the value is that of plain minimax", text);
    }
    demand(!found.complete || found.value, "what is complete has a value", text);
    demand(found.moves.size() == found.values.size(), "a move, a value", text);
    for (std::size_t i = 0; i < found.moves.size(); ++i) {
        Position next = pos;
        play(next, legal_move(pos, found.moves[i]));
        if (const auto value = Plain(options.mode, kPlainNodes / 8).value(next)) {
            demand(found.values[i] == seen_by_mover(pos, options, *value), "a move's value is that of plain minimax",
                   text);
        }
        demand(!found.value || found.values[i] <= *found.value, "no move is better than the best", text);
    }
    for (const Code code : found.best_moves) {
        demand(is_legal(pos, code), "the best is legal", text);
    }
    Position end = pos;
    for (const Code code : found.line) {
        play(end, legal_move(end, code));
    }
    if (found.complete && options.line) {
        demand(doudizhu::is_over(end), "the line leads to the end", text);
    }
}

}  // namespace
}  // namespace chupai::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace chupai;
    fuzz::Bytes in(data, size);
    const auto tables = doudizhu::resolve(fuzz::choose_rules<doudizhu::Schema>(in));
    std::optional<doudizhu::Record> game;
    const auto open = fuzz::choose_open(in, *tables);
    if (!fuzz::accepted([&] { game.emplace(tables, open); })) {
        return 0;
    }
    fuzz::check_text(*game);
    doudizhu::SolveTable table(1);
    for (int i = 0; i < 2; ++i) {
        doudizhu::SolveOptions options;
        options.mode = in.coin() ? doudizhu::SolveMode::kPayoff : doudizhu::SolveMode::kWinner;
        options.moves = static_cast<doudizhu::SolveMoves>(in.below(3));
        options.line = in.coin();
        options.threads = 1 + static_cast<int>(in.byte() % 32 == 1);
        options.alone = in.byte();
        search::Watch watch({in.word(2), 60}, {});
        fuzz::check(game->now(), options, solve(game->now(), tables, options, table, watch), game->text());
        fuzz::push_some(*game, in.byte());  // the next is of the same deal
        if (fuzz::is_over(*game)) {
            break;
        }
    }
    return 0;
}
