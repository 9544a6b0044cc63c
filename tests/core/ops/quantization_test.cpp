// SPDX-License-Identifier: GPL-3.0-or-later
// Quantizing, dequantizing and element-wise arithmetic on codes, by straightforward recomputation; the many
// cases with foreign outputs are in exec.
#include "tests/core/ops/code_tensors.h"
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace edgewright::quantization_test {

using namespace edgewright::test;
using ir::DataType;

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

    // The operators of com.microsoft are those of the standard, 16-bit codes included: one scale for each row.
    void contribCodesOf16Bits() {
        const auto scales = floats({2}, {0.5f, 2.0f});
        const auto zeros = Tensor::of<std::uint16_t>({2}, {1000, 65535});
        const auto codes = Probe("QuantizeLinear", 1, "com.microsoft")
                               .attribute("axis", std::int64_t(0))
                               .input(floats({2, 2}, {1.25f, -600, -3, 7}))
                               .input(scales)
                               .input(zeros)
                               .run();
        QVERIFY2(codes, codes.text());
        QCOMPARE(elements<std::uint16_t>(codes[0]), (std::vector<std::uint16_t>{1002, 0, 65533, 65535}));
        const auto back = Probe("DequantizeLinear", 1, "com.microsoft")
                              .attribute("axis", std::int64_t(0))
                              .input(codes[0])
                              .input(scales)
                              .input(zeros)
                              .run();
        QVERIFY2(back, back.text());
        QCOMPARE(elements<float>(back[0]), (std::vector<float>{1, -500, -4, 0}));
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

    // Runs of one parameter, and the same codes element by element.
    void longRuns() {
        std::mt19937 engine(4);
        const Tensor x = test::randomTensor(engine, {3, 5, 47});
        const std::vector<float> scales{0.01f, 0.004f, 0.02f, 0.5f, 0.003f};
        const std::vector<std::int8_t> zeros{0, -3, 100, -128, 5};
        const auto out =
            Probe("QuantizeLinear", 13).input(x).input(floats({5}, scales)).input(chars({5}, zeros)).run();
        QVERIFY2(out, out.text());
        const auto back = Probe("DequantizeLinear", 13)
                              .input(out[0])
                              .input(floats({5}, scales))
                              .input(chars({5}, zeros))
                              .run();
        QVERIFY2(back, back.text());
        for (std::size_t i = 0; i < 3 * 5 * 47; ++i) {
            const std::size_t channel = i / 47 % 5;
            const float zero = zeros[channel];
            const float code =
                std::clamp(std::nearbyint(x.as<float>()[i] / scales[channel]) + zero, -128.0f, 127.0f);
            QCOMPARE(float(out[0].as<std::int8_t>()[i]), code);
            QCOMPARE(back[0].as<float>()[i], (code - zero) * scales[channel]);
        }
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

    void poolsOfCodes() {
        const auto given = [](const char* op, Dims dims, std::vector<std::uint8_t> values) {
            return Probe(op, 1, "com.microsoft")
                .input(bytes(std::move(dims), std::move(values)))
                .input(Tensor::scalar(1.0f))
                .input(Tensor::scalar<std::uint8_t>(2))
                .input(Tensor::scalar(0.5f))
                .input(Tensor::scalar<std::uint8_t>(3));
        };
        // Means of 0 and 2, and of 4 and 6.
        const std::vector<std::uint8_t> means{5, 13};
        const auto pooled = given("QLinearAveragePool", {1, 1, 1, 4}, {2, 4, 6, 8})
                                .attribute("kernel_shape", Ints{1, 2})
                                .attribute("strides", Ints{1, 2})
                                .run();
        QVERIFY2(pooled, pooled.text());
        QCOMPARE(elements<std::uint8_t>(pooled[0]), means);
        const auto global = given("QLinearGlobalAveragePool", {1, 2, 1, 2}, {2, 4, 6, 8}).run();
        QVERIFY2(global, global.text());
        QCOMPARE(global[0].dims(), (Dims{1, 2, 1, 1}));
        QCOMPARE(elements<std::uint8_t>(global[0]), means);
        const auto last = given("QLinearGlobalAveragePool", {1, 1, 2, 2}, {2, 6, 4, 8})
                              .attribute("channels_last", std::int64_t(1))
                              .run();
        QVERIFY2(last, last.text());
        QCOMPARE(last[0].dims(), (Dims{1, 1, 1, 2}));
        QCOMPARE(elements<std::uint8_t>(last[0]), means);
    }

    // Windows that overlap and reach over the edge, by the definition: float32 sums in the order of the
    // elements.
    void meansUnderWindows() {
        struct Case {
            std::int64_t kernel, stride, pad;
            bool countsPads;
        };
        constexpr std::int64_t planes = 5, height = 9, width = 11;
        constexpr float scale = 0.3f;
        for (const Case& each : {Case{3, 1, 1, false}, Case{3, 2, 1, true}, Case{2, 2, 0, false},
                                 Case{5, 3, 2, true}, Case{1, 1, 0, false}}) {
            const std::int64_t k = each.kernel, s = each.stride, p = each.pad;
            const Tensor x = noise<std::int8_t>({1, planes, height, width}, 6);
            const auto out = Probe("QLinearAveragePool", 1, "com.microsoft")
                                 .attribute("kernel_shape", Ints{k, k})
                                 .attribute("strides", Ints{s, s})
                                 .attribute("pads", Ints{p, p, p, p})
                                 .attribute("count_include_pad", std::int64_t(each.countsPads))
                                 .input(x)
                                 .input(Tensor::scalar(scale))
                                 .input(Tensor::scalar<std::int8_t>(-4))
                                 .input(Tensor::scalar(scale))
                                 .input(Tensor::scalar<std::int8_t>(6))
                                 .run();
            QVERIFY2(out, out.text());
            const std::int64_t rows = (height + 2 * p - k) / s + 1, columns = (width + 2 * p - k) / s + 1;
            QCOMPARE(out[0].dims(), (Dims{1, planes, rows, columns}));
            for (std::int64_t at = 0; at < planes * rows * columns; ++at) {
                float sum = 0;
                int counted = 0;
                for (std::int64_t i = 0; i < k * k; ++i) {
                    const std::int64_t row = at / columns % rows * s - p + i / k,
                                       column = at % columns * s - p + i % k;
                    const bool isInside = row >= 0 && row < height && column >= 0 && column < width;
                    counted += isInside || each.countsPads ? 1 : 0;
                    if (!isInside) continue;
                    const std::int64_t from = (at / columns / rows * height + row) * width + column;
                    sum += static_cast<float>(ir::elementAsInt64(x, from) + 4) * scale;
                }
                const float value = sum / static_cast<float>(counted) / scale;
                QCOMPARE(ir::elementAsInt64(out[0], at),
                         static_cast<int>(std::nearbyint(std::clamp(value, -134.0f, 121.0f))) + 6);
            }
        }
    }

    void activationsOfCodes() {
        const auto leaky = Probe("QLinearLeakyRelu", 1, "com.microsoft")
                               .attribute("alpha", 0.5f)
                               .input(bytes({2}, {8, 12})) // -1 and 1
                               .input(Tensor::scalar(0.5f))
                               .input(Tensor::scalar<std::uint8_t>(10))
                               .input(Tensor::scalar(0.25f))
                               .input(Tensor::scalar<std::uint8_t>(4))
                               .run();
        QVERIFY2(leaky, leaky.text());
        QCOMPARE(elements<std::uint8_t>(leaky[0]), (std::vector<std::uint8_t>{2, 8}));
        const auto soft = Probe("QLinearSoftmax", 1, "com.microsoft")
                              .attribute("opset", std::int64_t(13))
                              .input(bytes({2, 2}, {7, 7, 0, 255}))
                              .input(Tensor::scalar(0.5f))
                              .input(Tensor::scalar<std::uint8_t>(7))
                              .input(Tensor::scalar(1.0f / 256))
                              .input(Tensor::scalar<std::uint8_t>(0))
                              .run();
        QVERIFY2(soft, soft.text());
        QCOMPARE(elements<std::uint8_t>(soft[0]), (std::vector<std::uint8_t>{128, 128, 0, 255}));
    }

    // Long and short lines along the last axis and along another one, of both kinds of code, by the definition.
    void softmaxOfManyCodes() {
        const auto compare = [&]<typename T>(std::type_identity<T>, std::int64_t axis, std::int64_t lines,
                                             std::int64_t count) {
            const auto x = noise<T>(axis == 1 ? Dims{lines, count} : Dims{count, lines}, 5);
            const int zero = std::is_signed_v<T> ? -128 : 0;
            const auto out = Probe("QLinearSoftmax", 1, "com.microsoft")
                                 .attribute("opset", std::int64_t(13))
                                 .attribute("axis", axis)
                                 .input(x)
                                 .input(Tensor::scalar(0.03f))
                                 .input(Tensor::scalar(T(7)))
                                 .input(Tensor::scalar(1.0f / 2048))
                                 .input(Tensor::scalar(T(zero)))
                                 .run();
            QVERIFY2(out, out.text());
            const auto from = x.template as<T>(), to = out[0].template as<T>();
            for (std::int64_t line = 0; line < lines; ++line) {
                const auto at = [&](std::int64_t i) {
                    return static_cast<std::size_t>(axis == 1 ? line * count + i : i * lines + line);
                };
                int largest = from[at(0)];
                for (std::int64_t i = 1; i < count; ++i)
                    largest = std::max<int>(largest, from[at(i)]);
                float sum = 0;
                std::vector<float> powers;
                for (std::int64_t i = 0; i < count; ++i) {
                    powers.push_back(std::exp(static_cast<float>(from[at(i)] - largest) * 0.03f));
                    sum += powers.back();
                }
                for (std::int64_t i = 0; i < count; ++i) {
                    const float value = powers[static_cast<std::size_t>(i)] / sum / (1.0f / 2048);
                    const int code = static_cast<int>(std::nearbyint(std::min(value, 255.0f))) + zero;
                    QCOMPARE(int(to[at(i)]), code);
                }
            }
        };
        for (const auto& [lines, count] : {std::pair(3, 150), std::pair(3, 17), std::pair(131, 2),
                                           std::pair(64, 16), std::pair(70, 5), std::pair(1, 1)})
            for (const std::int64_t axis : {0, 1}) {
                compare(std::type_identity<std::uint8_t>(), axis, lines, count);
                compare(std::type_identity<std::int8_t>(), axis, lines, count);
            }
    }

    void productsThatEndInNumbers() {
        // -1 and 1.55 take the codes 0 and 255 of a step of 0.01.
        const auto dynamic = Probe("DynamicQuantizeMatMul", 1, "com.microsoft")
                                 .input(floats({1, 2}, {-1, 1.55f}))
                                 .input(bytes({2, 1}, {2, 3})) // 0.5 and 1
                                 .input(Tensor::scalar(0.5f))
                                 .input(Tensor::scalar<std::uint8_t>(1))
                                 .input(floats({1}, {10}))
                                 .run();
        QVERIFY2(dynamic, dynamic.text());
        QVERIFY(std::abs(dynamic[0].as<float>()[0] - 11.05f) < 1e-5f);
        const auto scaled = Probe("MatMulIntegerToFloat", 1, "com.microsoft")
                                .input(bytes({1, 2}, {3, 5})) // 1 and 2
                                .input(bytes({2, 1}, {2, 4})) // 0 and 0.5
                                .input(Tensor::scalar(0.5f))
                                .input(Tensor::scalar(0.25f))
                                .input(Tensor::scalar<std::uint8_t>(1))
                                .input(Tensor::scalar<std::uint8_t>(2))
                                .input(floats({1}, {7}))
                                .run();
        QVERIFY2(scaled, scaled.text());
        QCOMPARE(scaled[0].as<float>()[0], 8.0f);
    }

    // Numbers in steps of a half with 3 bits, as the definition of QONNX has them.
    void qonnx_data() {
        QTest::addColumn<QString>("rounding");
        QTest::addColumn<bool>("isSigned");
        QTest::addColumn<bool>("narrow");
        QTest::addColumn<float>("zero");
        QTest::addColumn<QList<float>>("expected");
        const auto row = [](const char* name, const char* rounding, bool isSigned, bool narrow, float zero,
                            QList<float> expected) {
            QTest::newRow(name) << QString::fromLatin1(rounding) << isSigned << narrow << zero << expected;
        };
        // x / scale: -10, -2.6, -0.5, 0.5, 1.5, 2.6, 10
        row("signed", "ROUND", true, false, 0, {-2, -1.5f, 0, 0, 1, 1.5f, 1.5f});
        row("narrow", "ROUND", true, true, 0, {-1.5f, -1.5f, 0, 0, 1, 1.5f, 1.5f});
        row("unsigned", "ROUND", false, false, 0, {0, 0, 0, 0, 1, 1.5f, 3.5f});
        row("unsigned, narrow", "ROUND", false, true, 0, {0, 0, 0, 0, 1, 1.5f, 3});
        row("zero point", "ROUND", false, false, 2, {-1, -1, 0, 0, 1, 1.5f, 2.5f});
        row("floor", "FLOOR", true, false, 0, {-2, -1.5f, -0.5f, 0, 0.5f, 1, 1.5f});
        row("ceil", "ceil", true, false, 0, {-2, -1, 0, 0.5f, 1, 1.5f, 1.5f});
        row("up", "UP", true, false, 0, {-2, -1.5f, -0.5f, 0.5f, 1, 1.5f, 1.5f});
        row("down", "DOWN", true, false, 0, {-2, -1, 0, 0, 0.5f, 1, 1.5f});
        row("half up", "HALF_UP", true, false, 0, {-2, -1.5f, -0.5f, 0.5f, 1, 1.5f, 1.5f});
        row("half down", "HALF_DOWN", true, false, 0, {-2, -1.5f, 0, 0, 0.5f, 1.5f, 1.5f});
    }
    void qonnx() {
        QFETCH(QString, rounding);
        QFETCH(bool, isSigned);
        QFETCH(bool, narrow);
        QFETCH(float, zero);
        QFETCH(QList<float>, expected);
        const auto x = floats({7}, {-5, -1.3f, -0.25f, 0.25f, 0.75f, 1.3f, 5});
        const auto asked = [&](const char* domain, const char* name) {
            return Probe(name, 1, domain)
                .attribute("signed", std::int64_t(isSigned))
                .attribute("narrow", std::int64_t(narrow))
                .attribute("rounding_mode", rounding.toStdString())
                .input(x)
                .input(floats({1}, {0.5f}))
                .input(Tensor::scalar(zero));
        };
        for (const auto& [domain, name] :
             {std::pair("qonnx.custom_op.general", "Quant"), std::pair("qonnx.custom_op.general", "IntQuant"),
              std::pair("onnx.brevitas", "Quant"), std::pair("finn.custom_op.general", "Quant")}) {
            const auto out = asked(domain, name).input(Tensor::scalar(3.0f)).run();
            QVERIFY2(out, out.text());
            QCOMPARE(elements<float>(out[0]), std::vector<float>(expected.begin(), expected.end()));
        }
        QVERIFY(asked("onnx.brevitas", "Quant").input(Tensor::scalar(0.0f)).run().error);
        QVERIFY(asked("onnx.brevitas", "Quant")
                    .attribute("rounding_mode", std::string("SIDEWAYS"))
                    .input(Tensor::scalar(3.0f))
                    .run()
                    .error);
    }

    void qonnxOfOneBit() {
        for (const char* domain : {"qonnx.custom_op.general", "onnx.brevitas", "finn.custom_op.general"}) {
            const auto out = Probe("BipolarQuant", 1, domain)
                                 .input(floats({2, 2}, {-3, 0, 0.1f, -0.1f}))
                                 .input(floats({2, 1}, {0.5f, 2}))
                                 .run();
            QVERIFY2(out, out.text());
            QCOMPARE(elements<float>(out[0]), (std::vector<float>{-0.5f, 0.5f, 2, -2}));
        }
        for (const auto& [domain, name] :
             {std::pair("qonnx.custom_op.general", "Trunc"), std::pair("qonnx.custom_op.general", "FloatQuant"),
              std::pair("onnx.brevitas", "Trunc")}) { // shown, not run
            const auto out = Probe(name, 1, domain).input(floats({2}, {1, 2})).infer();
            QVERIFY2(out, out.text());
            QCOMPARE(out.types[0].text(), std::string("float32[2]"));
        }
    }
};

EDGEWRIGHT_TEST(QuantizationTest)

} // namespace edgewright::quantization_test

#include "quantization_test.moc"
