// SPDX-License-Identifier: GPL-3.0-or-later
// The equation of an Einsum: "bij,bjk->bik", with "..." for axes that broadcast.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor_type.h"

#include <string_view>
#include <vector>

namespace edgewright::ops {

// Labels are numbered; each axis of an operand carries one. The same label twice in one operand means its
// diagonal.
struct EinsumPlan {
    std::vector<std::vector<std::size_t>> operands; // per operand, per axis
    std::vector<std::size_t> output;                // per axis of the output
    std::vector<std::size_t> summed;                // labels that the output does not have
    std::size_t labels = 0;
};

// `ranks`: number of axes of each operand.
Result<EinsumPlan> planEinsum(std::string_view equation, const std::vector<std::size_t>& ranks);

// Extent of every label; an extent of 1 gives way to any other. BadInput when two others meet.
Result<std::vector<ir::Dim>> labelExtents(const EinsumPlan& plan,
                                          const std::vector<std::vector<ir::Dim>>& shapes);

} // namespace edgewright::ops
