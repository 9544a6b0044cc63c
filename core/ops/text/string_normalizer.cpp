// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/attribute_lists.h"
#include "core/ops/operands/operands.h"
#include "core/ops/text/code_points.h"

#include <unordered_set>

namespace edgewright::ops::string_normalizer {

namespace {

// Strings in a row, [C] or [1,C]; how many stay depends on what they are.
Result<void> expectRow(const ir::TensorType& type) {
    if (type.dtype != ir::DataType::String && type.dtype != ir::DataType::Undefined)
        return badInput(say("the input is {1} where strings are expected", type.text()));
    if (!type.shape || type.shape->size() == 1) return {};
    if (type.shape->size() == 2 && (!type.shape->front().known() || type.shape->front().value() == 1))
        return {};
    return badInput(say("the input is {1} where [C] or [1,C] is expected", type.text()));
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    RETURN_IF_ERROR(expectRow(*in));
    ir::TensorType type = *in;
    type.dtype = ir::DataType::String;
    if (type.shape) type.shape->back() = ir::Dim();
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    RETURN_IF_ERROR(expectRow(in->type()));
    const std::string change = context.node().stringOr("case_change_action", "NONE");
    if (change != "LOWER" && change != "UPPER" && change != "NONE")
        return badInput(say("case_change_action is '{1}' where LOWER, UPPER or NONE is expected", change));
    const bool exact = context.node().intOr("is_case_sensitive", 0) != 0;
    const auto compared = [exact](const std::string& text) { return exact ? text : toLower(text); };
    std::unordered_set<std::string> stopwords;
    for (const std::string& word : stringList(context.node(), "stopwords"))
        stopwords.insert(compared(word));

    std::vector<std::string> kept;
    for (const std::string& text : in->strings()) {
        if (!stopwords.empty() && stopwords.contains(compared(text))) continue;
        kept.push_back(change == "LOWER" ? toLower(text) : change == "UPPER" ? toUpper(text) : text);
    }
    if (kept.empty()) kept.emplace_back(); // by definition
    ir::Dims dims = in->dims();
    dims.back() = static_cast<std::int64_t>(kept.size());
    context.setOutput(0, ir::Tensor::ofStrings(std::move(dims), std::move(kept)));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "StringNormalizer",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 10,
};

} // namespace edgewright::ops::string_normalizer
