// SPDX-License-Identifier: GPL-3.0-or-later
// Latency over load: against the mean wait of M/D/1, and what cannot be scaled.
#include "core/scenario/answers/load_sweep.h"
#include "tests/core/scenario/scenarios.h"
#include "tests/support/test_class.h"

namespace edgewright::scenario_load_test {

using namespace edgewright::scenario;

class ScenarioLoadTest : public QObject {
    Q_OBJECT
private slots:
    void ratesAreScaled() {
        Scenario scenario{.models = {test::periodicModel("a", 100, 10), test::poissonModel("b", 4),
                                     test::recordedModel("c", {0, 2})}};
        scenario.models[0].arrivals.jitterMs = 20;
        const Scenario twice = scaled(scenario, 2);
        QCOMPARE(twice.models[0].arrivals.periodMs, 50.0);
        QCOMPARE(twice.models[0].arrivals.phaseMs, 5.0);
        QCOMPARE(twice.models[0].arrivals.jitterMs, 10.0);
        QCOMPARE(twice.models[1].arrivals.rate, 8.0);
        QCOMPARE(twice.models[2].times, (std::vector<double>{0, 1}));
    }

    // The power of M/D/1, rho over 1 + rho / (2 (1 - rho)), is largest at rho = 2 - sqrt(2) = 0.586; that of
    // the median is near it.
    void latencyGrowsWithLoad() {
        const Scenario scenario{.models = {test::poissonModel("a", 10)}, .seconds = 200};
        const Service service{{test::serviceOf("a", {10})}};
        const auto curve = sweepLoad(scenario, service);
        QVERIFY(curve);
        QCOMPARE(curve->points.size(), SweepLoads.size());
        for (std::size_t at = 0; at < curve->points.size(); ++at) {
            QCOMPARE(curve->points[at].utilisation, SweepLoads[at]);
            QCOMPARE(curve->points[at].factor, SweepLoads[at] / 0.1);
            QVERIFY(curve->points[at].median[0].value >= 0.01);
            QVERIFY(at == 0 || curve->points[at].high[0].value >= curve->points[at - 1].high[0].value * 0.9);
        }
        QVERIFY(curve->points.back().high[0].value > 10 * curve->points.front().high[0].value);
        QVERIFY(curve->knees[0].has_value());
        const double knee = curve->points[*curve->knees[0]].utilisation;
        QVERIFY2(knee >= 0.4 && knee <= 0.8, qPrintable(QString::number(knee)));
    }

    void whatFollowsItselfHasNoLoad() {
        Scenario scenario{.models = {test::poissonModel("a", 10)}};
        scenario.models[0].arrivals.kind = ArrivalKind::ClosedLoop;
        const auto curve = sweepLoad(scenario, {{test::serviceOf("a", {10})}});
        QVERIFY(!curve);
        QVERIFY(curve.error().message.find("to be scaled") != std::string::npos);
    }

    void canBeStopped() {
        std::stop_source stop;
        stop.request_stop();
        const auto curve = sweepLoad({.models = {test::poissonModel("a", 10)}}, {{test::serviceOf("a", {10})}},
                                     1, {}, {stop.get_token(), nullptr});
        QVERIFY(!curve);
        QCOMPARE(curve.error().code, ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(ScenarioLoadTest)

} // namespace edgewright::scenario_load_test

#include "scenario_load_test.moc"
