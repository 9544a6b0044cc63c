// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/qdq/insert_qdq.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/additions.h"
#include "core/ir/order.h"
#include "core/quant/qdq/code_tensor.h"
#include "core/quant/qdq/operator_role.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace edgewright::quant {

namespace {

class Inserting {
public:
    Inserting(const ir::Graph& graph, const Placement& placement, const std::map<ValueId, Range>& ranges,
              const QdqOptions& options)
        : m_source(graph), m_connections(graph), m_placement(placement), m_ranges(ranges), m_options(options) {
        m_result.graph = graph;
        m_result.left = placement.left;
        m_quantized.insert(placement.nodes.begin(), placement.nodes.end());
        std::size_t coded = 0;
        for (const NodeId node : graph.order()) {
            m_nodeNames.insert(graph.node(node).name);
            m_codesBefore.emplace(node, coded);
            coded += m_quantized.contains(node) ? 1 : 0;
        }
    }

    Result<QdqGraph> insert() {
        if (bitsOf(m_options.activationScheme.type) < 8)
            return unsupported(
                say("activations of {1} bits; expected 8 or 16, which runtimes quantize at run time",
                    bitsOf(m_options.activationScheme.type)));
        RETURN_IF_ERROR(chooseParams());
        for (const ValueId tensor : m_placement.tensors) {
            RETURN_IF_ERROR(pairTensor(tensor));
        }
        for (const NodeId node : m_placement.nodes) {
            RETURN_IF_ERROR(quantizeConstants(node));
            if (m_source.node(node).is("Concat")) RETURN_IF_ERROR(lookAtRanges(m_source.node(node)));
        }
        for (const LeftInFloat& each : m_placement.left)
            countLeft(m_source.node(each.node));
        m_result.graph.setOrder(ir::executionOrder(m_result.graph).nodes);
        return std::move(m_result);
    }

private:
    Result<void> chooseParams() {
        for (const ValueId tensor : m_placement.tensors) {
            const std::string& name = m_source.value(tensor).name;
            if (const auto moved = m_placement.movedFrom.find(tensor); moved != m_placement.movedFrom.end()) {
                m_params[tensor] = m_params.at(moved->second);
                m_result.tensors.push_back({tensor, name, m_covered.at(moved->second), m_params[tensor]});
                m_covered[tensor] = m_covered.at(moved->second);
                continue;
            }
            const auto producer = m_connections.producer(tensor);
            std::optional<Range> range;
            if (producer && m_quantized.contains(*producer)) range = fixedRange(m_source.node(*producer));
            if (const auto known = m_ranges.find(tensor); !range && known != m_ranges.end())
                range = known->second;
            if (!range) return badInput(say("there is no range of tensor {1}", inQuotes(name)));
            if (!std::isfinite(range->low) || !std::isfinite(range->high) || range->low > range->high)
                return badInput(say("the range of tensor {1} is from {2} to {3}; expected finite numbers, the "
                                    "smaller one first",
                                    inQuotes(name), std::to_string(range->low), std::to_string(range->high)));
            m_params[tensor] = paramsFor(*range, m_options.activationScheme);
            m_covered[tensor] = *range;
            m_result.tensors.push_back({tensor, name, *range, m_params[tensor]});
        }
        return {};
    }

    // Nodes, too, have names of their own: constants may be read by several products.
    void addNode(const char* op, const std::string& name, std::vector<ValueId> inputs, ValueId output,
                 std::optional<std::int64_t> axis = {}) {
        ir::Node node;
        node.name = ir::uniqueName(name, m_nodeNames);
        node.op = op;
        node.inputs = std::move(inputs);
        node.outputs = {output};
        if (axis) node.set("axis", *axis);
        m_result.graph.addNode(std::move(node));
    }

