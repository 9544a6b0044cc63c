// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of a few requests whose times are known to the tick.
#include "core/scenario/answers/scenario_table.h"
#include "core/scenario/service_draw.h"
#include "tests/core/scenario/scenarios.h"
#include "tests/support/test_class.h"

#include <thread>

namespace edgewright::scenario_simulator_test {

using namespace edgewright::scenario;
using test::periodicModel, test::recordedModel, test::serviceOf, test::simulated;

namespace {

constexpr Ticks Ms = 1'000'000;

// "a 0-3, b 3-4!, ...": by begin; "!" behind one that goes on later.
QString drawn(const Simulation& of) {
    std::vector<Segment> segments = of.segments;
    std::ranges::stable_sort(segments, {},
                             [](const Segment& each) { return std::pair(each.begin, each.core); });
    QStringList text;
    for (const Segment& each : segments) {
        QString name = QString::fromStdString(of.models[each.model].name);
        if (each.core > 0) name += QStringLiteral("@%1").arg(each.core);
        text << QStringLiteral("%1 %2-%3%4%5")
                    .arg(name)
                    .arg(static_cast<double>(each.begin) / Ms)
                    .arg(static_cast<double>(each.end) / Ms)
                    .arg(each.isPreempted ? QStringLiteral("!") : QString())
                    .arg(each.isLate ? QStringLiteral(" late") : QString());
    }
    return text.join(QStringLiteral(", "));
}

std::vector<double> milliseconds(const std::vector<double>& seconds) {
    std::vector<double> result;
    for (const double each : seconds)
        result.push_back(std::round(each * 1e9) / 1e6);
    return result;
}

using Numbers = std::vector<double>;

} // namespace

class ScenarioSimulatorTest : public QObject {
    Q_OBJECT
private slots:
    // D/D/1: nothing waits below a load of 1; at a load of 2, request k waits k times the excess.
    void deterministic() {
        Scenario scenario{.models = {periodicModel("a", 10)}, .seconds = 1};
        const Simulation idle = simulated(scenario, {{fixedService("a", 0.009)}});
        QCOMPARE(idle.models[0].done, std::int64_t(100));
        for (const double each : idle.models[0].latencies)
            QCOMPARE(each, 0.009);
        QCOMPARE(idle.utilisation[0], 0.9);
        const Simulation full = simulated(scenario, {{fixedService("a", 0.02)}});
        for (std::size_t k = 0; k < 100; ++k)
            QCOMPARE(full.models[0].waits[k], secondsOf(static_cast<Ticks>(k) * 10 * Ms));
        QCOMPARE(full.utilisation[0], 1.0);
        QCOMPARE(full.end, 2000 * Ms);
        QCOMPARE(full.arrivalsEnd, 1000 * Ms);
    }

    void policies_data() {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("segments");
        const auto row = [](const char* policy, const char* segments) {
            QTest::newRow(policy) << QString::fromLatin1(policy) << QString::fromLatin1(segments);
        };
        // a: three operators of 2 ms from 0; b: two of 1 ms from 1; c: one of 3 ms from 1.5.
        row("fifo", "a 0-6, b 6-8, c 8-11");
        row("priority", "a 0-2!, c 2-5, b 5-7, a 7-11");
        row("edf", "a 0-2!, b 2-4, a 4-8, c 8-11 late");
        row("round_robin", "a 0-6, b 6-8, c 8-11");
        row("round_robin_operators", "a 0-2!, b 2-3!, c 3-6, a 6-8!, b 8-9, a 9-11");
    }
    void policies() {
        QFETCH(const QString, policy);
        QFETCH(const QString, segments);
        Scenario scenario{
            .models = {recordedModel("a", {0}), recordedModel("b", {0.001}), recordedModel("c", {0.0015})},
            .policy = policy.toStdString(),
            .seconds = 1};
        scenario.models[0].priority = 3;
        scenario.models[1].priority = 2;
        if (policy == QStringLiteral("edf")) {
            scenario.models[0].deadlineMs = 8; // at 8
            scenario.models[1].deadlineMs = 4; // at 5
            scenario.models[2].deadlineMs = 9; // at 10.5
        }
        const Service service{{serviceOf("a", {2, 2, 2}), serviceOf("b", {1, 1}), serviceOf("c", {3})}};
        const Simulation result = simulated(scenario, service);
        QCOMPARE(drawn(result), segments);
        // Whatever the order, the core works on without a gap.
        QCOMPARE(result.end, 11 * Ms);
        if (policy != QStringLiteral("priority")) return;
        QCOMPARE(milliseconds({result.models[0].preempted, result.models[0].executed}), (Numbers{5, 6}));
        QCOMPARE(result.models[0].preemptions, std::int64_t(1));
        QCOMPARE(result.requests.back().preempted, 5 * Ms);
    }

