// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that remove operators or put one in the place of several: what they make, what they leave alone,
// and why.
#include "tests/core/fusion/expect_rule.h"

using namespace edgewright;
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

QTEST_GUILESS_MAIN(CleanupRulesTest)
#include "cleanup_rules_test.moc"
