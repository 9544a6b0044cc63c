// SPDX-License-Identifier: GPL-3.0-or-later
// Floats of 8 and 4 bits, integers of 4 and 2 bits, and the bits of any type.
#include "core/ir/small_float.h"
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace edgewright::small_types_test {

using ir::DataType;
using ir::Tensor;
using test::Ints;
using test::Probe;

namespace {

constexpr float Inf = std::numeric_limits<float>::infinity();
const float Nan = std::numeric_limits<float>::quiet_NaN();

Tensor row(const std::vector<float>& values) {
    return Tensor::of({static_cast<std::int64_t>(values.size())}, values);
}

std::int64_t number(DataType type) { return static_cast<std::int64_t>(type); }

std::vector<int> bytesOf(const Tensor& tensor) {
    std::vector<int> result;
    for (const std::byte byte : tensor.bytes())
        result.push_back(std::to_integer<int>(byte));
    return result;
}

} // namespace

class SmallTypesTest : public QObject {
    Q_OBJECT

private slots:
    void everyFloatReadsBack_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("codes");
        QTest::addColumn<float>("largest");
        QTest::newRow("e4m3fn") << int(DataType::Float8E4M3FN) << 256 << 448.0f;
        QTest::newRow("e4m3fnuz") << int(DataType::Float8E4M3FNUZ) << 256 << 240.0f;
        QTest::newRow("e5m2") << int(DataType::Float8E5M2) << 256 << 57344.0f;
        QTest::newRow("e5m2fnuz") << int(DataType::Float8E5M2FNUZ) << 256 << 57344.0f;
        QTest::newRow("e2m1") << int(DataType::Float4E2M1) << 16 << 6.0f;
        QTest::newRow("e8m0") << int(DataType::Float8E8M0) << 256 << std::ldexp(1.0f, 127);
    }

    void everyFloatReadsBack() {
        QFETCH(int, type);
        QFETCH(int, codes);
        QFETCH(float, largest);
        const auto dtype = static_cast<DataType>(type);
        ir::SmallFloatRounding rounding;
        rounding.saturate = false;
        rounding.power = ir::PowerRounding::Nearest;
        float found = 0;
        for (int code = 0; code < codes; ++code) {
            const float value = ir::smallFloatToFloat(dtype, static_cast<std::uint8_t>(code));
            const std::uint8_t again = ir::floatToSmallFloat(dtype, value, rounding);
            if (std::isnan(value)) {
                QVERIFY(std::isnan(ir::smallFloatToFloat(dtype, again)));
                continue;
            }
            QCOMPARE(int(again), code);
            if (std::isfinite(value)) found = std::max(found, value);
        }
        QCOMPARE(found, largest);
    }

    void castsToFloats_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("saturate");
        QTest::addColumn<QVector<int>>("bytes"); // of 1, -0, 1.0625 (a tie), 1e6, -inf, nan
        const auto add = [](const char* name, DataType type, bool saturate, const QVector<int>& bytes) {
            QTest::newRow(name) << int(type) << saturate << bytes;
        };
        add("e4m3fn", DataType::Float8E4M3FN, true, {0x38, 0x80, 0x38, 0x7e, 0xfe, 0x7f});
        add("e4m3fn open", DataType::Float8E4M3FN, false, {0x38, 0x80, 0x38, 0x7f, 0xff, 0x7f});
        add("e4m3fnuz", DataType::Float8E4M3FNUZ, true, {0x40, 0x00, 0x40, 0x7f, 0xff, 0x80});
        add("e4m3fnuz open", DataType::Float8E4M3FNUZ, false, {0x40, 0x00, 0x40, 0x80, 0x80, 0x80});
        add("e5m2", DataType::Float8E5M2, true, {0x3c, 0x80, 0x3c, 0x7b, 0xfb, 0x7e});
        add("e5m2 open", DataType::Float8E5M2, false, {0x3c, 0x80, 0x3c, 0x7c, 0xfc, 0x7e});
        add("e2m1", DataType::Float4E2M1, true, {0x82, 0x72, 0x8f}); // packed
    }

    void castsToFloats() {
        QFETCH(int, type);
        QFETCH(bool, saturate);
        QFETCH(QVector<int>, bytes);
        const auto out = Probe("Cast", 23)
                             .attribute("to", std::int64_t(type))
                             .attribute("saturate", std::int64_t(saturate))
                             .input(row({1, -0.0f, 1.0625f, 1e6f, -Inf, Nan}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(bytesOf(out[0]), std::vector<int>(bytes.begin(), bytes.end()));
    }

    void powersOfTwo_data() {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QVector<int>>("bytes"); // of 1, 1.25, 1.5, 3.5, 0, nan
        QTest::newRow("up") << "up" << QVector<int>{127, 128, 128, 129, 0, 255};
        QTest::newRow("down") << "down" << QVector<int>{127, 127, 127, 128, 0, 255};
        QTest::newRow("nearest") << "nearest" << QVector<int>{127, 127, 128, 129, 0, 255};
        QTest::newRow("unknown") << "sideways" << QVector<int>{};
    }

    void powersOfTwo() {
        QFETCH(QString, mode);
        QFETCH(QVector<int>, bytes);
        const auto out = Probe("Cast", 24)
                             .attribute("to", number(DataType::Float8E8M0))
                             .attribute("round_mode", mode.toStdString())
                             .input(row({1, 1.25f, 1.5f, 3.5f, 0, Nan}))
                             .run();
        QCOMPARE(!out.error, !bytes.isEmpty());
        if (out) QCOMPARE(bytesOf(out[0]), std::vector<int>(bytes.begin(), bytes.end()));
    }

    void packedIntegers() {
        const auto two =
            Probe("Cast", 25).attribute("to", number(DataType::Int2)).input(row({-2, -1, 0, 1, 1})).run();
        QVERIFY2(two, two.text());
        QCOMPARE(bytesOf(two[0]), (std::vector<int>{0x4e, 0x01}));
        QCOMPARE(ir::toInt64s(two[0]), (Ints{-2, -1, 0, 1, 1}));
        const auto back = Probe("Cast", 25).attribute("to", number(DataType::Float32)).input(two[0]).run();
        QVERIFY2(back, back.text());
        QCOMPARE(back[0].as<float>()[0], -2.0f);
        // Elements that share bytes can be moved one by one.
        const auto turned = Probe("Slice", 13)
                                .input(two[0])
                                .input(Tensor::of<std::int64_t>({1}, {-1}))
                                .input(Tensor::of<std::int64_t>({1}, {-9}))
                                .input(Tensor::of<std::int64_t>({1}, {0}))
                                .input(Tensor::of<std::int64_t>({1}, {-2}))
                                .run();
        QVERIFY2(turned, turned.text());
        QCOMPARE(ir::toInt64s(turned[0]), (Ints{1, 0, -2}));
    }

    void texts() {
        const auto texts = Probe("Cast", 13)
                               .attribute("to", number(DataType::String))
                               .input(row({0.1f, 1e-7f, -Inf, 1000}))
                               .run();
        QVERIFY2(texts, texts.text());
        QCOMPARE(texts[0].strings(), (std::vector<std::string>{"0.1", "1e-07", "-INF", "1000"}));
        const auto whole = Probe("Cast", 13)
                               .attribute("to", number(DataType::Int64))
                               .input(Tensor::ofStrings({2}, {"9007199254740993", "+7"}))
                               .run();
        QVERIFY2(whole, whole.text());
        QCOMPARE(ir::toInt64s(whole[0]), (Ints{9007199254740993, 7}));
        for (const char* wrong : {"", "1,5", "1.5x", "+-1", " 1"})
            QVERIFY(!Probe("Cast", 13)
                         .attribute("to", number(DataType::Float32))
                         .input(Tensor::ofStrings({1}, {wrong}))
                         .run());
    }

    void quantizes() {
        auto zero = Tensor::allocate(DataType::Float8E4M3FN, {});
        const auto codes = Probe("QuantizeLinear", 19)
                               .input(row({2, -1000, 3}))
                               .input(Tensor::scalar(2.0f))
                               .input(*zero)
                               .run();
        QVERIFY2(codes, codes.text());
        QCOMPARE(bytesOf(codes[0]), (std::vector<int>{0x38, 0xfe, 0x3c}));
        const auto back = Probe("DequantizeLinear", 19).input(codes[0]).input(Tensor::scalar(2.0f)).run();
        QVERIFY2(back, back.text());
        QCOMPARE(back[0].as<float>()[1], -896.0f);
        const auto two = Probe("QuantizeLinear", 25)
                             .attribute("output_dtype", number(DataType::UInt2))
                             .input(row({0, 1, 2, 9, -1}))
                             .input(Tensor::scalar(1.0f))
                             .run();
        QVERIFY2(two, two.text());
        QCOMPARE(ir::toInt64s(two[0]), (Ints{0, 1, 2, 3, 0}));
        const auto numbers = Probe("DequantizeLinear", 25).input(two[0]).input(Tensor::scalar(0.5f)).run();
        QVERIFY2(numbers, numbers.text());
        QCOMPARE(numbers[0].as<float>()[3], 1.5f);
    }

    void bits() {
        const auto ints = Probe("BitCast", 26).attribute("to", number(DataType::Int32)).input(row({1})).run();
        QVERIFY2(ints, ints.text());
        QCOMPARE(ints[0].as<std::int32_t>()[0], 0x3f800000);
        const auto bools = Probe("BitCast", 26)
                               .attribute("to", number(DataType::Bool))
                               .input(Tensor::of<std::uint8_t>({3}, {0, 1, 77}))
                               .run();
        QVERIFY2(bools, bools.text());
        QCOMPARE(bytesOf(bools[0]), (std::vector<int>{0, 1, 1}));
        QVERIFY(!Probe("BitCast", 26).attribute("to", number(DataType::Int16)).input(row({1})).run());
        QVERIFY(!Probe("BitCast", 26).attribute("to", number(DataType::String)).input(row({1})).run());
    }

    void halfRange() {
        const auto half = [](float value) {
            auto tensor = Tensor::allocate(DataType::Float16, {});
            tensor->as<std::uint16_t>()[0] = ir::floatToHalf(value);
            return *tensor;
        };
        const auto out = Probe("Range", 27).input(half(1)).input(half(2)).input(half(0.25f)).run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].elements(), std::int64_t(4));
        QCOMPARE(ir::elementAsDouble(out[0], 3), 1.75);
    }
};

EDGEWRIGHT_TEST(SmallTypesTest)

} // namespace edgewright::small_types_test

#include "small_types_test.moc"
