// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of the integer convolution. Each output position gathers its inputs once into a contiguous patch,
// which then meets the weights of all output channels, eight channels at a time. Sums and their extremes stay
// exact. Where partial sums leave the accumulator, one that wraps has the exact sum modulo its width, in
// whatever order it is added; one that saturates is added up again, addition by addition.
#pragma once

#include "core/quant/arithmetic/accumulator.h"
#include "core/quant/arithmetic/conv_int8.h"
#include "core/quant/arithmetic/conv_shape.h"
#include "core/quant/arithmetic/lane_sums.h"
#include "core/quant/arithmetic/requantizer.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <type_traits>

namespace edgewright::quant {

// Three spatial axes for every shape: missing ones lead with extent 1.
struct ConvAxes {
    std::array<std::int64_t, 3> input{1, 1, 1}, kernel{1, 1, 1}, strides{1, 1, 1}, dilations{1, 1, 1},
        pads{0, 0, 0}, output{1, 1, 1};
    explicit ConvAxes(const ConvShape& shape) {
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

// Element holds what is multiplied, Sum any partial sum without the bias. Exact: codes without their zero
// points. SaturatingPairs: raw codes, whose zero points are corrected for behind the sum.
template <typename Element, typename Sum, Accumulation Way>
class ConvKernel {
public:
    ConvKernel(const ConvArguments& arguments, const ConvSizes& sizes)
        : m_arguments(arguments), m_shape(arguments.shape), m_sizes(sizes), m_axes(arguments.shape),
          m_groupInputs(m_shape.inChannels / m_shape.groups),
          m_groupOutputs(m_shape.outChannels / m_shape.groups), m_patch(static_cast<std::size_t>(sizes.depth)) {
        if (Pairs) m_padding = static_cast<Element>(arguments.xZero);
        arrangeInputs();
        arrangeWeights();
        for (std::int64_t channel = 0; channel < m_shape.outChannels; ++channel)
            m_requantize.emplace_back(arguments.requantize, arguments.xScale,
                                      ofChannel(arguments.wScale, channel), arguments.yScale, arguments.yZero,
                                      arguments.yMin, arguments.yMax, arguments.rounder);
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
    static constexpr bool Pairs = Way == Accumulation::SaturatingPairs;
    static constexpr std::int64_t Lanes = SumLanes; // output channels side by side
    template <std::int64_t Width>
    static constexpr bool InLanes = !Pairs && Width == SumLanes && std::is_same_v<Element, std::int16_t> &&
                                    std::is_same_v<Sum, std::int32_t>;

    // [batch][position][channel]
    void arrangeInputs() {
        m_x.resize(m_arguments.x.size());
        const std::int32_t zero = Pairs ? 0 : m_arguments.xZero;
        const std::int64_t positions = m_sizes.inputPositions;
        const std::int16_t* from = m_arguments.x.data();
        for (std::int64_t image = 0; image < m_shape.batch; ++image)
            for (std::int64_t channel = 0; channel < m_shape.inChannels; ++channel) {
                Element* to = m_x.data() + image * positions * m_shape.inChannels + channel;
                for (std::int64_t i = 0; i < positions; ++i)
                    to[i * m_shape.inChannels] = static_cast<Element>(*from++ - zero);
            }
    }

    // Channels that run side by side interleave: [kernel position][input channel][lane]; the rest follow one by
    // one.
    void arrangeWeights() {
        m_w.resize(m_arguments.w.size());
        if (Pairs) m_weightSums.assign(static_cast<std::size_t>(m_shape.outChannels), 0);
        for (std::int64_t channel = 0; channel < m_shape.outChannels; ++channel) {
            const std::int64_t inGroup = channel % m_groupOutputs;
            const bool lanes = inGroup / Lanes * Lanes + Lanes <= m_groupOutputs;
            const std::int64_t lane = lanes ? inGroup % Lanes : 0;
            const std::int64_t step = lanes ? Lanes : 1;
            Element* to = m_w.data() + (channel - lane) * m_sizes.depth + lane;
            const std::int16_t* from = m_arguments.w.data() + channel * m_sizes.depth;
            const std::int32_t zero = Pairs ? 0 : ofChannel(m_arguments.wZero, channel);
            if (Pairs)
                m_weightSums[static_cast<std::size_t>(channel)] =
                    std::accumulate(from, from + m_sizes.depth, std::int64_t(0));
            for (std::int64_t in = 0; in < m_groupInputs; ++in)
                for (std::int64_t k = 0; k < m_sizes.kernelPositions; ++k)
                    to[(k * m_groupInputs + in) * step] = static_cast<Element>(*from++ - zero);
        }
    }

    // The inputs under the kernel in the order of summation; padding where the kernel lies outside of them.
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
                        std::fill_n(to, m_groupInputs, m_padding);
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

    // The sums of one position for Width output channels side by side.
    template <std::int64_t Width>
    struct Sums {
        std::array<Sum, Width> sum{}, low{}, high{};
        std::array<Sum, Width> saturated{}; // not 0: a pair left int16
        std::array<Sum, Width> limited{};   // each addition saturates at the accumulator's width
        bool isLimited = false;             // otherwise `limited` is not known yet

        void add(std::size_t lane, Sum term) {
            sum[lane] += term;
            low[lane] = std::min(low[lane], sum[lane]);
            high[lane] = std::max(high[lane], sum[lane]);
        }
    };

    static Sum saturated(Sum pair) { return std::clamp<Sum>(pair, -32768, 32767); }

    template <std::int64_t Width>
    void dot(std::int64_t image, std::int64_t channel, std::int64_t position) {
        Sums<Width> sums;
        const Element* w = m_w.data() + channel * m_sizes.depth;
        if constexpr (Pairs) {
            const Element* x = m_patch.data();
            std::int64_t k = 0;
            for (; k + 2 <= m_sizes.depth; k += 2, w += 2 * Width)
                for (std::size_t lane = 0; lane < Width; ++lane) {
                    const Sum pair = static_cast<Sum>(x[k]) * static_cast<Sum>(w[lane]) +
                                     static_cast<Sum>(x[k + 1]) * static_cast<Sum>(w[Width + lane]);
                    sums.add(lane, saturated(pair));
                    sums.saturated[lane] |= pair ^ saturated(pair);
                }
            if (k < m_sizes.depth) // one product of codes never leaves int16
                for (std::size_t lane = 0; lane < Width; ++lane)
                    sums.add(lane, static_cast<Sum>(x[k]) * static_cast<Sum>(w[lane]));
        } else if constexpr (InLanes<Width>) {
            addProducts(m_patch, w, sums.sum, sums.low, sums.high);
        } else {
            for (const Element x : m_patch) {
                for (std::size_t lane = 0; lane < Width; ++lane)
                    sums.add(lane, static_cast<Sum>(x) * static_cast<Sum>(w[lane]));
                w += Width;
            }
        }
        for (std::size_t lane = 0; lane < Width; ++lane)
            finish<Width>(image, channel, lane, position, sums);
    }

    // The part of the zero points in a sum of raw codes.
    std::int64_t correction(std::int64_t channel) const {
        if (!Pairs) return 0;
        const std::int64_t xZero = m_arguments.xZero, wZero = ofChannel(m_arguments.wZero, channel);
        std::int64_t correction = -xZero * m_weightSums[static_cast<std::size_t>(channel)];
        if (wZero != 0)
            correction += wZero * (xZero * m_sizes.depth -
                                   std::accumulate(m_patch.begin(), m_patch.end(), std::int64_t(0)));
        return correction;
    }

    template <std::int64_t Width>
    void finish(std::int64_t image, std::int64_t first, std::size_t lane, std::int64_t position,
                Sums<Width>& sums) {
        const std::int64_t channel = first + static_cast<std::int64_t>(lane);
        const std::int64_t bias =
            m_arguments.bias.empty() ? 0 : m_arguments.bias[static_cast<std::size_t>(channel)];
        const std::int64_t correction = this->correction(channel);
        const std::int64_t corrected = sums.sum[lane] + correction, total = corrected + bias;
        const std::int64_t low = std::min({std::int64_t(sums.low[lane]), corrected, total});
        const std::int64_t high = std::max({std::int64_t(sums.high[lane]), corrected, total});
        m_low = std::min(m_low, low);
        m_high = std::max(m_high, high);

        const std::int64_t index = (image * m_shape.outChannels + channel) * m_sizes.outputPositions + position;
        Accumulator accumulator(m_arguments.accumulatorBits, m_arguments.overflow);
        if (accumulator.holds(low, high)) {
            accumulator.add(total);
        } else {
            note(m_output.overflows, m_output.overflowPlaces, channel, index);
            if (m_arguments.overflow == Overflow::Wrap) {
                accumulator.add(total);
            } else {
                if (!sums.isLimited) limit<Width>(sums, first);
                accumulator.add(sums.limited[lane]);
                accumulator.add(correction);
                accumulator.add(bias);
            }
        }
        if (Pairs && sums.saturated[lane] != 0)
            note(m_output.saturatedPairs, m_output.saturatedPlaces, channel, index);
        m_output.accumulators[static_cast<std::size_t>(index)] = accumulator.value();
        m_output.y[static_cast<std::size_t>(index)] = m_requantize[static_cast<std::size_t>(channel)](
            accumulator.value(), static_cast<std::uint64_t>(index));
    }

    // The same sums, addition by addition, without corrections and bias. A Sum of 32 bits holds every step:
    // with an accumulator as wide nothing is limited, and with a narrower one limits and terms are 2^30 at
    // most.
    template <std::int64_t Width>
    void limit(Sums<Width>& sums, std::int64_t first) const {
        const auto highest = static_cast<Sum>((std::int64_t(1) << (m_arguments.accumulatorBits - 1)) - 1);
        const Sum lowest = -highest - 1;
        const Element* w = m_w.data() + first * m_sizes.depth;
        const Element* x = m_patch.data();
        const auto term = [&](std::int64_t k, std::size_t lane) {
            return static_cast<Sum>(x[k]) * static_cast<Sum>(w[k * Width + static_cast<std::int64_t>(lane)]);
        };
        const auto add = [&](std::size_t lane, Sum by) {
            sums.limited[lane] = std::clamp<Sum>(sums.limited[lane] + by, lowest, highest);
        };
        sums.isLimited = true;
        if constexpr (InLanes<Width>) {
            addClamped(m_patch, w, lowest, highest, sums.limited);
            return;
        }
        std::int64_t k = 0;
        if (Pairs)
            for (; k + 2 <= m_sizes.depth; k += 2)
                for (std::size_t lane = 0; lane < Width; ++lane)
                    add(lane, saturated(term(k, lane) + term(k + 1, lane)));
        for (; k < m_sizes.depth; ++k)
            for (std::size_t lane = 0; lane < Width; ++lane)
                add(lane, term(k, lane));
    }

    void note(std::int64_t& count, OutputPlaces& places, std::int64_t channel, std::int64_t index) const {
        ++count;
        places.byChannel.resize(static_cast<std::size_t>(m_shape.outChannels), 0);
        ++places.byChannel[static_cast<std::size_t>(channel)];
        if (places.first.size() < OutputPlaces::MaxFirst) places.first.push_back(index);
    }

    const ConvArguments& m_arguments;
    const ConvShape& m_shape;
    ConvSizes m_sizes;
    ConvAxes m_axes;
    std::int64_t m_groupInputs, m_groupOutputs;
    Element m_padding = 0;
    std::vector<Element> m_x, m_w, m_patch;
    std::vector<std::int64_t> m_weightSums; // of raw codes, by output channel
    std::vector<Requantizer> m_requantize;  // by output channel
    std::int64_t m_low = 0, m_high = 0;     // of every partial sum so far
    ConvOutput m_output;
};

} // namespace edgewright::quant
