// SPDX-License-Identifier: GPL-3.0-or-later
// Frames at stages as boxes in time: none of a plan overlaps on its device, those of a run keep its times.
#include "tests/support/test_class.h"
#include "tests/views/pipeline/split_example.h"
#include "views/pipeline/charts/planned_visits.h"

#include <QTest>

#include <algorithm>
#include <map>

namespace edgewright::planned_visits_test {

using namespace edgewright::views;

namespace {

constexpr double Rounding = 1e-9; // seconds

} // namespace

class PlannedVisitsTest : public QObject {
    Q_OBJECT
private slots:
    void devicesTakeOneFrameAfterTheOther() {
        for (const bool takesTurns : {false, true}) {
            const test::SplitExample example({1, 1.5, 1}, takesTurns);
            const relay::SplitShown& shown = example.shown();
            const double period = shown.choice.figures.period;
            const auto visits = plannedVisits(shown, 5, 1.0, 1.0 + 6 * period);
            QVERIFY(!visits.empty());
            std::map<std::size_t, std::vector<ShownVisit>> byDevice;
            for (const ShownVisit& each : visits) {
                QVERIFY(each.begin <= each.received && each.received <= each.computes &&
                        each.computes <= each.computed && each.computed <= each.end);
                byDevice[each.device].push_back(each);
                if (each.frame == 5 && each.stage == 0) QCOMPARE(each.begin, 1.0);
            }
            for (auto& [device, all] : byDevice) {
                std::ranges::sort(all, {}, &ShownVisit::computes);
                for (std::size_t i = 1; i < all.size(); ++i)
                    QVERIFY(all[i].computes >= all[i - 1].computed - Rounding);
            }
            // Those that began before are there in part, and all stages have frames at the begin.
            QVERIFY(std::ranges::any_of(visits, [](const ShownVisit& each) { return each.begin < 1.0; }) ||
                    shown.choice.split.size() == 1);
        }
    }

    void framesOfARunKeepTheirTimes() {
        test::SplitExample example;
        QVERIFY(ranVisits(example.shown(), 0, 1e9).empty());
        example.run(20);
        const relay::SplitShown& shown = example.shown();
        const auto visits = ranVisits(shown, 0, 1e9);
        QCOMPARE(visits.size(), 20 * shown.choice.split.size());
        for (const ShownVisit& each : visits) {
            const relay::Visit& ran = shown.measured->frames[each.frame].visits[each.stage];
            QCOMPARE(each.begin, ran.sent);
            QCOMPARE(each.end, ran.done);
            QVERIFY(std::abs(each.computed - each.computes - ran.compute) < Rounding);
            QVERIFY(each.received <= each.computes + Rounding);
        }
        const double end = shown.measured->frames[3].done;
        for (const ShownVisit& each : ranVisits(shown, 0, end))
            QVERIFY(each.begin <= end);
    }

    // A device that says that it computed longer than its answer took: nothing is drawn backwards.
    void timesThatCannotBe() {
        test::SplitExample example;
        example.run(3);
        relay::SplitShown shown = example.shown();
        auto measured = std::make_shared<relay::Measured>(*shown.measured);
        measured->frames[1].visits[0].compute = 100;
        measured->frames[1].visits[0].stage = 99;
        measured->frames[2].visits[0].compute = 100;
        shown.measured = measured;
        for (const ShownVisit& each : ranVisits(shown, 0, 1e9))
            QVERIFY(each.begin <= each.computes && each.computes <= each.computed && each.computed <= each.end);
    }
};

EDGEWRIGHT_TEST(PlannedVisitsTest)

} // namespace edgewright::planned_visits_test

#include "planned_visits_test.moc"
