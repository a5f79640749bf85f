// The search behind solve(): does a position reach a value? One thread's part.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "chupai/search/watch.hpp"
#include "chupai/solve/gongzhu/crew.hpp"
#include "chupai/solve/gongzhu/foresight.hpp"
#include "chupai/solve/gongzhu/solve_table.hpp"
#include "chupai/solve/gongzhu/stakes.hpp"

namespace chupai::gongzhu {

template <int Seats>
class Endgame : Foresight<Seats> {
public:
    // `caller`: this is the thread that called the search; the others are helpers.
    Endgame(const Stakes& stakes, const Position& root, SolveTable& table, search::Watch& watch, bool caller)
        : Foresight<Seats>(stakes),
          table_(table),
          watch_(watch),
          caller_(caller),
          heart_lock_(root.tables->rules.heart_lock && (root.exposed & kHeartAceBit) != 0) {}

    void join(Crew* crew) noexcept { crew_ = crew; }

    // At least `beta`: the value is at least that; less than `beta`: it is at most that. Throws Stopped, and Answered
    // where another of the crew was first.
    std::int32_t probe(const Position& pos, std::int32_t beta) {
        question_ = {pos, beta};
        alone_for_ = kAlone;
        std::copy_n(pos.hands, Seats, hands_);
        const Piles piles = stakes_.piles_of(pos);
        Trick trick{};
        trick.piles = &piles;
        trick.barred = pos.barred;
        trick.leader = pos.leader;
        trick.tricks = count_cards(pos.hands[pos.to_move]);
        if (pos.trick_size == 0) {
            return must_lead_first_card(pos) && (pos.hands[pos.to_move] & pos.tables->first_lead) != 0
                       ? lead_one(trick, static_cast<Card>(lowest(pos.tables->first_lead)), beta)
                       : lead(trick, beta);
        }
        for (int i = 0; i < pos.trick_size; ++i) {
            lay(trick, i, pos.trick[i]);
        }
        return follow(trick, pos.trick_size, beta);
    }

    // What the cards that look best bring.
    std::int32_t guess(Position pos) {
        while (!is_over(pos)) {
            std::copy_n(pos.hands, Seats, hands_);
            const Piles piles = stakes_.piles_of(pos);
            Trick trick{};
            trick.piles = &piles;
            trick.barred = pos.barred;
            trick.leader = pos.leader;
            for (int i = 0; i < pos.trick_size; ++i) {
                lay(trick, i, pos.trick[i]);
            }
            Choices choices;
            list(choices, legal_mask(pos), all_hands() | trick.best);
            order(choices, trick, pos.trick_size, kNoCard);
            play(pos, play_of(pick(choices, 0)));
        }
        return stakes_.value_of(pos.taken);
    }

    // Nodes of this thread not yet told to the watch are told now.
    void settle() {
        watch_.spend(granted_ - left_, caller_);
        granted_ = left_ = 0;
    }

private:
    using Hands = OpenHands<Seats>;
    using Hands::kNoCard, Hands::stakes_, Hands::hands_, Hands::seat_at, Hands::all_hands;
    using Hands::lay, Hands::list, Hands::pick, Hands::next, Hands::piles_with;
    using Hands::takers, Hands::takers_from, Hands::key_of, Hands::place_of, Hands::card_at;
    using typename Hands::Trick, typename Hands::Choices;
    using Foresight<Seats>::order;

    void visit() {
        if (left_ == 0) {
            refill();
        }
        --left_;
    }

    CHUPAI_NOINLINE void refill() {
        const std::uint64_t spent = granted_;
        granted_ = 0;
        if (spent != 0 && !watch_.spend(spent, caller_)) {
            throw Stopped{};
        }
        if (crew_ != nullptr) {
            meet_crew(spent);
        } else if (table_.wants_to_grow()) {
            table_.grow();
        }
        left_ = watch_.allowance();
        if (left_ == 0 || watch_.stopped()) {
            left_ = 0;
            throw Stopped{};
        }
        granted_ = left_;
    }

