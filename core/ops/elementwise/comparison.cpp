// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of two tensors.
#include "core/base/propagate.h"
#include "core/ops/elementwise/table.h"

namespace edgewright::ops::comparison {

namespace {

// Of strings too.
Result<void> runEqual(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto operands, binaryOperands(context));
    if (operands.a->dtype() != ir::DataType::String)
        return runCompare(context, [](auto a, auto b) { return a == b; });
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Bool, operands.plan.dims));
    applyBinary(operands.plan, operands.a->strings().data(), operands.b->strings().data(),
                out.as<std::uint8_t>().data(), [](const std::string& a, const std::string& b) {
                    return static_cast<std::uint8_t>(a == b ? 1 : 0);
                });
    return {};
}

constexpr std::array Rows = inCategory(
    Category::ElementWise,
    std::array{
        compareRow({.name = "Equal"}, runEqual),
        numberCompare({.name = "Less"}, [](auto a, auto b) { return a < b; }),
        numberCompare({.name = "LessOrEqual", .since = 12}, [](auto a, auto b) { return a <= b; }),
        numberCompare({.name = "Greater"}, [](auto a, auto b) { return a > b; }),
        numberCompare({.name = "GreaterOrEqual", .since = 12}, [](auto a, auto b) { return a >= b; }),
    });

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::comparison
