// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/scheme.h"

#include "tests/core/quant/exact.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace edgewright::scheme_test {

using namespace edgewright::quant;

namespace {

constexpr float Infinity = std::numeric_limits<float>::infinity();
constexpr float NaN = std::numeric_limits<float>::quiet_NaN();
constexpr float Largest = std::numeric_limits<float>::max();
constexpr CodeType Types[] = {CodeType::Int4, CodeType::Int8, CodeType::UInt8, CodeType::Int16};
constexpr Limits AllLimits[] = {Limits::Full, Limits::Restricted, Limits::Reduced};

std::vector<Scheme> allSchemes() {
    std::vector<Scheme> all;
    for (const CodeType type : Types)
        for (const Limits limits : AllLimits)
            for (const bool symmetric : {false, true})
                for (const bool powerOfTwo : {false, true})
                    all.push_back({type, symmetric, limits, powerOfTwo});
    return all;
}

std::string nameOf(const Scheme& scheme) {
    return "type " + std::to_string(int(scheme.type)) + ", limits " + std::to_string(int(scheme.limits)) +
           (scheme.symmetric ? ", symmetric" : "") + (scheme.powerOfTwo ? ", powers of two" : "");
}

class SchemeTest : public QObject {
    Q_OBJECT

private slots:
    void codes() {
        const auto of = [](CodeType type, Limits limits) {
            return codesOf(Scheme{type, false, limits, false});
        };
        QVERIFY((of(CodeType::Int4, Limits::Full) == Codes{-8, 7}));
        QVERIFY((of(CodeType::Int4, Limits::Restricted) == Codes{-7, 7}));
        QVERIFY((of(CodeType::Int4, Limits::Reduced) == Codes{-4, 3}));
        QVERIFY((of(CodeType::Int8, Limits::Full) == Codes{-128, 127}));
        QVERIFY((of(CodeType::Int8, Limits::Restricted) == Codes{-127, 127}));
        QVERIFY((of(CodeType::Int8, Limits::Reduced) == Codes{-64, 64}));
        QVERIFY((of(CodeType::UInt8, Limits::Full) == Codes{0, 255}));
        QVERIFY((of(CodeType::UInt8, Limits::Restricted) == Codes{1, 255}));
        QVERIFY((of(CodeType::UInt8, Limits::Reduced) == Codes{0, 127}));
        QVERIFY((of(CodeType::Int16, Limits::Full) == Codes{-32768, 32767}));
        QVERIFY((of(CodeType::Int16, Limits::Restricted) == Codes{-32767, 32767}));
        QVERIFY((of(CodeType::Int16, Limits::Reduced) == Codes{-16384, 16384}));
    }

    // Scale and zero point by hand for the range -1 to 3.
    void params_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("symmetric");
        QTest::addColumn<int>("limits");
        QTest::addColumn<double>("steps"); // of the width
        QTest::addColumn<int>("zero");
        const auto row = [](const char* name, CodeType type, bool symmetric, Limits limits, double steps,
                            int zero) {
            QTest::newRow(name) << int(type) << symmetric << int(limits) << steps << zero;
        };
        row("uint8", CodeType::UInt8, false, Limits::Full, 255, 64); // 63.75
        row("uint8 symmetric", CodeType::UInt8, true, Limits::Full, 255, 128);
        row("uint8 reduced", CodeType::UInt8, false, Limits::Reduced, 127, 32);           // 31.75
        row("uint8 reduced, symmetric", CodeType::UInt8, true, Limits::Reduced, 127, 64); // 63.5 to even
        row("int8", CodeType::Int8, false, Limits::Full, 255, -64);                       // -64.25
        row("int8 symmetric", CodeType::Int8, true, Limits::Restricted, 254, 0);
        row("int8 symmetric, all codes", CodeType::Int8, true, Limits::Full, 255, 0); // -0.5 to even
        row("int8 reduced", CodeType::Int8, true, Limits::Reduced, 128, 0);
        row("int8 reduced, asymmetric", CodeType::Int8, false, Limits::Reduced, 128, -32);
        row("int16", CodeType::Int16, true, Limits::Restricted, 65534, 0);
        row("int16 asymmetric", CodeType::Int16, false, Limits::Full, 65535, -16384); // -16384.25
        row("int4", CodeType::Int4, true, Limits::Full, 15, 0);
        row("int4 asymmetric", CodeType::Int4, false, Limits::Full, 15, -4); // -4.25
    }
    void params() {
        QFETCH(int, type);
        QFETCH(bool, symmetric);
        QFETCH(int, limits);
        QFETCH(double, steps);
        const Params params =
            paramsFor({-1, 3}, {static_cast<CodeType>(type), symmetric, static_cast<Limits>(limits), false});
        QVERIFY(params.scale == static_cast<float>((symmetric ? 6.0 : 4.0) / steps));
        QTEST(params.zeroPoint, "zero");
    }

    // The step against exact arithmetic: width in float32, divided in double, cast to float32.
    void stepIsThatOfTheDefinition() {
        std::mt19937 random(2);
        std::normal_distribution<float> end(0.0f, 3.0f);
        for (const Scheme& scheme : allSchemes()) {
            if (scheme.powerOfTwo) continue;
            const Codes codes = codesOf(scheme);
            for (int i = 0; i < 2000; ++i) {
                float low = std::min(end(random), 0.0f), high = std::max(end(random), 0.0f);
                const Params params = paramsFor({low, high}, scheme);
                if (scheme.symmetric) {
                    high = std::max(-low, high);
                    low = -high;
                }
                if (low == high) continue;
                const float width = high - low; // of the processor
                const test::Exact step =
                    test::quotient(test::exactOf(double(width)), {codes.highest - codes.lowest, 0}, 53);
                const test::Exact cast = test::roundedTo(step, 24);
                QVERIFY(double(params.scale) == std::ldexp(static_cast<double>(cast.value), cast.exponent));
            }
        }
    }