    // Helpers are called only when a question turns out to be hard.
    void meet_crew(std::uint64_t spent) {
        crew_->look_up(!caller_);
        if (!caller_) {
            return;
        }
        if (table_.wants_to_grow()) {
            crew_->alone([&] { table_.grow(); });
        }
        if (alone_for_ != 0) {
            alone_for_ -= std::min(spent, alone_for_);
            if (alone_for_ == 0) {
                crew_->ask(question_);
            }
        }
    }

    std::int32_t lead_one(Trick trick, Card card, std::int32_t beta) {
        visit();
        lay(trick, 0, card);
        hands_[trick.leader] ^= set_of(card);
        const std::int32_t value = follow(trick, 1, beta);
        hands_[trick.leader] ^= set_of(card);
        return value;
    }

    // A trick is about to begin.
    std::int32_t lead(const Trick& trick, std::int32_t beta) {
        visit();
        const unsigned units = takers(trick.leader);
        const Bounds bounds = stakes_.bounds(*trick.piles, units);
        if (bounds.low >= beta || bounds.low == bounds.high) {
            return bounds.low;
        }
        if (bounds.high < beta) {
            return bounds.high;
        }
        if (trick.tricks == 1) {
            return last_trick(trick);
        }
        const CardSet all = all_hands();
        const SolveKey key = key_of(trick, all, units);
        const std::uint64_t hash = SolveTable::hash(key);
        const std::int32_t base = stakes_.base(*trick.piles);
        SolveEntry entry;
        if (table_.find(key, hash, entry)) {
            if (entry.low + base >= beta) {
                return entry.low + base;
            }
            if (entry.high + base < beta) {
                return entry.high + base;
            }
        }
        Choices choices;
        CardSet legal = lead_mask(hands_[trick.leader], trick.barred);
        if (heart_lock_ && (all & set_of(kHeartAce)) != 0) {
            const CardSet others = legal & ~kHeartSet;
            legal = others != 0 ? others : legal;
        }
        list(choices, legal, all);
        order(choices, trick, 0, entry.move == 0 ? kNoCard : card_at(all, entry.move));
        const bool maximise = stakes_.maximises(trick.leader);
        std::int32_t value = maximise ? bounds.low : bounds.high;
        Card best = choices.choice[0].card;
        each(choices, hash, trick.tricks, [&](Card card) {
            Trick led = trick;
            lay(led, 0, card);
            led.line = line_after(hash, card);
            hands_[trick.leader] ^= set_of(card);
            const std::int32_t v = follow(led, 1, beta);
            hands_[trick.leader] ^= set_of(card);
            if (maximise ? v > value : v < value) {
                value = v;
                best = card;
            }
            return maximise ? value >= beta : value < beta;
        });
        SolveEntry known;
        (value >= beta ? known.low : known.high) = value - base;
        known.move = (value >= beta) == maximise ? place_of(all, best) : entry.move;
        known.tricks = static_cast<unsigned>(trick.tricks);
        table_.store(key, hash, known);
        return value;
    }

