// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/either_type.h"
#include "core/ops/sequence/sequences.h"

namespace edgewright::ops::sequence_insert {

namespace {

// Inputs: the sequence, the tensor, where to put it (default: the end).
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    ASSIGN_OR_RETURN(const auto tensor, operand(context, 1));
    context.setOutput(0, ir::TensorType::sequenceOf(eitherType(itemType(*sequence), *tensor)));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    ASSIGN_OR_RETURN(const auto tensor, operand(context, 1));
    const std::vector<ir::Tensor>& given = sequence->items();
    ASSIGN_OR_RETURN(const auto position, positionAt(context, 2, given.size(), true));
    const auto at = static_cast<std::ptrdiff_t>(position.value_or(given.size()));
    std::vector<ir::Tensor> items;
    items.reserve(given.size() + 1);
    items.insert(items.end(), given.begin(), given.begin() + at);
    items.push_back(*tensor);
    items.insert(items.end(), given.begin() + at, given.end());
    ASSIGN_OR_RETURN(auto result, makeSequence(tensor->dtype(), std::move(items)));
    context.setOutput(0, std::move(result));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "SequenceInsert",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .takesContainers = true,
    .since = 11,
};

} // namespace edgewright::ops::sequence_insert
