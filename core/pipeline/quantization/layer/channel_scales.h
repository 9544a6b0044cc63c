// SPDX-License-Identifier: GPL-3.0-or-later
// The width of the weights of each output channel, against one another and against one scale for all.
#pragma once

#include "core/pipeline/quantization/layer/studied_layer.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace edgewright::pipeline {

struct ChannelScale {
    quant::Range range;          // of its weights
    double scale = 0;            // that its weights alone need; 0: all of them are 0
    int lowest = 0, highest = 0; // codes that its weights have in the study
    int codes() const { return highest - lowest + 1; }
};

struct ChannelScales {
    std::vector<ChannelScale> channels;
    double whole = 0;  // the scale that all weights together need; 0: all of them are 0
    double median = 0; // of the scales above 0
    std::size_t widest = 0;
    bool perChannel = true; // that the study was made with
    quant::Codes codes;     // that weights can have
    // The width of the weights of a channel over the median width; 0 where all of them are 0.
    double ratio(std::size_t channel) const { return median > 0 ? channels[channel].scale / median : 0; }
};

// Empty where the weights are not known.
std::optional<ChannelScales> channelScales(const StudiedLayer& layer);

} // namespace edgewright::pipeline
