// SPDX-License-Identifier: GPL-3.0-or-later
// Signal-to-quantization-noise ratio by output channel, as bars.
#pragma once

#include "core/quant/layer_study.h"
#include "views/support/chart/chart_pane.h"

namespace edgewright::views {

// Targets are the channels, by index. A channel without any error stands at the top of the axis.
BuiltChart sqnrChart(const quant::LayerStudy& study, std::optional<std::int64_t> selected, const Theme& theme);
QString decibelText(double value); // "42.1 dB"; "exact" for infinity

} // namespace edgewright::views
