// SPDX-License-Identifier: GPL-3.0-or-later
// A note on the arithmetic of a model in integers, with its own numbers: the growth of its sums, the
// accumulator that holds them, and the way of one accumulator to a code in fixed point.
#pragma once

#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "core/quant/layer/value_trace.h"
#include "core/table/answer.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::pipeline {

struct FixedPointNote {
    std::shared_ptr<const AccumulatorExperiment> experiment;
    std::size_t longest = 0; // the layer whose sums have most products; place in experiment->layers
    std::string sample;      // that `trace` is of
    // The output of that layer which is largest there, in exact sums of 32 bits, requantized with a multiplier
    // of 31 bits and a shift, whatever the target of the settings is.
    quant::ValueTrace trace;

    const LayerGrowth& layer() const { return experiment->layers.at(longest); }
};

// `experiment` is of `model`. Errors: Unsupported without a layer; of layerOnSample and quant::traceValue.
Result<FixedPointNote> fixedPointNote(const QuantizedModel& model,
                                      std::shared_ptr<const AccumulatorExperiment> experiment,
                                      const RunContext& run = {});

// Growth, overflow, requantization.
std::vector<table::Answer> paragraphsOf(const FixedPointNote& note);

// The steps from the products of one output to its code.
table::Table dataPathTable(const quant::ValueTrace& trace);

} // namespace edgewright::pipeline