    // What waits comes and goes while the running one computes: it goes on without a stop.
    void nothingStopsForNothing() {
        Scenario scenario{.models = {recordedModel("a", {0}), recordedModel("b", {0.001})},
                          .policy = "priority",
                          .seconds = 1};
        scenario.models[0].priority = 2;
        scenario.coreSets = {{"x", {0, 1}}};
        scenario.models[1].threads = 1;
        const Simulation result = simulated(scenario, {{serviceOf("a", {2, 2}), serviceOf("b", {1})}}, 2);
        QCOMPARE(drawn(result), QStringLiteral("a 0-4, b@1 1-2"));
        QCOMPARE(result.models[0].preemptions, std::int64_t(0));
    }

    // A model of two threads waits for two cores, and nothing behind it overtakes it.
    void threads() {
        Scenario scenario{.models = {recordedModel("a", {0, 0.005}), recordedModel("b", {0.001}),
                                     recordedModel("c", {0.002})},
                          .seconds = 1};
        scenario.models[1].threads = 2;
        const Service service{{serviceOf("a", {4}), serviceOf("b", {3}), serviceOf("c", {1})}};
        QCOMPARE(drawn(simulated(scenario, service, 2)),
                 QStringLiteral("a 0-4, b 4-7, b@1 4-7, c 7-8, a@1 7-11"));
    }

    void instances() {
        Scenario scenario{.models = {recordedModel("a", {0, 0, 0})}, .seconds = 1};
        const Service service{{serviceOf("a", {2})}};
        QCOMPARE(drawn(simulated(scenario, service, 2)), QStringLiteral("a 0-2, a 2-4, a 4-6"));
        scenario.models[0].instances = 2;
        QCOMPARE(drawn(simulated(scenario, service, 2)), QStringLiteral("a 0-2, a@1 0-2, a 2-4"));
    }

    void coreSets() {
        Scenario scenario{.models = {recordedModel("a", {0, 0}), recordedModel("b", {0.0005})},
                          .coreSets = {{"one", {2}}, {"two", {0}}},
                          .seconds = 1};
        scenario.models[0].coreSet = "two";
        scenario.models[1].coreSet = "one";
        const Service service{{serviceOf("a", {2}), serviceOf("b", {1})}};
        QCOMPARE(drawn(simulated(scenario, service, 4)), QStringLiteral("a 0-2, b@2 0.5-1.5, a 2-4"));
    }

    // Two requests wait for two more, 5 ms at most; then for a core that another model has.
    void batches() {
        Scenario scenario{.models = {recordedModel("a", {0, 0.001, 0.010, 0.011, 0.012, 0.013, 0.02, 0.021}),
                                     recordedModel("b", {0.024})},
                          .seconds = 1};
        scenario.models[0].batching = {.maxSize = 4, .delayMs = 5};
        ServiceTimes times = serviceOf("a", {2}, 1);
        times.batches.push_back({2, {3 * Ms}});
        times.batches.push_back({4, {4 * Ms}});
        const Simulation result = simulated(scenario, {{times, serviceOf("b", {4})}});
        QCOMPARE(drawn(result), QStringLiteral("a 5-8, a 13-17, b 24-28, a 28-31"));
        const ModelResult& model = result.models[0];
        QCOMPARE(model.batches.size(), std::size_t(2));
        QCOMPARE(model.batches[0].size, std::int64_t(2));
        QCOMPARE(model.batches[0].byReason, (std::array<std::int64_t, 4>{0, 0, 2, 0}));
        QCOMPARE(model.batches[1].byReason, (std::array<std::int64_t, 4>{1, 0, 0, 0}));
        // 5 + 4, 3 + 2 + 1 + 0, and 4 + 3 until b came at 24; from there to 28 the core was busy.
        QCOMPARE(milliseconds({model.waitedForBatch, model.queued}), (Numbers{22, 8}));
        QCOMPARE(milliseconds(model.latencies), (Numbers{8, 7, 7, 6, 5, 4, 11, 10}));
    }

