// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all planners and orders: complete, the chosen one first, and each cell what the plan alone is.
#include "core/pipeline/memory/plan_table.h"
#include "core/pipeline/study.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

namespace edgewright::plan_table_test {

class PlanTableTest : public QObject {
    Q_OBJECT

private slots:
    void theChosenCellsComeFirst() {
        pipeline::PlanOptions options;
        options.planner = "greedy_by_size";
        options.scheduler = "memory_greedy";
        const auto cells = pipeline::planCells(options);
        QCOMPARE(cells.size(), memory::planners().size() * memory::schedulers().size());
        QVERIFY((cells.front() == pipeline::PlanCell{"greedy_by_size", "memory_greedy"}));
        for (std::size_t i = 0; i < cells.size(); ++i) {
            QCOMPARE(cells[i].scheduler == options.scheduler, i < memory::planners().size());
            QCOMPARE(std::ranges::count(cells, cells[i]), 1);
        }
    }

    // Orders that are shared between cells give the plans that each cell has alone.
    void cellsAreThePlans() {
        const auto opened = pipeline::open(test::sample("residual_cnn_2d.onnx"));
        QVERIFY(opened.has_value());
        const auto typed = pipeline::type(*opened, {}, true);
        const ir::Opsets& opsets = (*opened)->model->opsets;
        pipeline::PlanOptions options;
        options.seconds = 1;
        const auto subject = pipeline::planSubject(*typed->graph, opsets, options);
        QVERIFY(subject.has_value());
        for (const memory::Scheduler* scheduler : memory::schedulers()) {
            options.scheduler = scheduler->name;
            const auto ordered = pipeline::orderSubject(*subject, options);
            QVERIFY(ordered.has_value());
            for (const memory::Planner* planner : memory::planners()) {
                options.planner = planner->name;
                const auto cell = pipeline::planCell(**ordered, options);
                const auto alone = pipeline::plan(*typed->graph, opsets, options);
                QVERIFY(cell.has_value() && alone.has_value());
                const QByteArray place = QByteArray::fromStdString(options.planner + ", " + options.scheduler);
                QVERIFY2((*cell)->verdict.legal, place);
                QVERIFY2((*cell)->solution.peak == (*alone)->solution.peak, place);
                QVERIFY2((*cell)->solution.offsets == (*alone)->solution.offsets, place);
                QVERIFY2((*cell)->solution.peak >= (*cell)->lowerBound, place);
                QVERIFY2((*cell)->planner == options.planner, place);
                QVERIFY2((*cell)->ordering.scheduler == options.scheduler, place);
            }
        }
    }

    void aTableGoesOnWhereItStopped() {
        using State = pipeline::PlannedCell::State;
        const auto opened = pipeline::open(test::sample("tiny_cnn_2d.onnx"));
        QVERIFY(opened.has_value());
        const auto typed = pipeline::type(*opened, {}, true);
        const ir::Opsets& opsets = (*opened)->model->opsets;
        pipeline::PlanOptions options;
        options.seconds = 1;
        const auto first = pipeline::plan(*typed->graph, opsets, options);
        QVERIFY(first.has_value());
        std::stop_source stop;
        std::shared_ptr<const pipeline::PlanTable> last;
        const auto stopped = pipeline::everyPlan(
            *typed->graph, opsets, options, pipeline::begunTable(*first, options),
            [&](std::shared_ptr<const pipeline::PlanTable> soFar) {
                last = std::move(soFar);
                if (std::ranges::count(last->cells, State::Done, &pipeline::PlannedCell::state) >= 4)
                    stop.request_stop();
            },
            {stop.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
        QVERIFY(last && std::ranges::count(last->cells, true, &pipeline::PlannedCell::isOpen) > 0);
        const auto whole = pipeline::everyPlan(*typed->graph, opsets, options, *last, [](const auto&) {});
        QVERIFY(whole.has_value());
        QCOMPARE((*whole)->cells.size(), last->cells.size());
        QCOMPARE((*whole)->ordered.size(), memory::schedulers().size());
        QCOMPARE((*whole)->cells.front().plan, *first);
        for (std::size_t i = 0; i < last->cells.size(); ++i) {
            const pipeline::PlannedCell& cell = (*whole)->cells[i];
            QVERIFY(cell.state == State::Done && cell.plan);
            QVERIFY(!last->cells[i].plan || last->cells[i].plan == cell.plan);
            QCOMPARE(cell.plan->planner, cell.what.planner);
            QCOMPARE(cell.plan->ordering.scheduler, cell.what.scheduler);
        }
    }

    void unknownNames() {
        const auto opened = pipeline::open(test::sample("tiny_cnn_2d.onnx"));
        QVERIFY(opened.has_value());
        const auto typed = pipeline::type(*opened, {}, true);
        pipeline::PlanOptions options;
        const auto subject = pipeline::planSubject(*typed->graph, (*opened)->model->opsets, options);
        QVERIFY(subject.has_value());
        const auto ordered = pipeline::orderSubject(*subject, options);
        QVERIFY(ordered.has_value());
        options.planner = "nobody";
        const auto cell = pipeline::planCell(**ordered, options);
        QVERIFY(!cell && QString::fromStdString(cell.error().message).contains(QStringLiteral("nobody")));
        options.scheduler = "nowhere";
        QVERIFY(!pipeline::orderSubject(*subject, options));
    }
};

EDGEWRIGHT_TEST(PlanTableTest)

} // namespace edgewright::plan_table_test

#include "plan_table_test.moc"
