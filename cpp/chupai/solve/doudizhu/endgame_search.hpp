// An endgame as search/proof_search.hpp asks: positions, what they come to, and estimates. Keys are keys.hpp's, Stakes
// stakes.hpp's.
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include "chupai/search/proof_table.hpp"
#include "chupai/solve/doudizhu/endgame.hpp"
#include "chupai/solve/doudizhu/estimates.hpp"
#include "chupai/solve/doudizhu/keys.hpp"
#include "chupai/solve/doudizhu/similar.hpp"
#include "chupai/solve/doudizhu/stakes.hpp"

namespace chupai::doudizhu {

// Words: of 64 moves each, where all seats have so many and that is known as it is compiled; else 0.
template <class Keys, class Stakes, std::size_t Words>
class EndgameSearch {
public:
    using Tally = typename Stakes::Tally;
    struct State : Endgame::State {
        [[no_unique_address]] Tally tally;
    };
    static constexpr int kKeyWords = Keys::kWords;
    using Key = search::Key<kKeyWords>;

    struct Child {
        Key key;
        search::Proof proof;
        SeatMoves::Index move;  // the mover's, or SeatMoves::kPassed
        TableId table;
        Seat mover, last;
        Seat dropped;  // no move: this partner of the mover passes from now on, whatever comes; or kNoSeat

        // A partner who never plays again leaves fewer hands to look at. A side that wins so wins.
        bool optional() const noexcept { return dropped != kNoSeat; }
    };

    EndgameSearch(const Endgame& game, const Stakes& stakes) : game_(game), keys_(game), stakes_(stakes) {}

    State state_of(const Position& pos) const { return {game_.state_of(pos), stakes_.tally_of(pos)}; }

    // The same where seats that cannot beat the table have passed, and the table as it matters.
    State settled(const State& state) const {
        State out = state;
        if (state.table != kLead) {
            set_turn(out, settle(Lists(*this, state), state.table, state.mover, state.last));
        }
        return out;
    }

    // `state` is settled.
    Key key_of(const State& state) const noexcept {
        return keys_(state.place, state.table, state.mover, state.last, stakes_.bits(state.tally));
    }

    // Where nothing that is played can change it any more.
    std::optional<search::Proof> decided(const State& state) const noexcept {
        const std::optional<bool> gets = stakes_.decided(state.tally, state.hand);
        return gets ? std::optional(*gets ? search::kFirstWins : search::kFirstLoses) : std::nullopt;
    }

    bool first_moves(const State& state) const noexcept { return game_.is_first(state.mover); }

    template <class Ready>
    void expand(const State& state, std::vector<Child>& out, Ready&& ready) const {
        Expansion<Ready> expansion(*this, state, out, ready);
        if (!expansion.plays(false)) {
            expansion.pass();
            expansion.dropped_partners();
        }
    }

    // A child for every legal move, in the order of SeatMoves, a pass last; `state` as it is, settled or not.
    void expand_all(const State& state, std::vector<Child>& out) const {
        const auto ready = [](const Key&) {};
        Expansion<decltype(ready)> expansion(*this, state, out, ready);
        expansion.plays(true);
        expansion.pass();
    }

    // The child is no win on the spot (its proof decided as it was written).
    State descend(const State& state, const Child& child) const noexcept {
        State out = state;
        if (child.optional()) {
            drop(out, child.dropped);
        } else if (child.move != SeatMoves::kPassed) {
            take(out, child.move);
        }
        set_turn(out, Turn{child.table, child.mover, child.last});
        return out;
    }

private:
    using Outlook = SeatMoves::Outlook;

    // Whose turn it comes to be.
    struct Turn {
        TableId table;
        Seat mover, last;
    };
    static void set_turn(State& state, const Turn& turn) noexcept {
        state.table = turn.table;
        state.mover = turn.mover;
        state.last = turn.last;
    }

    // The moves that each hand allows, as bits.
    class Lists {
    public:
        Lists(const EndgameSearch& search, const State& state) : words_(Words != 0 ? Words : search.game_.words()) {
            std::uint64_t* out = few_;
            if constexpr (Words == 0) {
                if (words_ > kFewWords) {
                    many_.resize(kMaxSeats * words_);
                    out = many_.data();
                }
            }
            bits_ = out;
            for (int s = 0; s < search.game_.seats(); ++s) {
                const SeatMoves& seat = search.game_.moves_of(s);
                seat.template list<Words>(state.parts[s], out + static_cast<std::size_t>(s) * words_);
            }
        }
        Lists(const Lists&) = delete;
        Lists& operator=(const Lists&) = delete;

        const std::uint64_t* of(int seat) const noexcept {
            return bits_ + static_cast<std::size_t>(seat) * (Words != 0 ? Words : words_);
        }

