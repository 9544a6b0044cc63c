// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/node_state.h"
#include "core/ops/operands/operands.h"

#include <re2/re2.h>

namespace edgewright::ops::regex_full_match {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type = *in;
    if (type.dtype != ir::DataType::String && type.dtype != ir::DataType::Undefined)
        return badInput(say("the input is {1} where strings are expected", type.text()));
    type.dtype = ir::DataType::Bool;
    context.setOutput(0, std::move(type));
    return {};
}

// RE2 takes time proportional to pattern times text, whatever both hold.
Result<std::shared_ptr<const RE2>> compiled(const ir::Node& node) {
    constexpr std::int64_t MaxBytes = 2 << 20; // of the program and the states kept while matching
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(MaxBytes);
    auto regex = std::make_shared<const RE2>(node.stringOr("pattern", ""), options);
    if (regex->ok()) return regex;
    constexpr std::size_t MaxLength = 200; // the reason quotes the rest of the pattern
    return badInput(say("the pattern is refused: {1}", regex->error().substr(0, MaxLength)));
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (in->dtype() != ir::DataType::String)
        return badInput(say("the input is {1} where strings are expected", in->type().text()));
    ASSIGN_OR_RETURN(const auto regex, preparedState<std::shared_ptr<const RE2>>(context, compiled));
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Bool, in->dims()));
    auto* result = out.as<std::uint8_t>().data();
    for (const std::string& text : in->strings()) {
        if (context.run().stopped()) return cancelled();
        *result++ = RE2::FullMatch(text, **regex) ? 1 : 0;
    }
    return {};
}

} // namespace

extern const Operator entry{
    .name = "RegexFullMatch",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
    .since = 20,
};

} // namespace edgewright::ops::regex_full_match
