// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/indexing/indices.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::gather {

namespace {

Result<void> infer(InferContext& context) {
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

Result<void> run(KernelContext& context) {
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

} // namespace

extern const Operator entry{
    .name = "Gather",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::gather
