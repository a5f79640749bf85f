// A thread with room for the deepest search. std::thread cannot ask for a stack, and some systems give little: musl
// 128 KiB, macOS 512 KiB. A search of two packs goes hundreds of plies deep, at half a kilobyte each.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#define CHUPAI_HAS_PTHREAD 1
#else
#define CHUPAI_HAS_PTHREAD 0
#endif

namespace chupai {

#if CHUPAI_HAS_PTHREAD

// As std::thread: joined before it goes, or std::terminate is called.
class Thread {
public:
    static constexpr std::size_t kStack = std::size_t{1} << 20;  // at least; more where the system gives more

    // `work` does not throw. Throws std::system_error where no thread is to be had.
    explicit Thread(std::function<void()> work) {
        auto own = std::make_unique<std::function<void()>>(std::move(work));
        pthread_attr_t wishes;
        check(pthread_attr_init(&wishes));
        std::size_t stack = 0;
        if (pthread_attr_getstacksize(&wishes, &stack) == 0 && stack < kStack) {
            pthread_attr_setstacksize(&wishes, kStack);
        }
        const int failed = pthread_create(&id_, &wishes, run, own.get());
        pthread_attr_destroy(&wishes);
        check(failed);
        static_cast<void>(own.release());  // the thread's
        running_ = true;
    }
    Thread(Thread&& other) noexcept : id_(other.id_), running_(std::exchange(other.running_, false)) {}
    Thread& operator=(Thread&&) = delete;
    ~Thread() {
        if (running_) {
            std::terminate();
        }
    }

    // Of a thread that runs, by another.
    void join() noexcept {
        if (pthread_join(id_, nullptr) != 0) {
            std::terminate();
        }
        running_ = false;
    }

private:
    static void check(int failed) {
        if (failed != 0) {
            throw std::system_error(failed, std::generic_category(), "a thread");
        }
    }
    static void* run(void* given) noexcept {
        const std::unique_ptr<std::function<void()>> work(static_cast<std::function<void()>*>(given));
        (*work)();
        return nullptr;
    }

    pthread_t id_{};
    bool running_ = false;
};

#else
using Thread = std::thread;  // Windows gives what the program asked for: a mebibyte
#endif

}  // namespace chupai
