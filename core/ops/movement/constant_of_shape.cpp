// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"

namespace edgewright::ops::constant_of_shape {

namespace {

Result<ir::Tensor> fillValue(const ir::Node& node) {
    const ir::Tensor* value = node.tensor("value");
    if (!value) return ir::Tensor::scalar(0.0f);
    if (!value->hasData() || value->elements() != 1)
        return badInput(say("value is {1} where one element is expected", value->type().text()));
    return *value;
}

Result<void> checkExtents(const std::vector<std::int64_t>& dims) {
    for (const std::int64_t extent : dims)
        if (extent < 0) return badInput(say("the shape holds {1} where at least 0 is expected", extent));
    if (!checkedProduct(dims)) return badInput(say("the shape has too many elements"));
    return {};
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto value, fillValue(context.node()));
    if (const auto dims = knownInts(context, 0)) {
        RETURN_IF_ERROR(checkExtents(*dims));
        context.setOutput(0, {value.dtype(), *dims});
        return {};
    }
    if (auto extents = context.extents(0)) {
        context.setOutput(0, {value.dtype(), *std::move(extents)});
        return {};
    }
    const ir::TensorType* shape = context.input(0);
    ir::TensorType type(value.dtype());
    constexpr std::int64_t maxRank = 64;
    if (shape && shape->elements() && shape->rank() == 1 && *shape->elements() <= maxRank)
        type.shape = std::vector<ir::Dim>(static_cast<std::size_t>(*shape->elements()));
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto value, fillValue(context.node()));
    const auto dims = knownInts(context, 0);
    if (!dims) return badInput(say("the shape is missing or not of integer type"));
    RETURN_IF_ERROR(checkExtents(*dims));
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, value.dtype(), *dims));
    sink.fill(0, &value, sink.elements());
    return sink.finish();
}

} // namespace

extern const Operator entry{
    .name = "ConstantOfShape",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
    .keepsHalf = true,
    .since = 9,
};

} // namespace edgewright::ops::constant_of_shape