    // tensor -> QuantizeLinear -> codes -> a DequantizeLinear for each input of a node in codes that reads it,
    // and one for nodes in float32 with no node in codes between them.
    Result<void> pairTensor(ValueId tensor) {
        ir::Graph& graph = m_result.graph;
        const std::string name = m_source.value(tensor).name;
        const ir::TensorType type = m_source.value(tensor).type;
        const Params params = m_params.at(tensor);
        const CodeType codeType = m_options.activationScheme.type;
        const ValueId scale = m_new.constant(name + "_scale", ir::Tensor::scalar<float>(params.scale));
        ASSIGN_OR_RETURN(auto zeroPoint, codeTensor(codeType, {}, std::array{params.zeroPoint}));
        const ValueId zero = m_new.constant(name + "_zero_point", std::move(zeroPoint));
        ValueId raw = tensor;
        const bool isReadByName = m_source.isOutput(tensor) || isReadInSubgraphs(tensor);
        const auto producer = m_connections.producer(tensor);
        if (isReadByName && producer) { // the name stays with what leaves the graph
            raw = m_new.value(name + "_before_codes", type);
            std::ranges::replace(graph.node(*producer).outputs, tensor, raw);
        }
        ir::TensorType coded = type;
        coded.dtype = dataTypeOf(codeType);
        const ValueId codes = m_new.value(name + "_codes", coded);
        addNode("QuantizeLinear", name + "_quantize", {raw, scale, zero}, codes);
        std::size_t copies = 0;
        std::optional<std::pair<std::size_t, ValueId>> shared; // nodes in codes before it; what they read
        for (const NodeId reader : m_connections.consumers(tensor)) {
            ir::Node& node = graph.node(reader);
            const bool isInFloat = !m_quantized.contains(reader);
            for (ValueId& input : node.inputs) {
                if (input != tensor) continue;
                if (isInFloat && shared && shared->first == m_codesBefore.at(reader)) {
                    input = shared->second;
                    continue;
                }
                const std::string number =
                    copies == 0 ? std::string() : std::string("_").append(std::to_string(copies + 1));
                ++copies;
                input = m_new.value(name + "_dequantized" + number, type);
                addNode("DequantizeLinear", name + "_dequantize" + number, {codes, scale, zero}, input);
                if (isInFloat) shared.emplace(m_codesBefore.at(reader), input);
            }
        }
        if (isReadByName && producer)
            addNode("DequantizeLinear", name + "_dequantize_output", {codes, scale, zero}, tensor);
        return {};
    }

    bool isReadInSubgraphs(ValueId tensor) const {
        return std::ranges::any_of(m_connections.consumers(tensor), [&](NodeId reader) {
            const std::vector<ValueId> captured = ir::capturedValues(m_source.node(reader));
            return std::ranges::find(captured, tensor) != captured.end();
        });
    }

    Result<void> quantizeConstants(NodeId id) {
        const ir::Node& node = m_source.node(id);
        if (roleOf(node) != Role::Product) {
            for (std::size_t i = 0; i < node.inputs.size(); ++i)
                if (const std::size_t count = activationInputs(node);
                    (count == 0 || i < count) && node.hasInput(i) && m_source.value(node.input(i)).known())
                    RETURN_IF_ERROR(quantizeOperand(id, i));
            return {};
        }
        QuantizedProduct product{id, node.label(), {}, 0};
        if (m_source.value(node.input(1)).known()) {
            RETURN_IF_ERROR(quantizeWeights(product));
        }
        m_result.products.push_back(std::move(product));
        return {};
    }

    Result<void> lookAtRanges(const ir::Node& concat) {
        MixedRanges found{concat.id, concat.label(), {}, {}};
        for (const ValueId input : concat.inputs) {
            if (!input.valid()) continue;
            Range range;
            if (const auto known = m_covered.find(input); known != m_covered.end()) {
                range = known->second;
            } else if (m_source.value(input).known()) {
                ASSIGN_OR_RETURN(const std::vector<float> values, floatsOf(input));
                range = rangeOf(values);
            }
            const float width = std::max(range.high, 0.0F) - std::min(range.low, 0.0F);
            if (!(width > 0)) continue; // nothing but zeros, which every scale has
            const std::string& name = m_source.value(input).name;
            if (width > found.widestRange) std::tie(found.widest, found.widestRange) = std::tie(name, width);
            if (found.narrowest.empty() || width < found.narrowestRange)
                std::tie(found.narrowest, found.narrowestRange) = std::tie(name, width);
        }
        if (!(found.widestRange > MixedRanges::Ratio * found.narrowestRange)) return {};
        const auto params = m_params.find(concat.output(0));
        if (params == m_params.end()) return {};
        found.steps = static_cast<double>(found.narrowestRange) / static_cast<double>(params->second.scale);
        m_result.mixed.push_back(std::move(found));
        return {};
    }

