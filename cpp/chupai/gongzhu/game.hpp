// Gong Zhu as a Game (core/game.hpp), for three, four or five players.
#pragma once

#include "chupai/core/game.hpp"
#include "chupai/gongzhu/deal.hpp"
#include "chupai/gongzhu/playout.hpp"
#include "chupai/gongzhu/position.hpp"
#include "chupai/gongzhu/sample.hpp"
#include "chupai/gongzhu/score.hpp"
#include "chupai/gongzhu/view.hpp"

namespace chupai::gongzhu {
inline namespace CHUPAI_LEVEL {

template <int Seats>
struct GongZhu {
    using Rules = Tables;
    using Deal = gongzhu::Deal;
    using Position = gongzhu::Position;
    using Move = gongzhu::Move;
    using View = gongzhu::View;

    static constexpr int kMaxPlayers = Seats;
    // A hand of three players has 17 cards; no exposing has more than 16 choices.
    static constexpr int kMaxLegal = kMaxMoves;
    static constexpr int kSideBySide = gongzhu::kSideBySide;

    static CHUPAI_INLINE Deal deal(const Rules& rules, Stream& stream) noexcept {
        return deal_cards<Seats>(rules, stream);
    }
    static CHUPAI_INLINE Position start(const Rules& rules, const Deal& deal) noexcept {
        return gongzhu::start(rules, deal);
    }
    static CHUPAI_INLINE int players(const Position&) noexcept { return Seats; }
    static CHUPAI_INLINE int player(const Position& pos) noexcept { return pos.to_move; }
    static CHUPAI_INLINE Move* legal(const Position& pos, Move* out) noexcept { return write_legal(pos, out); }
    static CHUPAI_INLINE unsigned count_legal(const Position& pos) noexcept { return gongzhu::count_legal(pos); }
    static CHUPAI_INLINE Move nth_legal(const Position& pos, unsigned index) noexcept {
        return gongzhu::nth_legal(pos, index);
    }
    static CHUPAI_INLINE Code code(const Move& move) noexcept { return gongzhu::code(move); }
    static CHUPAI_INLINE void play(Position& pos, const Move& move) noexcept { gongzhu::play(pos, move); }
    static CHUPAI_INLINE int phase(const Position& pos) noexcept { return static_cast<int>(pos.phase); }
    static CHUPAI_INLINE bool is_over(const Position& pos) noexcept { return gongzhu::is_over(pos); }
    static CHUPAI_INLINE bool wants_redeal(const Position&) noexcept { return false; }
    static CHUPAI_INLINE void payoffs(const Position& pos, std::int32_t* out) noexcept {
        gongzhu::payoffs<Seats>(pos, out);
    }
    static CHUPAI_INLINE std::uint64_t key(const Position& pos) noexcept { return gongzhu::key(pos); }
    static CHUPAI_INLINE Move random_legal(const Position& pos, std::uint64_t word) noexcept {
        return gongzhu::random_legal(pos, word);
    }
    static CHUPAI_INLINE std::int32_t play_out(Position& pos, Stream& stream) noexcept {
        return play_out_randomly<Seats>(pos, stream);
    }
    // n <= kSideBySide positions of the same rules and equally far, each with its stream: the same as play_out of each.
    static CHUPAI_INLINE std::int32_t play_out_many(Position* pos, Stream* streams, int n) noexcept {
        return play_out_side_by_side<Seats>(pos, streams, n);
    }
    static CHUPAI_INLINE unsigned count_replies(const Position& pos, const Move& move) noexcept {
        return gongzhu::count_replies(pos, move);
    }
    // What a card leaves to reply depends on the trick it is played to.
    static CHUPAI_INLINE bool same_replies(const Move&, const Move&) noexcept { return false; }
    static View view(const Position& pos, int seat) noexcept { return make_view(pos, seat); }
    static Position sample(const View& view, Stream& stream) noexcept { return sample_position(view, stream); }
};
static_assert(Game<GongZhu<3>> && Game<GongZhu<4>> && Game<GongZhu<5>>);

// Calls work.operator()<GongZhu<seats>>() for the players of these rules.
template <class Work>
CHUPAI_INLINE auto with_seats(const Tables& tables, Work&& work) {
    switch (tables.seats) {
        case 3: return work.template operator()<GongZhu<3>>();
        case 4: return work.template operator()<GongZhu<4>>();
        default: return work.template operator()<GongZhu<5>>();
    }
}

}  // namespace CHUPAI_LEVEL
// Gong Zhu whatever the players: what kernels and families of several sizes ask.
struct AnySize {
    using Tables = gongzhu::Tables;
    using Position = gongzhu::Position;
    using Move = gongzhu::Move;
    using Deal = gongzhu::Deal;
    using View = gongzhu::View;

    template <class Work>
    static CHUPAI_INLINE auto with(const Tables& tables, Work&& work) {
        return with_seats(tables, work);
    }
};

}  // namespace chupai::gongzhu
