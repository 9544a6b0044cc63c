// SPDX-License-Identifier: GPL-3.0-or-later
// Each output position gathers its inputs once into a contiguous patch, which then meets the weights of all
// output channels, eight channels at a time. Sums and their extremes stay exact; only an output whose partial
// sums leave the accumulator is computed again, addition by addition.
#include "core/quant/conv_int8.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/quant/accumulator.h"
#include "core/quant/conv_shape.h"
#include "core/quant/requantizer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <string>

namespace edgewright::quant {

namespace {

constexpr std::int64_t Lanes = 8; // output channels side by side

Result<void> checkScales(const ConvArguments& arguments) {
    const auto usable = [](float scale) { return std::isfinite(scale) && scale > 0; };
    if (!usable(arguments.xScale) || !usable(arguments.yScale) ||
        !std::ranges::all_of(arguments.wScale, usable))
        return badInput("integer convolution: scales must be finite and positive");
    return {};
}

Result<void> checkArguments(const ConvArguments& arguments, const ConvSizes& sizes) {
    const auto channels = static_cast<std::size_t>(arguments.shape.outChannels);
    const auto code = [](std::int32_t value) { return value >= -32768 && value <= 32767; };
    const auto counts = [](const char* what, std::size_t found, std::int64_t expected) {
        return badInput(std::string("integer convolution: ") + std::to_string(found) + " " + what +
                        ", expected " + std::to_string(expected));
    };
    if (arguments.x.size() != static_cast<std::size_t>(sizes.inputs))
        return counts("inputs", arguments.x.size(), sizes.inputs);
    if (arguments.w.size() != static_cast<std::size_t>(sizes.weights))
        return counts("weights", arguments.w.size(), sizes.weights);
    if (!arguments.bias.empty() && arguments.bias.size() != channels)
        return counts("biases", arguments.bias.size(), arguments.shape.outChannels);
    if (arguments.wScale.size() != 1 && arguments.wScale.size() != channels)
        return counts("weight scales", arguments.wScale.size(), arguments.shape.outChannels);
    if (arguments.wZero.size() != 1 && arguments.wZero.size() != channels)
        return counts("weight zero points", arguments.wZero.size(), arguments.shape.outChannels);
    if (!code(arguments.xZero) || !code(arguments.yZero) || !std::ranges::all_of(arguments.wZero, code))
        return badInput("integer convolution: zero points must lie in -32768..32767");
    if (!code(arguments.yMin) || !code(arguments.yMax) || arguments.yMin > arguments.yMax)
        return badInput("integer convolution: output codes " + std::to_string(arguments.yMin) + ".." +
                        std::to_string(arguments.yMax) + " are no range within -32768..32767");
    if (arguments.accumulatorBits < 8 || arguments.accumulatorBits > 32)
        return badInput("integer convolution: an accumulator of " + std::to_string(arguments.accumulatorBits) +
                        " bits, expected 8 to 32");
    return checkScales(arguments);
}

template <typename T>
const T& ofChannel(const std::vector<T>& values, std::int64_t channel) {
    return values.size() == 1 ? values.front() : values[static_cast<std::size_t>(channel)];
}

// Three spatial axes for every shape: missing ones lead with extent 1.
struct Axes {
    std::array<std::int64_t, 3> input{1, 1, 1}, kernel{1, 1, 1}, strides{1, 1, 1}, dilations{1, 1, 1},
        pads{0, 0, 0}, output{1, 1, 1};
    explicit Axes(const ConvShape& shape) {
        const auto place = [](const std::vector<std::int64_t>& from, std::array<std::int64_t, 3>& to) {
            std::ranges::copy(from, to.end() - static_cast<std::ptrdiff_t>(from.size()));
        };
        place(shape.input, input);
        place(shape.kernel, kernel);
        place(shape.strides, strides);
        place(shape.dilations, dilations);
        place(shape.padsBegin, pads);
        place(shape.output, output);
    }
};

std::int64_t largestInput(const ConvArguments& arguments) {
    std::int64_t largest = 0;
    for (const std::int16_t code : arguments.x)
        largest = std::max<std::int64_t>(largest, std::abs(code - arguments.xZero));
    return largest;
}

std::int64_t largestWeight(const ConvArguments& arguments, const ConvSizes& sizes) {
    std::int64_t largest = 0;
    for (std::int64_t channel = 0; channel < arguments.shape.outChannels; ++channel) {
        const std::int32_t zero = ofChannel(arguments.wZero, channel);
        for (const std::int16_t code : arguments.w.subspan(static_cast<std::size_t>(channel * sizes.depth),
                                                           static_cast<std::size_t>(sizes.depth)))
            largest = std::max<std::int64_t>(largest, std::abs(code - zero));
    }
    return largest;
}

// Element holds a code without its zero point, Sum any partial sum without the bias.
template <typename Element, typename Sum>
class Kernel {
public:
    Kernel(const ConvArguments& arguments, const ConvSizes& sizes)
        : m_arguments(arguments), m_shape(arguments.shape), m_sizes(sizes), m_axes(arguments.shape),
          m_groupInputs(m_shape.inChannels / m_shape.groups),
          m_groupOutputs(m_shape.outChannels / m_shape.groups), m_patch(static_cast<std::size_t>(sizes.depth)) {
        arrangeInputs();
        arrangeWeights();
        for (std::int64_t channel = 0; channel < m_shape.outChannels; ++channel)
            m_requantize.emplace_back(arguments.requantize, arguments.xScale,
                                      ofChannel(arguments.wScale, channel), arguments.yScale, arguments.yZero,
                                      arguments.yMin, arguments.yMax);
        m_output.accumulators.resize(static_cast<std::size_t>(sizes.outputs));
        m_output.y.resize(static_cast<std::size_t>(sizes.outputs));
    }

