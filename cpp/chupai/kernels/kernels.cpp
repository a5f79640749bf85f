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

bool has_lzcnt() {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid(0x80000001u, &eax, &ebx, &ecx, &edx) != 0 && ((ecx >> 5) & 1) != 0;
}

// PDEP and PEXT are microcoded, and slower than the portable code, on AMD processors before family 19h (Zen 3).
bool has_fast_bmi2() {
    // Every feature that the level is built for (x86-64-v3); F16C and MOVBE came with AVX2 and FMA on every processor.
    if (!__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("avx2") ||
        !__builtin_cpu_supports("fma") || !has_lzcnt()) {
        return false;
    }
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    __get_cpuid(0, &eax, &ebx, &ecx, &edx);
    const bool amd = ebx == 0x68747541u || ebx == 0x6f677948u;  // "Auth", "Hygo" (the same core)
    __get_cpuid(1, &eax, &ebx, &ecx, &edx);
    const unsigned family = ((eax >> 8) & 15) + ((eax >> 20) & 255);
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