    // A constant that is added or multiplied: coded as activations are, for all of the tensor.
    Result<void> quantizeOperand(NodeId id, std::size_t input) {
        const ValueId value = m_source.node(id).input(input);
        const std::string& name = m_source.value(value).name;
        ASSIGN_OR_RETURN(const std::vector<float> values, floatsOf(value));
        const Scheme& scheme = m_options.activationScheme;
        const Params params = paramsFor(rangeOf(values), scheme);
        const ir::Dims& dims = m_source.value(value).known()->dims();
        ASSIGN_OR_RETURN(auto codes,
                         codesOfValues(values, {params}, 0, dims, scheme.type, codesOf(scheme.type)));
        ASSIGN_OR_RETURN(auto zeroPoint, codeTensor(scheme.type, {}, std::array{params.zeroPoint}));
        const ValueId coded = m_new.constant(name + "_codes", std::move(codes));
        const ValueId scale = m_new.constant(name + "_scale", ir::Tensor::scalar<float>(params.scale));
        const ValueId zero = m_new.constant(name + "_zero_point", std::move(zeroPoint));
        const ValueId back = m_new.value(name + "_dequantized", m_source.value(value).type);
        addNode("DequantizeLinear", name + "_dequantize", {coded, scale, zero}, back);
        m_result.graph.node(id).inputs[input] = back;
        return {};
    }

    Result<void> quantizeWeights(QuantizedProduct& product) {
        const ir::Node& node = m_source.node(product.node);
        const ValueId value = node.input(1);
        const std::string& name = m_source.value(value).name;
        ASSIGN_OR_RETURN(const std::vector<float> values, floatsOf(value));
        const ir::Dims dims = m_source.value(value).known()->dims();
        if (dims.empty()) return badInput(say("the weights {1} are a single number", inQuotes(name)));
        const std::int64_t axis = channelAxis(node, dims.size());
        // Of a ConvTranspose with groups the axis holds the channels of one group, which groups share.
        const auto channels = static_cast<std::size_t>(dims[static_cast<std::size_t>(axis)]);
        // The scales of a batch of matrices would not leave its sums.
        const bool perChannel =
            m_options.weights == Granularity::PerChannel && (!node.is("MatMul") || dims.size() == 2);
        const Scheme& scheme = m_options.weightScheme;
        std::vector<Range> seen(perChannel ? channels : 1);
        forEachChannel(dims, axis, [&](std::size_t element, std::size_t channel) {
            Range& range = seen[perChannel ? channel : 0]; // 0 is in it
            range.low = std::min(range.low, values[element]);
            range.high = std::max(range.high, values[element]);
        });
        for (const Range& range : seen)
            product.weights.push_back(paramsFor(range, scheme));
        const float inputScale = m_params.at(node.input(0)).scale;
        std::vector<float> bias;
        if (node.input(2).valid()) {
            ASSIGN_OR_RETURN(bias, floatsOf(node.input(2)));
            product.raisedForBias = raiseForBias(product.weights, bias, inputScale,
                                                 values.size() / std::max<std::size_t>(channels, 1), scheme,
                                                 m_options.activationScheme);
        }
        ASSIGN_OR_RETURN(
            const std::vector<ValueId> coded,
            codedWeights(value, values, product.weights, perChannel ? std::optional(axis) : std::nullopt));
        const ValueId back = m_new.value(name + "_dequantized", m_source.value(value).type);
        addNode("DequantizeLinear", name + "_dequantize", coded, back,
                perChannel ? std::optional(axis) : std::nullopt);
        m_result.graph.node(product.node).inputs[1] = back;
        if (!bias.empty()) addBias(product, bias, inputScale);
        return {};
    }

