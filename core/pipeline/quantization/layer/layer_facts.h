// SPDX-License-Identifier: GPL-3.0-or-later
// All that is counted of one layer for its answer and its charts.
#pragma once

#include "core/base/result.h"
#include "core/pipeline/quantization/layer/channel_facts.h"
#include "core/pipeline/quantization/layer/output_facts.h"
#include "core/pipeline/quantization/layer/value_histogram.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace edgewright::pipeline {

struct LayerFacts {
    std::shared_ptr<const StudiedLayer> layer;
    ChannelErrors errors;
    std::vector<WorstOutput> worst; // of ChannelErrors::worst
    std::optional<ChannelScales> scales;
    std::shared_ptr<const ComparedTensor> weights; // comparedWeights()
    OutputPoints points;
    double clampedInputs = 0; // share of the inputs on the sample; 0 where they are not known
    std::array<std::optional<ValueHistogram>, AllLayerTensors.size()> histograms; // by LayerTensor
};

// Fails only with Cancelled.
Result<std::shared_ptr<const LayerFacts>> layerFacts(std::shared_ptr<const StudiedLayer> layer,
                                                     const RunContext& run = {});

} // namespace edgewright::pipeline
