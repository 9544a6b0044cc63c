// SPDX-License-Identifier: GPL-3.0-or-later
// The memory page on a real model: all planners in one table, rows by module, the way to the peak, axes of
// one's own, lists that make room.
#include "core/pipeline/stage.h"
#include "tests/support/shared_files.h"
#include "tests/support/table_columns.h"
#include "tests/support/test_class.h"
#include "tests/views/memory/memory_example.h"
#include "views/memory/chart/gantt_painter.h"
#include "views/memory/chart/plan_chart.h"
#include "views/memory/chart/search_curve.h"
#include "views/memory/lists/plan_table_model.h"
#include "views/memory/memory_view.h"
#include "views/support/answer_line.h"
#include "views/support/quantity.h"
#include "views/support/table/table_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace edgewright::memory_tables_test {

using namespace edgewright::views;
using namespace edgewright::test;
using namespace Qt::StringLiterals;

namespace {

// 80 operators, each reads up to three of the ten values before it: no greedy plan of it is as small as its
// bound.
std::shared_ptr<const pipeline::Analysis> tangled() {
    std::mt19937 random(3);
    const auto any = [&] {
        return ir::TensorType(ir::DataType::Float32,
                              ir::Dims{1, static_cast<std::int64_t>(16 + random() % 700)});
    };
    ir::GraphBuilder builder;
    std::vector<ValueId> values{builder.input("x", any())};
    for (int i = 0; i < 80; ++i) {
        std::vector<ValueId> read;
        for (int k = 0; k < 3; ++k) {
            const ValueId value =
                values[values.size() - 1 - random() % std::min<std::size_t>(values.size(), 10)];
            if (std::ranges::find(read, value) == read.end()) read.push_back(value);
        }
        values.push_back(builder.value("v" + std::to_string(i), any()));
        builder.nodeInto("Conv", read, {values.back()});
    }
    builder.output(values.back());
    auto analysis = std::make_shared<pipeline::Analysis>();
    auto typed = std::make_shared<pipeline::Typed>();
    typed->graph = std::make_shared<ir::Graph>(builder.take());
    analysis->opened = std::make_shared<pipeline::Opened>();
    analysis->typed = typed;
    const auto plan = pipeline::plan(*typed->graph, {{"", 17}}, {});
    if (plan) analysis->memoryBefore = *plan;
    return analysis;
}

} // namespace

class MemoryTablesTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool, searches;
    ViewContext context{selection, settings, pool, &searches};
    std::shared_ptr<const pipeline::Analysis> analysis;
    std::unique_ptr<StageJobs> stages;
    std::unique_ptr<View> view;

    // The page shows what the stages make of it.
    void follow(const pipeline::Analysis& given) {
        stages->disconnect(view.get());
        stages->reset(given, settings.get());
        for (const auto signal : {&StageJobs::changed, &StageJobs::grew})
            connect(stages.get(), signal, view.get(), [this] { view->setAnalysis(stages->analysis()); });
        view->setAnalysis(stages->analysis());
    }
    PlanChart* chart(const char* name) { return view->findChild<PlanChart*>(QString::fromLatin1(name)); }
    QTabWidget* lists() { return view->findChild<QTabWidget*>(u"memoryLists"_s); }
    QTableView* plans() { return view->findChild<QTableView*>(u"plans"_s); }
    int columnOf(std::string_view key) { return test::columnOf(*plans()->model(), key); }
    QString cell(int row, std::string_view key) {
        return plans()->model()->index(row, columnOf(key)).data().toString();
    }
    AnswerLine* answer() {
        return view->findChild<QWidget*>(u"memoryAnswer"_s)->findChild<AnswerLine*>(u"answer"_s);
    }
    void clickTab(int index) {
        QTest::mouseClick(lists()->tabBar(), Qt::LeftButton, {}, lists()->tabBar()->tabRect(index).center());
        QCOMPARE(lists()->currentIndex(), index);
    }
    void clickCell(int row, int column) {
        const QModelIndex index = plans()->model()->index(row, column);
        plans()->scrollTo(index);
        QTest::mouseClick(plans()->viewport(), Qt::LeftButton, {}, plans()->visualRect(index).center());
    }
    int rowOf(const QString& planner, const QString& order) {
        for (int row = 0; row < plans()->model()->rowCount(); ++row)
            if (cell(row, "planner") == planner && cell(row, "schedule") == order) return row;
        return -1;
    }
    int doneRows() {
        int done = 0;
        for (int row = 0; row < plans()->model()->rowCount(); ++row)
            done += !cell(row, "peak").isEmpty();
        return done;
    }
    void chooseRows(RowOrder order) {
        auto* box = view->findChild<QComboBox*>(u"rowOrder"_s);
        box->setFocus();
        while (box->currentData().toInt() != int(order)) { // by keys
            const int before = box->currentIndex();
            QTest::keyClick(box, Qt::Key_Down);
            if (box->currentIndex() == before) QFAIL("no such order");
        }
    }

