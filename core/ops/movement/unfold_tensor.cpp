// SPDX-License-Identifier: GPL-3.0-or-later
// Windows of one axis, as a last axis behind the others: torch.Tensor.unfold.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::unfold_tensor {

namespace {

struct Windows {
    std::size_t axis = 0;
    std::int64_t size = 1, step = 1;
};

Result<Windows> windowsOf(const ir::Node& node, const ir::TensorType& in) {
    if (in.shape->empty())
        return badInput(say("the input is {1} where at least one axis is expected", in.text()));
    ASSIGN_OR_RETURN(const auto axis,
                     normaliseAxis(node.intOr("dim", -1), static_cast<std::int64_t>(in.shape->size())));
    const Windows windows{static_cast<std::size_t>(axis), node.intOr("size", 0), node.intOr("step", 1)};
    const ir::Dim& extent = (*in.shape)[windows.axis];
    if (windows.size < 1 || windows.step < 1 || (extent.known() && windows.size > extent.value()))
        return badInput(
            say("size is {1} and step {2} for axis {3} of {4}", windows.size, windows.step, axis, in.text()));
    return windows;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type = *in;
    if (type.shape) {
        ASSIGN_OR_RETURN(const auto windows, windowsOf(context.node(), *in));
        ir::Dim& extent = (*type.shape)[windows.axis];
        extent = extent.known() ? ir::Dim((extent.value() - windows.size) / windows.step + 1) : ir::Dim();
        type.shape->push_back(ir::Dim(windows.size));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto windows, windowsOf(context.node(), in->type()));
    ir::Dims dims = in->dims();
    const std::int64_t extent = dims[windows.axis];
    std::int64_t inner = 1;
    for (std::size_t i = windows.axis + 1; i < dims.size(); ++i)
        inner *= dims[i];
    dims[windows.axis] = (extent - windows.size) / windows.step + 1;
    const std::int64_t count = dims[windows.axis];
    dims.push_back(windows.size);
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, in->dtype(), dims));
    std::int64_t at = 0;
    const std::int64_t outer = in->elements() == 0 ? 0 : in->elements() / (extent * inner);
    for (std::int64_t o = 0; o < outer; ++o)
        for (std::int64_t window = 0; window < count; ++window) {
            if (context.run().stopped()) return cancelled();
            for (std::int64_t i = 0; i < inner; ++i)
                for (std::int64_t k = 0; k < windows.size; ++k)
                    sink.copy(at++, *in, (o * extent + window * windows.step + k) * inner + i, 1);
        }
    return sink.finish();
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "UnfoldTensor",
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::unfold_tensor
