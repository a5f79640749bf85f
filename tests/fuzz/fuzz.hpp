// What the targets share: input read as numbers or as lines, and demands on what the core does with it.
//
// A target is LLVMFuzzerTestOneInput (libFuzzer's name): it runs one input, whatever its bytes are, and ends the
// process where a demand is not met. Errors that the core's border throws (core/error.hpp) are answers; any other
// exception is a fault.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "chupai/core/error.hpp"

// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace chupai::fuzz {

// Ends the process, for libFuzzer to keep the input.
inline void demand(bool met, const char* what, const std::string& found = {}) {
    if (!met) {
        std::fprintf(stderr, "fuzz: not met: %s\n%s\n", what, found.c_str());
        std::abort();
    }
}

// Calls act(); false where the border refused, with an error whose message is not empty.
template <class Act>
bool accepted(Act&& act) {
    try {
        act();
        return true;
    } catch (const Error& error) {
        demand(error.what()[0] != '\0', "an error says something");
        return false;
    }
}

// The input as numbers; zeros after its end.
class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

    bool empty() const { return at_ == end_; }
    unsigned byte() { return empty() ? 0 : *at_++; }
    std::uint64_t word(int bytes = 8) {
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i) {
            value |= std::uint64_t{byte()} << (8 * i);
        }
        return value;
    }
    // 0..n-1; one byte where that suffices.
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(word(n <= 256 ? 1 : 4)) % n; }
    int below(int n) { return static_cast<int>(below(static_cast<std::size_t>(n))); }
    bool coin() { return (byte() & 1) != 0; }

private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

// The input as lines, each without its end; empty ones after the last.
class Lines {
public:
    Lines(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

    bool empty() const { return rest_.empty(); }
    std::string_view next() {
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        const std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return line;
    }

private:
    std::string_view rest_;
};

// Words of a line, as blanks part them.
inline std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        if (end != 0) {
            words.push_back(line.substr(0, end));
        }
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return words;
}

}  // namespace chupai::fuzz
