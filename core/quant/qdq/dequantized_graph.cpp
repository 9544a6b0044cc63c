// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/qdq/dequantized_graph.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/additions.h"
#include "core/ir/order.h"
#include "core/quant/qdq/operator_role.h"
#include "core/quant/qdq/real_tensor.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace edgewright::quant {

namespace {

// Operators of one or two operands (codes, scale, zero point), then scale and zero point of the output.
struct CodedOperator {
    std::string_view op, inFloat;
    std::size_t operands;
};
constexpr std::array CodedOperators{CodedOperator{"QLinearMatMul", "MatMul", 2},
                                    CodedOperator{"QLinearAdd", "Add", 2},
                                    CodedOperator{"QLinearMul", "Mul", 2},
                                    CodedOperator{"QLinearAveragePool", "AveragePool", 1},
                                    CodedOperator{"QLinearGlobalAveragePool", "GlobalAveragePool", 1},
                                    CodedOperator{"QLinearSigmoid", "Sigmoid", 1},
                                    CodedOperator{"QLinearLeakyRelu", "LeakyRelu", 1},
                                    CodedOperator{"QLinearSoftmax", "Softmax", 1}};

// An input of a node that has codes.
struct Operand {
    std::size_t codes, scale, zeroPoint; // places
    std::int64_t axis = 0;               // of several scales
};

class Dequantizing {
public:
    explicit Dequantizing(const ir::Graph& graph) : m_source(graph) { m_result.graph = graph; }

    Result<DequantizedGraph> make() {
        for (const NodeId id : m_source.order())
            RETURN_IF_ERROR(visit(m_source.node(id)));
        m_result.graph.setOrder(ir::executionOrder(m_result.graph).nodes);
        removeUnread();
        return std::move(m_result);
    }

private:
    Result<void> visit(const ir::Node& node) {
        if (node.is("QuantizeLinear") || (node.op == "QuantizeLinear" && node.domain == "com.microsoft")) {
            if (m_source.value(node.input(0)).known()) return {}; // weights; what reads them makes floats of it
            m_real[node.output(0)] = isComputed(node.input(0))
                                         ? limited(node, node.input(0), node.input(1), node.input(2))
                                         : node.input(0);
            ++m_result.roundings;
            return {};
        }
        if (node.op == "DynamicQuantizeLinear") {
            m_atRunTime[node.output(0)] = {node.input(0), node.output(1)};
            ++m_result.roundings;
            return {};
        }
        if (node.op == "DequantizeLinear") return m_real.contains(node.input(0)) ? pass(node) : Result<void>();
        if (node.op == "QLinearConv") return convolution(node);
        if (node.op == "QGemm") return gemm(node);
        if (node.op == "QLinearConcat") return concat(node);
        if (node.op == "MatMulInteger" || node.op == "ConvInteger") return sums(node);
        if (node.op == "DynamicQuantizeMatMul" || node.op == "MatMulIntegerToFloat") return product(node);
        const auto coded = std::ranges::find(CodedOperators, node.op, &CodedOperator::op);
        if (coded != CodedOperators.end()) return codedOperator(node, *coded);
        if (node.op.starts_with("QLinear") || node.op == "DynamicQuantizeLSTM") return refuse(node);
        return move(node);
    }

    // By an operator that has no limits of its own.
    bool isComputed(ValueId value) const {
        constexpr std::array<std::string_view, 4> Limited{"Relu", "Clip", "Sigmoid", "Softmax"};
        const auto producer = m_connections.producer(value);
        return producer && std::ranges::find(Limited, m_source.node(*producer).op) == Limited.end();
    }
    // `real` in the limits of codes that begin at 0: there quantizers leave out a Relu or Clip, whose work the
    // limits do. Other codes only cut off what their ranges miss.
    ValueId limited(const ir::Node& node, ValueId real, ValueId scale, ValueId zeroPoint) {
        const ir::Tensor *zero = known(zeroPoint), *step = known(scale);
        const ir::DataType type = zero ? zero->dtype() : ir::DataType::UInt8;
        const bool isUnsigned = type == ir::DataType::UInt8, isSigned = type == ir::DataType::Int8;
        const double lowest = isUnsigned ? 0 : -128;
        if (!step || step->elements() != 1 || step->dtype() != ir::DataType::Float32 ||
            !(isUnsigned || isSigned) || (zeroPoint.valid() && !zero) ||
            (zero && (zero->elements() != 1 || ir::elementAsDouble(*zero, 0) != lowest)))
            return real;
        const std::string& name = m_source.value(node.output(0)).name;
        const ValueId above = m_new.value(name + "_above"), within = m_new.value(name + "_within");
        const auto most = static_cast<float>(255 * ir::elementAsDouble(*step, 0));
        add(node, "Relu", {real}, above);
        add(node, "Min", {above, m_new.constant(name + "_most", ir::Tensor::of<float>({}, {most}))}, within);
        return within;
    }

