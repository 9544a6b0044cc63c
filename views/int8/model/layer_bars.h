// SPDX-License-Identifier: GPL-3.0-or-later
// The layers that lose most, as bars.
#pragma once

#include "views/int8/model/layer_measures.h"
#include "views/support/chart/chart_pane.h"

#include <vector>

namespace edgewright::views {

inline constexpr std::size_t MaxLayerBars = 10;

// The first MaxLayerBars of `order`, which are the targets; `selected`: places in the report. What a layer
// loses alone stands beside its loss in the model.
BuiltChart buildLayerBars(const pipeline::QuantizedModel& model, const pipeline::Sensitivity* sensitivity,
                          LayerMeasure measure, const std::vector<std::size_t>& order,
                          const std::vector<int>& selected, const Theme& theme);

} // namespace edgewright::views
