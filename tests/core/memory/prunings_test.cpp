// SPDX-License-Identifier: GPL-3.0-or-later
// A pruning cuts off nothing better: without it, the optimum and its proof are the same.
#include "core/memory/packing/bounds.h"
#include "core/memory/packing/planner.h"
#include "core/memory/plan_verify.h"
#include "core/memory/scheduler.h"
#include "tests/core/memory/random_problem.h"
#include "tests/core/memory/random_schedule.h"
#include "tests/support/packings.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <set>
#include <string>
#include <vector>

namespace edgewright::prunings_test {

using namespace edgewright::memory;

namespace {

std::string namesOff(const Prunings& prunings) {
    std::string names;
    for (const Pruning& each : memory::prunings())
        if (!(prunings.*each.flag)) names += " " + std::string(each.name);
    return names;
}

// All sets of prunings of one search, but for the empty one, switched off.
std::vector<Prunings> combinations(PrunedSearch search) {
    std::vector<Prunings> result{{}};
    for (const Pruning& each : prunings()) {
        if (each.search != search) continue;
        for (std::size_t i = 0, end = result.size(); i < end; ++i) {
            result.push_back(result[i]);
            result.back().*each.flag = false;
        }
    }
    result.erase(result.begin());
    return result;
}

Result<Solution> planned(const Problem& problem, const Prunings& prunings) {
    PlannerOptions options;
    options.timeLimitSeconds = 1000;
    options.nodeLimit = 5'000'000;
    options.prunings = prunings;
    return findPlanner("exact")->solve(problem, options, {});
}

Result<Schedule> ordered(const ScheduleProblem& problem, const Prunings& prunings) {
    SchedulerOptions options;
    options.timeLimitSeconds = 1000;
    options.prunings = prunings;
    return findScheduler("exact")->solve(problem, options, {});
}

} // namespace

class PruningsTest final : public QObject {
    Q_OBJECT

    static void agree(const Problem& problem, const Solution& best, const std::vector<Prunings>& switches,
                      const std::string& where) {
        for (const Prunings& off : switches) {
            const auto other = planned(problem, off);
            const std::string here = where + " without" + namesOff(off);
            QVERIFY2(other && verify(problem, *other).legal, here.c_str());
            QVERIFY2(other->peak == best.peak, here.c_str());
            QVERIFY2(other->outcome == Outcome::Optimal && other->lowerBound == best.peak, here.c_str());
        }
    }

private slots:
    void eachHasANameOfItsOwn() {
        std::set<std::string_view> names;
        for (const Pruning& each : prunings()) {
            QVERIFY(names.insert(each.name).second);
            QCOMPARE(findPruning(each.name)->flag, each.flag);
            QVERIFY(!each.summary.empty());
            QVERIFY(Prunings().*each.flag);
        }
        QVERIFY(!findPruning("no_such_pruning"));
        QCOMPARE(names.size(), sizeof(Prunings) / sizeof(bool)); // no field without a name
    }

    void plansAreAsSmall() {
        int searched = 0;
        for (std::uint64_t seed = 0; seed < 3000 && searched < 40; ++seed) {
            Problem problem =
                test::knownPacking(static_cast<test::Packing>(seed % 4), 18, 9, 12 + 12 * (seed % 2), seed)
                    .problem;
            for (std::size_t i = seed % 3; i < problem.buffers.size(); i += 3) // no longer a full rectangle
                problem.buffers[i].size += 1 + static_cast<std::int64_t>(seed % 2);
            const auto best = planned(problem, {});
            QVERIFY(best && best->outcome == Outcome::Optimal);
            if (best->nodes == 0) continue; // a first plan meets the bound
            ++searched;
            agree(problem, *best, combinations(PrunedSearch::Offsets), "seed " + std::to_string(seed));
        }
        QCOMPARE(searched, 40);
    }

    // Alignment, fixed offsets and gaps, where the smallest peak lies above the bound and has to be proven.
    void proofsStay() {
        int searched = 0;
        for (std::uint64_t seed = 0; seed < 3000 && searched < 10; ++seed) {
            Problem problem = test::randomProblem(seed, {.buffers = 7,
                                                         .steps = 9,
                                                         .largest = 20,
                                                         .aligned = seed % 2 == 0,
                                                         .fixed = true,
                                                         .gaps = seed % 3 == 0,
                                                         .windows = false});
            const auto best = planned(problem, {});
            QVERIFY(best && best->outcome == Outcome::Optimal);
            if (best->nodes == 0 || best->peak == alignedBound(problem)) continue;
            ++searched;
            std::vector<Prunings> each;
            for (const Pruning& pruning : prunings())
                each.emplace_back().*pruning.flag = false;
            agree(problem, *best, each, "seed " + std::to_string(seed));
            problem.capacity = best->peak - 1;
            for (const Prunings& off : each) {
                const auto refused = planned(problem, off);
                QVERIFY2(refused && refused->outcome == Outcome::Infeasible, namesOff(off).c_str());
            }
        }
        QCOMPARE(searched, 10);
    }

    void ordersAreAsGood() {
        int searched = 0;
        for (unsigned seed = 0; seed < 200; ++seed) {
            const ScheduleProblem problem = test::randomSchedule(seed, 9);
            const auto best = ordered(problem, {});
            QVERIFY(best);
            QCOMPARE(best->outcome, ScheduleOutcome::Optimal);
            const auto given = findScheduler("as_given")->solve(problem, {}, {});
            searched += given->peak > best->peak;
            for (const Prunings& off : combinations(PrunedSearch::Order)) {
                const auto other = ordered(problem, off);
                const std::string where = "seed " + std::to_string(seed) + " without" + namesOff(off);
                QVERIFY2(other && verifySchedule(problem, *other).legal, where.c_str());
                QVERIFY2(other->peak == best->peak && other->outcome == ScheduleOutcome::Optimal,
                         where.c_str());
            }
        }
        QVERIFY2(searched >= 20, std::to_string(searched).c_str());
    }
};

EDGEWRIGHT_TEST(PruningsTest)

} // namespace edgewright::prunings_test

#include "prunings_test.moc"
