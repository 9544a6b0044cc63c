// SPDX-License-Identifier: GPL-3.0-or-later
// Plans whose buffers are moved until none lies on another.
#include "core/memory/plan_verify.h"
#include "core/memory/search/separation.h"
#include "tests/core/memory/buffers.h"
#include "tests/core/memory/by_item.h"
#include "tests/support/packings.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::separation_test {

using namespace edgewright::memory;
using namespace edgewright::memory::search;

namespace {

// One on top of the other.
std::vector<Units> stacked(const Instance& instance) {
    std::vector<Units> offsets;
    Units top = 0;
    for (const Item& item : instance.items) {
        offsets.push_back(top);
        top += item.size;
    }
    return offsets;
}

} // namespace

class SeparationTest final : public QObject {
    Q_OBJECT

private slots:
    void eachPlanIsLegalAndBetter_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("guillotine") << int(test::Packing::Guillotine);
        QTest::newRow("pinwheel") << int(test::Packing::Pinwheel);
        QTest::newRow("refilled") << int(test::Packing::Refilled);
        QTest::newRow("slack") << int(test::Packing::Slack);
    }
    void eachPlanIsLegalAndBetter() {
        QFETCH(int, kind);
        const auto known = test::knownPacking(static_cast<test::Packing>(kind), 150, 60, 1 << 16, 5);
        const Instance instance = instanceOf(known.problem);
        PlannerOptions options;
        Clock clock = test::clockOf(options);
        Separation separation(instance, tablesOf(instance), 3, clock);
        std::vector<Units> best = stacked(instance);
        std::int64_t peak = test::planOf(known.problem, instance, best).peak;
        int found = 0;
        for (int turn = 0; turn < 10; ++turn) {
            const auto better = separation.next(best, known.peak / instance.unit);
            if (!better) continue;
            const Solution plan = test::planOf(known.problem, instance, *better);
            const Verdict verdict = verify(known.problem, plan);
            QVERIFY2(verdict.legal, verdict.reason.c_str());
            QVERIFY(plan.peak < peak);
            peak = plan.peak;
            best = *better;
            ++found;
        }
        QVERIFY(found >= 4);
        QVERIFY2(peak < known.peak * 5 / 4, std::to_string(peak).c_str());
    }

    void whereRoomIsToSpareTheBoundIsReached() {
        const auto known = test::knownPacking(test::Packing::Slack, 60, 40, 1 << 16, 2);
        const Instance instance = instanceOf(known.problem);
        PlannerOptions options;
        Clock clock = test::clockOf(options);
        Separation separation(instance, tablesOf(instance), 1, clock);
        std::vector<Units> best = stacked(instance);
        for (int turn = 0; turn < 200 && test::planOf(known.problem, instance, best).peak > known.peak; ++turn)
            if (auto better = separation.next(best, known.peak / instance.unit)) best = std::move(*better);
        QCOMPARE(test::planOf(known.problem, instance, best).peak, known.peak);
    }

    void equalSeedsGiveEqualPlans() {
        const auto known = test::knownPacking(test::Packing::Slack, 200, 80, 1 << 16, 4);
        const Instance instance = instanceOf(known.problem);
        PlannerOptions options;
        Clock clock = test::clockOf(options), sameClock = test::clockOf(options);
        const Tables tables = tablesOf(instance);
        Separation one(instance, tables, 7, clock), same(instance, tables, 7, sameClock);
        std::vector<Units> best = stacked(instance);
        for (int turn = 0; turn < 6; ++turn) {
            const auto better = one.next(best, known.peak / instance.unit);
            QCOMPARE(same.next(best, known.peak / instance.unit), better);
            if (better) best = *better;
        }
        QCOMPARE(one.work(), same.work());
        QVERIFY(one.work() > 0);
        QCOMPARE(clock.spent(), sameClock.spent());
        QVERIFY(clock.spent() > 0);
    }

    void theClockEndsIt() {
        const auto known = test::knownPacking(test::Packing::Slack, 300, 100, 1 << 16, 4);
        const Instance instance = instanceOf(known.problem);
        PlannerOptions options;
        options.timeLimitSeconds = 0;
        Clock clock = test::clockOf(options);
        Separation separation(instance, tablesOf(instance), 1, clock);
        QVERIFY(!separation.next(stacked(instance), known.peak / instance.unit));
    }

    void onlyWhereAnyTwoMayChangePlaces() {
        const auto known = test::knownPacking(test::Packing::Slack, 60, 40, 1 << 16, 2);
        QVERIFY(Separation::suits(instanceOf(known.problem)));
        Problem fixed = known.problem;
        fixed.buffers.front().fixedOffset = 0;
        QVERIFY(!Separation::suits(instanceOf(fixed)));
        Problem many;
        for (int i = 0; i < 3000; ++i)
            many.buffers.push_back(test::buffer("b" + std::to_string(i), 1 + i % 7, 0, 2));
        many.steps = 2;
        QVERIFY(!Separation::suits(instanceOf(many)));
    }
};

EDGEWRIGHT_TEST(SeparationTest)

} // namespace edgewright::separation_test

#include "separation_test.moc"
