// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/rounding.h"

#include "tests/core/quant/exact.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <random>
#include <vector>

namespace edgewright::rounding_test {

using namespace edgewright::quant;

namespace {

constexpr std::array Definite{Rounding::HalfEven, Rounding::HalfAway, Rounding::HalfUp, Rounding::Truncate};

double expected(double value, Rounding mode) {
    const test::Exact exact = test::exactOf(value);
    return static_cast<double>(test::rounded(exact.value, -exact.exponent, mode));
}

class RoundingTest : public QObject {
    Q_OBJECT

private slots:
    void ties_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QList<int>>("rounded"); // in the order of Definite
        QTest::newRow("0.5") << 0.5 << QList<int>{0, 1, 1, 0};
        QTest::newRow("1.5") << 1.5 << QList<int>{2, 2, 2, 1};
        QTest::newRow("2.5") << 2.5 << QList<int>{2, 3, 3, 2};
        QTest::newRow("-0.5") << -0.5 << QList<int>{0, -1, 0, 0};
        QTest::newRow("-1.5") << -1.5 << QList<int>{-2, -2, -1, -1};
        QTest::newRow("-2.5") << -2.5 << QList<int>{-2, -3, -2, -2};
        QTest::newRow("2.25") << 2.25 << QList<int>{2, 2, 2, 2};
        QTest::newRow("-2.75") << -2.75 << QList<int>{-3, -3, -3, -2};
        QTest::newRow("below a half") << 0.49999999999999994 << QList<int>{0, 0, 0, 0};
        QTest::newRow("below minus a half") << -0.50000000000000011 << QList<int>{-1, -1, -1, 0};
    }
    void ties() {
        QFETCH(double, value);
        QFETCH(QList<int>, rounded);
        for (std::size_t i = 0; i < Definite.size(); ++i)
            QCOMPARE(int(Rounder(Definite[i])(value)), rounded[qsizetype(i)]);
    }

    // All 65 536 numerators over 1, 2, 4, ... 65 536, in integers.
    void everyFraction() {
        for (int shift = 0; shift <= 16; ++shift)
            for (int numerator = -32768; numerator < 32768; ++numerator) {
                const double value = std::ldexp(double(numerator), -shift);
                for (const Rounding mode : Definite)
                    if (const auto wanted = test::rounded(numerator, shift, mode);
                        Rounder(mode)(value) != static_cast<double>(wanted))
                        QFAIL(qPrintable(QStringLiteral("%1 / 2^%2").arg(numerator).arg(shift)));
            }
    }

    // Doubles of any size, and those next to ties.
    void anyDouble() {
        std::mt19937_64 random(5);
        std::vector<double> values;
        for (int exponent = -60; exponent <= 62; ++exponent)
            for (int i = 0; i < 200; ++i)
                values.push_back(
                    std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), exponent - 63));
        for (const double tie : {0.5, 1.5, 2.5, 1023.5, 4194303.5, 4503599627370495.5})
            for (const double sign : {1.0, -1.0})
                for (const double value : {tie, std::nextafter(tie, 0.0), std::nextafter(tie, 1e300)})
                    values.push_back(sign * value);
        for (const double value : values)
            for (const Rounding mode : Definite)
                QVERIFY2(Rounder(mode)(value) == expected(value, mode),
                         qPrintable(QString::number(value, 'g', 20)));
    }

    // Each element has a number of its own, whatever was asked before; whole numbers stay.
    void stochasticIsReproducible() {
        const Rounder rounder(Rounding::Stochastic, 42), same(Rounding::Stochastic, 42),
            other(Rounding::Stochastic, 43);
        std::vector<double> forwards, backwards(1000);
        for (std::uint64_t i = 0; i < 1000; ++i)
            forwards.push_back(rounder(-3.4, i));
        for (std::uint64_t i = 1000; i-- > 0;)
            backwards[i] = same(-3.4, i);
        QCOMPARE(forwards, backwards);
        std::size_t differ = 0;
        for (std::uint64_t i = 0; i < 1000; ++i) {
            QVERIFY(forwards[i] == -4.0 || forwards[i] == -3.0);
            QCOMPARE(rounder(-7.0, i), -7.0);
            differ += other(-3.4, i) != forwards[i];
        }
        QVERIFY(differ > 300); // 480 of two independent streams
    }

    // Up as often as the fraction says: within five standard deviations of 100 000 elements.
    void stochasticHasNoBias_data() {
        QTest::addColumn<double>("value");
        for (const double value : {0.5, 0.1, -0.1, 12.75, -12.75, 0.001})
            QTest::addRow("%g", value) << value;
    }
    void stochasticHasNoBias() {
        QFETCH(double, value);
        constexpr int Count = 100000;
        for (const std::uint64_t seed : {0u, 1u, 77u}) {
            double sum = 0;
            for (int i = 0; i < Count; ++i)
                sum += Rounder(Rounding::Stochastic, seed)(value, std::uint64_t(i));
            const double fraction = value - std::floor(value);
            const double deviation = std::sqrt(fraction * (1 - fraction) / Count);
            QVERIFY2(std::abs(sum / Count - value) < 5 * deviation, qPrintable(QString::number(sum / Count)));
        }
    }

    // Neighbours, and streams of neighbouring seeds, are not alike.
    void uniformNumbersAreSpread() {
        double sum = 0, products = 0, streams = 0;
        constexpr int Count = 100000;
        for (std::uint64_t i = 0; i < Count; ++i) {
            const double u = uniformAt(9, i);
            QVERIFY(u >= 0 && u < 1);
            sum += u - 0.5;
            products += (u - 0.5) * (uniformAt(9, i + 1) - 0.5);
            streams += (u - 0.5) * (uniformAt(10, i) - 0.5);
        }
        QVERIFY(std::abs(sum) < 5 * std::sqrt(Count / 12.0));
        QVERIFY(std::abs(products) < 5 * std::sqrt(Count) / 12);
        QVERIFY(std::abs(streams) < 5 * std::sqrt(Count) / 12);
    }
};

} // namespace

EDGEWRIGHT_TEST(RoundingTest)

} // namespace edgewright::rounding_test

#include "rounding_test.moc"
