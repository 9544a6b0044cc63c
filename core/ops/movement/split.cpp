// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

#include <algorithm>

namespace edgewright::ops::split {

namespace {

// Extents of the parts: given (attribute, or an input in opset 1 and from 13 on), else as equal as possible.
Result<std::vector<std::int64_t>> parts(const IntList& given, std::int64_t extent, std::size_t outputs) {
    const auto count = static_cast<std::int64_t>(outputs);
    std::vector<std::int64_t> result;
    if (given.values) {
        result = *given.values;
        const bool negative = std::ranges::any_of(result, [](std::int64_t part) { return part < 0; });
        std::int64_t sum = 0;
        for (const std::int64_t part : result)
            sum = checkedAdd(sum, part).value_or(-1);
        if (negative || sum != extent || result.size() != outputs)
            return badInput(
                say("split asks for {1} parts of together {2} where there are {3} outputs and an extent of {4}",
                    result.size(), sum, count, extent));
        return result;
    }
    const std::int64_t part = ceilDiv(extent, std::max<std::int64_t>(count, 1));
    for (std::int64_t left = extent; result.size() < outputs; left -= result.back())
        result.push_back(std::min(part, left));
    return result;
}

template <typename Context>
Result<std::size_t> outputCount(const Context& context) {
    const std::size_t outputs = context.node().outputs.size();
    const std::int64_t wanted = context.node().intOr("num_outputs", static_cast<std::int64_t>(outputs));
    if (wanted != static_cast<std::int64_t>(outputs))
        return badInput(say("num_outputs is {1} where the node has {2} outputs", wanted, outputs));
    return outputs;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto count, outputCount(context));
    std::vector<ir::TensorType> types(count, ir::TensorType(in->dtype));
    if (in->shape) {
        ASSIGN_OR_RETURN(const auto normal, normaliseAxis(context.node().intOr("axis", 0),
                                                          static_cast<std::int64_t>(in->shape->size())));
        const auto axis = static_cast<std::size_t>(normal);
        const IntList given = intList(context, "split", 1);
        std::vector<ir::Dim> extents(count);
        if (const ir::Dim& extent = (*in->shape)[axis]; extent.known() && !given.unknown()) {
            ASSIGN_OR_RETURN(const auto known, parts(given, extent.value(), count));
            extents.assign(known.begin(), known.end());
        } else if (const DimList parts = dimList(context, "split", 1); parts.present) {
            if (parts.values && parts.values->size() == count) extents = *parts.values;
        } else if (count > 0) {
            // Equal parts, where it is certain that they are; two are the larger half and the rest.
            const ir::Dim parted(static_cast<std::int64_t>(count));
            const ir::Dim part = ir::ceilDivide(extent, parted);
            const bool equal = multiplyDims(part, parted) == extent;
            if (equal || count == 2) extents.assign(count, part);
            if (!equal && count == 2) extents.back() = ir::minus(extent, part);
        }
        for (std::size_t i = 0; i < count; ++i) {
            types[i].shape = in->shape;
            (*types[i].shape)[axis] = extents[i];
        }
    }
    for (std::size_t i = 0; i < count; ++i)
        context.setOutput(i, std::move(types[i]));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto count, outputCount(context));
    ASSIGN_OR_RETURN(const auto normal, normaliseAxis(context.node().intOr("axis", 0), in->rank()));
    const auto axis = static_cast<std::size_t>(normal);
    ASSIGN_OR_RETURN(const auto extents, parts(intList(context, "split", 1), in->dims()[axis], count));
    const auto strides = rowMajorStrides(in->dims());
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < count; ++i) {
        ir::Dims dims = in->dims();
        dims[axis] = extents[i];
        if (context.wantsOutput(i))
            RETURN_IF_ERROR(gatherByStrides(context, i, *in, dims, dims, strides, begin * strides[axis]));
        begin += extents[i];
    }
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Split",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::split
