// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

namespace edgewright::ops::concat {

namespace {

// Opset 1 has axis 1 as its default; later the attribute is required.
Result<std::int64_t> axisOf(const ir::Node& node, std::size_t rank) {
    return normaliseAxis(node.intOr("axis", 1), static_cast<std::int64_t>(rank));
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto first, operand(context, 0));
    ir::TensorType type = *first;
    std::size_t axis = 0;
    if (type.shape) {
        ASSIGN_OR_RETURN(const auto normal, axisOf(context.node(), type.shape->size()));
        axis = static_cast<std::size_t>(normal);
    }
    for (std::size_t i = 1; i < context.node().inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const auto next, operand(context, i));
        const ir::TensorType& other = *next;
        if (type.dtype == ir::DataType::Undefined) type.dtype = other.dtype;
        if (other.dtype != ir::DataType::Undefined && other.dtype != type.dtype)
            return badInput(
                say("input {1} is {2} where {3} is expected", i, other.text(), ir::dataTypeName(type.dtype)));
        if (!type.shape || !other.shape) {
            type.shape.reset();
            continue;
        }
        if (type.shape->size() != other.shape->size())
            return badInput(say("input {1} has rank {2} where {3} is expected", i, other.shape->size(),
                                type.shape->size()));
        for (std::size_t k = 0; k < type.shape->size(); ++k) {
            ir::Dim& dim = (*type.shape)[k];
            const ir::Dim& given = (*other.shape)[k];
            if (k == axis)
                dim = addDims(dim, given);
            else if (!dim.known())
                dim = given.known() || dim.symbol().empty() ? given : dim;
            else if (given.known() && given.value() != dim.value())
                return badInput(say("input {1} has extent {2} on axis {3} where {4} is expected", i,
                                    given.text(), k, dim.text()));
        }
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto first, operand(context, 0));
    ASSIGN_OR_RETURN(const auto normal, axisOf(context.node(), first->dims().size()));
    const auto axis = static_cast<std::size_t>(normal);
    ir::Dims dims = first->dims();
    std::int64_t along = 0;
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        ir::Dims expected = in->dims();
        if (expected.size() == dims.size()) {
            along = checkedAdd(along, expected[axis]).value_or(-1);
            expected[axis] = dims[axis];
        }
        if (expected != dims || in->dtype() != first->dtype())
            return badInput(say("input {1} is {2}, which does not fit {3} along axis {4}", i, in->type().text(),
                                first->type().text(), axis));
    }
    dims[axis] = along;
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, first->dtype(), dims));
    const std::int64_t inner = rowMajorStrides(dims)[axis];
    const std::int64_t outer = sink.elements() == 0 ? 0 : sink.elements() / (inner * along);
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        const ir::Tensor& in = *context.input(i);
        const std::int64_t block = in.dims()[axis] * inner;
        for (std::int64_t k = 0; k < outer; ++k)
            sink.copy(k * inner * along + offset, in, k * block, block);
        offset += block;
    }
    return sink.finish();
}

} // namespace

extern const Operator entry{
    .name = "Concat",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::concat
