// Ladder as a Family (core/record.hpp): games with history, texts, and what a seat knows.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

#include "chupai/core/record.hpp"
#include "chupai/core/record_text.hpp"
#include "chupai/core/rules_text.hpp"
#include "game.hpp"

namespace chupai::ladder {

// ---- rules as text ----

struct Schema {
    using Rules = ladder::Rules;

    template <class Visit>
    static void for_each_field(Visit&& visit) {
        visit("players", &Rules::players, "players at the table", "2..4");
        visit("cards", &Rules::cards, "cards that each is dealt", "1..8");
    }
    static std::span<const NamedRules<Rules>> presets() {
        static constexpr NamedRules<Rules> kPresets[] = {{"standard", [] { return Rules{}; }}};
        return kPresets;
    }
    static void validate(const Rules& rules) {
        in_range("players", rules.players, 2, kMaxSeats);
        in_range("cards", rules.cards, 1, kMaxCards);
    }
};

// ---- cards and moves as text ----

// "0,4,7", or "-" for none.
inline std::string set_text(CardSet cards) {
    std::string out;
    for (int card = 0; card < 32; ++card) {
        if ((cards >> card & 1) != 0) {
            out += out.empty() ? "" : ",";
            out += std::to_string(card);
        }
    }
    return out.empty() ? "-" : out;
}

inline int read_card(const std::string& text) {
    std::istringstream in(text);
    const int card = read_number<int>(in, "card");
    if (card >= kMaxSeats * kMaxCards) {
        throw ParseError(quoted(text) + " is no card: cards are 0.." + std::to_string(kMaxSeats * kMaxCards - 1));
    }
    return card;
}

inline CardSet parse_set(const std::string& text) {
    CardSet cards = 0;
    for (const std::string& card : text == "-" ? std::vector<std::string>{} : split_text(text, ',')) {
        cards |= CardSet{1} << read_card(card);
    }
    return cards;
}

inline std::string to_text(const Move& move) { return move.card == kNone ? "pass" : std::to_string(move.card); }

// ---- the Family ----

struct Family : AnySize {
    using Schema = ladder::Schema;
    using TablesPtr = std::shared_ptr<const Tables>;

    // Hands of any size, each card once.
    struct Open {
        Deal deal;
        friend bool operator==(const Open&, const Open&) = default;
    };

    static constexpr const char* kName = "ladder";
    static constexpr const char* kFirst = "first";

    static TablesPtr tables_of(std::string_view text) {
        return shared_tables<Schema>(parse_rules<Schema>(text), [](const Rules& rules) {
            return std::make_shared<const Tables>(Tables{rules, rules.players});
        });
    }
    static std::string rules_text(const Tables& tables) { return chupai::rules_text<Schema>(tables.rules); }

    static int seats(const Position& pos) { return pos.tables->seats; }
    static int to_move(const Position& pos) { return pos.to_move; }
    static void play(Position& pos, const Move& move) { Ladder::play(pos, move); }
    static Position start(const Tables& tables, const Deal& deal) { return Ladder::start(tables, deal); }
    static Position start_open(const Tables& tables, const Open& open) {
        check_cards(tables, open.deal);
        return Ladder::start(tables, open.deal);
    }
    static Deal deal_of(const Open& open) { return open.deal; }

    static void check_deal(const Tables& tables, const Deal& deal) {
        check_cards(tables, deal);
        for (int seat = 0; seat < tables.seats; ++seat) {
            if (popcount(deal.hands[seat]) != tables.rules.cards) {
                throw ParseError("seat " + std::to_string(seat) + " has " + std::to_string(popcount(deal.hands[seat])) +
                                 " cards: each has " + std::to_string(tables.rules.cards));
            }
        }
    }
    static void check_first(const Tables& tables, int seat) { check_seat("first", seat, tables.seats); }
    static void set_first(Deal& deal, int seat) { deal.first = seat; }