    // A node that reads codes of another kind of operator, or none.
    Result<void> move(const ir::Node& node) {
        const auto isReal = [&](ValueId value) { return m_real.contains(value); };
        const auto readsRunTime = std::ranges::any_of(
            node.inputs, [&](ValueId value) { return m_atRunTime.contains(value) && !isReal(value); });
        if (readsRunTime) return refuse(node);
        if (std::ranges::none_of(node.inputs, isReal)) return {};
        if (node.is("Cast")) {
            return node.intOr("to", 0) == static_cast<std::int64_t>(ir::DataType::Float32) ? pass(node)
                                                                                           : refuse(node);
        }
        const bool isShape = node.is("Shape") || node.is("Size");
        const bool joins = node.is("Concat") && std::ranges::all_of(node.inputs, isReal);
        const bool moves =
            roleOf(node) == Role::Moving || node.is("Identity") || node.is("Expand") || node.is("Tile");
        if (!isShape && !joins && !(moves && isReal(node.input(0)))) return refuse(node);
        ir::Node moved = node;
        for (ValueId& input : moved.inputs)
            if (isReal(input)) input = m_real.at(input);
        if (!isShape)
            for (ValueId& output : moved.outputs) {
                if (!output.valid()) continue;
                if (m_source.isOutput(output)) return refuse(node);
                output = m_real[output] = m_new.value(m_source.value(output).name + "_real");
            }
        m_result.graph.removeNode(node.id);
        moved.origins = originsOf(node);
        m_result.graph.addNode(std::move(moved));
        return {};
    }

    // The output of the node is what its input stands for.
    Result<void> pass(const ir::Node& node) {
        const ValueId from = m_real.at(node.input(0)), to = node.output(0);
        m_result.graph.removeNode(node.id);
        add(node, "Identity", {from}, to);
        return {};
    }

    Result<void> codedOperator(const ir::Node& node, const CodedOperator& coded) {
        const auto rank = m_source.value(node.output(0)).type.rank();
        const std::int64_t axis = node.intOr("axis", -1); // of a Softmax: before opset 13 all axes from it on
        const bool isLast = axis == -1 || (rank && axis + 1 == static_cast<std::int64_t>(*rank));
        if (node.intOr("channels_last", 0) != 0 || !isLast) return refuse(node);
        std::vector<ValueId> inputs;
        for (std::size_t i = 0; i < coded.operands; ++i) {
            ASSIGN_OR_RETURN(const ValueId real, realOf(node, {3 * i, 3 * i + 1, 3 * i + 2, -1}));
            inputs.push_back(real);
        }
        return replace(node, coded.inFloat, std::move(inputs), 3 * coded.operands);
    }

    Result<void> convolution(const ir::Node& node) {
        if (node.intOr("channels_last", 0) != 0) return refuse(node);
        ASSIGN_OR_RETURN(const ValueId input, realOf(node, {0, 1, 2, 1}));
        ASSIGN_OR_RETURN(const ValueId weights, realOf(node, {3, 4, 5, 0}));
        std::vector<ValueId> inputs{input, weights};
        if (node.input(8).valid()) {
            ASSIGN_OR_RETURN(const ValueId bias, biasOf(node, 8, {1, 4}, 1));
            inputs.push_back(bias);
        }
        return replace(node, "Conv", std::move(inputs), 6);
    }

