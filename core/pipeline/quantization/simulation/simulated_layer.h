// SPDX-License-Identifier: GPL-3.0-or-later
// One product of a graph with its activation, in simulated INT8, and the sums of a whole simulation over
// samples, for one accumulator.
#pragma once

#include "core/exec/executor.h"
#include "core/pipeline/quantization/error_sums.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/pipeline/quantization/simulation/int8_model.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace edgewright::pipeline {

class SimulatedLayer {
public:
    // `graph` must outlive this. Of `study` the accumulator is left out: it is given for each run.
    SimulatedLayer(const ir::Graph& graph, ProductLayer place, const quant::StudyOptions& study)
        : m_graph(&graph), m_place(std::move(place)), m_study(study) {}

    const ProductLayer& place() const { return m_place; }
    const ir::Node& product() const { return m_graph->node(m_place.product); }

    void setRanges(quant::Range input, quant::Range output) { m_input = input, m_output = output; }
    // Ranges are those of all inputs and outputs seen.
    Result<void> calibrate(const ir::Tensor& input, const ir::Tensor& output);

    // In FP32 on this input; the output is that of the product, in front of the activation.
    Result<quant::LayerReference> reference(const ir::Tensor& input, const RunContext& run) const;
    // Both outputs of the study, and with it that of `reference`, come out behind the activation.
    Result<quant::LayerStudy> study(quant::LayerReference& reference, Int8Accumulator accumulator,
                                    const RunContext& run) const;
    // Behind the activation.
    Result<quant::IntegerOutput> inIntegers(const quant::LayerReference& reference, Int8Accumulator accumulator,
                                            const RunContext& run) const;
    Result<quant::IntegerOutput> inIntegers(const ir::Tensor& input, Int8Accumulator accumulator,
                                            const RunContext& run) const;

private:
    quant::StudyOptions optionsFor(Int8Accumulator accumulator) const;
    void clampCoded(ir::Tensor& dequantized) const;

    const ir::Graph* m_graph;
    ProductLayer m_place;
    quant::StudyOptions m_study;
    std::optional<quant::Range> m_input, m_output;
};

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

// Sums of a simulation in INT8 over samples, for one accumulator.
class Int8Sums {
public:
    // `described`: the layers of `graph` without figures, which write `tensors`.
    Int8Sums(Int8Accumulator accumulator, Int8Model described, std::vector<ValueId> tensors,
             const ir::Graph& graph);

    Int8Accumulator accumulator() const { return m_accumulator; }
    // A layer with its FP32 input: what `output` is against `wanted`; `study` is of the same input.
    void addLayer(std::size_t layer, const quant::LayerStudy& study, const quant::IntegerOutput& output,
                  const ir::Tensor& wanted);
    // The model's outputs when only this layer is INT8.
    void addAlone(std::size_t layer, std::span<const ir::Tensor> outputs, std::span<const ir::Tensor> wanted) {
        m_alone[layer].add({}, wanted, outputs);
    }
    void addWhole(const LabelledFeeds& sample, const WholeRun& whole, const exec::RunResult& reference);
    Int8Model take(); // with all figures

private:
    Int8Accumulator m_accumulator;
    Int8Model m_model;
    std::vector<ValueId> m_tensors;
    std::vector<ErrorSums> m_own, m_accumulated;
    ChangeSums m_change;
    std::vector<ChangeSums> m_alone; // by layer
};

} // namespace edgewright::pipeline
