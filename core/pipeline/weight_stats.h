// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of a weight tensor: range, moments, zeros, a histogram, and the range of each output channel.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/tensor.h"

#include <array>
#include <cstdint>
#include <vector>

namespace edgewright::pipeline {

inline constexpr std::int64_t MaxSpans = 4096; // more than a chart has pixels

struct WeightStats {
    ir::Tensor tensor; // that they are of
    std::int64_t elements = 0, finite = 0, zeros = 0, nans = 0, infinities = 0;
    double minimum = 0, maximum = 0, mean = 0, deviation = 0; // of the finite elements
    std::array<std::int64_t, 48> histogram{};                 // equal bins over [minimum, maximum]
    struct Span {
        double low = 0, high = 0; // of the finite elements; low > high where there are none
    };
    std::int64_t channelCount = 0; // along axis 0; 0 for vectors and scalars
    std::vector<Span> channels;    // one each; of many, neighbours together
};

bool hasNumbers(const ir::Tensor& tensor); // else there is nothing to count
// Unsupported for a tensor without numbers. Two passes over its elements.
Result<WeightStats> weightStats(const ir::Tensor& tensor, const RunContext& run);

} // namespace edgewright::pipeline
