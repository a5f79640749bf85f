#define CHUPAI_LEVEL baseline
#include "chupai/kernels/level.inc"
