#include "chupai/gongzhu/family.hpp"

#include <algorithm>

#include "chupai/core/record_text.hpp"
#include "chupai/gongzhu/text.hpp"

namespace chupai {
template class Record<gongzhu::Family>;
template class Observation<gongzhu::Family>;
}  // namespace chupai

namespace chupai::gongzhu {
namespace {

// Sets joined by /, their suits by commas: "SQJ2,HAK,D-,C9/...", one word of a line.
std::string sets_text(const CardSet* sets, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) {
        std::string set = set_text(sets[i]);
        std::replace(set.begin(), set.end(), ' ', ',');
        out += (i == 0 ? "" : "/") + set;
    }
    return out;
}

void read_sets(const Tables& tables, std::istringstream& in, const std::string& what, CardSet* out) {
    std::string word;
    in >> word;
    const std::vector<std::string> parts = split_text(word, '/');
    if (parts.size() != static_cast<std::size_t>(tables.seats)) {
        throw ParseError("a game's text: found " + std::to_string(parts.size()) + " " + what + " in " + quoted(word) +
                         ", joined by /: there are " + std::to_string(tables.seats) + " players");
    }
    for (std::size_t seat = 0; seat < parts.size(); ++seat) {
        out[seat] = parse_set(parts[seat]);
    }
}

std::string trick_text(const OpenPosition& open) {
    std::string out;
    for (int i = 0; i < open.trick_size; ++i) {
        out += (out.empty() ? "" : ",") + card_text(open.trick[i]);
    }
    return out.empty() ? "-" : out;
}

void read_trick(std::istringstream& in, OpenPosition& open) {
    std::string word;
    in >> word;
    if (word == "-") {
        return;
    }
    for (const std::string& part : split_text(word, ',')) {
        if (open.trick_size == kMaxSeats) {
            throw ParseError("a game's text: the trick " + quoted(word) + " is too long");
        }
        open.trick[open.trick_size++] = parse_card(part);
    }
}

// What each seat held before the moves that the view has seen.
void give_back(const Observation& seen, CardSet* hands) {
    for (std::size_t i = 0; i < seen.moves().size(); ++i) {
        const Move move = seen.moves()[i];
        hands[seen.movers()[i]] |= is_exposing(move) ? 0 : set_of(move.index);
    }
}

}  // namespace

Deal Family::deal_of(const Open& open) {
    Deal deal;
    std::copy(open.hands, open.hands + kMaxSeats, deal.hands);
    deal.leader = static_cast<Seat>(open.leader);
    return deal;
}

std::string Family::deal_text(const Tables& tables, const Deal& deal) {
    return sets_text(deal.hands, tables.seats) +
           (deal.leader == kNoSeat ? "" : " leader " + std::to_string(deal.leader));
}

Deal Family::read_deal(const Tables& tables, std::istringstream& in) {
    Deal deal;
    read_sets(tables, in, "hands", deal.hands);
    if (!(in >> std::ws).eof()) {
        expect_word(in, "leader");
        deal.leader = static_cast<Seat>(read_seat(in, "leader", tables.seats));
    }
    return deal;
}

std::string Family::open_text(const Tables& tables, const Open& open) {
    const Move exposed = exposing_of(specials_of(open.exposed));
    const std::string suits = suits_text(open.suits_led);
    return sets_text(open.hands, tables.seats) + " taken " + sets_text(open.taken, tables.seats) + " trick " +
           trick_text(open) + " leader " + std::to_string(open.leader) + " exposed " + to_text(exposed) +
           " suits_led " + (suits.empty() ? "-" : suits);
}

OpenPosition Family::read_open(const Tables& tables, std::istringstream& in) {
    Open open;
    std::string word;
    read_sets(tables, in, "hands", open.hands);
    expect_word(in, "taken");
    read_sets(tables, in, "piles", open.taken);
    expect_word(in, "trick");
    read_trick(in, open);
    expect_word(in, "leader");
    open.leader = read_seat(in, "leader", tables.seats);
    expect_word(in, "exposed");
    in >> word;
    open.exposed = cards_of_specials(exposed_by(parse_exposing(word)));
    expect_word(in, "suits_led");
    in >> word;
    open.suits_led = word == "-" ? 0 : parse_suits(word);
    return open;
}

void Family::hide(Open& open) { std::fill(open.hands, open.hands + kMaxSeats, 0); }

void Family::hide(Deal& deal) { std::fill(deal.hands, deal.hands + kMaxSeats, 0); }

Move Family::as_seen(const Record& record, std::size_t i, int seat) {
    const bool hidden = choices_are_hidden(record.now()) && record.mover_of_deal(i) != seat;
    return hidden ? kHiddenMove : record.move_of_deal(i);
}

Record Family::sample(const Observation& seen, Stream& stream) {
    const Position sampled = with(seen.tables(), [&]<class G>() { return G::sample(seen.view(), stream); });
    std::vector<Move> moves = seen.moves();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (moves[i] == kHiddenMove) {
            moves[i] = exposing_of(sampled.exposed & specials_of(sampled.hands[seen.movers()[i]]));
        }
    }
    if (seen.open()) {
        Open open = *seen.open();
        std::copy(sampled.hands, sampled.hands + kMaxSeats, open.hands);
        give_back(seen, open.hands);
        return replay(Record(seen.tables_ptr(), open), moves);
    }
    Deal deal = seen.deal();
    std::copy(sampled.hands, sampled.hands + kMaxSeats, deal.hands);
    give_back(seen, deal.hands);
    return replay(Record(seen.tables_ptr(), deal), moves);
}

bool Family::same_view(const View& x, const View& y) {
    const Position &p = x.seen, &q = y.seen;
    const auto same = [](const auto& a, const auto& b) {
        return std::equal(std::begin(a), std::end(a), std::begin(b));
    };
    return x.seat == y.seat && x.pool == y.pool && same(x.known, y.known) && same(x.sizes, y.sizes) &&
           same(p.hands, q.hands) && same(p.taken, q.taken) && same(p.trick, q.trick) && p.barred == q.barred &&
           p.voids == q.voids && p.trick_size == q.trick_size && p.leader == q.leader && p.to_move == q.to_move &&
           p.phase == q.phase && p.exposed == q.exposed && p.suits_led == q.suits_led && p.opener == q.opener;
}

}  // namespace chupai::gongzhu
