// SPDX-License-Identifier: GPL-3.0-or-later
// Plans without waste, from the sizes and lives alone.
#include "core/memory/search/no_waste.h"
#include "core/memory/plan_verify.h"
#include "tests/core/memory/buffers.h"
#include "tests/core/memory/by_item.h"
#include "tests/support/packings.h"

#include <QTest>

using namespace edgewright;
using namespace edgewright::memory;
using namespace edgewright::memory::search;

namespace {

// Peak of a plan by item; -1 where it is not legal.
std::int64_t peakOf(const Problem& problem, const Instance& instance, const std::vector<Units>& offsets) {
    const Solution plan = test::planOf(problem, instance, offsets);
    return verify(problem, plan).legal ? plan.peak : -1;
}

} // namespace

class FullPackingsTest final : public QObject {
    Q_OBJECT

private slots:
    void nothingIsWasted_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("count");
        for (const int count : {50, 200, 1000}) {
            QTest::addRow("refilled %d", count) << int(test::Packing::Refilled) << count;
            if (count < 1000) QTest::addRow("pinwheel %d", count) << int(test::Packing::Pinwheel) << count;
            if (count < 200) QTest::addRow("guillotine %d", count) << int(test::Packing::Guillotine) << count;
        }
    }
    void nothingIsWasted() {
        QFETCH(int, kind);
        QFETCH(int, count);
        int found = 0;
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            const auto known =
                test::knownPacking(static_cast<test::Packing>(kind), static_cast<std::size_t>(count), 2 * count,
                                   std::int64_t(1) << 20, seed);
            const Instance instance = instanceOf(known.problem);
            PlannerOptions options;
            Clock clock = test::clockOf(options);
            const auto offsets = perfectPacking(instance, clock);
            if (!offsets) continue;
            ++found;
            QCOMPARE(peakOf(known.problem, instance, *offsets), known.peak);
        }
        QVERIFY2(found >= 8, std::to_string(found).c_str());
    }

    void onlyWhereEveryColumnIsFull() {
        const auto known = test::knownPacking(test::Packing::Slack, 60, 100, 1 << 20, 1);
        PlannerOptions options;
        Clock clock = test::clockOf(options);
        QVERIFY(!perfectPacking(instanceOf(known.problem), clock));
    }

    void whatDiesTogetherLiesTogether() {
        // a and c must be neighbours, so that d can take their place: b lies below or above both.
        const Problem problem =
            test::problemOf({test::buffer("a", 3, 0, 2), test::buffer("b", 5, 0, 4), test::buffer("c", 4, 0, 2),
                             test::buffer("d", 7, 2, 6), test::buffer("f", 5, 4, 6)});
        PlannerOptions options;
        Clock clock = test::clockOf(options);
        const Instance instance = instanceOf(problem);
        const auto offsets = perfectPacking(instance, clock);
        QVERIFY(offsets);
        QCOMPARE(peakOf(problem, instance, *offsets), std::int64_t(12));
    }

    void theClockEndsIt() {
        const auto known = test::knownPacking(test::Packing::Refilled, 200, 400, 1 << 20, 1);
        const Instance instance = instanceOf(known.problem);
        PlannerOptions options;
        options.timeLimitSeconds = 0;
        Clock clock = test::clockOf(options);
        QVERIFY(!perfectPacking(instance, clock));
    }
};

QTEST_GUILESS_MAIN(FullPackingsTest)
#include "full_packings_test.moc"
