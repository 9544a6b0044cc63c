// SPDX-License-Identifier: GPL-3.0-or-later
// A computation by its definition: as slow as it is plain.
#include "core/loopnest/computation.h"

namespace edgewright::loopnest {

namespace {

// The point behind `point` of the listed axes, in row-major order; false behind the last one.
bool next(std::vector<std::int64_t>& point, const std::vector<std::size_t>& listed,
          const std::vector<Axis>& axes) {
    for (std::size_t i = listed.size(); i-- > 0;) {
        if (++point[listed[i]] < axes[listed[i]].extent) return true;
        point[listed[i]] = 0;
    }
    return false;
}

// Nothing in the padding.
std::optional<std::int64_t> elementOf(const Access& access, const std::vector<std::int64_t>& point) {
    std::int64_t element = 0;
    for (std::size_t i = 0; i < access.dims.size(); ++i) {
        std::int64_t index = access.indices[i].offset;
        for (std::size_t axis = 0; axis < point.size(); ++axis)
            index += access.indices[i].coefficients[axis] * point[axis];
        if (index < 0 || index >= access.dims[i]) return std::nullopt;
        element = element * access.dims[i] + index;
    }
    return element;
}

double valueOf(const Access& access, const std::vector<std::int64_t>& point,
               std::span<const std::span<const float>> operands) {
    const auto element = elementOf(access, point);
    return element ? double(operands[access.place][static_cast<std::size_t>(*element)]) : 0.0;
}

float valueAt(const Computation& computation, std::vector<std::int64_t>& point,
              const std::vector<std::size_t>& reduction, std::span<const std::span<const float>> operands) {
    const Epilogue& epilogue = computation.epilogue;
    double sum = 0;
    do
        sum += valueOf(computation.left, point, operands) * valueOf(computation.right, point, operands);
    while (next(point, reduction, computation.axes));
    sum *= double(epilogue.scale);
    for (const Addend& each : epilogue.addends)
        sum += double(each.scale) * valueOf(each.access, point, operands);
    if (epilogue.low && sum < double(*epilogue.low)) sum = double(*epilogue.low);
    if (epilogue.high && sum > double(*epilogue.high)) sum = double(*epilogue.high);
    return static_cast<float>(sum);
}

} // namespace

std::vector<std::pair<std::int64_t, float>> evaluatedSome(const Computation& computation,
                                                          std::span<const std::span<const float>> operands,
                                                          std::int64_t points) {
    const std::vector<std::size_t> spatial = computation.spatial(), reduction = computation.reduction();
    const std::int64_t total = computation.output.elements();
    const std::int64_t step = std::max<std::int64_t>(1, total / std::max<std::int64_t>(1, points));
    std::vector<std::pair<std::int64_t, float>> values;
    for (std::int64_t number = 0; number < total; number += step) {
        std::vector<std::int64_t> point(computation.axes.size());
        std::int64_t rest = number;
        for (std::size_t i = spatial.size(); i-- > 0;) {
            const std::int64_t extent = computation.axes[spatial[i]].extent;
            point[spatial[i]] = rest % extent;
            rest /= extent;
        }
        values.emplace_back(*elementOf(computation.output, point),
                            valueAt(computation, point, reduction, operands));
    }
    return values;
}

std::vector<float> evaluated(const Computation& computation, std::span<const std::span<const float>> operands) {
    std::vector<float> out(static_cast<std::size_t>(computation.output.elements()));
    for (const auto& [element, value] : evaluatedSome(computation, operands, computation.output.elements()))
        out[static_cast<std::size_t>(element)] = value;
    return out;
}

} // namespace edgewright::loopnest
