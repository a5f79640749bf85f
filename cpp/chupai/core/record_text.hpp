// Games as text, and back, for any Family (the format is described in docs/moves-and-texts.md):
//
//   chupai <game> 1
//   rules <preset and fields>
//   seed <seed> <game> <episode> [<first> <seat>]     or nothing
//   deal <cards> ... / open <position> ...            again after every redeal
//   <moves, 16 a line>
#pragma once

#include <algorithm>
#include <sstream>

#include "chupai/core/record.hpp"

namespace chupai {

// The next word of a line as a number; throws ParseError saying that it is no `what`.
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

// A seat after its name.
inline int read_seat(std::istringstream& in, const char* name, int seats) {
    const int seat = read_number<int>(in, name);
    check_seat(name, seat, seats);
    return seat;
}

inline void expect_word(std::istringstream& in, const std::string& wanted) {
    std::string word;
    in >> word;
    if (word != wanted) {
        throw ParseError("a game's text: found " + quoted(word) + " where '" + wanted + "' belongs");
    }
}

inline void expect_end(std::istringstream& in) {
    std::string word;
    if (in >> word) {
        throw ParseError("a game's text: " + quoted(word) + " is too much in its line");
    }
}

// The parts of a text, as separated.
inline std::vector<std::string> split_text(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(separator, start), text.size());
        parts.emplace_back(text.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

// Lines that hold more than blanks.
inline std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (std::string& line : split_text(text, '\n')) {
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        if (line.find_first_not_of(" \t") != std::string::npos) {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

template <class F>
std::string Record<F>::text() const {
    constexpr std::size_t kLine = 16;
    std::ostringstream out;
    out << "chupai " << F::kName << " 1\nrules " << F::rules_text(*tables_) << "\n";
    if (seeds_) {
        out << "seed " << seeds_->seed << ' ' << seeds_->game << ' ' << seeds_->episode;
        out << (first_ ? std::string(" ") + F::kFirst + " " + std::to_string(*first_) : "") << "\n";
    }
    for (std::size_t d = 0; d <= redealt_.size(); ++d) {
        const Dealt& dealt = d < redealt_.size() ? redealt_[d] : dealt_;
        const std::size_t end = d + 1 < redealt_.size() ? redealt_[d + 1].moves
                                : d < redealt_.size()   ? dealt_.moves
                                                        : history_.size();
        out << (open_ ? "open " + F::open_text(*tables_, *open_) : "deal " + F::deal_text(*tables_, dealt.deal))
            << "\n";
        for (std::size_t i = dealt.moves; i < end; ++i) {
            out << to_text(history_.move(i)) << (i + 1 == end || (i + 1 - dealt.moves) % kLine == 0 ? '\n' : ' ');
        }
    }
    return out.str();
}

template <class F>
Record<F> Record<F>::from_text(std::string_view text) {
    const std::string header = std::string("chupai ") + F::kName + " 1";
    const std::vector<std::string> lines = lines_of(text);
    const auto line = [&](std::size_t i) { return i < lines.size() ? std::string_view(lines[i]) : "the end"; };
    if (line(0) != header) {
        throw ParseError("a game's text starts with '" + header + "', not " + quoted(line(0)));
    }
    if (!line(1).starts_with("rules ") || lines.size() < 3) {
        throw ParseError("a game's text goes on with 'rules ...', then 'seed ...', 'deal ...' or 'open ...': found " +
                         quoted(line(1)) + ", " + quoted(line(2)));
    }
    const TablesPtr tables = F::tables_of(line(1).substr(6));
    std::optional<Record> record;
    for (std::size_t i = 2; i < lines.size(); ++i) {
        std::istringstream in(lines[i]);
        std::string word;
        in >> word;
        if (word == "seed" && !record) {
            Seeds seeds;
            seeds.seed = read_number<std::uint64_t>(in, "seed");
            seeds.game = read_number<std::uint64_t>(in, "game");
            seeds.episode = read_number<std::uint64_t>(in, "episode");
            std::optional<int> first;
            if (!(in >> std::ws).eof()) {
                expect_word(in, F::kFirst);
                first = read_number<int>(in, "seat");
            }
            expect_end(in);
            record.emplace(tables, seeds, first);
        } else if (word == "deal") {
            const Deal deal = F::read_deal(*tables, in);
            expect_end(in);
            if (!record) {
                record.emplace(tables, deal);
            } else if (!record->seeds_ || !(record->deal() == deal)) {
                throw ParseError("a game's text: this deal is not the one that follows from the seed and the moves");
            }
        } else if (word == "open" && !record) {
            const Open open = F::read_open(*tables, in);
            expect_end(in);
            record.emplace(tables, open);
        } else if (record) {
            do {
                record->push(F::code(record->parse(word)));
            } while (in >> word);
        } else {
            throw ParseError("a game's text: " + quoted(word) + " before 'seed', 'deal' or 'open'");
        }
    }
    return *std::move(record);
}

}  // namespace chupai
