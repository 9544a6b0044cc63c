// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/sequence/sequences.h"

namespace edgewright::ops::sequence_at {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    context.setOutput(0, itemType(*sequence));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    ASSIGN_OR_RETURN(const auto position, positionAt(context, 1, sequence->items().size(), false));
    if (!position) return badInput("the position is missing");
    context.setOutput(0, sequence->items()[*position]);
    return {};
}

} // namespace

extern const Operator entry{
    .name = "SequenceAt",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .takesContainers = true,
    .since = 11,
};

} // namespace edgewright::ops::sequence_at
