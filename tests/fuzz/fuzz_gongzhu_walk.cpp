// A walk through a game of Gong Zhu (walk.hpp).
#include "walk.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    chupai::fuzz::walk<chupai::gongzhu::Family>(data, size);
    return 0;
}
