// SPDX-License-Identifier: GPL-3.0-or-later
// Constant scale and offset in front of convolutions and matrix products.
#include "tests/core/fusion/expect_rule.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <limits>

namespace edgewright::input_scale_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

} // namespace

class InputScaleTest : public QObject {
    Q_OBJECT

private slots:
    void scale() {
        for (const std::int64_t group : {1, 2}) {
            Net net; // padding with zeros: they stay zeros
            const ValueId x = net.floats("x", {2, 4, 5, 5});
            const ValueId scaled = net.node("Mul", {net.weights("s", {4, 1, 1}), x});
            net.output(net.conv(scaled, {6, 4 / group, 3, 3}, {{"group", group}, {"pads", Ints{1, 1, 1, 1}}}));
            EXPECT_FUSED(net, "fold_input_scale", "Conv");
            Net transposed;
            const ValueId y = transposed.node(
                "Div", {transposed.floats("x", {1, 4, 5, 5}), transposed.weights("s", {1, 4, 1, 1}, 0.5F, 2)});
            transposed.output(transposed.node("ConvTranspose", {y, transposed.weights("w", {4, 3, 2, 2})},
                                              {{"group", group}, {"pads", Ints{1, 0, 0, 1}}}));
            EXPECT_FUSED(transposed, "fold_input_scale", "ConvTranspose");
        }
        for (const std::int64_t transB : {0, 1}) {
            Net gemm;
            const ValueId x = gemm.node("Mul", {gemm.floats("x", {3, 4}), gemm.weights("s", {4})});
            gemm.output(gemm.node("Gemm",
                                  {x, gemm.weights("w", transB != 0 ? ir::Dims{5, 4} : ir::Dims{4, 5}),
                                   gemm.floats("c", {3, 5})}, // needs no change
                                  {{"transB", transB}}));
            EXPECT_FUSED(gemm, "fold_input_scale", "Gemm");
        }
        Net turned; // the channels of a transposed operand are its rows
        const ValueId x = turned.node("Mul", {turned.floats("x", {4, 3}), turned.weights("s", {4, 1})});
        turned.output(turned.node("Gemm", {x, turned.weights("w", {4, 5})}, {{"transA", std::int64_t(1)}}));
        EXPECT_FUSED(turned, "fold_input_scale", "Gemm");
        Net stack;
        const ValueId z = stack.node("Div", {stack.floats("x", {2, 3, 4}), stack.scalar("s", 8)});
        stack.output(stack.node("MatMul", {z, stack.weights("w", {4, 5})}));
        EXPECT_FUSED(stack, "fold_input_scale", "MatMul");
    }

    void shift() {
        Net net;
        const ValueId x = net.floats("x", {2, 4, 5, 5});
        net.output(net.conv(net.node("Sub", {x, net.weights("t", {1, 4, 1, 1})}), {6, 2, 3, 3},
                            {{"group", std::int64_t(2)}}));
        EXPECT_FUSED(net, "fold_input_scale", "Conv");
        Net mirrored;
        const ValueId one =
            mirrored.node("Sub", {mirrored.scalar("one", 1), mirrored.floats("x", {2, 4, 5, 5})});
        mirrored.output(mirrored.node("Conv", {one, mirrored.weights("w", {6, 4, 3, 3})}));
        EXPECT_FUSED(mirrored, "fold_input_scale", "Conv");
        Net product;
        const ValueId y = product.node("Add", {product.floats("x", {3, 4}), product.weights("t", {4})});
        product.output(product.node("MatMul", {y, product.weights("w", {4, 5})}));
        EXPECT_FUSED(product, "fold_input_scale", "Gemm");
        Net gemm;
        const ValueId z = gemm.node("Add", {gemm.floats("x", {3, 4}), gemm.weights("t", {4})});
        gemm.output(gemm.node("Gemm", {z, gemm.weights("w", {4, 5}), gemm.weights("c", {5})},
                              {{"alpha", 0.5F}, {"beta", 3.0F}}));
        EXPECT_FUSED(gemm, "fold_input_scale", "Gemm");
        Net norm;
        norm.output(norm.conv(norm.batchNorm(norm.floats("x", {2, 4, 5, 5}), 4), {6, 4, 1, 1},
                              {{"group", std::int64_t(1)}}));
        EXPECT_FUSED(norm, "fold_input_scale", "Conv");
    }

