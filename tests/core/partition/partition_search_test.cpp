// SPDX-License-Identifier: GPL-3.0-or-later
// The exact search against every split there is, judged by evaluate().
#include "core/partition/search.h"
#include "tests/core/partition/problems.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <functional>

namespace edgewright::partition_search_test {

using namespace edgewright::partition;

// All splits of all steps: the next stage to each end, on each set of devices that are free.
void forEachSplit(const Problem& problem, Split& split, std::size_t first, std::uint32_t used,
                  const std::function<void(const Split&)>& visit) {
    if (first == problem.steps.size()) return visit(split);
    const std::uint32_t all = (1u << problem.devices.size()) - 1;
    for (std::size_t end = first + 1; end <= problem.steps.size(); ++end)
        for (std::uint32_t set = 1; set <= all; ++set) {
            if ((set & used) != 0 || (!problem.replicas && std::popcount(set) > 1)) continue;
            Stage stage{first, end, {}};
            for (std::size_t i = 0; i < problem.devices.size(); ++i)
                if (set >> i & 1) stage.devices.push_back(i);
            split.push_back(stage);
            forEachSplit(problem, split, end, used | set, visit);
            split.pop_back();
        }
}

struct Known {
    double period = std::numeric_limits<double>::infinity(), latency = period; // the least of all splits
    double latencyAtPeriod = period;
    std::vector<double> periods;                // with at most so many devices
    std::vector<std::pair<double, double>> all; // period, latency
};

Known knownOf(const Problem& problem) {
    Known known;
    known.periods.assign(problem.devices.size(), known.period);
    Split split;
    forEachSplit(problem, split, 0, 0, [&](const Split& each) {
        const auto figures = evaluate(problem, each);
        if (!figures) return;
        std::size_t devices = 0;
        for (const Stage& stage : each)
            devices += stage.devices.size();
        for (std::size_t most = devices; most <= known.periods.size(); ++most)
            known.periods[most - 1] = std::min(known.periods[most - 1], figures->period);
        known.period = std::min(known.period, figures->period);
        known.latency = std::min(known.latency, figures->latency);
        known.all.emplace_back(figures->period, figures->latency);
    });
    for (const auto& [period, latency] : known.all)
        if (period <= known.period * (1 + 1e-12))
            known.latencyAtPeriod = std::min(known.latencyAtPeriod, latency);
    return known;
}

bool isSame(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)); }

// A network of as many equal steps, on devices that are alike.
Problem evenProblem(std::size_t steps, std::size_t devices, std::int64_t bytes) {
    Problem problem;
    problem.credits = 2;
    problem.steps.assign(steps, "step");
    for (std::size_t step = 0; step <= steps; ++step) {
        Tensor tensor{
            .bytes = bytes, .made = step == 0 ? Tensor::Given : step - 1, .reads = {}, .kept = step == steps};
        if (step < steps) tensor.reads.push_back(step);
        problem.tensors.push_back(std::move(tensor));
    }
    problem.devices.assign(devices,
                           {.name = "board", .seconds = std::vector<double>(steps, 1.0), .link = {0, 1000}});
    return problem;
}

class PartitionSearchTest : public QObject {
    Q_OBJECT
private slots:
    void isTheBestOfAllSplits() {
        test::RandomProblems random(34);
        int infeasible = 0;
        for (int i = 0; i < 500; ++i) {
            const Problem problem = random.chain(1 + static_cast<std::size_t>(random.upTo(i < 480 ? 6 : 11)),
                                                 1 + static_cast<std::size_t>(random.upTo(i < 480 ? 3 : 2)));
            const Known known = knownOf(problem);
            const auto found = leastPeriod(problem);
            const auto quick = leastLatency(problem);
            if (known.all.empty()) {
                ++infeasible;
                QVERIFY(!found && found.error().code == ErrorCode::BadInput && !quick);
                continue;
            }
            QVERIFY2(found, found ? "" : found.error().message.c_str());
            QVERIFY(quick);
            QVERIFY2(isSame(found->figures.period, known.period), qPrintable(QString::number(i)));
            QVERIFY2(isSame(found->figures.latency, known.latencyAtPeriod), qPrintable(QString::number(i)));
            QVERIFY2(isSame(quick->figures.latency, known.latency), qPrintable(QString::number(i)));
            QVERIFY(periodBound(problem) <= known.period * (1 + 1e-9));
            const auto counts = leastPeriods(problem);
            QVERIFY(counts && counts->byDevices.size() == problem.devices.size());
            QCOMPARE(counts->best.split, found->split);
            for (std::size_t devices = 0; devices < problem.devices.size(); ++devices) {
                const auto& some = counts->byDevices[devices];
                QCOMPARE(some.has_value(), std::isfinite(known.periods[devices]));
                if (some) QVERIFY(isSame(some->figures.period, known.periods[devices]));
            }
        }
        QVERIFY(infeasible > 0 && infeasible < 250);
    }

