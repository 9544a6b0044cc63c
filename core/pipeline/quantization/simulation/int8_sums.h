// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of a simulation in INT8 over samples, for one accumulator.
#pragma once

#include "core/exec/executor.h"
#include "core/pipeline/quantization/error_sums.h"
#include "core/pipeline/quantization/simulation/int8_model.h"

#include <unordered_map>
#include <vector>

namespace edgewright::pipeline {

// One sample with all layers in integers.
struct WholeRun {
    std::unordered_map<ValueId, ir::Tensor> tensors; // outputs of layers
    std::vector<ir::Tensor> outputs;
    struct Sums {
        int bitsNeeded = 0;
        std::int64_t overflows = 0;
    };
    std::vector<Sums> sums; // by layer
};

class Int8Sums {
public:
    // `described`: the layers without figures, which write `tensors`; `outputs`: names of those of the model.
    Int8Sums(Int8Accumulator accumulator, Int8Model described, std::vector<ValueId> tensors,
             std::vector<std::string> outputs);

    Int8Accumulator accumulator() const { return m_accumulator; }
    // A layer with its FP32 input: what `output` is against `wanted`; `study` is of the same input.
    void addLayer(std::size_t layer, const quant::LayerStudy& study, const quant::IntegerOutput& output,
                  const ir::Tensor& wanted);
    // The model's first output when only this layer is INT8.
    void addAlone(std::size_t layer, const ir::Tensor& output, const ir::Tensor& wanted) {
        m_alone[layer].add(output, wanted);
    }
    void addWhole(const LabelledFeeds& sample, const WholeRun& whole, const exec::RunResult& reference);
    Int8Model take(); // with all figures

private:
    Int8Accumulator m_accumulator;
    Int8Model m_model;
    std::vector<ValueId> m_tensors;
    std::vector<std::string> m_names;
    std::vector<ErrorSums> m_own, m_accumulated, m_alone, m_outputs;
};

} // namespace edgewright::pipeline
