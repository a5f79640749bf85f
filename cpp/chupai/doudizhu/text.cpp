#include "chupai/doudizhu/text.hpp"

#include <algorithm>
#include <array>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/hand.hpp"
#include "chupai/doudizhu/position.hpp"

namespace chupai::doudizhu {
namespace {

constexpr std::string_view kRankLetters = "3456789TJQKA2BR";
constexpr int kMostOfARank = 8;  // two packs

struct Alias {
    std::string_view text;
    int rank;
};
constexpr Alias kAliases[] = {
    {"10", 7}, {"X", kBlackJoker}, {"D", kRedJoker}, {"小", kBlackJoker}, {"大", kRedJoker},
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string upper(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) { return upper(c); });
    return out;
}

// One character of UTF-8, for messages.
std::string_view first_character(std::string_view text) {
    std::size_t size = 1;
    while (size < text.size() && size < 4 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) {
        ++size;
    }
    return text.substr(0, size);
}

// Takes one rank off the front of `text`, which is not empty.
int take_rank(std::string_view& text) {
    for (const Alias& alias : kAliases) {
        if (upper(text.substr(0, alias.text.size())) == alias.text) {
            text.remove_prefix(alias.text.size());
            return alias.rank;
        }
    }
    const std::size_t at = kRankLetters.find(upper(text.front()));
    if (at != std::string_view::npos) {
        text.remove_prefix(1);
        return static_cast<int>(at);
    }
    const std::string found = printable(first_character(text));
    if (found == "王") {
        throw ParseError("'王' names both jokers: write B (or 小) for the black one, R (or 大) for the red");
    }
    throw ParseError("'" + found + "' is no rank: the ranks are " + std::string(kRankLetters) +
                     ", 10 for T, X for B, D for R");
}

// The number after "/" of a reading.
int parse_reading(std::string_view text, std::string_view digits) {
    if (digits.size() != 1 || digits[0] < '0' || digits[0] >= '0' + kMaxReadings) {
        throw ParseError(quoted(text) + ": a reading is written /0../" + std::to_string(kMaxReadings - 1));
    }
    return digits[0] - '0';
}

}  // namespace

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_blank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

Hand parse_hand(std::string_view text) {
    std::array<int, kRanks> counts{};
    while (!text.empty()) {
        if (is_blank(text.front())) {
            text.remove_prefix(1);
            continue;
        }
        const int rank = take_rank(text);
        const int most = rank >= kBlackJoker ? 2 : kMostOfARank;
        if (++counts[static_cast<std::size_t>(rank)] > most) {
            throw ParseError("more than " + std::to_string(most) + " of '" +
                             kRankLetters[static_cast<std::size_t>(rank)] + "': no two packs hold that");
        }
    }
    Hand hand = 0;
    for (int rank = 0; rank < kRanks; ++rank) {
        hand |= static_cast<Hand>(counts[static_cast<std::size_t>(rank)]) << (4 * rank);
    }
    return hand;
}

std::string to_text(Hand cards) {
    std::string out;
    for (int rank = 0; rank < kRanks; ++rank) {
        out.append(static_cast<std::size_t>(count_of(cards, rank)), kRankLetters[static_cast<std::size_t>(rank)]);
    }
    return out;
}

std::string to_text(const Move& move) {
    const int reading = static_cast<int>(move.code >> kReadingShift);
    if ((move.code & kCardsMask) == 0) {
        return reading == 0 ? "pass" : "bid" + std::to_string(reading);
    }
    return to_text(move.code & kCardsMask) + (reading == 0 ? "" : "/" + std::to_string(reading));
}

std::string kind_text(const Move& move) {
    return move.shape.kind != Kind::kCall ? kind_name(move.shape.kind) : move.code == kPass ? "pass" : "bid";
}

namespace {

struct MoveText {
    Code call = kPass;
    Hand cards = 0;
    std::optional<int> reading;
};

MoveText read_move(std::string_view text) {
    const std::string word = upper(text);
    if (word.empty() || word == "PASS") {
        return {};
    }
    if (word.size() == 4 && word.starts_with("BID") && word[3] >= '1' && word[3] <= '0' + kMaxBid) {
        return {call_code(word[3] - '0'), 0, {}};
    }
    if (word.starts_with("BID")) {
        throw ParseError(quoted(text) + " is no bid: the bids are bid1..bid" + std::to_string(kMaxBid));
    }
    const std::size_t slash = text.find('/');
    const Hand cards = parse_hand(text.substr(0, std::min(slash, text.size())));
    if (slash == std::string_view::npos) {
        return {kPass, cards, {}};
    }
    if (cards == 0) {
        throw ParseError(quoted(text) + " has no cards before the /");
    }
    return {kPass, cards, parse_reading(text, text.substr(slash + 1))};
}

}  // namespace

Code parse_code(std::string_view text) {
    const MoveText read = read_move(trim(text));
    return read.cards == 0 ? read.call : read.cards | (static_cast<Code>(read.reading.value_or(0)) << kReadingShift);
}

Move parse_move(const Tables& tables, std::string_view given) {
    const std::string_view text = trim(given);
    const MoveText read = read_move(text);
    if (read.cards == 0) {
        return Move{read.call, Shape{}};
    }
    for (const Move& move : classify(tables, read.cards)) {
        if (!read.reading || static_cast<int>(move.code >> kReadingShift) == *read.reading) {
            return move;
        }
    }
    throw IllegalMoveError(quoted(text) + " is no combination under these rules (" + to_text(tables.rules) + ")");
}

void check_hand(const Tables& tables, Hand hand, std::string_view whose) {
    const auto fail = [&](const std::string& why) {
        throw ParseError(std::string(whose) + " '" + to_text(hand) + "' " + why);
    };
    if (!holds(tables.deck, hand)) {
        for (int rank = 0; rank < kRanks; ++rank) {
            if (count_of(hand, rank) > count_of(tables.deck, rank)) {
                fail("has " + std::to_string(count_of(hand, rank)) + " of rank " +
                     kRankLetters[static_cast<std::size_t>(rank)] + ", but the pack has " +
                     std::to_string(count_of(tables.deck, rank)));
            }
        }
    }
    if (card_count(hand) > tables.max_hand) {
        fail("has " + std::to_string(card_count(hand)) + " cards, but a hand has at most " +
             std::to_string(tables.max_hand));
    }
}

void check_pack(const Tables& tables, const Hand* hands, int n) {
    for (int rank = 0; rank < kRanks; ++rank) {
        int total = 0;
        for (int i = 0; i < n; ++i) {
            total += count_of(hands[i], rank);
        }
        if (total > count_of(tables.deck, rank)) {
            throw ParseError("the hands together have " + std::to_string(total) + " of rank " +
                             kRankLetters[static_cast<std::size_t>(rank)] + ", but the pack has " +
                             std::to_string(count_of(tables.deck, rank)));
        }
    }
}

}  // namespace chupai::doudizhu
