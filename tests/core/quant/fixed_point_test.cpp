// SPDX-License-Identifier: GPL-3.0-or-later
// Every step of the integer requantizers against the same in 128-bit integers.
#include "core/quant/arithmetic/fixed_point.h"

#include "tests/core/quant/exact.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace edgewright::fixed_point_test {

using namespace edgewright::quant;
using test::Wide;

namespace {

constexpr std::int32_t Lowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t Highest = std::numeric_limits<std::int32_t>::max();

// 256 numbers: the ends, around powers of two, and random ones of every size.
std::vector<std::int32_t> numbers(std::uint32_t seed) {
    std::vector<std::int32_t> result{Lowest, Lowest + 1, Highest, Highest - 1, 0, 1, -1};
    for (int bit = 1; bit < 31; ++bit)
        for (const int off : {-1, 0, 1}) {
            result.push_back((1 << bit) + off);
            result.push_back(-(1 << bit) + off);
        }
    std::mt19937 random(seed);
    while (result.size() < 256)
        result.push_back(static_cast<std::int32_t>(random()) >> random() % 31);
    return result;
}

Wide clamped(Wide value) { return std::clamp<Wide>(value, Lowest, Highest); }

// Those of TFLite: every exponent, the smallest and largest value, and random ones.
std::vector<Multiplier> multipliers() {
    std::vector<Multiplier> result{{}};
    std::mt19937 random(3);
    std::uniform_int_distribution<std::int32_t> value(1 << 30, Highest);
    for (int exponent = -31; exponent <= 30; ++exponent) {
        result.push_back({1 << 30, exponent});
        result.push_back({Highest, exponent});
        result.push_back({0x7fff0000, exponent});
        result.push_back({0x7ffeffff, exponent});
        result.push_back({value(random), exponent});
    }
    return result;
}

class FixedPointTest : public QObject {
    Q_OBJECT

private slots:
    void highMul() {
        for (const std::int32_t a : numbers(1))
            for (const std::int32_t b : numbers(2)) {
                const Wide wanted = clamped(test::rounded(Wide(a) * b, 31, Rounding::HalfUp));
                QVERIFY(saturatingRoundingDoublingHighMul(a, b) == wanted);
            }
        QCOMPARE(saturatingRoundingDoublingHighMul(Lowest, Lowest), Highest);
        // Ties: -2^30 / 2^31 and three times that.
        QCOMPARE(saturatingRoundingDoublingHighMul(-1, 1 << 30), 0);
        QCOMPARE(saturatingRoundingDoublingHighMul(-3, 1 << 30), -1);
        QCOMPARE(saturatingRoundingDoublingHighMul(1, 1 << 30), 1);
    }

    // All 65 536 numbers of 16 bits with every shift, and larger ones.
    void divideByPowerOfTwo() {
        const auto check = [](std::int32_t value, int exponent) {
            return roundingDivideByPowerOfTwo(value, exponent) ==
                   test::rounded(value, exponent, Rounding::HalfAway);
        };
        for (int exponent = 0; exponent <= 31; ++exponent) {
            for (std::int32_t value = -32768; value < 32768; ++value)
                if (!check(value, exponent))
                    QFAIL(qPrintable(QStringLiteral("%1 / 2^%2").arg(value).arg(exponent)));
            for (const std::int32_t value : numbers(4))
                QVERIFY(check(value, exponent));
        }
    }

    // The nearest of 31 bits, ties away from zero, as llround does.
    void multiplierIsTheNearest() {
        std::mt19937_64 random(8);
        for (int exponent = -31; exponent <= 30; ++exponent)
            for (int i = 0; i < 500; ++i) {
                const auto mantissa = static_cast<std::int64_t>(random() >> 12 | std::uint64_t(1) << 52);
                const Multiplier found =
                    multiplierFor(std::ldexp(static_cast<double>(mantissa), exponent - 53));
                Wide wanted = test::rounded(mantissa, 22, Rounding::HalfAway);
                int wantedExponent = exponent;
                if (wanted == Wide(1) << 31) {
                    wanted /= 2;
                    ++wantedExponent;
                }
                if (wantedExponent > 30) wanted = Highest, wantedExponent = 30;
                QVERIFY(found.value == wanted && found.exponent == wantedExponent);
            }
        QCOMPARE(multiplierFor(0).value, 0);
        QCOMPARE(multiplierFor(1e-300).value, 0);
        QCOMPARE(multiplierFor(0x1p-33).value, 0);
        QCOMPARE(multiplierFor(0x1p-32).value, 1 << 30);
        QCOMPARE(multiplierFor(1e115).value, Highest);
        QCOMPARE(multiplierFor(1e115).exponent, 30);
        QCOMPARE(multiplierFor(1 - 0x1p-40).exponent, 1); // rounds up to 1
    }

    void singleRounding() {
        for (const Multiplier& multiplier : multipliers())
            for (const std::int32_t accumulator : numbers(5)) {
                const Wide wanted = test::rounded(Wide(accumulator) * multiplier.value,
                                                  31 - multiplier.exponent, Rounding::HalfUp);
                QVERIFY(multiplySingleRounding(accumulator, multiplier) == wanted);
            }
    }

    void doubleRounding() {
        for (const Multiplier& multiplier : multipliers())
            for (const std::int32_t accumulator : numbers(6)) {
                const int exponent = multiplier.exponent;
                const Wide shifted = clamped(Wide(accumulator) * (Wide(1) << std::max(exponent, 0)));
                const Wide high = clamped(test::rounded(shifted * multiplier.value, 31, Rounding::HalfUp));
                const Wide wanted = test::rounded(high, std::max(-exponent, 0), Rounding::HalfAway);
                QVERIFY(multiplyDoubleRounding(accumulator, multiplier) == wanted);
            }
        // 3/8: as 0.75 it becomes 1, and the half of that 1 again; rounded once it is 0.
        const Multiplier threeEighths{3 << 29, -1};
        QCOMPARE(multiplyDoubleRounding(1, threeEighths), std::int64_t(1));
        QCOMPARE(multiplySingleRounding(1, threeEighths), std::int64_t(0));
    }

    void shortMultiplier() {
        for (const Multiplier& multiplier : multipliers()) {
            const Wide bits = std::min<Wide>(test::rounded(multiplier.value, 16, Rounding::HalfUp), 0x7fff);
            QVERIFY(shortened(multiplier) == bits);
            for (const std::int32_t accumulator : numbers(7)) {
                const Wide wanted =
                    test::rounded(Wide(accumulator) * bits, 15 - multiplier.exponent, Rounding::HalfUp);
                QVERIFY(multiplyShort(accumulator, multiplier) == wanted);
            }
        }
    }
};

} // namespace

EDGEWRIGHT_TEST(FixedPointTest)

} // namespace edgewright::fixed_point_test

#include "fixed_point_test.moc"
