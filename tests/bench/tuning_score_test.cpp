// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/tuning_score.h"

#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::tuning_score_test {

using namespace edgewright::bench;

namespace {

const std::vector<double> Values{5, 1, 4, 4, 9, 2};

// The best after each trial of every order in which the values can be drawn.
std::vector<std::vector<double>> allSearches() {
    std::vector<std::vector<double>> searches;
    std::vector<double> order = Values;
    std::ranges::sort(order);
    do {
        std::vector<double>& best = searches.emplace_back(order);
        for (std::size_t i = 1; i < best.size(); ++i)
            best[i] = std::min(best[i], best[i - 1]);
    } while (std::ranges::next_permutation(order).found);
    return searches;
}

} // namespace

class TuningScoreTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsExpectedIsTheMeanOfAllOrders() {
        const RandomSearch random(Values);
        const auto searches = allSearches();
        for (std::size_t trial = 0; trial < Values.size(); ++trial) {
            double mean = 0;
            for (const std::vector<double>& best : searches)
                mean += best[trial] / static_cast<double>(searches.size());
            QVERIFY(std::abs(random.expected(static_cast<std::int64_t>(trial) + 1) - mean) < 1e-9);
        }
        QCOMPARE(random.optimum(), 1.0);
        QCOMPARE(random.median(), 4.0);
        // Half of the orders have the 1 among the first three; one of 1 and 2 is among the first two in 9
        // of 15.
        QCOMPARE(random.medianTrialsTo(1), std::int64_t(3));
        QCOMPARE(random.medianTrialsTo(2), std::int64_t(2));
        QCOMPARE(random.budget(1), std::int64_t(6));
        QCOMPARE(random.budget(0), std::int64_t(2)); // 4.17 after one trial
    }

    void randomIsNothingAndTheOptimumOne() {
        const RandomSearch random(Values);
        QVERIFY(std::abs(score(random, allSearches(), 5)) < 1e-9);
        const std::vector<std::vector<double>> optimal{{1}};
        QVERIFY(std::abs(score(random, optimal, 5) - 1) < 1e-9);
        const std::vector<std::vector<double>> worst{{9, 9, 9, 9, 9}};
        QVERIFY(score(random, worst, 5) < -1);
    }

    void whatFailedCountsAsTheLargest() {
        const RandomSearch random({3, std::numeric_limits<double>::infinity(), 1});
        QCOMPARE(random.largest(), 3.0);
        QVERIFY(std::abs(random.expected(1) - 7.0 / 3) < 1e-12);
    }
};

EDGEWRIGHT_TEST(TuningScoreTest)

} // namespace edgewright::tuning_score_test

#include "tuning_score_test.moc"
