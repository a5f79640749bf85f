// The transposition table of proof-number search (proof_search.hpp): proof and disproof numbers by position.
//
// Keys are whole positions, not hashes of them: what is found is what was stored. Memory is bounded from the start; the
// table uses little of it at first and four times as much when it is told to grow, so that a short search stays in the
// processor's caches. Once all is in use, positions that cost little make way.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <thread>

#include "chupai/core/bits.hpp"
#include "chupai/core/random.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif
#if defined(__GNUC__)
#define CHUPAI_PREFETCH(address) __builtin_prefetch(address)
#else
#define CHUPAI_PREFETCH(address) static_cast<void>(address)
#endif

namespace chupai::search {

// How hard the first side's win is to prove and to disprove: about how many positions remain to be decided for it.
// Decided where one of them is 0; the other is kProven then.
struct Proof {
    std::uint32_t pn = 1, dn = 1;

    bool decided() const noexcept { return pn == 0 || dn == 0; }
    friend bool operator==(const Proof&, const Proof&) = default;
};
inline constexpr std::uint32_t kProven = (1u << 28) - 1;  // more than any number that counts
inline constexpr std::uint32_t kMostNumber = kProven - 1;
inline constexpr Proof kFirstWins{0, kProven}, kFirstLoses{kProven, 0};

// A position in full, as words; never all 0.
template <int Words>
struct Key {
    std::uint64_t word[Words];

    friend bool operator==(const Key& a, const Key& b) noexcept {  // the library's, of arrays, is a call
        bool same = true;
        for (int i = 0; i < Words; ++i) {
            same &= a.word[i] == b.word[i];
        }
        return same;
    }
};

template <int Words>
std::uint64_t hash_of(const Key<Words>& key) noexcept {
    std::uint64_t hash = mix64(key.word[0]);
    for (int i = 1; i < Words; ++i) {
        hash = mix64(hash ^ key.word[i]);
    }
    return hash;
}

template <int Words>
bool is_empty(const Key<Words>& key) noexcept {
    return key == Key<Words>{};
}

// Memory for a table, allocated once; nothing of it is used before a table does.
class TableMemory {
public:
    static constexpr std::size_t kLeast = std::size_t{1} << 16;

    // At least kLeast bytes. Throws std::bad_alloc.
    explicit TableMemory(std::size_t bytes)
        : size_(std::max(bytes, kLeast)),
          data_(static_cast<std::byte*>(::operator new(size_, std::align_val_t{kAlignment}))) {
#if defined(__linux__)
        madvise(data_.get(), size_, MADV_HUGEPAGE);  // only speed depends on it
#endif
    }

    std::byte* data() const noexcept { return data_.get(); }
    std::size_t size() const noexcept { return size_; }

private:
    static constexpr std::size_t kAlignment = std::size_t{1} << 21;  // a huge page
    struct Free {
        void operator()(std::byte* data) const noexcept { ::operator delete(data, std::align_val_t{kAlignment}); }
    };
    std::size_t size_;
    std::unique_ptr<std::byte, Free> data_;
};

template <int Words>
class ProofTable {
public:
    using Key = search::Key<Words>;

    // `memory` outlives the table.
    explicit ProofTable(const TableMemory& memory)
        : buckets_(reinterpret_cast<Bucket*>(memory.data())), most_bits_(log2(memory.size() / sizeof(Bucket))) {
        clear();
    }

    void clear() noexcept {
        bits_ = std::min(most_bits_, log2(TableMemory::kLeast / sizeof(Bucket)));
        std::uninitialized_fill_n(buckets_, std::size_t{1} << bits_, Bucket{});
        used_.store(0, std::memory_order_relaxed);
    }

    // Between the two several threads may find, store, count and ask wants_more(); clear() and grow() are for one.
    // The others begin after share() and have ended before unshare().
    void share() noexcept { shared_ = true; }
    void unshare() noexcept { shared_ = false; }

    // So many more slots are in use, as store() said: its callers count them and tell now and then, for a number that
    // all threads write at every store would go back and forth between processors.
    void count_used(std::size_t more) noexcept { used_.fetch_add(more, std::memory_order_relaxed); }

    // Is it so full that it should grow, and may it? It never does by itself.
    bool wants_more() const noexcept {
        return bits_ < most_bits_ && used_.load(std::memory_order_relaxed) * 8 > (kSlots << bits_) * 5;
    }

    // Takes four times the memory, for one thread. Asks go_on() now and then, and is empty where that says no.
    template <class GoOn>
    void grow(GoOn&& go_on) {
        constexpr std::size_t kBetween = 4096;
        const int more = std::min(2, most_bits_ - bits_);
        const std::size_t old = std::size_t{1} << bits_;
        bits_ += more;
        // Bucket i is spread over 4 i .. 4 i + 3, from the last to the first, so that none is overwritten before it is
        // read.
        for (std::size_t i = old; i-- > 0;) {
            spread(i, more);
            if (i % kBetween == 0 && !go_on()) {
                return clear();
            }
        }
    }

    // Memory in use.
    std::size_t bytes() const noexcept { return sizeof(Bucket) << bits_; }

