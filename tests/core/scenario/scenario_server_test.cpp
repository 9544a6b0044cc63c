// SPDX-License-Identifier: GPL-3.0-or-later
// The largest rate within a bound: against the exact distribution of waits, and the gain of batches.
#include "core/scenario/answers/server_search.h"
#include "core/scenario/latency.h"
#include "core/scenario/presets.h"
#include "tests/core/scenario/scenarios.h"
#include "tests/support/test_class.h"

#include <cmath>

namespace edgewright::scenario_server_test {

using namespace edgewright::scenario;

namespace {

// M/D/1: P(wait <= x services) (Erlang, 1909); x small.
double chanceOfWait(double load, double x) {
    double sum = 0, factorial = 1;
    for (int k = 0; k <= static_cast<int>(x); ++k) {
        if (k > 0) factorial *= k;
        const double rest = load * (x - k);
        sum += std::pow(-rest, k) / factorial * std::exp(rest);
    }
    return (1 - load) * sum;
}

Scenario server(std::int64_t maxBatch = 1) {
    Scenario scenario{.models = {test::poissonModel("a", 1)}, .seconds = 10, .warmUp = 1};
    scenario.models[0].batching.maxSize = maxBatch;
    return scenario;
}

ServerRate found(const Scenario& scenario, const Service& service, const ServerSearch& search,
                 std::int64_t cores = 1) {
    auto result = searchServerRate(scenario, service, 0, search, cores);
    if (!result) {
        QTest::qFail(result.error().message.c_str(), __FILE__, __LINE__);
        return {};
    }
    return *std::move(result);
}

} // namespace

class ScenarioServerTest : public QObject {
    Q_OBJECT
private slots:
    // 5 ms of service, 99 % within 15 ms: the wait is at most two services.
    void againstTheFormula() {
        double low = 0, high = 1;
        while (high - low > 1e-9) {
            const double load = (low + high) / 2;
            (chanceOfWait(load, 2) >= 0.99 ? low : high) = load;
        }
        const ServerRate rate = found(server(), {{fixedService("a", 0.005)}},
                                      {.boundMs = 15, .precision = 0.002, .minQueries = 300'000});
        QCOMPARE(rate.capacity, 200.0);
        QVERIFY2(std::abs(rate.rate / 200 / low - 1) < 0.03,
                 qPrintable(QStringLiteral("%1, expected %2").arg(rate.rate / 200).arg(low)));
        QVERIFY(rate.probes.size() > 5);
        for (const ServerProbe& each : rate.probes) {
            QCOMPARE(each.passes, passesEarly(each.late, each.queries, 0.99));
            QCOMPARE(each.passes, each.rate <= rate.rate);
            QVERIFY(each.queries >= 300'000);
            if (each.passes) QVERIFY(each.latency <= 0.015);
        }
    }

    // C(b) = 4 ms + 1 ms b: batches of 8 do three times as much, and the bound leaves room for them.
    void batchesPay() {
        ServiceTimes times{"a", {"all"}, {}};
        for (const std::int64_t size : {1, 2, 4, 8})
            times.batches.push_back({size, {ticksOfMs(4.0 + static_cast<double>(size))}});
        const ServerRate one = found(server(), {{times}}, {.boundMs = 30, .minQueries = 20'000}),
                         eight = found(server(8), {{times}}, {.boundMs = 30, .minQueries = 20'000});
        QCOMPARE(one.capacity, 200.0);
        QVERIFY(std::abs(eight.capacity - 8 / 0.012) < 1e-6);
        QVERIFY(eight.rate >= 1.2 * one.rate);
    }

    void nothingIsQuickEnough() {
        const ServerRate rate =
            found(server(), {{fixedService("a", 0.02)}}, {.boundMs = 15, .minQueries = 2000});
        QCOMPARE(rate.rate, 0.0);
        QVERIFY(!rate.probes.empty());
    }

    // What is dropped is late: a queue that refuses much does not pass.
    void droppedIsLate() {
        Scenario scenario = server();
        scenario.models[0].batching.maxQueue = 1;
        const ServerRate rate =
            found(scenario, {{fixedService("a", 0.005)}}, {.boundMs = 100, .minQueries = 20'000});
        QVERIFY(rate.rate > 0 && rate.rate < 100);
    }

    void faultsAndStops() {
        const Service service{{fixedService("a", 0.005)}};
        QVERIFY(!searchServerRate(server(), service, 1, {}));
        QVERIFY(!searchServerRate(server(), service, 0, {.boundMs = 0}));
        QVERIFY(!searchServerRate(server(), {}, 0, {}));
        std::stop_source source;
        source.request_stop();
        const auto stopped = searchServerRate(server(), service, 0, {}, 1, {source.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }

    // MLPerf's data: each scenario runs, as long as it takes.
    void presetsRun() {
        for (const LoadScenario& load : loadScenarios()) {
            Scenario scenario = server(8);
            apply(load, scenario, 0);
            scenario.models[0].arrivals.rate = 50;
            scenario.warmUp = 0;
            scenario.minQueries = std::min<std::int64_t>(scenario.minQueries, 40'000);
            const Simulation result =
                test::simulated(scenario, {{fixedService("a", 0.01, 8)}}, 1, {.segments = 0, .requests = 0});
            QVERIFY(result.models[0].arrived >= scenario.minQueries);
            if (load.result == LoadResult::Throughput)
                QCOMPARE(result.end, ticksOf(24'576 / 8 * 0.01));
            else
                QVERIFY(result.arrivalsEnd >= 600 * TicksPerSecond);
        }
        QCOMPARE(serverBounds().front().ms, 15.0);
        QCOMPARE(serverBounds().back().ms, 10.0);
    }
};

EDGEWRIGHT_TEST(ScenarioServerTest)

} // namespace edgewright::scenario_server_test

#include "scenario_server_test.moc"
