// Threads that wait for work in parts, all of it of the same kind.
#pragma once

#include <functional>
#include <memory>

namespace chupai::batch {

// The processors that this process may use.
int available_processors();

// Each part has a thread of its own, part 0 the calling one, which also does what no thread has begun. Threads are
// started at the first run with several parts, and anew in a process that was forked since.
class Pool {
public:
    explicit Pool(int parts);
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    int parts() const noexcept { return parts_; }

    // Calls work(part) for every part and returns when all are done. Throws what the lowest part threw. Not for several
    // callers at once.
    void run(const std::function<void(int)>& work);

private:
    struct Threads;
    int parts_;
    std::unique_ptr<Threads> threads_;
};

}  // namespace chupai::batch