    static std::string deal_text(const Tables& tables, const Deal& deal) {
        std::string out;
        for (int seat = 0; seat < tables.seats; ++seat) {
            out += seat == 0 ? "" : "/";
            out += set_text(deal.hands[seat]);
        }
        return out + " first " + std::to_string(deal.first);
    }
    static Deal read_deal(const Tables& tables, std::istringstream& in) {
        std::string word;
        in >> word;
        const std::vector<std::string> parts = split_text(word, '/');
        if (parts.size() != static_cast<std::size_t>(tables.seats)) {
            throw ParseError("a game's text: " + quoted(word) + " has not " + std::to_string(tables.seats) + " hands");
        }
        Deal deal;
        for (std::size_t seat = 0; seat < parts.size(); ++seat) {
            deal.hands[seat] = parse_set(parts[seat]);
        }
        expect_word(in, "first");
        deal.first = read_seat(in, "first", tables.seats);
        return deal;
    }
    static std::string open_text(const Tables& tables, const Open& open) { return deal_text(tables, open.deal); }
    static Open read_open(const Tables& tables, std::istringstream& in) { return Open{read_deal(tables, in)}; }

    static std::uint64_t code(const Move& move) { return Ladder::code(move); }
    static bool is_legal(const Position& pos, std::uint64_t code) {
        const unsigned n = Ladder::is_over(pos) ? 0 : Ladder::count_legal(pos);
        for (unsigned i = 0; i < n; ++i) {
            if (Ladder::code(Ladder::nth_legal(pos, i)) == code) {
                return true;
            }
        }
        return false;
    }
    static Move legal_move(const Position& pos, std::uint64_t code) {
        if (!is_legal(pos, code)) {
            throw IllegalMoveError("illegal move " + std::to_string(code) + " of seat " + std::to_string(pos.to_move));
        }
        return Move{static_cast<std::int8_t>(static_cast<int>(code) - 1)};
    }
    static Move parse_in(const Position&, std::string_view text) {
        return text == "pass" ? Move{} : Move{static_cast<std::int8_t>(read_card(std::string(text)))};
    }

    static void hide(Deal& deal) { std::fill(deal.hands, deal.hands + kMaxSeats, 0); }
    static void hide(Open& open) { hide(open.deal); }
    static Move as_seen(const chupai::Record<Family>& record, std::size_t i, int) { return record.move_of_deal(i); }
    // Unseen cards are drawn; the cards played go back to the hands they came from, and are played again.
    static chupai::Record<Family> sample(const chupai::Observation<Family>& seen, Stream& stream) {
        const Position pos = Ladder::sample(seen.view(), stream);
        Deal deal = seen.deal();
        std::copy(pos.hands, pos.hands + kMaxSeats, deal.hands);
        for (std::size_t i = 0; i < seen.moves().size(); ++i) {
            if (seen.moves()[i].card != kNone) {
                deal.hands[seen.movers()[i]] |= CardSet{1} << seen.moves()[i].card;
            }
        }
        using Record = chupai::Record<Family>;
        const std::span<const Move> moves = seen.moves();
        return replay(seen.open() ? Record(seen.tables_ptr(), Open{deal}) : Record(seen.tables_ptr(), deal), moves);
    }
    static bool same_view(const View& a, const View& b) {
        return a.seat == b.seat && a.pool == b.pool && std::equal(a.sizes, a.sizes + kMaxSeats, b.sizes) &&
               Ladder::key(a.seen) == Ladder::key(b.seen);
    }

private:
    // Each card once, and in the pack; nobody without cards.
    static void check_cards(const Tables& tables, const Deal& deal) {
        check_first(tables, deal.first);
        CardSet all = 0;
        for (int seat = 0; seat < tables.seats; ++seat) {
            const CardSet hand = deal.hands[seat];
            if (hand == 0 || (hand & all) != 0 || (std::uint64_t{hand} >> tables.seats * tables.rules.cards) != 0) {
                throw ParseError("seat " + std::to_string(seat) + " cannot hold " + quoted(set_text(hand)));
            }
            all |= hand;
        }
    }
};

}  // namespace chupai::ladder
