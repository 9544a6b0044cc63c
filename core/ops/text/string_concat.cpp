// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::string_concat {

namespace {

// A broadcast may repeat a long string many times.
constexpr std::int64_t MaxCharacters = std::int64_t(1) << 30;
constexpr std::int64_t MaxStrings = std::int64_t(1) << 27;

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto operands, binaryOperands(context));
    if (operands.a->dtype() != ir::DataType::String)
        return badInput(say("the inputs are {1} where strings are expected", operands.a->type().text()));
    if (operands.plan.elements > MaxStrings) return badInput(say("the output has too many strings"));
    RETURN_IF_ERROR(context.scratch(operands.plan.elements * static_cast<std::int64_t>(sizeof(std::string))));
    std::vector<std::string> joined(static_cast<std::size_t>(operands.plan.elements));
    const auto each = [&](const auto& make) {
        applyBinary(operands.plan, operands.a->strings().data(), operands.b->strings().data(), joined.data(),
                    make);
    };
    std::int64_t characters = 0;
    each([&](const std::string& a, const std::string& b) {
        characters += static_cast<std::int64_t>(a.size() + b.size());
        return std::string();
    });
    if (characters > MaxCharacters) return badInput(say("the output holds more than 2^30 characters"));
    RETURN_IF_ERROR(context.scratch(characters)); // which counts them while they are made
    each([](const std::string& a, const std::string& b) { return a + b; });
    context.setOutput(0, ir::Tensor::ofStrings(operands.plan.dims, std::move(joined)));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "StringConcat",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
    .since = 20,
};

} // namespace edgewright::ops::string_concat
