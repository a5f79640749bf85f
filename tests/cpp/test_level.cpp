// Which table of the hot loops this processor gets. CHUPAI_EXPECT_LEVEL says which it ought to be, where that is known:
// under an emulator of an older processor, say.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "chupai/kernels/kernels.hpp"

using namespace chupai;

TEST_CASE("the portable level is everywhere, others by name") {
    REQUIRE(kernels_of("baseline") != nullptr);
    CHECK(std::string(kernels_of("baseline")->level) == "baseline");
    CHECK(kernels_of("none of these") == nullptr);
    CHECK(kernels_of(kernels().level) == &kernels());
}

TEST_CASE("the processor gets the level it ought to") {
    if (const char* given = std::getenv("CHUPAI_EXPECT_LEVEL")) {
        const std::string expected = given;
        CHECK(std::string(kernels().level) == expected);
        if (expected == "baseline" && std::getenv("CHUPAI_LEVEL") == nullptr) {
            CHECK(kernels_of("bmi2") == nullptr);
        }
    }
}
