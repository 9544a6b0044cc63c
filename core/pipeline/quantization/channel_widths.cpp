// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/channel_widths.h"

#include "core/quant/layer/layer_study.h"
#include "core/quant/qdq/operator_role.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace edgewright::pipeline {

namespace {

// visit(channel, weight); false: there are no weights, or they are no numbers.
template <typename Start, typename Visit>
bool forEachWeight(const ir::Node& product, const ir::Tensor& weights, Start start, Visit visit) {
    const ir::Dims& dims = weights.dims();
    const auto axis = static_cast<std::size_t>(
        std::clamp<std::int64_t>(quant::channelAxis(product, dims.size()), 0,
                                 std::max<std::int64_t>(static_cast<std::int64_t>(dims.size()) - 1, 0)));
    const auto floats = ir::toFloat32(weights);
    if (!floats || dims.empty() || floats->elements() == 0) return false;
    const auto channels = static_cast<std::size_t>(dims[axis]);
    const auto inner =
        static_cast<std::size_t>(std::accumulate(dims.begin() + static_cast<std::ptrdiff_t>(axis) + 1,
                                                 dims.end(), std::int64_t(1), std::multiplies<>()));
    const auto values = floats->template as<float>();
    start(channels, values.size() / channels);
    for (std::size_t i = 0; i < values.size(); ++i)
        visit(i / inner % channels, values[i]);
    return true;
}

} // namespace

ChannelWidths channelWidths(const ir::Node& product, const ir::Tensor& weights) {
    ChannelWidths widths;
    forEachWeight(
        product, weights,
        [&](std::size_t channels, std::size_t depth) {
            widths.largest.assign(channels, 0);
            widths.norms.assign(channels, 0);
            widths.depth = depth;
        },
        [&](std::size_t channel, float weight) {
            const double value = std::abs(static_cast<double>(weight));
            widths.largest[channel] = std::max(widths.largest[channel], value);
            widths.norms[channel] += value * value;
        });
    for (double& norm : widths.norms)
        norm = std::sqrt(norm);
    return widths;
}

double medianOf(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

double weightSqnrDb(const ir::Node& product, const ir::Tensor& weights,
                    const std::vector<quant::Params>& params, quant::Codes codes,
                    const quant::Rounder& rounder) {
    double signal = 0, noise = 0;
    std::uint64_t element = 0;
    bool isWhole = params.size() == 1;
    forEachWeight(
        product, weights,
        [&](std::size_t channels, std::size_t) { isWhole = isWhole || params.size() != channels; },
        [&](std::size_t channel, float weight) {
            if (params.empty()) return;
            const quant::Params& each = params[isWhole ? 0 : channel];
            const double exact = static_cast<double>(weight);
            const double error = static_cast<double>(quant::dequantize(
                                     quant::quantize(weight, each, codes, rounder, element++), each)) -
                                 exact;
            signal += exact * exact;
            noise += error * error;
        });
    return quant::decibels(signal, noise);
}

} // namespace edgewright::pipeline