    void theFrontHasWhatIsNotWorse() {
        test::RandomProblems random(7);
        for (int i = 0; i < 100; ++i) {
            const Problem problem = random.chain(1 + static_cast<std::size_t>(random.upTo(5)),
                                                 1 + static_cast<std::size_t>(random.upTo(2)));
            const Known known = knownOf(problem);
            if (known.all.empty()) continue;
            const auto front = frontOf(problem, 1000);
            QVERIFY(front && front->isWhole);
            std::vector<std::pair<double, double>> expected = known.all; // by latency, then period
            std::ranges::sort(expected, {},
                              [](const auto& each) { return std::pair(each.second, each.first); });
            std::vector<std::pair<double, double>> kept;
            for (const auto& each : expected)
                if (kept.empty() || each.first < kept.back().first * (1 - 1e-12)) kept.push_back(each);
            QCOMPARE(front->points.size(), kept.size());
            for (std::size_t at = 0; at < kept.size(); ++at) {
                QVERIFY(isSame(front->points[at].figures.period, kept[at].first));
                QVERIFY(isSame(front->points[at].figures.latency, kept[at].second));
            }
        }
    }

    // The one that is recommended is the quickest of those that are nearly as frequent as can be.
    void theRecommendedOneIsQuick() {
        test::RandomProblems random(11);
        for (int i = 0; i < 200; ++i) {
            const Problem problem = random.chain(1 + static_cast<std::size_t>(random.upTo(5)),
                                                 1 + static_cast<std::size_t>(random.upTo(2)));
            const Known known = knownOf(problem);
            if (known.all.empty()) continue;
            const double most = known.period * (1 + PeriodTolerance);
            double latency = known.latencyAtPeriod;
            for (const auto& [period, one] : known.all)
                if (period <= most) latency = std::min(latency, one);
            const auto found = leastPeriod(problem);
            QVERIFY(found);
            const auto chosen = recommended(problem, *found);
            QVERIFY(chosen);
            QVERIFY2(isSame(chosen->figures.latency, latency), qPrintable(QString::number(i)));
            QVERIFY(chosen->figures.period <= most * (1 + 1e-9));
        }
        // The second device takes 0.5 % less time, and as much as 0.4 s for its messages.
        Problem problem = evenProblem(1, 2, 1);
        problem.replicas = false;
        problem.devices[0].seconds = {1.005};
        problem.devices[0].link = {};
        problem.devices[1].link = {.latency = 0.2};
        auto found = leastPeriod(problem);
        QVERIFY(found && isSame(found->figures.period, 1) && isSame(found->figures.latency, 1.4));
        auto chosen = recommended(problem, *found);
        QVERIFY(chosen && isSame(chosen->figures.period, 1.005) && isSame(chosen->figures.latency, 1.005));
        problem.devices[0].seconds = {1.02};
        found = leastPeriod(problem);
        QVERIFY(found);
        chosen = recommended(problem, *found);
        QVERIFY(chosen && chosen->split == found->split);
    }

