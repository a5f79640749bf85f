// Errors of the library's border. The core itself asserts; whatever takes input from outside throws one of these,
// says what was found and what was allowed, and leaves its object as it was.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace chupai {

// Text without control characters, which would end or garble a message: "\x00" for the first of them.
inline std::string printable(std::string_view text) {
    constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
        const unsigned byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f) {
            out += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
        } else {
            out += c;
        }
    }
    return out;
}

// Input as quoted in a message: in quotes, and cut where it is long.
inline std::string quoted(std::string_view text) {
    constexpr std::size_t kLongest = 120;
    if (text.size() <= kLongest) {
        return "'" + printable(text) + "'";
    }
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
        --end;  // not within a character of UTF-8
    }
    return "'" + printable(text.substr(0, end)) + "...' (" + std::to_string(text.size()) + " bytes)";
}

struct Error : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};
// A rule's name or value that does not exist, or values that contradict each other.
struct RulesError : Error {
    using Error::Error;
};
// Text of cards, moves or games that cannot be read; hands that no deal can hold.
struct ParseError : Error {
    using Error::Error;
};
// A move that may not be made here.
struct IllegalMoveError : Error {
    using Error::Error;
};

}  // namespace chupai
