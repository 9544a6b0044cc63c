// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::equal {

namespace {

Result<void> run(KernelContext& context) {
    const auto operands = binaryOperands(context);
    if (!operands) return operands.error();
    if (operands->a->dtype() != ir::DataType::String)
        return runCompare(context, [](auto a, auto b) { return a == b; });
    auto out = context.output(0, ir::DataType::Bool, operands->plan.dims);
    if (!out) return std::move(out).error();
    applyBinary(operands->plan, operands->a->strings().data(), operands->b->strings().data(),
                out->as<std::uint8_t>().data(), [](const std::string& a, const std::string& b) {
                    return static_cast<std::uint8_t>(a == b ? 1 : 0);
                });
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Equal",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferCompare,
    .run = run,
};

} // namespace edgewright::ops::equal
