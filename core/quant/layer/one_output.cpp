// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/layer/one_output.h"

#include "core/quant/arithmetic/conv_kernel.h"

#include <algorithm>
#include <utility>

namespace edgewright::quant {

// Row-major coordinates of an element.
std::vector<std::int64_t> coordinatesOf(std::int64_t element, std::span<const std::int64_t> extents) {
    std::vector<std::int64_t> result(extents.size());
    for (std::size_t axis = extents.size(); axis-- > 0;) {
        const std::int64_t extent = std::max<std::int64_t>(extents[axis], 1);
        result[axis] = element % extent;
        element /= extent;
    }
    return result;
}

namespace {

// Where each kernel position lies in a plane of the input; -1 on padding.
std::vector<std::int64_t> placesUnderKernel(const ConvShape& shape, std::span<const std::int64_t> origin,
                                            std::int64_t positions) {
    std::vector<std::int64_t> places(static_cast<std::size_t>(positions), -1);
    for (std::int64_t k = 0; k < positions; ++k) {
        const auto tap = coordinatesOf(k, shape.kernel);
        std::int64_t place = 0;
        bool inside = true;
        for (std::size_t axis = 0; axis < tap.size(); ++axis) {
            const std::int64_t at = origin[axis] + tap[axis] * shape.dilations[axis];
            inside = inside && at >= 0 && at < shape.input[axis];
            place = place * shape.input[axis] + at;
        }
        if (inside) places[static_cast<std::size_t>(k)] = place;
    }
    return places;
}

} // namespace

OneOutput oneOutput(const ValueTrace& trace, const LayerOperands& operands, const ConvSizes& sizes,
                    const ConvArguments& all) {
    const ConvShape& shape = operands.shape;
    const auto x = std::as_const(operands.x).as<float>();
    const std::int64_t taps = sizes.kernelPositions;
    const std::vector<std::int64_t> ones(shape.kernel.size(), 1), zeros(shape.kernel.size(), 0);
    OneOutput one;
    one.shape = {1, trace.inputChannels, 1, 1, shape.kernel, shape.kernel, ones, ones, zeros, zeros, ones};
    const auto places = placesUnderKernel(shape, trace.origin, taps);
    for (const std::int64_t place : places)
        one.padding.push_back(place < 0);
    for (std::int64_t in = 0; in < trace.inputChannels; ++in) {
        const std::int64_t plane =
            (trace.image * shape.inChannels + trace.firstInputChannel + in) * sizes.inputPositions;
        for (const std::int64_t place : places) {
            const auto at = static_cast<std::size_t>(plane + place);
            one.x.push_back(place < 0 ? 0.0f : x[at]);
            one.xCodes.push_back(place < 0 ? static_cast<std::int16_t>(all.xZero) : all.x[at]);
        }
    }
    const auto firstWeight = static_cast<std::size_t>(trace.channel * sizes.depth);
    const auto depth = static_cast<std::size_t>(sizes.depth);
    const auto weights = std::span(operands.weights).subspan(firstWeight, depth);
    const auto codes = all.w.subspan(firstWeight, depth);
    one.w.assign(weights.begin(), weights.end());
    one.wCodes.assign(codes.begin(), codes.end());
    if (!operands.bias.empty()) one.bias.push_back(operands.bias[static_cast<std::size_t>(trace.channel)]);
    if (!all.bias.empty()) one.biasCodes.push_back(all.bias[static_cast<std::size_t>(trace.channel)]);
    one.wScale = ofChannel(all.wScale, trace.channel);
    one.wZero = ofChannel(all.wZero, trace.channel);
    return one;
}

Result<ConvOutput> convOneOutput(const OneOutput& one, const ConvArguments& all, const RunContext& run) {
    // Two output channels with the same weights: a single one of a single input channel would be depthwise.
    ConvArguments alone = all;
    const auto twice = [](auto values) {
        values.insert(values.end(), values.begin(), values.end());
        return values;
    };
    const auto weights = twice(one.wCodes);
    const auto bias = twice(one.biasCodes);
    alone.shape = one.shape;
    alone.shape.outChannels = 2;
    alone.x = one.xCodes;
    alone.w = weights;
    alone.bias = bias;
    alone.wScale = {one.wScale};
    alone.wZero = {one.wZero};
    if (!addsInPairs(all)) alone.accumulation = Accumulation::Exact;
    return convInt8(alone, run);
}

} // namespace edgewright::quant
