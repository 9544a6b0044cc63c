// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that fold operators into the weights of others: what they make, what they leave alone, and why.
#include "tests/core/fusion/expect_rule.h"
#include "tests/support/test_class.h"

#include <limits>

namespace edgewright::fold_rules_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;
constexpr float Infinity = std::numeric_limits<float>::infinity();

ir::Attribute pads(std::int64_t each) { return {"pads", Ints{each, each, each, each}}; }

} // namespace

class FoldRulesTest : public QObject {
    Q_OBJECT

private slots:
    void pad() {
        Net net;
        const ValueId x = net.floats("x", {1, 2, 5, 6});
        const ValueId padded = net.node("Pad", {x, net.ints("pads", {0, 0, 1, 0, 0, 0, 2, 1})});
        net.output(net.conv(padded, {3, 2, 3, 3}));
        EXPECT_FUSED(net, "fold_pad", "Conv");
        Net pool;
        pool.output(pool.node(
            "AveragePool",
            {pool.node("Pad", {pool.floats("x", {1, 2, 5, 6}), pool.ints("pads", {0, 0, 1, 1, 0, 0, 1, 1})})},
            {{"kernel_shape", Ints{3, 3}}}));
        EXPECT_FUSED(pool, "fold_pad", "AveragePool");
        Net maximum;
        maximum.output(maximum.node("MaxPool",
                                    {maximum.node("Pad", {maximum.floats("x", {1, 2, 5, 6}),
                                                          maximum.ints("pads", {0, 0, 1, 1, 0, 0, 1, 1}),
                                                          maximum.scalar("lowest", -Infinity)})},
                                    {{"kernel_shape", Ints{3, 3}}}));
        EXPECT_FUSED(maximum, "fold_pad", "MaxPool");
        Net positive;
        const ValueId relu = positive.node("Relu", {positive.floats("x", {1, 2, 5, 6})});
        positive.output(positive.node(
            "MaxPool", {positive.node("Pad", {relu, positive.ints("pads", {0, 0, 1, 1, 0, 0, 1, 1})})},
            {{"kernel_shape", Ints{3, 3}}}));
        EXPECT_FUSED(positive, "fold_pad", "Relu MaxPool");
        Net edge; // the element at the edge is in every window that reaches over it
        edge.output(edge.node(
            "MaxPool",
            {edge.node("Pad", {edge.floats("x", {1, 2, 5, 6}), edge.ints("pads", {0, 0, 2, 1, 0, 0, 1, 2})},
                       {{"mode", std::string("edge")}})},
            {{"kernel_shape", Ints{3, 3}}}));
        EXPECT_FUSED(edge, "fold_pad", "MaxPool");
        Net norm;
        norm.output(norm.node(
            "LpPool",
            {norm.node("Pad", {norm.floats("x", {1, 2, 5, 6}), norm.ints("pads", {0, 0, 1, 1, 0, 0, 1, 1})})},
            {{"kernel_shape", Ints{3, 3}}}));
        EXPECT_FUSED(norm, "fold_pad", "LpPool");
        Net beyond; // windows of padding alone
        beyond.output(beyond.node(
            "MaxPool",
            {beyond.node("Pad",
                         {beyond.floats("x", {1, 2, 5, 6}), beyond.ints("pads", {0, 0, 3, 0, 0, 0, 0, 0})},
                         {{"mode", std::string("edge")}})},
            {{"kernel_shape", Ints{3, 3}}}));
        EXPECT_REFUSED(beyond, "fold_pad", "Pad_0 repeats the edge, MaxPool_1 pads with minus infinity");
    }