    // Weights without elements can claim any other extent: nothing is made as large as that.
    void weightsWithoutElements() {
        constexpr std::int64_t Large = std::int64_t(1) << 40;
        Net before;
        const ValueId x = before.node("Mul", {before.floats("x", {1, Large}), before.scalar("two", 2)});
        before.output(before.node("MatMul", {x, before.weights("w", {Large, 0})}));
        QVERIFY(fused(before).steps.empty());
        Net behind;
        const ValueId y = behind.node("MatMul", {behind.floats("x", {1, 0}), behind.weights("w", {0, Large})});
        behind.output(behind.node("Mul", {y, behind.scalar("two", 2)}));
        EXPECT_REFUSED(behind, "fold_scale", "the weight of MatMul_0 has no elements");
        Net transposed;
        const ValueId z = transposed.node(
            "ConvTranspose", {transposed.floats("x", {1, 0, 1}), transposed.weights("w", {0, Large << 20, 1})},
            {{"group", std::int64_t(1'000'000)}});
        transposed.output(transposed.node("Mul", {z, transposed.scalar("two", 2)}));
        EXPECT_REFUSED(transposed, "fold_scale", "the weight of ConvTranspose_0 has no elements");
    }

    void halvesThatWouldVanish() {
        for (const float scale : {0.5F, 1e-4F}) {
            Net net;
            const auto half = [](const ir::Dims& dims, const std::vector<float>& values) {
                std::vector<std::uint16_t> bits;
                for (const float value : values)
                    bits.push_back(ir::floatToHalf(value));
                auto tensor = ir::Tensor::allocate(ir::DataType::Float16, dims);
                std::ranges::copy(bits, tensor->as<std::uint16_t>().begin());
                return std::move(tensor).value();
            };
            const ValueId x = net.input("x", ir::TensorType(ir::DataType::Float16, ir::Dims{2, 2}));
            const ValueId scaled = net.node("Mul", {x, net.constant("s", half({1}, {scale}))});
            net.output(net.node("MatMul", {scaled, net.constant("w", half({2, 1}, {0.5F, -0.25F}))}));
            if (scale == 0.5F)
                QCOMPARE(fused(net, only({"fold_input_scale"})).steps.size(), std::size_t(1));
            else
                EXPECT_REFUSED(net, "fold_input_scale", "too small for float16");
        }
    }

    void refused_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* what, const char* reason) {
            QTest::newRow(what) << QString::fromLatin1(what) << QString::fromLatin1(reason);
        };
        row("padding", "the zeros that Conv_1 pads with would not be shifted");
        row("same", "the zeros that Conv_1 pads with would not be shifted");
        row("norm", "the zeros that Conv_1 pads with would not be shifted");
        row("shared", "the output of Mul_0 is also read by Relu_2");
        row("plane", "which is not one value per channel of 'x'");
        row("zero", "works with a constant that is zero or not finite");
        row("large", "do not fit float32");
        row("run time", "");
        row("inverse", "");
    }
    void refused() {
        QFETCH(QString, what);
        QFETCH(QString, reason);
        const auto is = [&](const char* name) { return what == QLatin1String(name); };
        Net net;
        const ValueId x = net.floats("x", {1, 2, 5, 5});
        ValueId y;
        if (is("padding") || is("same"))
            y = net.node("Add", {x, net.scalar("t", 1)});
        else if (is("norm"))
            y = net.batchNorm(x, 2);
        else if (is("plane"))
            y = net.node("Mul", {x, net.weights("s", {5, 5})});
        else if (is("zero"))
            y = net.node("Div", {x, net.scalar("s", 0)});
        else if (is("large"))
            y = net.node("Mul", {x, net.scalar("s", std::numeric_limits<float>::max())});
        else if (is("run time"))
            y = net.node("Mul", {x, net.floats("s", {1})});
        else if (is("inverse"))
            y = net.node("Div", {net.scalar("s", 1), x});
        else
            y = net.node("Mul", {x, net.scalar("s", 2)});
        const ValueId w = net.weights("w", {3, 2, 3, 3}, 2, 3);
        if (is("same"))
            net.output(net.node("Conv", {y, w}, {{"auto_pad", std::string("SAME_UPPER")}}));
        else
            net.output(net.node("Conv", {y, w}, {{"pads", Ints{1, 1, 1, 1}}}));
        if (is("shared")) net.output(net.node("Relu", {y}));
        const History history = fused(net, only({"fold_input_scale"}));
        QVERIFY(history.steps.empty());
        if (reason.isEmpty())
            QVERIFY(reasonOf(history, "fold_input_scale").isEmpty());
        else
            QVERIFY2(reasonOf(history, "fold_input_scale").contains(reason),
                     qPrintable(reasonOf(history, "fold_input_scale")));
    }
};

EDGEWRIGHT_TEST(InputScaleTest)

} // namespace edgewright::input_scale_test

#include "input_scale_test.moc"
