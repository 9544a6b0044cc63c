// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/params.h"

#include "tests/core/quant/golden_case.h"

#include <cmath>
#include <limits>
#include <vector>

using namespace edgewright;
using namespace edgewright::quant;

namespace {

constexpr float Infinity = std::numeric_limits<float>::infinity();
constexpr float NaN = std::numeric_limits<float>::quiet_NaN();
constexpr float Largest = std::numeric_limits<float>::max();

class ParamsTest : public QObject {
    Q_OBJECT

private slots:
    void roundsHalvesToEven() {
        QCOMPARE(int(quantizeUInt8(0.5f, {1.0f, 10})), 10);
        QCOMPARE(int(quantizeUInt8(1.5f, {1.0f, 10})), 12);
        QCOMPARE(int(quantizeUInt8(2.5f, {1.0f, 10})), 12);
        QCOMPARE(int(quantizeUInt8(-0.5f, {1.0f, 10})), 10);
        QCOMPARE(int(quantizeUInt8(-1.5f, {1.0f, 11})),
                 9); // the even one of -2 and -1, whatever the zero point
        QCOMPARE(int(quantizeInt8(-2.5f, {1.0f, 0})), -2);
        QCOMPARE(int(quantizeInt8(0.375f, {0.25f, 0})), 2);
    }

    void saturatesAndSendsNanToTheLowestCode() {
        QCOMPARE(int(quantizeUInt8(1e30f, {1e-3f, 7})), 255);
        QCOMPARE(int(quantizeUInt8(-1e30f, {1e-3f, 7})), 0);
        QCOMPARE(int(quantizeUInt8(Infinity, {1.0f, 200})), 255);
        QCOMPARE(int(quantizeUInt8(-Infinity, {1.0f, 200})), 0);
        QCOMPARE(int(quantizeUInt8(NaN, {1.0f, 200})), 0);
        QCOMPARE(int(quantizeInt8(Infinity, {1.0f, 0})), 127);
        QCOMPARE(int(quantizeInt8(-Infinity, {1.0f, 0})), -128);
        QCOMPARE(int(quantizeInt8(NaN, {1.0f, 0})), -128);
    }

    void rangeIgnoresWhatIsNotFinite() {
        const Range range = rangeOf(std::vector<float>{3.0f, NaN, Infinity, 2.0f, -Infinity, 5.0f});
        QCOMPARE(range.low, 2.0f);
        QCOMPARE(range.high, 5.0f);
        const Range none = rangeOf(std::vector<float>{NaN, Infinity});
        QCOMPARE(none.low, 0.0f);
        QCOMPARE(none.high, 0.0f);
    }

    void asymmetricHolds_data() {
        QTest::addColumn<float>("low");
        QTest::addColumn<float>("high");
        QTest::newRow("around zero") << -1.3f << 2.9f;
        QTest::newRow("positive") << 2.0f << 7.0f;
        QTest::newRow("negative") << -9.0f << -4.0f;
        QTest::newRow("tiny") << -1e-38f << 3e-38f;
        QTest::newRow("whole float range") << -Largest << Largest;
        QTest::newRow("infinite") << -Infinity << Infinity;
        QTest::newRow("nan") << NaN << 1.0f;
    }
    // Zero is exact, and both ends come back within half a step.
    void asymmetricHolds() {
        QFETCH(float, low);
        QFETCH(float, high);
        const Params params = asymmetricUInt8({low, high});
        QVERIFY(std::isfinite(params.scale) && params.scale > 0);
        QVERIFY(params.zeroPoint >= 0 && params.zeroPoint <= 255);
        QCOMPARE(int(quantizeUInt8(0.0f, params)), params.zeroPoint);
        for (const float end : {low, high}) {
            if (!std::isfinite(end)) continue;
            const double back = (quantizeUInt8(end, params) - params.zeroPoint) * double(params.scale);
            QVERIFY2(std::abs(back - double(end)) <= 0.5001 * double(params.scale),
                     qPrintable(QString::number(back)));
        }
    }

    void nothingToHoldGivesScaleOne() {
        QCOMPARE(asymmetricUInt8({0.0f, 0.0f}).scale, 1.0f);
        QCOMPARE(asymmetricUInt8({0.0f, 0.0f}).zeroPoint, 0);
        QCOMPARE(symmetricInt8(0.0f).scale, 1.0f);
        QCOMPARE(symmetricInt8(NaN).scale, 1.0f);
        QCOMPARE(symmetricInt8(1e-40f).scale, 1.0f);
    }

    void symmetricUses127Codes() {
        for (const float extreme : {1.0f, 0.3f, 1e-30f, 4e37f, Largest}) {
            const Params params = symmetricInt8(extreme);
            QCOMPARE(params.zeroPoint, 0);
            QCOMPARE(int(quantizeInt8(extreme, params)), 127);
            QCOMPARE(int(quantizeInt8(-extreme, params)), -127);
        }
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
        if (!isUnsigned && y.dtype() != ir::DataType::Int8) QSKIP("this module has codes of 8 bits only");
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
            const int code = isUnsigned ? int(quantizeUInt8(value, params)) : int(quantizeInt8(value, params));
            QCOMPARE(code, static_cast<int>(ir::elementAsInt64(y, i)));
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
        const Params params = asymmetricUInt8(rangeOf(values));
        // Not QCOMPARE, which forgives the last bits of a float.
        QVERIFY(double(params.scale) == ir::elementAsDouble(golden.output(1), 0));
        QCOMPARE(std::int64_t(params.zeroPoint), ir::elementAsInt64(golden.output(2), 0));
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(int(quantizeUInt8(values[i], params)), int(y.as<std::uint8_t>()[i]));
    }
};

} // namespace

QTEST_GUILESS_MAIN(ParamsTest)
#include "params_test.moc"
