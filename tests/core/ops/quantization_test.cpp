// SPDX-License-Identifier: GPL-3.0-or-later
// Integer arithmetic against straightforward recomputation; the many cases with foreign outputs are in exec.
#include "tests/core/ops/kernel_probe.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace edgewright;
using ir::DataType;
using ir::Dims;
using ir::Tensor;
using test::Ints;
using test::Probe;

namespace {

Tensor bytes(Dims dims, std::vector<std::uint8_t> values) { return Tensor::of(std::move(dims), values); }
Tensor chars(Dims dims, std::vector<std::int8_t> values) { return Tensor::of(std::move(dims), values); }
Tensor floats(Dims dims, std::vector<float> values) { return Tensor::of(std::move(dims), values); }

template <typename T>
std::vector<T> elements(const Tensor& tensor) {
    const auto span = tensor.as<T>();
    return {span.begin(), span.end()};
}

// 8-bit codes from a small generator.
template <typename T>
Tensor noise(Dims dims, std::uint32_t seed) {
    auto tensor = Tensor::allocate(ir::dataTypeOf<T>(), std::move(dims));
    for (T& element : tensor->template as<T>()) {
        seed = seed * 1664525u + 1013904223u;
        element = static_cast<T>(seed >> 24);
    }
    return std::move(tensor).value();
}

} // namespace

