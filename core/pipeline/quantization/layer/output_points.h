// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of a layer that are drawn as points, FP32 against INT8.
#pragma once

#include "core/base/run_context.h"
#include "core/pipeline/quantization/layer/code_reach.h"
#include "core/pipeline/quantization/layer/compared_tensor.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace edgewright::pipeline {

struct OutputPoints {
    // Ascending. Where there are more outputs than MaxPoints, one of each of MaxPoints equal stretches; which
    // one follows from the number of the stretch alone, so that no pattern of the tensor is hit again and
    // again.
    std::vector<std::int64_t> elements;
    std::int64_t outputs = 0; // all of them
    std::int64_t clamped = 0; // of all of them
    CodeReach reach;          // of the codes; outputs beyond it are clamped

    static constexpr std::int64_t MaxPoints = 20'000;
};

// One pass over the elements; what is there when `run` is stopped is of no use.
OutputPoints outputPoints(const ComparedTensor& tensor, const RunContext& run = {});

} // namespace edgewright::pipeline
