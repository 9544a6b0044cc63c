// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/coded_layers.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/fusion/patterns/clip_bounds.h"
#include "core/ir/order.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/quant/qdq/operator_role.h"

#include <algorithm>
#include <map>
#include <set>

namespace edgewright::pipeline {

namespace {

Result<quant::Params> paramsOf(const ir::Graph& graph, const ir::Node& coding) {
    const ir::Tensor* scale = graph.value(coding.input(1)).known();
    const ir::Tensor* zero = coding.hasInput(2) ? graph.value(coding.input(2)).known() : nullptr;
    if (!scale || scale->elements() != 1 || (zero && zero->elements() != 1))
        return internalError(inQuotes(coding.label()) + " has no constant scale of a whole tensor");
    return quant::Params{static_cast<float>(ir::elementAsDouble(*scale, 0)),
                         zero ? static_cast<std::int32_t>(ir::elementAsInt64(*zero, 0)) : 0};
}

const ir::Node* producerOf(const ir::Graph& graph, const ir::Connections& connections, ValueId value) {
    const auto producer = connections.producer(value);
    return producer ? &graph.node(*producer) : nullptr;
}

Result<CodedLayer> codedLayer(const Quantized& quantized, const ir::Connections& connections,
                              const quant::QuantizedProduct& product) {
    const ir::Graph& folded = *quantized.folded->graph;
    const ir::Graph& graph = *quantized.typed->graph;
    const auto missing = [&](const char* what) {
        return internalError("layer " + inQuotes(product.name) + " of the quantized graph has no " + what);
    };
    if (!graph.contains(product.node) || !folded.contains(product.node)) return missing("product");
    const ir::Node& node = graph.node(product.node);
    CodedLayer layer;
    layer.product = product.node;
    layer.output = folded.node(product.node).output(0);
    const std::size_t activations = quant::activationInputs(node);
    for (std::size_t i = 0; i < activations; ++i) {
        const ir::Node* dequantize = producerOf(graph, connections, node.input(i));
        if (!dequantize || !dequantize->is("DequantizeLinear")) return missing("DequantizeLinear in front");
        if (graph.value(dequantize->input(0)).known()) continue; // weights
        if (i == 0) {
            ASSIGN_OR_RETURN(layer.inputParams, paramsOf(graph, *dequantize));
        }
        layer.inputs.push_back(folded.node(product.node).input(i));
    }
    const auto onlyReader = [&](ValueId value) -> const ir::Node* {
        const auto readers = connections.consumers(value);
        return readers.size() == 1 ? &graph.node(readers.front()) : nullptr;
    };
    const ir::Node* reader = onlyReader(node.output(0));
    if (reader && fusion::isClip(*reader)) {
        layer.activation = reader->id;
        layer.output = folded.node(reader->id).output(0);
        reader = onlyReader(reader->output(0));
    }
    if (!reader || !reader->is("QuantizeLinear")) return missing("QuantizeLinear behind");
    layer.codes = reader->output(0);
    ASSIGN_OR_RETURN(layer.params, paramsOf(graph, *reader));
    const auto real = [&](std::int32_t code) {
        return layer.params.scale * static_cast<float>(code - layer.params.zeroPoint);
    };
    switch (graph.value(layer.codes).type.dtype) {
    case ir::DataType::UInt8:
        layer.covered = {real(0), real(255)};
        break;
    case ir::DataType::Int8:
        layer.covered = {real(-128), real(127)};
        break;
    case ir::DataType::Int16:
        layer.covered = {real(-32768), real(32767)};
        break;
    default:
        return missing("codes of 8 or 16 bits behind");
    }
    return layer;
}

// Builds the graph in which every layer is alone.
class Isolating {
public:
    explicit Isolating(const Quantized& quantized)
        : m_folded(*quantized.folded->graph), m_source(*quantized.typed->graph), m_connections(m_source),
          m_graph(m_source) {
        m_graph.inputs.clear();
        m_graph.outputs.clear();
    }