    Result<ConvOutput> run(const RunContext& run) {
        const std::int64_t rows = m_shape.batch * m_axes.output[0] * m_axes.output[1];
        std::int64_t row = 0;
        for (std::int64_t image = 0; image < m_shape.batch; ++image) {
            std::int64_t position = 0;
            for (std::int64_t a = 0; a < m_axes.output[0]; ++a) {
                for (std::int64_t b = 0; b < m_axes.output[1]; ++b) {
                    for (std::int64_t c = 0; c < m_axes.output[2]; ++c, ++position)
                        for (std::int64_t group = 0; group < m_shape.groups; ++group) {
                            gather(image, group, {a, b, c});
                            if (!channels(image, group, position, run)) return cancelled();
                        }
                    run.report(static_cast<std::uint32_t>(++row), static_cast<std::uint32_t>(rows));
                }
            }
        }
        m_output.accumulatorBitsNeeded = signedBits(m_low, m_high);
        return std::move(m_output);
    }

private:
    // [batch][position][channel], zero point taken off.
    void arrangeInputs() {
        m_x.resize(m_arguments.x.size());
        const std::int64_t positions = m_sizes.inputPositions;
        const std::int16_t* from = m_arguments.x.data();
        for (std::int64_t image = 0; image < m_shape.batch; ++image)
            for (std::int64_t channel = 0; channel < m_shape.inChannels; ++channel) {
                Element* to = m_x.data() + image * positions * m_shape.inChannels + channel;
                for (std::int64_t i = 0; i < positions; ++i)
                    to[i * m_shape.inChannels] = static_cast<Element>(*from++ - m_arguments.xZero);
            }
    }

    // Channels that run side by side interleave: [kernel position][input channel][lane]; the rest follow one by
    // one.
    void arrangeWeights() {
        m_w.resize(m_arguments.w.size());
        for (std::int64_t channel = 0; channel < m_shape.outChannels; ++channel) {
            const std::int64_t inGroup = channel % m_groupOutputs;
            const bool lanes = inGroup / Lanes * Lanes + Lanes <= m_groupOutputs;
            const std::int64_t lane = lanes ? inGroup % Lanes : 0;
            const std::int64_t step = lanes ? Lanes : 1;
            Element* to = m_w.data() + (channel - lane) * m_sizes.depth + lane;
            const std::int16_t* from = m_arguments.w.data() + channel * m_sizes.depth;
            const std::int32_t zero = ofChannel(m_arguments.wZero, channel);
            for (std::int64_t in = 0; in < m_groupInputs; ++in)
                for (std::int64_t k = 0; k < m_sizes.kernelPositions; ++k)
                    to[(k * m_groupInputs + in) * step] = static_cast<Element>(*from++ - zero);
        }
    }

    // The inputs under the kernel in the order of summation; 0 where the kernel lies on padding.
    void gather(std::int64_t image, std::int64_t group, const std::array<std::int64_t, 3>& at) {
        std::array<std::int64_t, 3> origin{};
        for (std::size_t i = 0; i < 3; ++i)
            origin[i] = at[i] * m_axes.strides[i] - m_axes.pads[i];
        const Element* plane =
            m_x.data() + image * m_sizes.inputPositions * m_shape.inChannels + group * m_groupInputs;
        Element* to = m_patch.data();
        const auto inside = [this](std::int64_t coordinate, std::size_t axis) {
            return coordinate >= 0 && coordinate < m_axes.input[axis];
        };
        for (std::int64_t ka = 0; ka < m_axes.kernel[0]; ++ka) {
            const std::int64_t a = origin[0] + ka * m_axes.dilations[0];
            for (std::int64_t kb = 0; kb < m_axes.kernel[1]; ++kb) {
                const std::int64_t b = origin[1] + kb * m_axes.dilations[1];
                const bool row = inside(a, 0) && inside(b, 1);
                for (std::int64_t kc = 0; kc < m_axes.kernel[2]; ++kc, to += m_groupInputs) {
                    const std::int64_t c = origin[2] + kc * m_axes.dilations[2];
                    if (row && inside(c, 2))
                        std::copy_n(plane +
                                        ((a * m_axes.input[1] + b) * m_axes.input[2] + c) * m_shape.inChannels,
                                    m_groupInputs, to);
                    else
                        std::fill_n(to, m_groupInputs, Element(0));
                }
            }
        }
    }

