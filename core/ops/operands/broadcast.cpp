// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/broadcast.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

Result<ir::Dim> broadcastDim(const ir::Dim& a, const ir::Dim& b) {
    if (a.known() && b.known()) {
        if (a.value() == b.value() || b.value() == 1) return a;
        if (a.value() == 1) return b;
        return badInput(say("extents {1} and {2} do not broadcast", a.text(), b.text()));
    }
    if (a == b) return a;
    if (a.known()) return a.value() == 1 ? b : a;
    if (b.known()) return b.value() == 1 ? a : b;
    return ir::Dim();
}

} // namespace

Result<std::vector<ir::Dim>> broadcastShapes(const std::vector<ir::Dim>& a, const std::vector<ir::Dim>& b) {
    const std::size_t rank = std::max(a.size(), b.size());
    std::vector<ir::Dim> result(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        const ir::Dim one(1);
        const ir::Dim& left = i + a.size() < rank ? one : a[i + a.size() - rank];
        const ir::Dim& right = i + b.size() < rank ? one : b[i + b.size() - rank];
        ASSIGN_OR_RETURN(result[i], broadcastDim(left, right));
    }
    return result;
}

Result<ir::Dims> broadcastDims(const ir::Dims& a, const ir::Dims& b) {
    ASSIGN_OR_RETURN(const auto shape, broadcastShapes({a.begin(), a.end()}, {b.begin(), b.end()}));
    ir::Dims result;
    for (const ir::Dim& dim : shape)
        result.push_back(dim.value());
    return result;
}

Result<BroadcastPlan> broadcastPlan(std::span<const ir::Dims> operands) {
    if (operands.size() > BroadcastPlan::Operands) return internalError("too many operands to broadcast");
    BroadcastPlan plan;
    for (const ir::Dims& dims : operands) {
        ASSIGN_OR_RETURN(plan.dims, broadcastDims(plan.dims, dims));
    }
    const auto elements = checkedProduct(plan.dims);
    if (!elements) return badInput(say("the broadcast shape has more elements than can be counted"));
    plan.elements = *elements;
    if (plan.elements == 0) return plan;

    std::array<std::int64_t, BroadcastPlan::Operands> step{};
    step.fill(1);
    const std::size_t rank = plan.dims.size();
    for (std::size_t back = 0; back < rank; ++back) {
        BroadcastPlan::Axis axis;
        axis.extent = plan.dims[rank - 1 - back];
        if (axis.extent == 1) continue;
        for (std::size_t k = 0; k < operands.size(); ++k) {
            const ir::Dims& dims = operands[k];
            const std::int64_t extent = back < dims.size() ? dims[dims.size() - 1 - back] : 1;
            axis.stride[k] = extent == 1 ? 0 : step[k];
            step[k] *= extent;
        }
        // The axis inside of this one, if every operand continues where that one ends.
        const bool merges = !plan.axes.empty() && [&] {
            const auto& inner = plan.axes.back();
            for (std::size_t k = 0; k < operands.size(); ++k)
                if (axis.stride[k] != inner.stride[k] * inner.extent) return false;
            return true;
        }();
        if (merges)
            plan.axes.back().extent *= axis.extent;
        else
            plan.axes.push_back(axis);
    }
    std::ranges::reverse(plan.axes);
    return plan;
}

} // namespace edgewright::ops
