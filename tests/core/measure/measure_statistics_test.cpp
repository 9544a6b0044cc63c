// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles, intervals and verdicts on samples whose answers are known, and on times recorded on a busy
// machine.
#include "core/measure/statistics.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace edgewright::measure_statistics_test {

using namespace edgewright::measure;

namespace {

// Times as machines make them: a floor, a little noise, and now and then something that takes the processor
// away.
class Times {
public:
    Times(std::uint64_t seed, double noise) : m_random(seed), m_noise(noise) {}
    // Of one block: what slows one variant down slows the other, too.
    void block() { m_weather = std::exp(0.3 * std::abs(m_normal(m_random))); }
    double operator()(double seconds) {
        const double taken = m_random() % 16 == 0 ? 1.4 : 1.0;
        return seconds * m_weather * taken * std::exp(m_noise * m_normal(m_random));
    }

private:
    std::mt19937_64 m_random;
    std::normal_distribution<double> m_normal;
    double m_noise, m_weather = 1;
};

} // namespace

class MeasureStatisticsTest : public QObject {
    Q_OBJECT
private slots:
    void quantiles() {
        const std::vector<double> sorted{1, 2, 3, 4};
        QCOMPARE(quantile(sorted, 0), 1.0);
        QCOMPARE(quantile(sorted, 1), 4.0);
        QCOMPARE(quantile(sorted, 0.5), 2.5);
        QCOMPARE(quantile(sorted, 0.25), 1.75);
        QCOMPARE(quantile(std::vector<double>{7}, 0.95), 7.0);
    }

