// SPDX-License-Identifier: GPL-3.0-or-later
// Schedulers against exhaustive search, against proven peaks of irregular networks, and against broken
// problems.
#include "core/memory/scheduler.h"
#include "tests/core/memory/random_schedule.h"
#include "tests/support/test_class.h"
#include "tests/support/wired_schedules.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <set>

namespace edgewright::schedulers_test {

using namespace edgewright::memory;

namespace {

// The definition, step by step, with sets.
std::int64_t naivePeak(const ScheduleProblem& problem, const std::vector<std::uint32_t>& order) {
    std::set<std::uint32_t> live;
    for (std::uint32_t s = 0; s < problem.storages.size(); ++s)
        if (problem.storages[s].given) live.insert(s);
    const auto bytes = [&] {
        std::int64_t sum = 0;
        for (const std::uint32_t s : live)
            sum += problem.storages[s].size;
        return sum;
    };
    std::int64_t peak = order.empty() ? bytes() : 0;
    for (std::size_t t = 0; t < order.size(); ++t) {
        const auto& op = problem.operators[order[t]];
        const auto isReadLater = [&](std::uint32_t s) {
            for (std::size_t later = t + 1; later < order.size(); ++later)
                if (std::ranges::count(problem.operators[order[later]].reads, s) > 0) return true;
            return false;
        };
        std::int64_t saved = 0;
        for (const std::uint32_t s : op.overwrites)
            if (!isReadLater(s)) saved = problem.storages[op.writes[0]].size;
        live.insert(op.writes.begin(), op.writes.end());
        peak = std::max(peak, bytes() + op.scratch - saved);
        std::erase_if(live, [&](std::uint32_t s) { return !problem.storages[s].kept && !isReadLater(s); });
    }
    return peak;
}

std::int64_t bestPeak(const ScheduleProblem& problem, std::vector<std::uint32_t>& order) {
    if (order.size() == problem.operators.size()) return naivePeak(problem, order);
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    for (std::uint32_t i = 0; i < problem.operators.size(); ++i) {
        const auto done = [&](std::uint32_t each) { return std::ranges::count(order, each) > 0; };
        if (done(i) || !std::ranges::all_of(problem.operators[i].after, done)) continue;
        order.push_back(i);
        best = std::min(best, bestPeak(problem, order));
        order.pop_back();
    }
    return best;
}

Schedule solved(const Scheduler& scheduler, const ScheduleProblem& problem,
                const SchedulerOptions& options = {}, const RunContext& run = {}) {
    auto schedule = scheduler.solve(problem, options, run);
    if (!schedule) {
        QTest::qFail(schedule.error().message.c_str(), __FILE__, __LINE__);
        return {};
    }
    const ScheduleVerdict verdict = verifySchedule(problem, *schedule);
    if (!verdict.legal) QTest::qFail(verdict.reason.c_str(), __FILE__, __LINE__);
    return *std::move(schedule);
}

const Scheduler& exactScheduler() { return *findScheduler("exact"); }

} // namespace

class SchedulersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void catalogue() {
        std::set<std::string_view> names;
        for (const Scheduler* scheduler : schedulers()) {
            QCOMPARE(findScheduler(scheduler->name), scheduler);
            QVERIFY(!scheduler->summary.empty());
            QVERIFY(names.insert(scheduler->name).second);
        }
        for (const char* expected : {"as_given", "depth_first", "memory_greedy", "exact"})
            QVERIFY2(names.contains(expected), expected);
        QVERIFY(!findScheduler("nobody"));
    }

    void exhaustive() {
        int improved = 0, inPlace = 0;
        for (unsigned seed = 0; seed < 400; ++seed) {
            const ScheduleProblem problem = test::randomSchedule(seed, 1 + seed % 8);
            QVERIFY2(validate(problem).has_value(), std::to_string(seed).c_str());
            std::vector<std::uint32_t> order;
            const std::int64_t best = bestPeak(problem, order);
            for (const auto& op : problem.operators)
                inPlace += op.overwrites.empty() ? 0 : 1;
            for (const Scheduler* scheduler : schedulers()) {
                const Schedule schedule = solved(*scheduler, problem);
                QVERIFY2(schedule.lowerBound <= best, std::to_string(seed).c_str());
                QVERIFY(schedule.peak >= best);
                QCOMPARE(naivePeak(problem, schedule.order), schedule.peak);
                if (scheduler->name != "exact") continue;
                QVERIFY2(schedule.peak == best, std::to_string(seed).c_str());
                QCOMPARE(schedule.outcome, ScheduleOutcome::Optimal);
                std::vector<std::uint32_t> given;
                for (std::uint32_t i = 0; i < problem.operators.size(); ++i)
                    given.push_back(i);
                if (naivePeak(problem, given) == best)
                    QCOMPARE(schedule.order, given);
                else
                    ++improved;
            }
        }
        QVERIFY(improved > 20);
        QVERIFY(inPlace > 100);
    }