    // Codes, scales and zero points; products that share weights, and code them alike, share these.
    Result<std::vector<ValueId>> codedWeights(ValueId value, const std::vector<float>& values,
                                              const std::vector<Params>& params,
                                              std::optional<std::int64_t> axis) {
        std::vector<CodedWeights>& known = m_coded[value];
        const auto same = std::ranges::find_if(
            known, [&](const CodedWeights& each) { return each.axis == axis && each.params == params; });
        if (same != known.end()) return same->inputs;
        const std::string& name = m_source.value(value).name;
        const ir::Dims dims = m_source.value(value).known()->dims();
        const Scheme& scheme = m_options.weightScheme;
        ASSIGN_OR_RETURN(auto codes,
                         codesOfValues(values, params, axis.value_or(0), dims, scheme.type, codesOf(scheme)));
        std::vector<float> scales;
        std::vector<std::int32_t> zeros;
        for (const Params& each : params) {
            scales.push_back(each.scale);
            zeros.push_back(each.zeroPoint);
        }
        const ir::Dims each = axis ? ir::Dims{static_cast<std::int64_t>(scales.size())} : ir::Dims{};
        ASSIGN_OR_RETURN(auto zeroPoints, codeTensor(scheme.type, each, zeros));
        std::vector<ValueId> inputs{m_new.constant(name + "_codes", std::move(codes)),
                                    m_new.constant(name + "_scale", ir::Tensor::of<float>(each, scales)),
                                    m_new.constant(name + "_zero_point", std::move(zeroPoints))};
        countBefore(value, values.size());
        const auto bits = static_cast<std::size_t>(bitsOf(scheme.type));
        m_result.weightBytesAfter +=
            static_cast<std::int64_t>((values.size() * bits + 7) / 8 + scales.size() * sizeof(float));
        known.push_back({axis, params, inputs});
        return inputs;
    }

    void countBefore(ValueId constant, std::size_t elements) {
        if (m_counted.insert(constant).second)
            m_result.weightBytesBefore += static_cast<std::int64_t>(elements * sizeof(float));
    }

    // Constants of a product that has no codes: as many bytes as before.
    void countLeft(const ir::Node& node) {
        if (roleOf(node) != Role::Product) return;
        for (std::size_t i = 1; i < node.inputs.size(); ++i) {
            const ir::Tensor* known = node.hasInput(i) ? m_source.value(node.input(i)).known() : nullptr;
            if (!known || !m_counted.insert(node.input(i)).second) continue;
            const auto bytes = static_cast<std::int64_t>(known->bytes().size());
            m_result.weightBytesBefore += bytes;
            m_result.weightBytesAfter += bytes;
        }
    }

    void addBias(const QuantizedProduct& product, const std::vector<float>& bias, float inputScale) {
        const ir::Node& node = m_source.node(product.node);
        const ValueId value = node.input(2);
        const std::string& name = m_source.value(value).name;
        std::vector<std::int32_t> codes;
        std::vector<float> biasScales;
        for (const Params& each : product.weights)
            biasScales.push_back(inputScale * each.scale);
        for (std::size_t i = 0; i < bias.size(); ++i) {
            const double step = static_cast<double>(biasScales[biasScales.size() == bias.size() ? i : 0]);
            codes.push_back(biasCode(static_cast<double>(bias[i]) / step));
        }
        const ir::Dims dims = m_source.value(value).known()->dims();
        const bool perChannel = biasScales.size() > 1 && biasScales.size() == bias.size();
        const auto count = static_cast<std::int64_t>(biasScales.size());
        const ValueId coded = m_new.constant(name + "_codes", ir::Tensor::of<std::int32_t>(dims, codes));
        const ValueId scale =
            m_new.constant(name + "_scale", perChannel ? ir::Tensor::of<float>({count}, biasScales)
                                                       : ir::Tensor::scalar<float>(biasScales[0]));
        const ValueId back = m_new.value(name + "_dequantized", m_source.value(value).type);
        addNode("DequantizeLinear", name + "_dequantize", {coded, scale}, back,
                perChannel ? std::optional<std::int64_t>(static_cast<std::int64_t>(dims.size()) - 1)
                           : std::nullopt);
        m_result.graph.node(product.node).inputs[2] = back;
        countBefore(value, bias.size());
        m_result.weightBytesAfter += static_cast<std::int64_t>(bias.size() * sizeof(std::int32_t));
    }

