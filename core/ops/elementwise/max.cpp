// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/variadic.h"

namespace edgewright::ops::max {

namespace {

Result<void> run(KernelContext& context) {
    // A NaN on either side stays.
    return runVariadic(context, kernels::Binary::Max,
                       [](auto a, auto b) { return a == a && (b > a || b != b) ? b : a; });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Max",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
    .loop = {.binary = kernels::Binary::Max},
};

} // namespace edgewright::ops::max
