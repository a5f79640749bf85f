#include "chupai/gongzhu/legality.hpp"

#include <span>
#include <string>

#include "chupai/core/error.hpp"
#include "chupai/gongzhu/text.hpp"

namespace chupai::gongzhu {
namespace {

std::string cards_text(std::span<const Card> cards) {
    std::string out;
    for (Card card : cards) {
        out += (out.empty() ? "" : " ") + card_text(card);
    }
    return out;
}

std::span<const Card> on_table(const Position& pos) { return {pos.trick, pos.trick_size}; }

[[noreturn]] CHUPAI_NOINLINE void refuse(const Position& pos, Code code, const std::string& why) {
    const bool known = is_code(code);
    std::string message =
        "illegal move " + (known ? "'" + to_text(move_of(code)) + "'" : "code " + std::to_string(code));
    if (pos.phase != Phase::kOver) {
        message += " of seat " + std::to_string(pos.to_move);
    }
    if (pos.phase == Phase::kPlay) {
        message += pos.trick_size == 0 ? " (who leads)" : " on '" + cards_text(on_table(pos)) + "'";
    }
    throw IllegalMoveError(message + ": " + why);
}

// Why a card may not be played by who holds others that may; it is held.
std::string why_not_led(const Position& pos, Card card) {
    if (must_lead_first_card(pos)) {
        return "the first lead is " + card_text(pos.tables->rules.first_lead_card.card);
    }
    if ((set_of(card) & pos.barred) != 0) {
        return "it is exposed and may not be led before its suit has been led once, for the hand holds others of it";
    }
    return "hearts may not be led while HA is exposed and unplayed";
}

std::string why_not_played(const Position& pos, Card card) {
    if ((pos.hands[pos.to_move] & set_of(card)) == 0) {
        return "the player does not hold it";
    }
    if (pos.trick_size == 0) {
        return why_not_led(pos, card);
    }
    const Card lead = pos.trick[0];
    if (suit_of(card) != suit_of(lead)) {
        return "the player must follow suit: " + set_text(pos.hands[pos.to_move] & suit_of_card(lead));
    }
    return "it is exposed and may not be played in the first round of its suit, for the hand holds others of it";
}

std::string why_not_exposed(const Position& pos, Specials bits) {
    const Specials missing = bits & ~legal_specials(pos);
    return "the player does not hold " + to_text(exposing_of(missing));
}

// Nothing where the move is legal.
std::string why_illegal(const Position& pos, Code code) {
    if (pos.phase == Phase::kOver) {
        return "the game is over";
    }
    if (!is_code(code)) {
        return "moves are codes 0.." + std::to_string(kCodes - 1);
    }
    if (is_legal(pos, code)) {
        return {};
    }
    const Move move = move_of(code);
    if (pos.phase == Phase::kExposing) {
        return is_exposing(move) ? why_not_exposed(pos, exposed_by(move))
                                 : "the players expose now: none, or which of HA, SQ, DJ, CT, joined by +";
    }
    if (is_exposing(move)) {
        return pos.tables->exposable == 0 ? "exposing is off under these rules: play a card"
                                          : "exposing is over: play a card";
    }
    return why_not_played(pos, move.index);
}

}  // namespace

bool is_legal(const Position& pos, Code code) {
    if (!is_code(code)) {
        return false;
    }
    const Move move = move_of(code);
    switch (pos.phase) {
        case Phase::kPlay: return !is_exposing(move) && (legal_mask(pos) & set_of(move.index)) != 0;
        case Phase::kExposing: return is_exposing(move) && (exposed_by(move) & ~legal_specials(pos)) == 0;
        default: return false;
    }
}

Move legal_move(const Position& pos, Code code) {
    if (!is_legal(pos, code)) {
        refuse(pos, code, why_illegal(pos, code));
    }
    return move_of(code);
}

Move parse_in(const Position& pos, std::string_view text) {
    return pos.phase == Phase::kExposing ? parse_while_exposing(text) : parse_move(text);
}

}  // namespace chupai::gongzhu
