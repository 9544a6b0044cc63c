// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/layer/layer_operands.h"

#include "core/ir/builder.h"
#include "core/quant/arithmetic/conv_shape.h"
#include "core/quant/layer/layer_study.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <limits>
#include <memory>

namespace edgewright::layer_operands_test {

using namespace edgewright::quant;

namespace {

ir::Tensor zeros(ir::Dims dims) { return *ir::Tensor::allocate(ir::DataType::Float32, std::move(dims)); }
ir::Tensor counting(ir::Dims dims) {
    ir::Tensor tensor = zeros(std::move(dims));
    float next = 1;
    for (float& value : tensor.as<float>())
        value = next++;
    return tensor;
}

// One node over input "x" and these constants.
ir::Graph layerGraph(const std::string& op, const std::vector<ir::Tensor>& constants,
                     std::vector<ir::Attribute> attributes = {}) {
    ir::GraphBuilder build;
    std::vector<ValueId> inputs{build.input("x", ir::TensorType(ir::DataType::Float32))};
    for (const ir::Tensor& constant : constants)
        inputs.push_back(build.constant("c" + std::to_string(inputs.size()), constant));
    build.output(build.node(op, inputs, std::move(attributes)));
    return build.take();
}

Result<LayerOperands> operandsOf(const ir::Graph& graph, const ir::Tensor& x) {
    const auto layer = findLayer(graph, graph.node(graph.order().front()));
    return layer ? layerOperands(*layer, x) : Result<LayerOperands>(unsupported("no layer"));
}

std::vector<std::int64_t> list(std::initializer_list<std::int64_t> values) { return values; }

class LayerOperandsTest : public QObject {
    Q_OBJECT

private slots:
    void samePads_data() {
        QTest::addColumn<QString>("autoPad");
        QTest::addColumn<int>("input");
        QTest::addColumn<int>("kernel");
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("dilation");
        QTest::addColumn<QList<int>>("expected"); // begin, end, output
        QTest::newRow("odd kernel") << "SAME_UPPER" << 7 << 3 << 1 << 1 << QList<int>{1, 1, 7};
        QTest::newRow("even kernel, upper") << "SAME_UPPER" << 7 << 2 << 1 << 1 << QList<int>{0, 1, 7};
        QTest::newRow("even kernel, lower") << "SAME_LOWER" << 7 << 2 << 1 << 1 << QList<int>{1, 0, 7};
        QTest::newRow("strided") << "SAME_UPPER" << 8 << 3 << 2 << 1 << QList<int>{0, 1, 4};
        QTest::newRow("dilated") << "SAME_LOWER" << 9 << 3 << 2 << 3 << QList<int>{3, 3, 5};
        QTest::newRow("stride past the kernel") << "SAME_UPPER" << 9 << 1 << 4 << 1 << QList<int>{0, 0, 3};
        QTest::newRow("valid") << "VALID" << 9 << 3 << 2 << 1 << QList<int>{0, 0, 4};
    }
    void samePads() {
        QFETCH(QString, autoPad);
        QFETCH(int, input);
        QFETCH(int, kernel);
        QFETCH(int, stride);
        QFETCH(int, dilation);
        QFETCH(QList<int>, expected);
        const ir::Graph graph = layerGraph("Conv", {zeros({4, 2, kernel})},
                                           {{"auto_pad", autoPad.toStdString()},
                                            {"strides", list({stride})},
                                            {"dilations", list({dilation})}});
        const auto operands = operandsOf(graph, zeros({1, 2, input}));
        QVERIFY2(operands, operands ? "" : operands.error().message.c_str());
        QCOMPARE(operands->shape.padsBegin, list({expected[0]}));
        QCOMPARE(operands->shape.padsEnd, list({expected[1]}));
        QCOMPARE(operands->outputDims, (ir::Dims{1, 4, expected[2]}));
        QVERIFY(checkConvShape(operands->shape));
    }

