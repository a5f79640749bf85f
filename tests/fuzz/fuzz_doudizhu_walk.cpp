// A walk through a game of Dou Dizhu (walk.hpp).
#include "walk.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    chupai::fuzz::walk<chupai::doudizhu::Family>(data, size);
    return 0;
}
