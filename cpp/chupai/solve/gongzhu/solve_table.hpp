// The solver's memory: what is known of positions at the beginning of a trick.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "chupai/gongzhu/rules.hpp"
#include "chupai/gongzhu/types.hpp"

namespace chupai::gongzhu {

using SolveKey = std::array<std::uint64_t, 4>;

// Bounds of what is still to come, and the lead that proved one of them.
struct SolveEntry {
    static constexpr std::int32_t kUnknown = (1 << 21) - 1;  // more than any score
    std::int32_t low = -kUnknown, high = kUnknown;
    unsigned move = 0;  // 1 + 13 * suit + rank among the cards of the suit still in hands; 0: none
    unsigned tricks = 0;  // still to be played
};

// What besides the key an entry depends on.
struct SolveContext {
    Rules rules;
    unsigned exposed = 0;
    int seat = -1;  // whose score is looked at; -1: the teams'

    friend bool operator==(const SolveContext&, const SolveContext&) = default;
};

// Buckets of three entries, keys kept in full. It begins small and grows fourfold as it fills, up to the bytes given
// (never less than it begins with); where there is no memory it stays as it is. Several threads may find and store at
// the same time; begin and grow are for one thread while no other uses the table.
class SolveTable {
public:
    explicit SolveTable(std::size_t bytes) noexcept;
    ~SolveTable();
    SolveTable(const SolveTable&) = delete;
    SolveTable& operator=(const SolveTable&) = delete;

    // What is kept from a search in another context is forgotten. `shared`: more than one thread will use it.
    void begin(const SolveContext& context, bool shared);

    bool find(const SolveKey& key, std::uint64_t hash, SolveEntry& out) noexcept;
    // Adds to what is known already. What has more tricks to be played is kept longer.
    void store(const SolveKey& key, std::uint64_t hash, const SolveEntry& entry) noexcept;

    bool wants_to_grow() const noexcept { return lost_.load(std::memory_order_relaxed) >= grow_at_; }
    void grow() noexcept;

    std::size_t bytes() const noexcept;  // in use

    static std::uint64_t hash(const SolveKey& key) noexcept {
        std::uint64_t h = key[0] * 0x9e3779b97f4a7c15u;
        for (int i = 1; i < 4; ++i) {
            h = ((h ^ (h >> 32)) + key[static_cast<std::size_t>(i)]) * 0xd6e8feb86659fd93u;
        }
        return h ^ (h >> 32);
    }

private:
    static constexpr int kSlots = 3;
    static constexpr std::size_t kFirst = 256;  // buckets it begins with
    static constexpr int kChunks = 40;

    struct Slot {
        SolveKey key;
        std::uint64_t data;  // packed entry; 0, or of an earlier context: free
    };
    struct alignas(64) Bucket {
        Slot slot[kSlots];
        std::atomic<std::uint32_t> locked;
    };
    class Lock;

    // Chunk 0 is the first kFirst buckets, every other chunk as many as all before it.
    Bucket& bucket(std::size_t index) const noexcept {
        const auto chunk = static_cast<std::size_t>(std::bit_width(index / kFirst));
        const std::size_t first = chunk == 0 ? 0 : kFirst << (chunk - 1);
        return chunks_[chunk][index - first];
    }
    bool add_chunk() noexcept;
    void forget() noexcept;
    void spread(std::size_t index) noexcept;
    bool is_free(const Slot& slot) const noexcept { return (slot.data & kContextMask) != tag_; }

    static constexpr std::uint64_t kContextMask = (1u << 9) - 1;

    std::size_t most_;  // buckets allowed
    std::size_t count_ = 0;  // buckets, a power of two
    std::array<Bucket*, kChunks> chunks_{};
    int used_chunks_ = 0;
    std::size_t grow_at_ = 0;
    std::atomic<std::size_t> lost_{0};  // entries overwritten since it last grew
    std::optional<SolveContext> context_;
    std::uint64_t tag_ = 1;  // of this context, 1..511
    bool shared_ = false;
};

}  // namespace chupai::gongzhu
