// SPDX-License-Identifier: GPL-3.0-or-later
// Operands that are repeated, as the kernel of elements walks them.
#pragma once

#include "core/gpu/kernels/launches.h"
#include "core/ir/tensor_type.h"

#include <optional>

namespace edgewright::gpu {

// Nothing: an operand is not repeated to `result`, or neighbouring axes do not come to four.
std::optional<Steps4> stepsOf(const ir::Dims& result, const ir::Dims& a, const ir::Dims& b);

} // namespace edgewright::gpu
