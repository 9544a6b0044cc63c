// SPDX-License-Identifier: GPL-3.0-or-later
// The latency of a quantized model here, to tell strategies apart: a short run within this program. What is
// published is measured by core/device.
#pragma once

#include "core/pipeline/quantization/strategies/strategies.h"
#include "core/pipeline/study.h"

#include <memory>

namespace edgewright::pipeline {

// The latency of models one after the other, each in turn with the first one of all, which stays: what slows
// the machine down meanwhile slows both, so that a time is the first one's times the ratio of the two. Copies
// share the first one.
class QuickLatency {
public:
    QuickLatency();

    // The median of some runs on one thread of the model fused into integer kernels, on random inputs.
    Result<LatencyHere> operator()(const Typed& typed, const RunContext& run) const;

private:
    struct Running; // a model as it is run
    struct First {
        std::shared_ptr<Running> model;
        double milliseconds = 0;
    };
    static Result<std::shared_ptr<Running>> running(const Typed& typed, const RunContext& quiet);

    std::shared_ptr<First> m_first;
};

} // namespace edgewright::pipeline
