// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/dynamic/quantize_dynamic.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/additions.h"
#include "core/ir/order.h"
#include "core/quant/arithmetic/params.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace edgewright::quant {

namespace {

// Weights as the integer operator takes them: of a Conv as they are, else inputs times outputs.
struct DynamicWeights {
    ir::Dims dims;
    std::vector<float> values;
    std::size_t channels = 1;
    bool isLast = false; // the channel is the last axis, not the first one
};

struct DynamicInput {
    ValueId codes, scale, zeroPoint;
};

std::optional<std::string> reasonToLeave(const ir::Graph& graph, const ir::Node& node) {
    if (auto reason = reasonOfType(graph, node)) return reason;
    const ir::Value& weights = graph.value(node.input(1));
    if (!weights.known()) return say("its weights are computed at run time");
    if (weights.known()->dtype() != ir::DataType::Float32) return say("its weights are not float32");
    const std::size_t rank = weights.known()->dims().size();
    if (node.is("Conv")) return rank >= 3 ? std::nullopt : std::optional(say("its weights have no kernel"));
    if (rank != 2) return say("its weights are no matrix");
    if (node.is("Gemm") &&
        (node.floatOr("alpha", 1) != 1 || node.floatOr("beta", 1) != 1 || node.intOr("transA", 0) != 0))
        return say("it scales or transposes");
    return std::nullopt;
}

bool isTransposed(const ir::Node& node) { return node.is("Gemm") && node.intOr("transB", 0) != 0; }

class QuantizingDynamically {
public:
    QuantizingDynamically(const ir::Graph& graph, const DynamicOptions& options)
        : m_source(graph), m_options(options) {
        m_result.graph = graph;
    }

    Result<DynamicGraph> make() {
        for (const NodeId id : m_source.order()) {
            const ir::Node& node = m_source.node(id);
            if (node.body || !(node.is("Conv") || node.is("MatMul") || node.is("Gemm"))) continue;
            if (m_options.inFloat.contains(node.label())) {
                m_result.left.push_back({id, say("as it was asked for")});
            } else if (auto reason = reasonToLeave(m_source, node)) {
                m_result.left.push_back({id, *std::move(reason)});
            } else {
                RETURN_IF_ERROR(replace(node));
                m_result.products.push_back(id);
            }
        }
        if (m_result.products.empty()) return nothingToQuantize(m_source, m_result.left);
        for (const LeftInFloat& each : m_result.left)
            countLeft(m_source.node(each.node).input(1));
        m_result.graph.setOrder(ir::executionOrder(m_result.graph).nodes);
        return std::move(m_result);
    }

private:
    void newNode(const ir::Node& of, const char* op, const std::string& suffix, std::vector<ValueId> inputs,
                 std::vector<ValueId> outputs, std::vector<ir::Attribute> attributes = {}) {
        m_result.graph.addNode(
            ir::standIn(of, suffix, op, std::move(inputs), std::move(outputs), std::move(attributes)));
    }

    void countLeft(ValueId weights) {
        const ir::Tensor* known = m_source.value(weights).known();
        if (!known || !m_counted.insert(weights).second) return;
        m_result.weightBytesBefore += static_cast<std::int64_t>(known->bytes().size());
        m_result.weightBytesAfter += static_cast<std::int64_t>(known->bytes().size());
    }

    // Once for each tensor, whoever reads it.
    DynamicInput inputOf(const ir::Node& node) {
        const ValueId tensor = node.input(0);
        if (const auto known = m_inputs.find(tensor); known != m_inputs.end()) return known->second;
        const std::string& name = m_source.value(tensor).name;
        const DynamicInput input{m_new.value(name + "_codes"), m_new.value(name + "_scale"),
                                 m_new.value(name + "_zero_point")};
        newNode(node, "DynamicQuantizeLinear", "_input", {tensor}, {input.codes, input.scale, input.zeroPoint});
        m_inputs.emplace(tensor, input);
        return input;
    }

    DynamicWeights weightsOf(const ir::Node& node) const {
        const ir::Tensor& tensor = *m_source.value(node.input(1)).known();
        const auto values = tensor.as<float>();
        DynamicWeights weights{tensor.dims(), {values.begin(), values.end()}, 1, !node.is("Conv")};
        if (isTransposed(node)) {
            const auto outputs = static_cast<std::size_t>(tensor.dims()[0]),
                       inputs = static_cast<std::size_t>(tensor.dims()[1]);
            for (std::size_t in = 0; in < inputs; ++in)
                for (std::size_t out = 0; out < outputs; ++out)
                    weights.values[in * outputs + out] = values[out * inputs + in];
            std::swap(weights.dims[0], weights.dims[1]);
        }
        weights.channels =
            static_cast<std::size_t>(weights.isLast ? weights.dims.back() : weights.dims.front());
        return weights;
    }

