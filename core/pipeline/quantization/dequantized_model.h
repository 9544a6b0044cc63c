// SPDX-License-Identifier: GPL-3.0-or-later
// A model that comes quantized beside the same graph in float: the effect of its integers.
#pragma once

#include "core/pipeline/quantization/model_change.h"
#include "core/pipeline/study.h"

#include <cstddef>
#include <memory>
#include <string>

namespace edgewright::pipeline {

struct DequantizedModel {
    std::shared_ptr<const Typed> inFloat;     // whose weights are what the codes of the given ones stand for
    std::size_t roundings = 0, operators = 0; // quant::DequantizedGraph
    ModelChange change;                       // of the integers against it

    // "the model is quantized already: ..., 9 roundings and 57 operators on codes"
    std::string text() const;
};

// BadInput where nothing is rounded when the model runs, as of codes of weights alone, and without samples;
// Unsupported, naming the node, where one has no counterpart in float.
Result<DequantizedModel> dequantizedModel(const Typed& typed, const NextLabelledFeeds& samples,
                                          const RunContext& run = {});

} // namespace edgewright::pipeline