    void timeOutsAndFullQueues() {
        Scenario scenario{.models = {recordedModel("a", {0, 0.001, 0.002, 0.003, 0.0035})}, .seconds = 1};
        scenario.models[0].batching = {.maxQueue = 2, .timeoutMs = 3.5};
        const Simulation result = simulated(scenario, {{serviceOf("a", {5})}});
        // The first runs to 5; two wait, two are refused; at 5 the one of 1 has expired.
        QCOMPARE(drawn(result), QStringLiteral("a 0-5, a 5-10"));
        const auto& outcomes = result.models[0].outcomes;
        QCOMPARE(outcomes, (std::array<std::int64_t, 4>{2, 2, 1, 0}));
        scenario.models[0].batching.timeoutAction = TimeoutAction::Delay;
        QCOMPARE(milliseconds(simulated(scenario, {{serviceOf("a", {5})}}).models[0].latencies),
                 (Numbers{5, 8, 14}));
    }

    // Frames each 2 ms, 5 ms of work.
    void frames_data() {
        QTest::addColumn<int>("behind");
        QTest::addColumn<QString>("starts");
        QTest::newRow("oldest") << 0 << QStringLiteral("0 4 8 "); // the newest that waits
        QTest::newRow("newest") << 1 << QStringLiteral("0 2 6 ");
        QTest::newRow("queue") << 2 << QStringLiteral("0 2 4 6 8 ");
    }
    void frames() {
        QFETCH(const int, behind);
        QFETCH(const QString, starts);
        Scenario scenario{.models = {{.name = "a",
                                      .arrivals = {.kind = ArrivalKind::Frames,
                                                   .rate = 500,
                                                   .folder = "frames",
                                                   .whenBehind = static_cast<WhenBehind>(behind)}}},
                          .seconds = 0.0095};
        const Simulation result = simulated(scenario, {{serviceOf("a", {5})}});
        QString shown;
        std::int64_t dropped = 0;
        for (const RequestRecord& each : result.requests)
            if (each.outcome == Outcome::Done)
                shown += QString::number(each.arrival / Ms) + u' ';
            else
                ++dropped;
        QCOMPARE(shown, starts);
        QCOMPARE(result.models[0].outcomes[static_cast<std::size_t>(Outcome::Behind)], dropped);
        QCOMPARE(dropped, std::int64_t(behind == 2 ? 0 : 2));
    }

    // Two streams on one core: each query lasts as long as both take.
    void closedLoop() {
        Scenario scenario{
            .models = {{.name = "a", .arrivals = {.kind = ArrivalKind::ClosedLoop, .streams = 2}}},
            .seconds = 0.01};
        const Simulation two = simulated(scenario, {{serviceOf("a", {2})}});
        QCOMPARE(milliseconds(two.models[0].latencies), (Numbers{2, 4, 4, 4, 4, 4}));
        scenario.models[0].arrivals = {.kind = ArrivalKind::ClosedLoop, .samples = 3};
        scenario.models[0].batching.maxSize = 2;
        ServiceTimes times = serviceOf("a", {2});
        times.batches.push_back({2, {3 * Ms}});
        const Simulation multi = simulated(scenario, {{times}});
        QCOMPARE(milliseconds(multi.models[0].latencies), (Numbers{5, 5})); // 2 + 1 samples, each time
        QCOMPARE(multi.models[0].arrived, std::int64_t(2));
    }

    void atOnce() {
        Scenario scenario{.models = {{.name = "a", .arrivals = {.kind = ArrivalKind::AtOnce, .count = 1000}}},
                          .seconds = 600};
        scenario.models[0].batching.maxSize = 8;
        const Simulation result = simulated(scenario, {{serviceOf("a", {4}, 8)}});
        QCOMPARE(milliseconds(result.models[0].latencies), Numbers{500});
        QCOMPARE(result.models[0].waits.size(), std::size_t(1000));
        QCOMPARE(result.end, 500 * Ms);
    }

    // Both the duration and the fewest queries; those of the warm-up count for nothing.
    void untilThereAreEnough() {
        Scenario scenario{.models = {periodicModel("a", 10), recordedModel("b", {0.5})},
                          .seconds = 0.1,
                          .warmUp = 0.05,
                          .minQueries = 25};
        const Service service{{serviceOf("a", {1}), serviceOf("b", {1})}};
        const Simulation result = simulated(scenario, service, 2);
        QCOMPARE(result.models[0].arrived, std::int64_t(46));
        QCOMPARE(result.arrivalsEnd, 500 * Ms); // b has no more than one, and that comes then
        QCOMPARE(result.countsFrom, 50 * Ms);
        scenario.minQueries = 0;
        QCOMPARE(simulated(scenario, service, 2).models[0].arrived, std::int64_t(10));
        scenario = {.models = {periodicModel("a", 10)}, .seconds = 0.1, .warmUp = 0.05, .minQueries = 25};
        const Simulation alone = simulated(scenario, {{serviceOf("a", {1})}});
        QCOMPARE(alone.models[0].arrived, std::int64_t(25));
        QCOMPARE(alone.arrivalsEnd, 290 * Ms);
    }

