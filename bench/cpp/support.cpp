#include "support.hpp"

#include "chupai/doudizhu/game.hpp"
#include "chupai/doudizhu/kickers.hpp"

namespace chupai::bench {

using doudizhu::Deal;
using doudizhu::Hand;
using doudizhu::Kind;
using doudizhu::Move;
using doudizhu::Phase;
using doudizhu::Position;
using doudizhu::Shape;
using doudizhu::Tables;

namespace {

constexpr std::uint64_t kSeed = 20240601;

// Plays one random game and calls visit(position) before every move of cards.
template <class Visitor>
void walk(const Tables& tables, std::uint64_t game, Visitor&& visit) {
    const auto& k = kernels().doudizhu;
    Stream deals = make_stream(kSeed, game, 0, Purpose::kDeal), moves = make_stream(kSeed, game, 0, Purpose::kPlay);
    Position pos = doudizhu::start(tables, k.deal(tables, deals));
    while (!doudizhu::is_over(pos)) {
        if (pos.phase == Phase::kPlay) {
            visit(pos);
        }
        const auto choice = static_cast<unsigned>(below(moves, k.count_legal(pos)));
        doudizhu::play(pos, k.nth_legal(pos, choice));
    }
}

}  // namespace

TablesPtr tables_of(std::string_view rules) { return doudizhu::resolve(parse_rules<doudizhu::Schema>(rules)); }

std::vector<std::string> presets() {
    const std::vector<std::string_view> names = preset_names<doudizhu::Schema>();
    return {names.begin(), names.end()};
}

std::vector<const Kernels*> levels() {
    std::vector<const Kernels*> found;
    for (const char* name : {"baseline", "bmi2"}) {
        if (const Kernels* k = kernels_of(name)) {
            found.push_back(k);
        }
    }
    return found;
}

Questions leads(const Tables& tables, std::size_t n) {
    Questions out;
    for (std::size_t i = 0; i < n; ++i) {
        Stream stream = make_stream(kSeed, i, 0, Purpose::kDeal);
        const Deal deal = kernels().doudizhu.deal(tables, stream);
        out.hands.push_back(deal.hands[0] + deal.bottom);
        out.tables.push_back(Shape{});
    }
    return out;
}

Questions follows(const Tables& tables, std::size_t n) {
    Questions out;
    for (std::uint64_t game = 0; out.size() < n; ++game) {
        walk(tables, game, [&](const Position& pos) {
            if (pos.table.shape.kind != Kind::kCall && out.size() < n) {
                out.hands.push_back(pos.hands[pos.to_move]);
                out.tables.push_back(pos.table.shape);
            }
        });
    }
    return out;
}

std::vector<Position> positions(const Tables& tables, std::size_t n) {
    std::vector<Position> out;
    for (std::uint64_t game = 0; out.size() < n; ++game) {
        walk(tables, game, [&](const Position& pos) {
            if (out.size() < n) {
                out.push_back(pos);
            }
        });
    }
    return out;
}

std::vector<doudizhu::Code> codes(const Tables& tables, std::size_t n) {
    std::vector<doudizhu::Code> out;
    std::vector<Move> room = buffer();
    Stream stream = make_stream(kSeed, 0, 0, Purpose::kSample);
    for (std::size_t i = 0; out.size() < n; ++i) {
        Stream deals = make_stream(kSeed, i, 1, Purpose::kDeal);
        const Deal deal = kernels().doudizhu.deal(tables, deals);
        const Move* end = kernels().combinations.write(tables, deal.hands[0], Shape{}, room.data());
        const auto count = static_cast<std::uint64_t>(end - room.data());
        const Move move = room[below(stream, count)];
        out.push_back(move.code);
        Hand other = 0;  // as many cards from the low end of another hand
        Hand rest = deal.hands[1];
        for (int left = move.shape.cards; left > 0 && rest != 0; --left) {
            const Hand lowest_card = Hand{1} << (lowest(rest) / 4 * 4);
            other += lowest_card;
            rest -= lowest_card;
        }
        out.push_back(other);
    }
    out.resize(n);
    return out;
}

std::vector<Move> buffer(std::size_t lists) {
    return std::vector<Move>(lists * doudizhu::DouDizhu<2>::kMaxLegal + doudizhu::kListSlack);
}

}  // namespace chupai::bench
