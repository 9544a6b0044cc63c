// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/tensor.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace edgewright::tensor_test {

using namespace edgewright::ir;

namespace {

// Reference by search: all finite halves in ascending order, computed from the definition of binary16.
double halfByDefinition(unsigned half) {
    const double mantissa = half & 0x3ff;
    const int exponent = static_cast<int>((half >> 10) & 31);
    const double magnitude =
        exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
    return half & 0x8000 ? -magnitude : magnitude;
}

} // namespace

class TensorTest : public QObject {
    Q_OBJECT

private slots:
    void everyHalf();
    void roundingToHalf();
    void everyBfloat16();
    void roundingToBfloat16();
    void allocation();
    void overForeignMemory();
    void reading_data();
    void reading();
    void fourBits();
    void conversion();
    void strings();
    void missingData();
    void byteCounts();
    void typeText();
};

void TensorTest::everyHalf() {
    for (unsigned half = 0; half < 65536; ++half) {
        const auto bits = static_cast<std::uint16_t>(half);
        const float value = halfToFloat(bits);
        const bool special = ((half >> 10) & 31) == 31;
        if (special && (half & 0x3ff) != 0) {
            QVERIFY(std::isnan(value) && std::isnan(halfToFloat(floatToHalf(value))));
            continue;
        }
        if (special)
            QVERIFY(std::isinf(value));
        else
            QVERIFY2(static_cast<double>(value) == halfByDefinition(half), std::to_string(half).c_str());
        QCOMPARE(std::signbit(value), half >= 0x8000);
        QVERIFY2(floatToHalf(value) == bits, std::to_string(half).c_str());
    }
}

void TensorTest::roundingToHalf() {
    // Between two neighbours: below the middle down, above up, in the middle to the even one.
    for (unsigned half = 0; half < 0x7bff; ++half) {
        const double low = halfByDefinition(half), high = halfByDefinition(half + 1);
        const auto middle = static_cast<float>((low + high) / 2); // exact: one bit more than a half has
        QCOMPARE(unsigned(floatToHalf(middle)), half % 2 == 0 ? half : half + 1);
        QCOMPARE(unsigned(floatToHalf(std::nextafter(middle, 0.0f))), half);
        QCOMPARE(unsigned(floatToHalf(std::nextafter(middle, 1e9f))), half + 1);
        QCOMPARE(unsigned(floatToHalf(-middle)), (half % 2 == 0 ? half : half + 1) | 0x8000u);
    }
    QCOMPARE(unsigned(floatToHalf(65519.99f)), 0x7bffu);
    QCOMPARE(unsigned(floatToHalf(65520.0f)), 0x7c00u);
    QCOMPARE(unsigned(floatToHalf(3e38f)), 0x7c00u);
    QCOMPARE(unsigned(floatToHalf(1e-30f)), 0u);
}

void TensorTest::everyBfloat16() {
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const float value = bfloat16ToFloat(static_cast<std::uint16_t>(bits));
        if (std::isnan(value))
            QVERIFY(std::isnan(bfloat16ToFloat(floatToBfloat16(value))));
        else
            QVERIFY(floatToBfloat16(value) == bits);
    }
}

void TensorTest::roundingToBfloat16() {
    const auto rounded = [](std::uint32_t bits) {
        return unsigned(floatToBfloat16(std::bit_cast<float>(bits)));
    };
    QCOMPARE(rounded(0x3f808000u), 0x3f80u); // in the middle, to even
    QCOMPARE(rounded(0x3f818000u), 0x3f82u);
    QCOMPARE(rounded(0x3f808001u), 0x3f81u);
    QCOMPARE(rounded(0x3f807fffu), 0x3f80u);
    QCOMPARE(rounded(0x7f7fffffu), 0x7f80u); // up to infinity
    QVERIFY(
        std::isnan(bfloat16ToFloat(floatToBfloat16(std::bit_cast<float>(0x7f800001u))))); // never to infinity
}

