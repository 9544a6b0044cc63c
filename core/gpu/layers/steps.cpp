// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/layers/steps.h"

namespace edgewright::gpu {

namespace {

// By axis of the result; nothing: it is not repeated to that.
std::optional<std::vector<std::int64_t>> stepsIn(const ir::Dims& result, const ir::Dims& operand) {
    if (operand.size() > result.size()) return std::nullopt;
    std::vector<std::int64_t> steps(result.size(), 0);
    std::int64_t step = 1;
    for (std::size_t back = 1; back <= operand.size(); ++back) {
        const std::int64_t extent = operand[operand.size() - back], whole = result[result.size() - back];
        if (extent != whole && extent != 1) return std::nullopt;
        if (extent != 1) steps[result.size() - back] = step;
        step *= extent;
    }
    return steps;
}

} // namespace

std::optional<Steps4> stepsOf(const ir::Dims& result, const ir::Dims& a, const ir::Dims& b) {
    const auto left = stepsIn(result, a), right = stepsIn(result, b);
    if (!left || !right) return std::nullopt;
    Steps4 steps;
    std::size_t at = steps.extents.size(); // of the axis that grows, from the innermost on
    for (std::size_t i = result.size(); i-- > 0;) {
        if (result[i] == 1) continue;
        const auto goesOn = [&](const auto& operand, std::int64_t step) {
            return step == operand[at] * steps.extents[at];
        };
        if (at < steps.extents.size() && goesOn(steps.a, (*left)[i]) && goesOn(steps.b, (*right)[i])) {
            steps.extents[at] *= result[i];
            continue;
        }
        if (at == 0) return std::nullopt;
        --at;
        steps.extents[at] = result[i];
        steps.a[at] = (*left)[i];
        steps.b[at] = (*right)[i];
    }
    return steps;
}

} // namespace edgewright::gpu
