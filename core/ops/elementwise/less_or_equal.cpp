// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::less_or_equal {

namespace {

Result<void> run(KernelContext& context) {
    return runCompare(context, [](auto a, auto b) { return a <= b; });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "LessOrEqual",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferCompare,
    .run = run,
    .since = 12,
};

} // namespace edgewright::ops::less_or_equal