    void misses() {
        Scenario scenario{.models = {recordedModel("a", {0, 0, 0})}, .seconds = 1};
        scenario.models[0].deadlineMs = 4;
        const Simulation result = simulated(scenario, {{serviceOf("a", {2})}});
        QCOMPARE(result.models[0].missed, std::int64_t(1)); // at the deadline is in time
        QCOMPARE(drawn(result), QStringLiteral("a 0-2, a 2-4, a 4-6 late"));
    }

    // 15.6 GB/s each of 20 together: 1.56 times slower while both run. a has 1 ms of arithmetic first.
    void interference() {
        Scenario scenario{.models = {recordedModel("a", {0}), recordedModel("b", {0})}, .seconds = 1};
        Service service{{serviceOf("a", {1, 10}), serviceOf("b", {5})}};
        service.interference = {
            .resources = {"DRAM"}, .capacity = {{15.6, 20}}, .demands = {{0, 15.6}, {15.6}}};
        const Simulation result = simulated(scenario, service, 2);
        // b: 1 ms alone, its other 4 take 6.24: to 7.24. a: 1 ms, 6.24 for 4 of its 10, then 6 alone.
        QCOMPARE(drawn(result), QStringLiteral("a 0-13.24, b@1 0-7.24"));
        service.interference.demands[0].clear();
        QCOMPARE(drawn(simulated(scenario, service, 2)), QStringLiteral("a 0-11, b@1 0-5"));
        const std::vector<double> one{15.6, 0}, two{15.6, 350};
        const Interference both{
            .resources = {"DRAM", "FP32"}, .capacity = {{15.6, 20}, {370, 700}}, .demands = {}};
        QCOMPARE(slowdown(both, std::vector<RunningBatch>{{0, one}, {1, two}}), 31.2 / 20);
        QCOMPARE(slowdown(both, std::vector<RunningBatch>{{0, one}}), 1.0);
    }

    // a takes twice as long beside b, which takes a quarter longer beside a.
    void pairsSlowEachOtherDown() {
        Scenario scenario{.models = {recordedModel("a", {0}), recordedModel("b", {0})}, .seconds = 1};
        Service service{{serviceOf("a", {1, 10}), serviceOf("b", {4})}};
        service.interference.beside = {{1, 2}, {1.25, 1}};
        // b to 5; a: 2.5 of its 11 by then, then 8.5 alone.
        QCOMPARE(drawn(simulated(scenario, service, 2)), QStringLiteral("a 0-13.5, b@1 0-5"));
        const Interference three{
            .resources = {}, .capacity = {}, .demands = {}, .beside = {{1, 1.5, 1.25}, {0.9, 1, 1}, {1, 1, 1}}};
        QCOMPARE(slowdown(three, std::vector<RunningBatch>{{0}, {1}, {2}}), 1.75);
        QCOMPARE(slowdown(three, std::vector<RunningBatch>{{1}, {0}}), 1.0); // never quicker than alone
        service.interference.beside.pop_back();
        const auto refused = simulate(scenario, service, 2);
        QVERIFY(!refused && refused.error().message.find("each one beside it") != std::string::npos);
    }

    // With interference, too, batches give way behind an operator.
    void interferenceAndPriorities() {
        Scenario scenario{.models = {recordedModel("a", {0}), recordedModel("b", {0.001})},
                          .policy = "priority",
                          .seconds = 1};
        scenario.models[0].priority = 2;
        Service service{{serviceOf("a", {2, 2}), serviceOf("b", {1})}};
        service.interference = {.resources = {"DRAM"}, .capacity = {{1}}, .demands = {{1, 1}, {1}}};
        QCOMPARE(drawn(simulated(scenario, service)), QStringLiteral("a 0-2!, b 2-3, a 3-5"));
    }

    void overheads() {
        Scenario scenario{.models = {recordedModel("a", {0, 0.001})}, .seconds = 1};
        Service service{{serviceOf("a", {2})}};
        service.overheads = {.decision = 0.0001, .wakeUps = {0.0004}, .handOvers = {0.0002}};
        QCOMPARE(drawn(simulated(scenario, service)), QStringLiteral("a 0-2.5, a 2.5-4.6")); // the same thread
    }

