// SPDX-License-Identifier: GPL-3.0-or-later
// The width that the accumulators of a network need: the whole model in simulated INT8 with one width after the
// other, sums that leave it saturating or wrapping.
#pragma once

#include "core/pipeline/quantization/simulation/int8_model.h"
#include "core/table/column.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::pipeline {

struct AccumulatorOptions {
    Int8ModelOptions model;                              // its accumulator and `sensitivity` are left out
    std::vector<int> widths{32, 24, 20, 18, 16, 14, 12}; // bits, 8..32, each once
    bool calibratedOnSamples = false;                    // the samples are those that the ranges are from: told
};

// A layer's sums, whatever the width; those measured are with the layer's FP32 input.
struct LayerGrowth {
    NodeId node; // of the given graph
    std::string name, op;
    quant::BitGrowth growth;
};

// The whole model with one accumulator.
struct AccumulatorRow {
    Int8Accumulator accumulator;
    Int8Model model;
    // Over all samples: outputs of layers whose sums left the accumulator, with all layers in INT8.
    std::int64_t overflows = 0;
    std::vector<std::size_t> overflowing; // places in model.layers of those layers
    // Over the layers, each with its FP32 input: the mean of the decibels that are finite (infinity where none
    // is), the worst one and its place in model.layers.
    double meanLayerSqnrDb = 0, worstLayerSqnrDb = 0;
    std::size_t worstLayer = 0;

    WeakestOutput weakest() const { return weakestOf(model.outputs); }
    double outputSqnrDb() const { return weakest().sqnrDb; } // the lowest of all outputs and parts of outputs
};

struct AccumulatorExperiment {
    std::vector<LayerGrowth> layers;  // in execution order, those of every row
    std::vector<AccumulatorRow> rows; // by width as in the options; saturating before wrapping
    std::size_t samples = 0;
    bool calibratedOnSamples = false; // AccumulatorOptions

    const AccumulatorRow* row(Int8Accumulator accumulator) const; // null: there is none
};

// Each sample runs once in FP32, and what no width changes is computed once (int8Runs). BadInput for widths
// that are none, outside of 8..32 or twice the same, and for what int8Model refuses.
Result<AccumulatorExperiment> accumulatorExperiment(const Typed& typed, const NextFeeds& calibration,
                                                    const NextLabelledFeeds& samples,
                                                    const AccumulatorOptions& options = {},
                                                    const RunContext& run = {});

// Null: no rows.
table::Table accumulatorTable(std::shared_ptr<const AccumulatorExperiment> experiment);
// By layer.
table::Table growthTable(std::shared_ptr<const AccumulatorExperiment> experiment);

} // namespace edgewright::pipeline