void TensorTest::allocation() {
    auto tensor = Tensor::allocate(DataType::Float32, {3, 5});
    QVERIFY(tensor && tensor->hasData());
    QCOMPARE(tensor->bytes().size(), std::size_t(60));
    QCOMPARE(reinterpret_cast<std::uintptr_t>(tensor->bytes().data()) % 64, std::uintptr_t(0));
    for (const float each : tensor->as<float>())
        QCOMPARE(each, 0.0f);
    QVERIFY(!Tensor::allocate(DataType::Float32, {std::int64_t(1) << 62, 8}));
    QVERIFY(!Tensor::allocate(DataType::Float32, {-1}));
    QVERIFY(!Tensor::allocate(DataType::UInt8, {101}, 100));
    QVERIFY(Tensor::allocate(DataType::UInt8, {100}, 100));
    const auto empty = Tensor::allocate(DataType::Float32, {4, 0});
    QVERIFY(empty && empty->hasData() && empty->elements() == 0);
    const auto scalar = Tensor::scalar(std::int64_t(7));
    QCOMPARE(scalar.rank(), std::int64_t(0));
    QCOMPARE(scalar.elements(), std::int64_t(1));
    const Tensor copy = *tensor;
    QVERIFY(copy.bytes().data() == tensor->bytes().data());
    const Tensor other = tensor->reshaped({15});
    QVERIFY(other.bytes().data() == tensor->bytes().data());
    QCOMPARE(other.type().text(), std::string("float32[15]"));
}

void TensorTest::overForeignMemory() {
    auto owner = std::make_shared<std::vector<float>>(std::vector<float>{1, 2, 3});
    const std::weak_ptr<std::vector<float>> watch = owner;
    {
        const Tensor tensor =
            Tensor::over(DataType::Float32, {2}, owner, std::as_writable_bytes(std::span(*owner)));
        owner.reset();
        QVERIFY(!watch.expired());
        QCOMPARE(tensor.bytes().size(), std::size_t(8));
        QCOMPARE(tensor.as<float>()[1], 2.0f);
    }
    QVERIFY(watch.expired());
}

void TensorTest::reading_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<qulonglong>("bits");
    QTest::addColumn<double>("asDouble");
    QTest::addColumn<qlonglong>("asInteger");
    const auto row = [](DataType type, std::uint64_t bits, double real, std::int64_t integer) {
        QTest::newRow(std::string(dataTypeName(type)).c_str())
            << int(type) << qulonglong(bits) << real << qlonglong(integer);
    };
    row(DataType::Float32, 0xc0200000u, -2.5, -2);
    row(DataType::Float64, 0x4004000000000000u, 2.5, 2);
    row(DataType::Float16, 0xc100u, -2.5, -2);
    row(DataType::BFloat16, 0x4020u, 2.5, 2);
    row(DataType::Int8, 0x80u, -128, -128);
    row(DataType::UInt8, 0x80u, 128, 128);
    row(DataType::Int16, 0x8000u, -32768, -32768);
    row(DataType::UInt16, 0x8000u, 32768, 32768);
    row(DataType::Int32, 0x80000000u, -2147483648.0, -2147483648);
    row(DataType::UInt32, 0x80000000u, 2147483648.0, 2147483648);
    row(DataType::Int64, 0xfffffffffffffff9u, -7, -7);
    row(DataType::UInt64, 7, 7, 7);
    row(DataType::Bool, 1, 1, 1);
}

void TensorTest::reading() {
    QFETCH(int, type);
    QFETCH(qulonglong, bits);
    QFETCH(double, asDouble);
    QFETCH(qlonglong, asInteger);
    auto tensor = Tensor::allocate(static_cast<DataType>(type), {2});
    const std::size_t width = tensor->bytes().size() / 2;
    std::memcpy(tensor->mutableBytes().data() + width, &bits, width);
    QCOMPARE(elementAsDouble(*tensor, 1), asDouble);
    QCOMPARE(elementAsInt64(*tensor, 1), std::int64_t(asInteger));
    QCOMPARE(elementAsDouble(*tensor, 0), 0.0);
    const auto floats = toFloat32(*tensor);
    QVERIFY(floats);
    QCOMPARE(floats->as<float>()[1], static_cast<float>(asDouble));
}