class QuantizationTest : public QObject {
    Q_OBJECT

private slots:
    void quantizeRoundsHalfToEven() {
        const float inf = std::numeric_limits<float>::infinity();
        const auto x =
            floats({8}, {0.5f, 1.5f, -0.5f, -3, 1000, inf, -inf, std::numeric_limits<float>::quiet_NaN()});
        const auto out = Probe("QuantizeLinear", 13)
                             .input(x)
                             .input(Tensor::scalar(1.0f))
                             .input(Tensor::scalar<std::uint8_t>(1))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements<std::uint8_t>(out[0]), (std::vector<std::uint8_t>{1, 3, 1, 0, 255, 255, 0, 0}));
        const auto without =
            Probe("QuantizeLinear", 13).input(floats({1}, {2.5f})).input(Tensor::scalar(1.0f)).run();
        QCOMPARE(without[0].dtype(), DataType::UInt8);
        QCOMPARE(without[0].as<std::uint8_t>()[0], std::uint8_t(2));
    }

    void perAxisAndBlocked() {
        const auto x = floats({2, 2}, {1, 2, 3, 4});
        const auto columns = Probe("QuantizeLinear", 13)
                                 .attribute("axis", std::int64_t(-1))
                                 .input(x)
                                 .input(floats({2}, {1, 0.5f}))
                                 .input(chars({2}, {0, -4}))
                                 .run();
        QVERIFY2(columns, columns.text());
        QCOMPARE(elements<std::int8_t>(columns[0]), (std::vector<std::int8_t>{1, 0, 3, 4}));
        const auto rows = Probe("DequantizeLinear", 13)
                              .attribute("axis", std::int64_t(0))
                              .input(chars({2, 2}, {1, 2, 3, 4}))
                              .input(floats({2}, {1, 10}))
                              .run();
        QVERIFY2(rows, rows.text());
        QCOMPARE(elements<float>(rows[0]), (std::vector<float>{1, 2, 30, 40}));
        const auto blocks = Probe("DequantizeLinear", 21)
                                .attribute("axis", std::int64_t(1))
                                .attribute("block_size", std::int64_t(2))
                                .input(chars({1, 4}, {1, 1, 1, 1}))
                                .input(floats({1, 2}, {1, 10}))
                                .input(chars({1, 2}, {0, 2}))
                                .run();
        QVERIFY2(blocks, blocks.text());
        QCOMPARE(elements<float>(blocks[0]), (std::vector<float>{1, 1, -10, -10}));
        QVERIFY(!Probe("QuantizeLinear", 13).input(x).input(floats({3}, {1, 1, 1})).run());
        QVERIFY(!Probe("QuantizeLinear", 21)
                     .attribute("block_size", std::int64_t(-2))
                     .input(x)
                     .input(floats({2, 1}, {1, 1}))
                     .run());
    }

    void nibbles() {
        auto zero = Tensor::allocate(DataType::Int4, {});
        const auto out = Probe("QuantizeLinear", 21)
                             .input(floats({3}, {-20, 3, -1}))
                             .input(Tensor::scalar(1.0f))
                             .input(*zero)
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(ir::toInt64s(out[0]), (Ints{-8, 3, -1}));
        const auto back = Probe("DequantizeLinear", 21).input(out[0]).input(Tensor::scalar(0.5f)).run();
        QVERIFY2(back, back.text());
        QCOMPARE(elements<float>(back[0]), (std::vector<float>{-4, 1.5f, -0.5f}));
    }

    void dynamicRange() {
        const auto out = Probe("DynamicQuantizeLinear", 11).input(floats({3}, {-1, 0, 1.55f})).outputs(3).run();
        QVERIFY2(out, out.text());
        const float scale = (1.55f - -1.0f) / 255.0f;
        QCOMPARE(out[1].as<float>()[0], scale);
        QCOMPARE(out[2].as<std::uint8_t>()[0], static_cast<std::uint8_t>(std::nearbyint(1.0f / scale)));
        QCOMPARE(out[0].as<std::uint8_t>()[2], std::uint8_t(255));
        QCOMPARE(out[0].as<std::uint8_t>()[0], std::uint8_t(0));
    }

    void convolution_data() {
        QTest::addColumn<int>("group");
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("dilation");
        QTest::newRow("plain") << 1 << 1 << 1;
        QTest::newRow("strided") << 1 << 2 << 1;
        QTest::newRow("dilated") << 2 << 1 << 2;
        QTest::newRow("depthwise") << 4 << 1 << 1;
    }

    // The seven loops of the definition.
    void convolution() {
        QFETCH(int, group);
        QFETCH(int, stride);
        QFETCH(int, dilation);
        constexpr int n = 2, c = 4, h = 7, w = 9, o = 8, k = 3, pad = 1;
        const Tensor x = noise<std::uint8_t>({n, c, h, w}, 1);
        const Tensor f = noise<std::int8_t>({o, c / group, k, k}, 2);
        const int xZero = 100;
        const auto out = Probe("ConvInteger", 10)
                             .attribute("group", std::int64_t(group))
                             .attribute("pads", Ints{pad, pad, pad, pad})
                             .attribute("strides", Ints{stride, stride})
                             .attribute("dilations", Ints{dilation, dilation})
                             .input(x)
                             .input(f)
                             .input(Tensor::scalar<std::uint8_t>(xZero))
                             .threads(2)
                             .run();
        QVERIFY2(out, out.text());
        const auto height = static_cast<int>(out[0].dims()[2]);
        const auto width = static_cast<int>(out[0].dims()[3]);
        QCOMPARE(height, (h + 2 * pad - dilation * (k - 1) - 1) / stride + 1);
        const auto xs = x.as<std::uint8_t>();
        const auto fs = f.as<std::int8_t>();
        std::size_t at = 0;
        for (int b = 0; b < n; ++b)
            for (int oc = 0; oc < o; ++oc)
                for (int y = 0; y < height; ++y)
                    for (int z = 0; z < width; ++z) {
                        int sum = 0;
                        for (int ic = 0; ic < c / group; ++ic)
                            for (int i = 0; i < k; ++i)
                                for (int j = 0; j < k; ++j) {
                                    const int row = y * stride - pad + i * dilation;
                                    const int column = z * stride - pad + j * dilation;
                                    if (row < 0 || row >= h || column < 0 || column >= w) continue;
                                    const int channel = oc / (o / group) * (c / group) + ic;
                                    sum +=
                                        (xs[static_cast<std::size_t>(((b * c + channel) * h + row) * w +
                                                                     column)] -
                                         xZero) *
                                        fs[static_cast<std::size_t>(((oc * (c / group) + ic) * k + i) * k + j)];
                                }
                        QCOMPARE(out[0].as<std::int32_t>()[at++], sum);
                    }
    }

    void matrixProduct() {
        const Tensor a = noise<std::uint8_t>({2, 5, 37}, 3);
        const Tensor b = noise<std::int8_t>({37, 6}, 4);
        const std::vector<std::int8_t> zeros{1, -2, 3, 0, 5, -128};
        const auto out = Probe("MatMulInteger", 10)
                             .input(a)
                             .input(b)
                             .input(Tensor::scalar<std::uint8_t>(7))
                             .input(chars({6}, zeros))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (Dims{2, 5, 6}));
        for (std::size_t i = 0; i < 10; ++i)
            for (std::size_t j = 0; j < 6; ++j) {
                int sum = 0;
                for (std::size_t k = 0; k < 37; ++k)
                    sum += (a.as<std::uint8_t>()[i * 37 + k] - 7) * (b.as<std::int8_t>()[k * 6 + j] - zeros[j]);
                QCOMPARE(out[0].as<std::int32_t>()[i * 6 + j], sum);
            }
    }

    // The sum of 140 000 products of 255 * -128 passes -2^31 and wraps.
    void sumsWrap() {
        constexpr std::int64_t depth = 140'000;
        auto a = Tensor::allocate(DataType::UInt8, {1, depth});
        auto b = Tensor::allocate(DataType::Int8, {depth, 1});
        std::ranges::fill(a->as<std::uint8_t>(), std::uint8_t(255));
        std::ranges::fill(b->as<std::int8_t>(), std::int8_t(-128));
        const auto out = Probe("MatMulInteger", 10).input(*a, false).input(*b, false).run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].as<std::int32_t>()[0],
                 static_cast<std::int32_t>(static_cast<std::uint32_t>(depth * 255 * -128)));
    }

    void requantizeTies() {
        // Accumulators 1, 3, 5 by half: 0.5, 1.5, 2.5 round to even before the odd zero point is added.
        const auto out = Probe("QLinearMatMul", 10)
                             .input(bytes({3, 1}, {1, 3, 5}))
                             .input(Tensor::scalar(1.0f))
                             .input(Tensor::scalar<std::uint8_t>(0))
                             .input(bytes({1, 1}, {1}))
                             .input(Tensor::scalar(1.0f))
                             .input(Tensor::scalar<std::uint8_t>(0))
                             .input(Tensor::scalar(2.0f))
                             .input(Tensor::scalar<std::uint8_t>(1))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements<std::uint8_t>(out[0]), (std::vector<std::uint8_t>{1, 3, 3}));
    }

    void addRoundsWithTheZeroPointInside() {
        const auto pair = [](const char* op, std::uint8_t zero) {
            return Probe(op, 1, "com.microsoft")
                .input(bytes({2}, {1, 3}))
                .input(Tensor::scalar(0.5f))
                .input(Tensor::scalar<std::uint8_t>(0))
                .input(bytes({}, {1}))
                .input(Tensor::scalar(1.0f))
                .input(Tensor::scalar<std::uint8_t>(0))
                .input(Tensor::scalar(1.0f))
                .input(Tensor::scalar(zero))
                .run();
        };
        // 0.5 + 1 = 1.5 and 1.5 + 1 = 2.5; with zero point 1: 2.5 and 3.5.
        QCOMPARE(elements<std::uint8_t>(pair("QLinearAdd", 0)[0]), (std::vector<std::uint8_t>{2, 2}));
        QCOMPARE(elements<std::uint8_t>(pair("QLinearAdd", 1)[0]), (std::vector<std::uint8_t>{2, 4}));
        // 0.5 * 1 and 1.5 * 1; with zero point 1: 1.5 and 2.5.
        QCOMPARE(elements<std::uint8_t>(pair("QLinearMul", 0)[0]), (std::vector<std::uint8_t>{0, 2}));
        QCOMPARE(elements<std::uint8_t>(pair("QLinearMul", 1)[0]), (std::vector<std::uint8_t>{2, 2}));
    }

    void concatRequantizes() {
        const auto out = Probe("QLinearConcat", 1, "com.microsoft")
                             .attribute("axis", std::int64_t(1))
                             .input(Tensor::scalar(2.0f))
                             .input(Tensor::scalar<std::uint8_t>(10))
                             .input(bytes({2, 1}, {4, 8}))
                             .input(Tensor::scalar(1.0f))
                             .input(Tensor::scalar<std::uint8_t>(0))
                             .input(bytes({2, 2}, {1, 2, 3, 4}))
                             .input(Tensor::scalar(2.0f))
                             .input(Tensor::scalar<std::uint8_t>(10))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements<std::uint8_t>(out[0]), (std::vector<std::uint8_t>{12, 1, 2, 14, 3, 4}));
    }

    void hostileParameters() {
        const auto x = bytes({1, 1, 2, 2}, {1, 2, 3, 4});
        const auto conv = [&](Tensor weight, Tensor zero) {
            return Probe("ConvInteger", 10).input(x).input(std::move(weight)).input(std::move(zero)).run();
        };
        QVERIFY(!conv(bytes({1, 2, 1, 1}, {1, 1}), Tensor::scalar<std::uint8_t>(0)));
        QVERIFY(!conv(bytes({1, 1, 3, 3}, std::vector<std::uint8_t>(9, 1)), Tensor::scalar<std::uint8_t>(0)));
        QVERIFY(!conv(bytes({1, 1, 1, 1}, {1}),
                      Tensor::scalar<std::int32_t>(std::numeric_limits<std::int32_t>::min())));
        QVERIFY(!conv(bytes({1, 1, 1, 1}, {1}), bytes({3}, {0, 0, 0})));
        QVERIFY(!Probe("QLinearSigmoid", 1, "com.microsoft")
                     .input(x)
                     .input(Tensor::scalar(1.0f))
                     .input(Tensor::scalar<std::int32_t>(std::numeric_limits<std::int32_t>::min()))
                     .input(Tensor::scalar(1.0f))
                     .run());
    }
};

QTEST_GUILESS_MAIN(QuantizationTest)
#include "quantization_test.moc"
