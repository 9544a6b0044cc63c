// SPDX-License-Identifier: GPL-3.0-or-later
// Two models of the same inputs and outputs on the same samples: how far the second one is from the first.
#pragma once

#include "core/pipeline/quantization/error_sums.h"
#include "core/pipeline/quantization/labelled_feeds.h"
#include "core/pipeline/quantization/top_counts.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace edgewright::pipeline {

struct Int8Output {
    std::string name;
    double sqnrDb = 0; // all layers in INT8, errors accumulated
    double maxAbsError = 0;
};

struct ModelChange {
    std::vector<Int8Output> outputs; // by place; named as in the first model
    TopCounts tops;                  // "fp32": of the first model, "int8": of the second one
    double outputSqnrDb() const { return outputs.empty() ? 0 : outputs.front().sqnrDb; } // of the first output
};

// Adds up to one, a sample at a time.
class ChangeSums {
public:
    // The first `outputs` of the first model.
    ChangeSums(const ir::Graph& first, std::size_t outputs);
    // At least so many of both.
    void add(const std::optional<std::int64_t>& label, std::span<const ir::Tensor> first,
             std::span<const ir::Tensor> second);
    std::size_t samples() const { return m_tops.samples; }
    ModelChange change() const;

private:
    std::vector<std::string> m_names;
    std::vector<ErrorSums> m_sums;
    TopCounts m_tops;
};

// One sample at a time. Inputs are those of `first`, which `second` has under the same ids. BadInput without
// samples; errors of `samples` are passed on.
Result<ModelChange> modelChange(const ir::Graph& first, const ir::Opsets& firstOpsets, const ir::Graph& second,
                                const ir::Opsets& secondOpsets, const NextLabelledFeeds& samples,
                                const RunContext& run = {});

} // namespace edgewright::pipeline
