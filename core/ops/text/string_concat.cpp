// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::string_concat {

namespace {

// A broadcast may repeat a long string many times.
constexpr std::size_t MaxCharacters = std::size_t(1) << 30;
constexpr std::int64_t MaxStrings = std::int64_t(1) << 27;

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto operands, binaryOperands(context));
    if (operands.a->dtype() != ir::DataType::String)
        return badInput("the inputs are " + operands.a->type().text() + " where strings are expected");
    if (operands.plan.elements > MaxStrings) return badInput("the output has too many strings");
    std::vector<std::string> joined(static_cast<std::size_t>(operands.plan.elements));
    std::size_t characters = 0;
    bool tooLong = false;
    applyBinary(operands.plan, operands.a->strings().data(), operands.b->strings().data(), joined.data(),
                [&](const std::string& a, const std::string& b) {
                    characters += a.size() + b.size();
                    tooLong = tooLong || characters > MaxCharacters;
                    return tooLong ? std::string() : a + b;
                });
    if (tooLong) return badInput("the output holds more than 2^30 characters");
    context.setOutput(0, ir::Tensor::ofStrings(operands.plan.dims, std::move(joined)));
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "StringConcat",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
    .since = 20,
};

} // namespace edgewright::ops::string_concat