void TensorTest::fourBits() {
    auto tensor = Tensor::allocate(DataType::Int4, {3});
    QCOMPARE(tensor->bytes().size(), std::size_t(2));
    tensor->mutableBytes()[0] = std::byte(0x8f);
    tensor->mutableBytes()[1] = std::byte(0x07);
    QVERIFY((toInt64s(*tensor) == std::vector<std::int64_t>{-1, -8, 7}));
    auto unsignedOnes = Tensor::allocate(DataType::UInt4, {2});
    unsignedOnes->mutableBytes()[0] = std::byte(0x8f);
    QVERIFY((toInt64s(*unsignedOnes) == std::vector<std::int64_t>{15, 8}));
}

void TensorTest::conversion() {
    const auto floats = Tensor::of<float>({2}, {1, 2});
    QVERIFY(toFloat32(floats)->bytes().data() == floats.bytes().data());
    QVERIFY(toInt64s(floats).empty());
    QVERIFY(!toFloat32(Tensor::withoutData(DataType::Int8, {2})));
    QVERIFY(!toFloat32(Tensor::ofStrings({1}, {"x"})));
    const auto wild = Tensor::of<float>({2}, {std::numeric_limits<float>::quiet_NaN(), 1e30f});
    QCOMPARE(elementAsInt64(wild, 0), std::int64_t(0));
    QCOMPARE(elementAsInt64(wild, 1), std::int64_t(0));
}

void TensorTest::strings() {
    const auto tensor = Tensor::ofStrings({2}, {"a", "b"});
    QVERIFY(tensor.hasData());
    QCOMPARE(tensor.strings()[1], std::string("b"));
    QVERIFY(Tensor().strings().empty());
    QCOMPARE(Tensor::allocate(DataType::String, {3})->strings().size(), std::size_t(3));
}

void TensorTest::missingData() {
    QVERIFY(!Tensor().hasData());
    QVERIFY(!Tensor::withoutData(DataType::Float32, {2}).hasData());
    QVERIFY(!Tensor::withoutData(DataType::Float32, {0}).hasData());
    QCOMPARE(Tensor::withoutData(DataType::Float32, {-2, 3}).elements(), std::int64_t(0));
}

void TensorTest::byteCounts() {
    QCOMPARE(byteCount(DataType::Int4, 3).value(), std::int64_t(2));
    QCOMPARE(byteCount(DataType::Complex128, 3).value(), std::int64_t(48));
    QVERIFY(!byteCount(DataType::Float64, std::int64_t(1) << 60));
    QVERIFY(!TensorType(DataType::Float32, Dims{std::int64_t(1) << 40, 1 << 30}).bytes());
    QVERIFY(!dataTypeFromOnnx(0) && !dataTypeFromOnnx(27) && !dataTypeFromOnnx(-1));
    for (int type = 1; type <= 23; ++type)
        QVERIFY(dataTypeFromOnnx(type) && dataTypeName(*dataTypeFromOnnx(type)) != "undefined");
}

void TensorTest::typeText() {
    QCOMPARE(TensorType(DataType::Float32, std::vector<Dim>{Dim(1), Dim::named("n"), Dim()}).text(),
             std::string("float32[1,n,?]"));
    QCOMPARE(TensorType(DataType::Int64, Dims{}).text(), std::string("int64[]"));
    QCOMPARE(TensorType(DataType::UInt8).text(), std::string("uint8[...]"));
    QVERIFY(!TensorType(DataType::Float32, std::vector<Dim>{Dim()}).dims());
    QCOMPARE(TensorType(DataType::Float32, Dims{2, 3}).bytes().value(), std::int64_t(24));
}

EDGEWRIGHT_TEST(TensorTest)

} // namespace edgewright::tensor_test

#include "tensor_test.moc"
