// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that remove operators or put one in the place of several: what they make, what they leave alone,
// and why.
#include "tests/core/fusion/expect_rule.h"
#include "tests/support/test_class.h"

namespace edgewright::cleanup_rules_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

} // namespace

class CleanupRulesTest : public QObject {
    Q_OBJECT

private slots:
    void unused() {
        Net net;
        const ValueId x = net.floats("x", {2, 3});
        net.node("Exp", {net.node("Abs", {x})});
        net.output(net.node("Relu", {x}));
        EXPECT_FUSED(net, "eliminate_unused", "Relu");
    }

    void identity_data() {
        QTest::addColumn<QString>("op");
        for (const char* op : {"Identity", "Dropout", "Cast", "Transpose", "Reshape", "Pad", "Slice", "Concat",
                               "AddZero", "MulOne", "DivOne", "SubZero", "Flatten"})
            QTest::newRow(op) << QString::fromLatin1(op);
    }
    void identity() {
        QFETCH(QString, op);
        Net net;
        const ValueId x = net.node("Neg", {net.floats("x", {2, 3})});
        ValueId y;
        if (op == QLatin1String("Cast"))
            y = net.node("Cast", {x}, {{"to", std::int64_t(1)}});
        else if (op == QLatin1String("Transpose"))
            y = net.node("Transpose", {x}, {{"perm", Ints{0, 1}}});
        else if (op == QLatin1String("Reshape"))
            y = net.node("Reshape", {x, net.ints("shape", {-1, 3})});
        else if (op == QLatin1String("Pad"))
            y = net.node("Pad", {x, net.ints("pads", {0, 0, 0, 0})});
        else if (op == QLatin1String("Slice"))
            y = net.node("Slice", {x, net.ints("from", {0}), net.ints("to", {9})});
        else if (op == QLatin1String("Concat"))
            y = net.node("Concat", {x}, {{"axis", std::int64_t(0)}});
        else if (op == QLatin1String("AddZero"))
            y = net.node("Add", {net.scalar("c", 0), x});
        else if (op == QLatin1String("MulOne"))
            y = net.node("Mul", {x, net.scalar("c", 1)});
        else if (op == QLatin1String("DivOne"))
            y = net.node("Div", {x, net.scalar("c", 1)});
        else if (op == QLatin1String("SubZero"))
            y = net.node("Sub", {x, net.scalar("c", 0)});
        else
            y = net.node(op.toStdString(), {x});
        net.output(net.node("Relu", {y}));
        EXPECT_FUSED(net, "eliminate_identity", "Neg Relu");
    }

    void identityOfShape_data() {
        QTest::addColumn<QString>("op");
        for (const char* op : {"Resize", "ResizeScales", "MaxPool", "AveragePool", "GlobalAveragePool",
                               "ReduceMean", "Gather", "Clip", "Pow", "IntegerAdd"})
            QTest::newRow(op) << QString::fromLatin1(op);
    }
    void identityOfShape() { // because of what the shape or a constant is
        QFETCH(QString, op);
        const auto is = [&](const char* name) { return op == QLatin1String(name); };
        const bool flat = is("GlobalAveragePool") || is("ReduceMean");
        Net net;
        const ValueId x =
            net.node("Neg", {net.floats("x", flat ? ir::Dims{2, 3, 1, 1} : ir::Dims{2, 3, 4, 4})});
        ValueId y;
        if (is("Resize"))
            y = net.node("Resize", {x, ValueId(), ValueId(), net.ints("sizes", {2, 3, 4, 4})},
                         {{"mode", std::string("linear")}});
        if (is("ResizeScales"))
            y = net.node("Resize",
                         {x, ValueId(), net.constant("scales", ir::Tensor::of<float>({4}, {1, 1, 1, 1}))});
        if (is("MaxPool") || is("AveragePool"))
            y = net.node(op.toStdString(), {x}, {{"kernel_shape", Ints{1, 1}}});
        if (is("GlobalAveragePool")) y = net.node("GlobalAveragePool", {x});
        if (is("ReduceMean")) y = net.node("ReduceMean", {x}, {{"axes", Ints{2, 3}}});
        if (is("Gather")) y = net.node("Gather", {x, net.ints("i", {0, 1, 2})}, {{"axis", std::int64_t(1)}});
        if (is("Clip")) y = net.node("Clip", {x});
        if (is("Pow")) y = net.node("Pow", {x, net.scalar("one", 1)});
        if (is("IntegerAdd")) {
            const ValueId codes = net.node("Cast", {x}, {{"to", std::int64_t(7)}});
            const ValueId sum =
                net.node("Add", {codes, net.constant("zero", ir::Tensor::scalar<std::int64_t>(0))});
            net.output(net.node("Abs", {sum}));
            EXPECT_FUSED(net, "eliminate_identity", "Neg Cast Abs");
            return;
        }
        net.output(net.node("Relu", {y}));
        EXPECT_FUSED(net, "eliminate_identity", "Neg Relu");
    }