    // Ranks of the tables for the 95 % interval of a median (as in Conover, Practical Nonparametric
    // Statistics).
    void intervalsOfTheTables_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("6") << 6 << 1.0 << 6.0;
        QTest::newRow("8") << 8 << 1.0 << 8.0;
        QTest::newRow("9") << 9 << 2.0 << 8.0;
        QTest::newRow("10") << 10 << 2.0 << 9.0;
        QTest::newRow("15") << 15 << 4.0 << 12.0;
        QTest::newRow("20") << 20 << 6.0 << 15.0;
        QTest::newRow("30") << 30 << 10.0 << 21.0;
        QTest::newRow("50") << 50 << 18.0 << 33.0;
        QTest::newRow("100") << 100 << 40.0 << 61.0;
    }
    void intervalsOfTheTables() {
        QFETCH(int, count);
        std::vector<double> sorted(static_cast<std::size_t>(count));
        std::iota(sorted.begin(), sorted.end(), 1.0); // the value is the rank
        const auto interval = medianInterval(sorted);
        QVERIFY(interval);
        QTEST(interval->low, "low");
        QTEST(interval->high, "high");
    }

    // Quantiles of the tables of Student's distribution (99.95 %), by degrees of freedom.
    void intervalsOfAMean_data() {
        QTest::addColumn<int>("freedom");
        QTest::addColumn<double>("quantile");
        QTest::newRow("1") << 1 << 636.619;
        QTest::newRow("4") << 4 << 8.610;
        QTest::newRow("5") << 5 << 6.869;
        QTest::newRow("10") << 10 << 4.587;
        QTest::newRow("11") << 11 << 4.437;
        QTest::newRow("31") << 31 << 3.633;
        QTest::newRow("63") << 63 << 3.452;
        QTest::newRow("1000") << 1000 << 3.300;
    }
    void intervalsOfAMean() {
        QFETCH(int, freedom);
        QFETCH(double, quantile);
        std::vector<double> numbers(static_cast<std::size_t>(freedom) + 1);
        std::iota(numbers.begin(), numbers.end(), 1.0);
        const auto count = static_cast<double>(numbers.size());
        const double variance = count * (count + 1) / 12; // of 1..n, with n - 1
        const MeanInterval interval = meanInterval(numbers);
        QCOMPARE(interval.count, numbers.size());
        QCOMPARE(interval.mean, (count + 1) / 2);
        QVERIFY(std::abs(interval.half / std::sqrt(variance / count) / quantile - 1) < 0.002);
    }

    // Of three numbers t = 1.886, s = 1; of 10 000 draws of twelve and one more, some 8 000 hold the one more.
    void whereTheNextNumberLies() {
        QVERIFY(!nextInterval(std::vector<double>{1}));
        const auto three = nextInterval(std::vector<double>{1, 2, 3});
        QVERIFY(three && std::abs(three->high - 2 - 1.8856 * std::sqrt(4.0 / 3)) < 1e-4);
        QVERIFY(std::abs(three->low + three->high - 4) < 1e-12);
        std::mt19937 random(1);
        std::normal_distribution<double> draw(5, 2);
        for (const std::size_t count : {3, 12}) {
            int held = 0;
            std::vector<double> numbers(count);
            for (int i = 0; i < 10000; ++i) {
                std::ranges::generate(numbers, [&] { return draw(random); });
                const auto interval = nextInterval(numbers);
                const double next = draw(random);
                held += interval && next >= interval->low && next <= interval->high;
            }
            QVERIFY2(held > 7850 && held < 8150, qPrintable(QString::number(held)));
        }
    }

    void aMeanIsAboveZeroBeyondItsNoise() {
        QVERIFY(meanInterval(std::vector<double>{1, 1.1, 0.9, 1.05}).isAboveZero());
        QVERIFY(!meanInterval(std::vector<double>{1, 1.2, 0.8, 1.1}).isAboveZero()); // at 95 % it is
        QVERIFY(!meanInterval(std::vector<double>{-1, -1.2, -0.8, -1.1}).isAboveZero());
        QVERIFY(!meanInterval(std::vector<double>{3, -2, 1, -1}).isAboveZero());
        QVERIFY(!meanInterval(std::vector<double>{0, 0, 0, 0}).isAboveZero());
        QVERIFY(!meanInterval(std::vector<double>{100}).isAboveZero()); // one number has no noise that is known
        QVERIFY(!meanInterval({}).isAboveZero());
    }

    // Two-sided probabilities of so many of all: 6 of 6 0.031, 5 of 5 0.063, 9 of 10 0.021, 8 of 10 0.11.
    void majorities() {
        QVERIFY(isMajority(6, 0) && isMajority(9, 1) && isMajority(61, 39));
        QVERIFY(!isMajority(5, 0) && !isMajority(8, 2) && !isMajority(60, 40));
        QVERIFY(!isMajority(0, 6) && !isMajority(0, 0) && !isMajority(50, 50));
        // 11 of 11 0.00098, 10 of 10 0.00195.
        QVERIFY(isMajority(11, 0, 0.999) && !isMajority(10, 0, 0.999) && !isMajority(61, 39, 0.999));
    }

    // Wilson's own formula, with ends known by hand: of n of n the lower one is n / (n + 1.96²).
    void intervalsOfAShare() {
        const double square = 1.96 * 1.96;
        const Interval all = shareInterval(10, 10), none = shareInterval(0, 10), half = shareInterval(50, 100);
        QVERIFY(std::abs(all.low - 10 / (10 + square)) < 1e-12 && all.high == 1);
        QVERIFY(none.low == 0 && std::abs(none.high - square / (10 + square)) < 1e-12);
        QVERIFY(std::abs(half.low - 0.4038) < 1e-4 && std::abs(half.high - 0.5962) < 1e-4);
        const Interval most = shareInterval(60, 64); // 93.75 %
        QVERIFY(std::abs(most.low - 0.8500) < 1e-3 && std::abs(most.high - 0.9754) < 1e-3);
        const Interval nothing = shareInterval(0, 0);
        QVERIFY(nothing.low == 0 && nothing.high == 1);
    }

    void tooFewSayNothing() {
        QVERIFY(!medianInterval(std::vector<double>{1, 2, 3, 4, 5}));
        const std::vector<double> ten{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, eleven{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
        QVERIFY(!medianInterval(ten, 0.999));
        QVERIFY(medianInterval(eleven, 0.999));
        QVERIFY(medianInterval(std::vector<double>(100'000, 3.0))); // 2^-n is none of the numbers any more
        QVERIFY(std::isinf(summaryOf(std::vector<double>{1, 2}).uncertainty()));
        QCOMPARE(summaryOf({}).count, std::size_t(0));
    }

    // As often as it says, whatever the distribution: here one with a floor and a long tail.
    void theIntervalHoldsTheMedian() {
        std::mt19937_64 random(3);
        std::lognormal_distribution<double> tail(0, 0.8);
        int held = 0;
        constexpr int Repeats = 2000;
        for (int i = 0; i < Repeats; ++i) {
            std::vector<double> samples(25);
            for (double& each : samples)
                each = 10 + tail(random);
            const Summary summary = summaryOf(samples);
            held += summary.interval->low <= 11 && 11 <= summary.interval->high ? 1 : 0; // 10 + exp(0)
        }
        QVERIFY2(held >= Repeats * 0.94 && held <= Repeats * 0.985, qPrintable(QString::number(held)));
    }

    void summaries() {
        std::vector<double> samples(100);
        std::iota(samples.rbegin(), samples.rend(), 1.0);
        const Summary summary = summaryOf(samples);
        QCOMPARE(summary.min, 1.0);
        QCOMPARE(summary.max, 100.0);
        QCOMPARE(summary.median, 50.5);
        QCOMPARE(summary.mean, 50.5);
        QCOMPARE(summary.p95, 95.05);
        QCOMPARE(summary.p99, 99.01);
        QCOMPARE(summary.uncertainty(), 10.5 / 50.5);
        QCOMPARE(summary.spread, 49.5 / 50.5);
    }

    // Two copies of the same: never called different, 100 times over; with little noise called the same.
    void copiesAreTheSame() {
        int same = 0;
        for (std::uint64_t repeat = 0; repeat < 100; ++repeat) {
            Times times(repeat, 0.02);
            std::vector<double> first, second;
            for (int block = 0; block < 100; ++block) {
                times.block();
                first.push_back(times(0.01));
                second.push_back(times(0.01));
            }
            const Comparison comparison = compare(first, second);
            QVERIFY(comparison.verdict != Verdict::Faster && comparison.verdict != Verdict::Slower);
            same += comparison.verdict == Verdict::Same ? 1 : 0;
        }
        QVERIFY2(same >= 95, qPrintable(QString::number(same)));
    }

    // A difference of 5 % is found where the noise is below 2 %, both ways, in all repeats.
    void fivePercentAreFound() {
        for (std::uint64_t repeat = 0; repeat < 100; ++repeat) {
            Times times(1000 + repeat, 0.015);
            std::vector<double> first, second;
            for (int block = 0; block < 100; ++block) {
                times.block();
                first.push_back(times(0.01));
                second.push_back(times(0.0095));
            }
            const Comparison faster = compare(first, second), slower = compare(second, first);
            QCOMPARE(faster.verdict, Verdict::Faster);
            QCOMPARE(slower.verdict, Verdict::Slower);
            QVERIFY(std::abs(faster.ratio - 0.95) < 0.01);
            QVERIFY(faster.interval.low <= faster.ratio && faster.ratio <= faster.interval.high);
            QVERIFY(faster.interval.high < 1 - ComparisonRules().resolution); // what is told is what was judged
            QCOMPARE(verdictOn(faster.interval), faster.verdict);
        }
    }

    void noiseIsSaid() {
        Times times(5, 0.5);
        std::vector<double> first, second;
        for (int block = 0; block < 20; ++block) {
            times.block();
            first.push_back(times(0.01));
            second.push_back(times(0.0102));
        }
        QCOMPARE(compare(first, second).verdict, Verdict::Undecided);
        first.resize(4);
        second.resize(4);
        const Comparison few = compare(first, second);
        QCOMPARE(few.verdict, Verdict::Undecided);
        QVERIFY(std::isinf(few.bound) && std::isinf(few.interval.high));
        first.assign(10, 0.02); // too few for the confidence of a claim
        second.assign(10, 0.01);
        QVERIFY(std::isinf(compare(first, second).interval.high));
        first.assign(11, 0.02);
        second.assign(11, 0.01);
        QCOMPARE(compare(first, second).verdict, Verdict::Faster);
        QVERIFY(verdictOn({0.96, 1.04}) == Verdict::Same && verdictOn({0.9, 1.01}) == Verdict::Undecided);
        QCOMPARE(compare({}, {}).verdict, Verdict::Undecided);
    }

    // Four presses of one button on a loaded machine, of the original and of the fused network: no wonder that
    // one number each said nothing.
    void recordedTimes() {
        const std::vector<double> original{18.8, 27.1, 48.7, 37.9}, fused{39.6, 34.2, 21.3, 37.8};
        QCOMPARE(compare(original, fused).verdict, Verdict::Undecided);
        QVERIFY(!summaryOf(original).interval);
        QVERIFY(summaryOf(original).spread > 0.3);
    }
};

EDGEWRIGHT_TEST(MeasureStatisticsTest)

} // namespace edgewright::measure_statistics_test

#include "measure_statistics_test.moc"
