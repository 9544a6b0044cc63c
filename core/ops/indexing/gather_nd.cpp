// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/indexing/indices.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::gather_nd {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    ASSIGN_OR_RETURN(const auto indices, operand(context, 1));
    ir::TensorType type(data->dtype);
    if (data->shape && indices->shape && !indices->shape->empty() && indices->shape->back().known()) {
        const std::int64_t batch = context.node().intOr("batch_dims", 0);
        const auto rank = static_cast<std::int64_t>(data->shape->size());
        const std::int64_t depth = indices->shape->back().value();
        if (batch < 0 || depth > rank || batch > rank - depth ||
            batch >= static_cast<std::int64_t>(indices->shape->size()))
            return badInput("indices " + indices->text() + " do not fit data " + data->text());
        type.shape.emplace(indices->shape->begin(), indices->shape->end() - 1);
        type.shape->insert(type.shape->end(), data->shape->begin() + batch + depth, data->shape->end());
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    ASSIGN_OR_RETURN(const auto indices, operand(context, 1));
    const std::int64_t batch = context.node().intOr("batch_dims", 0);
    ASSIGN_OR_RETURN(const auto blocks, indexedBlocks(context, data->dims(), *indices, batch));
    ir::Dims dims(indices->dims().begin(), indices->dims().end() - 1);
    dims.insert(dims.end(), data->dims().begin() + batch + indices->dims().back(), data->dims().end());
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, data->dtype(), dims));
    std::int64_t to = 0;
    for (const std::int64_t place : blocks.places) {
        sink.copy(to, *data, place, blocks.length);
        to += blocks.length;
    }
    return sink.finish();
}

} // namespace

extern const Operator entry{
    .name = "GatherND",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::gather_nd
