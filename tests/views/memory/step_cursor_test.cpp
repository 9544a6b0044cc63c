// SPDX-License-Identifier: GPL-3.0-or-later
// The step of one plan and its like in the other, without the page.
#include "views/memory/step_cursor.h"

#include "tests/support/test_class.h"
#include "tests/views/memory/memory_example.h"

#include <QTest>

namespace edgewright::step_cursor_test {

using namespace edgewright::views;

class StepCursorTest : public QObject {
    Q_OBJECT

    test::Example m_example; // three steps; fused, two
    StepCursor::Side m_original = PlanSide::make(m_example.analysis, false),
                     m_fused = PlanSide::make(m_example.analysis, true);

private slots:
    void withoutPlansThereIsNoStep() {
        StepCursor cursor;
        cursor.place(0, 1);
        QVERIFY(!cursor.step() && !cursor.stepIn(0) && !cursor.node().valid() && !cursor.side());
    }

    void theOtherPlanHasTheLikeStep() {
        StepCursor cursor;
        cursor.setSides({m_original, m_fused}, std::nullopt);
        QCOMPARE(cursor.leading(), std::size_t(1));
        cursor.place(0, 2);
        QCOMPARE(cursor.leading(), std::size_t(0));
        QCOMPARE(cursor.step(), std::optional<std::int64_t>(2));
        QCOMPARE(cursor.stepIn(1), std::optional<std::int64_t>(1));
        QCOMPARE(cursor.node(), m_example.nodeB);
        cursor.place(1, 0); // the group: both of its operators are done after the second step
        QCOMPARE(cursor.node(), m_example.fused);
        QCOMPARE(cursor.stepIn(0), std::optional<std::int64_t>(1));
        cursor.clear();
        QVERIFY(!cursor.step() && !cursor.stepIn(0));
    }

    void stepsAreWithinThePlan() {
        StepCursor cursor;
        cursor.setSides({m_original, m_fused}, std::nullopt);
        cursor.place(0, 99);
        QCOMPARE(cursor.step(), std::optional<std::int64_t>(2));
        cursor.place(1, -5);
        QCOMPARE(cursor.step(), std::optional<std::int64_t>(0));
    }

    void aHiddenColumnDoesNotLead() {
        StepCursor cursor;
        cursor.setSides({m_original, m_fused}, 1);
        cursor.place(0, 2);
        QCOMPARE(cursor.leading(), std::size_t(1));
        QCOMPARE(cursor.step(), std::optional<std::int64_t>(1));
        QCOMPARE(cursor.node(), m_example.nodeB);
    }

    void theStepGoesOnInOtherPlans() {
        StepCursor cursor;
        cursor.setSides({m_original, m_fused}, std::nullopt);
        cursor.place(1, 1);
        cursor.setSides({m_original, nullptr}, std::nullopt);
        QCOMPARE(cursor.leading(), std::size_t(0));
        QCOMPARE(cursor.step(), std::optional<std::int64_t>(2));
        cursor.setSides({nullptr, nullptr}, std::nullopt);
        QVERIFY(!cursor.step());
    }

    void aColumnIsPreferredWhileThereIsNoStep() {
        StepCursor cursor;
        cursor.setSides({m_original, m_fused}, std::nullopt);
        cursor.prefer(0);
        QCOMPARE(cursor.leading(), std::size_t(0));
        cursor.place(1, 0);
        cursor.prefer(0);
        QCOMPARE(cursor.leading(), std::size_t(1));
    }
};

EDGEWRIGHT_TEST(StepCursorTest)

} // namespace edgewright::step_cursor_test

#include "step_cursor_test.moc"
