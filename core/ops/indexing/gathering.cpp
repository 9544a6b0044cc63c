// SPDX-License-Identifier: GPL-3.0-or-later
// Slices, elements or blocks of the data, picked by index.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/indexing/indices.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

#include <array>

namespace edgewright::ops::gathering {

namespace {

Result<void> inferSlices(InferContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    ASSIGN_OR_RETURN(const auto indices, operand(context, 1));
    ir::TensorType type(data->dtype);
    if (data->shape) {
        const auto& shape = *data->shape;
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0),
                                                        static_cast<std::int64_t>(shape.size())));
        if (indices->shape) {
            type.shape.emplace(shape.begin(), shape.begin() + axis);
            type.shape->insert(type.shape->end(), indices->shape->begin(), indices->shape->end());
            type.shape->insert(type.shape->end(), shape.begin() + axis + 1, shape.end());
        }
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> runSlices(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    ASSIGN_OR_RETURN(const auto in, operand(context, 1));
    const ir::Dims& dims = data->dims();
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0), data->rank()));
    const std::int64_t extent = dims[static_cast<std::size_t>(axis)];
    ASSIGN_OR_RETURN(const auto indices, indicesWithin(context, *in, extent));
    ir::Dims result(dims.begin(), dims.begin() + axis);
    result.insert(result.end(), in->dims().begin(), in->dims().end());
    result.insert(result.end(), dims.begin() + axis + 1, dims.end());
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, data->dtype(), result));
    const std::int64_t inner = rowMajorStrides(dims)[static_cast<std::size_t>(axis)];
    std::int64_t base = 0;
    for (std::int64_t to = 0; to < sink.elements(); base += extent * inner)
        for (const std::int64_t index : indices) {
            sink.copy(to, *data, base + index * inner, inner);
            to += inner;
        }
    return sink.finish();
}

Result<void> inferElements(InferContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    ASSIGN_OR_RETURN(const auto indices, operand(context, 1));
    ir::TensorType type = *indices;
    type.dtype = data->dtype;
    if (data->shape && type.shape && data->shape->size() != type.shape->size())
        return badInput(
            say("indices have rank {1} where the data has rank {2}", type.shape->size(), data->shape->size()));
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> runElements(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    ASSIGN_OR_RETURN(const auto in, operand(context, 1));
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0), data->rank()));
    ASSIGN_OR_RETURN(const auto places,
                     elementPlaces(context, data->dims(), *in, static_cast<std::size_t>(axis)));
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, data->dtype(), in->dims()));
    std::int64_t to = 0;
    for (const std::int64_t place : places)
        sink.copy(to++, *data, place);
    return sink.finish();
}

Result<void> inferBlocks(InferContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    ASSIGN_OR_RETURN(const auto indices, operand(context, 1));
    ir::TensorType type(data->dtype);
    if (data->shape && indices->shape && !indices->shape->empty() && indices->shape->back().known()) {
        const std::int64_t batch = context.node().intOr("batch_dims", 0);
        const auto rank = static_cast<std::int64_t>(data->shape->size());
        const std::int64_t depth = indices->shape->back().value();
        if (batch < 0 || depth > rank || batch > rank - depth ||
            batch >= static_cast<std::int64_t>(indices->shape->size()))
            return badInput(say("indices {1} do not fit data {2}", indices->text(), data->text()));
        type.shape.emplace(indices->shape->begin(), indices->shape->end() - 1);
        type.shape->insert(type.shape->end(), data->shape->begin() + batch + depth, data->shape->end());
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> runBlocks(KernelContext& context) {
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

constexpr Operator row(std::string_view name, InferFunction infer, RunFunction run, std::int64_t since) {
    return {.name = name,
            .category = Category::DataMovement,
            .pattern = Pattern::Injective,
            .infer = infer,
            .run = run,
            .since = since};
}

constexpr std::array Rows{
    row("Gather", inferSlices, runSlices, 1),
    row("GatherElements", inferElements, runElements, 11),
    row("GatherND", inferBlocks, runBlocks, 11),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::gathering