    Result<void> replace(const ir::Node& node) {
        const DynamicWeights weights = weightsOf(node);
        const std::string& name = m_source.value(node.input(1)).name;
        if (!std::ranges::all_of(weights.values, [](float each) { return std::isfinite(each); }))
            return badInput(say("constant {1} holds numbers that are not finite", inQuotes(name)));
        const bool perChannel = m_options.weights == Granularity::PerChannel && weights.channels > 1;
        const std::size_t inner =
            weights.isLast ? 1 : weights.values.size() / std::max<std::size_t>(weights.channels, 1);
        const auto partOf = [&](std::size_t element) {
            return perChannel ? element / inner % weights.channels : 0;
        };
        std::vector<Range> ranges(perChannel ? weights.channels : 1);
        for (std::size_t i = 0; i < weights.values.size(); ++i) {
            Range& range = ranges[partOf(i)]; // 0 is in it
            range.low = std::min(range.low, weights.values[i]);
            range.high = std::max(range.high, weights.values[i]);
        }
        std::vector<float> scales;
        for (const Range& range : ranges)
            scales.push_back(paramsFor(range, DefaultWeights).scale);
        std::vector<std::int8_t> codes;
        for (std::size_t i = 0; i < weights.values.size(); ++i)
            codes.push_back(static_cast<std::int8_t>(
                quantize(weights.values[i], {scales[partOf(i)], 0}, codesOf(DefaultWeights))));
        // Products that share weights, and lay them out alike, share the codes.
        const ValueId value = node.input(1);
        if (m_counted.insert(value).second)
            m_result.weightBytesBefore += static_cast<std::int64_t>(weights.values.size() * sizeof(float));
        ValueId& coded = m_coded[{value, weights.isLast, isTransposed(node)}];
        if (!coded.valid()) {
            coded = m_new.constant(name + "_codes", ir::Tensor::of<std::int8_t>(weights.dims, codes));
            m_result.weightBytesAfter += static_cast<std::int64_t>(codes.size());
        }
        m_result.weightBytesAfter += static_cast<std::int64_t>(scales.size() * sizeof(float));
        write(node, coded, channelsInPlace(weights, perChannel ? weights.channels : 1, scales), weights);
        return {};
    }

    // One number for each channel where the output has its channels: behind the batch of a Conv, last of a
    // matrix.
    static ir::Tensor channelsInPlace(const DynamicWeights& weights, std::size_t count,
                                      const std::vector<float>& values) {
        ir::Dims dims{static_cast<std::int64_t>(count)};
        if (!weights.isLast) dims.resize(weights.dims.size() - 1, 1);
        return ir::Tensor::of<float>(count == 1 && weights.isLast ? ir::Dims{} : dims, values);
    }

    void write(const ir::Node& product, ValueId coded, ir::Tensor scales, const DynamicWeights& weights) {
        const DynamicInput input = inputOf(product);
        const std::string& output = m_source.value(product.output(0)).name;
        const ValueId sums = m_new.value(output + "_sums"), wide = m_new.value(output + "_float"),
                      scale = m_new.value(output + "_scale"),
                      weightScale = m_new.constant(output + "_weight_scale", std::move(scales));
        std::vector<ir::Attribute> attributes;
        if (product.is("Conv")) attributes = product.attributes;
        newNode(product, product.is("Conv") ? "ConvInteger" : "MatMulInteger", "_integer",
                {input.codes, coded, input.zeroPoint}, {sums}, std::move(attributes));
        newNode(product, "Cast", "_float", {sums}, {wide},
                {{"to", static_cast<std::int64_t>(ir::DataType::Float32)}});
        newNode(product, "Mul", "_scales", {input.scale, weightScale}, {scale});
        const ValueId result = product.output(0);
        const bool hasBias = product.input(2).valid();
        const ValueId scaled = hasBias ? m_new.value(output + "_scaled") : result;
        m_result.graph.removeNode(product.id);
        newNode(product, "Mul", "_scaled", {wide, scale}, {scaled});
        if (hasBias) newNode(product, "Add", "_bias", {scaled, biasOf(product, weights)}, {result});
    }

    // Of a Conv with the extents of its output's channels; a computed one is reshaped at run time.
    ValueId biasOf(const ir::Node& product, const DynamicWeights& weights) {
        const ValueId bias = product.input(2);
        if (!product.is("Conv")) return bias; // broadcast as it is
        const ir::Tensor* known = m_source.value(bias).known();
        if (known && known->dtype() == ir::DataType::Float32) {
            const auto values = known->as<float>();
            return m_new.constant(m_source.value(bias).name + "_in_place",
                                  channelsInPlace(weights, weights.channels, {values.begin(), values.end()}));
        }
        ir::Dims dims{static_cast<std::int64_t>(weights.channels)};
        dims.resize(weights.dims.size() - 1, 1);
        const std::vector<std::int64_t> shape(dims.begin(), dims.end());
        const ValueId place =
            m_new.constant(m_source.value(bias).name + "_place",
                           ir::Tensor::of<std::int64_t>({static_cast<std::int64_t>(shape.size())}, shape));
        const ValueId moved = m_new.value(m_source.value(bias).name + "_in_place");
        newNode(product, "Reshape", "_bias_in_place", {bias, place}, {moved});
        return moved;
    }

    const ir::Graph& m_source;
    const DynamicOptions& m_options;
    DynamicGraph m_result;
    ir::Additions m_new{m_result.graph, m_source};
    std::map<ValueId, DynamicInput> m_inputs;
    std::map<std::tuple<ValueId, bool, bool>, ValueId> m_coded; // by weights and their form
    std::set<ValueId> m_counted;                                // weights in weightBytesBefore
};

} // namespace

Result<DynamicGraph> quantizeDynamically(const ir::Graph& graph, const DynamicOptions& options) {
    return QuantizingDynamically(graph, options).make();
}

} // namespace edgewright::quant