    Result<void> gemm(const ir::Node& node) {
        ASSIGN_OR_RETURN(const ValueId a, realOf(node, {0, 1, 2, -1}));
        ASSIGN_OR_RETURN(const ValueId b, realOf(node, {3, 4, 5, node.intOr("transB", 0) != 0 ? 0 : 1}));
        std::vector<ValueId> inputs{a, b};
        if (node.input(6).valid()) {
            ASSIGN_OR_RETURN(const ValueId bias, biasOf(node, 6, {1, 4}, node.floatOr("alpha", 1)));
            inputs.push_back(bias);
        }
        return replace(node, "Gemm", std::move(inputs), 7);
    }

    Result<void> concat(const ir::Node& node) {
        std::vector<ValueId> inputs;
        for (std::size_t i = 2; i + 2 < node.inputs.size(); i += 3) {
            ASSIGN_OR_RETURN(const ValueId real, realOf(node, {i, i + 1, i + 2, -1}));
            inputs.push_back(real);
        }
        return replace(node, "Concat", std::move(inputs), 0);
    }

    // Sums of codes that were chosen at run time, in steps of their scales: their input is divided by its
    // scale.
    Result<void> sums(const ir::Node& node) {
        std::vector<ValueId> inputs;
        for (std::size_t i = 0; i < 2; ++i) {
            if (const auto found = m_atRunTime.find(node.input(i)); found != m_atRunTime.end()) {
                const ValueId steps = m_new.value(m_source.value(node.input(i)).name + "_steps");
                add(node, "Div", {found->second.first, found->second.second}, steps);
                inputs.push_back(steps);
                continue;
            }
            const ir::Tensor* codes = known(node.input(i));
            if (!codes) return refuse(node);
            const std::int64_t axis = node.op == "ConvInteger" ? 0 : -1;
            ASSIGN_OR_RETURN(ir::Tensor steps, realTensor(*codes, {1.0F}, known(node.input(i + 2)), axis));
            inputs.push_back(m_new.constant(m_source.value(node.input(i)).name + "_steps", std::move(steps)));
        }
        const ValueId result = m_real[node.output(0)] =
            m_new.value(m_source.value(node.output(0)).name + "_real");
        m_result.graph.removeNode(node.id);
        add(node, node.op == "ConvInteger" ? "Conv" : "MatMul", std::move(inputs), result, node.attributes);
        ++m_result.operators;
        return {};
    }

    Result<void> product(const ir::Node& node) {
        const bool isFloat = node.op == "DynamicQuantizeMatMul"; // its first input is
        const std::size_t bias = isFloat ? 4 : 6;
        ValueId a = node.input(0);
        if (const auto found = m_atRunTime.find(a); !isFloat && found != m_atRunTime.end()) {
            a = found->second.first;
        } else if (!isFloat) {
            ASSIGN_OR_RETURN(a, realOf(node, {0, 2, 4, -1}));
        }
        ASSIGN_OR_RETURN(const ValueId b, realOf(node, isFloat ? Operand{1, 2, 3, -1} : Operand{1, 3, 5, -1}));
        const bool hasBias = node.input(bias).valid();
        const ValueId result = node.output(0),
                      whole = hasBias ? m_new.value(m_source.value(result).name + "_product") : result;
        m_result.graph.removeNode(node.id);
        add(node, "MatMul", {a, b}, whole);
        if (hasBias) add(node, "Add", {whole, node.input(bias)}, result);
        ++m_result.operators;
        return {};
    }

    // The float that codes of an operand stand for.
    Result<ValueId> realOf(const ir::Node& node, const Operand& operand) {
        const ValueId codes = node.input(operand.codes), scale = node.input(operand.scale),
                      zeroPoint = node.input(operand.zeroPoint);
        if (const auto real = m_real.find(codes); real != m_real.end()) return real->second;
        const std::string name = m_source.value(codes).name + "_real";
        if (const ir::Tensor* all = known(codes), *scales = known(scale); all && scales) {
            ASSIGN_OR_RETURN(const ir::Tensor floats, ir::toFloat32(*scales));
            const auto values = floats.as<float>();
            ASSIGN_OR_RETURN(ir::Tensor tensor,
                             realTensor(*all, {values.begin(), values.end()}, known(zeroPoint), operand.axis));
            return m_new.constant(name, std::move(tensor));
        }
        const ValueId real = m_real[codes] = m_new.value(name); // codes that the model is given, or computes
        std::vector<ValueId> inputs{codes, scale};
        if (zeroPoint.valid()) inputs.push_back(zeroPoint);
        add(node, "DequantizeLinear", std::move(inputs), real);
        return real;
    }

