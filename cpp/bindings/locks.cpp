#include "locks.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace chupai::bindings {

namespace {

constexpr std::uint32_t kChanging = UINT32_MAX;

std::atomic<std::uint32_t> forks{0};  // that lie between this process and the one that made the module

std::uint64_t packed(std::uint32_t forks_then, std::uint32_t users) { return std::uint64_t{forks_then} << 32 | users; }
std::uint32_t users_of(std::uint64_t state) { return static_cast<std::uint32_t>(state); }
bool is_of_parent(std::uint64_t state) { return state >> 32 != forks.load(std::memory_order_relaxed); }

}  // namespace

void count_forks() {
#if defined(__unix__) || defined(__APPLE__)
    static const int done = pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
    static_cast<void>(done);
#endif
}

Users::Answer Users::enter(Access access) noexcept {
    const std::uint32_t now = forks.load(std::memory_order_relaxed);
    for (std::uint64_t old = state_.load(std::memory_order_relaxed);;) {
        if (users_of(old) == kChanging) {
            return is_of_parent(old) ? Answer::kForked : Answer::kInUse;
        }
        const std::uint32_t readers = is_of_parent(old) ? 0 : users_of(old);
        if (readers != 0 && access == Access::kChanges) {
            return Answer::kInUse;
        }
        const std::uint64_t next = packed(now, access == Access::kChanges ? kChanging : readers + 1);
        if (state_.compare_exchange_weak(old, next, std::memory_order_acquire, std::memory_order_relaxed)) {
            return Answer::kYes;
        }
    }
}

void Users::leave(Access access) noexcept {
    if (access == Access::kChanges) {
        state_.store(packed(forks.load(std::memory_order_relaxed), 0), std::memory_order_release);
        return;
    }
    // A reader that forked in the middle may find that its child has begun to count anew.
    std::uint64_t old = state_.load(std::memory_order_relaxed);
    while (users_of(old) != 0 && users_of(old) != kChanging &&
           !state_.compare_exchange_weak(old, old - 1, std::memory_order_release, std::memory_order_relaxed)) {
    }
}

bool Users::forked() const noexcept {
    const std::uint64_t state = state_.load(std::memory_order_relaxed);
    return users_of(state) == kChanging && is_of_parent(state);
}

}  // namespace chupai::bindings