    private:
        static constexpr std::size_t kFewWords = Words != 0 ? Words : 8;
        std::size_t words_;
        const std::uint64_t* bits_;
        std::uint64_t few_[kMaxSeats * kFewWords];
        std::conditional_t<Words == 0, std::vector<std::uint64_t>, std::monostate> many_;
    };

    Seat next_of(int seat) const noexcept { return static_cast<Seat>(seat + 1 == game_.seats() ? 0 : seat + 1); }

    // Who answers a table that `last` has set, from seat `from` on, and what he has to beat: as low as any of those
    // still to answer could play. Bombs have the highest tables.
    Turn settle(const Lists& lists, TableId table, Seat from, Seat last) const noexcept {
        TableId low = SeatMoves::kNoTable;
        Seat mover = kNoSeat;
        for (Seat s = from; s != last; s = next_of(s)) {
            const TableId reply = game_.moves_of(s).template lowest_reply<Words>(lists.of(s), table);
            low = std::min(low, reply);
            mover = mover == kNoSeat && reply != SeatMoves::kNoTable ? s : mover;
        }
        return mover == kNoSeat ? Turn{kLead, last, last} : Turn{static_cast<TableId>(low - 1), mover, last};
    }

    static void drop(State& state, Seat seat) noexcept {
        state.hand[seat] = 0;
        state.parts[seat] = 0;
        state.place[seat] = 0;
    }

    void take(State& state, SeatMoves::Index index) const noexcept {
        const SeatMoves::Entry& move = game_.moves_of(state.mover).moves[index];
        state.hand[state.mover] -= move.cards;
        state.parts[state.mover] -= move.parts;
        state.place[state.mover] -= move.place;
        state.tally = stakes_.after(state.tally, state.mover, move);
    }

    // Can the mover play all he has now, which is one move?
    bool takes_all(SeatMoves::Place place, const Turn& turn) const noexcept {
        const SeatMoves& seat = game_.moves_of(turn.mover);
        if (turn.table == kLead) {
            return true;
        }
        const std::uint64_t* const beating = seat.template replies_to<Words>(turn.table);
        for (std::size_t i = 0; i < seat.moves.size(); ++i) {
            if (seat.moves[i].place == place && ((beating[i / 64] >> (i % 64)) & 1) != 0) {
                return true;
            }
        }
        return false;
    }

    static search::Proof result(bool first_gets) noexcept {
        return first_gets ? search::kFirstWins : search::kFirstLoses;
    }

    // How the sides stand: what the seat of each needs that needs least to go out, in halves of a play, and what all
    // cards of the first side are worth more than the other's.
    struct Standing {
        unsigned cost[2] = {Outlook::kNoCost, Outlook::kNoCost};  // cost[1] is the first's
        int lead = 0;

        // To be on turn is worth half a play.
        void add(bool first, const Outlook& outlook, bool on_turn) noexcept {
            const unsigned needed = outlook.cost - unsigned{on_turn && outlook.cost > 1};
            cost[first] = std::min(cost[first], needed);
            lead += first ? outlook.strength : -outlook.strength;
        }
    };

    static search::Proof estimate(const Standing& now) noexcept {
        return {Estimates::of(now.cost[1], now.lead), Estimates::of(now.cost[0], -now.lead)};
    }

    // The children of one position.
    template <class Ready>
    class Expansion {
    public:
        Expansion(const EndgameSearch& search, const State& state, std::vector<Child>& out, Ready& ready)
            : search_(search),
              state_(state),
              out_(out),
              ready_(ready),
              lists_(search, state),
              first_(search.first_moves(state)) {
            std::copy(state.place, state.place + kMaxSeats, place_);
            for (int s = 0; s < search.game_.seats(); ++s) {
                outlook_[s] = search.game_.moves_of(s).outlook_of(state.place[s], state.hand[s]);
            }
            for (int on_turn = 0; on_turn < search.game_.seats(); ++on_turn) {
                others_[on_turn] = standing(on_turn, state.mover);
            }
        }

        // True where one wins at once and stands alone. `every`: all legal moves, however they turn out.
        bool plays(bool every) {
            if (every) {
                return plays_that([](const SeatMoves::Entry&) { return true; }, true);
            }
            const SimilarRanks similar(search_.game_, state_, lists_.of(state_.mover));
            if (!similar.any()) {
                return plays_that([](const SeatMoves::Entry&) { return true; }, false);
            }
            return plays_that(
                [&](const SeatMoves::Entry& move) {
                    return !similar.skips(move, state_.table, search_.game_.first_bomb());
                },
                false);
        }

        void pass() {
            if (state_.table != kLead) {
                place_[state_.mover] = state_.place[state_.mover];
                const Turn turn = search_.settle(lists_, state_.table, search_.next_of(state_.mover), state_.last);
                add(SeatMoves::kPassed, turn, state_.hand[state_.mover], state_.tally);
            }
        }

