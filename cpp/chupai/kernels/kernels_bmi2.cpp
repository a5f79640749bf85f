// Built with the instructions of x86-64-v3 (BMI2, LZCNT, AVX2).
#define CHUPAI_LEVEL bmi2
#include "chupai/kernels/level.inc"
