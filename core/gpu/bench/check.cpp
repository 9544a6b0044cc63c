// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/bench/check.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace edgewright::gpu {

Result<Checked> checkedAgainstReference(const Work& work, const std::vector<Array>& inputs, const Array& result,
                                        const CheckEffort& effort, const RunContext& run) {
    const std::int64_t count = result.count();
    const bool isWhole = count <= effort.maxWhole;
    std::mt19937_64 random(1);
    Checked checked;
    checked.tolerance = work.tolerance;
    checked.compared = isWhole ? count : effort.drawn;
    double difference = 0, largest = 0;
    for (std::int64_t i = 0; i < checked.compared; ++i) {
        if (run.stopped()) return cancelled();
        std::int64_t element = i;
        if (!isWhole && i == 1) element = count - 1;
        if (!isWhole && i > 1)
            element = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
        const double expected = work.reference(inputs, element), found = result.at(element);
        largest = std::max(largest, std::abs(expected));
        if (std::isfinite(found))
            difference = std::max(difference, std::abs(found - expected));
        else
            ++checked.noNumbers;
    }
    checked.error = difference / (largest > 0 ? largest : 1);
    return checked;
}

} // namespace edgewright::gpu
