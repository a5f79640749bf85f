#include "chupai/doudizhu/family.hpp"

#include <algorithm>

#include "chupai/core/record_text.hpp"
#include "chupai/doudizhu/text.hpp"

namespace chupai {
template class Record<doudizhu::Family>;
template class Observation<doudizhu::Family>;
}  // namespace chupai

namespace chupai::doudizhu {
namespace {

std::string hands_text(const Hand* hands, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) {
        out += (i == 0 ? "" : "/") + to_text(hands[i]);
    }
    return out;
}

std::vector<Hand> read_hands(std::istringstream& in) {
    std::string word;
    in >> word;
    std::vector<Hand> hands;
    for (const std::string& part : split_text(word, '/')) {
        hands.push_back(parse_hand(part));
    }
    return hands;
}

// What each seat held as the deal began, bottom cards of a landlord included.
Deal beginning_of(const Observation& seen, const Position& sampled) {
    Deal deal;
    std::copy(sampled.hands, sampled.hands + kMaxSeats, deal.hands);
    for (std::size_t m = 0; m < seen.moves().size(); ++m) {
        deal.hands[seen.movers()[m]] += seen.moves()[m].code & kCardsMask;
    }
    deal.bottom = sampled.bottom;
    deal.first = sampled.first;
    return deal;
}

}  // namespace

Deal Family::deal_of(const Open& open) {
    Deal deal;
    std::copy(open.hands, open.hands + open.seats, deal.hands);
    deal.first = static_cast<Seat>(open.landlord);
    return deal;
}

std::string Family::deal_text(const Tables& tables, const Deal& deal) {
    return hands_text(deal.hands, tables.seats) + "/" + to_text(deal.bottom) + " first " + std::to_string(deal.first);
}

Deal Family::read_deal(const Tables& tables, std::istringstream& in) {
    const std::vector<Hand> hands = read_hands(in);
    if (static_cast<int>(hands.size()) != tables.seats + 1) {
        throw ParseError("a game's text: a deal has " + std::to_string(tables.seats) +
                         " hands and the bottom, joined by /");
    }
    Deal deal;
    std::copy(hands.begin(), hands.end() - 1, deal.hands);
    deal.bottom = hands.back();
    expect_word(in, "first");
    deal.first = static_cast<Seat>(read_seat(in, "first", tables.seats));
    return deal;
}

std::string Family::open_text(const Tables&, const Open& open) {
    return hands_text(open.hands, open.seats) + " landlord " + std::to_string(open.landlord) + " to_move " +
           std::to_string(open.to_move) + " to_beat " + to_text(open.to_beat) + " stake " + std::to_string(open.stake) +
           " passes " + std::to_string(open.passes);
}

OpenPosition Family::read_open(const Tables& tables, std::istringstream& in) {
    OpenPosition open;
    set_hands(open, read_hands(in));
    const auto field = [&](const char* name, int& value) {
        expect_word(in, name);
        value = read_number<int>(in, name);
    };
    field("landlord", open.landlord);
    field("to_move", open.to_move);
    expect_word(in, "to_beat");
    std::string word;
    in >> word;
    open.to_beat = parse_move(tables, word);
    field("stake", open.stake);
    field("passes", open.passes);
    return open;
}

void Family::hide(Open& open) { std::fill(open.hands, open.hands + kMaxSeats, 0); }

void Family::hide(Deal& deal) {
    std::fill(deal.hands, deal.hands + kMaxSeats, 0);
    deal.bottom = 0;
}

Record Family::sample(const Observation& seen, Stream& stream) {
    const Tables& tables = seen.tables();
    const auto fits = [&](Hand hand) { return holds(tables.deck, hand); };
    for (;;) {
        const Position sampled = with(tables, [&]<class G>() { return G::sample(seen.view(), stream); });
        Deal deal = beginning_of(seen, sampled);
        if (!seen.open()) {
            if (bottom_taken(sampled)) {
                deal.hands[sampled.landlord] -= sampled.bottom;
            }
            return replay(Record(seen.tables_ptr(), deal), seen.moves());
        }
        if (std::all_of(deal.hands, deal.hands + kMaxSeats, fits)) {  // with what was played; else dealt again
            Open open = *seen.open();
            std::copy(deal.hands, deal.hands + kMaxSeats, open.hands);
            return replay(Record(seen.tables_ptr(), open), seen.moves());
        }
    }
}

bool Family::same_view(const View& x, const View& y) {
    const Position &p = x.seen, &q = y.seen;
    return x.seat == y.seat && x.pool == y.pool && x.known == y.known && x.bottom_size == y.bottom_size &&
           std::equal(x.sizes, x.sizes + kMaxSeats, y.sizes) && std::equal(p.hands, p.hands + kMaxSeats, q.hands) &&
           p.bottom == q.bottom && p.table == q.table && p.phase == q.phase && p.to_move == q.to_move &&
           p.last == q.last && p.landlord == q.landlord && p.stake == q.stake && p.passes == q.passes;
}

}  // namespace chupai::doudizhu
