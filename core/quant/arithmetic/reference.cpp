// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/reference.h"

#include "core/base/checked.h"

#include <algorithm>
#include <vector>

namespace edgewright::quant {

namespace {

// One spatial axis. Leading axes that a 1-D or 2-D convolution lacks have extent 1.
struct Axis {
    std::int64_t input = 1, kernel = 1, stride = 1, dilation = 1, pad = 0, output = 1;

    std::int64_t at(std::int64_t out, std::int64_t tap) const { return out * stride + tap * dilation - pad; }
    bool inside(std::int64_t position) const { return position >= 0 && position < input; }
    // Outputs [first, last) for which this tap lies inside the input.
    std::int64_t first(std::int64_t tap) const {
        return std::min(output, ceilDiv(std::max<std::int64_t>(pad - tap * dilation, 0), stride));
    }
    std::int64_t last(std::int64_t tap) const {
        return std::clamp<std::int64_t>(
            ceilDiv(std::max<std::int64_t>(input + pad - tap * dilation, 0), stride), 0, output);
    }
};

Axis axisOf(const ConvShape& shape, std::size_t fromEnd) {
    if (fromEnd >= shape.kernel.size()) return {};
    const std::size_t i = shape.kernel.size() - 1 - fromEnd;
    return {shape.input[i],     shape.kernel[i],    shape.strides[i],
            shape.dilations[i], shape.padsBegin[i], shape.output[i]};
}

} // namespace

Result<void> convReference(const ConvShape& shape, std::span<const float> x, std::span<const float> w,
                           std::span<const float> bias, std::span<float> y, const RunContext& run) {
    const Axis depth = axisOf(shape, 2), height = axisOf(shape, 1), width = axisOf(shape, 0);
    const std::int64_t groupInputs = shape.inChannels / shape.groups;
    const std::int64_t groupOutputs = shape.outChannels / shape.groups;
    const std::int64_t plane = depth.input * height.input * width.input;
    const std::int64_t taps = depth.kernel * height.kernel * width.kernel;
    std::vector<double> row(static_cast<std::size_t>(width.output));
    struct Reach {
        std::int64_t first, last;
    };
    std::vector<Reach> reaches; // by tap of a row: dividing for each product would take longer than it
    for (std::int64_t tap = 0; tap < width.kernel; ++tap)
        reaches.push_back({width.first(tap), width.last(tap)});
    const bool isProduct = plane == 1 && taps == 1 && depth.output * height.output * width.output == 1 &&
                           depth.pad == 0 && height.pad == 0 && width.pad == 0;
    float* out = y.data();

    // Adds one row of the kernel over one row of one input channel.
    const auto addTaps = [&](const float* in, const float* weights) {
        for (std::int64_t tap = 0; tap < width.kernel; ++tap) {
            const double weight = static_cast<double>(weights[tap]);
            const Reach reach = reaches[static_cast<std::size_t>(tap)];
            for (std::int64_t c = reach.first; c < reach.last; ++c)
                row[static_cast<std::size_t>(c)] += weight * static_cast<double>(in[width.at(c, tap)]);
        }
    };

    for (std::int64_t image = 0; image < shape.batch; ++image)
        for (std::int64_t channel = 0; channel < shape.outChannels; ++channel) {
            const float* inputs =
                x.data() + (image * shape.inChannels + channel / groupOutputs * groupInputs) * plane;
            const float* weights = w.data() + channel * groupInputs * taps;
            const double start =
                bias.empty() ? 0.0 : static_cast<double>(bias[static_cast<std::size_t>(channel)]);
            if (isProduct) { // of matrices: the same sum without a place to look for
                if (run.stopped()) return cancelled();
                double sum = start;
                for (std::int64_t in = 0; in < groupInputs; ++in)
                    sum += static_cast<double>(weights[in]) * static_cast<double>(inputs[in]);
                *out++ = static_cast<float>(sum);
                continue;
            }
            for (std::int64_t a = 0; a < depth.output; ++a)
                for (std::int64_t b = 0; b < height.output; ++b) {
                    if (run.stopped()) return cancelled();
                    std::ranges::fill(row, start);
                    for (std::int64_t in = 0; in < groupInputs; ++in)
                        for (std::int64_t ka = 0; ka < depth.kernel; ++ka)
                            for (std::int64_t kb = 0; kb < height.kernel; ++kb) {
                                const std::int64_t ia = depth.at(a, ka), ib = height.at(b, kb);
                                if (!depth.inside(ia) || !height.inside(ib)) continue;
                                addTaps(inputs + in * plane + (ia * height.input + ib) * width.input,
                                        weights + in * taps + (ka * height.kernel + kb) * width.kernel);
                            }
                    for (const double sum : row)
                        *out++ = static_cast<float>(sum);
                }
        }
    return {};
}

} // namespace edgewright::quant
