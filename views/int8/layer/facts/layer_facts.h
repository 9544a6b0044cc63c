// SPDX-License-Identifier: GPL-3.0-or-later
// All that is counted of one layer for its answer and its charts, at once and off the GUI thread.
#pragma once

#include "core/base/result.h"
#include "views/int8/layer/facts/channel_errors.h"
#include "views/int8/layer/facts/channel_scales.h"
#include "views/int8/layer/facts/output_points.h"
#include "views/int8/layer/facts/value_histogram.h"
#include "views/int8/layer/facts/worst_outputs.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace edgewright::views {

struct LayerFacts {
    std::shared_ptr<const StudiedLayer> layer;
    ChannelErrors errors;
    std::vector<WorstOutput> worst; // of ChannelErrors::worst
    std::optional<ChannelScales> scales;
    std::shared_ptr<const LayerPictures> weights; // weight_pictures.h
    OutputPoints points;
    double clampedInputs = 0; // share of the inputs on the sample; 0 where they are not known
    std::array<std::optional<ValueHistogram>, AllLayerTensors.size()> histograms; // by LayerTensor
};

// Fails only with Cancelled.
Result<std::shared_ptr<const LayerFacts>> layerFacts(std::shared_ptr<const StudiedLayer> layer,
                                                     const RunContext& run = {});

} // namespace edgewright::views
