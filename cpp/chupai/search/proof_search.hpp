// Depth-first proof-number search (df-pn): decides which of two sides wins, visiting first what seems cheapest to
// decide. docs/solver.md explains it from zero.
//
// The game comes as a type E:
//   State, kKeyWords                 a position, and how many words its key has (proof_table.hpp)
//   Child                            what expand() writes: `key`, `proof` (the estimate, or the result), what descend()
//                                    needs, and optional(): see below
//   expand(state, children, ready)   all children of a position that is not decided; calls ready(key) as early as it
//                                    can for those that may be in the table. A child that wins for the side to move may
//                                    stand alone.
//   descend(state, child) -> State
//   first_moves(state)               whether the first side is to move
//
// Positions form no cycles. An optional child is a win for the side to move if it is one, and says nothing if it is
// not: a harder position that is cheaper to look at.
//
// A position is reached along several ways, so that a sum over children counts some work more than once: half of what
// comes from other children than the hardest is taken (bench/DEAD_ENDS.md has other shares). Numbers only order the
// search: what is decided is decided by children that are.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <limits>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "chupai/search/proof_table.hpp"
#include "chupai/search/watch.hpp"

namespace chupai::search {

// What threads that search one position together share: where they are, so that they go different ways, and whether
// one of them is done.
class ProofCrew {
public:
    std::atomic<std::uint8_t>& visitors(std::uint64_t hash) noexcept { return visitors_[hash % kPlaces]; }
    void finish() noexcept { finished_.store(true, std::memory_order_relaxed); }
    bool finished() const noexcept { return finished_.load(std::memory_order_relaxed); }

private:
    static constexpr std::size_t kPlaces = std::size_t{1} << 16;
    std::unique_ptr<std::atomic<std::uint8_t>[]> visitors_ = std::make_unique<std::atomic<std::uint8_t>[]>(kPlaces);
    std::atomic<bool> finished_{false};
};

template <class E>
class ProofSearch {
public:
    using State = typename E::State;
    using Key = search::Key<E::kKeyWords>;
    using Table = ProofTable<E::kKeyWords>;
    using Child = typename E::Child;

    // `caller`: this is the thread that may poll. `crew`: nullptr where one thread searches alone. After `most` visits
    // the search ends undecided.
    ProofSearch(const E& game, Table& table, Watch& watch, bool caller = true, ProofCrew* crew = nullptr,
                std::uint64_t most = std::numeric_limits<std::uint64_t>::max())
        : game_(game), table_(table), watch_(watch), crew_(crew), caller_(caller), most_(most) {
        account();
    }
    ~ProofSearch() { account(); }
    ProofSearch(const ProofSearch&) = delete;
    ProofSearch& operator=(const ProofSearch&) = delete;

    // Who wins; undecided only where the search was ended.
    Proof solve(const State& state, const Key& key) {
        Proof proof;
        if (table_.find(key, proof) && proof.decided()) {
            return proof;
        }
        return stopped_ ? proof : visit(state, key, Proof{kProven, kProven}, 0);
    }

private:
    // The two numbers as the side to move sees them: to prove that it wins, to prove that it loses.
    struct Numbers {
        std::uint32_t win, loss;
    };
    static Numbers seen_by(bool first, Proof p) noexcept { return first ? Numbers{p.pn, p.dn} : Numbers{p.dn, p.pn}; }
    static Proof proof_of(bool first, Numbers n) noexcept {
        return first ? Proof{n.win, n.loss} : Proof{n.loss, n.win};
    }

    struct Summary {
        Numbers numbers;
        std::size_t best = 0;  // the child to visit
        Numbers limit;  // where another one becomes better: `win`; what the others leave of `loss`: see visit()
    };

    Summary summarise(bool first, const std::vector<Child>& children) const noexcept {
        std::uint32_t win = kProven, best_win = kProven + 1, second = kProven, best_loss = 0, hardest = 0;
        std::uint64_t sum = 0;
        bool won = false;
        std::size_t best = 0;
        for (std::size_t i = 0; i < children.size(); ++i) {
            const Child& child = children[i];
            const Numbers n = seen_by(first, child.proof);
            won |= n.win == 0;
            if (child.optional()) {
                if (n.loss == 0) {
                    continue;
                }
            } else {
                sum += n.loss;
                hardest = std::max(hardest, n.loss);
            }
            win = std::min(win, n.win);
            const std::uint32_t seen = n.win + crowd(child, n.win);
            if (seen < best_win || (seen == best_win && n.loss < best_loss)) {
                second = best_win;
                best_win = seen;
                best_loss = child.optional() ? 0 : n.loss;
                best = i;
            } else {
                second = std::min(second, seen);
            }
        }
        if (won) {
            return {{0, kProven}, best, {}};
        }
        if (sum == 0) {  // all but optional ones are lost
            return {{kProven, 0}, best, {}};
        }
        const std::uint64_t loss = hardest + (sum - hardest) / 2;
        const std::uint64_t others = children[best].optional() ? 0 : loss - std::min<std::uint64_t>(loss, best_loss);
        return {{win, cut(loss)}, best, {cut(std::uint64_t{second} + 1 + second / 2), cut(others)}};
    }

