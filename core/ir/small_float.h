// SPDX-License-Identifier: GPL-3.0-or-later
// Floats of eight and four bits: E4M3FN and E5M2 (OCP 8-bit floating point 1.0), their FNUZ forms
// (arXiv:2206.02915), E8M0 and E2M1 (OCP microscaling formats 1.0).
#pragma once

#include "core/ir/data_type.h"

#include <cstdint>

namespace edgewright::ir {

// The rounding of a value to a power of two (Float8E8M0).
enum class PowerRounding {
    Up,
    Down,
    Nearest, // a tie goes up
};

struct SmallFloatRounding {
    // A value beyond the largest finite number, infinities included, becomes that number; otherwise infinity,
    // or NaN in a type without one. Float4E2M1 has neither and always saturates.
    bool saturate = true;
    PowerRounding power = PowerRounding::Up;
};

// The number that `bits` stand for, of which a four-bit type uses the low ones; `type` must be isSmallFloat().
float smallFloatToFloat(DataType type, std::uint8_t bits);
// To the nearest, ties to even. NaN stays NaN where the type has one and is -0 in Float4E2M1. Float8E8M0 has no
// sign and no zero: the sign is dropped, 0 becomes 2^-127.
std::uint8_t floatToSmallFloat(DataType type, float value, const SmallFloatRounding& rounding = {});

} // namespace edgewright::ir
