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
#include <vector>

#include "chupai/core/thread.hpp"
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
    ~ProofSearch() {
        watch_.spend(visited_ - accounted_, false);
        table_.count_used(used_);
    }
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

    // The children of a position on the way. Numbers are packed: `win` above `loss`, and 0 for the `loss` of an
    // optional child, which says nothing.
    struct Level {
        std::vector<Child> children;
        std::vector<std::uint64_t> numbers;
    };

    static std::uint64_t packed(bool first, const Child& child) noexcept {
        const Numbers n = seen_by(first, child.proof);
        return std::uint64_t{n.win} << 32 | (child.optional() ? 0 : n.loss);
    }

    struct Summary {
        Numbers numbers;
        std::size_t best;  // the child to visit
        std::uint32_t second;  // the `win` of the next best
        std::uint32_t others;  // what others than the best add to `loss`
    };

    Summary summarise(const Level& level) const noexcept {
        std::uint64_t best = ~std::uint64_t{0}, second = best, sum = 0, hardest = 0;
        std::size_t at = 0;
        for (std::size_t i = 0; i < level.numbers.size(); ++i) {
            const std::uint64_t n = level.numbers[i], loss = n & 0xffffffffu;
            sum += loss;
            hardest = std::max(hardest, loss);
            second = std::min(second, std::max(best, n));
            at = n < best ? i : at;
            best = std::min(best, n);
        }
        const std::uint64_t all = hardest + (sum - hardest) / 2;
        const std::uint32_t win = static_cast<std::uint32_t>(best >> 32);
        Summary out;
        out.numbers = {win, win == 0 ? kProven : cut(all)};
        out.best = at;
        out.second = cut(second >> 32);
        out.others = cut(all - std::min(all, best & 0xffffffffu));
        if (sum == 0 && win != 0) {  // all but optional ones are lost
            out.numbers = {kProven, 0};
        }
        return out;
    }

    // Which child to visit where other threads are at some of them: these count as harder.
    void choose_apart(const Level& level, Summary& now) const noexcept {
        std::uint64_t best = ~std::uint64_t{0}, second = best;
        for (std::size_t i = 0; i < level.numbers.size(); ++i) {
            const std::uint64_t win = level.numbers[i] >> 32;
            const std::uint64_t there = crew_->visitors(hash_of(level.children[i].key)).load(std::memory_order_relaxed);
            const std::uint64_t n =
                win == kProven ? win : std::min<std::uint64_t>(win + (win / 2 + 1) * there, kMostNumber);
            second = std::min(second, std::max(best, n));
            now.best = n < best ? i : now.best;
            best = std::min(best, n);
        }
        now.second = cut(second);
    }

    static std::uint32_t cut(std::uint64_t number) noexcept {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, kMostNumber));
    }

    void refresh(bool first, Level& level) const noexcept {
        for (std::size_t i = 0; i < level.children.size(); ++i) {
            Child& child = level.children[i];
            if (!child.proof.decided()) {
                table_.find(child.key, child.proof);
            }
            level.numbers[i] = packed(first, child);
        }
    }

    // Visits until one of the numbers reaches its limit, or the search ends.
    // `here`: how many threads are at this position; nullptr for one thread, and at the root.
    Proof visit(const State& state, const Key& key, Proof limit, std::size_t depth,
                const std::atomic<std::uint8_t>* here = nullptr) {
        if (levels_.size() == depth) {
            levels_.emplace_back();
        }
        Level& level = levels_[depth];
        const std::uint64_t before = visited_++;
        if (--left_ == 0) {
            account();
        }
        const bool first = game_.first_moves(state);
        level.children.clear();
        game_.expand(state, level.children, [&](const Key& child) { table_.prefetch(child); });
        level.numbers.resize(level.children.size());
        listed_ += level.children.size();
        if (listed_ > kMostListed) {  // lists of thousands of moves take their time
            account();
        }
        refresh(first, level);
        const Numbers most = seen_by(first, limit);
        Proof proof;
        for (;;) {
            Summary now = summarise(level);
            proof = proof_of(first, now.numbers);
            if (proof.decided() || now.numbers.win >= most.win || now.numbers.loss >= most.loss || stopped_) {
                break;
            }
            if (others_at(here)) {
                choose_apart(level, now);
            }
            Child& child = level.children[now.best];
            const Numbers at = seen_by(first, child.proof);
            Numbers to;
            to.win = std::max(std::min(most.win, cut(std::uint64_t{now.second} + 1 + now.second / 5)), at.win + 1);
            to.loss = child.optional() || most.loss >= kMostNumber
                          ? kProven
                          : std::max(most.loss - std::min(most.loss, now.others), at.loss + 1);
            const std::uint64_t so_far = visited_;
            child.proof = visit_child(state, child, proof_of(first, to), depth + 1);
            level.numbers[now.best] = packed(first, child);
            if (others_at(here) || (crew_ != nullptr && visited_ - so_far > kLong)) {
                refresh(first, level);
            }
        }
        used_ += table_.store(key, proof, visited_ - before) ? 1 : 0;
        return proof;
    }

    // Whether other threads are at the position too. Where none is, none is at its children on the same way.
    bool others_at(const std::atomic<std::uint8_t>* here) const noexcept {
        return crew_ != nullptr && (here == nullptr || here->load(std::memory_order_relaxed) > 1);
    }

    Proof visit_child(const State& state, const Child& child, Proof limit, std::size_t depth) {
        if (crew_ == nullptr) {
            return visit(game_.descend(state, child), child.key, limit, depth);
        }
        auto& visitors = crew_->visitors(hash_of(child.key));
        visitors.fetch_add(1, std::memory_order_relaxed);
        const Proof proof = visit(game_.descend(state, child), child.key, limit, depth, &visitors);
        visitors.fetch_sub(1, std::memory_order_relaxed);
        return proof;
    }

    // Tells the watch what was visited since the last time, and hears whether to go on.
    void account() {
        const std::uint64_t done = visited_ - accounted_;
        accounted_ = visited_;
        watch_.spend(done, caller_);
        table_.count_used(used_);
        used_ = 0;
        if (table_.wants_more()) {
            if (crew_ != nullptr) {
                crew_->finish();
            } else {
                table_.grow([&] { return watch_.spend(0, caller_); });
            }
        }
        stopped_ = stopped_ || watch_.stopped() || visited_ >= most_ || (crew_ != nullptr && crew_->finished());
        listed_ = 0;
        left_ = std::max<std::uint64_t>(1, std::min(watch_.allowance(), most_ - std::min(most_, visited_)));
    }

    static constexpr std::uint64_t kLong = 64;  // visits of a child, after which others may have found out more
    static constexpr std::size_t kMostListed = std::size_t{1} << 16;  // children between two looks at the watch

    const E& game_;
    Table& table_;
    Watch& watch_;
    ProofCrew* crew_;
    bool caller_, stopped_ = false;
    std::uint64_t most_, left_ = 1, visited_ = 0, accounted_ = 0;
    std::size_t listed_ = 0;
    std::size_t used_ = 0;  // slots taken that the table has not counted yet
    std::deque<Level> levels_;  // by depth; references stay good as it grows
};

