// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that make blocks of more than one reduction or product: normalisation, attention,
// squeeze-and-excite.
#include "tests/core/fusion/expect_rule.h"
#include "tests/support/test_class.h"

#include <algorithm>

namespace edgewright::block_rules_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

ValueId mean(Net& net, ValueId x, const Ints& axes) { return net.node("ReduceMean", {x}, {{"axes", axes}}); }

// (x - mean) / sqrt(variance + epsilon) * scale + bias
ValueId layerNorm(Net& net, ValueId x, const Ints& axes, const ir::Dims& scale) {
    const ValueId centred = net.node("Sub", {x, mean(net, x, axes)});
    const ValueId variance = mean(net, net.node("Mul", {centred, centred}), axes);
    const ValueId deviation = net.node("Sqrt", {net.node("Add", {variance, net.scalar("epsilon", 1e-5F)})});
    const ValueId unit = net.node("Div", {centred, deviation});
    return net.node("Add", {net.node("Mul", {unit, net.weights("gamma", scale)}), net.weights("beta", scale)});
}

struct Heads {
    bool weightsAreOutput = false;
    bool spread = false; // Q, K and V come as [batch, tokens, features] and are split into heads
    std::int64_t axis = -1;
    bool keysFromWeights = false;
};

void attention(Net& net, const Heads& how) {
    const auto operand = [&](const std::string& name, bool transposed) {
        if (!how.spread) return net.floats(name, transposed ? ir::Dims{1, 2, 4, 6} : ir::Dims{1, 2, 6, 4});
        const ValueId split =
            net.node("Reshape", {net.floats(name, {1, 6, 8}), net.ints(name + "_s", {1, 6, 2, 4})});
        return net.node("Transpose", {split}, {{"perm", transposed ? Ints{0, 2, 3, 1} : Ints{0, 2, 1, 3}}});
    };
    const ValueId keys = how.keysFromWeights ? net.weights("k", {1, 2, 4, 6}) : operand("k", true);
    ValueId scores = net.node("MatMul", {operand("q", false), keys});
    scores = net.node("Div", {scores, net.scalar("scale", 2)});
    scores = net.node("Add", {scores, net.floats("mask", {1, 1, 6, 6})});
    const ValueId weights = net.node("Softmax", {scores}, {{"axis", how.axis}});
    if (how.weightsAreOutput) net.output(weights);
    ValueId y = net.node("MatMul", {weights, operand("v", false)});
    if (how.spread) {
        y = net.node("Transpose", {y}, {{"perm", Ints{0, 2, 1, 3}}});
        y = net.node("Reshape", {y, net.ints("joined", {1, 6, 8})});
    }
    net.output(y);
}

struct Tail {
    bool mean = false;       // ReduceMean for GlobalAveragePool
    bool gateIsRead = false; // by another operator
    bool hiddenIsOutput = false;
    bool dense = false; // Flatten, Gemm, Reshape for 1x1 convolutions
    std::string gate = "Sigmoid";
};

void squeezeExcite(Net& net, const Tail& how) {
    const ValueId x = net.node("Abs", {net.floats("x", {1, 4, 6, 6})});
    ValueId s = how.mean ? mean(net, x, {2, 3}) : net.node("GlobalAveragePool", {x});
    if (how.dense) {
        s = net.node("Gemm", {net.node("Flatten", {s}), net.weights("w1", {4, 2})});
        s = net.node("Gemm", {net.node("Relu", {s}), net.weights("w2", {2, 4})});
        s = net.node("Reshape", {s, net.ints("shape", {1, 4, 1, 1})});
    } else {
        s = net.node("Relu", {net.conv(s, {2, 4, 1, 1})});
        if (how.hiddenIsOutput) net.output(s);
        s = net.conv(s, {4, 2, 1, 1});
    }
    const ValueId gate = net.node(how.gate, {s});
    if (how.gateIsRead) net.output(net.node("Exp", {gate}));
    net.output(net.conv(net.node("Mul", {x, gate}), {4, 4, 3, 3}));
}

} // namespace