private slots:
    void initTestCase() {
        auto opened = pipeline::open(sample("residual_cnn_2d.onnx"));
        QVERIFY(opened.has_value());
        auto made = std::make_shared<pipeline::Analysis>();
        made->opened = *opened;
        made->typed = pipeline::type(*opened, {}, true);
        auto fused = pipeline::fuse(*made->typed, {});
        QVERIFY(fused.has_value());
        made->fusion = *fused;
        made->memoryBefore = *pipeline::plan(*made->typed->graph, made->opsets(false), {});
        made->memoryAfter = *pipeline::plan((*fused)->graph, (*fused)->opsets, {});
        QVERIFY(pipeline::evaluate(*made, {}, "modules_fused"));
        analysis = made;
    }
    void init() {
        selection.clear();
        pipeline::Settings quick;
        quick.planSeconds = 1;
        settings.reset(quick);
        stages = memoryStages(settings, pool, &searches);
        context.stages = stages.get();
        view = memory_view.make(context);
        view->resize(1356, 823);
        view->show();
        follow(*analysis);
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
        QCoreApplication::processEvents();
    }
    void cleanup() {
        stages->disconnect(view.get());
        view.reset();
        stages.reset();
        searches.waitForDone();
    }

    void everyPlannerOnEveryOrder() {
        QCOMPARE(doneRows(), 1); // nobody looks: the plan that is shown alone
        const auto isOpen = [&](int row) { return plans()->model()->index(row, 0).data(PendingRole).toBool(); };
        QVERIFY(!isOpen(0) && isOpen(1));
        clickTab(2);
        const auto count = static_cast<int>(memory::planners().size() * memory::schedulers().size());
        QCOMPARE(plans()->model()->rowCount(), count);
        QTRY_COMPARE_WITH_TIMEOUT(doneRows(), count, 100000);
        QVERIFY(!isOpen(1));
        QCOMPARE(cell(0, "planner"), u"portfolio"_s); // the one that is shown comes first
        QCOMPARE(cell(0, "change"), u"±0"_s);
        const int row = rowOf(u"no reuse"_s, u"as given"_s);
        QVERIFY(row > 0);
        QCOMPARE(plans()->model()->index(row, columnOf("peak")).data(SortRole).toLongLong(),
                 analysis->memoryAfter->sum);
        const int exact = rowOf(u"exact"_s, u"as given"_s);
        QCOMPARE(cell(exact, "result"), u"proven optimal"_s);
        // What a command line with the same planner and order says.
        for (const char* planner : {"greedy_by_breadth", "dynamic_best_fit"}) {
            pipeline::PlanOptions options = settings.get().plan();
            options.planner = planner;
            options.scheduler = "memory_greedy";
            const auto alone = pipeline::plan(analysis->fusion->graph, analysis->fusion->opsets, options);
            QVERIFY(alone.has_value());
            const int at = rowOf(QString::fromLatin1(planner).replace(u'_', u' '), u"memory greedy"_s);
            QCOMPARE(plans()->model()->index(at, columnOf("peak")).data(SortRole).toLongLong(),
                     (*alone)->solution.peak);
        }
        // By peak, the smallest first.
        QHeaderView* header = plans()->horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          {header->sectionViewportPosition(columnOf("peak")) + 8, header->height() / 2});
        qlonglong before = 0;
        for (int i = 0; i < count; ++i) {
            const qlonglong peak = plans()->model()->index(i, columnOf("peak")).data(SortRole).toLongLong();
            QVERIFY(peak >= before);
            before = peak;
        }
    }

    void aClickOnAPlanSetsItBesideTheOneThatIsShown() {
        clickTab(2);
        QTRY_VERIFY_WITH_TIMEOUT(!cell(rowOf(u"no reuse"_s, u"as given"_s), "peak").isEmpty(), 60000);
        clickCell(rowOf(u"no reuse"_s, u"as given"_s), columnOf("planner"));
        QVERIFY(chart("arenaAfter")->painter());
        QCOMPARE(chart("arenaBefore")->painter()->side().plan().planner, std::string("portfolio"));
        QCOMPARE(chart("arenaAfter")->painter()->side().plan().planner, std::string("no_reuse"));
        QVERIFY(chart("arenaBefore")->painter()->side().after()); // both on the fused graph
        QVERIFY2(answer()->plainAnswer().startsWith(u"no reuse needs"_s), qPrintable(answer()->plainAnswer()));
        QCOMPARE(view->findChild<QComboBox*>(u"otherPlanner"_s)->currentText(), u"no reuse"_s);
        // The same plan, not another one of the same planner.
        QTRY_VERIFY_WITH_TIMEOUT(!cell(rowOf(u"greedy by size"_s, u"as given"_s), "peak").isEmpty(), 60000);
        clickCell(rowOf(u"greedy by size"_s, u"as given"_s), columnOf("planner"));
        QCOMPARE(chart("arenaAfter")->painter()->side().plan().planner, std::string("greedy_by_size"));
        QVERIFY(chart("arenaAfter")->painter()->side().plan().verdict.legal);
    }

    void cellsCanBeStopped() {
        follow(*tangled()); // whose searches take all of their time
        clickTab(2);
        auto* toggle = view->findChild<QToolButton*>(u"plansToggle"_s);
        QCOMPARE(toggle->text(), u"Stop"_s);
        QTest::mouseClick(toggle, Qt::LeftButton);
        QCOMPARE(toggle->text(), u"Go on"_s);
        const int done = doneRows(), count = plans()->model()->rowCount();
        QTest::qWait(50);
        QCOMPARE(doneRows(), done);
        QVERIFY(done < count);
        int stopped = 0;
        for (int row = 0; row < count; ++row)
            stopped += cell(row, "result") == u"stopped"_s;
        QCOMPARE(stopped, count - done);
        QTest::mouseClick(toggle, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(doneRows(), count, 100000);
        QVERIFY(!toggle->isVisible());
    }

    void nothingIsComputedOutOfSight() {
        follow(*tangled());
        clickTab(2);
        clickTab(0);
        searches.waitForDone();
        QCoreApplication::processEvents();
        const int done = doneRows();
        QTest::qWait(50);
        QCOMPARE(doneRows(), done);
        QVERIFY(done < plans()->model()->rowCount());
    }

    void theSearchesAsCurves() {
        follow(*tangled());
        clickTab(2);
        QTRY_COMPARE_WITH_TIMEOUT(doneRows(), plans()->model()->rowCount(), 100000);
        auto* curve = view->findChild<SearchCurve*>();
        for (const SearchTrace& trace : curve->traces()) {
            std::int64_t before = std::numeric_limits<std::int64_t>::max();
            for (const pipeline::Improvement& each : trace.improvements) {
                QVERIFY(each.peak < before);
                before = each.peak;
                QVERIFY(each.seconds <= trace.end);
            }
        }
        QVERIFY(!curve->traces().empty());
        QTest::mouseClick(curve, Qt::LeftButton, {}, curve->pointOf(0).toPoint());
        QVERIFY(chart("arenaAfter")->painter());
        QVERIFY(view->findChild<QComboBox*>(u"otherPlanner"_s)->isVisible());
    }

    void rowsByModule() {
        PlanChart* gantt = chart("ganttBefore");
        auto unknown = std::make_shared<pipeline::Analysis>(*analysis);
        unknown->modulesFused = nullptr;
        view->setAnalysis(unknown);
        chooseRows(RowOrder::Module);
        QVERIFY(dynamic_cast<const GanttPainter*>(gantt->painter())->ganttRows().groups.empty());
        view->setAnalysis(analysis);
        const GanttPainter* painter = nullptr;
        const auto modulesAreThere = [&] {
            painter = dynamic_cast<const GanttPainter*>(gantt->painter());
            return painter && !painter->ganttRows().groups.empty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(modulesAreThere(), 30000);
        const std::size_t modules = painter->ganttRows().groups.size();
        QVERIFY(modules > 1);
        QCOMPARE(painter->ganttRows().rows.size(), modules); // all are closed
        QCOMPARE(painter->ganttRows().lives.size(), painter->side().lives().size());
        const auto clickHeading = [&](std::size_t group) {
            const auto* now = dynamic_cast<const GanttPainter*>(gantt->painter());
            const QRectF plot = now->plot(QRectF(gantt->rect()).adjusted(4, 4, -4, -4));
            const double height = plot.height() / (gantt->window().y1 - gantt->window().y0);
            const double row =
                static_cast<double>(now->ganttRows().groups[group].row) + 0.5 - gantt->window().y0;
            QTest::mouseClick(gantt, Qt::LeftButton, {},
                              QPointF(plot.left() - 30, plot.top() + row * height).toPoint());
        };
        clickHeading(1);
        painter = dynamic_cast<const GanttPainter*>(gantt->painter());
        QVERIFY(painter->ganttRows().groups[1].open && !painter->ganttRows().groups[0].open);
        QCOMPARE(painter->ganttRows().rows.size(), modules + painter->ganttRows().groups[1].count);
        std::set<std::size_t> rows;
        for (const GanttRows::Row& row : painter->ganttRows().rows)
            if (row.life.valid()) {
                QCOMPARE(row.group, std::size_t(1));
                rows.insert(painter->ganttRows().rowOf[row.life.index()]);
            }
        QCOMPARE(rows.size(), painter->ganttRows().groups[1].count); // a row each
        clickHeading(1);
        painter = dynamic_cast<const GanttPainter*>(gantt->painter());
        QCOMPARE(painter->ganttRows().rows.size(), modules);
        auto* all = view->findChild<QToolButton*>(u"openModules"_s);
        QTest::mouseClick(all, Qt::LeftButton);
        painter = dynamic_cast<const GanttPainter*>(gantt->painter());
        QCOMPARE(painter->ganttRows().rows.size(), modules + painter->side().lives().size());
        // What is selected in a closed module is marked in the row of the module.
        QTest::mouseClick(all, Qt::LeftButton);
        painter = dynamic_cast<const GanttPainter*>(gantt->painter());
        const LifeId life(painter->side().lives().size() / 2);
        selection.select({{}, painter->side().life(life).value});
        painter = dynamic_cast<const GanttPainter*>(gantt->painter());
        QCOMPARE(gantt->highlighted(), std::vector<LifeId>{life});
        QVERIFY(!painter->ganttRows().rows[painter->ganttRows().rowOf[life.index()]].life.valid());
        chooseRows(RowOrder::Module);
    }

    void theWayToThePeak() {
        const auto longer = longChain(400, 40);
        view->setAnalysis(longer);
        PlanChart* gantt = chart("ganttBefore");
        const PlaneWindow all = gantt->window();
        gantt->setFocus();
        QTest::keyClick(gantt, Qt::Key_P);
        const std::int64_t peak = longer->memoryBefore->peakStep;
        QCOMPARE(gantt->step(), std::optional(peak));
        QVERIFY(gantt->window().x1 - gantt->window().x0 <= 30); // no sliver
        QVERIFY(gantt->window().x0 <= static_cast<double>(peak) &&
                gantt->window().x1 > static_cast<double>(peak));
        QTest::keyClick(gantt, Qt::Key_Home);
        QCOMPARE(gantt->window(), all);
        QTest::keyClick(gantt, Qt::Key_Escape);
        QVERIFY(!gantt->step());
        QTest::mouseClick(view->findChild<QToolButton*>(u"timePeak"_s), Qt::LeftButton);
        QCOMPARE(gantt->step(), std::optional(peak));
    }

    void theAnswerLeadsToItsNumbers() {
        const Example example;
        view->setAnalysis(example.analysis);
        QCoreApplication::processEvents(); // a label takes its links from what it painted last
        answer()->setFocus();
        const QString before = bytesText(example.analysis->memoryBefore->solution.peak);
        const auto selected = [this] { return answer()->selectedText().replace(QChar::Nbsp, u' '); };
        for (int link = 0; link < 4 && selected() != before; ++link)
            QTest::keyClick(answer(), Qt::Key_Tab);
        QCOMPARE(selected(), before);
        QTest::keyClick(answer(), Qt::Key_Return);
        QCOMPARE(chart("ganttBefore")->step().value_or(-1), example.analysis->memoryBefore->peakStep);
        // How good the plan is, is in the table of all plans.
        QCoreApplication::processEvents();
        answer()->setFocus();
        for (int link = 0; link < 6 && !answer()->selectedText().contains(u"optimal"_s); ++link)
            QTest::keyClick(answer(), Qt::Key_Tab);
        QTest::keyClick(answer(), Qt::Key_Return);
        QVERIFY(plans()->isVisible());
    }

    void axesOfTheirOwn() {
        auto both = std::make_shared<pipeline::Analysis>(*analysis);
        view->setAnalysis(both);
        auto* own = view->findChild<QCheckBox*>(u"ownAxes"_s);
        QVERIFY(own->isVisible());
        const auto steps = [&](const char* name) { return chart(name)->fit().x1; };
        const auto before = static_cast<double>(both->memoryBefore->liveness.problem.steps);
        const auto after = static_cast<double>(both->memoryAfter->liveness.problem.steps);
        QCOMPARE(own->isChecked(), 2 * after <= before); // where one would be hard to see
        if (own->isChecked()) QTest::mouseClick(own, Qt::LeftButton, {}, QPoint(8, own->height() / 2));
        QCOMPARE(steps("ganttAfter"), before);
        QTest::mouseClick(own, Qt::LeftButton, {}, QPoint(8, own->height() / 2));
        QCOMPARE(steps("ganttAfter"), after);
        QCOMPARE(steps("arenaAfter"), after);
        QCOMPARE(steps("ganttBefore"), before);
        QCOMPARE(chart("arenaAfter")->fit().y1, chart("arenaBefore")->fit().y1); // bytes are compared
        // The windows go along, each on its axis.
        PlanChart* gantt = chart("ganttBefore");
        gantt->setFocus();
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(gantt, Qt::Key_Plus);
        const PlaneWindow a = gantt->window(), b = chart("ganttAfter")->window();
        QVERIFY(a.x1 - a.x0 < before);
        QVERIFY(std::abs(a.x0 / before - b.x0 / after) < 0.02);
        QVERIFY(std::abs((a.x1 - a.x0) / before - (b.x1 - b.x0) / after) < 0.1);
    }

    void listsMakeRoom() {
        view->resize(1836, 1003);
        QCoreApplication::processEvents();
        const auto place = [&](const QWidget* widget) {
            return QRect(widget->mapTo(view.get(), QPoint()), widget->size());
        };
        QVERIFY(place(lists()).left() > place(chart("arenaAfter")).right()); // beside
        view->resize(1196, 823);
        QCoreApplication::processEvents();
        QVERIFY(place(lists()).top() > place(chart("arenaAfter")).bottom()); // below
        QVERIFY(lists()->currentWidget()->isVisible());
        view->resize(1196, 643);
        QCoreApplication::processEvents();
        QVERIFY(!lists()->currentWidget()->isVisible()); // its tabs alone
        const auto* alive = view->findChild<QTableView*>(u"aliveTable"_s)->model();
        const QString count = u" (%1)"_s.arg(alive->rowCount());
        QCOMPARE(lists()->tabText(0), u"▸ Alive"_s + count); // looks folded, and says what is in it
        QVERIFY2(lists()->tabText(1).startsWith(u"▸ Buffers ("_s), qPrintable(lists()->tabText(1)));
        const int high = chart("arenaAfter")->height();
        clickTab(0);
        QCoreApplication::processEvents();
        QCOMPARE(lists()->tabText(0), u"Alive"_s + count);
        QVERIFY(lists()->currentWidget()->isVisible());
        const auto rowsSeen = [&] {
            const auto* table = lists()->currentWidget()->findChild<QTableView*>();
            return table->viewport()->height() / table->verticalHeader()->defaultSectionSize();
        };
        QVERIFY(alive->rowCount() < 8 && rowsSeen() >= alive->rowCount()); // few rows leave room for the arenas
        QVERIFY(chart("arenaAfter")->isVisible());
        for (const int tab : {1, 0}) { // eight rows of a long list; a short one does not move the tabs again
            clickTab(tab);
            QCoreApplication::processEvents();
            QVERIFY2(rowsSeen() >= 8, qPrintable(u"%1: %2"_s.arg(tab).arg(rowsSeen())));
            QVERIFY(!chart("arenaAfter")->isVisible()); // the lifetimes alone, and rows that can be read
            QVERIFY(chart("ganttAfter")->isVisible());
        }
        clickTab(0);
        QCoreApplication::processEvents();
        QVERIFY(!lists()->currentWidget()->isVisible());
        QVERIFY(chart("arenaAfter")->isVisible());
        QVERIFY(std::abs(chart("arenaAfter")->height() - high) <= 1);
    }
};

EDGEWRIGHT_TEST(MemoryTablesTest)

} // namespace edgewright::memory_tables_test

#include "memory_tables_test.moc"
