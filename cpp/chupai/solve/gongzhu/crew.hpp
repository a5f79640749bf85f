// Helpers of a search: threads that work at the same question as the thread that called it and share its table. Who
// answers first ends the question for all. They part the work by marking the moves they are busy with: others put such
// moves off, and mostly find them in the table later.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "chupai/core/thread.hpp"
#include "chupai/gongzhu/position.hpp"

namespace chupai::gongzhu {

// Is the value of `pos` at least `beta`?
struct Question {
    Position pos{};
    std::int32_t beta = 0;
};

// Thrown in a search that is to end before its answer is known.
struct Stopped {};
// Thrown in a thread at work when another has the answer.
struct Answered {};

class Crew {
public:
    // A helper's work, which may throw: a bound that answers the question.
    using Work = std::function<std::int32_t(const Question&)>;

    // Starts as many helpers as the system gives. hire() makes each one's work, in the calling thread.
    Crew(int helpers, const std::function<Work()>& hire);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    // For the caller's thread.
    void ask(const Question& question);
    // Ends the question, waits for all helpers; what a helper found, if one was first.
    std::optional<std::int32_t> finish();
    // Does something while no helper works.
    template <class Action>
    void alone(Action&& action) {
        std::unique_lock lock(mutex_);
        pausing_.store(true, std::memory_order_relaxed);
        changed_.wait(lock, [&] { return busy_ == resting_; });
        action();
        pausing_.store(false, std::memory_order_relaxed);
        changed_.notify_all();
    }

    // For a thread at work, now and then: throws Answered, waits while the caller wants to be alone.
    void look_up(bool helper);

    // Whether nobody is busy with this yet; then the one who asked is, until done().
    bool begin(std::uint64_t what) noexcept {
        std::uint64_t none = 0;
        return marks_[what % marks_.size()].compare_exchange_strong(none, what, std::memory_order_relaxed) ||
               none != what;
    }
    void done(std::uint64_t what) noexcept {
        marks_[what % marks_.size()].compare_exchange_strong(what, 0, std::memory_order_relaxed);
    }

private:
    void help(const Work& work);

    std::mutex mutex_;
    std::condition_variable changed_;
    Question question_;
    std::uint64_t asked_ = 0;  // questions so far
    bool open_ = false;  // the last of them has no answer yet
    bool quit_ = false;
    int busy_ = 0, resting_ = 0;  // helpers
    std::optional<std::int32_t> answer_;
    std::atomic<bool> answered_{false}, pausing_{false};
    std::array<std::atomic<std::uint64_t>, 1024> marks_{};
    std::vector<Thread> threads_;
};

}  // namespace chupai::gongzhu