    // All output channels of one group at one position. False: stopped.
    bool channels(std::int64_t image, std::int64_t group, std::int64_t position, const RunContext& run) {
        std::int64_t inGroup = 0;
        for (; inGroup + Lanes <= m_groupOutputs; inGroup += Lanes) {
            if (inGroup % (16 * Lanes) == 0 && run.stopped()) return false;
            dot<Lanes>(image, group * m_groupOutputs + inGroup, position);
        }
        if (run.stopped()) return false;
        for (; inGroup < m_groupOutputs; ++inGroup)
            dot<1>(image, group * m_groupOutputs + inGroup, position);
        return true;
    }

    template <std::int64_t Width>
    void dot(std::int64_t image, std::int64_t channel, std::int64_t position) {
        std::array<Sum, Width> sum{}, low{}, high{};
        const Element* w = m_w.data() + channel * m_sizes.depth;
        for (const Element x : m_patch) {
            for (std::size_t lane = 0; lane < Width; ++lane) {
                sum[lane] += static_cast<Sum>(x) * static_cast<Sum>(w[lane]);
                low[lane] = std::min(low[lane], sum[lane]);
                high[lane] = std::max(high[lane], sum[lane]);
            }
            w += Width;
        }
        for (std::size_t lane = 0; lane < Width; ++lane)
            finish<Width>(image, channel, static_cast<std::int64_t>(lane), position, sum[lane], low[lane],
                          high[lane]);
    }

    template <std::int64_t Width>
    void finish(std::int64_t image, std::int64_t first, std::int64_t lane, std::int64_t position,
                std::int64_t sum, std::int64_t low, std::int64_t high) {
        const std::int64_t channel = first + lane;
        const std::int64_t bias =
            m_arguments.bias.empty() ? 0 : m_arguments.bias[static_cast<std::size_t>(channel)];
        const std::int64_t total = sum + bias;
        low = std::min(low, total);
        high = std::max(high, total);
        m_low = std::min(m_low, low);
        m_high = std::max(m_high, high);

        Accumulator accumulator(m_arguments.accumulatorBits, m_arguments.overflow);
        if (accumulator.holds(low, high)) {
            accumulator.add(total);
        } else {
            ++m_output.overflows;
            const Element* w = m_w.data() + first * m_sizes.depth + lane;
            for (const Element x : m_patch) {
                accumulator.add(static_cast<std::int64_t>(x) * static_cast<std::int64_t>(*w));
                w += Width;
            }
            accumulator.add(bias);
        }
        const auto index = static_cast<std::size_t>(
            (image * m_shape.outChannels + channel) * m_sizes.outputPositions + position);
        m_output.accumulators[index] = accumulator.value();
        m_output.y[index] = m_requantize[static_cast<std::size_t>(channel)](accumulator.value());
    }

    const ConvArguments& m_arguments;
    const ConvShape& m_shape;
    ConvSizes m_sizes;
    Axes m_axes;
    std::int64_t m_groupInputs, m_groupOutputs;
    std::vector<Element> m_x, m_w, m_patch;
    std::vector<Requantizer> m_requantize; // by output channel
    std::int64_t m_low = 0, m_high = 0;    // of every partial sum so far
    ConvOutput m_output;
};

} // namespace

Result<ConvOutput> convInt8(const ConvArguments& arguments, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto sizes, checkConvShape(arguments.shape));
    RETURN_IF_ERROR(checkArguments(arguments, sizes));

    // Codes differ by less than 2^16 from their zero points, so the product of two stays below 2^32.
    const std::int64_t x = largestInput(arguments);
    const std::int64_t w = largestWeight(arguments, sizes);
    const auto worst = checkedMul(x * w, sizes.depth);
    if (!worst)
        return badInput("integer convolution: " + std::to_string(sizes.depth) + " terms overflow 64 bits");
    const bool narrow = std::max(x, w) <= std::numeric_limits<std::int16_t>::max() &&
                        *worst <= std::numeric_limits<std::int32_t>::max();
    try {
        if (narrow) return Kernel<std::int16_t, std::int32_t>(arguments, sizes).run(run);
        return Kernel<std::int32_t, std::int64_t>(arguments, sizes).run(run);
    } catch (const std::bad_alloc&) {
        return unsupported("integer convolution: not enough memory for " + std::to_string(sizes.outputs) +
                           " outputs");
    }
}

} // namespace edgewright::quant
