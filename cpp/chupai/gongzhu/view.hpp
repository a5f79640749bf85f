// What a seat knows.
#pragma once

#include <type_traits>

#include "chupai/gongzhu/position.hpp"

namespace chupai::gongzhu {

// The position without what the seat does not know. Of the others' cards it knows how many each holds, the suits each
// has shown to be out of (seen.voids), the exposed cards still held and by whom, and who holds first_lead_card once he
// is known to lead for it; the rest is the pool of all of them together.
struct View {
    // Others' hands, and their choices of a simultaneous exposing under way, are 0. There the leader is hidden as well
    // (leader and opener kNoSeat) where a card decides him that this seat does not hold.
    Position seen;
    CardSet pool;  // all unseen cards, less those known
    CardSet known[kMaxSeats];  // cards known to lie with another seat
    std::uint8_t sizes[kMaxSeats];
    Seat seat;
};
static_assert(std::is_trivially_copyable_v<View>);

inline namespace CHUPAI_LEVEL {

inline View make_view(const Position& pos, int seat) noexcept {
    View v{};
    v.seen = pos;
    v.seat = static_cast<Seat>(seat);
    if (choices_are_hidden(pos)) {
        v.seen.exposed = static_cast<std::uint8_t>(pos.exposed & specials_of(pos.hands[seat]));
        if (pos.opener != kNoSeat && pos.opener != seat) {
            v.seen.leader = v.seen.opener = kNoSeat;
        }
    }
    const CardSet exposed = cards_of_specials(v.seen.exposed);
    for (int s = 0; s < pos.seats; ++s) {
        v.sizes[s] = static_cast<std::uint8_t>(count_cards(pos.hands[s]));
        if (s != seat) {
            v.known[s] = pos.hands[s] & (exposed | (v.seen.opener == s ? pos.tables->first_lead : 0));
            v.pool |= pos.hands[s] & ~v.known[s];
            v.seen.hands[s] = 0;
        }
    }
    return v;
}

}  // namespace CHUPAI_LEVEL
}  // namespace chupai::gongzhu
