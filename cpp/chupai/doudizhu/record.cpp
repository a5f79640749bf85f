#include "chupai/doudizhu/record.hpp"

#include <algorithm>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/text.hpp"

namespace chupai::doudizhu {
namespace {

[[noreturn]] CHUPAI_NOINLINE void refuse(const Position& pos, Code code, const std::string& why) {
    const std::optional<Move> move = decode(code);
    const std::string what = move ? "'" + to_text(*move) + "'" : "code " + std::to_string(code);
    std::string message = "illegal move " + what;
    if (pos.phase != Phase::kOver) {
        message += " of seat " + std::to_string(pos.to_move);
    }
    if (pos.phase == Phase::kPlay) {
        message += pos.table.shape.kind == Kind::kCall ? " (who leads)" : " on '" + to_text(pos.table) + "'";
    }
    throw IllegalMoveError(message + ": " + why);
}

[[noreturn]] CHUPAI_NOINLINE void refuse_call(const Position& pos, Code code) {
    const CallRange calls = call_range(pos);
    const std::string bids = std::to_string(calls.lowest) + ".." + std::to_string(kMaxBid);
    if (pos.phase == Phase::kStake) {
        refuse(pos, code, "the landlord names a stake now: bids " + bids);
    }
    refuse(pos, code, "the auction is on: allowed are pass and bids " + bids);
}

bool is_legal_call(const Position& pos, Code code) {
    const CallRange calls = call_range(pos);
    return (code & kCardsMask) == 0 && (code == kPass ? calls.pass : bid_of(code) >= calls.lowest) &&
           bid_of(code) <= kMaxBid;
}

// Why cards may not be played; the move if they may.
struct Verdict {
    Move move{};
    const char* why = nullptr;
};

Verdict judge_play(const Position& pos, Code code) {
    if (code == kPass) {
        return {Move{}, pos.table.shape.kind == Kind::kCall ? "the leader may not pass" : nullptr};
    }
    if ((code & kCardsMask) == 0) {
        return {Move{}, "the auction is over: play cards, or pass"};
    }
    const std::optional<Move> move = decode(*pos.tables, code);
    if (!move) {
        return {Move{}, "it is no combination under these rules"};
    }
    if (!holds(pos.hands[pos.to_move], code & kCardsMask)) {
        return {Move{}, "the player does not hold these cards"};
    }
    if (pos.table.shape.kind != Kind::kCall && !beats(move->shape, pos.table.shape)) {
        return {Move{}, "it does not beat what is on the table"};
    }
    return {*move, nullptr};
}

Position start_of(const Tables& tables, const Deal& deal, const std::optional<OpenPosition>& open) {
    return open ? start_open(tables, *open) : start(tables, deal);
}

Deal next_deal(const Tables& tables, Stream& stream, const std::optional<Seat>& first) {
    Deal deal = with_packs(tables, [&]<class G>() { return G::deal(tables, stream); });
    if (first) {
        deal.first = *first;
    }
    return deal;
}

}  // namespace

void check_seat(const char* name, int seat, int seats) {
    if (seat < 0 || seat >= seats) {
        throw ParseError(std::string(name) + " = " + std::to_string(seat) + " is no seat: seats are 0.." +
                         std::to_string(seats - 1));
    }
}

Move legal_move(const Position& pos, Code code) {
    if (pos.phase == Phase::kPlay) {
        const Verdict verdict = judge_play(pos, code);
        if (verdict.why != nullptr) {
            refuse(pos, code, verdict.why);
        }
        return verdict.move;
    }
    if (pos.phase == Phase::kOver) {
        refuse(pos, code, "the game is over");
    }
    if (!is_legal_call(pos, code)) {
        refuse_call(pos, code);
    }
    return Move{code, Shape{}};
}

bool is_legal(const Position& pos, Code code) {
    switch (pos.phase) {
        case Phase::kPlay: return judge_play(pos, code).why == nullptr;
        case Phase::kOver: return false;
        default: return is_legal_call(pos, code);
    }
}

void set_hands(OpenPosition& open, const std::vector<Hand>& hands) {
    if (hands.size() < 2 || hands.size() > kMaxSeats) {
        throw ParseError(std::to_string(hands.size()) + " hands: an open position has 2, or one for each player");
    }
    open.seats = static_cast<int>(hands.size());
    std::copy(hands.begin(), hands.end(), open.hands);
}

Position start_open(const Tables& tables, const OpenPosition& open) {
    const int n = open.seats;
    if (n != 2 && n != tables.seats) {
        throw ParseError(std::to_string(n) + " hands: an open position has " + std::to_string(tables.seats) +
                         " under these rules, or 2 (landlord and one opponent)");
    }
    for (int seat = 0; seat < n; ++seat) {
        const Hand hand = open.hands[seat];
        const std::string whose = "hand " + std::to_string(seat);
        if (hand == 0) {
            throw ParseError(whose + " is empty: a player without cards has won already");
        }
        check_hand(tables, hand, whose);
    }
    if (tables.rules.packs > 1) {
        check_pack(tables, open.hands, n);
    }
    check_seat("landlord", open.landlord, n);
    check_seat("to_move", open.to_move, n);
    if (open.stake < 1 || open.stake > kMaxOpenStake) {
        throw ParseError("stake = " + std::to_string(open.stake) + ": allowed are 1.." + std::to_string(kMaxOpenStake));
    }
    const bool leads = open.to_beat.shape.kind == Kind::kCall;
    if (open.passes < 0 || open.passes > (leads ? 0 : n - 2)) {
        throw ParseError("passes = " + std::to_string(open.passes) + ": allowed are 0.." +
                         std::to_string(leads ? 0 : n - 2) + " here");
    }
    Position pos{};
    std::copy(open.hands, open.hands + n, pos.hands);
    pos.tables = &tables;
    pos.seats = static_cast<std::uint8_t>(n);
    pos.first = static_cast<Seat>(open.landlord);
    start_play(pos, static_cast<Seat>(open.landlord), open.stake);
    pos.to_move = pos.last = static_cast<Seat>(open.to_move);
    if (!leads) {
        pos.table = open.to_beat;
        pos.passes = static_cast<std::uint8_t>(open.passes);
        pos.last = static_cast<Seat>((open.to_move + n - 1 - open.passes) % n);
        pos.plays[pos.last] = 1;
    }
    return pos;
}

void check_deal(const Tables& tables, const Deal& deal) {
    const auto size = [](const std::string& whose, Hand hand, int n) {
        if (card_count(hand) != n) {
            throw ParseError(whose + " '" + to_text(hand) + "' has " + std::to_string(card_count(hand)) +
                             " cards: the deal gives " + std::to_string(n));
        }
    };
    Hand all[kMaxSeats + 1];
    for (int seat = 0; seat < tables.seats; ++seat) {
        const std::string whose = "hand " + std::to_string(seat);
        all[seat] = deal.hands[seat];
        check_hand(tables, deal.hands[seat], whose);
        size(whose, deal.hands[seat], tables.hand_size);
    }
    all[tables.seats] = deal.bottom;
    check_hand(tables, deal.bottom, "the bottom");
    size("the bottom", deal.bottom, tables.bottom_size);
    check_pack(tables, all, tables.seats + 1);
    check_seat("first", deal.first, tables.seats);
    if (tables.rules.landlord_selection == Selection::kGiven && deal.first != 0) {
        throw ParseError("first = " + std::to_string(deal.first) +
                         ": under landlord_selection = given seat 0 is landlord");
    }
}

Record::Record(TablesPtr tables, const Seeds& seeds, std::optional<Seat> first)
    : tables_(std::move(tables)), seeds_(seeds), first_(first), history_(Position{}) {
    if (first) {
        check_seat("first", *first, tables_->seats);
        if (tables_->rules.landlord_selection == Selection::kGiven && *first != 0) {
            throw ParseError("first = " + std::to_string(*first) +
                             ": under landlord_selection = given seat 0 is landlord");
        }
    }
    if (seeds.episode > kMaxEpisode) {
        throw ParseError("episode = " + std::to_string(seeds.episode) + " is out of range: allowed are 0..2**62-1");
    }
    Stream stream = make_stream(seeds.seed, seeds.game, seeds.episode, Purpose::kDeal);
    const Deal deal = next_deal(*tables_, stream, first_);
    dealt_ = Dealt{deal, stream, 0};
    history_ = History<DouDizhu<1>>(start(*tables_, deal));
}

Record::Record(TablesPtr tables, const Deal& deal) : tables_(std::move(tables)), history_(Position{}) {
    check_deal(*tables_, deal);
    dealt_ = Dealt{deal, Stream{}, 0};
    history_ = History<DouDizhu<1>>(start(*tables_, deal));
}

Record::Record(TablesPtr tables, const OpenPosition& open)
    : tables_(std::move(tables)), open_(open), history_(start_open(*tables_, open)) {
    Deal deal;
    std::copy(open.hands, open.hands + open.seats, deal.hands);
    deal.first = static_cast<Seat>(open.landlord);
    dealt_ = Dealt{deal, Stream{}, 0};
}

Position Record::beginning() const { return start_of(*tables_, deal(), open_); }

std::vector<Seat> Record::movers() const {
    std::vector<Seat> seats(ply());
    for (std::size_t i = 0; i < seats.size(); ++i) {
        seats[i] = history_.before(i).to_move;
    }
    return seats;
}

void Record::push(Code code) { push_legal(legal_move(now(), code)); }

void Record::push_legal(const Move& move) {
    passed_out_.reserve(passed_out_.size() + 1);  // nothing may throw once the move is made
    history_.push(move);
    if (seeds_ && wants_redeal(now())) {
        Stream stream = dealt_.after;
        const Deal deal = next_deal(*tables_, stream, first_);
        passed_out_.push_back(dealt_);
        dealt_ = Dealt{deal, stream, history_.size()};
        history_.replace_now(start(*tables_, deal));
    }
}

Move parse_in(const Position& pos, std::string_view given) {
    const std::string_view text = trim(given);
    const bool calls = pos.phase == Phase::kAuction || pos.phase == Phase::kStake;
    if (calls && text.size() == 1 && text[0] >= '0' && text[0] <= '9') {
        if (text[0] > '0' + kMaxBid) {
            refuse_call(pos, parse_hand(text));
        }
        return Move{call_code(text[0] - '0'), Shape{}};
    }
    return parse_move(*pos.tables, text);
}

Record replay(Record record, std::span<const Move> moves) {
    for (const Move& move : moves) {
        record.push(move.code);
    }
    return record;
}

Move Record::pop() {
    if (history_.size() == 0) {
        throw IllegalMoveError("nothing to pop: no move has been made");
    }
    if (dealt_.moves == history_.size() && !passed_out_.empty()) {
        dealt_ = passed_out_.back();
        passed_out_.pop_back();
    }
    return history_.pop();
}

bool operator==(const Record& a, const Record& b) {
    const auto same_deal = [](const auto& x, const auto& y) {
        return std::equal(x.deal.hands, x.deal.hands + kMaxSeats, y.deal.hands) && x.deal.bottom == y.deal.bottom &&
               x.deal.first == y.deal.first && x.moves == y.moves;
    };
    const auto same_open = [](const OpenPosition& x, const OpenPosition& y) {
        return x.landlord == y.landlord && x.to_move == y.to_move && x.to_beat == y.to_beat && x.stake == y.stake &&
               x.passes == y.passes;
    };
    return a.tables_->rules == b.tables_->rules && a.seeds_ == b.seeds_ && a.first_ == b.first_ &&
           a.moves() == b.moves() && a.open_.has_value() == b.open_.has_value() &&
           (!a.open_ || same_open(*a.open_, *b.open_)) && same_deal(a.dealt_, b.dealt_) &&
           std::equal(a.passed_out_.begin(), a.passed_out_.end(), b.passed_out_.begin(), b.passed_out_.end(),
                      same_deal);
}

}  // namespace chupai::doudizhu
