// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>

namespace edgewright::ops::max_unpool {

namespace {

constexpr std::int64_t MaxExtent = std::int64_t(1) << 31;

// The shape that the pooled input had: (in - 1) * stride + kernel - pads along every spatial axis.
Result<ir::Dims> unpooledDims(const ir::Node& node, const ir::Dims& dims) {
    const auto kernel = node.ints("kernel_shape");
    auto strides = node.ints("strides");
    auto pads = node.ints("pads");
    const std::size_t axes = kernel.size();
    if (strides.empty()) strides.assign(axes, 1);
    if (pads.empty()) pads.assign(2 * axes, 0);
    if (axes == 0 || dims.size() != axes + 2 || strides.size() != axes || pads.size() != 2 * axes)
        return badInput(say("kernel_shape, strides or pads do not fit the input's axes"));
    ir::Dims result{dims[0], dims[1]};
    for (std::size_t i = 0; i < axes; ++i) {
        for (const std::int64_t each : {kernel[i], strides[i], pads[i], pads[i + axes], dims[i + 2]})
            if (each < 0 || each > MaxExtent) return badInput(say("an extent of {1}", each));
        result.push_back((dims[i + 2] - 1) * strides[i] + kernel[i] - pads[i] - pads[i + axes]);
        if (result.back() < 0) return badInput(say("the pads are larger than the unpooled extent"));
    }
    return result;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ir::TensorType out(x->dtype);
    const auto dims = x->dims();
    if (context.node().hasInput(2)) {
        if (const auto wanted = knownInts(context, 2)) {
            if (std::ranges::any_of(*wanted, [](std::int64_t extent) { return extent < 0; }))
                return badInput(say("output_shape holds a negative extent"));
            out.shape = std::vector<ir::Dim>(wanted->begin(), wanted->end());
        }
    } else if (dims) {
        ASSIGN_OR_RETURN(const auto unpooled, unpooledDims(context.node(), *dims));
        out.shape = std::vector<ir::Dim>(unpooled.begin(), unpooled.end());
    }
    context.setOutput(0, std::move(out));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto indices, operand(context, 1));
    if (indices->dtype() != ir::DataType::Int64 || indices->dims() != x->dims())
        return badInput(
            say("the indices are {1} where the input is {2}", indices->type().text(), x->type().text()));
    // The indices point into the shape before pooling, even where the output is asked for larger.
    ASSIGN_OR_RETURN(auto unpooled, unpooledDims(context.node(), x->dims()));
    ir::Dims dims = unpooled;
    if (context.node().hasInput(2)) {
        const auto wanted = knownInts(context, 2);
        if (!wanted || wanted->size() != dims.size())
            return badInput(say("output_shape does not fit the input's axes"));
        dims = *wanted;
    }
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *x));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, x->dtype(), dims));
    std::ranges::fill(out.data(), 0.0f);
    const auto positions = indices->as<std::int64_t>();
    for (std::size_t i = 0; i < positions.size(); ++i) {
        std::int64_t rest = positions[i];
        std::int64_t at = 0;
        std::int64_t step = 1;
        bool inside = rest >= 0;
        for (std::size_t axis = dims.size(); inside && axis-- > 0;) {
            const std::int64_t extent = unpooled[axis];
            const std::int64_t index = extent > 0 ? rest % extent : 0;
            inside = extent > 0 && index < dims[axis];
            rest = extent > 0 ? rest / extent : 0;
            at += index * step;
            step *= dims[axis];
        }
        if (!inside || rest != 0)
            return badInput(say("index {1} is outside of the output {2}", positions[i],
                                ir::TensorType(values.dtype(), dims).text()));
        out.data()[static_cast<std::size_t>(at)] = values.as<float>()[i];
    }
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "MaxUnpool",
    .category = Category::Pooling,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
    .since = 9,
};

} // namespace edgewright::ops::max_unpool