    // A core that goes from batch to batch, operator by operator, does not wake up; it is handed over.
    void overheadsOfTurns() {
        Scenario scenario{.models = {recordedModel("a", {0}), recordedModel("b", {0})},
                          .policy = "round_robin_operators",
                          .seconds = 1};
        Service service{{serviceOf("a", {1, 1}), serviceOf("b", {1, 1})}};
        service.overheads = {.wakeUps = {0.0004}};
        QCOMPARE(drawn(simulated(scenario, service)),
                 QStringLiteral("a 0-1.4!, b 1.4-2.4!, a 2.4-3.4, b 3.4-4.4"));
        service.overheads.handOvers = {0.0001};
        QCOMPARE(drawn(simulated(scenario, service)),
                 QStringLiteral("a 0-1.4!, b 1.4-2.5!, a 2.5-3.6, b 3.6-4.7"));
        service.overheads.giveWays = {0.0003}; // behind an operator; a is done when b goes on for the last time
        QCOMPARE(drawn(simulated(scenario, service)), QStringLiteral("a 0-1.4!, b 1.4-2.7!, a 2.7-4, b 4-5.1"));
    }

    // Half a millisecond late, which nobody sees where the core computes anyway.
    void arrivalsAreNoticedLate() {
        Scenario scenario{.models = {recordedModel("a", {0, 0.001}), recordedModel("b", {0.0018})},
                          .policy = "priority",
                          .seconds = 1};
        scenario.models[0].priority = 2;
        Service service{{serviceOf("a", {2, 2}), serviceOf("b", {1})}};
        QCOMPARE(drawn(simulated(scenario, service)), QStringLiteral("a 0-2!, b 2-3, a 3-5, a 5-9"));
        service.overheads.notices = {0.0005};
        const Simulation late = simulated(scenario, service);
        QCOMPARE(drawn(late), QStringLiteral("a 0.5-2.5!, b 2.5-3.5, a 3.5-5.5, a 5.5-9.5"));
        QVERIFY(std::abs(late.models[1].latencies[0] - 0.0017) < 1e-12); // from the arrival
        // Who decides looks at the clock: b has come when the first one is noticed, or when it ends.
        const Service both{.models = {serviceOf("a", {2}), serviceOf("b", {1})},
                           .interference = {},
                           .overheads = {.notices = {0.004}}};
        Scenario busy{.models = {recordedModel("a", {0, 0.0039}), recordedModel("b", {0.0037})}, .seconds = 1};
        QCOMPARE(drawn(simulated(busy, both)), QStringLiteral("a 4-6, b 6-7, a 7-9"));
        busy.models = {recordedModel("a", {0}), recordedModel("b", {0.005})};
        QCOMPARE(drawn(simulated(busy, both)), QStringLiteral("a 4-6, b 6-7"));
        // What comes later is not noticed earlier, however late that was.
        service.overheads.notices = {0, 0.003};
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            scenario.seed = seed;
            for (const RequestRecord& each : simulated(scenario, service).requests)
                QVERIFY(each.start >= each.arrival && each.start <= each.arrival + 12 * Ms);
        }
    }

    void overheadsAreDrawn() {
        const Scenario scenario{.models = {periodicModel("a", 10)}, .seconds = 10};
        Service service{{serviceOf("a", {1})}};
        service.overheads = {.wakeUps = {0.001, 0.003}};
        const Simulation result = simulated(scenario, service);
        const auto slow = std::ranges::count(result.models[0].latencies, 0.004);
        QCOMPARE(slow + std::ranges::count(result.models[0].latencies, 0.002), std::ptrdiff_t(1000));
        QVERIFY(slow > 400 && slow < 600);
    }

