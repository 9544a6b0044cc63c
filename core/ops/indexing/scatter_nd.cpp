// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/indexing/indices.h"
#include "core/ops/indexing/scatter_blocks.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::scatter_nd {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    context.setOutput(0, *data);
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    ASSIGN_OR_RETURN(const auto indices, operand(context, 1));
    ASSIGN_OR_RETURN(const auto updates, operand(context, 2));
    ASSIGN_OR_RETURN(auto blocks, indexedBlocks(context, data->dims(), *indices, 0));
    ir::Dims expected(indices->dims().begin(), indices->dims().end() - 1);
    expected.insert(expected.end(), data->dims().begin() + indices->dims().back(), data->dims().end());
    if (updates->dims() != expected)
        return badInput("updates are " + updates->type().text() + " where " +
                        ir::TensorType(data->dtype(), expected).text() + " is expected");
    return scatterInto(context, *data, *updates, blocks);
}

} // namespace

extern const Operator entry{
    .name = "ScatterND",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::scatter_nd