class BlockRulesTest : public QObject {
    Q_OBJECT

private slots:
    void layerNormalisation() {
        Net net;
        net.output(layerNorm(net, net.floats("x", {2, 5, 8}), {-1}, {8}));
        EXPECT_FUSED(net, "fuse_normalisation", "ReduceMeanSubMulReduceMeanAnd5More");
        Net permuted; // between permutations, as in networks that keep channels second
        const ValueId x =
            permuted.node("Transpose", {permuted.floats("x", {1, 4, 3, 3})}, {{"perm", Ints{0, 2, 3, 1}}});
        permuted.output(
            permuted.node("Transpose", {layerNorm(permuted, x, {3}, {4})}, {{"perm", Ints{0, 3, 1, 2}}}));
        EXPECT_FUSED(permuted, "fuse_normalisation", "Transpose ReduceMeanSubMulReduceMeanAnd5More Transpose");
    }
    void rootMeanSquare() {
        Net net;
        const ValueId x = net.floats("x", {2, 5, 8});
        const ValueId square = mean(net, net.node("Pow", {x, net.scalar("two", 2)}), {-1});
        const ValueId root = net.node("Sqrt", {net.node("Add", {square, net.scalar("e", 1e-6F)})});
        net.output(
            net.node("Mul", {net.node("Mul", {x, net.node("Reciprocal", {root})}), net.weights("g", {8})}));
        EXPECT_FUSED(net, "fuse_normalisation", "PowReduceMeanAddSqrtAnd3More");
    }
    void softmaxSpelledOut() {
        Net net;
        const ValueId x = net.floats("x", {2, 5, 8});
        const ValueId shifted = net.node("Sub", {x, net.node("ReduceMax", {x}, {{"axes", Ints{-1}}})});
        const ValueId e = net.node("Exp", {shifted});
        net.output(net.node("Div", {e, net.node("ReduceSum", {e, net.ints("axes", {-1})})}));
        EXPECT_FUSED(net, "fuse_normalisation", "ReduceMaxSubExpReduceSumDiv");
    }
    void instanceAndGroupNormalisation() {
        Net instance;
        instance.output(layerNorm(instance, instance.floats("x", {2, 4, 3, 3}), {2, 3}, {4, 1, 1}));
        EXPECT_FUSED(instance, "fuse_normalisation", "ReduceMeanSubMulReduceMeanAnd5More");
        Net group;
        const ValueId x = group.node("Reshape", {group.floats("x", {2, 4, 3, 3}), group.ints("s", {2, 2, 18})});
        group.output(layerNorm(group, x, {2}, {2, 1}));
        EXPECT_FUSED(group, "fuse_normalisation", "Reshape ReduceMeanSubMulReduceMeanAnd5More");
    }
    void operandsOfSoftmax() {
        Net net;
        const ValueId x = net.node("Mul", {net.floats("x", {2, 5, 8}), net.scalar("s", 0.5F)});
        net.output(net.node("Softmax", {net.node("Add", {x, net.floats("mask", {1, 5, 8})})}));
        EXPECT_FUSED(net, "fuse_normalisation", "MulAddSoftmax");
        Net behind; // an epilogue like that of a convolution
        const ir::Dims four{4};
        const ValueId y =
            behind.node("InstanceNormalization", {behind.floats("x", {1, 4, 5, 5}), behind.weights("g", four),
                                                  behind.weights("b", four)});
        behind.output(behind.node("Relu", {y}));
        EXPECT_FUSED(behind, "fuse_activation", "InstanceNormalizationRelu");
    }
    void normalisationRefused() {
        Net crossed;
        const ValueId m = mean(crossed, crossed.floats("x", {2, 5, 8}), {1});
        crossed.output(mean(crossed, m, {2}));
        const History kept = fused(crossed, only({"fuse_normalisation"}));
        QVERIFY2(reasonOf(kept, "fuse_normalisation")
                     .contains(QStringLiteral("ReduceMean_1 works along axis 2 and ReduceMean_0 along axis 1")),
                 qPrintable(reasonOf(kept, "fuse_normalisation")));
        Net output;
        const ValueId x = output.floats("x", {2, 8});
        const ValueId average = mean(output, x, {-1});
        output.output(average);
        output.output(output.node("Sub", {x, average}));
        EXPECT_REFUSED(output, "fuse_normalisation", "'ReduceMean_0_out', is a graph output");
        Net shared;
        const ValueId y = shared.floats("x", {2, 8});
        const ValueId mu = mean(shared, y, {-1});
        shared.output(shared.node("Sub", {y, mu}));
        shared.output(shared.node("Flatten", {mu}));
        EXPECT_REFUSED(shared, "fuse_normalisation", "the output of ReduceMean_0 is also read by Flatten_2");
        Net open; // along axes that only the run knows
        const ValueId z = open.floats("x", {2, 8});
        const ValueId axes = open.input("axes", ir::TensorType(ir::DataType::Int64, ir::Dims{1}));
        open.opsets[""] = 18;
        open.output(open.node("Sub", {z, open.node("ReduceMean", {z, axes})}));
        QVERIFY(fused(open, only({"fuse_normalisation"})).steps.empty());
    }

