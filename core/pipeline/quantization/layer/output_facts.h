// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of a layer: those that are drawn as points, FP32 against INT8, with the values that codes can say
// and the number of those that they cannot; those with the largest errors, and the contribution of each step of
// the arithmetic to them.
#pragma once

#include "core/base/run_context.h"
#include "core/pipeline/quantization/layer/compared_tensor.h"
#include "core/pipeline/quantization/layer/studied_layer.h"
#include "core/quant/scheme.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::pipeline {

struct CodeReach {
    double lowest = 0, highest = 0; // what the lowest and the highest code stand for
    double step = 0;
    // By more than half a step, which is no rounding any more.
    bool isBeyond(double value) const { return value < lowest - step / 2 || value > highest + step / 2; }
};

// Activations saturate at the ends of the type, whatever codes their range is spread over.
CodeReach codeReach(const quant::Params& params, const quant::Scheme& activations);
// The count is of no use when `run` is stopped.
std::int64_t countBeyond(std::span<const float> values, const CodeReach& reach, const RunContext& run = {});

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

// An output with one of the largest errors.
struct WorstOutput {
    struct Contribution {
        std::size_t place = 0; // in quant::ErrorParts::inOrder()
        double steps = 0;      // of the output's codes
    };
    std::int64_t element = 0;
    // Contributions of the sign of the error that are at least a tenth of the largest, descending. Empty where
    // the output was not traced.
    std::vector<Contribution> contributions;
};

// Each output is traced by itself, which quantizes all operands: only up to MaxTracedOperands of them.
std::vector<WorstOutput> worstOutputs(const StudiedLayer& layer, const std::vector<std::int64_t>& elements,
                                      const RunContext& run = {});
inline constexpr std::int64_t MaxTracedOperands = 1 << 22;

} // namespace edgewright::pipeline
