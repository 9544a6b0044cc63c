// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of items: what was cut from a rectangle is put together again, and any plan of blocks is one of items.
#include "core/memory/packing/bounds.h"
#include "core/memory/packing/gap_fit.h"
#include "core/memory/packing/placement_orders.h"
#include "core/memory/plan_verify.h"
#include "core/memory/search/stacked_blocks.h"
#include "tests/core/memory/buffers.h"
#include "tests/support/packings.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::stacked_blocks_test {

using namespace edgewright::memory;
using namespace edgewright::memory::search;
using test::buffer;
using test::problemOf;

namespace {

constexpr auto Never = [] { return false; };

// The verdict on a plan of the items that follows from the greedy plan of their blocks.
Solution planned(const Problem& problem, const Instance& instance, const Composition& composition) {
    const Problem& blocks = composition.problem;
    const auto plan = placeInOrder(blocks, bySize(blocks), Fit::Lowest, {});
    Q_ASSERT(plan);
    return concluded(problem, offsetsOf(problem, instance, composition.offsetsOf(plan->offsets)));
}

} // namespace

class StackedBlocksTest final : public QObject {
    Q_OBJECT

    // So many blocks, and the plan of them is a legal one of the items with that peak.
    static void expectBlocks(const Problem& problem, std::size_t maxItems, std::size_t blocks,
                             std::int64_t peak) {
        const Instance instance = instanceOf(problem);
        const Composition composition = composeBlocks(instance, maxItems, Never);
        QCOMPARE(composition.problem.buffers.size(), blocks);
        const Solution plan = planned(problem, instance, composition);
        QVERIFY2(verify(problem, plan).legal, verify(problem, plan).reason.c_str());
        QCOMPARE(plan.peak, peak);
    }

private slots:
    void stacksOfEqualHeight() {
        // 30 + 20 before step 4, 50 behind it; the 40 beside them is on its own.
        expectBlocks(problemOf({buffer(30, 0, 4), buffer(20, 0, 4), buffer(50, 4, 9), buffer(40, 2, 7)}), 3, 2,
                     90);
    }
    void allThatEndsWithAllThatBegins() {
        // 45 before step 4, 50 behind it: 5 are lost.
        expectBlocks(problemOf({buffer(45, 0, 4), buffer(20, 4, 9), buffer(30, 4, 9)}), 2, 1, 50);
        // The first steps are at the bound of 60: there is nothing to lose.
        expectBlocks(problemOf({buffer(45, 0, 4), buffer(15, 0, 2), buffer(3, 2, 9), buffer(20, 4, 9),
                                buffer(30, 4, 9)}),
                     2, 5, 60);
    }

    void cutRectanglesAreMadeWhole_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("steps");
        for (const int count : {50, 200, 1000})
            for (const int steps : {count / 4, 4 * count})
                QTest::addRow("%d in %d", count, steps) << count << steps;
    }
    void cutRectanglesAreMadeWhole() {
        QFETCH(int, count);
        QFETCH(int, steps);
        for (const std::uint64_t seed : {1u, 2u, 3u}) {
            const test::KnownPacking known = test::knownPacking(
                test::Packing::Guillotine, static_cast<std::size_t>(count), steps, std::int64_t(1) << 20, seed);
            const Instance instance = instanceOf(known.problem);
            const Composition composition = composeBlocks(instance, 6, Never);
            const std::size_t blocks = composition.problem.buffers.size();
            QVERIFY2(10 * blocks <= instance.items.size() + 20, std::to_string(blocks).c_str());
            const Solution plan = planned(known.problem, instance, composition);
            QVERIFY2(verify(known.problem, plan).legal, verify(known.problem, plan).reason.c_str());
        }
    }

    // Every plan of blocks is one of items, however they came to be blocks, and the bound stays.
    void anyPacking() {
        for (const auto kind : {test::Packing::Refilled, test::Packing::Slack, test::Packing::Pinwheel})
            for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
                const auto known = test::knownPacking(kind, 150, 40, 1000, seed);
                const Instance instance = instanceOf(known.problem);
                for (const std::size_t maxItems : {2u, 6u, 8u}) {
                    const Composition composition = composeBlocks(instance, maxItems, Never);
                    const Solution plan = planned(known.problem, instance, composition);
                    QVERIFY2(verify(known.problem, plan).legal, verify(known.problem, plan).reason.c_str());
                    QCOMPARE(lowerBound(composition.problem) * instance.unit, lowerBound(known.problem));
                }
            }
    }

    void stopsEarly() {
        const auto known = test::knownPacking(test::Packing::Guillotine, 2000, 2000, 1 << 20, 1);
        const Instance instance = instanceOf(known.problem);
        const Composition composition = composeBlocks(instance, 6, [] { return true; });
        QVERIFY(composition.problem.buffers.size() > 100);
        const Solution plan = planned(known.problem, instance, composition);
        QVERIFY2(verify(known.problem, plan).legal, verify(known.problem, plan).reason.c_str());
    }
};

EDGEWRIGHT_TEST(StackedBlocksTest)

} // namespace edgewright::stacked_blocks_test

#include "stacked_blocks_test.moc"