        // Partners who need not lead if all pass.
        void dropped_partners() {
            const Seat seats = static_cast<Seat>(search_.game_.seats());
            for (Seat s = 0; s < seats; ++s) {
                const bool partner = s != state_.mover && search_.game_.is_first(s) == first_ && state_.place[s] != 0;
                if (!partner || (state_.table != kLead && s == state_.last)) {
                    continue;
                }
                State rest = state_;
                drop(rest, s);
                rest = search_.settled(rest);
                const Turn turn{rest.table, rest.mover, rest.last};
                search::Proof proof;
                if (goes_out(rest.place[turn.mover], outlook_[turn.mover], turn)) {
                    proof = result(search_.game_.is_first(turn.mover));
                } else {
                    proof = estimate(standing(turn.mover, s));
                    std::uint32_t& win = first_ ? proof.pn : proof.dn;
                    win = std::max<std::uint32_t>(1, win / 2);  // tried early: it is cheap
                }
                const Key key = search_.key_of(rest);
                ready_(key);
                out_.push_back({key, proof, SeatMoves::kPassed, turn.table, turn.mover, turn.last, s});
            }
        }

    private:
        // How all but seat `without` stand.
        Standing standing(int on_turn, int without) const noexcept {
            Standing out;
            for (int s = 0; s < search_.game_.seats(); ++s) {
                if (s != without) {
                    out.add(search_.game_.is_first(s), outlook_[s], s == on_turn);
                }
            }
            return out;
        }

        bool goes_out(SeatMoves::Place place, const Outlook& outlook, const Turn& turn) const noexcept {
            return Stakes::kWinDecides && outlook.fewest == 1 && search_.takes_all(place, turn);
        }

        template <class Keep>
        bool plays_that(const Keep& keep, bool every) {
            const SeatMoves& own = search_.game_.moves_of(state_.mover);
            const std::uint64_t* const list = lists_.of(state_.mover);
            const std::uint64_t* const beating = own.template replies_to<Words>(state_.table);
            const std::size_t words = Words != 0 ? Words : own.words;
            for (std::size_t word = 0; word < words; ++word) {
                for (std::uint64_t left = list[word] & beating[word]; left != 0; left = without_lowest(left)) {
                    const std::size_t i = 64 * word + static_cast<std::size_t>(lowest(left));
                    if (keep(own.moves[i]) && play(own.moves[i], static_cast<SeatMoves::Index>(i)) && !every) {
                        return true;
                    }
                }
            }
            return false;
        }

        // True where it wins for the mover on the spot.
        bool play(const SeatMoves::Entry& move, SeatMoves::Index index) {
            const Seat mover = state_.mover;
            const Tally tally = search_.stakes_.after(state_.tally, mover, move);
            place_[mover] = state_.place[mover] - move.place;
            if (place_[mover] == 0) {
                const bool gets = search_.stakes_.first_gets(tally, mover);
                out_.push_back({Key{}, result(gets), index, kLead, mover, mover, kNoSeat});
                return gets == first_;
            }
            const Turn turn = search_.settle(lists_, move.table, search_.next_of(mover), mover);
            return add(index, turn, state_.hand[mover] - move.cards, tally);
        }

        bool add(SeatMoves::Index move, const Turn& turn, Hand hand, const Tally& tally) {
            const Key key = search_.keys_(place_, turn.table, turn.mover, turn.last, search_.stakes_.bits(tally));
            ready_(key);
            const Seat mover = state_.mover;
            const Outlook own = search_.game_.moves_of(mover).outlook_of(place_[mover], hand);
            search::Proof proof;
            if (goes_out(place_[turn.mover], turn.mover == mover ? own : outlook_[turn.mover], turn)) {
                proof = result(search_.game_.is_first(turn.mover));
            } else {
                Standing now = others_[turn.mover];
                now.add(first_, own, turn.mover == mover);
                proof = estimate(now);
            }
            if constexpr (!Stakes::kWinDecides) {
                Hand hands[kMaxSeats];
                std::copy(state_.hand, state_.hand + kMaxSeats, hands);
                hands[mover] = hand;
                if (const std::optional<bool> gets = search_.stakes_.decided(tally, hands)) {
                    proof = result(*gets);
                }
            }
            out_.push_back({key, proof, move, turn.table, turn.mover, turn.last, kNoSeat});
            return proof == result(first_);
        }

        const EndgameSearch& search_;
        const State& state_;
        std::vector<Child>& out_;
        Ready& ready_;
        const Lists lists_;
        const bool first_;
        SeatMoves::Place place_[kMaxSeats];  // after the move in hand
        Outlook outlook_[kMaxSeats];  // before it
        Standing others_[kMaxSeats];  // of all but the mover, by who is on turn
    };

    const Endgame& game_;
    Keys keys_;
    Stakes stakes_;
};

}  // namespace chupai::doudizhu
