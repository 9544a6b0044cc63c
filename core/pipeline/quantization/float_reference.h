// SPDX-License-Identifier: GPL-3.0-or-later
// The float32 outputs of a model on a set of samples, kept, so that any number of models in integers are
// compared with it.
#pragma once

#include "core/pipeline/quantization/model_change.h"
#include "core/pipeline/study.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace edgewright::pipeline {

struct FloatReference {
    // The limit of the outputs of all samples; more is an OutOfMemory error.
    static constexpr std::int64_t OutputLimitBytes = std::int64_t(2) << 30;
    // The limit of the tensors that were asked for; samples behind that many bytes have none.
    static constexpr std::int64_t TensorLimitBytes = std::int64_t(256) << 20;

    struct Sample {
        std::string name;
        std::optional<std::int64_t> label;
        std::vector<ir::Tensor> outputs; // one or more
        std::unordered_map<ValueId, ir::Tensor> tensors;
    };
    std::vector<Sample> samples; // one or more
    std::size_t withTensors = 0; // so many of the first

    // Keeps one more. BadInput without an output, OutOfMemory beyond the limit.
    Result<void> add(Sample sample);
    std::int64_t outputBytes = 0, tensorBytes = 0; // of `samples`
};

// Each of the samples runs once. BadInput without samples or without an output; errors of `samples` are passed
// on.
Result<FloatReference> floatReference(const Typed& typed, const NextLabelledFeeds& samples,
                                      const std::vector<ValueId>& tensors, const RunContext& run = {});

} // namespace edgewright::pipeline
