// SPDX-License-Identifier: GPL-3.0-or-later
// A stacked bar for each layer, in order of execution; marks beside it say what the other costs have that these
// are compared with.
#pragma once

#include "core/pipeline/cost_comparison.h"
#include "views/support/chart/chart_card.h"

#include <functional>
#include <vector>

namespace edgewright::views {

struct BarPart {
    QString title;
    QColor color;
    bool outlined = false; // lighter inside
    std::function<double(const cost::LayerCost&)> valueOf;
};

struct LayerBars {
    QString title;
    std::vector<BarPart> parts;
    double unit = 1; // of the axis
    QString unitTitle;
    std::function<double(const cost::LayerCost&)> totalOf;
    // Null: the other costs do not have it.
    std::function<double(const cost::Together&, const pipeline::ComparedCosts&)> otherOf;
    std::function<QString(double)> text;
};

// Targets are the layers of the cost report, by index.
BuiltChart layerBars(const ChartInput& input, const Theme& theme, const LayerBars& bars);
double largestTotal(const ChartInput& input, const std::function<double(const cost::LayerCost&)>& totalOf);

} // namespace edgewright::views
