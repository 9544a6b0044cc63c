// SPDX-License-Identifier: GPL-3.0-or-later
// Numpy broadcasting: shapes for inference, a loop nest for kernels.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor_type.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::ops {

// Symbolic shapes: equal symbols stay, a known extent above 1 wins over an unknown one. BadInput when known
// extents clash.
Result<std::vector<ir::Dim>> broadcastShapes(const std::vector<ir::Dim>& a, const std::vector<ir::Dim>& b);
// The same for known shapes.
Result<ir::Dims> broadcastDims(const ir::Dims& a, const ir::Dims& b);

// Walks an output of shape `dims` in row-major order next to up to three broadcast operands. Neighbouring axes
// that every operand walks alike are merged, so that the innermost run is as long as it can be.
struct BroadcastPlan {
    static constexpr std::size_t Operands = 3;
    struct Axis {
        std::int64_t extent = 1;
        std::array<std::int64_t, Operands> stride{}; // elements; 0 where the operand repeats
    };
    ir::Dims dims;
    std::int64_t elements = 0;
    std::vector<Axis> axes; // outermost first; empty for one element
    // Stride of operand `index` within a run: 0 or 1.
    std::int64_t inner(std::size_t index) const { return axes.empty() ? 0 : axes.back().stride[index]; }
};

// BadInput when the shapes do not broadcast or there are more than three.
Result<BroadcastPlan> broadcastPlan(std::span<const ir::Dims> operands);

// Runs of a plan, and elements in each.
inline std::int64_t runLength(const BroadcastPlan& plan) {
    return plan.axes.empty() ? 1 : plan.axes.back().extent;
}
inline std::int64_t runCount(const BroadcastPlan& plan) {
    return plan.elements == 0 ? 0 : plan.elements / runLength(plan);
}

// run(at, offsets, length) for the runs [first, last): output elements [at, at + length) read operand k from
// offsets[k] on, in steps of inner(k).
template <typename F>
void forRuns(const BroadcastPlan& plan, std::int64_t first, std::int64_t last, F run) {
    const std::size_t outer = plan.axes.empty() ? 0 : plan.axes.size() - 1;
    const std::int64_t length = runLength(plan);
    std::vector<std::int64_t> index(outer, 0);
    std::array<std::int64_t, BroadcastPlan::Operands> offsets{};
    std::int64_t before = first;
    for (std::size_t k = outer; k-- > 0 && before > 0; before /= plan.axes[k].extent) {
        index[k] = before % plan.axes[k].extent;
        for (std::size_t j = 0; j < offsets.size(); ++j)
            offsets[j] += plan.axes[k].stride[j] * index[k];
    }
    for (std::int64_t i = first; i < last; ++i) {
        run(i * length, offsets, length);
        for (std::size_t k = outer; k-- > 0;) {
            const auto& axis = plan.axes[k];
            for (std::size_t j = 0; j < offsets.size(); ++j)
                offsets[j] += axis.stride[j];
            if (++index[k] < axis.extent) break;
            for (std::size_t j = 0; j < offsets.size(); ++j)
                offsets[j] -= axis.stride[j] * axis.extent;
            index[k] = 0;
        }
    }
}

// The same for all runs.
template <typename F>
void forEachRun(const BroadcastPlan& plan, F run) {
    forRuns(plan, 0, runCount(plan), run);
}

} // namespace edgewright::ops
