// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs on codes as graphs in float: nothing is rounded any more, and what is computed is the same.
#include "core/quant/qdq/dequantized_graph.h"

#include "core/exec/compare.h"
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "core/quant/qdq/real_tensor.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace edgewright::dequantized_graph_test {

using quant::dequantizedGraph;

namespace {

const ir::Opsets Opsets{{"", 13}, {"com.microsoft", 1}};

ir::Tensor floats(const ir::Dims& dims, const std::vector<float>& values) {
    return ir::Tensor::of<float>(dims, values);
}

// A scale and a zero point of uint8.
std::pair<ValueId, ValueId> parameters(ir::GraphBuilder& builder, const std::string& name, float scale,
                                       std::uint8_t zeroPoint) {
    return {builder.constant(name + "_scale", floats({}, {scale})),
            builder.constant(name + "_zero", ir::Tensor::of<std::uint8_t>({}, {zeroPoint}))};
}

std::size_t countOf(const ir::Graph& graph, const char* op) {
    return static_cast<std::size_t>(
        std::ranges::count_if(graph.order(), [&](NodeId id) { return graph.node(id).op == op; }));
}

std::vector<float> resultOf(const ir::Graph& graph, const std::vector<float>& input) {
    const ValueId x = graph.inputs.front();
    const auto result = exec::run(graph, Opsets, {{x, floats(*graph.value(x).type.dims(), input)}}, {});
    if (!result) {
        qWarning("%s", result.error().message.c_str());
        return {};
    }
    const auto values = result->outputs.front().as<float>();
    return {values.begin(), values.end()};
}

ir::Graph typed(const ir::Graph& graph) { return ops::inferTypes(graph, Opsets).graph; }

} // namespace

