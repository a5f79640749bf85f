#include "chupai/solve/gongzhu/solve_table.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

namespace chupai::gongzhu {
namespace {

// data: context 9 bits, tricks 5, move 6, low 22, high 22.
std::uint64_t pack(const SolveEntry& entry, std::uint64_t tag) noexcept {
    const auto bits = [](std::int32_t bound) { return static_cast<std::uint64_t>(bound) & 0x3fffffu; };
    return tag | std::uint64_t{entry.tricks} << 9 | std::uint64_t{entry.move} << 14 | bits(entry.low) << 20 |
           bits(entry.high) << 42;
}

unsigned tricks_of(std::uint64_t data) noexcept { return static_cast<unsigned>(data >> 9) & 31u; }

SolveEntry unpack(std::uint64_t data) noexcept {
    const auto bound = [](std::uint64_t bits) {
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits & 0x3fffffu) << 10) >> 10;
    };
    return {bound(data >> 20), bound(data >> 42), static_cast<unsigned>(data >> 14) & 63u, tricks_of(data)};
}

}  // namespace

class SolveTable::Lock {
public:
    Lock(Bucket& bucket, bool shared) noexcept : bucket_(shared ? &bucket : nullptr) {
        while (shared && bucket.locked.exchange(1, std::memory_order_acquire) != 0) {
        }
    }
    ~Lock() {
        if (bucket_ != nullptr) {
            bucket_->locked.store(0, std::memory_order_release);
        }
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    Bucket* bucket_;
};

SolveTable::SolveTable(std::size_t bytes) noexcept : most_(std::bit_floor(std::max(bytes / sizeof(Bucket), kFirst))) {}

SolveTable::~SolveTable() {
    for (int i = 0; i < used_chunks_; ++i) {
        ::operator delete(chunks_[static_cast<std::size_t>(i)], std::align_val_t{alignof(Bucket)});
    }
}

std::size_t SolveTable::bytes() const noexcept { return count_ * sizeof(Bucket); }

bool SolveTable::add_chunk() noexcept {
    const std::size_t n = count_ == 0 ? kFirst : count_;
    if (count_ + n > most_ || used_chunks_ == kChunks) {
        return false;
    }
    void* room = ::operator new(n * sizeof(Bucket), std::align_val_t{alignof(Bucket)}, std::nothrow);
    if (room == nullptr) {
        return false;
    }
    auto* buckets = static_cast<Bucket*>(room);
    for (std::size_t i = 0; i < n; ++i) {
        ::new (static_cast<void*>(buckets + i)) Bucket{};
    }
    chunks_[static_cast<std::size_t>(used_chunks_++)] = buckets;
    count_ += n;
    return true;
}

void SolveTable::forget() noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
        for (Slot& slot : bucket(i).slot) {
            slot.data = 0;
        }
    }
}

void SolveTable::begin(const SolveContext& context, bool shared) {
    shared_ = shared;
    if (count_ == 0) {
        if (!add_chunk()) {
            throw std::bad_alloc();
        }
        grow_at_ = count_ / 4;
    }
    if (context_ != context) {
        if (++tag_ > kContextMask) {
            forget();
            tag_ = 1;
        }
        context_ = context;
    }
}

bool SolveTable::find(const SolveKey& key, std::uint64_t hash, SolveEntry& out) noexcept {
    Bucket& b = bucket(hash & (count_ - 1));
    const Lock lock(b, shared_);
    for (const Slot& slot : b.slot) {
        if (!is_free(slot) && slot.key == key) {
            out = unpack(slot.data);
            return true;
        }
    }
    return false;
}

void SolveTable::store(const SolveKey& key, std::uint64_t hash, const SolveEntry& entry) noexcept {
    Bucket& b = bucket(hash & (count_ - 1));
    const Lock lock(b, shared_);
    Slot* worst = nullptr;
    for (Slot& slot : b.slot) {
        if (!is_free(slot) && slot.key == key) {
            SolveEntry merged = entry;
            const SolveEntry old = unpack(slot.data);
            merged.low = std::max(merged.low, old.low);
            merged.high = std::min(merged.high, old.high);
            slot.data = pack(merged, tag_);
            return;
        }
        const auto rank = [&](const Slot& s) { return is_free(s) ? 0u : 1 + tricks_of(s.data); };
        worst = worst == nullptr || rank(slot) < rank(*worst) ? &slot : worst;
    }
    if (!is_free(*worst)) {
        lost_.fetch_add(1, std::memory_order_relaxed);
    }
    *worst = {key, pack(entry, tag_)};
}

// Entries of bucket `index` of the old table go to the buckets whose index has the same low bits.
void SolveTable::spread(std::size_t index) noexcept {
    for (Slot& slot : bucket(index).slot) {
        const std::size_t target = hash(slot.key) & (count_ - 1);
        if (is_free(slot) || target == index) {
            continue;
        }
        for (Slot& other : bucket(target).slot) {
            if (is_free(other)) {
                other = slot;
                break;
            }
        }
        slot.data = 0;
    }
}

void SolveTable::grow() noexcept {
    const std::size_t old = count_;
    if (!add_chunk()) {
        grow_at_ = std::numeric_limits<std::size_t>::max();  // for good
        return;
    }
    add_chunk();
    for (std::size_t i = 0; i < old; ++i) {
        spread(i);
    }
    lost_.store(0, std::memory_order_relaxed);
    grow_at_ = count_ / 4;
}

}  // namespace chupai::gongzhu
