// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::logical_not {

namespace {

Result<void> run(KernelContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    if ((*in)->dtype() != ir::DataType::Bool)
        return badInput("input 0 is " + (*in)->type().text() + " where a bool tensor is expected");
    auto out = context.output(0, ir::DataType::Bool, (*in)->dims());
    if (!out) return std::move(out).error();
    applyUnary((*in)->as<std::uint8_t>(), out->as<std::uint8_t>(),
               [](std::uint8_t x) { return static_cast<std::uint8_t>(x == 0 ? 1 : 0); });
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Not",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
};

} // namespace edgewright::ops::logical_not
