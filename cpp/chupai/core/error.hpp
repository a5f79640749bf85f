// Errors of the library's border. The core itself asserts; whatever takes input from outside throws one of these,
// says what was found and what was allowed, and leaves its object as it was.
#pragma once

#include <stdexcept>

namespace chupai {

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
