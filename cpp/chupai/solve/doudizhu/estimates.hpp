// How hard it looks to win a position that nobody has looked into.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace chupai::doudizhu {

// A number for a proof table, at least 1. All is worked out by the compiler: estimates are the same on every platform.
class Estimates {
public:
    // For a side that needs so many halves of a play to go out, and whose cards are worth so much more than the other
    // side's (SeatMoves::Outlook).
    static std::uint32_t of(unsigned cost, int lead) noexcept {
        const int steps = std::clamp(lead >> kShift, -kMostSteps, kMostSteps);
        const float number = kByCost[cost] * kByLead[static_cast<std::size_t>(kMostSteps - steps)];
        return std::max(std::uint32_t{1}, static_cast<std::uint32_t>(number));
    }

private:
    static constexpr int kShift = 2;
    static constexpr int kMostSteps = 255;
    static constexpr double kStep = 1.0140964;  // twice as hard for each 198 that the other side leads by

    static constexpr auto kByCost = [] {  // cost^1.5
        std::array<float, 256> out{};
        for (std::size_t cost = 1; cost < out.size(); ++cost) {
            double root = static_cast<double>(cost);
            for (int i = 0; i < 20; ++i) {  // Newton's
                root = (root + static_cast<double>(cost) / root) / 2;
            }
            out[cost] = static_cast<float>(static_cast<double>(cost) * root);
        }
        return out;
    }();
    static constexpr auto kByLead = [] {
        std::array<float, 2 * kMostSteps + 1> out{};
        double less = 1, more = 1;
        for (std::size_t i = 0; i <= kMostSteps; ++i, more *= kStep, less /= kStep) {
            out[kMostSteps + i] = static_cast<float>(more);
            out[kMostSteps - i] = static_cast<float>(less);
        }
        return out;
    }();
};

}  // namespace chupai::doudizhu