    void notIdentityOfShape() {
        Net net;
        const ValueId x = net.floats("x", {1, 2, 5, 5});
        // 5 * 1.1 is 5 again, but between other elements.
        const ValueId stretched = net.node(
            "Resize", {x, ValueId(), net.constant("scales", ir::Tensor::of<float>({4}, {1, 1, 1.1F, 1.1F}))},
            {{"mode", std::string("linear")}});
        const ValueId padded =
            net.node("MaxPool", {x}, {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 1}}});
        const ValueId mixed = net.node("Gather", {x, net.ints("i", {1, 0})}, {{"axis", std::int64_t(1)}});
        for (const ValueId each : {stretched, padded, mixed})
            net.output(net.node("Relu", {each}));
        QVERIFY(fused(net, only({"eliminate_identity"})).steps.empty());
    }

    void identityKeepsOutputName() {
        Net net;
        const ValueId x = net.floats("x", {2, 3});
        const ValueId y = net.node("Relu", {x});
        net.output(net.node("Identity", {y}));
        net.output(net.node("Abs", {y}));
        const History history = fused(net);
        QCOMPARE(history.graph.value(history.graph.outputs.front()).name, std::string("Identity_1_out"));
        EXPECT_FUSED(net, "eliminate_identity", "Relu Abs");
    }

    void notIdentity() {
        Net net;
        const ValueId x = net.floats("x", {2, 2});
        const ValueId reversed = net.node("Slice", {x, net.ints("from", {-1}), net.ints("to", {-9}),
                                                    net.ints("axes", {0}), net.ints("steps", {-1})});
        const ValueId swapped = net.node("Transpose", {x}, {{"perm", Ints{1, 0}}});
        const ValueId larger =
            net.node("Add", {x, net.constant("zeros", ir::Tensor::of<float>({1, 1, 1}, {0.0F}))});
        for (const ValueId each : {reversed, swapped, larger})
            net.output(net.node("Relu", {each}));
        QVERIFY(fused(net, only({"eliminate_identity"})).steps.empty());
    }

    void identityRefused() {
        Net input;
        input.output(input.node("Identity", {input.floats("x", {2})}));
        EXPECT_REFUSED(input, "eliminate_identity", "would be 'x', which no operator writes");
        Net both;
        const ValueId y = both.node("Relu", {both.floats("x", {2})});
        both.output(y);
        both.output(both.node("Identity", {y}));
        EXPECT_REFUSED(both, "eliminate_identity", "both ends of Identity_1 are graph outputs");
    }

    void constants() {
        Net net;
        const ValueId x = net.floats("x", {2, 3});
        const ValueId c = net.node("Constant", {}, {{"value", ir::Tensor::of<float>({3}, {1, 2, 3})}});
        net.output(net.node("Add", {x, c}));
        net.output(net.node("Reshape", {x, net.node("Shape", {x})}));
        EXPECT_FUSED(net, "fold_constants", "Add Reshape");
        Net output;
        output.output(output.node("Shape", {output.floats("x", {2, 3})}));
        EXPECT_REFUSED(output, "fold_constants", "'Shape_0_out', is a graph output");
    }

    void constantsOfOpenShapes() { // the extents that are known fold, the others stay
        Net net;
        const ir::TensorType type(ir::DataType::Float32, {ir::Dim::named("batch"), ir::Dim(3), ir::Dim(4)});
        const ValueId x = net.input("x", type);
        const ValueId shape = net.node("Shape", {x});
        const ValueId tail = net.node("Slice", {shape, net.ints("s", {1}), net.ints("e", {3})});
        const ValueId batch = net.node("Gather", {shape, net.ints("i", {0})});
        const ValueId product = net.node("ReduceProd", {tail}, {{"keepdims", std::int64_t(1)}});
        net.output(net.node("Reshape", {x, net.node("Concat", {batch, product}, {{"axis", std::int64_t(0)}})}));
        const History history = fused(net, only({"fold_constants", "eliminate_unused"}));
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), QStringLiteral("Shape Gather Concat Reshape"));
    }

    void constantWeights() {
        Net net;
        const ValueId w = net.node("Transpose", {net.weights("w", {5, 4})}, {{"perm", Ints{1, 0}}});
        net.output(net.node("MatMul", {net.floats("x", {3, 4}), w}));
        EXPECT_FUSED(net, "fold_constants", "MatMul");
        Net growing; // the file would become larger
        const ValueId large =
            growing.node("Expand", {growing.weights("w", {1, 1}), growing.ints("shape", {100, 100})});
        growing.output(growing.node("Add", {growing.floats("x", {100, 100}), large}));
        QVERIFY(fused(growing, only({"fold_constants"})).steps.empty());
        Net quantized; // weights stay in 8 bits
        const ValueId codes = quantized.constant("w", ir::Tensor::of<std::int8_t>({2}, {1, -1}));
        quantized.output(
            quantized.node("Add", {quantized.floats("x", {2}),
                                   quantized.node("DequantizeLinear", {codes, quantized.scalar("s", 0.5F)})}));
        QVERIFY(fused(quantized, only({"fold_constants"})).steps.empty());
        Net floating; // ... and get there when they were stored in 32
        const ValueId step = floating.scalar("s", 0.01F);
        const ValueId w8 = floating.node("QuantizeLinear", {floating.weights("w", {5000}), step});
        floating.output(floating.node(
            "Add", {floating.floats("x", {5000}), floating.node("DequantizeLinear", {w8, step})}));
        EXPECT_FUSED(floating, "fold_constants", "DequantizeLinear Add");
    }

    void duplicatesOfEqualConstants() {
        Net net;
        const ValueId x = net.floats("x", {2, 3});
        const ValueId a = net.node("Add", {x, net.constant("c", ir::Tensor::of<float>({1}, {2}))});
        const ValueId b = net.node("Add", {net.constant("d", ir::Tensor::of<float>({1}, {2})), x});
        const ValueId other = net.node("Add", {x, net.constant("e", ir::Tensor::of<float>({1}, {3}))});
        net.output(net.node("Mul", {net.node("Relu", {a}), net.node("Exp", {b})}));
        net.output(net.node("Abs", {other}));
        EXPECT_FUSED(net, "merge_duplicates", "Add Add Relu Exp Mul Abs");
        Net output; // the twin takes over the name of the graph output
        const ValueId y = output.floats("x", {2, 3});
        output.output(output.node("Neg", {output.node("Exp", {y})}));
        output.output(output.node("Exp", {y}));
        EXPECT_FUSED(output, "merge_duplicates", "Exp Neg");
        const ir::Graph merged = fused(output, only({"merge_duplicates"})).graph;
        QCOMPARE(merged.value(merged.outputs[1]).name, std::string("Exp_2_out"));
    }

    void clipsOfWhatIsLimited() {
        Net net;
        const ValueId x = net.floats("x", {1, 2, 4, 4});
        const ValueId gate = net.node("Relu", {net.node("Sigmoid", {x})});
        const ValueId pooled = net.node("MaxPool", {net.node("Relu", {x})}, {{"kernel_shape", Ints{2, 2}}});
        net.output(net.node("Neg", {gate}));
        net.output(net.node("Exp", {net.node("Relu", {net.node("Flatten", {pooled})})}));
        EXPECT_FUSED(net, "eliminate_clip", "Sigmoid Relu MaxPool Neg Flatten Exp");
        Net limiting; // 0 to infinity, and -1 to 1, are no 0 to 1
        const ValueId y = limiting.floats("x", {4});
        const ValueId zero = limiting.scalar("zero", 0), one = limiting.scalar("one", 1);
        limiting.output(limiting.node("Clip", {limiting.node("Exp", {y}), zero, one}));
        limiting.output(limiting.node("Clip", {limiting.node("Tanh", {y}), zero, one}));
        limiting.output(
            limiting.node("Clip", {limiting.node("Sigmoid", {y}), zero, limiting.floats("most", {})}));
        limiting.output(limiting.node(
            "Relu", {limiting.node("Concat", {limiting.node("Abs", {y}), y}, {{"axis", std::int64_t(0)}})}));
        QVERIFY(fused(limiting, only({"eliminate_clip"})).steps.empty());
    }

    // Each value before a Clip is looked at once, and not too many of them.
    void clipsOfManyWays() {
        const auto joined = [](Net& net, const std::vector<ValueId>& parts) {
            return net.node("Concat", parts, {{"axis", std::int64_t(0)}});
        };
        Net fan;
        ValueId y = fan.node("Relu", {fan.floats("x", {1})});
        for (int i = 0; i < 4; ++i)
            y = joined(fan, std::vector<ValueId>(120, y));
        fan.output(fan.node("Relu", {y}));
        QCOMPARE(fused(fan, only({"eliminate_clip"})).steps.size(), std::size_t(1));
        for (const std::size_t count : {20u, 100u}) {
            Net wide;
            const ValueId x = wide.floats("x", {2});
            std::vector<ValueId> parts;
            for (std::size_t i = 0; i < count; ++i)
                parts.push_back(wide.node("Exp", {x}));
            wide.output(wide.node("Relu", {joined(wide, parts)}));
            QCOMPARE(fused(wide, only({"eliminate_clip"})).steps.size(), std::size_t(count == 20 ? 1 : 0));
        }
        Net means; // of what is below zero somewhere, and of what is nowhere
        const ValueId x = means.floats("x", {4});
        const ValueId sure = means.node("Sigmoid", {x});
        const auto mean = [&](ValueId of) { return means.node("ReduceMean", {joined(means, {of, sure})}); };
        means.output(means.node("Relu", {mean(sure)}));
        means.output(means.node("Relu", {mean(x)}));
        means.output(means.node("Clip", {mean(sure), means.scalar("zero", 0), means.scalar("one", 1)}));
        QCOMPARE(fused(means, only({"eliminate_clip"})).steps.size(), std::size_t(1));
    }

    void clipsOfMaxAndMin() {
        Net net;
        const ValueId x = net.floats("x", {4});
        net.output(
            net.node("Max", {net.scalar("low", -0.25F), net.node("Min", {x, net.scalar("high", 0.5F)})}));
        EXPECT_FUSED(net, "merge_clips", "Clip");
        Net positive;
        positive.output(positive.node(
            "Max", {positive.node("Relu", {positive.floats("x", {4})}), positive.scalar("low", -1)}));
        EXPECT_FUSED(positive, "merge_clips", "Relu");
        Net open;
        open.output(open.node("Max", {open.node("Relu", {open.floats("x", {4})}), open.floats("low", {1})}));
        QVERIFY(fused(open, only({"merge_clips"})).steps.empty());
    }

    void duplicates() {
        Net net;
        const ValueId x = net.floats("x", {2, 3});
        const auto swapped = [&] { return net.node("Transpose", {x}, {{"perm", Ints{1, 0}}}); };
        net.output(net.node("MatMul", {x, swapped()}));
        net.output(net.node("Softmax", {swapped()}));
        net.output(net.node("Abs", {swapped()}));
        EXPECT_FUSED(net, "merge_duplicates", "Transpose MatMul Softmax Abs");
        Net output;
        const ValueId y = output.floats("x", {2, 3});
        output.output(output.node("Abs", {y}));
        output.output(output.node("Abs", {y}));
        EXPECT_REFUSED(output, "merge_duplicates",
                       "Abs_1 computes the same as Abs_0, but its output 'Abs_1_out' is a graph output");
        Net other;
        const ValueId z = other.floats("x", {2, 2});
        other.output(other.node("Softmax", {z}, {{"axis", std::int64_t(0)}}));
        other.output(other.node("Softmax", {z}, {{"axis", std::int64_t(1)}}));
        const History history = fused(other, only({"merge_duplicates"}));
        QVERIFY(history.steps.empty() && history.refusals.empty());
    }

    void clips_data() {
        QTest::addColumn<std::int64_t>("opset");
        QTest::newRow("attributes") << std::int64_t(7);
        QTest::newRow("inputs") << std::int64_t(13);
    }
    void clips() {
        QFETCH(std::int64_t, opset);
        const auto clip = [&](Net& net, ValueId x, float low, float high) {
            if (opset < 11) return net.node("Clip", {x}, {{"min", low}, {"max", high}});
            const std::string n = std::to_string(net.graph().valueCount());
            return net.node("Clip", {x, net.scalar("low" + n, low), net.scalar("high" + n, high)});
        };
        Net relus(opset);
        relus.output(relus.node("Relu", {relus.node("Relu", {relus.floats("x", {64})})}));
        EXPECT_FUSED(relus, "merge_clips", "Relu");
        Net six(opset);
        six.output(clip(six, six.node("Relu", {six.floats("x", {64})}), -1, 0.5F));
        EXPECT_FUSED(six, "merge_clips", "Clip");
        Net apart(opset); // the intervals do not meet
        apart.output(clip(apart, clip(apart, apart.floats("x", {64}), 0.6F, 2), -1, 0.5F));
        EXPECT_FUSED(apart, "merge_clips", "Clip");
        Net chain(opset);
        chain.output(
            chain.node("Relu", {clip(chain, clip(chain, chain.floats("x", {64}), -0.7F, 2), -1, 0.5F)}));
        EXPECT_FUSED(chain, "merge_clips", "Clip");
    }

    void clipsRefused() {
        Net shared;
        const ValueId y = shared.node("Relu", {shared.floats("x", {4})});
        shared.output(shared.node("Abs", {y}));
        shared.output(shared.node("Clip", {y, shared.scalar("l", 0), shared.scalar("h", 6)}));
        EXPECT_REFUSED(shared, "merge_clips", "the output of Relu_0 is also read by Abs_1");
        Net bound;
        bound.output(bound.node("Clip", {bound.node("Relu", {bound.floats("x", {4})}), bound.scalar("l", 0),
                                         bound.floats("h", {})}));
        EXPECT_REFUSED(bound, "merge_clips", "the bound of Clip_1 is the graph input 'h'");
        Net crossed;
        crossed.output(crossed.node("Clip", {crossed.node("Relu", {crossed.floats("x", {4})}),
                                             crossed.scalar("l", 2), crossed.scalar("h", 1)}));
        EXPECT_REFUSED(crossed, "merge_clips", "the bounds of Clip_1 are crossed");
    }

    void hardSwish() {
        const auto relu6 = [](Net& net, ValueId x) {
            return net.node("Clip", {net.node("Add", {x, net.scalar("three", 3)}), net.scalar("zero", 0),
                                     net.scalar("six", 6)});
        };
        Net sigmoid(14);
        const ValueId x = sigmoid.floats("x", {2, 8});
        sigmoid.output(
            sigmoid.node("Mul", {x, sigmoid.node("HardSigmoid", {x}, {{"alpha", 1.0F / 6}, {"beta", 0.5F}})}));
        EXPECT_FUSED(sigmoid, "compose_hard_swish", "HardSwish");
        Net late(14);
        const ValueId y = late.floats("x", {2, 8});
        late.output(late.node("Div", {late.node("Mul", {y, relu6(late, y)}), late.scalar("d", 6)}));
        EXPECT_FUSED(late, "compose_hard_swish", "HardSwish");
        Net early(14);
        const ValueId z = early.floats("x", {2, 8});
        early.output(early.node("Mul", {early.node("Mul", {relu6(early, z), early.scalar("d", 1.0F / 6)}), z}));
        EXPECT_FUSED(early, "compose_hard_swish", "HardSwish");
        Net old(11);
        const ValueId u = old.floats("x", {2, 8});
        old.output(old.node("Mul", {u, old.node("HardSigmoid", {u}, {{"alpha", 1.0F / 6}, {"beta", 0.5F}})}));
        EXPECT_REFUSED(old, "compose_hard_swish",
                       "Mul_1 and HardSigmoid_0 compute HardSwish, which needs opset 14; the model has 11");
        Net shared(14);
        const ValueId v = shared.floats("x", {2, 8});
        const ValueId gate = shared.node("HardSigmoid", {v}, {{"alpha", 1.0F / 6}, {"beta", 0.5F}});
        shared.output(shared.node("Abs", {gate}));
        shared.output(shared.node("Mul", {v, gate}));
        EXPECT_REFUSED(shared, "compose_hard_swish", "the output of HardSigmoid_0 is also read by Abs_1");
        Net other(14); // the default slope of 0.2 is another function
        const ValueId t = other.floats("x", {2, 8});
        other.output(other.node("Mul", {t, other.node("HardSigmoid", {t})}));
        const History history = fused(other, only({"compose_hard_swish"}));
        QVERIFY(history.steps.empty() && history.refusals.empty());
    }
};

EDGEWRIGHT_TEST(CleanupRulesTest)

} // namespace edgewright::cleanup_rules_test

#include "cleanup_rules_test.moc"