    static std::uint32_t cut(std::uint64_t number) noexcept {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, kMostNumber));
    }

    // What a child's number grows by for each other thread that is there.
    std::uint32_t crowd(const Child& child, std::uint32_t win) const noexcept {
        if (crew_ == nullptr || child.proof.decided()) {
            return 0;
        }
        const unsigned there = crew_->visitors(hash_of<E::kKeyWords>(child.key)).load(std::memory_order_relaxed);
        return std::min((win / 2 + 1) * there, kMostNumber - std::min(win, kMostNumber));
    }

    void list(const State& state, std::vector<Child>& out) const {
        out.clear();
        game_.expand(state, out, [&](const Key& key) { table_.prefetch(key); });
        refresh(out);
    }
    void refresh(std::vector<Child>& children) const noexcept {
        for (Child& child : children) {
            if (!child.proof.decided()) {
                table_.find(child.key, child.proof);
            }
        }
    }

    // Visits until one of the numbers reaches its limit, or the search ends.
    Proof visit(const State& state, const Key& key, Proof limit, std::size_t depth) {
        if (levels_.size() == depth) {
            levels_.emplace_back();
        }
        std::vector<Child>& children = levels_[depth];
        const std::uint64_t before = visited_++;
        if (--left_ == 0) {
            account();
        }
        list(state, children);
        const bool first = game_.first_moves(state);
        const Numbers most = seen_by(first, limit);
        Proof proof;
        for (;;) {
            const Summary now = summarise(first, children);
            proof = proof_of(first, now.numbers);
            if (proof.decided() || now.numbers.win >= most.win || now.numbers.loss >= most.loss || stopped_) {
                break;
            }
            Child& child = children[now.best];
            const Numbers at = seen_by(first, child.proof);
            Numbers to;
            to.win = std::max(std::min(most.win, now.limit.win), at.win + 1);
            to.loss = child.optional() || most.loss >= kMostNumber
                          ? kProven
                          : std::max(most.loss - std::min(most.loss, now.limit.loss), at.loss + 1);
            child.proof = visit_child(state, child, proof_of(first, to), depth + 1);
            if (crew_ != nullptr) {
                refresh(children);
            }
        }
        table_.store(key, proof, visited_ - before);
        return proof;
    }

    Proof visit_child(const State& state, const Child& child, Proof limit, std::size_t depth) {
        if (crew_ == nullptr) {
            return visit(game_.descend(state, child), child.key, limit, depth);
        }
        auto& visitors = crew_->visitors(hash_of<E::kKeyWords>(child.key));
        visitors.fetch_add(1, std::memory_order_relaxed);
        const Proof proof = visit(game_.descend(state, child), child.key, limit, depth);
        visitors.fetch_sub(1, std::memory_order_relaxed);
        return proof;
    }

    // Tells the watch what was visited since the last time, and hears whether to go on.
    void account() {
        const std::uint64_t done = visited_ - accounted_;
        accounted_ = visited_;
        const bool go_on = watch_.spend(done, caller_);
        if (crew_ != nullptr && table_.wants_more()) {
            crew_->finish();
        }
        stopped_ = stopped_ || !go_on || visited_ >= most_ || (crew_ != nullptr && crew_->finished());
        left_ = std::max<std::uint64_t>(1, std::min(watch_.allowance(), most_ - std::min(most_, visited_)));
    }

    const E& game_;
    Table& table_;
    Watch& watch_;
    ProofCrew* crew_;
    bool caller_, stopped_ = false;
    std::uint64_t most_, left_ = 1, visited_ = 0, accounted_ = 0;
    std::deque<std::vector<Child>> levels_;  // each depth's children; references stay good as it grows
};

// One search by so many threads, the calling one among them, until one of them has decided, the table wants to grow or
// the watch says stop.
template <class E>
Proof prove_together(const E& game, const typename E::State& state, const Key<E::kKeyWords>& key,
                     ProofTable<E::kKeyWords>& table, Watch& watch, int threads) {
    ProofCrew crew;
    std::vector<Proof> found(static_cast<std::size_t>(threads));
    std::vector<std::exception_ptr> failed(found.size());
    const auto work = [&](std::size_t i) {
        try {
            found[i] = ProofSearch<E>(game, table, watch, i == 0, &crew).solve(state, key);
        } catch (...) {  // out of memory
            failed[i] = std::current_exception();
        }
        crew.finish();
    };
    table.share();
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < found.size(); ++i) {
            try {
                others.emplace_back(work, i);
            } catch (const std::system_error&) {
                break;  // no more threads to be had: fewer do it
            }
        }
        work(0);
    }
    table.unshare();
    for (const std::exception_ptr& p : failed) {
        if (p) {
            std::rethrow_exception(p);
        }
    }
    for (const Proof& proof : found) {
        if (proof.decided()) {
            return proof;
        }
    }
    return {};
}

// Who wins; undecided only where the watch said stop. A short search stays with the calling thread.
template <class E>
Proof prove(const E& game, const typename E::State& state, const Key<E::kKeyWords>& key,
            ProofTable<E::kKeyWords>& table, Watch& watch, int threads) {
    constexpr std::uint64_t kAlone = 50'000;  // visits: some hundredths of a second
    const std::uint64_t most = threads > 1 ? kAlone : std::numeric_limits<std::uint64_t>::max();
    Proof proof = ProofSearch<E>(game, table, watch, true, nullptr, most).solve(state, key);
    while (!proof.decided() && !watch.stopped()) {
        proof = prove_together(game, state, key, table, watch, threads);
    }
    return proof;
}

}  // namespace chupai::search