// The table is shared while this lives.
template <int Words>
class SharedTable {
public:
    explicit SharedTable(ProofTable<Words>& table) : table_(table) { table.share(); }
    ~SharedTable() { table_.unshare(); }
    SharedTable(const SharedTable&) = delete;
    SharedTable& operator=(const SharedTable&) = delete;

private:
    ProofTable<Words>& table_;
};

// Ends and waits for a crew's threads, however its scope is left.
class Joined {
public:
    Joined(std::vector<Thread>& threads, ProofCrew& crew) : threads_(threads), crew_(crew) {}
    ~Joined() {
        crew_.finish();
        for (Thread& thread : threads_) {
            thread.join();
        }
    }
    Joined(const Joined&) = delete;
    Joined& operator=(const Joined&) = delete;

private:
    std::vector<Thread>& threads_;
    ProofCrew& crew_;
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
    {
        const SharedTable<E::kKeyWords> shared(table);
        std::vector<Thread> others;
        const Joined joined(others, crew);
        others.reserve(found.size());
        for (std::size_t i = 1; i < found.size(); ++i) {
            try {
                others.emplace_back([&work, i] { work(i); });
            } catch (const std::exception&) {
                break;  // no more threads to be had: fewer do it
            }
        }
        work(0);
    }
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

// Who wins; undecided only where the watch said stop. A search of up to `alone` visits stays with the calling thread.
inline constexpr std::uint64_t kAlone = 50'000;  // some hundredths of a second

template <class E>
Proof prove(const E& game, const typename E::State& state, const Key<E::kKeyWords>& key,
            ProofTable<E::kKeyWords>& table, Watch& watch, int threads, std::uint64_t alone = kAlone) {
    const std::uint64_t most = threads > 1 ? alone : std::numeric_limits<std::uint64_t>::max();
    Proof proof = ProofSearch<E>(game, table, watch, true, nullptr, most).solve(state, key);
    while (!proof.decided() && !watch.stopped()) {
        if (table.wants_more()) {
            table.grow([&] { return watch.spend(0, true); });
        }
        proof = prove_together(game, state, key, table, watch, threads);
    }
    return proof;
}

}  // namespace chupai::search
