// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/requantizer.h"

#include "tests/core/quant/exact.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace edgewright::requantizer_test {

using namespace edgewright::quant;

namespace {

constexpr Requantize Targets[] = {Requantize::Float32, Requantize::Float64, Requantize::FixedPoint,
                                  Requantize::DoubleRounding, Requantize::ShortMultiplier};

// x_scale * w_scale / y_scale as the target has it, and the code for an accumulator, in integers of 128 bits.
class ExactRequantizer {
public:
    ExactRequantizer(Requantize target, float x, float w, float y, Rounding mode)
        : m_target(target), m_mode(mode) {
        const auto of = [](float scale) { return test::exactOf(static_cast<double>(scale)); };
        const auto lean = [](test::Exact number) { // without zeros at its end
            while (number.value != 0 && number.value % 2 == 0) {
                number.value /= 2;
                ++number.exponent;
            }
            return number;
        };
        const test::Exact product = test::product(lean(of(x)), lean(of(w)));
        m_scale32 = test::quotient(test::roundedTo(product, 24), lean(of(y)), 24);
        m_scale64 = test::quotient(product, lean(of(y)), 53); // the product of two float32 is a double
        // The multiplier: 31 bits of the factor, the nearest, ties away.
        const int width = test::bitWidth(m_scale64.value);
        m_multiplier = test::rounded(m_scale64.value, width - 31, Rounding::HalfAway);
        m_shift = -(m_scale64.exponent + width - 31);
        if (test::bitWidth(m_multiplier) == 32) {
            m_multiplier /= 2;
            --m_shift;
        }
    }

    test::Wide operator()(std::int32_t accumulator) const {
        switch (m_target) {
        case Requantize::Float32:
            return inFloat(test::roundedTo({accumulator, 0}, 24), m_scale32, 24);
        case Requantize::Float64:
            return inFloat({accumulator, 0}, m_scale64, 53);
        case Requantize::FixedPoint:
            return test::rounded(accumulator * m_multiplier, m_shift, Rounding::HalfUp);
        case Requantize::DoubleRounding: // factors below 1
            return test::rounded(test::rounded(accumulator * m_multiplier, 31, Rounding::HalfUp), m_shift - 31,
                                 Rounding::HalfAway);
        case Requantize::ShortMultiplier:
            break;
        }
        const test::Wide bits = std::min<test::Wide>(test::rounded(m_multiplier, 16, Rounding::HalfUp), 0x7fff);
        return test::rounded(accumulator * bits, m_shift - 16, Rounding::HalfUp);
    }

private:
    test::Wide inFloat(test::Exact accumulator, test::Exact scale, int bits) const {
        const test::Exact real = test::roundedTo(test::product(accumulator, scale), bits);
        return test::rounded(real.value, -real.exponent, m_mode);
    }

    Requantize m_target;
    Rounding m_mode;
    test::Exact m_scale32, m_scale64;
    test::Wide m_multiplier = 0;
    int m_shift = 0;
};

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

    // The product of every uint8 and every int8 code, with scales of all kinds: in float with each rounding.
    void everyProductOfCodes_data() {
        QTest::addColumn<float>("x");
        QTest::addColumn<float>("w");
        QTest::addColumn<float>("y");
        QTest::newRow("halves") << 1.0f << 0.5f << 1.0f;
        QTest::newRow("powers of two") << 0.0625f << 0.03125f << 0.25f;
        QTest::newRow("small accumulators") << 0.02f << 0.03f << 0.001f;
        QTest::newRow("large accumulators") << 0.0123f << 0.00456f << 0.0789f;
        QTest::newRow("thirds") << 1.0f << 1.0f << 3.0f;
        QTest::newRow("tiny") << 1e-12f << 1e-13f << 1e-20f;
        std::mt19937 random(11);
        std::uniform_real_distribution<float> scale(1e-3f, 1e-1f);
        for (int i = 0; i < 6; ++i) {
            const float x = scale(random), w = scale(random);
            QTest::addRow("random %d", i) << x << w << std::max(scale(random), x * w * 1.01f);
        }
    }
    void everyProductOfCodes() {
        QFETCH(float, x);
        QFETCH(float, w);
        QFETCH(float, y);
        for (const Requantize target : Targets) {
            const bool inFloat = target == Requantize::Float32 || target == Requantize::Float64;
            for (const Rounding mode :
                 {Rounding::HalfEven, Rounding::HalfAway, Rounding::HalfUp, Rounding::Truncate}) {
                if (!inFloat && mode != Rounding::HalfEven) continue; // they round as they do
                const Requantizer ours(target, x, w, y, 0, -32768, 32767, Rounder(mode));
                const ExactRequantizer exact(target, x, w, y, mode);
                for (int a = 0; a < 256; ++a)
                    for (int b = -128; b < 128; ++b) {
                        const auto wanted = std::clamp<test::Wide>(exact(a * b), -32768, 32767);
                        if (ours(a * b) != wanted)
                            QFAIL(qPrintable(QStringLiteral("target %1, rounding %2: %3 * %4")
                                                 .arg(int(target))
                                                 .arg(int(mode))
                                                 .arg(a)
                                                 .arg(b)));
                    }
            }
        }
    }

    // Accumulators of all 32 bits.
    void anyAccumulator() {
        std::mt19937 random(13);
        std::uniform_real_distribution<float> scale(1e-3f, 1e-1f);
        for (const Requantize target : Targets)
            for (int i = 0; i < 40000; ++i) {
                const float x = scale(random), w = scale(random);
                const float y = std::max(x * w * std::ldexp(1.01f, static_cast<int>(random() % 24)), 1e-6f);
                const auto accumulator = static_cast<std::int32_t>(random()) >> random() % 30;
                const auto wanted = std::clamp<test::Wide>(
                    ExactRequantizer(target, x, w, y, Rounding::HalfEven)(accumulator) + 7, -128, 127);
                QVERIFY(Requantizer(target, x, w, y, 7, -128, 127)(accumulator) == wanted);
            }
    }

    void stochasticRoundingGoesByTheIndex() {
        const Requantizer rounding(Requantize::Float32, 1.0f, 0.25f, 1.0f, 0, -128, 127,
                                   Rounder(Rounding::Stochastic, 5));
        int ups = 0;
        for (std::uint64_t i = 0; i < 4000; ++i) {
            const int code = rounding(5, i); // 1.25
            QVERIFY(code == 1 || code == 2);
            QCOMPARE(int(rounding(5, i)), code);
            ups += code == 2;
        }
        QVERIFY(ups > 860 && ups < 1140);
    }

    void clampsToTheCodes() {
        for (const Requantize target : Targets) {
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
        for (const Requantize target : Targets) {
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

EDGEWRIGHT_TEST(RequantizerTest)

} // namespace edgewright::requantizer_test

#include "requantizer_test.moc"