    std::int32_t follow(const Trick& trick, int place, std::int32_t beta) {
        if (place == Seats) {
            const Piles piles = piles_with(trick);
            if (trick.tricks == 1) {
                return stakes_.final_value(piles);
            }
            return lead(next(trick, piles), beta);
        }
        visit();
        const int seat = seat_at(trick.leader, place);
        const CardSet legal = follow_mask(hands_[seat], trick.suit, trick.barred);
        Choices choices;
        list(choices, legal, all_hands() | trick.best);
        if (choices.n > 1) {
            bool certain = true;
            for (int later = place; later < Seats; ++later) {
                certain = certain && (hands_[seat_at(trick.leader, later)] & trick.suit) < trick.best;
            }
            if (certain) {
                const Bounds bounds =
                    stakes_.bounds(piles_with(trick), takers_from(1u << trick.best_seat, hands_[trick.best_seat]));
                if (bounds.low >= beta || bounds.low == bounds.high) {
                    return bounds.low;
                }
                if (bounds.high < beta) {
                    return bounds.high;
                }
            }
            order(choices, trick, place, kNoCard);
        }
        const bool maximise = stakes_.maximises(seat);
        if (place == Seats - 1 && choices.n > 1 && trick.tricks >= kLookAhead) {
            for (int i = 0; i < choices.n; ++i) {
                const Card card = choices.choice[i].card;
                Trick after = trick;
                lay(after, place, card);
                hands_[seat] ^= set_of(card);
                const Piles piles = piles_with(after);
                const Trick then = next(after, piles);
                const unsigned units = takers(then.leader);
                const Bounds bounds = stakes_.bounds(piles, units);
                std::int32_t known = maximise ? bounds.low : bounds.high;
                if (then.tricks > 1 && (maximise ? bounds.high >= beta : bounds.low < beta) &&
                    (maximise ? known < beta : known >= beta)) {
                    const SolveKey key = key_of(then, all_hands(), units);
                    SolveEntry entry;
                    if (table_.find(key, SolveTable::hash(key), entry)) {
                        known = (maximise ? entry.low : entry.high) + stakes_.base(piles);
                    }
                }
                hands_[seat] ^= set_of(card);
                if (maximise ? known >= beta : known < beta) {
                    return known;
                }
            }
        }
        std::int32_t value =
            maximise ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int32_t>::max();
        each(choices, trick.line, trick.tricks, [&](Card card) {
            Trick after = trick;
            lay(after, place, card);
            after.line = line_after(trick.line, card);
            hands_[seat] ^= set_of(card);
            const std::int32_t v = follow(after, place + 1, beta);
            hands_[seat] ^= set_of(card);
            value = maximise ? std::max(value, v) : std::min(value, v);
            return maximise ? value >= beta : value < beta;
        });
        return value;
    }

    std::int32_t last_trick(Trick trick) const {
        for (int place = 0; place < Seats; ++place) {
            lay(trick, place, static_cast<Card>(lowest(hands_[seat_at(trick.leader, place)])));
        }
        return stakes_.final_value(piles_with(trick));
    }

    static std::uint64_t line_after(std::uint64_t line, Card card) noexcept {
        return (line ^ (card + 1u)) * 0x9e3779b97f4a7c15u;
    }

    // Tries the choices, the best first, until one suffices. What another thread is busy with comes last.
    template <class Try>
    void each(Choices& choices, std::uint64_t line, int tricks, Try&& suffices) {
        Choices later;
        const bool shares = crew_ != nullptr && tricks >= kShared;
        for (int i = 0; i < choices.n; ++i) {
            const Card card = pick(choices, i);
            if (!shares || i == 0) {
                if (suffices(card)) {
                    return;
                }
                continue;
            }
            const std::uint64_t mark = line_after(line, card) | 1;
            if (!crew_->begin(mark)) {
                later.choice[later.n++].card = card;
                continue;
            }
            const bool enough = suffices(card);
            crew_->done(mark);
            if (enough) {
                return;
            }
        }
        for (int i = 0; i < later.n; ++i) {
            if (suffices(later.choice[i].card)) {
                return;
            }
        }
    }

    // With so many tricks to be played the last player's cards are all looked up before one is searched.
    static constexpr int kLookAhead = 3;
    // With so many, threads part the work.
    static constexpr int kShared = 4;
    static constexpr std::uint64_t kAlone = 16384;

    SolveTable& table_;
    search::Watch& watch_;
    bool caller_;
    bool heart_lock_;
    std::uint64_t granted_ = 0, left_ = 0;  // nodes
    Crew* crew_ = nullptr;
    Question question_;
    std::uint64_t alone_for_ = 0;  // nodes until helpers are called
};

}  // namespace chupai::gongzhu
