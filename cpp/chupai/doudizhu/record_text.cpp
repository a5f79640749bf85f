// Games as text, and back (the format is described in docs/guide.md).
#include <algorithm>
#include <sstream>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/record.hpp"
#include "chupai/doudizhu/text.hpp"

namespace chupai::doudizhu {
namespace {

constexpr std::string_view kHeader = "chupai doudizhu 1";

std::string hands_text(const Hand* hands, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) {
        out += (i == 0 ? "" : "/") + to_text(hands[i]);
    }
    return out;
}

std::string open_text(const OpenPosition& open) {
    return "open " + hands_text(open.hands, open.seats) + " landlord " + std::to_string(open.landlord) + " to_move " +
           std::to_string(open.to_move) + " to_beat " + to_text(open.to_beat) + " stake " + std::to_string(open.stake) +
           " passes " + std::to_string(open.passes) + "\n";
}

std::string deal_text(const Tables& tables, const Deal& deal) {
    return "deal " + hands_text(deal.hands, tables.seats) + "/" + to_text(deal.bottom) + " first " +
           std::to_string(deal.first) + "\n";
}

void write_moves_text(std::ostringstream& out, const std::vector<Move>& moves, std::size_t begin, std::size_t end) {
    constexpr std::size_t kLine = 16;
    for (std::size_t i = begin; i < end; ++i) {
        out << to_text(moves[i]) << (i + 1 == end || (i + 1 - begin) % kLine == 0 ? '\n' : ' ');
    }
}

}  // namespace

std::string Record::text() const {
    std::ostringstream out;
    const std::vector<Move> all = moves();
    out << kHeader << "\nrules " << to_text(tables_->rules) << "\n";
    if (seeds_) {
        out << "seed " << seeds_->seed << ' ' << seeds_->game << ' ' << seeds_->episode;
        out << (first_ ? " first " + std::to_string(*first_) : "") << "\n";
    }
    for (std::size_t i = 0; i <= passed_out_.size(); ++i) {
        const Dealt& dealt = i < passed_out_.size() ? passed_out_[i] : dealt_;
        const std::size_t next = i + 1 < passed_out_.size() ? passed_out_[i + 1].moves : dealt_.moves;
        out << (open_ ? open_text(*open_) : deal_text(*tables_, dealt.deal));
        write_moves_text(out, all, dealt.moves, i < passed_out_.size() ? next : all.size());
    }
    return out.str();
}

namespace {

template <class Number>
Number read_number(std::istringstream& in, const std::string& what) {
    std::string word;
    in >> word;
    Number value{};
    std::istringstream digits(word);
    const bool plain = !word.empty() && word.size() <= 20 &&
                       std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!plain || !(digits >> value)) {
        throw ParseError("a game's text: " + quoted(word) + " is no " + what);
    }
    return value;
}

void expect_word(std::istringstream& in, const std::string& wanted) {
    std::string word;
    in >> word;
    if (word != wanted) {
        throw ParseError("a game's text: found " + quoted(word) + " where '" + wanted + "' belongs");
    }
}

void expect_end(std::istringstream& in) {
    std::string word;
    if (in >> word) {
        throw ParseError("a game's text: " + quoted(word) + " is too much in its line");
    }
}

std::vector<Hand> read_hands(const std::string& text) {
    std::vector<Hand> hands;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find('/', start), text.size());
        hands.push_back(parse_hand(std::string_view(text).substr(start, end - start)));
        start = end + 1;
    }
    return hands;
}

Deal read_deal(const Tables& tables, std::istringstream& in) {
    std::string word;
    in >> word;
    const std::vector<Hand> hands = read_hands(word);
    if (static_cast<int>(hands.size()) != tables.seats + 1) {
        throw ParseError("a game's text: a deal has " + std::to_string(tables.seats) +
                         " hands and the bottom, joined by /");
    }
    Deal deal;
    std::copy(hands.begin(), hands.end() - 1, deal.hands);
    deal.bottom = hands.back();
    expect_word(in, "first");
    const int first = read_number<int>(in, "seat");
    check_seat("first", first, tables.seats);
    deal.first = static_cast<Seat>(first);
    expect_end(in);
    return deal;
}

OpenPosition read_open(const Tables& tables, std::istringstream& in) {
    OpenPosition open;
    std::string word;
    in >> word;
    set_hands(open, read_hands(word));
    const auto field = [&](const char* name, int& value) {
        expect_word(in, name);
        value = read_number<int>(in, name);
    };
    field("landlord", open.landlord);
    field("to_move", open.to_move);
    expect_word(in, "to_beat");
    in >> word;
    open.to_beat = parse_move(tables, word);
    field("stake", open.stake);
    field("passes", open.passes);
    expect_end(in);
    return open;
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        if (line.find_first_not_of(" \t") != std::string::npos) {
            lines.push_back(line);
        }
    }
    return lines;
}

bool same_cards(const Deal& a, const Deal& b) {
    return std::equal(a.hands, a.hands + kMaxSeats, b.hands) && a.bottom == b.bottom && a.first == b.first;
}

}  // namespace

Record Record::from_text(std::string_view text) {
    const std::vector<std::string> lines = lines_of(text);
    const auto line = [&](std::size_t i) { return i < lines.size() ? std::string_view(lines[i]) : "the end"; };
    if (line(0) != kHeader) {
        throw ParseError("a game's text starts with '" + std::string(kHeader) + "', not " + quoted(line(0)));
    }
    if (!line(1).starts_with("rules ") || lines.size() < 3) {
        throw ParseError("a game's text goes on with 'rules ...', then 'seed ...', 'deal ...' or 'open ...': found " +
                         quoted(line(1)) + ", " + quoted(line(2)));
    }
    TablesPtr tables = resolve(parse_rules(std::string_view(lines[1]).substr(6)));
    std::optional<Record> record;
    bool seeded = false;
    for (std::size_t i = 2; i < lines.size(); ++i) {
        std::istringstream in(lines[i]);
        std::string word;
        in >> word;
        if (word == "seed" && !record) {
            Seeds seeds;
            seeds.seed = read_number<std::uint64_t>(in, "seed");
            seeds.game = read_number<std::uint64_t>(in, "game");
            seeds.episode = read_number<std::uint64_t>(in, "episode");
            std::optional<Seat> first;
            if (!(in >> std::ws).eof()) {
                expect_word(in, "first");
                const int seat = read_number<int>(in, "seat");
                check_seat("first", seat, tables->seats);
                first = static_cast<Seat>(seat);
            }
            expect_end(in);
            record.emplace(tables, seeds, first);
            seeded = true;
        } else if (word == "deal") {
            const Deal deal = read_deal(*tables, in);
            if (!record) {
                record.emplace(tables, deal);
            } else if (!seeded || !same_cards(record->deal(), deal)) {
                throw ParseError("a game's text: this deal is not the one that follows from the seed and the moves");
            }
        } else if (word == "open" && !record) {
            record.emplace(tables, read_open(*tables, in));
        } else if (record) {
            do {
                record->push(record->parse(word).code);
            } while (in >> word);
        } else {
            throw ParseError("a game's text: " + quoted(word) + " before 'seed', 'deal' or 'open'");
        }
    }
    return *std::move(record);
}

}  // namespace chupai::doudizhu
