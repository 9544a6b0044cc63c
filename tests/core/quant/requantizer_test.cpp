// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/requantizer.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace edgewright::quant;

namespace {

class RequantizerTest : public QObject {
    Q_OBJECT

private slots:
    // 0.5: floating point rounds ties to even, fixed point upwards.
    void ties() {
        for (const Requantize target : {Requantize::Float32, Requantize::Float64}) {
            const Requantizer even(target, 1.0f, 0.5f, 1.0f, 100, 0, 255);
            QCOMPARE(int(even(1)), 100);
            QCOMPARE(int(even(3)), 102);
            QCOMPARE(int(even(-1)), 100);
            QCOMPARE(int(even(-3)), 98);
        }
        const Requantizer up(Requantize::FixedPoint, 1.0f, 0.5f, 1.0f, 100, 0, 255);
        QCOMPARE(int(up(1)), 101);
        QCOMPARE(int(up(3)), 102);
        QCOMPARE(int(up(-1)), 100);
        QCOMPARE(int(up(-3)), 99);
    }

    void clampsToTheCodes() {
        for (const Requantize target : {Requantize::Float32, Requantize::Float64, Requantize::FixedPoint}) {
            const Requantizer narrow(target, 1.0f, 1.0f, 1.0f, -3, -128, 127);
            QCOMPARE(int(narrow(std::numeric_limits<std::int32_t>::max())), 127);
            QCOMPARE(int(narrow(std::numeric_limits<std::int32_t>::min())), -128);
            QCOMPARE(int(narrow(0)), -3);
            QCOMPARE(int(narrow(130)), 127);
            QCOMPARE(int(narrow(-125)), -128);
        }
    }

    // Past 2^24 an accumulator becomes a float32 first, and its last bits are gone before the tie is decided.
    void float32RoundsTheAccumulator() {
        const Requantizer single(Requantize::Float32, 1.0f, 1.0f, 16777216.0f, 0, 0, 255);
        const Requantizer exact(Requantize::Float64, 1.0f, 1.0f, 16777216.0f, 0, 0, 255);
        const std::int32_t tie = 16777216 + 8388608; // 1.5 steps
        QCOMPARE(int(single(tie)), 2);
        QCOMPARE(int(exact(tie)), 2);
        QCOMPARE(int(single(8388609)), 1);
        QCOMPARE(int(single(41943041)), 2); // 2.5 steps and a bit that float32 drops
        QCOMPARE(int(exact(41943041)), 3);
    }

    void extremeScales() {
        const float tiny = std::numeric_limits<float>::min(), huge = std::numeric_limits<float>::max();
        for (const Requantize target : {Requantize::Float32, Requantize::Float64, Requantize::FixedPoint}) {
            const Requantizer vanishing(target, tiny, tiny, huge, 5, 0, 255);
            QCOMPARE(int(vanishing(std::numeric_limits<std::int32_t>::max())), 5);
            const Requantizer exploding(target, huge, 1.0f, tiny, 5, 0, 255);
            QCOMPARE(int(exploding(1)), 255);
            QCOMPARE(int(exploding(-1)), 0);
        }
    }

    // Against the definition in long double: at most one code apart, and almost never that.
    void closeToTheRealNumber() {
        std::mt19937 random(7);
        std::uniform_real_distribution<float> scale(1e-3f, 1e-1f);
        std::uniform_int_distribution<std::int32_t> accumulators(-40000, 40000);
        for (const Requantize target : {Requantize::Float32, Requantize::Float64, Requantize::FixedPoint}) {
            int apart = 0;
            for (int i = 0; i < 20000; ++i) {
                const float x = scale(random), w = scale(random), y = scale(random);
                const std::int32_t accumulator = accumulators(random);
                const long double real = static_cast<long double>(accumulator) * x * w / y;
                const long double expected = std::clamp(std::nearbyint(real) + 128, 0.0L, 255.0L);
                const int distance = static_cast<int>(
                    std::abs(Requantizer(target, x, w, y, 128, 0, 255)(accumulator) - expected));
                QVERIFY(distance <= 1);
                apart += distance;
            }
            QVERIFY2(apart <= 2, qPrintable(QString::number(apart)));
        }
    }
};

} // namespace

QTEST_GUILESS_MAIN(RequantizerTest)
#include "requantizer_test.moc"
