// SPDX-License-Identifier: GPL-3.0-or-later
// The layers that a tiling is as good for as for one of them.
#pragma once

#include "core/cost/shape.h"
#include "core/cost/systolic.h"

#include <string>
#include <vector>

namespace edgewright::cost {

// Names of the layers of a report that differ from `layer` in names and nodes alone, `layer` first.
inline std::vector<std::string> layersAlike(const CostReport& report, const Layer& layer) {
    std::vector<std::string> names{layer.name};
    const Shape shape = shapeOf(layer);
    for (const LayerCost& each : report.layers)
        if (each.layer.name != layer.name && shapeOf(each.layer) == shape) names.push_back(each.layer.name);
    return names;
}

} // namespace edgewright::cost
