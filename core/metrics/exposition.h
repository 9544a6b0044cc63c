// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics as values, and as the text that Prometheus reads: its exposition format 0.0.4.
#pragma once

#include "core/base/result.h"
#include "core/metrics/histogram.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::metrics {

enum class MetricKind {
    Counter,   // never less than before, while the process runs
    Gauge,     // any number
    Histogram, // by bounds, with count and sum
};
std::string_view kindName(MetricKind kind); // "counter"

struct Label {
    std::string name, value;
};
struct Sample {
    std::vector<Label> labels;
    double value = 0;
};
struct HistogramSample {
    std::vector<Label> labels;
    Histogram histogram;
};

// All that is said under one name.
struct Family {
    std::string name, help;
    MetricKind kind = MetricKind::Gauge;
    std::vector<Sample> samples = {};             // of counters and gauges
    std::vector<HistogramSample> histograms = {}; // of histograms
};

inline constexpr std::string_view ExpositionType = "text/plain; version=0.0.4; charset=utf-8";

// Families in their order, those without samples left out. Label values and help may be any bytes: what is no
// UTF-8 becomes U+FFFD. Internal for what no program may offer: a name or a label's name that is none, a name
// that is there twice, samples of one name with equal labels, a counter below 0 or that is no number, a
// histogram whose bounds do not ascend or whose counts do not belong to them.
Result<std::string> expositionText(std::span<const Family> families);

} // namespace edgewright::metrics
