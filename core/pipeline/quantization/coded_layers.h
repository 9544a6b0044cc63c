// SPDX-License-Identifier: GPL-3.0-or-later
// The products of a quantized model with what stands around them: their activation, and the codes that they
// write.
#pragma once

#include "core/fusion/fuse.h"
#include "core/pipeline/quantization/error_sums.h"
#include "core/pipeline/quantization/quantize.h"

#include <unordered_map>
#include <vector>

namespace edgewright::pipeline {

struct CodedLayer {
    NodeId product, activation;  // of the folded graph and of that with pairs; no activation: invalid
    std::vector<ValueId> inputs; // of the folded graph: the activations that it reads as codes, one or two
    ValueId output;              // of the folded graph, float32, behind the activation
    ValueId codes;               // of the graph with pairs: what QuantizeLinear makes of `output`
    quant::Params params;        // of these codes
    quant::Params inputParams;   // of those of the first input
    quant::Range covered;        // what the codes can say: scale * (lowest - zero) to scale * (highest - zero)
    std::size_t index = 0;       // in quant::QdqGraph::products

    bool hasActivation() const { return activation.valid(); }
};

// In the order of the products. Internal where the graph has not the pairs that it was given.
Result<std::vector<CodedLayer>> codedLayers(const Quantized& quantized);

enum class IsolatedOutput {
    Codes,    // what the layer writes, by integer operators as in the whole model
    Products, // of rounded inputs and weights, with the bias, in float32: in front of activation and codes
};

// Every layer by itself, in one graph: it reads the float32 inputs that it has in the folded graph.
struct IsolatedLayers {
    ir::Graph graph; // one output for each layer
    ir::Opsets opsets;
    std::vector<std::pair<ValueId, ValueId>> inputs; // of the folded graph, and of this one

    // From the values of the folded graph. BadInput, naming it, where one is missing.
    Result<ir::Feeds> feeds(const Typed& folded, const std::unordered_map<ValueId, ir::Tensor>& values) const;
};
Result<IsolatedLayers> isolatedLayers(const Quantized& quantized, const std::vector<CodedLayer>& layers,
                                      IsolatedOutput wanted, const RunContext& run = {});

// scale * (code - zero point) of int8, uint8 or int16 codes. BadInput for another type.
Result<ir::Tensor> dequantized(const ir::Tensor& codes, quant::Params params);

// The distance of the codes of each layer from float32 in a whole model in integers.
class CodedErrors {
public:
    // Both must outlive this; `layers`: codedLayers() of the model.
    CodedErrors(const Quantized& quantized, const std::vector<CodedLayer>& layers);

    // The values that a run in integers must capture.
    std::vector<ValueId> codes() const;
    // Adds one sample: codes(), and the layers' outputs in float32. Layers without one are left out. Internal
    // where codes are missing.
    Result<void> add(const std::unordered_map<ValueId, ir::Tensor>& codes,
                     const std::unordered_map<ValueId, ir::Tensor>& floats);
    const ErrorSums& at(std::size_t layer) const { return m_sums[layer]; }

private:
    const Quantized& m_quantized;
    const std::vector<CodedLayer>& m_layers;
    std::vector<ErrorSums> m_sums;
};

} // namespace edgewright::pipeline
