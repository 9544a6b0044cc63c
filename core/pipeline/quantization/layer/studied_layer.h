// SPDX-License-Identifier: GPL-3.0-or-later
// The source of the details of a layer: its study, the layer on its sample, how ranges were chosen, and its
// weights beside what their codes stand for.
#pragma once

#include "core/pipeline/quantization/layer/compared_tensor.h"
#include "core/pipeline/quantization/layer_on_sample.h"

#include <cstdint>
#include <memory>
#include <span>

namespace edgewright::pipeline {

struct StudiedLayer {
    std::shared_ptr<const quant::LayerStudy> study;
    std::shared_ptr<const ComparedTensor> output;  // of it
    std::shared_ptr<const LayerOnSample> onSample; // that the study was made of; null: not known
    QuantizationSettings quantization;

    // [output channels, ...], behind each other; empty: not known.
    std::span<const float> weights() const;
    // The weights of one output channel, from 0 on.
    std::span<const float> weightsOf(std::int64_t channel) const;
    // Statistics of the input or the output of the layer; null: none.
    const quant::TensorStatistics* statistics(ValueId tensor) const;
    // The options that ranges were chosen by: quant::RangeMethod::range.
    quant::RangeOptions rangeOptions() const;
};

// Null without a study whose tensors fit together.
std::shared_ptr<const StudiedLayer> studiedLayer(const Analysis& now, const Settings& settings);

// The weights of a layer, what their codes stand for, and the error between them, laid out as the output of a
// convolution. A tile for each output channel: of a depthwise layer its kernel, else input channels over the positions of
// the kernel. Layers whose kernel is one position are one picture of output over input channels. Null where the
// weights are not known.
std::shared_ptr<const ComparedTensor> comparedWeights(const StudiedLayer& layer);

} // namespace edgewright::pipeline
