// SPDX-License-Identifier: GPL-3.0-or-later
// In which channels of a layer's output the error sits, and in which of its elements it is largest.
#pragma once

#include "core/base/run_context.h"
#include "core/pipeline/quantization/layer/compared_tensor.h"

#include <cstddef>
#include <cstdint>
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

} // namespace edgewright::pipeline
