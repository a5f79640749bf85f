#include "chupai/solve/gongzhu/crew.hpp"

#include <exception>
#include <utility>

namespace chupai::gongzhu {

Crew::Crew(int helpers, const std::function<Work()>& hire) {
    std::vector<Work> works;
    works.reserve(static_cast<std::size_t>(helpers));
    for (int i = 0; i < helpers; ++i) {
        works.push_back(hire());
    }
    threads_.reserve(works.size());
    for (Work& work : works) {
        try {
            threads_.emplace_back([this, own = std::move(work)] { help(own); });
        } catch (const std::exception&) {
            return;  // those that there are will do
        }
    }
}

Crew::~Crew() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
        open_ = false;
        answered_.store(true, std::memory_order_relaxed);
    }
    changed_.notify_all();
    for (Thread& thread : threads_) {
        thread.join();
    }
}

void Crew::ask(const Question& question) {
    {
        const std::lock_guard lock(mutex_);
        if (open_) {
            return;
        }
        question_ = question;
        open_ = true;
        answer_.reset();
        answered_.store(false, std::memory_order_relaxed);
        ++asked_;
    }
    changed_.notify_all();
}

std::optional<std::int32_t> Crew::finish() {
    std::unique_lock lock(mutex_);
    if (asked_ == 0) {
        return std::nullopt;
    }
    open_ = false;
    answered_.store(true, std::memory_order_relaxed);
    changed_.wait(lock, [&] { return busy_ == 0; });
    answered_.store(false, std::memory_order_relaxed);
    for (auto& mark : marks_) {
        mark.store(0, std::memory_order_relaxed);
    }
    return std::exchange(answer_, std::nullopt);
}

void Crew::look_up(bool helper) {
    if (answered_.load(std::memory_order_relaxed)) {
        throw Answered{};
    }
    if (helper && pausing_.load(std::memory_order_relaxed)) {
        std::unique_lock lock(mutex_);
        ++resting_;
        changed_.notify_all();
        changed_.wait(lock, [&] { return !pausing_.load(std::memory_order_relaxed); });
        --resting_;
    }
}

void Crew::help(const Work& work) {
    std::uint64_t heard = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return quit_ || (open_ && asked_ != heard && !pausing_); });
        if (quit_) {
            return;
        }
        heard = asked_;
        const Question question = question_;
        ++busy_;
        lock.unlock();
        std::optional<std::int32_t> found;
        try {
            found = work(question);
        } catch (const Answered&) {
        } catch (const Stopped&) {
        } catch (const std::exception&) {  // out of memory: the others go on
        }
        lock.lock();
        --busy_;
        if (found && open_) {
            answer_ = found;
            open_ = false;
            answered_.store(true, std::memory_order_relaxed);
        }
        changed_.notify_all();
    }
}

}  // namespace chupai::gongzhu
