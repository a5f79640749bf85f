// A thread of our own: it does its work, and has room for it.
#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include "chupai/core/level.hpp"
#include "chupai/core/thread.hpp"

using namespace chupai;

namespace {

// So deep that every call keeps a kibibyte on the stack.
CHUPAI_NOINLINE std::size_t descend(std::size_t kibibytes) {
    volatile std::byte here[1024];
    here[kibibytes % sizeof here] = std::byte{1};
    return kibibytes == 0 ? 0 : descend(kibibytes - 1) + std::to_integer<std::size_t>(here[kibibytes % sizeof here]);
}

}  // namespace

TEST_CASE("threads do their work and are joined") {
    std::vector<int> done(5, 0);
    std::vector<Thread> threads;
    for (int& one : done) {
        threads.emplace_back([&one] { ++one; });
    }
    for (Thread& thread : threads) {
        thread.join();
    }
    CHECK(done == std::vector<int>(5, 1));
}

TEST_CASE("a thread has a stack for deep searches") {
    std::size_t depth = 0;
    Thread thread([&depth] { depth = descend(600); });
    thread.join();
    CHECK(depth == 600);
}