    void attentionBlock() {
        Net plain;
        attention(plain, {});
        EXPECT_FUSED(plain, "fuse_attention", "MatMulDivAddSoftmaxMatMul");
        Net heads;
        attention(heads, {.spread = true});
        EXPECT_FUSED(heads, "fuse_attention", "ReshapeTransposeReshapeTransposeAnd9More");
    }
    void attentionKeepsTheBiasOfProjections() {
        Net net;
        const ValueId x = net.floats("x", {1, 6, 8});
        const auto projected = [&](const std::string& name, const Ints& perm) {
            const ValueId y = net.node(
                "Add", {net.node("MatMul", {x, net.weights(name, {8, 8})}), net.weights(name + "b", {8})});
            const ValueId split = net.node("Reshape", {y, net.ints(name + "s", {1, 6, 2, 4})});
            return net.node("Transpose", {split}, {{"perm", perm}});
        };
        const ValueId q = projected("q", {0, 2, 1, 3}), k = projected("k", {0, 2, 3, 1}),
                      v = projected("v", {0, 2, 1, 3});
        const ValueId weights = net.node("Softmax", {net.node("MatMul", {q, k})}, {{"axis", std::int64_t(-1)}});
        net.output(net.node("MatMul", {weights, v}));
        Options options;
        options.without.insert("fuse_siblings");
        const History history = fused(net, options);
        QCOMPARE(history.graph.nodeCount(), std::size_t(4)); // three projections and the block
        QCOMPARE(difference(history, net), QString());
    }
    void attentionRefused() {
        Net seen;
        attention(seen, {.weightsAreOutput = true});
        EXPECT_REFUSED(seen, "fuse_attention", "is a graph output");
        Net across;
        attention(across, {.axis = 2});
        EXPECT_REFUSED(across, "fuse_attention", "works along axis 2, and attention along the last one");
        Net weights; // a layer with a soft maximum behind it
        attention(weights, {.keysFromWeights = true});
        QVERIFY(fused(weights, only({"fuse_attention"})).steps.empty());
        Net shared;
        const ValueId scores = shared.node("MatMul", {shared.floats("q", {6, 4}), shared.floats("k", {4, 6})});
        const ValueId p = shared.node("Softmax", {scores});
        shared.output(shared.node("MatMul", {p, shared.floats("v", {6, 4})}));
        shared.output(shared.node("TopK", {p, shared.ints("n", {2})}));
        EXPECT_REFUSED(shared, "fuse_attention", "the output of Softmax_1 is also read by TopK_3");
    }