    // Of a few dozen operators, narrow enough to be proven: what others find is never below it.
    void everySchedulerOnRandomProblems() {
        for (unsigned seed = 0; seed < 60; ++seed) {
            const ScheduleProblem problem = test::randomSchedule(1000 + seed, 20 + seed % 60, 3 + seed % 9);
            const Schedule given = solved(*findScheduler("as_given"), problem);
            SchedulerOptions some;
            some.stateLimit = 20'000;
            const Schedule best = solved(exactScheduler(), problem, some);
            for (const Scheduler* scheduler : schedulers()) {
                const Schedule schedule = solved(*scheduler, problem, some);
                QVERIFY(schedule.peak <= given.peak);
                QVERIFY(schedule.peak >= best.lowerBound);
                QVERIFY(schedule.lowerBound <= best.peak);
            }
            // A search with hardly any states agrees as far as it says something.
            SchedulerOptions few;
            few.stateLimit = 3;
            const Schedule hasty = solved(exactScheduler(), problem, few);
            QVERIFY(hasty.peak >= best.lowerBound && hasty.lowerBound <= best.peak);
            if (hasty.outcome == ScheduleOutcome::Optimal && best.outcome == ScheduleOutcome::Optimal)
                QCOMPARE(hasty.peak, best.peak);
        }
    }

    void wiredNetworks() {
        double given = 0, greedy = 0;
        for (std::uint32_t seed = 0; seed < 20; ++seed) {
            const ScheduleProblem problem = test::scheduleProblem(test::wattsStrogatz(32, 4, 0.75, seed));
            QCOMPARE(problem.operators.size(), std::size_t(34));
            const Schedule best = solved(exactScheduler(), problem);
            QCOMPARE(best.outcome, ScheduleOutcome::Optimal);
            QCOMPARE(best.peak, Optimum34[seed]);
            const auto ratio = [&](const char* name) {
                return static_cast<double>(solved(*findScheduler(name), problem).peak) /
                       static_cast<double>(best.peak);
            };
            given += ratio("as_given") / 20;
            greedy += ratio("memory_greedy") / 20;
        }
        // Another program measured 1.292 (by index) and 1.215 (greedy by growth) times the optimum on 20 such
        // networks of other seeds (../shared/facts/memory.md, section 4). Their recipe is that of Xie et al.,
        // "Exploring Randomly Wired Neural Networks for Image Recognition", arXiv 1904.01569.
        QVERIFY2(given > 1.2 && given < 1.45, std::to_string(given).c_str());
        QVERIFY2(greedy > 1.1 && greedy < 1.25, std::to_string(greedy).c_str());
    }

    // Beyond what is proven in a moment: at most 3 % above the optimum.
    void largerWiredNetworks_data() {
        QTest::addColumn<unsigned>("inner");
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<qint64>("optimum");
        for (unsigned seed = 0; seed < std::size(Optimum50); ++seed)
            QTest::addRow("50 operators, seed %u", seed) << 48u << seed << qint64(Optimum50[seed]);
        for (const auto& [seed, optimum] : Optimum66)
            QTest::addRow("66 operators, seed %u", seed) << 64u << seed << qint64(optimum);
    }
    void largerWiredNetworks() {
        QFETCH(unsigned, inner);
        QFETCH(unsigned, seed);
        QFETCH(qint64, optimum);
        SchedulerOptions options;
        options.stateLimit = 300'000;
        options.timeLimitSeconds = 1e6; // the states alone decide, on slow machines as well
        const Schedule schedule =
            solved(exactScheduler(), test::scheduleProblem(test::wattsStrogatz(inner, 4, 0.75, seed)), options);
        QVERIFY2(static_cast<double>(schedule.peak) <= 1.03 * static_cast<double>(optimum),
                 std::to_string(schedule.peak).c_str());
        QVERIFY(schedule.peak >= optimum && schedule.lowerBound <= optimum);
    }

