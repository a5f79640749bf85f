// Dou Dizhu as a Game (core/game.hpp), for one pack or two.
#pragma once

#include "chupai/core/game.hpp"
#include "chupai/doudizhu/deal.hpp"
#include "chupai/doudizhu/playout.hpp"
#include "chupai/doudizhu/position.hpp"
#include "chupai/doudizhu/view.hpp"

namespace chupai::doudizhu {
inline namespace CHUPAI_LEVEL {

template <int Packs>
struct DouDizhu {
    using Rules = Tables;
    using Deal = doudizhu::Deal;
    using Position = doudizhu::Position;
    using Move = doudizhu::Move;
    using View = doudizhu::View;

    static constexpr int kMaxPlayers = Packs + 2;
    // Proven in tests/cpp/test_max_legal.cpp: at most 839 and 27,064 moves under any rules, and kListSlack.
    static constexpr int kMaxLegal = Packs == 1 ? 1024 : 27072;

    static CHUPAI_INLINE Deal deal(const Rules& rules, Stream& stream) noexcept {
        return deal_cards<Packs>(rules, stream);
    }
    static CHUPAI_INLINE Position start(const Rules& rules, const Deal& deal) noexcept {
        return doudizhu::start(rules, deal);
    }
    static CHUPAI_INLINE int players(const Position& pos) noexcept { return pos.seats; }
    static CHUPAI_INLINE int player(const Position& pos) noexcept { return pos.to_move; }
    static CHUPAI_INLINE Move* legal(const Position& pos, Move* out) noexcept { return write_legal<Packs>(pos, out); }
    static CHUPAI_INLINE unsigned count_legal(const Position& pos) noexcept {
        return doudizhu::count_legal<Packs>(pos);
    }
    static CHUPAI_INLINE Move nth_legal(const Position& pos, unsigned index) noexcept {
        return doudizhu::nth_legal<Packs>(pos, index);
    }
    static CHUPAI_INLINE void play(Position& pos, const Move& move) noexcept { doudizhu::play(pos, move); }
    static CHUPAI_INLINE std::uint64_t code(const Move& move) noexcept { return move.code; }
    static CHUPAI_INLINE int phase(const Position& pos) noexcept { return static_cast<int>(pos.phase); }
    static CHUPAI_INLINE bool is_over(const Position& pos) noexcept { return doudizhu::is_over(pos); }
    static CHUPAI_INLINE bool wants_redeal(const Position& pos) noexcept { return doudizhu::wants_redeal(pos); }
    static CHUPAI_INLINE void payoffs(const Position& pos, std::int32_t* out) noexcept { doudizhu::payoffs(pos, out); }
    static CHUPAI_INLINE std::uint64_t key(const Position& pos) noexcept { return doudizhu::key(pos); }
    static CHUPAI_INLINE Move random_legal(const Position& pos, std::uint64_t word) noexcept {
        return doudizhu::random_legal<Packs>(pos, word);
    }
    static CHUPAI_INLINE std::int32_t play_out(Position& pos, Stream& stream) noexcept {
        return play_out_randomly<Packs>(pos, stream);
    }
    static CHUPAI_INLINE unsigned count_replies(const Position& pos, const Move& move) noexcept {
        return doudizhu::count_replies<Packs>(pos, move);
    }
    // Replies are counted by shape: the kickers that were played with a body do not matter.
    static CHUPAI_INLINE bool same_replies(const Move& a, const Move& b) noexcept {
        return a.shape == b.shape && a.shape.kind != Kind::kCall;
    }
    static View view(const Position& pos, int seat) noexcept { return make_view(pos, seat); }
    static Position sample(const View& view, Stream& stream) noexcept { return sample_position(view, stream); }
};
static_assert(Game<DouDizhu<1>> && Game<DouDizhu<2>>);

// Calls work.operator()<DouDizhu<packs>>() for the packs of these rules.
template <class Work>
CHUPAI_INLINE auto with_packs(const Tables& tables, Work&& work) {
    return tables.rules.packs == 1 ? work.template operator()<DouDizhu<1>>() : work.template operator()<DouDizhu<2>>();
}

}  // namespace CHUPAI_LEVEL
// Dou Dizhu of any size: the types that all share, and the choice of the template.
struct AnySize {
    using Tables = doudizhu::Tables;
    using Position = doudizhu::Position;
    using Move = doudizhu::Move;
    using Deal = doudizhu::Deal;
    using View = doudizhu::View;

    template <class Work>
    static CHUPAI_INLINE auto with(const Tables& tables, Work&& work) {
        return with_packs(tables, work);
    }
};

}  // namespace chupai::doudizhu
