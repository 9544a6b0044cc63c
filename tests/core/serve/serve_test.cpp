// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios that really run. What is asserted does not depend on how quick the machine is.
#include "core/metrics/catalogue.h"
#include "core/scenario/policy.h"
#include "core/serve/running_snapshot.h"
#include "tests/core/serve/chains.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <latch>
#include <map>
#include <mutex>
#include <numeric>

namespace edgewright::serve_test {

using namespace edgewright::scenario;

namespace {

Model closedLoop(const std::string& name) {
    return {.name = name, .arrivals = {.kind = ArrivalKind::ClosedLoop}};
}

// `count` times, from `first` seconds on.
std::vector<double> every(double seconds, int count, double first) {
    std::vector<double> times;
    for (int i = 0; i < count; ++i)
        times.push_back(first + i * seconds);
    return times;
}

// A long model that always has a batch, and a short one with the higher priority that comes between.
Scenario urgentBesideLong(const std::string& policy) {
    Scenario scenario{.models = {closedLoop("long"), test::recordedModel("urgent", every(0.02, 20, 0.03))},
                      .cores = 1,
                      .policy = policy,
                      .seconds = 0.5,
                      .minQueries = 3};
    scenario.models[0].priority = 2;
    return scenario;
}

// Segments of the urgent model that lie between two of one batch of the long one.
int insideOfLongBatches(const Simulation& run) {
    int inside = 0;
    for (std::size_t i = 0; i + 2 < run.segments.size(); ++i) {
        const Segment &before = run.segments[i], &one = run.segments[i + 1];
        if (before.model != 0 || !before.isPreempted || one.model != 1 || one.begin < before.end) continue;
        const auto after = std::ranges::find_if(run.segments, [&](const Segment& each) {
            return each.model == 0 && each.batch == before.batch && each.begin >= one.end;
        });
        inside += after != run.segments.end();
    }
    return inside;
}

} // namespace

class ServeTest : public QObject {
    Q_OBJECT
private slots:
    void everyPolicyRuns_data() {
        QTest::addColumn<QString>("policy");
        for (const Policy* each : policies())
            QTest::newRow(std::string(each->name).c_str()) << QString::fromStdString(std::string(each->name));
    }
    void everyPolicyRuns() {
        QFETCH(const QString, policy);
        Scenario scenario{
            .models = {test::poissonModel("a", 100), test::periodicModel("b", 15), test::poissonModel("c", 50)},
            .cores = 1,
            .policy = policy.toStdString(),
            .seconds = 0.4,
            .warmUp = 0.05};
        scenario.models[0].priority = 3;
        scenario.models[1].deadlineMs = 10;
        scenario.models[2].instances = 2;
        const serve::Served run =
            test::served(scenario, {test::chain(50, 3000), test::shortChain(), test::chain(20, 10'000)});
        QVERIFY(run.isWhole);
        QVERIFY(run.costs.decisions > 0 && run.costs.events > 0);
        // The arrivals of a simulation, to the tick.
        const Simulation simulated = test::simulated(
            scenario, {{fixedService("a", 1e-4), fixedService("b", 1e-4), fixedService("c", 1e-4)}});
        std::map<std::pair<std::uint32_t, std::uint64_t>, Ticks> arrivals;
        for (const RequestRecord& each : simulated.requests)
            arrivals[{each.model, each.number}] = each.arrival;
        QCOMPARE(run.simulation.requests.size(), simulated.requests.size());
        for (const RequestRecord& each : run.simulation.requests) {
            QCOMPARE(each.arrival, arrivals.at({each.model, each.number}));
            QVERIFY(each.outcome == Outcome::Done && each.start >= each.arrival && each.end > each.start);
        }
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(run.simulation.models[i].arrived, simulated.models[i].arrived);
    }

    // A core computes one batch at a time.
    void segmentsDoNotOverlap() {
        Scenario scenario{.models = {closedLoop("a"), test::poissonModel("b", 200)},
                          .cores = 1,
                          .policy = "round_robin_operators",
                          .seconds = 0.2,
                          .minQueries = 5};
        const serve::Served run = test::served(scenario, {test::chain(30, 5000), test::chain(30, 5000)});
        std::vector<Segment> segments = run.simulation.segments;
        QVERIFY(segments.size() > 10);
        std::ranges::sort(segments, {}, &Segment::begin);
        for (std::size_t i = 1; i < segments.size(); ++i)
            QVERIFY(segments[i].begin >= segments[i - 1].end);
        QVERIFY(run.simulation.models[0].preemptions > 0);
    }

    void givesWayBetweenOperators() {
        const std::vector<serve::ServedModel> models{test::longChain(), test::shortChain()};
        const serve::Served given = test::served(urgentBesideLong("priority"), models);
        QVERIFY(given.simulation.models[0].preemptions > 0);
        QVERIFY(insideOfLongBatches(given.simulation) > 0);
        QVERIFY(given.simulation.models[0].preempted > 0);
        const serve::Served never = test::served(urgentBesideLong("fifo"), models);
        QCOMPARE(never.simulation.models[0].preemptions, std::int64_t(0));
        QCOMPARE(insideOfLongBatches(never.simulation), 0);
    }

    // A model without a deadline gives way to one with a deadline; a batch of two threads to one of one.
    void givesWayWithTwoThreads() {
        if (serve::usableProcessors().size() < 2) QSKIP("one processor");
        Scenario scenario = urgentBesideLong("edf");
        scenario.cores = 2;
        scenario.models[0].threads = 2;
        scenario.models[1].deadlineMs = 1;
        const serve::Served run = test::served(scenario, {test::chain(400, 100'000), test::shortChain()});
        QVERIFY(run.simulation.models[0].preemptions > 0);
        for (const Segment& each : run.simulation.segments)
            QVERIFY(each.core == 0 || each.core == 1);
    }

    // Requests that all wait are sent in the largest batches.
    void batches() {
        Scenario scenario{
            .models = {test::recordedModel("a", std::vector<double>(20, 0.0))}, .cores = 1, .seconds = 1};
        scenario.models[0].batching.maxSize = 8;
        const serve::Served run = test::served(scenario, {test::chain(3, 10, {1, 2, 4, 8})});
        const std::vector<BatchCount>& batches = run.simulation.models[0].batches;
        QCOMPARE(batches.size(), std::size_t(2));
        QCOMPARE(batches[0].size, std::int64_t(4));
        QCOMPARE(batches[0].byReason[static_cast<std::size_t>(BatchReason::Idle)], std::int64_t(1));
        QCOMPARE(batches[1].size, std::int64_t(8));
        QCOMPARE(batches[1].byReason[static_cast<std::size_t>(BatchReason::Full)], std::int64_t(2));
        QCOMPARE(run.simulation.models[0].done, std::int64_t(20));
    }

    // Each request's inputs are asked for once; of a batch that is not full, none is asked for twice.
    void inputsOfRequests() {
        Scenario scenario{
            .models = {test::recordedModel("a", std::vector<double>(7, 0.0))}, .cores = 1, .seconds = 1};
        scenario.models[0].batching.maxSize = 4;
        serve::ServedModel model = test::chain(2, 3, {1, 4});
        std::vector<std::uint64_t> asked;
        model.inputs = [&](std::uint64_t request) -> Result<std::vector<ir::Tensor>> {
            asked.push_back(request);
            const auto number = static_cast<float>(request);
            return std::vector<ir::Tensor>{ir::Tensor::of({1, 3}, std::vector<float>{number, number, number})};
        };
        test::served(scenario, {model});
        std::ranges::sort(asked);
        std::vector<std::uint64_t> all(7);
        std::iota(all.begin(), all.end(), std::uint64_t(0));
        QCOMPARE(asked, all);
    }

    // Inputs that wait for each other: both models compute at the same time, on cores of their own.
    void reallyAtOnce() {
        if (serve::usableProcessors().size() < 2) QSKIP("one processor");
        Scenario scenario{.models = {test::recordedModel("a", {0.0}), test::recordedModel("b", {0.0})},
                          .coreSets = {{"left", {0}}, {"right", {1}}},
                          .seconds = 1};
        scenario.models[0].coreSet = "left";
        scenario.models[1].coreSet = "right";
        std::latch both(2);
        std::array<std::atomic<int>, 2> processors{-1, -1};
        std::vector<serve::ServedModel> models{test::chain(2, 3), test::chain(2, 3)};
        for (std::size_t i = 0; i < 2; ++i)
            models[i].inputs = [&, i](std::uint64_t) -> Result<std::vector<ir::Tensor>> {
                processors[i] = sched_getcpu();
                both.arrive_and_wait();
                return std::vector<ir::Tensor>{ir::Tensor::of({1, 3}, std::vector<float>{1, 2, 3})};
            };
        const serve::Served run = test::served(scenario, models);
        QCOMPARE(processors[0].load(), serve::usableProcessors()[0]);
        QCOMPARE(processors[1].load(), serve::usableProcessors()[1]);
        QCOMPARE(run.simulation.segments.size(), std::size_t(2));
    }

    void news() {
        Scenario scenario{.models = {test::periodicModel("a", 2)}, .cores = 1, .seconds = 0.2};
        std::vector<serve::ServeNews> all;
        const serve::Served run =
            test::served(scenario, {test::shortChain()},
                         {.told = [&](const serve::ServeNews& each) { all.push_back(each); },
                          .tellEvery = std::chrono::milliseconds(5)});
        QVERIFY(!all.empty());
        std::int64_t done = 0;
        serve::RunningSnapshot running(scenario);
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(all[i].models.size(), std::size_t(1));
            if (i > 0)
                QVERIFY(all[i].at >= all[i - 1].at && all[i].models[0].done >= all[i - 1].models[0].done);
            done += std::ranges::count(all[i].models[0].departed, scenario::Outcome::Done,
                                       &scenario::Departure::outcome);
            QCOMPARE(done, all[i].models[0].done);
            running.take(all[i]);
        }
        const serve::ModelNews& last = all.back().models[0];
        QCOMPARE(last.done, run.simulation.models[0].done);
        QCOMPARE(last.arrived, std::int64_t(100));
        QVERIFY(last.waiting == 0 && last.running == 0);

        const metrics::Snapshot snapshot = running.now();
        const metrics::ModelSnapshot& model = snapshot.models.at(0);
        QCOMPARE(model.name, std::string("a"));
        QCOMPARE(model.done(), done);
        QCOMPARE(std::int64_t(model.latency.count()), done);
        QCOMPARE(model.inferences, done);
        QCOMPARE(model.executions(), done); // batches of one
        QVERIFY(snapshot.busySeconds.at(0) > 0 && model.computed.sum > 0);
        const auto text = metrics::metricsText(snapshot, metrics::Names::Both);
        QVERIFY(text && text->find("ew_requests_succeeded_total{model=\"a\"} 100") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(ServeTest)

} // namespace edgewright::serve_test

#include "serve_test.moc"