    void gemmFoldsItsAttributes() {
        // A [3,2] read as [2,3]; B [4,3] read as [3,4].
        const ir::Graph graph = layerGraph(
            "Gemm", {counting({4, 3}), counting({1, 4})},
            {{"transA", std::int64_t(1)}, {"transB", std::int64_t(1)}, {"alpha", 2.0f}, {"beta", 10.0f}});
        const auto operands = operandsOf(graph, counting({3, 2}));
        QVERIFY2(operands, operands ? "" : operands.error().message.c_str());
        QCOMPARE(operands->shape.batch, 2);
        QCOMPARE(operands->shape.inChannels, 3);
        QCOMPARE(operands->shape.outChannels, 4);
        const auto x = operands->x.as<float>();
        QCOMPARE(std::vector<float>(x.begin(), x.end()), (std::vector<float>{1, 3, 5, 2, 4, 6}));
        QCOMPARE(operands->weights.front(), 2.0f);
        QCOMPARE(operands->weights.back(), 24.0f);
        QCOMPARE(operands->bias, (std::vector<float>{10, 20, 30, 40}));
        QCOMPARE(operands->outputDims, (ir::Dims{2, 4}));
    }

    void matMulKeepsLeadingAxes() {
        const ir::Graph graph = layerGraph("MatMul", {counting({2, 3})});
        const auto operands = operandsOf(graph, zeros({5, 7, 2}));
        QVERIFY(operands);
        QCOMPARE(operands->outputDims, (ir::Dims{5, 7, 3}));
        QCOMPARE(operands->shape.batch, 35);
        QCOMPARE(operands->weights, (std::vector<float>{1, 4, 2, 5, 3, 6})); // [outChannels, inChannels]
    }

    void refuses_data() {
        QTest::addColumn<int>("which");
        QTest::newRow("rank") << 0;
        QTest::newRow("channels") << 1;
        QTest::newRow("stride 0") << 2;
        QTest::newRow("stride count") << 3;
        QTest::newRow("negative pad") << 4;
        QTest::newRow("kernel_shape") << 5;
        QTest::newRow("auto_pad") << 6;
        QTest::newRow("bias") << 7;
        QTest::newRow("dilation overflow") << 8;
        QTest::newRow("groups") << 9;
        QTest::newRow("gemm inner extent") << 10;
        QTest::newRow("gemm C per row") << 11;
        QTest::newRow("no data") << 12;
    }
    void refuses() {
        QFETCH(int, which);
        const ir::Tensor w = zeros({4, 2, 3});
        const auto most = std::numeric_limits<std::int64_t>::max();
        const auto conv = [&w](ir::Attribute attribute) {
            return layerGraph("Conv", {w}, {std::move(attribute)});
        };
        ir::Tensor x = zeros({1, 2, 8});
        ir::Graph graph = layerGraph("Conv", {w});
        QVERIFY(operandsOf(graph, x));
        switch (which) {
        case 0:
            x = zeros({1, 2, 8, 8});
            break;
        case 1:
            x = zeros({1, 3, 8});
            break;
        case 2:
            graph = conv({"strides", list({0})});
            break;
        case 3:
            graph = conv({"strides", list({1, 1})});
            break;
        case 4:
            graph = conv({"pads", list({-1, 0})});
            break;
        case 5:
            graph = conv({"kernel_shape", list({5})});
            break;
        case 6:
            graph = conv({"auto_pad", std::string("SIDEWAYS")});
            break;
        case 7:
            graph = layerGraph("Conv", {w, zeros({3})});
            break;
        case 8:
            graph = conv({"dilations", list({most})});
            break;
        case 9:
            graph = conv({"group", std::int64_t(-2)});
            break;
        case 10:
            graph = layerGraph("Gemm", {zeros({3, 4})});
            x = zeros({2, 2});
            break;
        case 11:
            graph = layerGraph("Gemm", {zeros({3, 4}), zeros({2, 4})});
            x = zeros({2, 3});
            break;
        case 12:
            x = ir::Tensor::withoutData(ir::DataType::Float32, {1, 2, 8});
            break;
        default:
            QFAIL("no such case");
        }
        const auto operands = operandsOf(graph, x);
        QVERIFY(!operands);
        QVERIFY(!operands.error().message.empty());
    }