    void prefetch(const Key& key) const noexcept {
        const Bucket* const bucket = bucket_of(key);
        CHUPAI_PREFETCH(bucket);
        if constexpr (sizeof(Bucket) > 64) {
            CHUPAI_PREFETCH(reinterpret_cast<const std::byte*>(bucket) + 64);
        }
    }

    // Writes what is known of a position to `out`; false, and `out` as it was, where nothing is.
    bool find(const Key& key, Proof& out) const noexcept {
        Bucket& bucket = *bucket_of(key);
        const Lock lock(bucket, shared_);
        for (const Slot& slot : bucket.slot) {
            if (slot.key == key) {
                out = proof_of(slot.get());
                return true;
            }
        }
        return false;
    }

    // `work`: positions visited for it. True where it took a slot that was free: see count_used().
    [[nodiscard]] bool store(const Key& key, Proof proof, std::uint64_t work) noexcept {
        Bucket& bucket = *bucket_of(key);
        const Lock lock(bucket, shared_);
        Slot* place = bucket.slot;
        bool more = false;
        for (Slot& slot : bucket.slot) {
            if (slot.key == key) {
                if (proof_of(slot.get()).decided()) {
                    return false;  // another thread was faster
                }
                place = &slot;
                work += std::uint64_t{1} << work_of(slot.get());
                break;
            }
            if (is_empty<Words>(slot.key)) {
                place = &slot;
                more = true;
                break;
            }
            if (work_of(slot.get()) < work_of(place->get())) {
                place = &slot;
            }
        }
        place->key = key;
        place->set(pack(proof, work) | (place->get() & kLocked));
        return more;
    }

private:
    // While the table is shared, a bucket's slots are for whoever holds the bucket, by the bit kLocked of the first
    // slot's data. The others only set that bit, which is set already; so the holder may write the word, if he keeps
    // the bit.
    struct Slot {
        Key key{};
        std::atomic<std::uint64_t> data{0};  // pn, dn (28 bits each), the lock, a bit unused, log2 of the work (6)

        Slot() noexcept = default;
        Slot(const Slot& other) noexcept : key(other.key), data(other.get()) {}
        Slot& operator=(const Slot& other) noexcept {
            key = other.key;
            set(other.get());
            return *this;
        }
        std::uint64_t get() const noexcept { return data.load(std::memory_order_relaxed); }
        void set(std::uint64_t value) noexcept { data.store(value, std::memory_order_relaxed); }
    };
    static constexpr std::uint64_t kLocked = 1u << 7;
    static constexpr std::size_t kSlots = Words == 2 ? 5 : 4;
    struct alignas(64) Bucket {
        Slot slot[kSlots];
    };
    static_assert(sizeof(Bucket) == (Words == 1 ? 64 : 128), "one or two cache lines");
    static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

    // Holds a bucket of a shared table; of another, does nothing.
    class Lock {
    public:
        Lock(Bucket& bucket, bool shared) noexcept : data_(shared ? &bucket.slot[0].data : nullptr) {
            for (int tries = 0; shared && (data_->fetch_or(kLocked, std::memory_order_acquire) & kLocked) != 0;
                 ++tries) {
                if (tries > 100) {  // whoever holds it may wait for a processor
                    std::this_thread::yield();
                }
            }
        }
        ~Lock() {
            if (data_ != nullptr) {
                data_->store(data_->load(std::memory_order_relaxed) & ~kLocked, std::memory_order_release);
            }
        }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

    private:
        std::atomic<std::uint64_t>* data_;
    };

    static int log2(std::size_t n) noexcept { return static_cast<int>(std::bit_width(n)) - 1; }

    static Proof proof_of(std::uint64_t data) noexcept {
        return Proof{static_cast<std::uint32_t>(data >> 36), static_cast<std::uint32_t>(data >> 8) & kProven};
    }
    static unsigned work_of(std::uint64_t data) noexcept { return static_cast<unsigned>(data & 63); }
    static std::uint64_t pack(Proof proof, std::uint64_t work) noexcept {
        return (std::uint64_t{proof.pn} << 36) | (std::uint64_t{proof.dn} << 8) |
               static_cast<unsigned>(std::bit_width(work | 1) - 1);
    }

    // The hash's highest bits.
    Bucket* bucket_of(const Key& key) const noexcept { return buckets_ + (hash_of<Words>(key) >> 1 >> (63 - bits_)); }

    void spread(std::size_t i, int more) noexcept {
        const Bucket from = buckets_[i];
        std::uninitialized_fill_n(buckets_ + (i << more), std::size_t{1} << more, Bucket{});
        for (const Slot& slot : from.slot) {
            if (is_empty<Words>(slot.key)) {
                break;
            }
            Slot* to = bucket_of(slot.key)->slot;
            while (!is_empty<Words>(to->key)) {
                ++to;
            }
            *to = slot;
        }
    }

    Bucket* buckets_;
    int bits_ = 0, most_bits_;  // log2 of the buckets in use, of all
    bool shared_ = false;
    std::atomic<std::size_t> used_{0};  // slots
};

}  // namespace chupai::search
