// SPDX-License-Identifier: GPL-3.0-or-later
// One product of a graph with its activation, in simulated INT8.
#pragma once

#include "core/pipeline/quantization/product_layers.h"
#include "core/pipeline/quantization/simulation/int8_model.h"

#include <optional>

namespace edgewright::pipeline {

class SimulatedLayer {
public:
    // `graph` must outlive this. Of `study` the accumulator is left out: it is given for each run.
    SimulatedLayer(const ir::Graph& graph, ProductLayer place, const quant::StudyOptions& study)
        : m_graph(&graph), m_place(std::move(place)), m_study(study) {}

    const ProductLayer& place() const { return m_place; }
    const ir::Node& product() const { return m_graph->node(m_place.product); }

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

} // namespace edgewright::pipeline
