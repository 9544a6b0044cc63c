// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/weight_stats.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::views {

namespace {

constexpr std::int64_t PollEvery = 1 << 16;

std::vector<WeightStats::Span> channelRanges(const ir::Tensor& tensor) {
    std::vector<WeightStats::Span> spans;
    if (tensor.rank() < 2 || tensor.elements() == 0) return spans;
    const std::int64_t channels = tensor.dims().front();
    const std::int64_t each = tensor.elements() / channels;
    for (std::int64_t c = 0; c < channels; ++c) {
        float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest();
        for (std::int64_t i = c * each; i < (c + 1) * each; ++i) {
            const auto value = static_cast<float>(ir::elementAsDouble(tensor, i));
            low = std::min(low, value);
            high = std::max(high, value);
        }
        spans.push_back({low, high});
    }
    return spans;
}

} // namespace

Result<WeightStats> weightStats(const ir::Tensor& tensor, const RunContext& run) {
    if (!tensor.hasData() || tensor.dtype() == ir::DataType::String)
        return unsupported("no numbers to look at");
    WeightStats stats;
    stats.elements = tensor.elements();
    double sum = 0, squares = 0;
    stats.minimum = std::numeric_limits<double>::infinity();
    stats.maximum = -stats.minimum;
    for (std::int64_t i = 0; i < stats.elements; ++i) {
        if (i % PollEvery == 0 && run.stopped()) return cancelled();
        const double value = ir::elementAsDouble(tensor, i);
        if (!std::isfinite(value)) {
            ++stats.nonFinite;
            ++(std::isnan(value) ? stats.nans : stats.infinities);
            continue;
        }
        ++stats.finite;
        stats.zeros += value == 0;
        sum += value;
        squares += value * value;
        stats.minimum = std::min(stats.minimum, value);
        stats.maximum = std::max(stats.maximum, value);
    }
    if (stats.finite == 0) {
        stats.minimum = stats.maximum = 0;
        return stats;
    }
    const auto count = static_cast<double>(stats.finite);
    stats.mean = sum / count;
    stats.deviation = std::sqrt(std::max(0.0, squares / count - stats.mean * stats.mean));
    const double width = stats.maximum - stats.minimum;
    const auto bins = static_cast<double>(stats.histogram.size());
    for (std::int64_t i = 0; i < stats.elements; ++i) {
        if (i % PollEvery == 0 && run.stopped()) return cancelled();
        const double value = ir::elementAsDouble(tensor, i);
        if (!std::isfinite(value)) continue;
        const double position = width > 0 ? (value - stats.minimum) / width * bins : 0;
        ++stats.histogram[std::min(static_cast<std::size_t>(position), stats.histogram.size() - 1)];
    }
    stats.channels = channelRanges(tensor);
    return stats;
}

} // namespace edgewright::views
