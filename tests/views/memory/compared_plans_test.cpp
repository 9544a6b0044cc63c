// SPDX-License-Identifier: GPL-3.0-or-later
// What stands against what, without the page.
#include "views/memory/compared_plans.h"

#include "tests/support/test_class.h"
#include "tests/views/memory/memory_example.h"

#include <QTest>

namespace edgewright::compared_plans_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class ComparedPlansTest : public QObject {
    Q_OBJECT

    Selection m_selection;
    SettingsModel m_settings;
    QThreadPool m_pool;
    ViewContext m_context{m_selection, m_settings, m_pool};
    test::Example m_example;

private slots:
    void graphsStandBesideEachOther() {
        ComparedPlans plans(m_context);
        QVERIFY(plans.setAnalysis(m_example.analysis));
        QVERIFY(!plans.setAnalysis(m_example.analysis));
        plans.compare({});
        QCOMPARE(plans.sides(), plans.ofGraphs());
        QVERIFY(plans.sides()[0] && plans.sides()[1]);
        auto half = std::make_shared<pipeline::Analysis>(*m_example.analysis);
        half->memoryAfter = nullptr;
        half->errors["memory_fused"] = badInput("no plan for the groups");
        QVERIFY(plans.setAnalysis(half));
        plans.compare({});
        QVERIFY(!plans.sides()[1]);
        QVERIFY(plans.gapText(1).contains(u"no plan for the groups"_s));
    }

    void theArenaBeforeTheLastChangeIsKept() {
        ComparedPlans plans(m_context);
        plans.setAnalysis(m_example.analysis);
        QCOMPARE(plans.reference(false), std::int64_t(0));
        auto changed = std::make_shared<pipeline::Analysis>(*m_example.analysis);
        auto plan = std::make_shared<pipeline::MemoryPlan>(*m_example.analysis->memoryBefore);
        plan->solution.peak += 1024;
        changed->memoryBefore = plan;
        QVERIFY(plans.setAnalysis(changed));
        QCOMPARE(plans.reference(false), m_example.analysis->memoryBefore->solution.peak);
        QCOMPARE(plans.reference(true), std::int64_t(0));
        changed = std::make_shared<pipeline::Analysis>(*changed);
        changed->opened = std::make_shared<pipeline::Opened>(); // another model
        QVERIFY(plans.setAnalysis(changed));
        QCOMPARE(plans.reference(false), std::int64_t(0));
    }

    void aKnownPlanIsNotComputed() {
        ComparedPlans plans(m_context);
        plans.setAnalysis(m_example.analysis);
        auto known = std::make_shared<pipeline::MemoryPlan>(*m_example.analysis->memoryAfter);
        known->planner = "no_reuse";
        ComparedPlans::Question question{
            ComparedPlans::Pair::Planners, plans.ofGraphs()[1], {"no_reuse", {}}, known};
        plans.compare(question);
        QVERIFY(!plans.isPlanning());
        QCOMPARE(&plans.sides()[0]->plan(), m_example.analysis->memoryAfter.get());
        QCOMPARE(&plans.sides()[1]->plan(), known.get());
        question.known = nullptr; // the same question: its answer stays
        const auto second = plans.sides()[1];
        plans.compare(question);
        QCOMPARE(plans.sides()[1], second);
        question.base = nullptr;
        plans.compare(question);
        QVERIFY(!plans.sides()[0] && !plans.sides()[1] && !plans.isPlanning());
    }

    void aPlannerThatDoesNotExistIsExplained() {
        const auto jobs = test::memoryStages(m_settings, m_pool);
        jobs->reset(*m_example.analysis, m_settings.get());
        ComparedPlans plans(m_context);
        plans.setAnalysis(jobs->analysis());
        const ComparedPlans::Question question{
            ComparedPlans::Pair::Planners, plans.ofGraphs()[0], {"nobody", "as_given"}, {}};
        plans.compare(question);
        QVERIFY(plans.isPlanning() && plans.gapText(1).contains(u"nobody"_s));
        QTRY_VERIFY_WITH_TIMEOUT(jobs->analysis()->errors.contains("memory_other"), 30000);
        QVERIFY(!plans.setAnalysis(jobs->analysis()));
        QVERIFY(!plans.isPlanning() && !plans.sides()[1]);
        QVERIFY2(plans.gapText(1).contains(u"nobody"_s), qPrintable(plans.gapText(1)));
        QVERIFY(plans.cancelled().isEmpty());
    }

    // Plan B is that of the graph and the question, and goes when neither is looked at.
    void planBComesWithAnAnalysis() {
        const auto jobs = test::memoryStages(m_settings, m_pool);
        jobs->reset(*m_example.analysis, m_settings.get());
        ComparedPlans plans(m_context);
        plans.setAnalysis(jobs->analysis());
        ComparedPlans::Question question{
            ComparedPlans::Pair::Planners, plans.ofGraphs()[0], {"no_reuse", "as_given"}, {}};
        plans.compare(question);
        QTRY_VERIFY_WITH_TIMEOUT(plans.setAnalysis(jobs->analysis()), 30000);
        plans.compare(question);
        QCOMPARE(plans.sides()[1]->sharedPlan(), jobs->analysis()->otherBefore);
        QVERIFY(!plans.setAnalysis(jobs->analysis()) && !plans.isPlanning());
        question.other.planner = "greedy_by_size"; // the plan on hand is of another question
        plans.compare(question);
        QVERIFY(!plans.sides()[1] && plans.isPlanning());
        jobs->job("memory_other").cancel();
        plans.setAnalysis(jobs->analysis());
        QCOMPARE(plans.cancelled(), u"memory_other"_s);
        jobs->retry("memory_other");
        QTRY_VERIFY_WITH_TIMEOUT(plans.setAnalysis(jobs->analysis()), 30000);
        plans.compare(question);
        QCOMPARE(plans.sides()[1]->plan().planner, std::string("greedy_by_size"));
        plans.compare({});
        QVERIFY(!jobs->analysis()->otherBefore);
        m_settings.reset({});
    }
};

EDGEWRIGHT_TEST(ComparedPlansTest)

} // namespace edgewright::compared_plans_test

#include "compared_plans_test.moc"