    void add(const CodedLayer& layer, IsolatedOutput wanted) {
        for (std::size_t i = 0; i < layer.inputs.size(); ++i)
            readAlone(layer.product, i, layer.inputs[i]);
        const ValueId output =
            wanted == IsolatedOutput::Codes ? layer.codes : m_source.node(layer.product).output(0);
        keepUpTo(output, layer.product);
        m_graph.outputs.push_back(output);
    }

    ir::Graph take() {
        std::vector<NodeId> order;
        for (const NodeId id : m_graph.order())
            if (m_kept.contains(id)) order.push_back(id);
        m_graph.keepOnly(std::move(order));
        m_graph.setOrder(ir::executionOrder(m_graph).nodes);
        return std::move(m_graph);
    }
    std::vector<std::pair<ValueId, ValueId>> takeInputs() { return std::move(m_inputs); }

private:
    // x -> QuantizeLinear -> DequantizeLinear, with the parameters of `dequantize`, into one input of a
    // product.
    void readAlone(NodeId product, std::size_t input, ValueId tensor) {
        const ir::Node dequantize = m_source.node(*m_connections.producer(m_source.node(product).input(input)));
        const auto known = m_codes.find(tensor);
        const ValueId codes = known != m_codes.end() ? known->second : quantizedInput(tensor, dequantize);
        m_codes[tensor] = codes;
        const std::string& name = m_folded.value(tensor).name;
        const ValueId back = addValue(name + "_alone_dequantized", m_folded.value(tensor).type);
        addNode("DequantizeLinear", {codes, dequantize.input(1), dequantize.input(2)}, back);
        m_graph.node(product).inputs[input] = back;
    }

    ValueId quantizedInput(ValueId tensor, const ir::Node& dequantize) {
        const ir::Value& value = m_folded.value(tensor);
        const ValueId input = addValue(value.name + "_alone", value.type);
        m_graph.inputs.push_back(input);
        m_inputs.emplace_back(tensor, input);
        ir::TensorType type = value.type;
        type.dtype = m_source.value(dequantize.input(0)).type.dtype;
        const ValueId codes = addValue(value.name + "_alone_codes", type);
        addNode("QuantizeLinear", {input, dequantize.input(1), dequantize.input(2)}, codes);
        return codes;
    }

    ValueId addValue(const std::string& name, ir::TensorType type) {
        ir::Value value;
        value.name = name + "_" + std::to_string(m_graph.valueCount()); // names of one graph differ
        value.type = std::move(type);
        return m_graph.addValue(std::move(value));
    }

    void addNode(const char* op, std::vector<ValueId> inputs, ValueId output) {
        ir::Node node;
        node.name = m_graph.value(output).name;
        node.op = op;
        node.inputs = std::move(inputs);
        node.outputs = {output};
        m_kept.insert(m_graph.addNode(std::move(node)));
    }

    // From the output back to the product, with what computes weights, bias and bounds.
    void keepUpTo(ValueId output, NodeId product) {
        for (NodeId id = *m_connections.producer(output);;) {
            m_kept.insert(id);
            const std::vector<ValueId>& inputs = m_graph.node(id).inputs; // those of a product are new
            for (std::size_t i = id == product ? 0 : 1; i < inputs.size(); ++i)
                keepAllBefore(inputs[i]);
            if (id == product) return;
            id = *m_connections.producer(inputs.front());
        }
    }

    void keepAllBefore(ValueId value) {
        std::vector<ValueId> pending{value};
        while (!pending.empty()) {
            const ValueId next = pending.back();
            pending.pop_back();
            const auto producer = next.valid() && next.index() < m_source.valueCount()
                                      ? m_connections.producer(next)
                                      : std::nullopt;
            if (!producer || !m_kept.insert(*producer).second) continue;
            const std::vector<ValueId>& inputs = m_source.node(*producer).inputs;
            pending.insert(pending.end(), inputs.begin(), inputs.end());
        }
    }

