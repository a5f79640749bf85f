#include "chupai/gongzhu/text.hpp"

#include <algorithm>

#include "chupai/core/error.hpp"
#include "chupai/gongzhu/cards.hpp"

namespace chupai::gongzhu {
namespace {

constexpr std::string_view kSuitLetters = "SHDC", kRankLetters = "23456789TJQKA";
constexpr std::string_view kSuitSigns[kSuits] = {"♠", "♥", "♦", "♣"};
constexpr std::string_view kSignEnding = "\xef\xb8\x8f";  // U+FE0F, which some keyboards put after a sign
constexpr Card kSpecialCards[kSpecials] = {kHeartAce, kPig, kSheep, kTen};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_blank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

bool is_none(std::string_view text) {
    constexpr std::string_view none = "NONE";
    if (text.size() != none.size()) {
        return false;
    }
    for (std::size_t i = 0; i < none.size(); ++i) {
        if (upper(text[i]) != none[i]) {
            return false;
        }
    }
    return true;
}

// One character of UTF-8, for messages.
std::string_view first_character(std::string_view text) {
    std::size_t size = 1;
    while (size < text.size() && size < 4 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) {
        ++size;
    }
    return text.substr(0, size);
}

// Takes a suit off the front of `text`; -1 where there is none.
int take_suit(std::string_view& text) {
    for (int suit = 0; suit < kSuits; ++suit) {
        const std::string_view sign = kSuitSigns[suit];
        if (text.starts_with(sign)) {
            text.remove_prefix(sign.size());
            if (text.starts_with(kSignEnding)) {
                text.remove_prefix(kSignEnding.size());
            }
            return suit;
        }
    }
    const std::size_t at = text.empty() ? std::string_view::npos : kSuitLetters.find(upper(text.front()));
    if (at == std::string_view::npos) {
        return -1;
    }
    text.remove_prefix(1);
    return static_cast<int>(at);
}

// Takes a rank off the front of `text`; -1 where there is none.
int take_rank(std::string_view& text) {
    if (text.starts_with("10")) {
        text.remove_prefix(2);
        return rank_of(kTen);
    }
    const std::size_t at = text.empty() ? std::string_view::npos : kRankLetters.find(upper(text.front()));
    if (at == std::string_view::npos) {
        return -1;
    }
    text.remove_prefix(1);
    return static_cast<int>(at);
}

bool take_separator(std::string_view& text) {
    if (text.empty() || !(is_blank(text.front()) || text.front() == ',')) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

[[noreturn]] void no_suit(std::string_view whole, std::string_view rest) {
    throw ParseError(quoted(whole) + ": '" + printable(first_character(rest)) +
                     "' is no suit: cards are written suit first, the suits are S H D C (or ♠ ♥ ♦ ♣)");
}

[[noreturn]] void no_rank(std::string_view whole, std::string_view rest) {
    const std::string found = rest.empty() ? "nothing" : "'" + printable(first_character(rest)) + "'";
    throw ParseError(quoted(whole) + ": after a suit " + found + " is no rank: the ranks are " +
                     std::string(kRankLetters) + ", and 10 for T");
}

// Takes "SQJ2" or "S-" off the front of `rest` and adds the cards to `set`.
void take_group(std::string_view whole, std::string_view& rest, CardSet& set) {
    const std::string_view start = rest;
    const int suit = take_suit(rest);
    if (suit < 0) {
        no_suit(whole, start);
    }
    if (rest.starts_with('-')) {
        rest.remove_prefix(1);
        return;
    }
    std::string_view after = rest;
    int rank = take_rank(after);
    if (rank < 0) {
        no_rank(whole, rest);
    }
    for (; rank >= 0; rank = take_rank(after)) {
        const Card card = card_of(suit, rank);
        if ((set & set_of(card)) != 0) {
            throw ParseError(quoted(whole) + " has " + card_text(card) + " twice");
        }
        set |= set_of(card);
        rest = after;
    }
}

}  // namespace

std::string card_text(Card card) {
    return {kSuitLetters[static_cast<std::size_t>(suit_of(card))],
            kRankLetters[static_cast<std::size_t>(rank_of(card))]};
}

std::string set_text(CardSet set) {
    std::string out;
    for (int suit = 0; suit < kSuits; ++suit) {
        out += suit == 0 ? "" : " ";
        out += kSuitLetters[static_cast<std::size_t>(suit)];
        if ((set & cards_of_suit(suit)) == 0) {
            out += '-';
        }
        for (int rank = kRanks - 1; rank >= 0; --rank) {
            if ((set & set_of(card_of(suit, rank))) != 0) {
                out += kRankLetters[static_cast<std::size_t>(rank)];
            }
        }
    }
    return out;
}

std::string to_text(Move move) {
    if (!is_exposing(move)) {
        return card_text(move.index);
    }
    std::string out;
    for (int i = 0; i < kSpecials; ++i) {
        if (((exposed_by(move) >> i) & 1) != 0) {
            out += (out.empty() ? "" : "+") + card_text(kSpecialCards[i]);
        }
    }
    return out.empty() ? "none" : out;
}

std::string suits_text(Suits suits) {
    std::string out;
    for (int suit = 0; suit < kSuits; ++suit) {
        if (((suits >> suit) & 1) != 0) {
            out += kSuitLetters[static_cast<std::size_t>(suit)];
        }
    }
    return out;
}

Card parse_card(std::string_view given) {
    const std::string_view text = trim(given);
    std::string_view rest = text;
    const int suit = take_suit(rest);
    if (suit < 0) {
        if (text.empty()) {
            throw ParseError("'' is no card: a card is a suit and a rank, as SQ");
        }
        no_suit(text, text);
    }
    std::string_view after = rest;
    const int rank = take_rank(after);
    if (rank < 0) {
        no_rank(text, rest);
    }
    if (!after.empty()) {
        throw ParseError(quoted(text) + " is more than one card: a card is a suit and a rank, as SQ");
    }
    return card_of(suit, rank);
}

CardSet parse_set(std::string_view text) {
    CardSet set = 0;
    for (std::string_view rest = text; !rest.empty();) {
        if (!take_separator(rest)) {
            take_group(text, rest, set);
        }
    }
    return set;
}

Suits parse_suits(std::string_view text) {
    Suits suits = 0;
    for (std::string_view rest = text; !rest.empty();) {
        if (take_separator(rest)) {
            continue;
        }
        const std::string_view start = rest;
        const int suit = take_suit(rest);
        if (suit < 0) {
            throw ParseError(quoted(text) + ": '" + printable(first_character(start)) +
                             "' is no suit: the suits are S H D C (or ♠ ♥ ♦ ♣)");
        }
        if (((suits >> suit) & 1) != 0) {
            throw ParseError(quoted(text) + " has the suit " + kSuitLetters[static_cast<std::size_t>(suit)] + " twice");
        }
        suits |= 1u << suit;
    }
    return suits;
}

namespace {

bool names_one_card(std::string_view text) { return !is_none(text) && text.find('+') == std::string_view::npos; }

Card card_to_expose(std::string_view text) {
    try {
        return parse_card(text);
    } catch (const ParseError& error) {
        throw ParseError(std::string(error.what()) +
                         "; who exposes says none, or which of HA, SQ, DJ, CT, joined by +");
    }
}

}  // namespace

Move parse_exposing(std::string_view given) {
    const std::string_view text = trim(given);
    if (is_none(text)) {
        return exposing_of(0);
    }
    Specials bits = 0;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find('+', start), text.size());
        const Card card = card_to_expose(text.substr(start, end - start));
        const Specials bit = specials_of(set_of(card));
        if (bit == 0) {
            throw ParseError(quoted(text) + ": " + card_text(card) +
                             " cannot be exposed: only HA, SQ, DJ and CT can, joined by +");
        }
        if ((bits & bit) != 0) {
            throw ParseError(quoted(text) + " exposes " + card_text(card) + " twice");
        }
        bits |= bit;
        start = end + 1;
    }
    return exposing_of(bits);
}

Move parse_move(std::string_view given) {
    const std::string_view text = trim(given);
    return names_one_card(text) ? play_of(parse_card(text)) : parse_exposing(text);
}

Move parse_while_exposing(std::string_view given) {
    const std::string_view text = trim(given);
    if (!names_one_card(text)) {
        return parse_exposing(text);
    }
    const Card card = card_to_expose(text);
    const Specials bit = specials_of(set_of(card));
    return bit != 0 ? exposing_of(bit) : play_of(card);
}

bool is_code(Code code) noexcept { return code < kCodes; }

}  // namespace chupai::gongzhu
