// A game of Gong Zhu as text (record.hpp).
#include "record.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    chupai::fuzz::read_record<chupai::gongzhu::Family>({reinterpret_cast<const char*>(data), size});
    return 0;
}
