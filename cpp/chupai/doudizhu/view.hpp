// What a seat knows, and deals that agree with it.
#pragma once

#include <type_traits>

#include "chupai/doudizhu/deal.hpp"
#include "chupai/doudizhu/position.hpp"

namespace chupai::doudizhu {

// The position without what the seat does not know. Cards that were played are known; of the others' cards only the
// pool of all of them together, how many each holds, and which of the shown bottom cards the landlord still holds.
struct View {
    Position seen;  // others' hands, and what else is hidden, are 0
    Hand pool;  // all unseen cards, less `known`
    Hand known;  // shown bottom cards that the landlord (another seat) must still hold
    Hand landlord_played;  // 0 before play
    std::uint8_t sizes[kMaxSeats];
    std::uint8_t bottom_size;  // cards of a bottom that this seat has not seen; 0 if it has
    Seat seat;
};
static_assert(std::is_trivially_copyable_v<View>);

inline namespace CHUPAI_LEVEL {

CHUPAI_INLINE bool bottom_taken(const Position& pos) noexcept {
    return pos.landlord != kNoSeat && (pos.phase == Phase::kPlay || pos.phase == Phase::kOver);
}

inline View make_view(const Position& pos, int seat) noexcept {
    View v{};
    v.seen = pos;
    v.seat = static_cast<Seat>(seat);
    for (int s = 0; s < pos.seats; ++s) {
        v.sizes[s] = static_cast<std::uint8_t>(card_count(pos.hands[s]));
        if (s != seat) {
            v.pool += pos.hands[s];
            v.seen.hands[s] = 0;
        }
    }
    const bool taken = bottom_taken(pos);
    const bool own = taken && pos.landlord == seat;
    if (taken) {
        v.landlord_played = pos.landlord_start - pos.hands[pos.landlord];
    } else {
        v.pool += pos.bottom;
    }
    if (!own) {
        v.seen.landlord_start = 0;
    }
    if (taken && (own || pos.tables->rules.bottom_public)) {
        v.known = own ? 0 : saturating_minus(pos.bottom, v.landlord_played);
        v.pool -= v.known;
    } else {
        v.bottom_size = static_cast<std::uint8_t>(card_count(pos.bottom));
        v.seen.bottom = 0;
    }
    return v;
}

// Deals the unseen cards; whether each hand then fits the pack.
inline bool deal_unseen(const View& v, Position& pos, Stream& stream) noexcept {
    // Room for two packs whatever the rules: hands of an open position may together exceed one.
    CardMask<2> pool = single_cards<2>(v.pool);
    int size = size_of(pool);
    bool fits = true;
    for (int s = 0; s < pos.seats; ++s) {
        if (s != v.seat) {
            const Hand known = bottom_taken(pos) && s == pos.landlord ? v.known : 0;
            pos.hands[s] = known + draw_from(stream, pool, size, v.sizes[s] - card_count(known));
            fits = fits && holds(pos.tables->deck, pos.hands[s]);
        }
    }
    if (!bottom_taken(pos)) {
        pos.bottom = rank_counts(pool);
    }
    return fits;
}

// Uniform over the ways the unseen cards, each told apart, can lie. What fits no hand is dealt again: it happens only
// where open hands together exceed the pack.
inline Position sample_position(const View& v, Stream& stream) noexcept {
    constexpr int kPacks = 2;
    Position pos = v.seen;
    while (!deal_unseen(v, pos, stream)) {
    }
    if (!bottom_taken(pos)) {
        return pos;
    }
    pos.landlord_start = pos.hands[pos.landlord] + v.landlord_played;
    if (v.bottom_size != 0) {
        CardMask<kPacks> cards = single_cards<kPacks>(pos.landlord_start);
        int count = size_of(cards);
        pos.bottom = draw_from(stream, cards, count, v.bottom_size);
    }
    return pos;
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::doudizhu
