// The solver on small hands: what it finds within a limit of nodes is what plain minimax finds.
#include "chupai/solve/gongzhu/solve.hpp"

#include "games.hpp"
#include "rules.hpp"

namespace chupai::fuzz {
namespace {

using namespace gongzhu;

// The value without a memory; none where it takes more nodes than it may.
class Plain {
public:
    Plain(const SolveOptions& options, int nodes) : options_(options), nodes_(nodes) {}

    std::optional<std::int32_t> value(const Position& pos) {
        if (--nodes_ < 0) {
            return {};
        }
        if (gongzhu::is_over(pos)) {
            return end_value(pos);
        }
        const bool maximise =
            options_.objective == Objective::kTeam ? pos.to_move % 2 == 0 : pos.to_move == options_.seat;
        std::optional<std::int32_t> best;
        for (CardSet left = legal_mask(pos); left != 0; left = without_lowest(left)) {
            Position next = pos;
            play(next, play_of(static_cast<Card>(lowest(left))));
            const auto found = value(next);
            if (!found) {
                return {};
            }
            best = !best ? *found : maximise ? std::max(*best, *found) : std::min(*best, *found);
        }
        return best;
    }

private:
    std::int32_t end_value(const Position& pos) const {
        const Score score = score_of(*pos.tables, pos.taken, pos.exposed);
        const std::int32_t* const s = score.sides;
        if (options_.objective == Objective::kParanoid) {
            return s[options_.seat % pos.tables->sides];
        }
        return pos.tables->sides == 2 ? s[0] - s[1] : s[0] + s[2] - s[1] - s[3];
    }

    const SolveOptions& options_;
    int nodes_;
};

CardSet some_card(Bytes& in, CardSet& left) {
    const CardSet card = nth_bit(left, static_cast<unsigned>(in.below(count_cards(left))));
    left ^= card;
    return card;
}

OpenPosition choose_open(Bytes& in, const Tables& tables) {
    OpenPosition open;
    CardSet left = tables.deck;
    const int cards = 1 + in.below(3);
    open.leader = in.below(tables.seats);
    for (int i = 0; i < tables.seats; ++i) {
        for (int n = cards; n > 0; --n) {
            open.hands[i] |= some_card(in, left);
        }
    }
    for (int n = in.below(tables.seats); n > 0; --n) {  // some of the trick has been played
        const int seat = (open.leader + open.trick_size) % tables.seats;
        CardSet hand = open.hands[seat];
        if (open.trick_size > 0) {
            const CardSet follow = hand & suit_of_card(open.trick[0]);
            hand = follow != 0 ? follow : hand;
        }
        const CardSet card = some_card(in, hand);
        open.hands[seat] ^= card;
        open.trick[open.trick_size++] = static_cast<Card>(lowest(card));
    }
    const bool all = in.coin();
    const int one = in.below(tables.seats);
    for (; left != 0; left = without_lowest(left)) {  // the rest has been taken, or is gone
        const int pile = all ? one : in.below(tables.seats + 1);
        if (pile < tables.seats) {
            open.taken[pile] |= set_of(static_cast<Card>(lowest(left)));
        }
    }
    open.exposed = cards_of_specials(in.byte() & tables.exposable);
    open.suits_led = in.byte() & 15u;
    return open;
}

void check(const Position& pos, const SolveOptions& options, const Solution& found, const std::string& text) {
    constexpr int kPlainNodes = 20'000;
    if (const auto value = Plain(options, kPlainNodes).value(pos); value && found.value) {
        demand(*found.value == *value, "the value is that of plain minimax", text);
    }
    demand(!found.complete || found.value, "what is complete has a value", text);
    demand(found.moves.size() == found.values.size(), "a move, a value", text);
    for (std::size_t i = 0; i < found.moves.size(); ++i) {
        Position next = pos;
        play(next, legal_move(pos, found.moves[i]));
        if (const auto value = Plain(options, kPlainNodes / 8).value(next)) {
            demand(found.values[i] == *value, "a move's value is that of plain minimax", text);
        }
    }
    for (const Code code : found.best_moves) {
        demand(is_legal(pos, code), "the best is legal", text);
    }
    Position end = pos;
    for (const Code code : found.line) {
        play(end, legal_move(end, code));
    }
    if (found.complete && options.line) {
        demand(gongzhu::is_over(end), "the line leads to the end", text);
        demand(Plain(options, 1).value(end) == found.value, "the line brings the value", text);
    }
}

}  // namespace
}  // namespace chupai::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace chupai;
    fuzz::Bytes in(data, size);
    const auto tables = gongzhu::resolve(fuzz::choose_rules<gongzhu::Schema>(in));
    std::optional<gongzhu::Record> game;
    const auto open = fuzz::choose_open(in, *tables);
    if (!fuzz::accepted([&] { game.emplace(tables, open); })) {
        return 0;
    }
    fuzz::check_text(*game);
    gongzhu::SolveTable table(1);
    for (int i = 0; i < 2; ++i) {
        gongzhu::SolveOptions options;
        options.objective = tables->seats == 4 && in.coin() ? gongzhu::Objective::kTeam : gongzhu::Objective::kParanoid;
        options.seat = in.below(tables->seats);
        options.every_move = in.coin();
        options.best_move = in.coin();
        options.line = in.coin();
        options.threads = 1 + static_cast<int>(in.byte() % 32 == 1);
        search::Watch watch({in.word(2), 60}, {});
        fuzz::check(game->now(), options, solve(game->now(), options, table, watch), game->text());
        fuzz::push_some(*game, in.byte());  // the next is of the same deal
        if (fuzz::is_over(*game)) {
            break;
        }
    }
    return 0;
}
