// SPDX-License-Identifier: GPL-3.0-or-later
// A model whose products code their inputs in each run (quant/dynamic/quantize_dynamic.h), and what that does
// to it.
#pragma once

#include "core/pipeline/quantization/model_change.h"
#include "core/quant/dynamic/quantize_dynamic.h"

#include <memory>

namespace edgewright::pipeline {

struct Typed;

struct QuantizedAtRunTime {
    std::shared_ptr<const Typed> folded, typed; // in float32; with the integer operators
    quant::DynamicGraph details;                // without the graph, which is in `typed`
    ModelChange change;                         // against the model that was given
};

// Errors: of quantizeDynamically and modelChange; Unsupported where the model cannot be raised to DynamicOpset.
Result<QuantizedAtRunTime> quantizeAtRunTime(const Typed& typed, const quant::DynamicOptions& options,
                                             bool folds, const NextLabelledFeeds& samples,
                                             const RunContext& run = {});

} // namespace edgewright::pipeline
