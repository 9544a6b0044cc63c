// SPDX-License-Identifier: GPL-3.0-or-later
// Percentiles and their intervals, and the rule of early stopping, by numbers that are known.
#include "core/scenario/latency.h"
#include "core/scenario/random.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace edgewright::scenario_latency_test {

using namespace edgewright::scenario;

namespace {

std::vector<double> ranks(std::size_t count) { // the value is the rank
    std::vector<double> sorted(count);
    std::iota(sorted.begin(), sorted.end(), 1.0);
    return sorted;
}

} // namespace

class ScenarioLatencyTest : public QObject {
    Q_OBJECT
private slots:
    void binomials() {
        QCOMPARE(binomialCdf(-1, 10, 0.5), 0.0);
        QCOMPARE(binomialCdf(10, 10, 0.5), 1.0);
        QVERIFY(std::abs(binomialCdf(3, 10, 0.5) - 176.0 / 1024) < 1e-13);
        QVERIFY(std::abs(binomialCdf(7, 10, 0.5) - 968.0 / 1024) < 1e-13);
        QVERIFY(std::abs(binomialCdf(0, 459, 0.01) - std::pow(0.99, 459)) < 1e-13);
        // Both sides of the mean meet, also of many.
        double sum = 0;
        for (std::int64_t k = 0; k <= 40; ++k) {
            sum +=
                std::exp(std::lgamma(1001) - std::lgamma(static_cast<double>(k) + 1) -
                         std::lgamma(1001 - static_cast<double>(k)) + static_cast<double>(k) * std::log(0.02) +
                         static_cast<double>(1000 - k) * std::log(0.98));
            QVERIFY(std::abs(binomialCdf(k, 1000, 0.02) - sum) < 1e-11);
        }
        const double middle = binomialCdf(2703, 270'336, 0.01);
        QVERIFY(middle > 0.49 && middle < 0.51);
    }

    // The median's is the one that all times of the program have.
    void intervalsOfAMedian() {
        for (const std::size_t count : {6U, 7U, 10U, 15U, 50U, 101U, 1000U}) {
            const auto sorted = ranks(count);
            const auto known = measure::medianInterval(sorted);
            const auto found = quantileEstimate(sorted, 0.5).interval;
            QVERIFY(known && found);
            QCOMPARE(found->low, known->low);
            QCOMPARE(found->high, known->high);
        }
    }

    void fewestSamples_data() {
        QTest::addColumn<double>("share");
        QTest::addColumn<int>("both");
        QTest::addColumn<int>("upper");
        QTest::newRow("p50") << 0.5 << 6 << 5;
        QTest::newRow("p90") << 0.9 << 36 << 29;
        QTest::newRow("p95") << 0.95 << 72 << 59;
        QTest::newRow("p99") << 0.99 << 368 << 299;
        QTest::newRow("p99.9") << 0.999 << 3688 << 2995;
    }
    void fewestSamples() {
        QFETCH(const double, share);
        QFETCH(const int, both);
        QFETCH(const int, upper);
        QCOMPARE(samplesForInterval(share), std::size_t(both));
        QCOMPARE(samplesForUpperBound(share), std::size_t(upper));
        const auto enough = static_cast<std::size_t>(both);
        QVERIFY(quantileRanks(enough, share));
        QVERIFY(!quantileRanks(enough - 1, share));
        const QuantileEstimate known = quantileEstimate(ranks(enough), share),
                               unknown = quantileEstimate(ranks(enough - 3), share);
        QVERIFY(known.interval && known.missing == 0);
        QCOMPARE(known.text("12 ms"), std::string("12 ms"));
        QVERIFY(!unknown.interval);
        QCOMPARE(unknown.text("12 ms"), std::string("needs 3 more"));
    }

    // Of 2000 draws the interval of 95 % holds the quantile in as many as it says.
    void intervalsHold() {
        Random random(5);
        int held = 0;
        constexpr int Draws = 2000;
        for (int draw = 0; draw < Draws; ++draw) {
            std::vector<double> samples(400);
            std::ranges::generate(samples, [&] { return random.unit(); });
            std::ranges::sort(samples);
            const auto interval = quantileEstimate(samples, 0.95).interval;
            held += interval->low <= 0.95 && interval->high >= 0.95;
        }
        QVERIFY(held > Draws * 0.94 && held < Draws * 0.985);
    }

    // Latencies of a queue come in rows of long ones: an interval for independent numbers holds the quantile
    // much too seldom, that of a run nearly as often as it says. M/M/1 at a load of 0.8, whose latencies are
    // exponential with a mean of 1 / (rate of service - rate of arrivals).
    void intervalsOfRunsHold_data() {
        QTest::addColumn<double>("share");
        QTest::newRow("p50") << 0.5;
        QTest::newRow("p95") << 0.95;
    }
    void intervalsOfRunsHold() {
        QFETCH(const double, share);
        constexpr double Load = 0.8;
        const double quantile = -std::log(1 - share) / (1 - Load);
        Random random(11);
        int held = 0, asIndependent = 0;
        constexpr int Runs = 300, WarmUp = 1000, Requests = 20'000;
        for (int run = 0; run < Runs; ++run) {
            std::vector<double> latencies;
            double latency = 0;
            for (int i = 0; i < WarmUp + Requests; ++i) { // Lindley's recursion
                latency = std::max(latency - random.exponential() / Load, 0.0) + random.exponential();
                if (i >= WarmUp) latencies.push_back(latency);
            }
            const auto holds = [&](const QuantileEstimate& estimate) {
                return estimate.interval && estimate.interval->low <= quantile &&
                       quantile <= estimate.interval->high;
            };
            held += holds(quantileOfRun(latencies, share));
            std::ranges::sort(latencies);
            asIndependent += holds(quantileEstimate(latencies, share));
        }
        const QByteArray told = QByteArray::number(held) + ", " + QByteArray::number(asIndependent);
        QVERIFY2(held > Runs * 0.87, told);
        QVERIFY2(asIndependent < Runs * 0.6, told);
    }

    // Independent numbers have nearly always the interval that is meant for them; of a few that come in one
    // row, which say little of a percentile, there is none.
    void intervalsOfIndependentRuns() {
        Random random(5);
        int same = 0;
        constexpr int Draws = 500;
        for (int draw = 0; draw < Draws; ++draw) {
            std::vector<double> samples(400);
            std::ranges::generate(samples, [&] { return random.unit(); });
            const auto ofRun = quantileOfRun(samples, 0.95).interval;
            std::ranges::sort(samples);
            const auto known = quantileEstimate(samples, 0.95).interval;
            same += ofRun && ofRun->low == known->low && ofRun->high == known->high;
        }
        QVERIFY2(same > Draws * 0.9, QByteArray::number(same));
        const QuantileEstimate inARow = quantileOfRun(ranks(400), 0.95);
        QVERIFY(!inARow.interval && inARow.missing > 0);
        QCOMPARE(quantileOfRun(ranks(400), 0.95).value, measure::quantile(ranks(400), 0.95));
        QCOMPARE(quantileOfRun(ranks(50), 0.95).missing, std::size_t(22));
    }

    // The tables of early stopping.
    void queriesThatPass_data() {
        QTest::addColumn<double>("share");
        QTest::addColumn<int>("late");
        QTest::addColumn<int>("queries");
        const auto rows = [](const char* name, double share, std::initializer_list<int> needed) {
            const int late[] = {0, 1, 2, 5};
            int i = 0;
            for (const int each : needed) {
                QTest::addRow("%s, %d late", name, late[i]) << share << late[i] << each;
                ++i;
            }
        };
        rows("p90", 0.9, {44, 64, 81, 127});
        rows("p99", 0.99, {459, 662, 838, 1307});
        rows("p99.9", 0.999, {4603, 6636, 8403, 13105});
    }
    void queriesThatPass() {
        QFETCH(const double, share);
        QFETCH(const int, late);
        QFETCH(const int, queries);
        QCOMPARE(queriesToPass(late, share), std::int64_t(queries));
        QVERIFY(passesEarly(late, queries, share));
        QVERIFY(!passesEarly(late, queries - 1, share));
        QVERIFY(!passesEarly(late + 1, queries, share));
    }

    void estimates() {
        const EarlyEstimate few = earlyEstimate(ranks(60), 0.9);
        QVERIFY(!few.value);
        QCOMPARE(few.missing, std::int64_t(4));
        // One may be late: none is dropped. Two: the highest is.
        QCOMPARE(*earlyEstimate(ranks(64), 0.9).value, 64.0);
        QCOMPARE(*earlyEstimate(ranks(80), 0.9).value, 80.0);
        QCOMPARE(*earlyEstimate(ranks(81), 0.9).value, 80.0);
        QCOMPARE(*earlyEstimate(ranks(127), 0.9).value, 123.0);
        const EarlyEstimate many = earlyEstimate(ranks(24'576), 0.9);
        QVERIFY(*many.value > 0.9 * 24'576 && *many.value < 0.905 * 24'576);
    }

    void nothingPassesWithoutQueries() {
        QVERIFY(!passesEarly(0, 0, 0.9));
        QVERIFY(!passesEarly(5, 5, 0.01));
        QVERIFY(!earlyEstimate({}, 0.9).value);
        QCOMPARE(quantileEstimate({}, 0.5).missing, std::size_t(6));
    }

    // Of numbers that follow each other closely the error is larger than it would be of independent ones.
    void meansOfStretches() {
        QVERIFY(!batchMeans(ranks(19)));
        const auto constant = batchMeans(std::vector<double>(100, 3.0));
        QCOMPARE(constant->mean, 3.0);
        QCOMPARE(constant->error, 0.0);
        Random random(7);
        int held = 0;
        constexpr int Draws = 200;
        for (int draw = 0; draw < Draws; ++draw) {
            std::vector<double> series;
            double last = 0; // x' = 0.9 x + noise, of mean 0
            for (int i = 0; i < 20'000; ++i)
                series.push_back(last = 0.9 * last + random.normal());
            const auto means = batchMeans(series);
            held += std::abs(means->mean) < 2.09 * means->error; // 95 % of Student's distribution, 19 degrees
        }
        QVERIFY(held > Draws * 0.88);
    }
};

EDGEWRIGHT_TEST(ScenarioLatencyTest)

} // namespace edgewright::scenario_latency_test

#include "scenario_latency_test.moc"
