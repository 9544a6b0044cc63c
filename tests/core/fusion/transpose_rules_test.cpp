// SPDX-License-Identifier: GPL-3.0-or-later
// Transposes that move past other operators or into matrix products.
#include "tests/core/fusion/expect_rule.h"
#include "tests/support/test_class.h"

namespace edgewright::transpose_rules_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

ir::Attribute perm(Ints axes) { return {"perm", std::move(axes)}; }

const Ints ToLast{0, 2, 3, 1};
const Ints ToFirst{0, 3, 1, 2};

// With the rules that clear up behind it.
History moved(const Net& net) {
    return fused(net, only({"move_transposes", "merge_transposes", "fold_constants", "eliminate_identity",
                            "eliminate_unused", "merge_duplicates"}));
}

QString ops(const History& history) { return opsOf(history.graph).join(QLatin1Char(' ')); }

} // namespace

class TransposeRulesTest : public QObject {
    Q_OBJECT

private slots:
    // Transpose, the operator, transpose back: nothing of it is left but the operator.
    void between_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("opset");
        for (const char* op :
             {"Relu", "Clip", "AddRow", "AddFull", "ScalarFirst", "Where", "ReduceMean", "Softmax", "Concat",
              "Pad", "Slice", "SliceFirst", "Quantize", "QuantizeRows", "PRelu", "Cast"})
            QTest::newRow(op) << QString::fromLatin1(op) << 13;
        QTest::newRow("reduction, axes as input") << QStringLiteral("ReduceAxes") << 18;
        QTest::newRow("padding of some axes") << QStringLiteral("PadAxes") << 18;
        QTest::newRow("padding, attributes") << QStringLiteral("PadOld") << 9;
        QTest::newRow("slice, attributes") << QStringLiteral("SliceOld") << 9;
    }
    void between() {
        QFETCH(QString, op);
        QFETCH(int, opset);
        Net net(opset);
        const ValueId x = net.node("Neg", {net.floats("x", {2, 3, 4, 5})});
        const ValueId t = net.node("Transpose", {x}, {perm(ToLast)}); // 2 4 5 3
        const auto is = [&](const char* name) { return op == QLatin1String(name); };
        ValueId y;
        if (is("Relu")) y = net.node("Relu", {t});
        if (is("Clip")) y = net.node("Clip", {t, net.scalar("low", -0.5F), net.scalar("high", 0.5F)});
        if (is("AddRow")) y = net.node("Add", {t, net.weights("c", {3})});
        if (is("AddFull")) y = net.node("Add", {net.weights("c", {4, 1, 3}), t});
        if (is("ScalarFirst")) y = net.node("Sub", {net.scalar("c", 2), t});
        if (is("Where"))
            y = net.node("Where", {net.node("Less", {t, net.scalar("c", 0)}), net.weights("w", {3}), t});
        if (is("ReduceMean")) y = net.node("ReduceMean", {t}, {{"axes", Ints{1, -1}}});
        if (is("Softmax")) y = net.node("Softmax", {t}, {{"axis", std::int64_t(-1)}});
        if (is("Concat"))
            y = net.node("Concat", {t, net.weights("c", {2, 4, 5, 2})}, {{"axis", std::int64_t(3)}});
        if (is("Pad")) y = net.node("Pad", {t, net.ints("p", {0, 1, 0, 2, 0, 0, 3, 0})});
        if (is("Slice"))
            y = net.node("Slice", {t, net.ints("s", {1}), net.ints("e", {3}), net.ints("a", {-1})});
        if (is("SliceFirst")) y = net.node("Slice", {t, net.ints("s", {0, 1}), net.ints("e", {1, 3})});
        if (is("Quantize") || is("QuantizeRows")) {
            const bool rows = is("QuantizeRows");
            const auto scale =
                rows ? ir::Tensor::of<float>({3}, {0.5F, 0.25F, 0.125F}) : ir::Tensor::scalar<float>(0.25F);
            const auto zero =
                rows ? ir::Tensor::of<std::int8_t>({3}, {1, 2, 3}) : ir::Tensor::scalar<std::int8_t>(1);
            const ValueId s = net.constant("scale", scale), z = net.constant("zero", zero);
            const ir::Attribute last{"axis", std::int64_t(-1)};
            y = net.node("DequantizeLinear", {net.node("QuantizeLinear", {t, s, z}, {last}), s, z}, {last});
        }
        if (is("PRelu")) y = net.node("PRelu", {t, net.weights("slope", {3})});
        if (is("Cast"))
            y = net.node("Cast", {net.node("Cast", {t}, {{"to", std::int64_t(11)}})},
                         {{"to", std::int64_t(1)}});
        if (is("ReduceAxes")) y = net.node("ReduceMax", {t, net.ints("a", {1, 3})});
        if (is("PadAxes"))
            y = net.node("Pad", {t, net.ints("p", {1, 0, 2, 3}), ValueId(), net.ints("a", {3, 1})});
        if (is("PadOld")) y = net.node("Pad", {t}, {{"pads", Ints{0, 1, 0, 2, 0, 0, 3, 0}}});
        if (is("SliceOld"))
            y = net.node("Slice", {t}, {{"starts", Ints{1}}, {"ends", Ints{3}}, {"axes", Ints{3}}});
        net.output(net.node("Exp", {net.node("Transpose", {y}, {perm(ToFirst)})}));
        const History history = moved(net);
        QVERIFY2(!opsOf(history.graph).contains(QLatin1String("Transpose")), qPrintable(ops(history)));
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
        QCOMPARE(fuse(history.graph, net.opsets, only({"move_transposes"}))->steps.size(), std::size_t(0));
        for (const NodeId id : history.graph.order()) // types were kept
            QVERIFY(history.graph.value(history.graph.node(id).output(0)).type.dims().has_value());
    }

    void residual() { // two branches that were turned, joined, and turned back
        Net net;
        const ValueId x = net.floats("x", {1, 3, 4, 5});
        const ValueId a = net.node("Transpose", {net.node("Neg", {x})}, {perm(ToLast)});
        const ValueId b = net.node("Transpose", {net.node("Abs", {x})}, {perm(ToLast)});
        const ValueId sum = net.node("Relu", {net.node("Add", {a, b})});
        net.output(net.node("Exp", {net.node("Transpose", {sum}, {perm(ToFirst)})}));
        net.output(net.node("Sqrt", {net.node("Transpose", {sum}, {perm({0, 3, 2, 1})})}));
        const History history = moved(net);
        QCOMPARE(ops(history), QStringLiteral("Neg Abs Add Relu Exp Transpose Sqrt"));
        QCOMPARE(difference(history, net), QString());
    }

    void concat() { // many become one
        Net net;
        std::vector<ValueId> parts;
        for (const char* name : {"a", "b", "c"})
            parts.push_back(net.node("Transpose", {net.floats(name, {1, 3, 4, 5})}, {perm(ToLast)}));
        net.output(net.node("Flatten", {net.node("Concat", parts, {{"axis", std::int64_t(1)}})}));
        const History history = moved(net);
        QCOMPARE(ops(history), QStringLiteral("Concat Transpose Flatten"));
        QCOMPARE(difference(history, net), QString());
    }

    void nothingToGain() {
        Net net; // one transpose before or behind: the same
        const ValueId t = net.node("Transpose", {net.floats("x", {1, 3, 4, 5})}, {perm(ToLast)});
        net.output(net.node("Flatten", {net.node("Relu", {t})}));
        QVERIFY(moved(net).steps.empty());
        Net twice; // the middle is read in both orders
        const ValueId u = twice.node("Transpose", {twice.floats("x", {1, 3, 4, 5})}, {perm(ToLast)});
        const ValueId y = twice.node("Relu", {u});
        twice.output(twice.node("Flatten", {u}));
        twice.output(twice.node("Flatten", {y}));
        twice.output(twice.node("Exp", {twice.node("Transpose", {y}, {perm(ToFirst)})}));
        QVERIFY(moved(twice).steps.empty());
        Net square; // x + x^T reads itself
        const ValueId s = square.node("Transpose", {square.floats("x", {3, 3})}, {perm({1, 0})});
        const ValueId r = square.node("Relu", {s});
        const ValueId both = square.node("Add", {r, square.node("Transpose", {r}, {perm({1, 0})})});
        square.output(square.node("Transpose", {both}, {perm({1, 0})}));
        QCOMPARE(difference(moved(square), square), QString());
    }

    void intoProduct() {
        for (const int which : {0, 1, 2}) {
            Net net;
            ValueId a = net.floats("a", which == 1 ? ir::Dims{3, 4} : ir::Dims{4, 3});
            ValueId b = net.floats("b", which == 0 ? ir::Dims{4, 5} : ir::Dims{5, 4});
            if (which != 1) a = net.node("Transpose", {a}, {perm({1, 0})});
            if (which != 0) b = net.node("Transpose", {b}, {perm({1, 0})});
            net.output(net.node("MatMul", {a, b}));
            EXPECT_FUSED(net, "fold_transpose", "Gemm");
        }
        Net gemm; // transposed twice is not at all
        const ValueId a = gemm.node("Transpose", {gemm.floats("a", {3, 4})});
        gemm.output(gemm.node("Gemm", {a, gemm.weights("b", {4, 5}), gemm.weights("c", {5})},
                              {{"transA", std::int64_t(1)}, {"alpha", 0.5F}}));
        EXPECT_FUSED(gemm, "fold_transpose", "Gemm");
        Net output;
        const ValueId y = output.node("MatMul", {output.floats("a", {3, 4}), output.floats("b", {4, 5})});
        output.output(output.node("Transpose", {y}));
        EXPECT_FUSED(output, "fold_transpose", "Gemm");
        Net square; // A^T A^T
        const ValueId t = square.node("Transpose", {square.floats("a", {3, 3})});
        square.output(square.node("MatMul", {t, t}));
        EXPECT_FUSED(square, "fold_transpose", "Gemm");
    }
    void intoProductRefused() {
        Net shared;
        const ValueId t = shared.node("Transpose", {shared.floats("a", {3, 4})});
        shared.output(shared.node("MatMul", {t, shared.floats("b", {3, 5})}));
        shared.output(shared.node("Relu", {t}));
        EXPECT_REFUSED(shared, "fold_transpose", "the output of Transpose_0 is also read by Relu_2");
        Net old(9);
        const ValueId u = old.node("Transpose", {old.floats("a", {3, 4})});
        old.output(old.node("MatMul", {u, old.floats("b", {3, 5})}));
        EXPECT_REFUSED(old, "fold_transpose", "needs opset 11");
        Net bias;
        const ValueId y =
            bias.node("Gemm", {bias.floats("a", {3, 4}), bias.floats("b", {4, 5}), bias.weights("c", {5})});
        bias.output(bias.node("Transpose", {y}));
        EXPECT_REFUSED(bias, "fold_transpose", "would have to be transposed, too");
        Net stack;
        const ValueId v = stack.node("Transpose", {stack.floats("a", {2, 3, 4})}, {perm({0, 2, 1})});
        stack.output(stack.node("MatMul", {v, stack.floats("b", {2, 3, 5})}));
        QVERIFY(fused(stack, only({"fold_transpose"})).steps.empty());
        Net output;
        const ValueId z = output.node("MatMul", {output.floats("a", {3, 4}), output.floats("b", {4, 5})});
        output.output(output.node("Transpose", {z}));
        output.output(output.node("Relu", {z}));
        EXPECT_REFUSED(output, "fold_transpose", "the output of MatMul_0 is also read by Relu_2");
    }
};

EDGEWRIGHT_TEST(TransposeRulesTest)

} // namespace edgewright::transpose_rules_test

#include "transpose_rules_test.moc"
