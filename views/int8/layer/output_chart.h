// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of a layer as points: over what they are in FP32, what they are in INT8, or their error.
#pragma once

#include "core/pipeline/quantization/layer/layer_facts.h"
#include "views/support/chart/chart_pane.h"

#include <array>
#include <optional>

namespace edgewright::views {

enum class OutputAxis { Int8, Error };
inline constexpr std::array AllOutputAxes{OutputAxis::Int8, OutputAxis::Error};
QString outputAxisTitle(OutputAxis axis); // "INT8 output"

// "20000 of 1204224 outputs, evenly chosen; 0.12 % of all are clamped"
QString outputChartTitle(const pipeline::OutputPoints& points);

// Targets are the elements of ChannelErrors::worst; `marked` is the channel that the page shows.
BuiltChart buildOutputChart(const pipeline::LayerFacts& facts, OutputAxis axis,
                            std::optional<std::int64_t> marked, const Theme& theme);

} // namespace edgewright::views
