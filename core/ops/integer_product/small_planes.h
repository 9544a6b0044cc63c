// SPDX-License-Identifier: GPL-3.0-or-later
// The integer depthwise convolution of planes whose codes are read as they lie.
#pragma once

#include "core/ops/integer_product/integer_filter.h"

namespace edgewright::ops {

// The places of the codes that each output takes, as kernels::SmallPlanes says.
struct SmallPlaneTables {
    std::int64_t units = 0, vectors = 0, held = 1;
    std::vector<std::int32_t> offsets;
    std::vector<std::uint8_t> places;
    std::vector<std::uint64_t> outside;
    std::vector<std::uint8_t> joined;
};

// Null where this way does not fit `job`, or the processor lacks what it takes.
std::shared_ptr<const SmallPlaneTables> smallPlaneTables(const IntegerJob& job);

// Writes every element of the target.
Result<void> convolveSmallPlanes(KernelContext& context, const IntegerJob& job, const SmallPlaneTables& tables);

} // namespace edgewright::ops
