// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/params.h"

#include "core/quant/scheme.h"

#include "tests/core/quant/golden_case.h"
#include "tests/support/test_class.h"

#include <limits>
#include <vector>

namespace edgewright::params_test {

using namespace edgewright::quant;

namespace {

constexpr float Infinity = std::numeric_limits<float>::infinity();
constexpr float NaN = std::numeric_limits<float>::quiet_NaN();
constexpr Codes UInt8{0, 255}, Int8{-128, 127};
constexpr float Largest = std::numeric_limits<float>::max();

class ParamsTest : public QObject {
    Q_OBJECT

private slots:
    void roundsHalvesToEven() {
        QCOMPARE(quantize(0.5f, {1.0f, 10}, UInt8), 10);
        QCOMPARE(quantize(1.5f, {1.0f, 10}, UInt8), 12);
        QCOMPARE(quantize(2.5f, {1.0f, 10}, UInt8), 12);
        QCOMPARE(quantize(-0.5f, {1.0f, 10}, UInt8), 10);
        QCOMPARE(quantize(-1.5f, {1.0f, 11}, UInt8),
                 9); // the even one of -2 and -1, whatever the zero point
        QCOMPARE(quantize(-2.5f, {1.0f, 0}, Int8), -2);
        QCOMPARE(quantize(0.375f, {0.25f, 0}, Int8), 2);
    }

    void saturatesAndSendsNanToTheLowestCode() {
        QCOMPARE(quantize(1e30f, {1e-3f, 7}, UInt8), 255);
        QCOMPARE(quantize(-1e30f, {1e-3f, 7}, UInt8), 0);
        QCOMPARE(quantize(Infinity, {1.0f, 200}, UInt8), 255);
        QCOMPARE(quantize(-Infinity, {1.0f, 200}, UInt8), 0);
        QCOMPARE(quantize(NaN, {1.0f, 200}, UInt8), 0);
        QCOMPARE(quantize(Infinity, {1.0f, 0}, Int8), 127);
        QCOMPARE(quantize(-Infinity, {1.0f, 0}, Int8), -128);
        QCOMPARE(quantize(NaN, {1.0f, 0}, Int8), -128);
    }

    void rangeIgnoresWhatIsNotFinite() {
        const Range range = rangeOf(std::vector<float>{3.0f, NaN, Infinity, 2.0f, -Infinity, 5.0f});
        QCOMPARE(range.low, 2.0f);
        QCOMPARE(range.high, 5.0f);
        const Range none = rangeOf(std::vector<float>{NaN, Infinity});
        QCOMPARE(none.low, 0.0f);
        QCOMPARE(none.high, 0.0f);
    }

    void roundsAsAsked() {
        const Params params{1.0f, 10};
        QCOMPARE(quantize(2.5f, params, UInt8, Rounder(Rounding::HalfAway)), 13);
        QCOMPARE(quantize(-2.5f, params, UInt8, Rounder(Rounding::HalfAway)), 7);
        QCOMPARE(quantize(-2.5f, params, UInt8, Rounder(Rounding::HalfUp)), 8);
        QCOMPARE(quantize(-2.9f, params, UInt8, Rounder(Rounding::Truncate)), 8);
        QCOMPARE(quantize(1e9f, params, UInt8, Rounder(Rounding::Stochastic, 1), 4), 255);
    }

    void agreesWithQuantizeLinear_data() { test::addCases({"quantizelinear_"}); }
    void agreesWithQuantizeLinear() {
        if (test::shared("golden/int8").empty()) QSKIP(test::sharedMissing());
        QFETCH(QString, folder);
        const test::GoldenCase golden(folder.toStdString());
        QVERIFY(golden.node());
        const ir::Tensor x = golden.input(0), scale = golden.input(1), zero = golden.input(2),
                         y = golden.output(0);
        const bool isUnsigned = y.dtype() == ir::DataType::UInt8;
        const bool isWide = y.dtype() == ir::DataType::Int16;
        if (!isUnsigned && !isWide && y.dtype() != ir::DataType::Int8) QSKIP("this module has no uint16");
        const Codes codes = isUnsigned ? UInt8 : isWide ? codesOf(CodeType::Int16) : Int8;
        QCOMPARE(x.dtype(), ir::DataType::Float32);
        const std::int64_t axis = golden.node()->intOr("axis", 1);
        const auto at = static_cast<std::size_t>(axis < 0 ? axis + x.rank() : axis);
        std::int64_t inner = 1;
        for (std::size_t i = at + 1; i < x.dims().size(); ++i)
            inner *= x.dims()[i];
        for (std::int64_t i = 0; i < x.elements(); ++i) {
            const std::int64_t channel = scale.elements() > 1 ? i / inner % x.dims()[at] : 0;
            const Params params{static_cast<float>(ir::elementAsDouble(scale, channel)),
                                zero.hasData() ? static_cast<std::int32_t>(ir::elementAsInt64(zero, channel))
                                               : 0};
            const float value = x.as<float>()[static_cast<std::size_t>(i)];
            QCOMPARE(quantize(value, params, codes), static_cast<int>(ir::elementAsInt64(y, i)));
        }
    }

    void agreesWithDynamicQuantizeLinear_data() { test::addCases({"dynamicquantizelinear_"}); }
    void agreesWithDynamicQuantizeLinear() {
        if (test::shared("golden/int8").empty()) QSKIP(test::sharedMissing());
        QFETCH(QString, folder);
        const test::GoldenCase golden(folder.toStdString());
        QVERIFY(golden.node());
        const ir::Tensor x = golden.input(0), y = golden.output(0);
        const auto values = x.as<float>();
        const Params params = paramsFor(rangeOf(values), {CodeType::UInt8});
        // Not QCOMPARE, which forgives the last bits of a float.
        QVERIFY(double(params.scale) == ir::elementAsDouble(golden.output(1), 0));
        QCOMPARE(std::int64_t(params.zeroPoint), ir::elementAsInt64(golden.output(2), 0));
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(quantize(values[i], params, UInt8), int(y.as<std::uint8_t>()[i]));
    }
};

} // namespace

EDGEWRIGHT_TEST(ParamsTest)

} // namespace edgewright::params_test

#include "params_test.moc"
