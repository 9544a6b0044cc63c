// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that make groups: which operators end up together, which do not, and why.
#include "tests/core/fusion/net.h"
#include "tests/support/test_class.h"

#include "core/fusion/group.h"
#include "core/ops/operator.h"

#include <QTest>

namespace edgewright::group_rules_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

void check(const Net& net, std::initializer_list<std::string> rules, const QString& ops) {
    const History history = fused(net, only(rules));
    QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), ops);
    QCOMPARE(difference(history, net), QString());
    QCOMPARE(replayDifference(history), QString());
    const auto again = fuse(history.graph, net.opsets, only(rules));
    QVERIFY(again && again->steps.empty());
}

void refuses(const Net& net, const std::string& rule, const QString& reason) {
    const History history = fused(net, only({rule}));
    QVERIFY(history.steps.empty());
    QVERIFY2(reasonOf(history, rule).contains(reason), qPrintable(reasonOf(history, rule)));
}

} // namespace

class GroupRulesTest : public QObject {
    Q_OBJECT

private slots:
    void activation_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<bool>("pool");
        for (const char* op : {"Relu", "LeakyRelu", "Clip", "Sigmoid", "Tanh", "HardSigmoid", "HardSwish",
                               "Elu", "PRelu", "Softplus", "Selu"})
            for (const bool pool : {false, true})
                QTest::addRow("%s %s", pool ? "pool" : "conv", op) << QString::fromLatin1(op) << pool;
    }
    void activation() {
        QFETCH(QString, op);
        QFETCH(bool, pool);
        Net net(15);
        const ValueId x = net.floats("x", {1, 2, 6, 6});
        ValueId y;
        if (pool)
            y = net.node("AveragePool", {x}, {{"kernel_shape", Ints{2, 2}}});
        else
            y = net.conv(x, {3, 2, 3, 3});
        std::vector<ValueId> inputs{y};
        if (op == QLatin1String("Clip")) inputs = {y, net.scalar("l", 0), net.scalar("h", 0.3F)};
        if (op == QLatin1String("PRelu")) inputs.push_back(net.weights("slope", {pool ? 2 : 3, 1, 1}));
        net.output(net.node(op.toStdString(), inputs));
        check(net, {"fuse_activation"}, (pool ? QStringLiteral("AveragePool") : QStringLiteral("Conv")) + op);
    }
    // Each rule has its own switch: the element-wise one does not do the others' work behind a convolution.
    void elementWiseLeavesActivationsToTheirRule() {
        Net net;
        net.output(net.node("Relu", {net.conv(net.floats("x", {1, 2, 6, 6}), {3, 2, 3, 3})}));
        QVERIFY(fused(net, only({"fuse_elementwise"})).steps.empty());
        QCOMPARE(fused(net, only({"fuse_activation"})).steps.size(), std::size_t(1));
    }
    void activationGroup() {
        Net net;
        const ValueId y = net.conv(net.floats("x", {1, 2, 6, 6}), {3, 2, 3, 3});
        const ValueId z = net.node("Relu", {y});
        net.output(z);
        const History history = fused(net);
        QCOMPARE(history.graph.nodeCount(), std::size_t(1));
        const ir::Node& group = history.graph.node(history.graph.order().front());
        QCOMPARE(group.domain, std::string(ir::FusedDomain));
        QCOMPARE(group.name, std::string("Conv_0+Relu"));
        QCOMPARE(group.inputs.size(), std::size_t(3)); // x, weights, bias
        QCOMPARE(group.outputs, std::vector{z});
        QCOMPARE(group.body->nodeCount(), std::size_t(2));
        QCOMPARE(group.body->inputs.size(), std::size_t(3));
        QCOMPARE(group.body->value(group.body->outputs.front()).type.text(), std::string("float32[1,3,6,6]"));
        QCOMPARE(ops::categoryOf(group), ops::Category::Compute);
        QCOMPARE(history.steps.front().reason, std::string("Relu_1 runs in the epilogue of Conv_0"));
        QCOMPARE(history.steps.front().names, (std::vector<std::string>{"Relu_1", "Conv_0"}));
        QCOMPARE(history.originsOf(group.id), (std::vector{NodeId(0), NodeId(1)}));
        QCOMPARE(history.descendantsOf(NodeId(1)), std::vector{group.id});
    }
    void gatedActivation() {
        Net silu;
        const ValueId y = silu.conv(silu.floats("x", {1, 2, 6, 6}), {3, 2, 3, 3});
        silu.output(silu.node("Mul", {y, silu.node("Sigmoid", {y})}));
        check(silu, {"fuse_activation"}, QStringLiteral("ConvSigmoidMul"));
        Net mish;
        const ValueId z = mish.conv(mish.floats("x", {1, 2, 6, 6}), {3, 2, 3, 3});
        mish.output(mish.node("Mul", {z, mish.node("Tanh", {mish.node("Softplus", {z})})}));
        check(mish, {"fuse_activation"}, QStringLiteral("ConvSoftplusTanhMul"));
    }
    void activationBehindGroup() {
        Net net;
        const ValueId x = net.floats("x", {1, 3, 6, 6});
        net.output(net.node("Tanh", {net.node("Relu", {net.node("Add", {net.conv(x, {3, 3, 3, 3}), x})})}));
        check(net, {"fuse_residual_add", "fuse_activation"}, QStringLiteral("ConvAddReluTanh"));
    }
    void activationRefused() {
        Net shared;
        const ValueId y = shared.conv(shared.floats("x", {1, 2, 6, 6}), {3, 2, 3, 3});
        shared.output(shared.node("Relu", {y}));
        shared.output(shared.node("Abs", {shared.node("MaxPool", {y}, {{"kernel_shape", Ints{2, 2}}})}));
        refuses(shared, "fuse_activation", QStringLiteral("the output of Conv_0 is also read by MaxPool_2"));
        Net output;
        const ValueId z = output.conv(output.floats("x", {1, 2, 6, 6}), {3, 2, 3, 3});
        output.output(z);
        output.output(output.node("Relu", {z}));
        refuses(output, "fuse_activation",
                QStringLiteral("the output of Conv_0, 'Conv_0_out', is a graph output"));
        Net bound;
        bound.output(bound.node("Clip", {bound.conv(bound.floats("x", {1, 2, 6, 6}), {3, 2, 3, 3}),
                                         bound.scalar("l", 0), bound.floats("h", {})}));
        refuses(bound, "fuse_activation", QStringLiteral("the bound of Clip_1 is the graph input 'h'"));
        Net slope;
        slope.output(slope.node("PRelu", {slope.conv(slope.floats("x", {1, 2, 6, 6}), {3, 2, 3, 3}),
                                          slope.node("Abs", {slope.floats("s", {3, 1, 1})})}));
        refuses(slope, "fuse_activation",
                QStringLiteral("the parameter of PRelu_2 is computed at run time by Abs_1"));
        Net outside; // a gate that looks elsewhere is no activation
        const ValueId u = outside.conv(outside.floats("x", {1, 2, 6, 6}), {3, 2, 3, 3});
        outside.output(outside.node(
            "Mul",
            {outside.node("Add", {outside.node("Sigmoid", {u}), outside.floats("g", {1, 3, 6, 6})}), u}));
        refuses(outside, "fuse_activation", QStringLiteral("the output of Conv_0 is also read by Mul_3"));
        Net softmax; // no element-wise operator
        softmax.output(
            softmax.node("Softmax", {softmax.conv(softmax.floats("x", {1, 2, 6, 6}), {3, 2, 3, 3})}));
        QVERIFY(fused(softmax, only({"fuse_activation"})).steps.empty());
    }

    void quantizedWeights() {
        Net net;
        const ir::Tensor codes = ir::Tensor::of<std::int8_t>({2, 1, 1, 1}, {90, -40});
        const ValueId w = net.node("DequantizeLinear", {net.constant("w8", codes), net.scalar("s", 0.01F)});
        const ValueId x = net.node(
            "DequantizeLinear",
            {net.input("x", ir::TensorType(ir::DataType::Int8, ir::Dims{1, 1, 4, 4})), net.scalar("t", 0.1F)});
        net.output(net.node("Relu", {net.node("Conv", {x, w})}));
        check(net, {"fuse_quantized_weights", "fuse_activation"}, QStringLiteral("DequantizeLinear ConvRelu"));
        const History history = fused(net); // what stays in 8 bits between operators is left alone
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), QStringLiteral("DequantizeLinear ConvRelu"));
        Net shared;
        const ValueId v =
            shared.node("DequantizeLinear", {shared.constant("w8", codes), shared.scalar("s", 0.01F)});
        shared.output(shared.node("Conv", {shared.floats("x", {1, 1, 4, 4}), v}));
        shared.output(shared.node("Softmax", {v}));
        refuses(shared, "fuse_quantized_weights",
                QStringLiteral("the output of DequantizeLinear_0 is also read by Softmax_2"));
    }

    void residual() {
        Net net;
        const ValueId x = net.floats("x", {1, 3, 6, 6});
        net.output(net.node("Add", {x, net.conv(net.node("Relu", {net.conv(x, {3, 3, 3, 3})}), {3, 3, 3, 3})}));
        check(net, {"fuse_residual_add"}, QStringLiteral("Conv Relu ConvAdd"));
        Net both; // two convolutions: the later one takes the sum
        const ValueId u = both.floats("x", {1, 3, 6, 6});
        const ValueId first = both.conv(u, {3, 3, 3, 3});
        both.output(both.node("Add", {first, both.conv(u, {3, 3, 3, 3})}));
        check(both, {"fuse_residual_add"}, QStringLiteral("Conv ConvAdd"));
        Net product;
        product.output(product.node(
            "Add", {product.node("MatMul", {product.floats("a", {2, 3, 4}), product.weights("b", {4, 5})}),
                    product.weights("c", {5})}));
        check(product, {"fuse_residual_add"}, QStringLiteral("MatMulAdd"));
    }
    void residualRefused() {
        Net cycle;
        const ValueId y = cycle.conv(cycle.floats("x", {1, 3, 6, 6}), {3, 3, 3, 3});
        cycle.output(cycle.node("Add", {y, cycle.node("Relu", {y})}));
        refuses(cycle, "fuse_residual_add",
                QStringLiteral("one node for Conv_0 and Add_2 closes a cycle through Relu_1"));
        Net shared;
        const ValueId z = shared.conv(shared.floats("x", {1, 3, 6, 6}), {3, 3, 3, 3});
        shared.output(shared.node("Abs", {z}));
        shared.output(shared.node("Add", {z, shared.floats("s", {1, 3, 6, 6})}));
        refuses(shared, "fuse_residual_add", QStringLiteral("the output of Conv_0 is also read by Abs_1"));
        Net larger;
        larger.output(larger.node("Add", {larger.conv(larger.floats("x", {1, 3, 1, 1}), {3, 3, 1, 1}),
                                          larger.floats("s", {1, 3, 6, 6})}));
        refuses(larger, "fuse_residual_add",
                QStringLiteral("Add_1 spreads the output of Conv_0 over a larger shape"));
    }

    void elementwise() {
        Net chain;
        const ValueId x = chain.floats("x", {2, 3});
        chain.output(chain.node("Sub", {chain.node("Mul", {chain.node("Add", {x, x}), chain.weights("c", {3})}),
                                        chain.floats("y", {4, 2, 3})}));
        check(chain, {"fuse_elementwise"}, QStringLiteral("AddMulSub"));
        Net diamond;
        const ValueId u = diamond.node("Abs", {diamond.floats("x", {2, 3})});
        diamond.output(diamond.node(
            "Add", {diamond.node("Exp", {u}), diamond.node("Mul", {diamond.node("Neg", {u}), u})}));
        check(diamond, {"fuse_elementwise"}, QStringLiteral("AbsExpNegMulAdd"));
        Net norm;
        norm.output(norm.node("Relu", {norm.batchNorm(norm.floats("x", {1, 3, 4, 4}), 3)}));
        check(norm, {"fuse_elementwise"}, QStringLiteral("BatchNormalizationRelu"));
        Net epilogue; // behind a convolution
        epilogue.output(epilogue.node("Mul", {epilogue.conv(epilogue.floats("x", {1, 2, 4, 4}), {3, 2, 3, 3}),
                                              epilogue.floats("s", {1, 3, 1, 1})}));
        check(epilogue, {"fuse_elementwise"}, QStringLiteral("ConvMul"));
        Net twoInputs; // branches that start apart
        const ValueId a = twoInputs.node("Exp", {twoInputs.floats("a", {3})});
        const ValueId b = twoInputs.node("Neg", {twoInputs.floats("b", {3})});
        twoInputs.output(twoInputs.node("Add", {a, b}));
        check(twoInputs, {"fuse_elementwise"}, QStringLiteral("NegExpAdd"));
    }
    void elementwiseIntoEpilogue() {
        Net net;
        const ValueId x = net.floats("x", {1, 3, 6, 6});
        const ValueId skip = net.node("Abs", {net.floats("s", {1, 3, 6, 6})});
        net.output(net.node("Add", {net.conv(x, {3, 3, 3, 3}), skip}));
        check(net, {"fuse_residual_add", "fuse_elementwise"}, QStringLiteral("AbsConvAdd"));
        Net before; // what the convolution itself reads stays outside
        before.output(before.node(
            "Relu", {before.conv(before.node("Abs", {before.floats("x", {1, 3, 6, 6})}), {3, 3, 3, 3})}));
        check(before, {"fuse_activation", "fuse_elementwise"}, QStringLiteral("Abs ConvRelu"));
    }
    void elementwiseRefused() {
        Net shared;
        const ValueId y = shared.node("Abs", {shared.floats("x", {1, 2, 6, 6})});
        shared.output(shared.node("Exp", {y}));
        shared.output(shared.node("MaxPool", {y}, {{"kernel_shape", Ints{2, 2}}}));
        refuses(shared, "fuse_elementwise", QStringLiteral("the output of Abs_0 is also read by MaxPool_2"));
        Net output;
        const ValueId z = output.node("Abs", {output.floats("x", {4})});
        output.output(z);
        output.output(output.node("Exp", {z}));
        refuses(output, "fuse_elementwise", QStringLiteral("'Abs_0_out', is a graph output"));
        Net larger; // more elements behind the convolution than it writes
        larger.output(larger.node("Mul", {larger.conv(larger.floats("x", {1, 3, 1, 1}), {3, 3, 1, 1}),
                                          larger.floats("s", {1, 3, 6, 6})}));
        QVERIFY(fused(larger, only({"fuse_elementwise"})).steps.empty());
    }
    void groupSizeIsLimited() {
        Net net;
        ValueId x = net.floats("x", {4});
        for (int i = 0; i < 600; ++i)
            x = net.node(i % 2 == 0 ? "Neg" : "Tanh", {x});
        net.output(x);
        const History history = fused(net);
        QVERIFY(history.graph.nodeCount() >= 3 && history.graph.nodeCount() <= 5);
        for (const NodeId id : history.graph.order())
            QVERIFY(history.graph.node(id).body->nodeCount() <= 256);
        QCOMPARE(difference(history, net), QString());
        QVERIFY(reasonOf(history, "fuse_elementwise").contains(QStringLiteral("more than 256 operators")));
        const ir::Node& group = history.graph.node(history.graph.order().front());
        QVERIFY2(group.op.size() < 60, group.op.c_str());
    }

    void reduction() {
        Net net;
        const ValueId x = net.floats("x", {2, 3, 4});
        net.output(net.node("ReduceMean", {net.node("Mul", {x, x})}, {{"axes", Ints{1}}}));
        check(net, {"fuse_reduction"}, QStringLiteral("MulReduceMean"));
        Net shared;
        const ValueId y = shared.node("Abs", {shared.floats("x", {2, 3})});
        shared.output(shared.node("ReduceMean", {y}, {{"axes", Ints{1}}}));
        shared.output(shared.node("Softmax", {y}));
        refuses(shared, "fuse_reduction", QStringLiteral("the output of Abs_0 is also read by"));
    }

    void injective() {
        Net net; // a channel shuffle
        const ValueId x = net.floats("x", {1, 4, 3, 3});
        const ValueId split = net.node("Reshape", {x, net.ints("s1", {1, 2, 2, 3, 3})});
        const ValueId swapped = net.node("Transpose", {split}, {{"perm", Ints{0, 2, 1, 3, 4}}});
        net.output(net.node("Reshape", {swapped, net.ints("s2", {1, 4, 3, 3})}));
        check(net, {"fuse_injective"}, QStringLiteral("ReshapeTransposeReshape"));
        Net single;
        single.output(single.conv(
            single.node("Transpose", {single.floats("x", {3, 1, 4, 4})}, {{"perm", Ints{1, 0, 2, 3}}}),
            {2, 3, 3, 3}));
        check(single, {"fuse_injective"}, QStringLiteral("Transpose Conv"));
    }

    void convexity() {
        Net net;
        const ValueId x = net.node("Abs", {net.floats("x", {4})});
        net.output(net.node("Add", {x, net.node("Exp", {net.node("Softmax", {x})})}));
        const ir::Graph graph = inferred(net);
        const ir::Connections connections(graph);
        const GraphView view{graph, connections, net.opsets};
        const auto reason = whyNotConvex(view, {NodeId(0), NodeId(3)});
        QVERIFY(reason && reason->find("closes a cycle through Softmax_1") != std::string::npos);
        QVERIFY(!whyNotConvex(view, {NodeId(0), NodeId(1), NodeId(2), NodeId(3)}));
        QVERIFY(!whyNotConvex(view, {NodeId(2), NodeId(3)}));
    }
    void groupWithTwoOutputs() {
        Net net;
        const ValueId x = net.node("Abs", {net.floats("x", {4})});
        const ValueId y = net.node("Exp", {x});
        net.output(net.node("Softmax", {x}));
        net.output(y);
        const ir::Graph graph = inferred(net);
        const ir::Connections connections(graph);
        const ir::Patch patch = groupPatch(GraphView{graph, connections, net.opsets}, {NodeId(0), NodeId(1)});
        QCOMPARE(patch.added.size(), std::size_t(1));
        QCOMPARE(patch.added.front().outputs, (std::vector{x, y}));
        const auto applied = ir::apply(graph, patch);
        QVERIFY(applied);
        QCOMPARE(difference(graph, *applied, net.opsets), QString());
    }
};

EDGEWRIGHT_TEST(GroupRulesTest)

} // namespace edgewright::group_rules_test

#include "group_rules_test.moc"