    // Single tensors between the networks: each is put in order by itself.
    void cutsDivide() {
        ScheduleProblem chain;
        std::int64_t best = 0;
        for (std::uint32_t seed = 0; seed < 10; ++seed) {
            const ScheduleProblem part = test::scheduleProblem(test::wattsStrogatz(20, 4, 0.75, seed));
            best = std::max(best, solved(exactScheduler(), part).peak);
            const auto base = static_cast<std::uint32_t>(chain.operators.size());
            for (ScheduleProblem::Operator op : part.operators) {
                for (auto* list : {&op.after, &op.reads, &op.writes})
                    for (std::uint32_t& each : *list)
                        each += base;
                if (base > 0 && op.after.empty()) {
                    op.after.push_back(base - 1);
                    op.reads.push_back(base - 1);
                }
                chain.operators.push_back(std::move(op));
            }
            for (ScheduleProblem::Storage storage : part.storages) {
                storage.kept = false;
                chain.storages.push_back(std::move(storage));
            }
        }
        chain.storages.back().kept = true;
        const Schedule schedule = solved(exactScheduler(), chain);
        QCOMPARE(schedule.outcome, ScheduleOutcome::Optimal);
        // What leads over from one part, of at most 8 bytes, may lie beside the next one's own.
        QVERIFY(schedule.peak >= best);
        QVERIFY2(schedule.peak <= best + 8, std::to_string(schedule.peak - best).c_str());
    }