    void siblings() {
        Net net; // an inception block: three windows of one element, one of three
        const ValueId x = net.node("Abs", {net.floats("x", {1, 4, 6, 6})});
        const ValueId a = net.node("Relu", {net.conv(x, {3, 4, 1, 1})});
        const ValueId b = net.conv(x, {2, 4, 1, 1});
        const ValueId c = net.node("Tanh", {net.conv(x, {5, 4, 1, 1})});
        const ValueId d = net.conv(x, {4, 4, 3, 3});
        for (const ValueId y : {a, b, c, d})
            net.output(y);
        const History history = fused(net, only({"fuse_activation", "fuse_siblings"}));
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), QStringLiteral("Abs ConvReluConvConvTanh Conv"));
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
        Net heads;
        const ValueId y = heads.floats("x", {1, 6, 8});
        for (const char* name : {"q", "k", "v"})
            heads.output(heads.node("MatMul", {y, heads.weights(name, {8, 4})}));
        EXPECT_FUSED(heads, "fuse_siblings", "MatMulMatMulMatMul");
    }
    void siblingsApart_data() {
        QTest::addColumn<QString>("attribute");
        QTest::addColumn<QList<int>>("values");
        QTest::newRow("stride") << QStringLiteral("strides") << QList<int>{2, 2};
        QTest::newRow("pads") << QStringLiteral("pads") << QList<int>{1, 1, 1, 1};
        QTest::newRow("dilation") << QStringLiteral("dilations") << QList<int>{2, 2};
    }
    void siblingsApart() {
        QFETCH(QString, attribute);
        QFETCH(QList<int>, values);
        Net net;
        const ValueId x = net.floats("x", {1, 4, 8, 8});
        net.output(net.conv(x, {3, 4, 3, 3}, {{"pads", Ints{0, 0, 0, 0}}}));
        net.output(net.conv(x, {3, 4, 3, 3}, {{attribute.toStdString(), Ints(values.begin(), values.end())}}));
        QVERIFY(fused(net, only({"fuse_siblings"})).steps.empty());
    }
    void siblingsRefused() {
        Net cycle; // what the second adds depends on the first through an operator that stays outside
        const ValueId x = cycle.floats("x", {1, 4, 6, 6});
        const ValueId first = cycle.conv(x, {4, 4, 1, 1});
        const ValueId pooled =
            cycle.node("MaxPool", {first}, {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 1}}});
        cycle.output(cycle.node("Add", {cycle.conv(x, {4, 4, 1, 1}), pooled}));
        const History kept = fused(cycle, only({"fuse_residual_add", "fuse_siblings"}));
        QVERIFY2(reasonOf(kept, "fuse_siblings").contains(QStringLiteral("closes a cycle through MaxPool_1")),
                 qPrintable(reasonOf(kept, "fuse_siblings")));
        Net other; // another input, grouped channels, weights that are computed
        const ValueId y = other.floats("x", {1, 4, 6, 6});
        other.output(other.conv(y, {4, 4, 1, 1}));
        other.output(other.conv(other.floats("z", {1, 4, 6, 6}), {4, 4, 1, 1}));
        other.output(other.conv(y, {4, 2, 1, 1}, {{"group", std::int64_t(2)}}));
        other.output(other.node("Conv", {y, other.floats("w", {4, 4, 1, 1})}));
        QVERIFY(fused(other, only({"fuse_siblings"})).steps.empty());
    }

    void concatInPlace() {
        Net net;
        const ValueId x = net.floats("x", {1, 4, 6, 6});
        const ValueId a = net.node("Relu", {net.conv(x, {3, 4, 1, 1})});
        const ValueId b = net.node("Tanh", {net.conv(x, {5, 4, 3, 3})});
        net.output(net.node("Concat", {a, x, b}, {{"axis", std::int64_t(1)}}));
        const History history = fused(net, only({"fuse_activation", "fuse_concat"}));
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), QStringLiteral("ConvRelu ConvTanhConcat"));
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
    }
    void concatRefused() {
        Net across; // along the last axis the rows of both alternate
        const ValueId x = across.floats("x", {1, 4, 6, 6});
        across.output(across.node("Concat", {across.conv(x, {4, 4, 1, 1}), x}, {{"axis", std::int64_t(3)}}));
        EXPECT_REFUSED(across, "fuse_concat",
                       "the parts of Concat_1 alternate in memory: Conv_0 cannot write its own");
        Net batch;
        const ValueId y = batch.floats("x", {2, 4, 6, 6});
        batch.output(batch.node("Concat", {batch.conv(y, {4, 4, 1, 1}), y}, {{"axis", std::int64_t(1)}}));
        EXPECT_REFUSED(batch, "fuse_concat", "the parts of Concat_1 alternate in memory: Conv_0 cannot");
        Net open; // what is not known yet is no fact: it says what it depends on
        const ValueId o =
            open.input("x", ir::TensorType(ir::DataType::Float32,
                                           {ir::Dim::named("batch"), ir::Dim(4), ir::Dim(6), ir::Dim(6)}));
        open.output(open.node("Concat", {open.conv(o, {4, 4, 1, 1}), o}, {{"axis", std::int64_t(1)}}));
        EXPECT_REFUSED(open, "fuse_concat",
                       "alternate in memory unless batch is 1 (--bind batch=1): Conv_0 cannot write");
        Net shared;
        const ValueId z = shared.floats("x", {1, 4, 6, 6});
        const ValueId c = shared.conv(z, {4, 4, 1, 1});
        shared.output(shared.node("Concat", {z, c}, {{"axis", std::int64_t(1)}}));
        shared.output(shared.node("Softmax", {c}));
        EXPECT_REFUSED(shared, "fuse_concat", "the output of Conv_0 is also read by Softmax_2");
        Net twice;
        const ValueId d = twice.conv(twice.floats("x", {1, 4, 6, 6}), {4, 4, 1, 1});
        twice.output(twice.node("Concat", {d, d}, {{"axis", std::int64_t(1)}}));
        QVERIFY(fused(twice, only({"fuse_concat"})).steps.empty());
    }

    void recurrentShape() {
        const auto lstm = [](Net& net) {
            const ValueId y = net.value("y"), last = net.value("last");
            net.nodeInto(
                "LSTM",
                {net.floats("x", {5, 1, 3}), net.weights("w", {1, 16, 3}), net.weights("r", {1, 16, 4})},
                {y, last}, {{"hidden_size", std::int64_t(4)}});
            net.output(last);
            return y;
        };
        Net net;
        net.output(net.node("Squeeze", {lstm(net), net.ints("axes", {1})}));
        EXPECT_FUSED(net, "fuse_recurrent_shape", "LSTMSqueeze");
        Net shared;
        const ValueId y = lstm(shared);
        shared.output(shared.node("Squeeze", {y, shared.ints("axes", {1})}));
        shared.output(shared.node("Softmax", {y}));
        EXPECT_REFUSED(shared, "fuse_recurrent_shape", "the output of LSTM_0 is also read by Softmax_2");
        Net open;
        const ValueId z = lstm(open);
        open.output(
            open.node("Reshape", {z, open.input("shape", ir::TensorType(ir::DataType::Int64, ir::Dims{2}))}));
        EXPECT_REFUSED(open, "fuse_recurrent_shape", "the shape of Reshape_1 is the graph input 'shape'");
        Net other; // an operator that is not recurrent
        other.output(other.node("Flatten", {other.conv(other.floats("x", {1, 2, 4, 4}), {2, 2, 3, 3})}));
        QVERIFY(fused(other, only({"fuse_recurrent_shape"})).steps.empty());
    }

    void squeezeExciteBlock_data() {
        QTest::addColumn<bool>("mean");
        QTest::addColumn<bool>("dense");
        QTest::addColumn<QString>("gate");
        QTest::addColumn<QString>("ops");
        QTest::newRow("pool") << false << false << QStringLiteral("Sigmoid")
                              << QStringLiteral("Abs GlobalAveragePoolConvReluConvSigmoidMul Conv");
        QTest::newRow("mean") << true << false << QStringLiteral("HardSigmoid")
                              << QStringLiteral("Abs ReduceMeanConvReluConvHardSigmoidMul Conv");
        QTest::newRow("dense") << false << true << QStringLiteral("Sigmoid")
                               << QStringLiteral("Abs GlobalAveragePoolFlattenGemmReluAnd4More Conv");
    }
    void squeezeExciteBlock() {
        QFETCH(bool, mean);
        QFETCH(bool, dense);
        QFETCH(QString, gate);
        QFETCH(QString, ops);
        Net net;
        squeezeExcite(net, {.mean = mean, .dense = dense, .gate = gate.toStdString()});
        const History history = fused(net, only({"fuse_squeeze_excite"}));
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), ops);
        QVERIFY(std::ranges::any_of(history.graph.order(), [&](NodeId id) {
            const ir::Node& node = history.graph.node(id);
            return node.body && node.body->name == "SqueezeExcite";
        }));
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
        QVERIFY(fuse(history.graph, net.opsets, only({"fuse_squeeze_excite"}))->steps.empty());
    }
    void squeezeExciteRefused() {
        Net shared;
        squeezeExcite(shared, {.gateIsRead = true});
        EXPECT_REFUSED(shared, "fuse_squeeze_excite", "the output of Sigmoid_5 is also read by Exp_6");
        Net output;
        squeezeExcite(output, {.hiddenIsOutput = true});
        QVERIFY(fused(output, only({"fuse_squeeze_excite"})).steps.empty());
        Net plain; // a mean that scales its image without a network between
        const ValueId x = plain.floats("x", {1, 4, 6, 6});
        plain.output(plain.node("Mul", {x, plain.node("Sigmoid", {plain.node("GlobalAveragePool", {x})})}));
        QVERIFY(fused(plain, only({"fuse_squeeze_excite"})).steps.empty());
        Net weights; // weights that are computed
        const ValueId y = weights.floats("x", {1, 4, 6, 6});
        const ValueId s =
            weights.node("Conv", {weights.node("GlobalAveragePool", {y}), weights.floats("w", {4, 4, 1, 1})});
        weights.output(weights.node("Mul", {y, weights.node("Sigmoid", {s})}));
        QVERIFY(fused(weights, only({"fuse_squeeze_excite"})).steps.empty());
    }
};

EDGEWRIGHT_TEST(BlockRulesTest)

} // namespace edgewright::block_rules_test

#include "block_rules_test.moc"