    // 1 ms in a row; 3 ms after 10 ms or more, as much of that as the pause has of it before.
    void pauses() {
        Scenario scenario{.models = {recordedModel("a", {0, 0, 0.007, 0.018, 0.041})}, .seconds = 1};
        ServiceTimes times = serviceOf("a", {0.75, 0.25});
        times.pauses = {{10 * Ms, {2'500'000, 500'000}}};
        QCOMPARE(drawn(simulated(scenario, {{times}})),
                 QStringLiteral("a 0-1, a 1-2, a 7-9, a 18-20.8, a 41-44"));
        QCOMPARE(ServiceDraw(times).longest(1), 3 * Ms);
        QCOMPARE(ServiceDraw(times).longestOperator(1), std::pair(std::size_t(0), Ticks(2'500'000)));
        // Each instance pauses for itself: the second one since the begin.
        scenario.models[0] = recordedModel("a", {0.01, 0.01, 0.01});
        scenario.models[0].instances = 2;
        QCOMPARE(drawn(simulated(scenario, {{times}}, 2)), QStringLiteral("a 10-13, a@1 10-13, a 13-14"));
    }

    // Of larger batches, too, it is so much more; a batch that is stopped keeps the times that were drawn.
    void pausesOfBatches() {
        Scenario scenario{.models = {recordedModel("a", {0.01, 0.01}), recordedModel("b", {0.012})},
                          .policy = "priority",
                          .seconds = 1};
        scenario.models[0].batching.maxSize = 2;
        scenario.models[0].priority = 2;
        ServiceTimes times = serviceOf("a", {1, 1});
        times.batches.push_back({2, {3 * Ms, 2 * Ms}});
        times.pauses = {{5 * Ms, {1'500'000, 2 * Ms}}};
        QCOMPARE(drawn(simulated(scenario, {{times, serviceOf("b", {1})}})),
                 QStringLiteral("a 10-13.5!, b 13.5-14.5, a 14.5-17.5"));
        QCOMPARE(ServiceDraw(times).longest(2), 6'500'000);
    }

    // Where another model computed on its cores meanwhile, it is as far out of the caches as after the shortest
    // such pause at least.
    void othersDisplaceAModel() {
        Scenario scenario{.models = {recordedModel("a", {0, 0.002, 0.007, 0.012}), recordedModel("b", {0.003})},
                          .seconds = 1};
        ServiceTimes times = serviceOf("a", {1});
        times.pauses = {{4 * Ms, {2 * Ms}}};
        times.displaced = {{5 * Ms, {3 * Ms}}, {6 * Ms, {4 * Ms}}};
        // 1 ms of 4 before the second run; b before the third, and nothing else before the last.
        QCOMPARE(drawn(simulated(scenario, {{times, serviceOf("b", {1})}})),
                 QStringLiteral("a 0-1, a 2-3.25, b 3.25-4.25, a 7-10, a 12-13.5"));
        QCOMPARE(ServiceDraw(times).longest(1), 4 * Ms);
        std::vector<Ticks> space;
        QCOMPARE(*ServiceDraw(times).times(0, 0, {5'500'000, true}, space), Ticks(3'500'000));
        times.displaced.clear();
        QCOMPARE(*ServiceDraw(times).times(0, 0, {2 * Ms, true}, space), Ticks(1'500'000));
    }

    // A pause ends with a batch of any size: they were measured in turns.
    void pausesAreOfTheInstance() {
        Scenario scenario{.models = {recordedModel("a", {0, 0, 0, 0.001})}, .seconds = 1};
        scenario.models[0].batching.maxSize = 2;
        ServiceTimes times = serviceOf("a", {1});
        times.batches.push_back({2, {2 * Ms}});
        times.pauses = {{1 * Ms, {9 * Ms}}};
        // Two at once, and two more right behind them.
        QCOMPARE(drawn(simulated(scenario, {{times}})), QStringLiteral("a 0-2, a 2-4"));
        scenario.models[0].times.pop_back();
        QCOMPARE(drawn(simulated(scenario, {{times}})), QStringLiteral("a 0-2, a 2-3"));
    }

    // The slowest run without a pause becomes the slowest after one.
    void pausesKeepRanks() {
        ServiceTimes times{"a", {"x"}, {{1, {5 * Ms, 1 * Ms}}}};
        times.pauses = {{10 * Ms, {4 * Ms, 9 * Ms, 2 * Ms, 7 * Ms}}};
        const ServiceDraw draw(times);
        std::vector<Ticks> space;
        QCOMPARE(*draw.times(0, 0, {}, space), 1 * Ms);
        QCOMPARE(*draw.times(0, 0, {10 * Ms}, space), 4 * Ms);
        QCOMPARE(*draw.times(0, 1, {20 * Ms}, space), 9 * Ms);
        QCOMPARE(*draw.times(0, 1, {5 * Ms}, space), 7 * Ms);
    }

    // Runs are drawn whole: a slow one is slow in both operators.
    void wholeRunsAreDrawn() {
        Scenario scenario{.models = {periodicModel("a", 10)}, .seconds = 10};
        ServiceTimes times{"a", {"x", "y"}, {{1, {1 * Ms, 1 * Ms, 3 * Ms, 3 * Ms}}}};
        const Simulation result = simulated(scenario, {{times}});
        const auto slow = std::ranges::count(result.models[0].latencies, 0.006);
        QCOMPARE(slow + std::ranges::count(result.models[0].latencies, 0.002), std::ptrdiff_t(1000));
        QVERIFY(slow > 400 && slow < 600);
        QCOMPARE(ServiceDraw(times).longest(1), 6 * Ms);
        QCOMPARE(times.mean(times.batches[0]), 0.004);
        QCOMPARE(ServiceDraw(times).longestOperator(1).second, 3 * Ms);
    }

    // A machine that was slow for a while is so in a simulation: each run is as likely, and stays beside those
    // that were measured around it, whatever the size of the batch.
    void runsAreDrawnInRows() {
        constexpr int Runs = 1000, InARow = 50, Requests = 20'000;
        Scenario scenario{.models = {periodicModel("a", 10)}, .seconds = Requests / 100.0};
        ServiceTimes times{"a", {"x"}, {{1, {}}}};
        for (int i = 0; i < Runs; ++i)
            times.batches[0].times.push_back(i < Runs / 4 ? 3 * Ms : 1 * Ms);
        const auto changes = [&] {
            const std::vector<double> all = simulated(scenario, {{times}}).models[0].latencies;
            const auto slow = std::ranges::count(all, 0.003);
            if (slow < Requests / 5 || slow > Requests * 3 / 10)
                QTest::qFail("all as likely", __FILE__, __LINE__);
            int count = 0;
            for (std::size_t i = 1; i < all.size(); ++i)
                count += all[i] != all[i - 1];
            return count;
        };
        QVERIFY(changes() > Requests / 4); // 2 · 1/4 · 3/4 of them
        times.inARow = InARow;
        QVERIFY(changes() < Requests / InARow);
        times.inARow = 0;
        QVERIFY(!simulate(scenario, {{times}}));
    }

    void seedsDecide() {
        Scenario scenario{.models = {test::poissonModel("a", 50), test::poissonModel("b", 30)},
                          .policy = "edf",
                          .seconds = 20};
        scenario.models[0].deadlineMs = 20;
        ServiceTimes times{"a", {"x", "y"}, {{1, {1 * Ms, 1 * Ms, 9 * Ms, 8 * Ms}}}};
        const Service service{{times, serviceOf("b", {3, 3})}};
        const Simulation once = simulated(scenario, service), again = simulated(scenario, service);
        QCOMPARE(drawn(once), drawn(again));
        QVERIFY(once.models[0].latencies == again.models[0].latencies);
        scenario.seed = 2;
        QVERIFY(simulated(scenario, service).models[0].latencies != once.models[0].latencies);
        // Arrivals of one model stay where another one is added.
        Scenario alone{.models = {test::poissonModel("a", 50)}, .seconds = 20};
        QCOMPARE(simulated(alone, {{times}}).models[0].arrived, once.models[0].arrived);
    }

    void keepsNoMoreThanItsLimits() {
        Scenario scenario{.models = {periodicModel("a", 1)}, .seconds = 10};
        const SimulationLimits limits{.segments = 7, .requests = 5, .stretches = 16};
        const Simulation result = simulated(scenario, {{serviceOf("a", {2})}}, 1, limits);
        QCOMPARE(result.segments.size(), std::size_t(7));
        QCOMPARE(result.requests.size(), std::size_t(5));
        QVERIFY(!result.hasAllSegments && !result.hasAllRequests);
        QVERIFY(result.models[0].queue.means.size() <= 16);
        QVERIFY(result.models[0].queue.means.size() >= 8);
        const auto tooMany = simulate(scenario, {{serviceOf("a", {2})}}, 1, {.events = 5000});
        QVERIFY(!tooMany && tooMany.error().code == ErrorCode::Unsupported);
    }

    // Rates that nobody means.
    void timesWithoutAnEnd() {
        Scenario scenario{.models = {test::poissonModel("a", 1e-300), periodicModel("b", 1e9)},
                          .seconds = 1,
                          .minQueries = 10'000};
        const Service service{{serviceOf("a", {1}), serviceOf("b", {1})}};
        const auto result = simulate(scenario, service);
        QVERIFY(!result && result.error().code == ErrorCode::Unsupported);
        QCOMPARE(result.error().message, std::string("a simulation of more than 100 years"));
        scenario.minQueries = 0;
        QCOMPARE(simulated(scenario, service).models[1].done, std::int64_t(1));
    }

    void stops() {
        Scenario scenario{.models = {periodicModel("a", 0.001)}, .seconds = 1e6};
        std::stop_source source;
        Progress progress;
        std::jthread other([&] {
            while (progress.get().second == 0)
                std::this_thread::yield();
            source.request_stop();
        });
        const auto result = simulate(scenario, {{fixedService("a", 1e-7)}}, 1, {.segments = 0, .requests = 0},
                                     {source.get_token(), &progress});
        QVERIFY(!result);
        QVERIFY(result.error().code == ErrorCode::Cancelled);
    }

    // A heavy model in front of one that is asked ten times as often: under FIFO that is late behind it.
    void asATable() {
        Scenario scenario{.models = {periodicModel("light", 10), periodicModel("heavy", 100)}, .seconds = 10};
        scenario.models[0].deadlineMs = 8;
        scenario.models[1].deadlineMs = 100;
        scenario.models[1].priority = 2;
        const Service service{{serviceOf("light", {1}), serviceOf("heavy", {5, 5, 5, 5})}};
        const auto runs = std::make_shared<std::vector<PolicyRun>>();
        for (const char* policy : {"fifo", "priority"}) {
            scenario.policy = policy;
            runs->push_back({scenario, simulated(scenario, service)});
        }
        const table::Table table = scenarioTable(runs);
        QCOMPARE(table.rows(), std::size_t(4));
        QVERIFY(table.at(0, "missed").number() > 50);
        QCOMPARE(table.at(2, "missed").number(), 0.0);
        QCOMPARE(table.at(2, "queries").number(), 1000.0);
        QVERIFY(table.at(2, "p99_seconds").number() <= 0.006 + 1e-9); // its own and the longest operator
        QCOMPARE(table.at(3, "preemptions").number(), 100.0);         // each once
        const auto loads = loadsOf(scenario, service, 1);
        QCOMPARE(loads.size(), std::size_t(1));
        QVERIFY(std::abs(loads[0].utilisation - 0.3) < 1e-9);
        const auto answer = answerOf(*runs, loads);
        QCOMPARE(answer.headline,
                 std::string("Every query was in time, and none was dropped, under: 'Fixed priorities'."));
        QVERIFY(answer.reasons[0].find("30.0 %") != std::string::npos);
        const std::string alone = answerOf({runs->front()}, loads).headline; // it is not every policy
        QVERIFY2(alone.starts_with("Under 'First in, first out', late or dropped: "), alone.c_str());
        QVERIFY(answerOf(*runs, {{"", 1.25}}).reasons[0].find("without an end") != std::string::npos);
    }

    // One instance computes one batch at a time, however many cores there are.
    void instancesAreAskedForMoreThanTheirCores() {
        Scenario scenario{.models = {test::periodicModel("a", 10)}, .cores = 4};
        const Service service{{fixedService("a", 0.015)}};
        auto loads = loadsOf(scenario, service, 4);
        QCOMPARE(loads.size(), std::size_t(2));
        QVERIFY(loads[0].model.empty() && std::abs(loads[0].utilisation - 0.375) < 1e-9);
        QVERIFY(loads[1].model == "a" && std::abs(loads[1].utilisation - 1.5) < 1e-9);
        QVERIFY(loadSentences(loads)[1].find("The instances of a: asked for 150.0 %") == 0);
        scenario.models[0].instances = 4;
        loads = loadsOf(scenario, service, 4);
        QCOMPARE(loads.size(), std::size_t(1));
    }

    void whatIsNoService_data() {
        QTest::addColumn<std::string>("fault");
        QTest::newRow("models") << std::string("expected times of 1 models, not of 2");
        QTest::newRow("none") << std::string("'a': no run was measured");
        QTest::newRow("no time") << std::string(
            "'a', batch 1: expected runs that take longer than 0 s, and 1000000 s at most");
        QTest::newRow("part") << std::string("'a', batch 1: expected whole runs of 2 operators, not 3 times");
        QTest::newRow("size") << std::string("'a': batches of 4 were not measured, the largest one has 1");
        QTest::newRow("capacity") << std::string("expected capacities above 0");
        QTest::newRow("scenario") << std::string(
            "policy: expected a name that is known, not 'fif'; did you mean 'fifo'?");
    }
    void whatIsNoService() {
        QFETCH(const std::string, fault);
        Scenario scenario{.models = {periodicModel("a", 10)}};
        Service service{{serviceOf("a", {1})}};
        const QByteArray row = QTest::currentDataTag();
        if (row == "models") service.models.push_back(service.models[0]);
        if (row == "none") service.models[0].batches.clear();
        if (row == "no time") service.models[0].batches[0].times = {0};
        if (row == "part") service.models[0] = {"a", {"x", "y"}, {{1, {1, 2, 3}}}};
        if (row == "size") scenario.models[0].batching.maxSize = 4;
        if (row == "capacity")
            service.interference = {.resources = {"DRAM"}, .capacity = {{0}}, .demands = {{1}}};
        if (row == "scenario") scenario.policy = "fif";
        const auto result = simulate(scenario, service);
        QVERIFY(!result);
        QCOMPARE(result.error().message, fault);
    }
};

EDGEWRIGHT_TEST(ScenarioSimulatorTest)

} // namespace edgewright::scenario_simulator_test

#include "scenario_simulator_test.moc"
