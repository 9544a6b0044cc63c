// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of the cost report. Their targets are its layers, by index.
#pragma once

#include "views/support/chart/chart_card.h"

namespace edgewright::views {

// The roofline with one point per layer. Marked: with the roofs of all presets.
extern const ChartSpec roofline_chart;

// The layers, by index in the cost report, that `item` is or was fused into.
std::vector<std::size_t> layersOf(const pipeline::Analysis& analysis, const Item& item);
// The layer of `item` that takes most cycles, on the array if any is; of all layers where it has none.
// Null: there is no layer, or no costs.
const cost::LayerCost* layerToShow(const pipeline::Analysis* analysis, const Item& item);
// In every chart whose targets are the layers of the cost report.
inline constexpr std::size_t NamedLayers = 3; // those with most have their name beside them
inline constexpr double NameWidth = 150;      // pixels
QString noLayers(const ChartInput& input);
void chooseLayer(std::size_t target, const ChartInput& input, ViewContext& context);
QString layerTip(const cost::LayerCost& layer, const cost::Accelerator& accelerator);

// A stacked bar for each layer, in order of execution: its cycles, stalls set apart, and its energy by the
// level that takes it.
extern const ChartSpec layer_cycles_chart, layer_energy_chart;

} // namespace edgewright::views
