// What a long search may use, and how it hears that it should end. Shared by the search's threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

namespace chupai::search {

struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
};

// Asked now and then by the thread that called the search, never by others: nodes so far, seconds so far. False ends
// the search, and it is not asked again. May take its time, must not throw.
using Poll = std::function<bool(std::uint64_t nodes, double seconds)>;

class Watch {
public:
    using Clock = std::chrono::steady_clock;

    Watch(const Limits& limits, Poll poll) : limits_(limits), poll_(std::move(poll)), begin_(Clock::now()) {}

    // So many nodes between two calls of spend(): few enough for limits and Ctrl-C, many enough to cost nothing.
    static constexpr std::uint64_t kStep = 1024;
    // Between two calls of poll.
    static constexpr double kPollSeconds = 0.1;

    // How many nodes a thread may visit before it calls spend().
    std::uint64_t allowance() const noexcept {
        const std::uint64_t done = nodes_.load(std::memory_order_relaxed);
        return done >= limits_.nodes ? 0 : std::min(kStep, limits_.nodes - done);
    }

    // Takes account of visited nodes; false: end the search. `caller`: this is the thread that called the search.
    bool spend(std::uint64_t nodes, bool caller) {
        const std::uint64_t done = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
        const double at = seconds();
        if (done >= limits_.nodes || at >= limits_.seconds) {
            stop();
        }
        if (caller && poll_ && at >= next_poll_ && !stopped()) {
            if (!poll_(done, at)) {
                stop();
            }
            next_poll_ = seconds() + kPollSeconds;
        }
        return !stopped();
    }

    void stop() noexcept { stop_.store(true, std::memory_order_relaxed); }
    bool stopped() const noexcept { return stop_.load(std::memory_order_relaxed); }
    std::uint64_t nodes() const noexcept { return nodes_.load(std::memory_order_relaxed); }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

private:
    Limits limits_;
    Poll poll_;
    Clock::time_point begin_;
    double next_poll_ = kPollSeconds / 2;  // of the calling thread alone
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<bool> stop_{false};
};

}  // namespace chupai::search
