// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline with one point per layer.
#pragma once

#include "core/pipeline/study.h"
#include "views/support/chart/chart_pane.h"

#include <span>

namespace edgewright::views {

// Targets are the layers of costs.report, by index.
BuiltChart rooflineChart(const pipeline::Costs& costs, const Theme& theme,
                         std::span<const std::size_t> selected);
QString layerTip(const cost::LayerCost& layer, const cost::Accelerator& accelerator);

} // namespace edgewright::views
