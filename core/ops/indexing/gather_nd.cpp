// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/indexing/indices.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::gather_nd {

namespace {

Result<void> infer(InferContext& context) {
    const auto data = operand(context, 0);
    if (!data) return data.error();
    const auto indices = operand(context, 1);
    if (!indices) return indices.error();
    ir::TensorType type((*data)->dtype);
    if ((*data)->shape && (*indices)->shape && !(*indices)->shape->empty() &&
        (*indices)->shape->back().known()) {
        const std::int64_t batch = context.node().intOr("batch_dims", 0);
        const auto rank = static_cast<std::int64_t>((*data)->shape->size());
        const std::int64_t depth = (*indices)->shape->back().value();
        if (batch < 0 || depth > rank || batch > rank - depth ||
            batch >= static_cast<std::int64_t>((*indices)->shape->size()))
            return badInput("indices " + (*indices)->text() + " do not fit data " + (*data)->text());
        type.shape.emplace((*indices)->shape->begin(), (*indices)->shape->end() - 1);
        type.shape->insert(type.shape->end(), (*data)->shape->begin() + batch + depth, (*data)->shape->end());
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    const auto data = operand(context, 0);
    if (!data) return data.error();
    const auto indices = operand(context, 1);
    if (!indices) return indices.error();
    const std::int64_t batch = context.node().intOr("batch_dims", 0);
    const auto blocks = indexedBlocks((*data)->dims(), **indices, batch);
    if (!blocks) return blocks.error();
    ir::Dims dims((*indices)->dims().begin(), (*indices)->dims().end() - 1);
    dims.insert(dims.end(), (*data)->dims().begin() + batch + (*indices)->dims().back(), (*data)->dims().end());
    auto sink = ElementSink::make(context, 0, (*data)->dtype(), dims);
    if (!sink) return std::move(sink).error();
    std::int64_t to = 0;
    for (const std::int64_t place : blocks->places) {
        sink->copy(to, **data, place, blocks->length);
        to += blocks->length;
    }
    sink->finish();
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "GatherND",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::gather_nd