    // Four steps of a second, messages of no time: whole networks in turns, or stages of one step.
    void countsByHand() {
        Problem problem = evenProblem(4, 4, 0);
        auto found = leastPeriod(problem);
        QVERIFY(found);
        QCOMPARE(found->figures.period, 1.0);
        QCOMPARE(found->figures.latency, 4.0);
        QCOMPARE(periodBound(problem), 1.0);
        problem.replicas = false;
        problem.devices.resize(3);
        found = leastPeriod(problem);
        QVERIFY(found);
        QCOMPARE(found->figures.period, 2.0);
        QCOMPARE(found->split.size(), std::size_t(2)); // the third device brings nothing
        QCOMPARE(periodBound(problem), 4.0 / 3);
        // 500 bytes take half a second to and from each stage, beside its computing.
        problem = evenProblem(4, 2, 500);
        problem.replicas = false;
        found = leastPeriod(problem);
        QVERIFY(found);
        QCOMPARE(found->figures.period, 2.0);
        QCOMPARE(found->figures.latency, 6.0);
        QCOMPARE(found->figures.limits, Busy::Compute);
        for (PlannedDevice& each : problem.devices)
            each.overlaps = false;
        found = leastPeriod(problem);
        QVERIFY(found);
        QCOMPARE(found->figures.period, 3.0);
        problem = evenProblem(4, 1, 5000);
        found = leastPeriod(problem);
        QVERIFY(found);
        QCOMPARE(found->figures.period, 10.0);
        QCOMPARE(found->figures.limits, Busy::Link);
    }

    // A quarter of a second of computing between two messages of 0.5 s.
    void messagesPassEachOtherAndAreOnTheirWay() {
        Problem problem = evenProblem(1, 1, 500);
        problem.credits = 4;
        PlannedDevice& device = problem.devices.front();
        const auto figures = [&] { return *evaluate(problem, {{0, 1, {0}}}); };
        device.seconds = {0.25};
        QCOMPARE(figures().period, 1.0); // one after the other
        QCOMPARE(figures().limits, Busy::Link);
        device.link.bothWays = true;
        QCOMPARE(figures().period, 0.5);
        QCOMPARE(figures().latency, 1.25);
        device.link.delay = 0.3; // for others the link is free
        QCOMPARE(figures().period, 0.5);
        QVERIFY(isSame(figures().latency, 1.85));
        problem.credits = 2; // two frames in 1.85 s
        QVERIFY(isSame(figures().period, 0.925));
        QCOMPARE(figures().limits, Busy::Credits);
        QVERIFY(isSame(leastPeriod(problem)->figures.period, 0.925));
    }

    // Weights of 100 bytes a step: only two of them fit one device.
    void memoryIsALimit() {
        Problem problem = evenProblem(4, 3, 1);
        for (std::size_t step = 0; step < 4; ++step)
            problem.weights.push_back({100, {step}});
        for (PlannedDevice& each : problem.devices)
            each.memory = 210;
        const auto counts = leastPeriods(problem);
        QVERIFY(counts);
        QVERIFY(!counts->byDevices[0]);
        QVERIFY(counts->byDevices[1] && counts->byDevices[1]->split.size() == 2);
        for (PlannedDevice& each : problem.devices)
            each.memory = 90;
        const auto found = leastPeriod(problem);
        QVERIFY(!found);
        QCOMPARE(found.error().code, ErrorCode::BadInput);
    }

    // Two processes of a host of two processors, and the host's own work: 2 s of computing and 4 messages of
    // 0.1 s a frame, twice, for each message has two ends.
    void theHostIsALimit() {
        Problem problem = evenProblem(2, 2, 100);
        problem.hostProcessors = 2;
        for (PlannedDevice& each : problem.devices) {
            each.link = {0, 1e9};
            each.hostWork.latency = 0.1;
            each.onHost = 1;
        }
        problem.replicas = false;
        const auto figures = evaluate(problem, {{0, 1, {0}}, {1, 2, {1}}});
        QVERIFY(figures);
        QVERIFY(isSame(figures->host, 2.8) && isSame(figures->period, 1.4));
        QCOMPARE(figures->limits, Busy::Host);
        QVERIFY(isSame(periodBound(problem), 1));
        auto found = leastPeriod(problem);
        QVERIFY(found && found->split.size() == 2 && isSame(found->figures.period, 1.4));
        // More messages than what a second device brings: one stage.
        for (PlannedDevice& each : problem.devices)
            each.hostWork.latency = 0.6;
        found = leastPeriod(problem);
        QVERIFY(found && found->split.size() == 1 && isSame(found->figures.period, 2.2));
        const auto counts = leastPeriods(problem);
        QVERIFY(counts && isSame(counts->byDevices[0]->figures.period, 2.2));
        QVERIFY(isSame(counts->byDevices[1]->figures.period, 2.2));
        // Alone on one processor, it does not compute while it sends.
        for (PlannedDevice& each : problem.devices)
            each.overlaps = false;
        QVERIFY(isSame(evaluate(problem, {{0, 2, {0}}})->period, 3.2));
    }

