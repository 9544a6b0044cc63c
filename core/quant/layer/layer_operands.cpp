// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/layer/layer_operands.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/order.h"
#include "core/quant/arithmetic/conv_shape.h"

#include <algorithm>
#include <string>
#include <utility>

namespace edgewright::quant {

namespace {

// A graph and, for a body, the node it belongs to: its inputs are that node's inputs, by position.
struct Scope {
    const ir::Graph& graph;
    const ir::Node* call = nullptr;
    const Scope* outer = nullptr;

    const ir::Tensor* constant(ValueId id) const {
        if (!graph.contains(id)) return nullptr;
        const ir::Value& value = graph.value(id);
        if (const ir::Tensor* known = value.known()) return known;
        if (outer && value.outer) return outer->constant(*value.outer);
        const auto input = std::ranges::find(graph.inputs, id);
        if (input != graph.inputs.end())
            return outer ? outer->constant(call->input(static_cast<std::size_t>(input - graph.inputs.begin())))
                         : nullptr;
        for (const NodeId node : graph.order()) {
            const ir::Node& producer = graph.node(node);
            if (std::ranges::find(producer.outputs, id) == producer.outputs.end()) continue;
            const ir::Tensor* tensor = producer.is("Constant") ? producer.tensor("value") : nullptr;
            return tensor && tensor->hasData() ? tensor : nullptr;
        }
        return nullptr;
    }
};

bool isLayer(const ir::Node& node) { return node.is("Conv") || node.is("Gemm") || node.is("MatMul"); }

bool isOneRow(const ir::Tensor& c) { return c.rank() <= 1 || c.dims().back() == c.elements(); }

// One matrix of weights, and one bias for each of its columns. Stacks of matrices are no layer.
bool isMatrixLayer(const Layer& layer) {
    return layer.weights->rank() == 2 && (!layer.bias || layer.bias->elements() == 1 || isOneRow(*layer.bias));
}

std::optional<Layer> findIn(const Scope& scope, const ir::Node& node) {
    if (isLayer(node)) {
        Layer layer{&node, scope.constant(node.input(1)), nullptr};
        // The data has to come from outside, so that the caller can hand it in.
        if (!layer.weights || !node.hasInput(0) || scope.constant(node.input(0))) return std::nullopt;
        if (scope.outer && !scope.graph.isInput(node.input(0))) return std::nullopt;
        if (node.hasInput(2) && !node.is("MatMul")) {
            layer.bias = scope.constant(node.input(2));
            if (!layer.bias) return std::nullopt;
        }
        if (!node.is("Conv") && !isMatrixLayer(layer)) return std::nullopt;
        return layer;
    }
    if (!node.body) return std::nullopt;
    const Scope inner{*node.body, &node, &scope};
    for (const NodeId id : ir::executionOrder(*node.body).nodes) {
        const ir::Node& member = node.body->node(id);
        if (!member.is("Constant")) return findIn(inner, member);
    }
    return std::nullopt;
}

std::string text(const ir::Dims& dims) { return ir::TensorType(ir::DataType::Float32, dims).text(); }

Result<std::vector<float>> floatsOf(const ir::Tensor& tensor) {
    ASSIGN_OR_RETURN(auto floats, ir::toFloat32(tensor));
    const auto span = std::as_const(floats).as<float>();
    return std::vector<float>(span.begin(), span.end());
}

// An attribute with one entry per spatial axis (pads: two); `fallback` where it is absent.
Result<std::vector<std::int64_t>> perAxis(const ir::Node& node, const char* name, std::size_t count,
                                          std::int64_t fallback) {
    auto values = node.ints(name);
    if (values.empty()) values.assign(count, fallback);
    if (values.size() != count)
        return badInput(say("{1} has {2} entries, expected {3}", name, values.size(), count));
    for (const std::int64_t value : values)
        if (value < fallback) return badInput(say("{1} holds {2}", name, value));
    return values;
}

// Pads that make the output ceil(input / stride) long; the odd one goes to the end, or with SAME_LOWER to the
// start.
Result<void> padSame(ConvShape& shape, bool lower) {
    for (std::size_t i = 0; i < shape.kernel.size(); ++i) {
        const auto reach = checkedMul(shape.kernel[i] - 1, shape.dilations[i]);
        const std::int64_t lastStart =
            shape.input[i] == 0 ? 0 : (shape.input[i] - 1) / shape.strides[i] * shape.strides[i];
        const auto length = reach ? checkedAdd(lastStart, *reach) : std::nullopt;
        if (!length) return badInput(say("kernel and dilation overflow"));
        const std::int64_t total = std::max<std::int64_t>(*length + 1 - shape.input[i], 0);
        shape.padsBegin[i] = lower ? total - total / 2 : total / 2;
        shape.padsEnd[i] = total - shape.padsBegin[i];
    }
    return {};
}

Result<ConvShape> convShapeOf(const ir::Node& node, const ir::Dims& x, const ir::Dims& w) {
    if (w.size() < 3 || x.size() != w.size())
        return badInput(say("input {1} and weights {2}, expected equal ranks of 3 to 5", text(x), text(w)));
    const std::size_t axes = w.size() - 2;
    ConvShape shape;
    shape.batch = x[0];
    shape.inChannels = x[1];
    shape.outChannels = w[0];
    shape.groups = node.intOr("group", 1);
    shape.input.assign(x.begin() + 2, x.end());
    shape.kernel.assign(w.begin() + 2, w.end());
    if (shape.groups < 1 || shape.inChannels % shape.groups != 0 || shape.inChannels / shape.groups != w[1])
        return badInput(
            say("input {1} does not fit weights {2} in {3} groups", text(x), text(w), shape.groups));
    if (const auto declared = node.ints("kernel_shape"); !declared.empty() && declared != shape.kernel)
        return badInput(say("kernel_shape differs from the weights {1}", text(w)));
    auto strides = perAxis(node, "strides", axes, 1);
    auto dilations = perAxis(node, "dilations", axes, 1);
    auto pads = perAxis(node, "pads", 2 * axes, 0);
    for (const auto* values : {&strides, &dilations, &pads})
        if (!*values) return values->error();
    shape.strides = std::move(*strides);
    shape.dilations = std::move(*dilations);
    shape.padsBegin.assign(axes, 0);
    shape.padsEnd.assign(axes, 0);

    const std::string autoPad = node.stringOr("auto_pad", "NOTSET");
    if (autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER") {
        RETURN_IF_ERROR(padSame(shape, autoPad == "SAME_LOWER"));
    } else if (autoPad == "NOTSET") {
        std::copy_n(pads->begin(), axes, shape.padsBegin.begin());
        std::copy_n(pads->begin() + static_cast<std::ptrdiff_t>(axes), axes, shape.padsEnd.begin());
    } else if (autoPad != "VALID") {
        return badInput(say("auto_pad is '{1}'", autoPad));
    }
    for (std::size_t i = 0; i < axes; ++i) {
        ASSIGN_OR_RETURN(const auto extent,
                         convExtent(shape.input[i], shape.kernel[i], shape.strides[i], shape.dilations[i],
                                    shape.padsBegin[i], shape.padsEnd[i]));
        shape.output.push_back(extent);
    }
    return shape;
}

std::vector<float> transposed(std::span<const float> from, std::int64_t rows, std::int64_t columns) {
    std::vector<float> to(from.size());
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < columns; ++c)
            to[static_cast<std::size_t>(c * rows + r)] = from[static_cast<std::size_t>(r * columns + c)];
    return to;
}

Result<LayerOperands> convOperands(const Layer& layer, ir::Tensor x) {
    ASSIGN_OR_RETURN(auto shape, convShapeOf(*layer.node, x.dims(), layer.weights->dims()));
    ASSIGN_OR_RETURN(auto weights, floatsOf(*layer.weights));
    ir::Dims dims{shape.batch, shape.outChannels};
    dims.insert(dims.end(), shape.output.begin(), shape.output.end());
    LayerOperands operands{std::move(shape), std::move(x), std::move(weights), {}, std::move(dims)};
    if (!layer.bias) return operands;
    ASSIGN_OR_RETURN(auto bias, floatsOf(*layer.bias));
    if (static_cast<std::int64_t>(bias.size()) != operands.shape.outChannels)
        return badInput(
            say("bias {1}, expected {2} elements", text(layer.bias->dims()), operands.shape.outChannels));
    operands.bias = std::move(bias);
    return operands;
}

// Gemm's C as one number per column.
Result<std::vector<float>> columnBias(const ir::Tensor& c, std::int64_t columns, float beta) {
    auto values = floatsOf(c);
    if (!values) return values;
    for (float& value : *values)
        value *= beta;
    if (values->size() == 1) values->assign(static_cast<std::size_t>(columns), values->front());
    if (!isOneRow(c) || static_cast<std::int64_t>(values->size()) != columns)
        return unsupported(say("C is {1}, expected one value per column ({2})", text(c.dims()), columns));
    return values;
}

Result<LayerOperands> matrixOperands(const Layer& layer, ir::Tensor x) {
    const ir::Node& node = *layer.node;
    const bool gemm = node.is("Gemm");
    const bool transA = gemm && node.intOr("transA", 0) != 0;
    const bool transB = gemm && node.intOr("transB", 0) != 0;
    const ir::Dims& b = layer.weights->dims();
    if (b.size() != 2) return unsupported(say("weights {1}, expected a matrix", text(b)));
    if (x.rank() < 1 || (gemm && x.rank() != 2))
        return badInput(say("input {1}, expected a matrix", text(x.dims())));
    if (transA) {
        const auto flipped = transposed(std::as_const(x).as<float>(), x.dims()[0], x.dims()[1]);
        x = ir::Tensor::of<float>({x.dims()[1], x.dims()[0]}, flipped);
    }
    const std::int64_t inner = transB ? b[1] : b[0];
    const std::int64_t columns = transB ? b[0] : b[1];
    if (x.dims().back() != inner)
        return badInput(say("input {1} does not fit weights {2}", text(x.dims()), text(b)));

    LayerOperands operands;
    operands.shape = {
        x.elements() / std::max<std::int64_t>(inner, 1), inner, columns, 1, {1}, {1}, {1}, {1}, {0}, {0}, {1}};
    operands.outputDims = x.dims();
    operands.outputDims.back() = columns;
    ASSIGN_OR_RETURN(auto weights, floatsOf(*layer.weights));
    operands.weights = transB ? std::move(weights) : transposed(weights, inner, columns);
    if (gemm)
        for (float& weight : operands.weights)
            weight *= node.floatOr("alpha", 1.0f);
    if (layer.bias) {
        ASSIGN_OR_RETURN(operands.bias, columnBias(*layer.bias, columns, node.floatOr("beta", 1.0f)));
    }
    operands.x = std::move(x);
    return operands;
}

} // namespace

std::optional<Layer> findLayer(const ir::Graph& graph, const ir::Node& node) {
    return findIn(Scope{graph}, node);
}

Result<LayerOperands> layerOperands(const Layer& layer, const ir::Tensor& input) {
    if (!input.hasData()) return badInput(say("the layer's input has no data"));
    ASSIGN_OR_RETURN(auto x, ir::toFloat32(input));
    return layer.node->is("Conv") ? convOperands(layer, std::move(x)) : matrixOperands(layer, std::move(x));
}

} // namespace edgewright::quant