    const ir::Graph& m_folded;
    const ir::Graph& m_source;
    const ir::Connections m_connections;
    ir::Graph m_graph;
    std::set<NodeId> m_kept;
    std::map<ValueId, ValueId> m_codes; // of the folded graph's tensors
    std::vector<std::pair<ValueId, ValueId>> m_inputs;
};

} // namespace

Result<std::vector<CodedLayer>> codedLayers(const Quantized& quantized) {
    const ir::Connections connections(*quantized.typed->graph);
    std::vector<CodedLayer> layers;
    for (std::size_t i = 0; i < quantized.details.products.size(); ++i) {
        ASSIGN_OR_RETURN(auto layer, codedLayer(quantized, connections, quantized.details.products[i]));
        layer.index = i;
        layers.push_back(std::move(layer));
    }
    return layers;
}

Result<IsolatedLayers> isolatedLayers(const Quantized& quantized, const std::vector<CodedLayer>& layers,
                                      IsolatedOutput wanted, const RunContext& run) {
    Isolating isolating(quantized);
    for (const CodedLayer& layer : layers)
        isolating.add(layer, wanted);
    IsolatedLayers isolated;
    isolated.inputs = isolating.takeInputs();
    const auto typed =
        withGraph(*quantized.typed, isolating.take(), quantized.typed->opened->model->opsets, run);
    if (wanted == IsolatedOutput::Products) {
        isolated.graph = *typed->graph;
        isolated.opsets = typed->opened->model->opsets;
        return isolated;
    }
    ASSIGN_OR_RETURN(auto history, integerOperators(*typed, run));
    isolated.graph = std::move(history.graph);
    isolated.opsets = std::move(history.opsets);
    return isolated;
}

Result<ir::Feeds> IsolatedLayers::feeds(const Typed& folded,
                                        const std::unordered_map<ValueId, ir::Tensor>& values) const {
    ir::Feeds result;
    for (const auto& [from, to] : inputs) {
        const auto found = values.find(from);
        if (found == values.end())
            return badInput(say("there is no tensor {1}", inQuotes(folded.graph->value(from).name)));
        result.emplace(to, found->second);
    }
    return result;
}

Result<ir::Tensor> dequantized(const ir::Tensor& codes, quant::Params params) {
    ASSIGN_OR_RETURN(auto floats, ir::Tensor::allocate(ir::DataType::Float32, codes.dims()));
    const auto fill = [&]<typename Code>(std::span<const Code> from) {
        std::ranges::transform(from, floats.as<float>().begin(), [&](Code code) {
            return params.scale * static_cast<float>(static_cast<std::int32_t>(code) - params.zeroPoint);
        });
    };
    switch (codes.dtype()) {
    case ir::DataType::UInt8:
        fill(codes.as<std::uint8_t>());
        break;
    case ir::DataType::Int8:
        fill(codes.as<std::int8_t>());
        break;
    case ir::DataType::Int16:
        fill(codes.as<std::int16_t>());
        break;
    default:
        return badInput(
            say("codes of type {1}, expected int8, uint8 or int16", ir::dataTypeName(codes.dtype())));
    }
    return floats;
}

CodedErrors::CodedErrors(const Quantized& quantized, const std::vector<CodedLayer>& layers)
    : m_quantized(quantized), m_layers(layers), m_sums(layers.size()) {
    for (std::size_t i = 0; i < layers.size(); ++i)
        m_sums[i].setStep(static_cast<double>(layers[i].params.scale));
}

std::vector<ValueId> CodedErrors::codes() const {
    std::vector<ValueId> codes;
    for (const CodedLayer& layer : m_layers)
        codes.push_back(layer.codes);
    return codes;
}

Result<void> CodedErrors::add(const std::unordered_map<ValueId, ir::Tensor>& codes,
                              const std::unordered_map<ValueId, ir::Tensor>& floats) {
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const CodedLayer& layer = m_layers[i];
        const auto wanted = floats.find(layer.output);
        if (wanted == floats.end()) continue;
        const auto found = codes.find(layer.codes);
        if (found == codes.end())
            return internalError("the codes of " + inQuotes(m_quantized.details.products[layer.index].name) +
                                 " are not computed");
        ASSIGN_OR_RETURN(const auto real, dequantized(found->second, layer.params));
        m_sums[i].add(real, wanted->second);
    }
    return {};
}

} // namespace edgewright::pipeline
