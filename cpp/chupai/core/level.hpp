// Instruction levels.
//
// The few translation units that hold whole hot loops are compiled once a level from the same headers
// (see kernels/). Two rules keep the linker from mixing code of different levels:
//   - every function in a header that such a unit may emit stands in `inline namespace CHUPAI_LEVEL`, and what
//     allocates or throws stays out of such units (a test of the checks looks at their symbols);
//   - types shared between levels hold data only, or members marked CHUPAI_INLINE.
#pragma once

#ifndef CHUPAI_LEVEL
#define CHUPAI_LEVEL baseline
#endif

#if defined(CHUPAI_NO_FORCED_INLINE)  // one level only, or the linker could mix levels
#define CHUPAI_INLINE inline
#elif defined(_MSC_VER) && !defined(__clang__)
#define CHUPAI_INLINE __forceinline
#else
#define CHUPAI_INLINE inline __attribute__((always_inline))
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#define CHUPAI_NOINLINE __declspec(noinline)
#else
#define CHUPAI_NOINLINE __attribute__((noinline))
#endif
