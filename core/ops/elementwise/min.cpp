// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/variadic.h"

namespace edgewright::ops::min {

namespace {

Result<void> run(KernelContext& context) {
    // A NaN on either side stays.
    return runVariadic(context, kernels::Binary::Min,
                       [](auto a, auto b) { return a == a && (b < a || b != b) ? b : a; });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Min",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
    .loop = {.binary = kernels::Binary::Min},
};

} // namespace edgewright::ops::min
