// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/indexing/indices.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::gather_elements {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    ASSIGN_OR_RETURN(const auto indices, operand(context, 1));
    ir::TensorType type = *indices;
    type.dtype = data->dtype;
    if (data->shape && type.shape && data->shape->size() != type.shape->size())
        return badInput("indices have rank " + std::to_string(type.shape->size()) +
                        " where the data has rank " + std::to_string(data->shape->size()));
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
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

} // namespace

extern const Operator entry{
    .name = "GatherElements",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::gather_elements
