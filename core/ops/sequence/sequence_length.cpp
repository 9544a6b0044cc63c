// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/sequence/sequences.h"

namespace edgewright::ops::sequence_length {

namespace {

Result<void> infer(InferContext& context) {
    RETURN_IF_ERROR(sequenceOperand(context, 0));
    context.setOutput(0, {ir::DataType::Int64, ir::Dims{}});
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Int64, {}));
    out.as<std::int64_t>()[0] = static_cast<std::int64_t>(sequence->items().size());
    return {};
}

} // namespace

extern const Operator entry{
    .name = "SequenceLength",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .takesContainers = true,
    .since = 11,
};

} // namespace edgewright::ops::sequence_length
