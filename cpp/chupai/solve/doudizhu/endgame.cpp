#include "chupai/solve/doudizhu/endgame.hpp"

#include <algorithm>
#include <cmath>

#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/game.hpp"
#include "chupai/doudizhu/generate.hpp"

namespace chupai::doudizhu {
namespace {

constexpr std::size_t kMostPlaces = std::size_t{1} << 21;  // times words: below a second, and some megabytes
constexpr std::uint8_t kSurely = 1, kBeatable = 2;  // halves of a play

std::uint16_t group_of(Shape shape) {
    return static_cast<std::uint16_t>(static_cast<int>(shape.kind) << 8 | shape.length);
}

bool is_bomb(Shape shape) { return shape.kind >= Kind::kBomb; }

int strength(Shape bomb) { return bomb.kind == Kind::kRocket ? 13 * 5 : (bomb.cards - 4) * 13 + bomb.top; }

int first_rank(int part) { return 4 * part; }
int end_rank(int part) { return std::min<int>(kRanks, 4 * part + 4); }

std::vector<Move> all_moves(const Tables& rules, Hand hand) {
    return with_packs(rules, [&]<class G>() {
        constexpr int packs = G::kMaxPlayers - 2;
        std::vector<Move> moves(G::kMaxLegal);
        const Move* const end = write_moves<packs>(rules, hand, Shape{}, moves.data());
        moves.resize(static_cast<std::size_t>(end - moves.data()));
        return moves;
    });
}

// Numbers hands: the last rank of a part or a hand counts most.
void number_hands(SeatMoves& seat, Hand hand) {
    std::uint64_t places = 1;
    for (int part = 0; part < SeatMoves::kParts; ++part) {
        std::uint32_t numbers = 1;
        for (int rank = first_rank(part); rank < end_rank(part); ++rank) {
            const unsigned kinds = static_cast<unsigned>(count_of(hand, rank)) + 1;
            seat.stride[rank] = static_cast<std::uint32_t>(places);
            seat.part_stride[rank] = numbers;
            places *= kinds;
            numbers *= kinds;
        }
    }
    seat.places = static_cast<SeatMoves::Place>(places);  // below 2^26: 33 cards of two packs
}

void list_allowed(SeatMoves& seat, Hand hand) {
    const std::size_t n = seat.moves.size();
    seat.words = std::max<std::size_t>(1, (n + 63) / 64);
    for (int part = 0; part < SeatMoves::kParts; ++part) {
        // bits[rank][k]: moves that take at most k of the rank
        std::vector<std::vector<std::uint64_t>> bits[4];
        std::size_t numbers = 1;
        for (int rank = first_rank(part); rank < end_rank(part); ++rank) {
            const int most = count_of(hand, rank);
            auto& of_rank = bits[rank - first_rank(part)];
            of_rank.assign(static_cast<std::size_t>(most) + 1, std::vector<std::uint64_t>(seat.words));
            for (std::size_t i = 0; i < n; ++i) {
                for (int k = count_of(seat.moves[i].cards, rank); k <= most; ++k) {
                    of_rank[static_cast<std::size_t>(k)][i / 64] |= std::uint64_t{1} << (i % 64);
                }
            }
            numbers *= static_cast<std::size_t>(most) + 1;
        }
        auto& out = seat.allowed[part];
        out.assign(numbers * seat.words, ~std::uint64_t{0});
        for (std::size_t number = 0; number < numbers; ++number) {
            std::size_t left = number;
            for (int rank = first_rank(part); rank < end_rank(part); ++rank) {
                const auto& of_rank = bits[rank - first_rank(part)];
                const auto& of_count = of_rank[left % of_rank.size()];
                left /= of_rank.size();
                for (std::size_t w = 0; w < seat.words; ++w) {
                    out[number * seat.words + w] &= of_count[w];
                }
            }
        }
    }
}

// Moves stand by table: what beats a table is the rest of its group and all bombs.
void list_replies(SeatMoves& seat, TableId tables, TableId first_bomb) {
    seat.replies.assign(tables * seat.words, 0);
    seat.winged.assign(seat.words, 0);
    for (std::size_t i = 0; i < seat.moves.size(); ++i) {
        const SeatMoves::Entry& move = seat.moves[i];
        const std::uint64_t bit = std::uint64_t{1} << (i % 64);
        const TableId group = static_cast<TableId>(move.table - (move.table - 1) % kGroupTables);
        const TableId lowest_beaten = move.table < first_bomb ? group : TableId{1};
        seat.replies[kLead * seat.words + i / 64] |= bit;
        for (TableId table = lowest_beaten; table < move.table; ++table) {
            seat.replies[table * seat.words + i / 64] |= bit;
        }
        if (move.kickers != 0) {
            seat.winged[i / 64] |= bit;
        }
    }
}

// The cards are worth about the cubes of their ranks; a play takes off what winning the turn back costs.
std::int16_t strength_of(Hand hand, int plays) {
    constexpr int kPlay = 70, kCube = 14;
    int worth = 0;
    for (int rank = 0; rank < kRanks; ++rank) {
        worth += count_of(hand, rank) * (rank * rank * rank / kCube);
    }
    return static_cast<std::int16_t>(worth - kPlay * plays);
}

// A hand's lowest card goes in one of its moves, with the fewest for what is left.
void count_plays(SeatMoves& seat, Hand hand, const std::vector<std::uint8_t>& weight) {
    if (seat.places * seat.words > kMostPlaces) {
        seat.outlook.clear();
        return;
    }
    const std::size_t words = seat.words;
    std::vector<std::uint64_t> with(kRanks * words), bits(words);
    for (std::size_t i = 0; i < seat.moves.size(); ++i) {
        for (int rank = 0; rank < kRanks; ++rank) {
            if (count_of(seat.moves[i].cards, rank) != 0) {
                with[static_cast<std::size_t>(rank) * words + i / 64] |= std::uint64_t{1} << (i % 64);
            }
        }
    }
    seat.outlook.assign(seat.places, {});
    Hand held = 0;
    SeatMoves::Parts parts = 0;
    for (SeatMoves::Place place = 1; place < seat.places; ++place) {
        int rank = 0;
        for (; count_of(held, rank) == count_of(hand, rank); ++rank) {  // the next hand: one card more, with a carry
            const Hand n = static_cast<Hand>(count_of(held, rank));
            held -= n << (4 * rank);
            parts -= (n * seat.part_stride[rank]) << (16 * (rank / 4));
        }
        held += rank_bit(rank);
        parts += SeatMoves::Parts{seat.part_stride[rank]} << (16 * (rank / 4));
        seat.list<0>(parts, bits.data());
        const std::uint64_t* const of_lowest = &with[static_cast<std::size_t>(lowest(held) / 4) * words];
        std::uint8_t fewest = 0xff, cost = 0xff;
        for (std::size_t w = 0; w < words; ++w) {
            for (std::uint64_t left = bits[w] & of_lowest[w]; left != 0; left = without_lowest(left)) {
                const std::size_t i = 64 * w + static_cast<std::size_t>(lowest(left));
                const SeatMoves::Outlook& rest = seat.outlook[place - seat.moves[i].place];
                fewest = std::min(fewest, static_cast<std::uint8_t>(rest.fewest + 1));
                cost = std::min(cost, static_cast<std::uint8_t>(rest.cost + weight[i]));
            }
        }
        seat.outlook[place] = {strength_of(held, fewest), fewest, cost};
    }
    seat.outlook[0].cost = SeatMoves::Outlook::kNoCost;
}

}  // namespace

SeatMoves::Place SeatMoves::place_of(Hand hand) const noexcept {
    Place place = 0;
    for (int rank = 0; rank < kRanks; ++rank) {
        place += static_cast<Place>(count_of(hand, rank)) * stride[rank];
    }
    return place;
}

SeatMoves::Parts SeatMoves::parts_of(Hand hand) const noexcept {
    Parts parts = 0;
    for (int rank = 0; rank < kRanks; ++rank) {
        parts += (static_cast<Parts>(count_of(hand, rank)) * part_stride[rank]) << (16 * (rank / 4));
    }
    return parts;
}

SeatMoves::Outlook SeatMoves::outlook_of(Place place, Hand hand) const noexcept {
    if (!outlook.empty()) {
        return outlook[place];
    }
    const int plays = (card_count(hand) + 2) / 3;
    return {strength_of(hand, plays), 0, place == 0 ? Outlook::kNoCost : static_cast<std::uint8_t>(2 * plays)};
}

// A table that nobody's moves can beat but by bombs is as good as the lowest bomb's "below all".
TableId Endgame::table_of(Shape shape) const noexcept {
    if (shape.kind == Kind::kCall) {
        return kLead;
    }
    if (is_bomb(shape)) {
        return static_cast<TableId>(first_bomb_ + 1 + strength(shape));
    }
    const auto at = std::lower_bound(groups_.begin(), groups_.end(), group_of(shape));
    if (at == groups_.end() || *at != group_of(shape)) {
        return first_bomb_;
    }
    return static_cast<TableId>(1 + kGroupTables * (at - groups_.begin()) + 1 + shape.top);
}

Endgame::Endgame(const Position& pos)
    : rules_(pos.tables), seats_(pos.seats), landlord_(pos.landlord), stake_(pos.stake) {
    std::vector<Move> moves[kMaxSeats];
    for (int s = 0; s < seats_; ++s) {
        first_[s] = on_landlords_side(pos, s);
        hand_[s] = pos.hands[s];
        moves[s] = all_moves(*rules_, pos.hands[s]);
        for (const Move& move : moves[s]) {
            if (!is_bomb(move.shape)) {
                groups_.push_back(group_of(move.shape));
            }
        }
    }
    std::sort(groups_.begin(), groups_.end());
    groups_.erase(std::unique(groups_.begin(), groups_.end()), groups_.end());
    first_bomb_ = static_cast<TableId>(1 + kGroupTables * groups_.size());
    tables_ = static_cast<TableId>(first_bomb_ + kBombTables);
    for (int s = 0; s < seats_; ++s) {
        SeatMoves& seat = seat_[s];
        number_hands(seat, hand_[s]);
        for (const Move& move : moves[s]) {
            const Hand cards = move.code & kCardsMask;
            const bool one_rank = move.shape.length == 1 && move.shape.kind != Kind::kRocket;
            seat.moves.push_back({cards, seat.parts_of(cards), seat.place_of(cards), table_of(move.shape),
                                  one_rank ? move.shape.top : SeatMoves::kNoRank,
                                  static_cast<std::uint8_t>(is_bomb(move.shape) && doubles(*rules_, move.shape)),
                                  kickers_of(move), move.code});
        }
        std::stable_sort(seat.moves.begin(), seat.moves.end(),
                         [](const auto& a, const auto& b) { return a.table < b.table; });
        list_allowed(seat, hand_[s]);
        words_ = std::max(words_, seat.words);
        list_replies(seat, tables_, first_bomb_);
    }
    for (int s = 0; s < seats_; ++s) {
        std::vector<std::uint8_t> weight;
        for (const SeatMoves::Entry& move : seat_[s].moves) {
            bool beatable = false;
            for (int other = 0; other < seats_; ++other) {
                const SeatMoves& theirs = seat_[other];
                beatable |=
                    first_[other] != first_[s] &&
                    std::any_of(theirs.replies_to<0>(move.table), theirs.replies_to<0>(move.table) + theirs.words,
                                [](std::uint64_t beating) { return beating != 0; });
            }
            weight.push_back(beatable ? kBeatable : kSurely);
        }
        count_plays(seat_[s], hand_[s], weight);
    }
}

bool Endgame::covers(const Position& pos) const {
    bool same =
        pos.tables->rules == rules_->rules && pos.seats == seats_ && pos.landlord == landlord_ && pos.stake == stake_;
    for (int s = 0; s < seats_ && same; ++s) {
        same = holds(hand_[s], pos.hands[s]);
    }
    return same;
}

Endgame::State Endgame::state_of(const Position& pos) const {
    State state{};
    for (int s = 0; s < seats_; ++s) {
        state.hand[s] = pos.hands[s];
        state.parts[s] = seat_[s].parts_of(pos.hands[s]);
        state.place[s] = seat_[s].place_of(pos.hands[s]);
    }
    state.table = table_of(pos.table.shape);
    state.mover = pos.to_move;
    state.last = state.table == kLead ? pos.to_move : pos.last;
    return state;
}

Seat Endgame::an_opponent() const noexcept {
    return static_cast<Seat>(std::find(first_, first_ + seats_, false) - first_);
}

Position Endgame::over(Seat winner) const noexcept {
    Position pos{};
    pos.tables = rules_;
    pos.seats = static_cast<std::uint8_t>(seats_);
    pos.landlord = landlord_;
    pos.stake = stake_;
    pos.last = winner;
    pos.phase = Phase::kOver;
    return pos;
}

double Endgame::log2_positions() const noexcept {
    double bits = std::log2(static_cast<double>(tables_) * kMaxSeats * kMaxSeats);
    for (int s = 0; s < seats_; ++s) {
        bits += std::log2(static_cast<double>(seat_[s].places));
    }
    return bits;
}

}  // namespace chupai::doudizhu
