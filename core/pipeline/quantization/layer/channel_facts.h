// SPDX-License-Identifier: GPL-3.0-or-later
// The output channels of a layer: the share of each in the error, the elements with the largest, and the width
// of the weights of each, against one another and against one scale for all.
#pragma once

#include "core/base/run_context.h"
#include "core/pipeline/quantization/layer/compared_tensor.h"
#include "core/pipeline/quantization/layer/studied_layer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace edgewright::pipeline {

struct ChannelErrors {
    std::vector<double> shares;      // of the sum of squared errors, by channel; all 0 where nothing is lost
    std::vector<std::int64_t> order; // channels, the largest share first; equal ones by their number
    std::vector<std::int64_t> worst; // elements, the largest error first; equal ones by their place
};

inline constexpr std::size_t MaxWorstElements = 10;

// One pass over the elements; what is there when `run` is stopped is of no use.
ChannelErrors channelErrors(const ComparedTensor& tensor, const RunContext& run = {});

// The channels that hold clearly more than their share: at most three, each at least twice the mean share,
// together at least a fifth of the squared error. Fewer where they already hold half of it. None: it is spread.
struct Concentration {
    std::vector<std::int64_t> channels; // the largest share first
    double share = 0;                   // that they hold together
};
inline constexpr std::size_t MaxNamedChannels = 3;
Concentration concentration(const ChannelErrors& errors);

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
