#include "chupai/kernels/kernels.hpp"

#include <cstdlib>
#include <cstring>

#if defined(CHUPAI_HAVE_BMI2_LEVEL) && defined(__GNUC__)
#include <cpuid.h>
#endif

namespace chupai {

inline namespace baseline {  // this file's own level
extern const Kernels kKernels;
}

#if defined(CHUPAI_HAVE_BMI2_LEVEL)
namespace bmi2 {
extern const Kernels kKernels;
}

namespace {

// Registers as CPUID leaves them; 0 where the processor has no such leaf.
struct Leaf {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;

    explicit Leaf(unsigned number) { __get_cpuid_count(number, 0, &eax, &ebx, &ecx, &edx); }
};
bool bit(unsigned word, int n) { return ((word >> n) & 1) != 0; }

// Whether the system saves the vector registers of 256 bits.
bool saves_ymm() {
    unsigned low = 0, high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & 6) == 6;
}

// PDEP and PEXT are microcoded, and slower than the portable code, on AMD processors before family 19h (Zen 3).
bool has_fast_bmi2() {
    // Every feature that the level is built for (x86-64-v3).
    // Asked of the processor: __builtin_cpu_supports says no to all in some compilers' run time.
    const Leaf basic(1), more(7), extended(0x80000001u);
    const bool fma = bit(basic.ecx, 12), movbe = bit(basic.ecx, 22), osxsave = bit(basic.ecx, 27);
    const bool avx = bit(basic.ecx, 28), f16c = bit(basic.ecx, 29);
    const bool bmi = bit(more.ebx, 3), avx2 = bit(more.ebx, 5), bmi2 = bit(more.ebx, 8), lzcnt = bit(extended.ecx, 5);
    if (!(fma && movbe && osxsave && avx && f16c && bmi && avx2 && bmi2 && lzcnt) || !saves_ymm()) {
        return false;
    }
    const Leaf maker(0);
    const bool amd = maker.ebx == 0x68747541u || maker.ebx == 0x6f677948u;  // "Auth", "Hygo" (the same core)
    const unsigned family = ((basic.eax >> 8) & 15) + ((basic.eax >> 20) & 255);
    return !amd || family >= 0x19;
}

}  // namespace
#endif

const Kernels* kernels_of(const char* level) {
    if (std::strcmp(level, "baseline") == 0) {
        return &baseline::kKernels;
    }
#if defined(CHUPAI_HAVE_BMI2_LEVEL)
    if (std::strcmp(level, "bmi2") == 0 && has_fast_bmi2()) {
        return &bmi2::kKernels;
    }
#endif
    return nullptr;
}

const Kernels& kernels() {
    static const Kernels& chosen = [&]() -> const Kernels& {
        const char* wanted = std::getenv("CHUPAI_LEVEL");
        const Kernels* best = kernels_of(wanted != nullptr && *wanted != '\0' ? wanted : "bmi2");
        return best != nullptr ? *best : baseline::kKernels;
    }();
    return chosen;
}

}  // namespace chupai