    void finds() {
        const ir::Graph conv = layerGraph("Conv", {zeros({4, 2, 3})});
        QVERIFY(canStudy(conv, conv.node(conv.order().front())));
        const ir::Graph relu = layerGraph("Relu", {});
        QVERIFY(!canStudy(relu, relu.node(relu.order().front())));
        const ir::Graph open = layerGraph("MatMul", {});
        QVERIFY(!canStudy(open, open.node(open.order().front())));

        const ir::Graph stack = layerGraph("MatMul", {zeros({2, 4, 3})}); // a matrix for each of two images
        QVERIFY(!canStudy(stack, stack.node(stack.order().front())));
        const ir::Graph rows = layerGraph("Gemm", {zeros({3, 4}), zeros({2, 4})}); // a bias for each row
        QVERIFY(!canStudy(rows, rows.node(rows.order().front())));
        const ir::Graph columns = layerGraph("Gemm", {zeros({3, 4}), zeros({1, 4})});
        QVERIFY(canStudy(columns, columns.node(columns.order().front())));

        // Both operands depend on the input, or only the first is constant.
        ir::GraphBuilder build;
        const ValueId x = build.input("x", ir::TensorType(ir::DataType::Float32));
        build.node("MatMul", {x, x});
        build.node("MatMul", {build.constant("a", zeros({2, 2})), x});
        const ValueId w = build.value("w");
        build.nodeInto("Constant", {}, {w}, {{"value", zeros({2, 2})}});
        build.node("MatMul", {x, w});
        const ir::Graph graph = build.take();
        QVERIFY(!canStudy(graph, graph.node(graph.order()[0])));
        QVERIFY(!canStudy(graph, graph.node(graph.order()[1])));
        QVERIFY(canStudy(graph, graph.node(graph.order()[3]))); // weights from a Constant node
    }

    // Conv and Relu in a group; the weights are the group's own constant or come through its inputs.
    void looksIntoGroups() {
        for (const bool ownConstant : {false, true}) {
            ir::GraphBuilder body("body");
            const ValueId data = body.input("data", ir::TensorType(ir::DataType::Float32));
            const ValueId weights = ownConstant ? body.constant("w", counting({4, 2, 3}))
                                                : body.input("w", ir::TensorType(ir::DataType::Float32));
            body.output(body.node("Relu", {body.node("Conv", {data, weights})}));
            ir::GraphBuilder build;
            ir::Node group;
            group.op = "ConvRelu";
            group.domain = ir::FusedDomain;
            group.inputs = {build.input("x", ir::TensorType(ir::DataType::Float32))};
            if (!ownConstant) group.inputs.push_back(build.constant("outer", counting({4, 2, 3})));
            group.outputs = {build.value("y")};
            group.body = std::make_shared<const ir::Graph>(body.take());
            const NodeId id = build.graph().addNode(group);
            const ir::Graph graph = build.take();
            const auto layer = findLayer(graph, graph.node(id));
            QVERIFY(layer);
            QCOMPARE(layer->node->op, std::string("Conv"));
            QCOMPARE(layer->weights->as<float>().back(), 24.0f);
            QVERIFY(layerOperands(*layer, zeros({1, 2, 5})));
        }
    }

    void refusesGroupsThatStartOtherwise() {
        ir::GraphBuilder body("body");
        const ValueId data = body.input("data", ir::TensorType(ir::DataType::Float32));
        body.output(body.node("Conv", {body.node("Relu", {data}), body.constant("w", zeros({4, 2, 3}))}));
        ir::Node group;
        group.op = "ReluConv";
        group.domain = ir::FusedDomain;
        group.body = std::make_shared<const ir::Graph>(body.take());
        ir::GraphBuilder build;
        group.inputs = {build.input("x", ir::TensorType(ir::DataType::Float32))};
        const NodeId id = build.graph().addNode(group);
        QVERIFY(!canStudy(build.graph(), build.graph().node(id)));
    }
};

} // namespace

EDGEWRIGHT_TEST(LayerOperandsTest)

} // namespace edgewright::layer_operands_test

#include "layer_operands_test.moc"
