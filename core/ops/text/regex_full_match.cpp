// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/node_state.h"
#include "core/ops/operands/operands.h"
#include "core/ops/text/regex.h"

namespace edgewright::ops::regex_full_match {

namespace {

Result<void> infer(InferContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    ir::TensorType type = **in;
    if (type.dtype != ir::DataType::String && type.dtype != ir::DataType::Undefined)
        return badInput("the input is " + type.text() + " where strings are expected");
    type.dtype = ir::DataType::Bool;
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    if ((*in)->dtype() != ir::DataType::String)
        return badInput("the input is " + (*in)->type().text() + " where strings are expected");
    const auto regex = madeOnce<Regex>(
        context, [](const ir::Node& node) { return Regex::compile(node.stringOr("pattern", "")); });
    if (!regex) return regex.error();
    auto out = context.output(0, ir::DataType::Bool, (*in)->dims());
    if (!out) return std::move(out).error();
    auto* result = out->as<std::uint8_t>().data();
    for (const std::string& text : (*in)->strings()) {
        const auto matches = (*regex)->matchesAll(text, context.run());
        if (!matches) return matches.error();
        *result++ = *matches ? 1 : 0;
    }
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "RegexFullMatch",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
    .since = 20,
};

} // namespace edgewright::ops::regex_full_match