    void tenThousandOperators() {
        const ScheduleProblem problem = test::randomSchedule(5, 10'000, 12);
        const Schedule given = solved(*findScheduler("as_given"), problem);
        for (const Scheduler* scheduler : schedulers())
            QVERIFY(solved(*scheduler, problem).peak <= given.peak);
    }

    void nothingToDo() {
        ScheduleProblem problem;
        problem.storages.push_back({"x", 7, true, false});
        for (const Scheduler* scheduler : schedulers()) {
            const Schedule schedule = solved(*scheduler, problem);
            QVERIFY(schedule.order.empty());
            QCOMPARE(schedule.peak, 7);
            QCOMPARE(schedule.outcome, ScheduleOutcome::Optimal);
        }
    }

    void stopsAreToldApart() {
        const ScheduleProblem problem = test::scheduleProblem(test::wattsStrogatz(64, 4, 0.75, 1));
        const Schedule given = solved(*findScheduler("as_given"), problem);
        SchedulerOptions options;
        options.stateLimit = 2000;
        QCOMPARE(solved(exactScheduler(), problem, options).outcome, ScheduleOutcome::Limit);
        options.timeLimitSeconds = 0;
        const Schedule noTime = solved(exactScheduler(), problem, options);
        QCOMPARE(noTime.outcome, ScheduleOutcome::Limit);
        QVERIFY(noTime.peak <= given.peak);
        std::stop_source source;
        source.request_stop();
        RunContext run;
        run.stop = source.get_token();
        const Schedule stopped = solved(exactScheduler(), problem, {}, run);
        QCOMPARE(stopped.outcome, ScheduleOutcome::Cancelled);
        QVERIFY(stopped.peak <= given.peak);
    }

    void badProblems_data() {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("message");
        QTest::newRow("negative size") << 0 << "storage 's' has a negative size";
        QTest::newRow("negative scratch") << 1 << "the scratch of operator 'b' has a negative size";
        QTest::newRow("sizes overflow") << 2 << "makes the sum of all sizes exceed 2^63 bytes";
        QTest::newRow("waits for itself")
            << 3 << "operator 'b' waits for operator 1, which is not one of the 1";
        QTest::newRow("waits for nobody") << 4 << "operator 'b' waits for operator 9";
        QTest::newRow("reads nothing") << 5 << "operator 'b' reads storage 9 of 3";
        QTest::newRow("reads twice") << 6 << "operator 'b' lists storage 's' twice";
        QTest::newRow("reads too early") << 7 << "does not wait for the operator that writes it";
        QTest::newRow("writes nothing") << 8 << "operator 'b' writes storage 9 of 3";
        QTest::newRow("written twice") << 9 << "writes storage 's', which exists before it";
        QTest::newRow("writes what is given") << 10 << "writes storage 'x', which exists before it";
        QTest::newRow("overwrites unread") << 11 << "overwrites storage 0, which it does not read";
        QTest::newRow("overwrites kept") << 12 << "overwrites storage 's', which is kept or of another size";
        QTest::newRow("overwrites another size") << 13 << "which is kept or of another size";
        QTest::newRow("nobody writes") << 14 << "storage 't' is neither given nor written";
    }
    void badProblems() {
        QFETCH(int, what);
        QFETCH(QString, message);
        ScheduleProblem problem;
        problem.storages = {{"x", 4, true, false}, {"s", 4, false, false}, {"t", 4, false, true}};
        problem.operators = {{"a", {}, {0}, {1}, {}, 0}, {"b", {0}, {1}, {2}, {1}, 0}};
        QVERIFY(validate(problem).has_value());
        auto& s = problem.storages[1];
        auto& b = problem.operators[1];
        switch (what) {
        case 0:
            s.size = -1;
            break;
        case 1:
            b.scratch = -1;
            break;
        case 2:
            problem.storages[0].size = b.scratch = std::numeric_limits<std::int64_t>::max() / 2 + 1;
            break;
        case 3:
            b.after.push_back(1);
            break;
        case 4:
            b.after.push_back(9);
            break;
        case 5:
            b.reads.push_back(9);
            break;
        case 6:
            b.reads.push_back(1);
            break;
        case 7:
            b.after.clear();
            break;
        case 8:
            b.writes.push_back(9);
            break;
        case 9:
            b.writes.push_back(1);
            break;
        case 10:
            b.writes.push_back(0);
            break;
        case 11:
            b.overwrites.push_back(0);
            break;
        case 12:
            s.kept = true;
            break;
        case 13:
            s.size = 5;
            break;
        default:
            b.writes.clear(), b.overwrites.clear();
            break;
        }
        for (const Scheduler* scheduler : schedulers()) {
            const auto schedule = scheduler->solve(problem, {}, {});
            QVERIFY(!schedule);
            QCOMPARE(schedule.error().code, ErrorCode::BadInput);
            QVERIFY2(QString::fromStdString(schedule.error().message).contains(message),
                     schedule.error().message.c_str());
        }
    }

    void judge() {
        ScheduleProblem problem;
        problem.storages = {{"x", 4, true, false}, {"s", 4, false, false}, {"t", 4, false, true}};
        problem.operators = {{"a", {}, {0}, {1}, {}, 0}, {"b", {0}, {1}, {2}, {1}, 3}};
        Schedule good{{0, 1}, 8, 8, ScheduleOutcome::Optimal};
        QVERIFY(verifySchedule(problem, good).legal);
        const auto refused = [&](Schedule schedule, const char* reason) {
            const ScheduleVerdict verdict = verifySchedule(problem, schedule);
            return !verdict.legal && verdict.reason.find(reason) != std::string::npos;
        };
        QVERIFY(refused({{0}, 8, 8, {}}, "1 of 2 operators"));
        QVERIFY(refused({{0, 0}, 8, 8, {}}, "'a' runs twice"));
        QVERIFY(refused({{1, 0}, 8, 8, {}}, "'b' runs in step 0, before 'a'"));
        QVERIFY(refused({{0, 7}, 8, 8, {}}, "does not exist"));
        QVERIFY(refused({{0, 1}, 7, 7, {}}, "says a peak of 7 bytes, its steps have 8"));
        QVERIFY(refused({{0, 1}, 8, 9, {}}, "lies above its peak"));
        QVERIFY(refused({{0, 1}, 8, 7, ScheduleOutcome::Optimal}, "called optimal"));
    }

private:
    // By seed. A program apart from the schedulers proved them: it goes through all sets of operators that can
    // have run (down-sets, as in arXiv 2003.02369) with no step above a limit. Within the optimum the last set
    // is reached; within one byte less it is not, though none of up to 1.7 million sets is left out.
    static constexpr std::int64_t Optimum34[] = {45, 54, 69, 46, 53, 42, 46, 62, 72, 54,
                                                 59, 59, 50, 65, 74, 72, 47, 64, 49, 47};
    static constexpr std::int64_t Optimum50[] = {69, 76, 105, 53};
    static constexpr std::pair<unsigned, std::int64_t> Optimum66[] = {{1, 85}, {5, 79}, {9, 76}, {18, 77}};
};

EDGEWRIGHT_TEST(SchedulersTest)

} // namespace edgewright::schedulers_test

#include "schedulers_test.moc"
