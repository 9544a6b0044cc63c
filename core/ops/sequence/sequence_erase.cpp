// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/sequence/sequences.h"

namespace edgewright::ops::sequence_erase {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    context.setOutput(0, *sequence);
    return {};
}

// Inputs: the sequence, the position (default: the last item).
Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    std::vector<ir::Tensor> items = sequence->items();
    if (items.empty()) return badInput("the sequence has no item to erase");
    ASSIGN_OR_RETURN(const auto position, positionAt(context, 1, items.size(), false));
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(position.value_or(items.size() - 1)));
    context.setOutput(0, ir::Tensor::ofItems(ir::Container::Sequence, sequence->dtype(), std::move(items)));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "SequenceErase",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .takesContainers = true,
    .since = 11,
};

} // namespace edgewright::ops::sequence_erase
