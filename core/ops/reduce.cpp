// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/reduce.h"

#include "core/base/checked.h"
#include "core/ops/axes.h"

#include <algorithm>
#include <numeric>

namespace edgewright::ops {

namespace {

// Which axes go: all of them when none are named, unless noop_with_empty_axes says none.
Result<std::vector<bool>> reducedAxes(const ir::Node& node, const std::vector<std::int64_t>& axes,
                                      std::size_t rank) {
    std::vector<bool> reduced(rank, false);
    if (axes.empty()) {
        if (node.intOr("noop_with_empty_axes", 0) == 0) reduced.assign(rank, true);
        return reduced;
    }
    const auto normal = normaliseAxes(axes, static_cast<std::int64_t>(rank));
    if (!normal) return normal.error();
    for (const std::int64_t axis : *normal)
        reduced[static_cast<std::size_t>(axis)] = true;
    return reduced;
}

} // namespace

Result<void> inferReduction(InferContext& context) {
    const auto x = operand(context, 0);
    if (!x) return x.error();
    ir::TensorType out((*x)->dtype);
    if (!(*x)->shape) {
        context.setOutput(0, out);
        return {};
    }
    const auto& shape = *(*x)->shape;
    const bool keeps = context.node().intOr("keepdims", 1) != 0;
    const IntList axes = intList(context, "axes", 1);
    if (axes.unknown()) {
        if (keeps) out.shape = std::vector<ir::Dim>(shape.size());
        context.setOutput(0, out);
        return {};
    }
    const auto reduced = reducedAxes(context.node(), axes.orElse({}), shape.size());
    if (!reduced) return reduced.error();
    out.shape.emplace();
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (!(*reduced)[i])
            out.shape->push_back(shape[i]);
        else if (keeps)
            out.shape->emplace_back(1);
    }
    context.setOutput(0, std::move(out));
    return {};
}

Result<Reduction> reductionOf(const KernelContext& context, const ir::Dims& dims) {
    const auto axes = intList(context, "axes", 1);
    if (axes.unknown()) return badInput("axes is no integer tensor");
    const auto reduced = reducedAxes(context.node(), axes.orElse({}), dims.size());
    if (!reduced) return reduced.error();
    Reduction result;
    ir::Dims kept = dims;
    const bool keeps = context.node().intOr("keepdims", 1) != 0;
    std::int64_t count = 1;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if ((*reduced)[i]) {
            count = checkedMul(count, dims[i]).value_or(0);
            kept[i] = 1;
        }
        if (!(*reduced)[i] || keeps) result.outDims.push_back(kept[i]);
    }
    result.count = count;
    const auto outputs = checkedProduct(kept);
    if (!outputs) return badInput("the output has more elements than can be counted");
    result.outputs = *outputs;
    auto plan = broadcastPlan(std::array{dims, kept});
    if (!plan) return std::move(plan).error();
    result.plan = *std::move(plan);
    return result;
}

} // namespace edgewright::ops