    void manyOfAFewKindsAreQuick() {
        Problem problem = evenProblem(60, 16, 10);
        for (std::size_t i = 8; i < 16; ++i)
            problem.devices[i].seconds.assign(60, 2.0);
        const auto found = leastPeriod(problem);
        QVERIFY(found);
        QVERIFY(periodBound(problem) >= 0.945 * found->figures.period);
        for (std::size_t i = 0; i < 16; ++i)
            problem.devices[i].seconds.assign(60, 1.0 + static_cast<double>(i));
        const auto many = leastPeriod(problem);
        QVERIFY(!many);
        QCOMPARE(many.error().code, ErrorCode::Unsupported);
    }

    void theJudgeRefuses() {
        const Problem problem = evenProblem(3, 2, 1);
        QVERIFY(evaluate(problem, {{0, 1, {0}}, {1, 3, {1}}}));
        const std::vector<Split> wrong = {{},
                                          {{0, 2, {0}}},
                                          {{0, 1, {0}}, {1, 3, {0}}},
                                          {{0, 3, {2}}},
                                          {{0, 3, {}}},
                                          {{1, 3, {0}}, {0, 1, {1}}},
                                          {{0, 0, {0}}, {0, 3, {1}}},
                                          {{0, 4, {0}}}};
        for (const Split& each : wrong)
            QVERIFY(!evaluate(problem, each));
    }

    void badProblemsAreRefused() {
        const auto isRefused = [](const std::function<void(Problem&)>& change) {
            Problem problem = evenProblem(3, 2, 1);
            change(problem);
            return !validate(problem) && !leastPeriod(problem);
        };
        QVERIFY(isRefused([](Problem& each) { each.steps.clear(); }));
        QVERIFY(isRefused([](Problem& each) { each.devices.clear(); }));
        QVERIFY(isRefused([](Problem& each) { each.credits = 0; }));
        QVERIFY(isRefused([](Problem& each) { each.devices[1].seconds.pop_back(); }));
        QVERIFY(isRefused([](Problem& each) { each.devices[1].seconds[0] = std::nan(""); }));
        QVERIFY(isRefused([](Problem& each) { each.devices[0].link.bytesPerSecond = 0; }));
        QVERIFY(isRefused([](Problem& each) { each.devices[0].link.latency = -1; }));
        QVERIFY(isRefused([](Problem& each) { each.devices[0].hostWork.latency = -1; }));
        QVERIFY(isRefused([](Problem& each) { each.devices[0].onHost = -1; }));
        QVERIFY(isRefused([](Problem& each) { each.hostProcessors = 0; }));
        QVERIFY(isRefused([](Problem& each) { each.tensors[1].bytes = -1; }));
        QVERIFY(isRefused(
            [](Problem& each) { each.tensors[1].bytes = each.tensors[2].bytes = std::int64_t(1) << 61; }));
        QVERIFY(isRefused([](Problem& each) { each.tensors[1].reads = {0}; }));
        QVERIFY(isRefused([](Problem& each) { each.tensors[0].reads = {3}; }));
        QVERIFY(isRefused([](Problem& each) { each.weights.push_back({1, {2, 1}}); }));
    }

    void canBeStopped() {
        std::stop_source stop;
        stop.request_stop();
        const auto found = leastPeriod(evenProblem(3, 2, 1), {stop.get_token(), nullptr});
        QVERIFY(!found);
        QCOMPARE(found.error().code, ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(PartitionSearchTest)

} // namespace edgewright::partition_search_test

#include "partition_search_test.moc"
