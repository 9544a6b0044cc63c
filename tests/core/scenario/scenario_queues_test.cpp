// SPDX-License-Identifier: GPL-3.0-or-later
// The simulator against formulas of queueing theory (Kleinrock, Queueing Systems, 1975): within four standard
// errors, which are themselves small.
#include "core/scenario/latency.h"
#include "tests/core/scenario/scenarios.h"
#include "tests/support/test_class.h"

#include <cmath>

namespace edgewright::scenario_queues_test {

using namespace edgewright::scenario;

namespace {

constexpr double Service10Ms = 0.01;

// Runs as a distribution has them, at 10 000 shares of it; their moments are those of the runs.
template <typename Quantile>
ServiceTimes drawnFrom(const std::string& name, const Quantile& quantile) {
    constexpr int Runs = 10'000;
    ServiceTimes times{name, {"all"}, {{1, {}}}};
    for (int i = 0; i < Runs; ++i)
        times.batches[0].times.push_back(std::max<Ticks>(ticksOf(quantile((i + 0.5) / Runs)), 1));
    return times;
}
ServiceTimes exponentialService(const std::string& name) {
    return drawnFrom(name, [](double share) { return -Service10Ms * std::log(1 - share); });
}

double meanSquare(const ServiceTimes& times) {
    double sum = 0;
    for (const Ticks each : times.batches[0].times)
        sum += secondsOf(each) * secondsOf(each);
    return sum / static_cast<double>(times.batches[0].times.size());
}
double meanOf(const ServiceTimes& times) { return times.mean(times.batches[0]); }

// The mean wait is `expected`; one standard error is at most `precision` of it.
void compareWaits(const ModelResult& result, double expected, double precision) {
    const auto means = batchMeans(result.waits, 40);
    QVERIFY(means);
    const QByteArray told = QStringLiteral("%1: %2 ± %3, expected %4")
                                .arg(QString::fromStdString(result.name))
                                .arg(means->mean)
                                .arg(means->error)
                                .arg(expected)
                                .toUtf8();
    QVERIFY2(means->error < precision * expected, told);
    QVERIFY2(std::abs(means->mean - expected) < 4 * means->error, told);
}

SimulationLimits few() { return {.segments = 10, .requests = 10}; }

} // namespace

class ScenarioQueuesTest : public QObject {
    Q_OBJECT
private slots:
    // M/D/1, M/M/1 and another M/G/1: lambda E[S^2] / (2 (1 - rho)).
    void oneModel_data() {
        QTest::addColumn<double>("load");
        QTest::addColumn<int>("kind");
        for (const double load : {0.5, 0.7, 0.8})
            for (const int kind : {0, 1, 2})
                QTest::addRow("%s %g", std::array{"M/D/1", "M/M/1", "M/U/1"}[static_cast<std::size_t>(kind)],
                              load)
                    << load << kind;
    }
    void oneModel() {
        QFETCH(const double, load);
        QFETCH(const int, kind);
        const ServiceTimes times = kind == 0   ? fixedService("a", Service10Ms)
                                   : kind == 1 ? exponentialService("a")
                                               : drawnFrom("a", [](double share) { return 0.02 * share; });
        const double rate = load / meanOf(times);
        Scenario scenario{.models = {test::poissonModel("a", rate)}, .seconds = 500'000 / rate, .warmUp = 20};
        const Simulation result = test::simulated(scenario, {{times}}, 1, few());
        const double expected = rate * meanSquare(times) / (2 * (1 - load));
        if (kind == 0 && load == 0.7) QVERIFY(std::abs(expected - 0.011667) < 1e-6);
        compareWaits(result.models[0], expected, load > 0.75 ? 0.03 : 0.015);
        QVERIFY(std::abs(result.utilisation[0] - load) < 0.01);
        // Requests that wait are the rate times the wait.
        double waiting = 0;
        for (const double mean : result.models[0].queue.means)
            waiting += mean;
        waiting /= static_cast<double>(result.models[0].queue.means.size());
        QVERIFY(std::abs(waiting / (rate * expected) - 1) < 0.12);
    }

    // Without interruption: W_k = W_0 / ((1 - s_(k-1)) (1 - s_k)), s_k the load of the first k classes.
    void priorities_data() {
        QTest::addColumn<double>("load");
        QTest::addRow("0.5") << 0.5;
        QTest::addRow("0.8") << 0.8;
    }
    void priorities() {
        QFETCH(const double, load);
        const std::vector<ServiceTimes> times{fixedService("a", 0.004), exponentialService("b"),
                                              fixedService("c", 0.02)};
        Scenario scenario{.policy = "priority", .warmUp = 20};
        double first = 0;
        for (std::size_t i = 0; i < times.size(); ++i) {
            const double rate = load / 3 / meanOf(times[i]);
            scenario.models.push_back(test::poissonModel(times[i].model, rate));
            scenario.models.back().priority = static_cast<std::int64_t>(i) + 1;
            first += rate * meanSquare(times[i]) / 2;
        }
        scenario.seconds = 800'000 / (load / 3 / meanOf(times[0]));
        const Simulation result = test::simulated(scenario, {times}, 1, few());
        for (std::size_t i = 0; i < times.size(); ++i) {
            const double before = load / 3 * static_cast<double>(i), with = before + load / 3;
            compareWaits(result.models[i], first / ((1 - before) * (1 - with)), 0.03);
        }
    }

    // Two cores: M/M/2 waits by Erlang's formula.
    void twoCores() {
        const ServiceTimes times = exponentialService("a");
        const double load = 0.7, offered = 2 * load, mean = meanOf(times), rate = offered / mean;
        Scenario scenario{.models = {test::poissonModel("a", rate)}, .seconds = 600'000 / rate, .warmUp = 20};
        scenario.models[0].instances = 2;
        const Simulation result = test::simulated(scenario, {{times}}, 2, few());
        const double waits = offered * offered / 2 / (1 - load), chance = waits / (1 + offered + waits);
        compareWaits(result.models[0], chance * mean / (2 * (1 - load)), 0.03);
    }

    // Where two models have the same arrivals and times, first in, first out is an M/D/1 of both.
    void sharesOfOneQueue() {
        Scenario scenario{.models = {test::poissonModel("a", 35), test::poissonModel("b", 35)},
                          .seconds = 10'000};
        const Simulation result = test::simulated(
            scenario, {{fixedService("a", Service10Ms), fixedService("b", Service10Ms)}}, 1, few());
        for (const ModelResult& each : result.models)
            compareWaits(each, 0.7 * Service10Ms / (2 * 0.3), 0.015);
    }
};

EDGEWRIGHT_TEST(ScenarioQueuesTest)

} // namespace edgewright::scenario_queues_test

#include "scenario_queues_test.moc"
