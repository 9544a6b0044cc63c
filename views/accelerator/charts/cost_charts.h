// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of the cost report. Their targets are its layers, by index.
//
// To add one: write views/accelerator/charts/<name>.cpp, all of it in namespace
// edgewright::views::<name>_chart, with `extern const ChartSpec entry` and its definition, and add <name> to
// ENTRIES in views/accelerator/accelerator.cmake.
#pragma once

#include "views/support/chart/chart_card.h"

#include <span>

namespace edgewright::views {

std::span<const ChartSpec* const> acceleratorCharts(); // in the order of their tabs

// The layers, by index in the cost report, that `item` is or was fused into.
std::vector<std::size_t> layersOf(const pipeline::Analysis& analysis, const Item& item);
// The layer of `item` that takes most cycles, on the array if any is; of all layers where it has none.
// Null: there is no layer, or no costs.
const cost::LayerCost* layerToShow(const pipeline::Analysis* analysis, const Item& item);
// A layer that has its name beside it, in a chart whose targets are the layers of the cost report.
struct NamedLayer {
    std::size_t index = 0;
    QString name; // shortened, never that of another one
    bool isSelected = false;
};
// The one that is selected alone, and the first few of `byRank`.
std::vector<NamedLayer> namedLayers(const std::vector<cost::LayerCost>& layers,
                                    const std::vector<std::size_t>& byRank,
                                    const std::vector<std::size_t>& selected);
QString noLayers(const ChartInput& input);
void chooseLayer(std::size_t target, const ChartInput& input, ViewContext& context);
QString layerTip(const cost::LayerCost& layer, const cost::Accelerator& accelerator);

} // namespace edgewright::views
