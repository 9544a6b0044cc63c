// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a tensor as a histogram, with the range of its codes, the codes themselves, and the ranges that
// the methods would choose.
#pragma once

#include "core/pipeline/quantization/layer/value_histogram.h"
#include "views/support/chart/chart_pane.h"

namespace edgewright::views {

QString tensorTitle(pipeline::LayerTensor tensor); // "Input"
QString methodTitle(const std::string& method);    // "mean squared error"
// A share of `all`: "12.3 %", or where that is less than 0.1 % how many: "4".
QString partText(double share, std::int64_t all);
// "Input: 0.120 % of 393 k values lie outside of −2.12 … 2.64"
QString histogramTitle(const pipeline::ValueHistogram& histogram);

// Targets are the bins. Values count on a logarithmic axis.
BuiltChart buildHistogram(const pipeline::ValueHistogram& histogram, const Theme& theme);

} // namespace edgewright::views
