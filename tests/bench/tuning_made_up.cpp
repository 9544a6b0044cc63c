// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/tuning_made_up.h"

#include "core/cost/search/moves.h"
#include "core/tuner/kernel_space.h"

#include <algorithm>
#include <cmath>

namespace edgewright::bench {

TuningTable madeUp(std::uint64_t seed) {
    cost::search::Random random(seed);
    TuningTable table;
    table.task.key = table.task.label = "made up " + std::to_string(seed);
    table.task.kind = "MatMul";
    table.task.space.axes.push_back({"tile", {0, 2, 3, 4, 5, 6}});
    for (const char* const key : {"k", "n", "m"}) {
        ops::ParameterAxis axis{key, {0}};
        for (std::int64_t value = 24; axis.values.size() < 8; value *= 2)
            axis.values.push_back(value);
        table.task.space.axes.push_back(std::move(axis));
    }
    const cost::search::Space space = tuner::kernelSpace(table.task.space);
    // The rule, choice 0, is as good as the value it stands for.
    std::vector<double> tiles, steepness, best, rules;
    for (const std::int64_t each : table.task.space.axes.front().values)
        tiles.push_back(each == 0 ? 0.1 : 0.4 * random.unit());
    tiles[1 + static_cast<std::size_t>(random.upTo(std::int64_t(tiles.size()) - 1))] = 0;
    for (int axis = 0; axis < 3; ++axis) {
        steepness.push_back(0.01 + 0.04 * random.unit());
        best.push_back(1 + static_cast<double>(random.upTo(7)));
        rules.push_back(1 + static_cast<double>(random.upTo(7)));
    }
    const double cache = 12 + static_cast<double>(random.upTo(6));
    table.points = *admittedPoints(space, 100'000);
    cost::search::Point point;
    for (const cost::search::PointId id : table.points) {
        cost::search::decode(space, id, point);
        double slower = tiles[static_cast<std::size_t>(point[0])], together = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double at = point[axis + 1] == 0 ? rules[axis] : point[axis + 1];
            slower += steepness[axis] * (at - best[axis]) * (at - best[axis]);
            together += at;
        }
        if (together > cache) slower += std::min(0.1 * (together - cache), 0.5);
        table.seconds.push_back(1e-3 * (1 + slower) * (1 + 0.03 * random.unit()));
    }
    table.usualSeconds = table.seconds.front();
    return table;
}

} // namespace edgewright::bench
