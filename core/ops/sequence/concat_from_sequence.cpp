// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/stacking.h"
#include "core/ops/sequence/sequences.h"

namespace edgewright::ops::concat_from_sequence {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    ir::TensorType joined = itemType(*sequence);
    const bool newAxis = context.node().intOr("new_axis", 0) != 0;
    if (joined.shape) {
        const auto rank = static_cast<std::int64_t>(joined.shape->size()) + (newAxis ? 1 : 0);
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0), rank));
        if (newAxis)
            joined.shape->insert(joined.shape->begin() + axis, ir::Dim());
        else
            (*joined.shape)[static_cast<std::size_t>(axis)] = ir::Dim();
    }
    context.setOutput(0, std::move(joined));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    if (sequence->items().empty()) return badInput(say("the sequence has no items to join"));
    const std::int64_t axis = context.node().intOr("axis", 0);
    if (context.node().intOr("new_axis", 0) != 0)
        return stack(context, 0, sequence->items(), axis, false, itemType(sequence->type()));
    return concatenate(context, 0, sequence->items(), axis);
}

} // namespace

extern const Operator entry{
    .name = "ConcatFromSequence",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .takesContainers = true,
    .since = 11,
};

} // namespace edgewright::ops::concat_from_sequence
