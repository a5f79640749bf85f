#include "chupai/batch/pool.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "chupai/core/thread.hpp"

#if defined(__linux__)
#include <sched.h>
#endif
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace chupai::batch {
namespace {

long process() {
#if defined(__unix__) || defined(__APPLE__)
    return static_cast<long>(getpid());
#else
    return 0;
#endif
}

void pause_briefly() {
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) && defined(__GNUC__)
    __asm__ __volatile__("yield");
#endif
}

// Waits until `value` is no longer `old`: awake for some microseconds, as long as a step takes, then asleep.
void wait_for_change(const std::atomic<unsigned>& value, unsigned old) {
    constexpr int kAwake = 2000;
    for (int i = 0; i < kAwake; ++i) {
        if (value.load(std::memory_order_acquire) != old) {
            return;
        }
        pause_briefly();
    }
    while (value.load(std::memory_order_acquire) == old) {
        value.wait(old, std::memory_order_acquire);
    }
}

}  // namespace

int available_processors() {
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        return CPU_COUNT(&set);
    }
#endif
    const unsigned n = std::thread::hardware_concurrency();
    return n == 0 ? 1 : static_cast<int>(n);
}

// Part p is meant for thread p, which has its data at hand, but whoever comes first takes it: on a busy machine the
// caller does what no thread has woken up for, rather than wait.
struct Pool::Threads {
    std::vector<Thread> threads;
    std::unique_ptr<std::atomic<unsigned>[]> taken;  // by part: the last round in which somebody took it
    std::atomic<unsigned> round{0};  // of work; changes when there is more, or the end
    std::atomic<unsigned> left{0};  // parts that are not done
    std::atomic<bool> stop{false};
    const std::function<void(int)>* work = nullptr;
    std::vector<std::exception_ptr> errors;
    long owner = process();

    explicit Threads(int parts)
        : taken(std::make_unique<std::atomic<unsigned>[]>(static_cast<std::size_t>(parts))),
          errors(static_cast<std::size_t>(parts)) {  // NOLINT(bugprone-throw-keyword-missing): a vector
        try {
            for (int part = 1; part < parts; ++part) {
                threads.emplace_back([this, part] { live(part); });
            }
        } catch (...) {  // no more threads to be had
            const std::string found = std::to_string(threads.size() + 1);
            end();
            throw std::runtime_error("only " + found + " of " + std::to_string(parts) + " threads could be started");
        }
    }
    ~Threads() { end(); }

    void end() {
        stop.store(true, std::memory_order_relaxed);
        round.fetch_add(1, std::memory_order_release);
        round.notify_all();
        for (Thread& thread : threads) {
            thread.join();
        }
        threads.clear();
    }

    // Does the part if nobody has taken it in this round. A thread that wakes up late finds it taken; one that takes it
    // keeps the round, and so `work`, from ending.
    void do_part(int part, unsigned now) {
        unsigned before = now - 1;
        if (!taken[static_cast<std::size_t>(part)].compare_exchange_strong(before, now, std::memory_order_acq_rel)) {
            return;
        }
        try {
            (*work)(part);
        } catch (...) {
            errors[static_cast<std::size_t>(part)] = std::current_exception();
        }
        if (left.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            left.notify_all();
        }
    }
    void live(int part) {
        for (unsigned seen = 0;;) {
            wait_for_change(round, seen);
            seen = round.load(std::memory_order_acquire);
            if (stop.load(std::memory_order_relaxed)) {
                return;
            }
            do_part(part, seen);
        }
    }
    void run(const std::function<void(int)>& given) {
        const int parts = static_cast<int>(errors.size());
        work = &given;
        left.store(static_cast<unsigned>(parts), std::memory_order_relaxed);
        const unsigned now = round.fetch_add(1, std::memory_order_release) + 1;
        round.notify_all();
        for (int part = 0; part < parts; ++part) {
            do_part(part, now);
        }
        for (unsigned n = left.load(std::memory_order_acquire); n != 0; n = left.load(std::memory_order_acquire)) {
            wait_for_change(left, n);
        }
        for (std::exception_ptr& error : errors) {
            if (error) {
                const std::exception_ptr first = error;
                std::fill(errors.begin(), errors.end(), nullptr);
                std::rethrow_exception(first);
            }
        }
    }
};

Pool::Pool(int parts) : parts_(parts) {}

Pool::~Pool() {
    if (threads_ && threads_->owner != process()) {
        // The threads are the parent's: they cannot be joined here.
        static_cast<void>(threads_.release());
    }
}

void Pool::run(const std::function<void(int)>& work) {
    if (parts_ == 1) {
        work(0);
        return;
    }
    if (threads_ && threads_->owner != process()) {
        static_cast<void>(threads_.release());
    }
    if (!threads_) {
        threads_ = std::make_unique<Threads>(parts_);
    }
    threads_->run(work);
}

}  // namespace chupai::batch