    // For every scheme: zero is exact, the ends of the range come back within half a step (a whole one where
    // all of the codes on one side are one fewer), and nothing leaves the codes.
    void holdsTheRange_data() {
        QTest::addColumn<float>("low");
        QTest::addColumn<float>("high");
        QTest::newRow("around zero") << -1.3f << 2.9f;
        QTest::newRow("positive") << 2.0f << 7.0f;
        QTest::newRow("negative") << -9.0f << -4.0f;
        QTest::newRow("tiny") << -1e-33f << 3e-33f;
        QTest::newRow("whole float range") << -Largest << Largest;
        QTest::newRow("infinite") << -Infinity << Infinity;
        QTest::newRow("nan") << NaN << 1.0f;
    }
    void holdsTheRange() {
        QFETCH(float, low);
        QFETCH(float, high);
        for (const Scheme& scheme : allSchemes()) {
            const std::string name = nameOf(scheme);
            const Params params = paramsFor({low, high}, scheme);
            const Codes codes = codesOf(scheme);
            QVERIFY2(std::isfinite(params.scale) && params.scale > 0, name.c_str());
            QVERIFY2(params.zeroPoint >= codes.lowest && params.zeroPoint <= codes.highest, name.c_str());
            QCOMPARE(quantize(0.0f, params, codes), params.zeroPoint);
            // The middle of an even number of codes lies between two of them.
            const bool isUneven = scheme.symmetric && (codes.lowest + codes.highest) % 2 != 0;
            for (const float end : {low, high}) {
                if (!std::isfinite(end)) continue;
                const std::int32_t code = quantize(end, params, codes);
                QVERIFY(code >= codes.lowest && code <= codes.highest);
                const double back = (code - params.zeroPoint) * double(params.scale);
                const double error = std::abs(back - double(end)) / double(params.scale);
                // Of 2^16 steps in float32 the last bits are a few thousandths.
                const double rounding = scheme.type == CodeType::Int16 ? 0.01 : 0.001;
                QVERIFY2(error <= (isUneven ? 1 : 0.5) + rounding,
                         (name + ": " + std::to_string(error)).c_str());
            }
        }
    }

    void powersOfTwo() {
        for (const Scheme& scheme : allSchemes()) {
            if (!scheme.powerOfTwo) continue;
            Scheme plain = scheme;
            plain.powerOfTwo = false;
            for (const float high : {1.0f, 0.3f, 255.0f, 256.0f, 1e-20f, 77.7f}) {
                const float step = paramsFor({-0.1f * high, high}, plain).scale;
                const float raised = paramsFor({-0.1f * high, high}, scheme).scale;
                int exponent = 0;
                QVERIFY(std::frexp(raised, &exponent) == 0.5f);
                QVERIFY(raised >= step && raised < 2 * step);
            }
        }
        // A step that is one stays.
        QCOMPARE(paramsFor({0, 255}, {CodeType::UInt8, false, Limits::Full, true}).scale, 1.0f);
        QCOMPARE(paramsFor({0, 255.1f}, {CodeType::UInt8, false, Limits::Full, true}).scale, 2.0f);
        QCOMPARE(nextPowerOfTwo(0.125), 0.125);
        QCOMPARE(nextPowerOfTwo(std::nextafter(0.125, 1.0)), 0.25);
    }

    void nothingToHold() {
        for (const Scheme& scheme : allSchemes())
            for (const Range range : {Range{0, 0}, Range{NaN, NaN}, Range{0, 1e-40f}}) {
                const Params params = paramsFor(range, scheme);
                const Codes codes = codesOf(scheme);
                QCOMPARE(params.scale, 1.0f);
                QCOMPARE(params.zeroPoint, std::clamp(0, codes.lowest, codes.highest));
                QCOMPARE(quantize(0.0f, params, codes), params.zeroPoint); // 0 stays 0
            }
    }

    // Symmetric int8 as it is usual: the largest number is 127.
    void symmetricUses127Codes() {
        for (const float extreme : {1.0f, 0.3f, 1e-30f, 4e37f, Largest}) {
            const Params params = paramsFor({-extreme, extreme / 2}, DefaultWeights);
            QCOMPARE(params.zeroPoint, 0);
            QVERIFY(params.scale == extreme / 127.0f);
            QCOMPARE(quantize(extreme, params, codesOf(DefaultWeights)), 127);
            QCOMPARE(quantize(-extreme, params, codesOf(DefaultWeights)), -127);
        }
    }

    void usual() {
        QCOMPARE(usualLimits(CodeType::Int8, true), Limits::Restricted);
        QCOMPARE(usualLimits(CodeType::Int16, true), Limits::Restricted);
        QCOMPARE(usualLimits(CodeType::Int8, false), Limits::Full);
        QCOMPARE(usualLimits(CodeType::UInt8, true), Limits::Full);
        QCOMPARE(usualLimits(CodeType::Int4, true), Limits::Full);
    }
};

} // namespace

EDGEWRIGHT_TEST(SchemeTest)

} // namespace edgewright::scheme_test

#include "scheme_test.moc"
