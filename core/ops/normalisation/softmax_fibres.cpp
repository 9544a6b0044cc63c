// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/normalisation/softmax_fibres.h"

#include "core/base/propagate.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

std::int64_t axisAttribute(const ir::Node& node, std::int64_t opset) {
    return node.intOr("axis", opset < 13 ? 1 : -1);
}

// Before opset 13 the axis may also stand behind the last one: everything is one row then.
Result<std::int64_t> axisOf(const ir::Node& node, std::int64_t opset, std::int64_t rank) {
    const std::int64_t axis = axisAttribute(node, opset);
    if (opset < 13 && axis == rank) return axis;
    if (rank == 0 && (axis == 0 || axis == -1)) return std::int64_t(0);
    return normaliseAxis(axis, rank);
}

} // namespace

Result<void> inferSoftmax(InferContext& context) {
    RETURN_IF_ERROR(inferNormalised(context, 0));
    const ir::TensorType& x = *context.input(0);
    if (!x.shape) return {};
    RETURN_IF_ERROR(axisOf(context.node(), context.opset(), static_cast<std::int64_t>(x.shape->size())));
    return {};
}

Result<Fibres> softmaxFibres(const KernelContext& context, const ir::Dims& dims) {
    ASSIGN_OR_RETURN(const auto axis,
                     axisOf(context.node(), context.opset(), static_cast<std::int64_t>(dims.size())));
    if (dims.empty()) return Fibres{1, 1, 1};
    if (context.opset() >= 13) return fibresOf(dims, axis);
    const auto split = static_cast<std::size_t>(axis);
    return Fibres{checkedProduct(std::span(dims).first(split)).value_or(0),
                  checkedProduct(std::span(dims).subspan(split)).value_or(0), 1};
}

Result<void> runSoftmax(KernelContext& context, SoftmaxBody body, DoubleFibre doubles) {
    if (isOfDoubles(context)) {
        ASSIGN_OR_RETURN(const auto fibres, softmaxFibres(context, context.input(0)->dims()));
        return runFibresOfDoubles(context, fibres, doubles);
    }
    ASSIGN_OR_RETURN(auto opened, openNormalised(context));
    ASSIGN_OR_RETURN(const auto fibres, softmaxFibres(context, opened.input.dims()));
    const float* in = opened.in().data();
    float* out = opened.output.data().data();
    const std::int64_t block = fibres.extent * fibres.inner;
    if (fibres.outer > 0 && block > 0) {
        const std::int64_t together = std::max<std::int64_t>(1, 4096 / block);
        const std::int64_t tasks = (fibres.outer + together - 1) / together;
        parallelFor(usefulThreads(context.threads(), opened.input.elements(), tasks), tasks,
                    [&](std::int64_t task, int) {
                        if (!context.run().stopped())
                            body(in, out, fibres, task * together,
                                 std::min(fibres.outer, (task + 1) * together));
                    });
    }
    if (context.run().stopped()) return cancelled();
    opened.output.finish();
    return {};
}

} // namespace edgewright::ops