    // A bias: codes whose scale is the product of two others and `factor`.
    Result<ValueId> biasOf(const ir::Node& node, std::size_t place, std::array<std::size_t, 2> scales,
                           float factor) {
        const ir::Tensor *codes = known(node.input(place)), *first = known(node.input(scales[0])),
                         *second = known(node.input(scales[1]));
        if (!codes || !first || !second || first->elements() != 1) return refuse(node).error();
        std::vector<float> steps;
        for (std::int64_t i = 0; i < second->elements(); ++i)
            steps.push_back(
                static_cast<float>(ir::elementAsDouble(*first, 0) * ir::elementAsDouble(*second, i)) * factor);
        ASSIGN_OR_RETURN(ir::Tensor bias, realTensor(*codes, steps, nullptr, -1));
        return m_new.constant(m_source.value(node.input(place)).name + "_real", std::move(bias));
    }

    // `scale`: the place of the output's, before its zero point; without one the output is float.
    Result<void> replace(const ir::Node& node, std::string_view op, std::vector<ValueId> inputs,
                         std::size_t scale) {
        const ValueId output = node.output(0);
        std::vector<ir::Attribute> attributes = node.attributes;
        std::erase_if(attributes, [](const ir::Attribute& each) {
            return each.name == "channels_last" || each.name == "opset";
        });
        m_result.graph.removeNode(node.id);
        ++m_result.operators;
        if (!node.input(scale).valid()) {
            add(node, op, std::move(inputs), output, std::move(attributes));
            return {};
        }
        const ValueId real = m_new.value(m_source.value(output).name + "_real");
        add(node, op, std::move(inputs), real, std::move(attributes));
        m_real[output] = op == "Sigmoid" || op == "Softmax"
                             ? real
                             : limited(node, real, node.input(scale), node.input(scale + 1));
        std::vector<ValueId> coded{real, node.input(scale)};
        if (node.input(scale + 1).valid()) coded.push_back(node.input(scale + 1));
        add(node, "QuantizeLinear", std::move(coded), output); // for whoever reads the codes still
        return {};
    }

    // From the last one on: what nobody reads.
    void removeUnread() {
        const ir::Connections connections(m_result.graph);
        const std::vector<NodeId> order(m_result.graph.order().begin(), m_result.graph.order().end());
        std::set<NodeId> removed;
        for (auto id = order.rbegin(); id != order.rend(); ++id) {
            const ir::Node& node = m_result.graph.node(*id);
            const bool isRead = std::ranges::any_of(node.outputs, [&](ValueId output) {
                return output.valid() &&
                       (m_result.graph.isOutput(output) ||
                        std::ranges::any_of(connections.consumers(output),
                                            [&](NodeId reader) { return !removed.contains(reader); }));
            });
            if (!isRead) removed.insert(*id);
        }
        for (const NodeId id : removed)
            m_result.graph.removeNode(id);
    }

    Result<void> refuse(const ir::Node& node) const {
        return unsupported(
            say("node {1} ({2}) computes on codes in a way that has no counterpart in float here",
                inQuotes(node.label()), node.op));
    }
    const ir::Tensor* known(ValueId value) const {
        return value.valid() ? m_source.value(value).known() : nullptr;
    }
    void add(const ir::Node& of, std::string_view op, std::vector<ValueId> inputs, ValueId output,
             std::vector<ir::Attribute> attributes = {}) {
        m_result.graph.addNode(ir::standIn(of, "_" + std::string(op), std::string(op), std::move(inputs),
                                           {output}, std::move(attributes)));
    }

    const ir::Graph& m_source;
    const ir::Connections m_connections{m_source};
    DequantizedGraph m_result;
    ir::Additions m_new{m_result.graph, m_source};
    std::map<ValueId, ValueId> m_real;                          // by codes, or sums of them: the float
    std::map<ValueId, std::pair<ValueId, ValueId>> m_atRunTime; // by codes: the float, and its scale
};

} // namespace

Result<DequantizedGraph> dequantizedGraph(const ir::Graph& graph) { return Dequantizing(graph).make(); }

} // namespace edgewright::quant