    void padRefused_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("reason");
        QTest::newRow("shared") << "shared"
                                << "the output of Pad_0 is also read by Abs_1";
        QTest::newRow("reflect") << "reflect"
                                 << "Pad_0 fills in 'reflect' mode";
        QTest::newRow("value") << "value"
                               << "Pad_0 pads with 1.000000, not with zeros";
        QTest::newRow("run time") << "run time"
                                  << "the padding of Pad_0 is the graph input 'p'";
        QTest::newRow("fill") << "fill"
                              << "the fill value of Pad_0 is the graph input 'v'";
        QTest::newRow("channels") << "channels"
                                  << "Pad_0 pads the batch or channel axis";
        QTest::newRow("crop") << "crop"
                              << "Pad_0 crops";
        QTest::newRow("auto") << "auto"
                              << "(auto_pad SAME_UPPER)";
        QTest::newRow("average") << "average"
                                 << "does not count its own padding, but the zeros of Pad_0 do count";
        QTest::newRow("ceil") << "ceil"
                              << "rounds its output extent up";
        QTest::newRow("maximum") << "maximum"
                                 << "with minus infinity";
        QTest::newRow("indices") << "indices"
                                 << "also gives indices";
    }
    void padRefused() {
        QFETCH(QString, what);
        QFETCH(QString, reason);
        Net net;
        const ValueId x = net.floats("x", {1, 2, 5, 6});
        const std::int64_t channels = what == QLatin1String("channels") ? 1 : 0;
        const std::int64_t edge = what == QLatin1String("crop") ? -1 : 1;
        std::vector<ValueId> inputs{x, net.ints("pads", {0, channels, edge, 1, 0, 0, 1, 1})};
        if (what == QLatin1String("run time"))
            inputs[1] = net.input("p", ir::TensorType(ir::DataType::Int64, ir::Dims{8}));
        if (what == QLatin1String("value")) inputs.push_back(net.scalar("v", 1));
        if (what == QLatin1String("fill")) inputs.push_back(net.floats("v", {}));
        std::vector<ir::Attribute> mode;
        if (what == QLatin1String("reflect")) mode.push_back({"mode", std::string("reflect")});
        const ValueId padded = net.node("Pad", inputs, mode);
        if (what == QLatin1String("shared")) net.output(net.node("Abs", {padded}));
        std::vector<ir::Attribute> attributes{{"kernel_shape", Ints{3, 3}}};
        if (what == QLatin1String("average")) attributes.push_back(pads(1));
        if (what == QLatin1String("ceil")) attributes.push_back({"ceil_mode", std::int64_t(1)});
        if (what == QLatin1String("auto")) attributes.push_back({"auto_pad", std::string("SAME_UPPER")});
        if (what == QLatin1String("average") || what == QLatin1String("ceil"))
            net.output(net.node("AveragePool", {padded}, attributes));
        else if (what == QLatin1String("maximum"))
            net.output(net.node("MaxPool", {padded}, attributes));
        else if (what == QLatin1String("indices")) {
            const ValueId y = net.value("y");
            net.nodeInto("MaxPool", {padded}, {y, net.value("indices")}, attributes);
            net.output(y);
        } else
            net.output(net.conv(padded, {3, 2 + channels, 3, 3}, attributes));
        const History history = fused(net, only({"fold_pad"}));
        QVERIFY(history.steps.empty());
        QVERIFY2(reasonOf(history, "fold_pad").contains(reason), qPrintable(reasonOf(history, "fold_pad")));
    }

    void batchNorm() {
        Net net;
        net.output(net.batchNorm(
            net.conv(net.floats("x", {2, 4, 5, 5}), {6, 2, 3, 3}, {{"group", std::int64_t(2)}, pads(1)}), 6));
        EXPECT_FUSED(net, "fold_batch_norm", "Conv");
        Net transposed;
        const ValueId w = transposed.weights("w", {4, 3, 2, 2});
        transposed.output(
            transposed.batchNorm(transposed.node("ConvTranspose", {transposed.floats("x", {1, 4, 5, 5}), w},
                                                 {{"group", std::int64_t(2)}}),
                                 6));
        EXPECT_FUSED(transposed, "fold_batch_norm", "ConvTranspose");
        for (const std::int64_t transB : {0, 1}) {
            Net gemm;
            const ir::Dims dims = transB != 0 ? ir::Dims{5, 4} : ir::Dims{4, 5};
            gemm.output(gemm.batchNorm(
                gemm.node("Gemm", {gemm.floats("x", {3, 4}), gemm.weights("w", dims), gemm.weights("c", {5})},
                          {{"transB", transB}, {"alpha", 0.5F}, {"beta", 2.0F}}),
                5));
            EXPECT_FUSED(gemm, "fold_batch_norm", "Gemm");
        }
        Net product;
        product.output(product.batchNorm(
            product.node("MatMul", {product.floats("x", {3, 4}), product.weights("w", {4, 5})}), 5));
        EXPECT_FUSED(product, "fold_batch_norm", "Gemm");
    }

    void batchNormWeights() { // against the formula, by hand
        Net net;
        const ValueId x = net.floats("x", {1, 1, 1, 1});
        const auto one = [&](const char* name, float v) {
            return net.constant(name, ir::Tensor::of<float>({1}, {v}));
        };
        const ValueId y =
            net.node("Conv", {x, net.constant("w", ir::Tensor::of<float>({1, 1, 1, 1}, {3})), one("b", 5)});
        net.output(net.node("BatchNormalization",
                            {y, one("scale", 2), one("bias", 7), one("mean", 1), one("var", 3)},
                            {{"epsilon", 1.0F}}));
        const History history = fused(net);
        QCOMPARE(opsOf(history.graph), QStringList{QStringLiteral("Conv")});
        const ir::Node& conv = history.graph.node(history.graph.order().front());
        QCOMPARE(history.graph.value(conv.input(1)).constant->as<float>()[0], 3.0F);  // 3 * 2 / sqrt(3 + 1)
        QCOMPARE(history.graph.value(conv.input(2)).constant->as<float>()[0], 11.0F); // (5 - 1) * 1 + 7
        QCOMPARE(history.steps.front().reason,
                 std::string("BatchNormalization_1 is part of the weights and bias of Conv_0"));
        QCOMPARE(history.steps.front().names.front(), std::string("BatchNormalization_1"));
    }

    void batchNormRefused_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("reason");
        QTest::newRow("shared") << "shared"
                                << "the output of Conv_0 is also read by Abs_1";
        QTest::newRow("output") << "output"
                                << "is a graph output";
        QTest::newRow("weight") << "weight"
                                << "the weight of Conv_0 is the graph input 'w'";
        QTest::newRow("bias") << "bias"
                              << "the bias of Conv_0 is the graph input 'b'";
        QTest::newRow("mean") << "mean"
                              << "the mean of BatchNormalization_1 is the graph input 'mean'";
        QTest::newRow("computed") << "computed"
                                  << "the variance of BatchNormalization_2 is computed at run time by Abs_0";
        QTest::newRow("training") << "training"
                                  << "BatchNormalization_1 updates its statistics";
        QTest::newRow("variance") << "variance"
                                  << "the variance of BatchNormalization_1 is not positive in channel 1";
        QTest::newRow("overflow") << "overflow"
                                  << "do not fit float32";
        QTest::newRow("axis") << "axis"
                              << "normalises axis 1, the columns of MatMul_0 are axis 2";
    }
    void batchNormRefused() {
        QFETCH(QString, what);
        QFETCH(QString, reason);
        Net net(15);
        ValueId variance = net.constant(
            "var", ir::Tensor::of<float>({2}, {1, what == QLatin1String("variance") ? -1.0F : 1.0F}));
        if (what == QLatin1String("computed")) variance = net.node("Abs", {net.floats("v", {2})});
        ValueId y;
        if (what == QLatin1String("axis"))
            y = net.node("MatMul", {net.floats("x", {1, 2, 4}), net.weights("w", {4, 2})});
        else
            y = net.node("Conv",
                         {net.floats("x", {1, 2, 4, 4}),
                          what == QLatin1String("weight")     ? net.floats("w", {2, 2, 1, 1})
                          : what == QLatin1String("overflow") ? net.weights("w", {2, 2, 1, 1}, 1e38F, 3e38F)
                                                              : net.weights("w", {2, 2, 1, 1}),
                          what == QLatin1String("bias") ? net.floats("b", {2}) : net.weights("b", {2})});
        if (what == QLatin1String("shared")) net.output(net.node("Abs", {y}));
        if (what == QLatin1String("output")) net.output(y);
        std::vector<ir::Attribute> attributes;
        if (what == QLatin1String("training")) attributes.push_back({"training_mode", std::int64_t(1)});
        net.output(net.node("BatchNormalization",
                            {y, net.weights("scale", {2}, 50, 90), net.weights("bias", {2}),
                             what == QLatin1String("mean") ? net.floats("mean", {2}) : net.weights("mean", {2}),
                             variance},
                            attributes));
        const History history = fused(net, only({"fold_batch_norm"}));
        QVERIFY(history.steps.empty());
        QVERIFY2(reasonOf(history, "fold_batch_norm").contains(reason),
                 qPrintable(reasonOf(history, "fold_batch_norm")));
        QVERIFY(!history.refusals.front().names.empty());
    }

    void scale_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<bool>("constantFirst");
        QTest::addColumn<QString>("shape");
        for (const char* op : {"Add", "Sub", "Mul", "Div"})
            for (const bool first : {false, true})
                for (const char* shape : {"[]", "[1]", "[3,1,1]", "[1,3,1,1]"})
                    if (!(first && std::string_view(op) == "Div"))
                        QTest::addRow("%s %s %s", op, first ? "c,y" : "y,c", shape)
                            << QString::fromLatin1(op) << first << QString::fromLatin1(shape);
    }
    void scale() {
        QFETCH(QString, op);
        QFETCH(bool, constantFirst);
        QFETCH(QString, shape);
        const ir::Dims dims = shape == QLatin1String("[]")        ? ir::Dims{}
                              : shape == QLatin1String("[1]")     ? ir::Dims{1}
                              : shape == QLatin1String("[3,1,1]") ? ir::Dims{3, 1, 1}
                                                                  : ir::Dims{1, 3, 1, 1};
        Net net;
        const ValueId y = net.conv(net.floats("x", {2, 2, 4, 4}), {3, 2, 3, 3});
        const ValueId c = net.weights("c", dims, 0.5F, 2);
        net.output(net.node(op.toStdString(), constantFirst ? std::vector{c, y} : std::vector{y, c}));
        EXPECT_FUSED(net, "fold_scale", "Conv");
    }

    void scaleOfProducts() {
        Net gemm;
        const ValueId y = gemm.node("Gemm", {gemm.floats("x", {3, 4}), gemm.weights("w", {4, 5})});
        gemm.output(
            gemm.node("Mul", {gemm.node("Add", {y, gemm.weights("t", {5})}), gemm.weights("s", {1, 5})}));
        EXPECT_FUSED(gemm, "fold_scale", "Gemm");
        Net product;
        product.output(product.node(
            "Div", {product.node("MatMul", {product.floats("x", {2, 3, 4}), product.weights("w", {4, 5})}),
                    product.scalar("s", 8)}));
        EXPECT_FUSED(product, "fold_scale", "MatMul");
        Net transposed;
        transposed.output(
            transposed.node("Mul", {transposed.node("ConvTranspose", {transposed.floats("x", {1, 4, 5}),
                                                                      transposed.weights("w", {4, 3, 2})}),
                                    transposed.weights("s", {3, 1})}));
        EXPECT_FUSED(transposed, "fold_scale", "ConvTranspose");
    }

    void scaleRefused() {
        Net shared;
        const ValueId y = shared.conv(shared.floats("x", {1, 2, 4, 4}), {3, 2, 3, 3});
        shared.output(shared.node("Abs", {y}));
        shared.output(shared.node("Mul", {y, shared.scalar("s", 2)}));
        EXPECT_REFUSED(shared, "fold_scale", "the output of Conv_0 is also read by Abs_1");
        Net gate;
        const ValueId z = gate.conv(gate.floats("x", {1, 2, 4, 4}), {3, 2, 3, 3});
        gate.output(gate.node("Mul", {z, gate.node("Sigmoid", {gate.floats("g", {1, 3, 1, 1})})}));
        EXPECT_REFUSED(gate, "fold_scale", "the scale of Mul_2 is computed at run time by Sigmoid_1");
        Net map;
        map.output(
            map.node("Add", {map.conv(map.floats("x", {1, 2, 4, 4}), {3, 2, 3, 3}), map.weights("c", {4, 4})}));
        EXPECT_REFUSED(map, "fold_scale", "'c' is float32[4,4], which is not one value per channel of Conv_0");
        Net zero;
        zero.output(
            zero.node("Div", {zero.conv(zero.floats("x", {1, 2, 4, 4}), {3, 2, 3, 3}), zero.scalar("c", 0)}));
        EXPECT_REFUSED(zero, "fold_scale", "Div_1 divides by zero");
        Net weight;
        weight.output(weight.node(
            "Mul", {weight.node("Conv", {weight.floats("x", {1, 1, 4, 4}), weight.floats("w", {1, 1, 1, 1})}),
                    weight.scalar("c", 3)}));
        EXPECT_REFUSED(weight, "fold_scale", "the weight of Conv_0 is the graph input 'w'");
        Net rows;
        rows.output(rows.node("Mul", {rows.node("Gemm", {rows.floats("x", {3, 4}), rows.weights("w", {4, 5}),
                                                         rows.weights("c", {3, 1})}),
                                      rows.scalar("s", 3)}));
        EXPECT_REFUSED(rows, "fold_scale", "the bias of Gemm_0 has shape [3,1]");
    }

    void matmulAdd() {
        Net net;
        net.output(net.node("Add", {net.weights("c", {5}),
                                    net.node("MatMul", {net.floats("a", {3, 4}), net.floats("b", {4, 5})})}));
        EXPECT_FUSED(net, "fuse_matmul_add", "Gemm");
        Net rank3;
        rank3.output(
            rank3.node("Add", {rank3.node("MatMul", {rank3.floats("a", {2, 3, 4}), rank3.weights("b", {4, 5})}),
                               rank3.weights("c", {5})}));
        EXPECT_REFUSED(rank3, "fuse_matmul_add", "an input of MatMul_0 has rank 3, and Gemm takes matrices");
        Net shared;
        const ValueId y = shared.node("MatMul", {shared.floats("a", {3, 4}), shared.weights("b", {4, 5})});
        shared.output(shared.node("Abs", {y}));
        shared.output(shared.node("Add", {y, shared.weights("c", {5})}));
        EXPECT_REFUSED(shared, "fuse_matmul_add", "the output of MatMul_0 is also read by Abs_1");
        for (const ir::Dims& dims : {ir::Dims{3, 5}, ir::Dims{3, 1}, ir::Dims{}}) {
            Net residual;
            residual.output(residual.node(
                "Add", {residual.node("MatMul", {residual.floats("a", {3, 4}), residual.weights("b", {4, 5})}),
                        residual.floats("c", dims)}));
            EXPECT_FUSED(residual, "fuse_matmul_add", "Gemm");
        }
        Net stack; // not a bias: nothing to say
        stack.output(
            stack.node("Add", {stack.node("MatMul", {stack.floats("a", {2, 3, 4}), stack.weights("b", {4, 5})}),
                               stack.floats("c", {2, 3, 5})}));
        Net larger; // the sum has more rows than the product
        larger.output(larger.node(
            "Add", {larger.node("MatMul", {larger.floats("a", {1, 4}), larger.weights("b", {4, 5})}),
                    larger.floats("c", {3, 5})}));
        Net sum; // of two products, as in a recurrent cell: neither is a bias
        sum.output(sum.node("Add", {sum.node("Gemm", {sum.floats("a", {1, 4}), sum.weights("b", {4, 5})}),
                                    sum.node("MatMul", {sum.floats("c", {1, 6}), sum.weights("d", {6, 5})})}));
        for (const Net* net_ : {&stack, &larger, &sum}) {
            const History history = fused(*net_, only({"fuse_matmul_add"}));
            QVERIFY(history.steps.empty() && history.refusals.empty());
        }
        EXPECT_FUSED(sum, "fuse_residual_add", "Gemm MatMulAdd");
        for (const char* op : {"Add", "Sum"}) {
            Net gemm;
            gemm.output(
                gemm.node(op, {gemm.node("Gemm", {gemm.floats("a", {4, 3}), gemm.weights("b", {4, 5})},
                                         {{"transA", std::int64_t(1)}, {"alpha", 0.5F}, {"beta", 3.0F}}),
                               gemm.floats("c", {3, 5})}));
            EXPECT_FUSED(gemm, "fuse_matmul_add", "Gemm");
        }
        Net full; // its third operand is taken
        full.output(full.node("Add", {full.node("Gemm", {full.floats("a", {3, 4}), full.weights("b", {4, 5}),
                                                         full.floats("c", {5})}),
                                      full.floats("d", {3, 5})}));
        QVERIFY(fused(full, only({"fuse_matmul_add"})).steps.empty());
    }
};

EDGEWRIGHT_TEST(FoldRulesTest)

} // namespace edgewright::fold_rules_test

#include "fold_rules_test.moc"
