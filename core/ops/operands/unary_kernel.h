// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/isa.h"
#include "core/kernels/table.h"

#include <cstdint>
#include <span>

namespace edgewright::ops {

// In place, with the fastest kernel of this machine.
inline void applyUnary(kernels::Unary function, std::span<float> values, float alpha = 0, float beta = 0) {
    kernels::table().elementwise->unary[static_cast<int>(function)](
        values.data(), values.data(), static_cast<std::int64_t>(values.size()), alpha, beta);
}

} // namespace edgewright::ops
