// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::logical_xor {

namespace {

Result<void> run(KernelContext& context) {
    const auto left = operand(context, 0);
    if (!left) return left.error();
    if ((*left)->dtype() != ir::DataType::Bool)
        return badInput("input 0 is " + (*left)->type().text() + " where a bool tensor is expected");
    return runCompare(context, [](auto a, auto b) { return (a != 0) != (b != 0); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Xor",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferCompare,
    .run = run,
};

} // namespace edgewright::ops::logical_xor