class DequantizedGraphTest : public QObject {
    Q_OBJECT

private slots:
    // Codes that are moved between the pair are floats that are moved.
    void pairsAreTakenOut() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{2, 2}});
        const auto [scale, zero] = parameters(builder, "x", 0.5F, 10);
        const ValueId codes = builder.node("QuantizeLinear", {x, scale, zero});
        const ValueId moved = builder.node("Transpose", {codes});
        builder.output(builder.node("Relu", {builder.node("DequantizeLinear", {moved, scale, zero})}));
        const ir::Graph graph = typed(builder.take());
        const auto made = dequantizedGraph(graph);
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        QCOMPARE(made->roundings, std::size_t(1));
        QCOMPARE(made->operators, std::size_t(0));
        QCOMPARE(countOf(made->graph, "QuantizeLinear") + countOf(made->graph, "DequantizeLinear"),
                 std::size_t(0));
        QCOMPARE(resultOf(made->graph, {0.1F, 0.2F, -1, 3.3F}), (std::vector<float>{0.1F, 0, 0.2F, 3.3F}));
        QCOMPARE(resultOf(graph, {0.1F, 0.2F, -1, 3.3F}), (std::vector<float>{0, 0, 0, 3.5F}));
    }

    // Weights by channel, the bias in steps of both scales.
    void integerProducts() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{1, 1, 1, 2}});
        const auto [xs, xz] = parameters(builder, "x", 0.5F, 128);
        const auto [ys, yz] = parameters(builder, "y", 0.25F, 100);
        const ValueId w = builder.constant("w", ir::Tensor::of<std::int8_t>({2, 1, 1, 1}, {2, -4}));
        const ValueId ws = builder.constant("ws", floats({2}, {1, 0.5F}));
        const ValueId wz = builder.constant("wz", ir::Tensor::of<std::int8_t>({2}, {0, 0}));
        const ValueId b = builder.constant("b", ir::Tensor::of<std::int32_t>({2}, {4, 8}));
        const ValueId codes = builder.node("QuantizeLinear", {x, xs, xz});
        const ValueId y = builder.node("QLinearConv", {codes, xs, xz, w, ws, wz, ys, yz, b});
        builder.output(builder.node("DequantizeLinear", {y, ys, yz}));
        const ir::Graph graph = typed(builder.take());
        const auto made = dequantizedGraph(graph);
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        QCOMPARE(made->operators, std::size_t(1));
        QCOMPARE(countOf(made->graph, "Conv"), std::size_t(1));
        QCOMPARE(countOf(made->graph, "QLinearConv") + countOf(made->graph, "QuantizeLinear"), std::size_t(0));
        // Weights 2 and -2, biases 4·0.5 and 8·0.25.
        QCOMPARE(resultOf(made->graph, {0.25F, 1}), (std::vector<float>{2.5F, 4, 1.5F, 0}));
        QCOMPARE(resultOf(graph, {0.5F, 1}), (std::vector<float>{3, 4, 1, 0})); // nothing to round
    }

    // Codes that begin at 0 do the work of a Relu, or of a Clip, that was left out.
    void limitsOfCodesStay() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{3}});
        const auto [scale, zero] = parameters(builder, "x", 1 / 64.0F, 0);
        const ValueId codes = builder.node("QuantizeLinear", {builder.node("Neg", {x}), scale, zero});
        builder.output(builder.node("DequantizeLinear", {codes, scale, zero}));
        const auto made = dequantizedGraph(typed(builder.take()));
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        QCOMPARE(resultOf(made->graph, {1, -0.3F, -9}), (std::vector<float>{0, 0.3F, 255 / 64.0F}));
    }

    void productsCodedAtRunTime() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{1, 2}});
        const ValueId codes = builder.value("codes"), scale = builder.value("scale"),
                      zero = builder.value("zero");
        builder.nodeInto("DynamicQuantizeLinear", {x}, {codes, scale, zero});
        const ValueId w = builder.constant("w", ir::Tensor::of<std::int8_t>({2, 1}, {3, -2}));
        const ValueId sums = builder.node("MatMulInteger", {codes, w, zero});
        const ValueId wide =
            builder.node("Cast", {sums}, {{"to", static_cast<std::int64_t>(ir::DataType::Float32)}});
        builder.output(builder.node("Mul", {wide, scale}));
        const auto made = dequantizedGraph(typed(builder.take()));
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        QCOMPARE(countOf(made->graph, "MatMulInteger"), std::size_t(0));
        const auto result = resultOf(made->graph, {0.123F, 1});
        QVERIFY(result.size() == 1 && std::abs(result.front() - (3 * 0.123F - 2)) < 1e-5F);
    }

    // A rounding of constant weights is none of the model's run.
    void codesOfWeightsAlone() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{1, 2}});
        const auto [scale, zero] = parameters(builder, "w", 0.5F, 0);
        const ValueId w = builder.constant("w", ir::Tensor::of<std::uint8_t>({2, 1}, {3, 2}));
        builder.output(builder.node("MatMul", {x, builder.node("DequantizeLinear", {w, scale, zero})}));
        const auto made = dequantizedGraph(typed(builder.take()));
        QVERIFY(made && !made->isChanged());
    }

    void refusals() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{2, 2}});
        const auto [scale, zero] = parameters(builder, "x", 0.5F, 10);
        const ValueId codes = builder.node("QuantizeLinear", {x, scale, zero});
        builder.output(builder.node("BitShift", {codes, codes}, {{"direction", std::string("LEFT")}}));
        const auto made = dequantizedGraph(typed(builder.take()));
        QVERIFY(!made && made.error().code == ErrorCode::Unsupported);
        QVERIFY2(made.error().message.find("BitShift") != std::string::npos, made.error().message.c_str());
        // A layer that rounds inside of it would stay as it is, and pass for float.
        ir::GraphBuilder layer;
        layer.output(
            layer.node("DynamicQuantizeLSTM", {layer.input("x", {ir::DataType::Float32, ir::Dims{2}})}));
        const auto rounding = dequantizedGraph(typed(layer.take()));
        QVERIFY(!rounding && rounding.error().message.find("DynamicQuantizeLSTM") != std::string::npos);
        QVERIFY(
            !quant::realTensor(ir::Tensor::of<std::int8_t>({2, 3}, {1, 2, 3, 4, 5, 6}), {1, 2}, nullptr, 1));
    }
};

EDGEWRIGHT_TEST(DequantizedGraphTest)

} // namespace edgewright::dequantized_graph_test

#include "dequantized_graph_test.moc"
