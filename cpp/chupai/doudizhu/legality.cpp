#include "chupai/doudizhu/legality.hpp"

#include <optional>
#include <string>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/text.hpp"

namespace chupai::doudizhu {
namespace {

[[noreturn]] CHUPAI_NOINLINE void refuse(const Position& pos, Code code, const std::string& why) {
    const std::optional<Move> move = decode(code);
    const std::string what = move ? "'" + to_text(*move) + "'" : "code " + std::to_string(code);
    std::string message = "illegal move " + what;
    if (pos.phase != Phase::kOver) {
        message += " of seat " + std::to_string(pos.to_move);
    }
    if (pos.phase == Phase::kPlay) {
        message += pos.table.shape.kind == Kind::kCall ? " (who leads)" : " on '" + to_text(pos.table) + "'";
    }
    throw IllegalMoveError(message + ": " + why);
}

[[noreturn]] CHUPAI_NOINLINE void refuse_call(const Position& pos, Code code) {
    const CallRange calls = call_range(pos);
    const std::string bids = std::to_string(calls.lowest) + ".." + std::to_string(kMaxBid);
    if (pos.phase == Phase::kStake) {
        refuse(pos, code, "the landlord names a stake now: bids " + bids);
    }
    refuse(pos, code, "the auction is on: allowed are pass and bids " + bids);
}

bool is_legal_call(const Position& pos, Code code) {
    const CallRange calls = call_range(pos);
    return (code & kCardsMask) == 0 && (code == kPass ? calls.pass : bid_of(code) >= calls.lowest) &&
           bid_of(code) <= kMaxBid;
}

// Why cards may not be played; the move if they may.
struct Verdict {
    Move move{};
    const char* why = nullptr;
};

Verdict judge_play(const Position& pos, Code code) {
    if (code == kPass) {
        return {Move{}, pos.table.shape.kind == Kind::kCall ? "the leader may not pass" : nullptr};
    }
    if ((code & kCardsMask) == 0) {
        return {Move{}, pos.table.shape.kind == Kind::kCall ? "the auction is over: play cards"
                                                            : "the auction is over: play cards, or pass"};
    }
    const std::optional<Move> move = decode(*pos.tables, code);
    if (!move) {
        return {Move{}, "it is no combination under these rules"};
    }
    if (!holds(pos.hands[pos.to_move], code & kCardsMask)) {
        return {Move{}, "the player does not hold these cards"};
    }
    if (pos.table.shape.kind != Kind::kCall && !beats(move->shape, pos.table.shape)) {
        return {Move{}, "it does not beat what is on the table"};
    }
    return {*move, nullptr};
}

}  // namespace

Move legal_move(const Position& pos, Code code) {
    if (pos.phase == Phase::kPlay) {
        const Verdict verdict = judge_play(pos, code);
        if (verdict.why != nullptr) {
            refuse(pos, code, verdict.why);
        }
        return verdict.move;
    }
    if (pos.phase == Phase::kOver) {
        refuse(pos, code, "the game is over");
    }
    if (!is_legal_call(pos, code)) {
        refuse_call(pos, code);
    }
    return Move{code, Shape{}};
}

bool is_legal(const Position& pos, Code code) {
    switch (pos.phase) {
        case Phase::kPlay: return judge_play(pos, code).why == nullptr;
        case Phase::kOver: return false;
        default: return is_legal_call(pos, code);
    }
}

Move parse_in(const Position& pos, std::string_view given) {
    const std::string_view text = trim(given);
    const bool calls = pos.phase == Phase::kAuction || pos.phase == Phase::kStake;
    if (calls && text.size() == 1 && text[0] >= '0' && text[0] <= '9') {
        if (text[0] > '0' + kMaxBid) {
            refuse_call(pos, parse_hand(text));
        }
        return Move{call_code(text[0] - '0'), Shape{}};
    }
    return parse_move(*pos.tables, text);
}

}  // namespace chupai::doudizhu
