// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/weight_stats.h"

#include "core/base/say.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::pipeline {

namespace {

constexpr std::int64_t ElementsPerPoll = 1 << 16;
constexpr double Infinite = std::numeric_limits<double>::infinity();

// Halves: the width of a range of doubles need not be one.
double share(double value, double low, double high) {
    const double width = high / 2 - low / 2;
    return width > 0 ? (value / 2 - low / 2) / width : 0;
}

} // namespace

bool hasNumbers(const ir::Tensor& tensor) { return tensor.hasData() && tensor.dtype() != ir::DataType::String; }

Result<WeightStats> weightStats(const ir::Tensor& tensor, const RunContext& run) {
    if (!hasNumbers(tensor)) return unsupported(say("no numbers to look at"));
    WeightStats stats;
    stats.tensor = tensor;
    stats.elements = tensor.elements();
    stats.minimum = Infinite;
    stats.maximum = -Infinite;
    const std::int64_t channels = tensor.rank() < 2 ? 0 : tensor.dims().front();
    const std::int64_t each = channels == 0 ? 0 : stats.elements / channels;
    const std::int64_t spans = each > 0 ? std::min(channels, MaxSpans) : 0;
    stats.channelCount = each > 0 ? channels : 0;
    stats.channels.assign(static_cast<std::size_t>(spans), {Infinite, -Infinite});
    for (std::int64_t i = 0; i < stats.elements; ++i) {
        if (i % ElementsPerPoll == 0 && run.stopped()) return cancelled();
        const double value = ir::elementAsDouble(tensor, i);
        if (!std::isfinite(value)) {
            ++(std::isnan(value) ? stats.nans : stats.infinities);
            continue;
        }
        ++stats.finite;
        stats.zeros += value == 0;
        stats.mean += (value - stats.mean) / static_cast<double>(stats.finite);
        stats.minimum = std::min(stats.minimum, value);
        stats.maximum = std::max(stats.maximum, value);
        if (each == 0) continue;
        WeightStats::Span& span = stats.channels[static_cast<std::size_t>(i / each * spans / channels)];
        span.low = std::min(span.low, value);
        span.high = std::max(span.high, value);
    }
    if (stats.finite == 0) {
        stats.minimum = stats.maximum = 0;
        stats.channels.clear();
        return stats;
    }
    double squares = 0;
    const auto bins = static_cast<double>(stats.histogram.size());
    for (std::int64_t i = 0; i < stats.elements; ++i) {
        if (i % ElementsPerPoll == 0 && run.stopped()) return cancelled();
        const double value = ir::elementAsDouble(tensor, i);
        if (!std::isfinite(value)) continue;
        squares += (value - stats.mean) * (value - stats.mean);
        const double bin = share(value, stats.minimum, stats.maximum) * bins;
        ++stats.histogram[std::min(static_cast<std::size_t>(bin), stats.histogram.size() - 1)];
    }
    stats.deviation = std::sqrt(squares / static_cast<double>(stats.finite));
    return stats;
}

} // namespace edgewright::pipeline
