// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of one layer. Targets of those by channel are the channels, by index; `marked` is the channel that the
// page shows.
#pragma once

#include "core/pipeline/quantization/layer/channel_facts.h"
#include "core/pipeline/quantization/layer/layer_facts.h"
#include "core/pipeline/quantization/layer/value_histogram.h"
#include "core/quant/layer/layer_study.h"
#include "views/support/chart/chart_pane.h"

#include <array>
#include <optional>

namespace edgewright::views {

// The width that the sums of a layer can reach, by output channel, against what was measured and what is there.
BuiltChart buildBits(const quant::LayerStudy& study, std::optional<std::int64_t> marked, const Theme& theme);

// The scales of the weights by output channel; with one scale for all, the codes that each channel uses.
// "Channel 17 is 12.0 × wider than the median channel"
QString scalesTitle(const pipeline::ChannelScales& scales);
BuiltChart buildScales(const pipeline::ChannelScales& scales, std::optional<std::int64_t> marked,
                       const Theme& theme);

// The values of a tensor as a histogram, with the range of its codes, the codes themselves, and the ranges that
// the methods would choose.
QString tensorTitle(pipeline::LayerTensor tensor); // "Input"
QString methodTitle(const std::string& method);    // "mean squared error"
// A share of `all`: "12.3 %", or where that is less than 0.1 % how many: "4".
QString partText(double share, std::int64_t all);
// "Input: 0.120 % of 393 k values lie outside of −2.12 … 2.64"
QString histogramTitle(const pipeline::ValueHistogram& histogram);
// Targets are the bins. Values count on a logarithmic axis.
BuiltChart buildHistogram(const pipeline::ValueHistogram& histogram, const Theme& theme);

// The outputs of a layer as points: over what they are in FP32, what they are in INT8, or their error.
enum class OutputAxis { Int8, Error };
inline constexpr std::array AllOutputAxes{OutputAxis::Int8, OutputAxis::Error};
QString outputAxisTitle(OutputAxis axis); // "INT8 output"
// "20000 of 1204224 outputs, evenly chosen; 0.12 % of all are clamped"
QString outputChartTitle(const pipeline::OutputPoints& points);
// Targets are the elements of ChannelErrors::worst.
BuiltChart buildOutputChart(const pipeline::LayerFacts& facts, OutputAxis axis,
                            std::optional<std::int64_t> marked, const Theme& theme);

} // namespace edgewright::views
