// SPDX-License-Identifier: GPL-3.0-or-later
// A whole model in simulated INT8: every Conv and Gemm with constant weights runs through the integer kernel,
// the rest stays in FP32.
#pragma once

#include "core/exec/executor.h"
#include "core/pipeline/study.h"

#include <span>
#include <vector>

namespace edgewright::pipeline {

struct Int8Layer {
    NodeId node;
    std::string name, op;
    std::int64_t macs = 0;
    int accumulatorBitsNeeded = 0;
    std::int64_t overflows = 0;
    double sqnrDb = 0; // over all samples, with the layer's own FP32 input: what this layer alone costs
    double maxAbsError = 0;
    double withinOneStep = 0; // share of outputs
    double outputSqnrDb = 0;  // of the model's first output when only this layer is INT8; with `sensitivity`
};

struct Int8Output {
    std::string name;
    double sqnrDb = 0; // all layers in INT8, errors accumulated
    double maxAbsError = 0;
};

struct Int8Model {
    std::vector<Int8Layer> layers; // execution order
    std::vector<Int8Output> outputs;
    double top1Agreement = 1; // share of samples whose largest element of the first output stays the same
    std::size_t samples = 0;
};

struct Int8ModelOptions {
    quant::StudyOptions study;
    std::string onlyLayer; // by name; empty: all
    bool sensitivity = false;
};

// Ranges come from `calibration`, figures from `samples`; both non-empty.
Result<Int8Model> int8Model(const Typed& typed, std::span<const exec::Feeds> calibration,
                            std::span<const exec::Feeds> samples, const Int8ModelOptions& options,
                            const RunContext& run = {});

} // namespace edgewright::pipeline