    Result<std::vector<float>> floatsOf(ValueId value) const {
        const std::string& name = m_source.value(value).name;
        ASSIGN_OR_RETURN(const ir::Tensor tensor, ir::toFloat32(*m_source.value(value).known()));
        const auto span = tensor.as<float>();
        std::vector<float> values(span.begin(), span.end());
        if (!std::ranges::all_of(values, [](float each) { return std::isfinite(each); }))
            return badInput(say("constant {1} holds numbers that are not finite", inQuotes(name)));
        return values;
    }

    template <typename Visit>
    static void forEachChannel(const ir::Dims& dims, std::int64_t axis, const Visit& visit) {
        std::size_t inner = 1, total = 1;
        for (std::size_t i = 0; i < dims.size(); ++i) {
            total *= static_cast<std::size_t>(dims[i]);
            if (static_cast<std::int64_t>(i) > axis) inner *= static_cast<std::size_t>(dims[i]);
        }
        const auto channels = static_cast<std::size_t>(dims.empty() ? 1 : dims[static_cast<std::size_t>(axis)]);
        for (std::size_t i = 0; i < total; ++i)
            visit(i, i / inner % channels);
    }

    Result<ir::Tensor> codesOfValues(const std::vector<float>& values, const std::vector<Params>& params,
                                     std::int64_t axis, const ir::Dims& dims, CodeType type, Codes within) {
        // Every constant has numbers of its own.
        const Rounder rounder(m_options.rounding, m_options.roundingSeed + m_constants++);
        std::vector<std::int32_t> codes(values.size());
        forEachChannel(dims, axis, [&](std::size_t element, std::size_t channel) {
            const Params& each = ofChannel(params, static_cast<std::int64_t>(channel));
            codes[element] = quantize(values[element], each, within, rounder, element);
        });
        return codeTensor(type, dims, codes);
    }

    struct CodedWeights {
        std::optional<std::int64_t> axis; // of the channels; empty: one scale for all
        std::vector<Params> params;
        std::vector<ValueId> inputs; // of DequantizeLinear
    };

    const ir::Graph& m_source;
    const ir::Connections m_connections;
    const Placement& m_placement;
    const std::map<ValueId, Range>& m_ranges;
    const QdqOptions& m_options;
    std::set<NodeId> m_quantized;
    std::map<NodeId, std::size_t> m_codesBefore; // nodes in codes before each in the order of execution
    QdqGraph m_result;
    ir::Additions m_new{m_result.graph, m_source};
    std::unordered_set<std::string> m_nodeNames;
    std::map<ValueId, Params> m_params;
    std::map<ValueId, Range> m_covered;
    std::map<ValueId, std::vector<CodedWeights>> m_coded;
    std::set<ValueId> m_counted;   // constants in weightBytesBefore
    std::uint64_t m_constants = 0; // coded so far
};

} // namespace

std::int64_t leastOpset(const QdqOptions& options) {
    return std::max(opsetOf(options.weightScheme.type), opsetOf(options.activationScheme.type));
}

Result<QdqGraph> insertQdq(const ir::Graph& graph, const Placement& placement,
                           const std::map<ValueId, Range>& ranges, const QdqOptions& options) {
    return Inserting(graph, placement, ranges, options).insert();
}

} // namespace edgewright::quant
