// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline page: its controls, a plan and a run with agents of this machine, and how it is linked and kept.
#include "tests/support/own_settings.h"
#include "tests/support/test_class.h"
#include "tests/views/pipeline/split_example.h"
#include "views/graph/canvas/graph_canvas.h"
#include "views/pipeline/charts/pipeline_charts.h"
#include "views/pipeline/device_rows.h"
#include "views/pipeline/pipeline_controls.h"
#include "views/pipeline/pipeline_view.h"
#include "views/pipeline/run_row.h"
#include "views/support/page/page_answer.h"

#include <QComboBox>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>

namespace edgewright::pipeline_page_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class PipelinePageTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    JobBoard jobs;
    ViewContext context{selection, settings, jobs.pool(), &jobs.searches()};
    std::unique_ptr<PipelineView> view;

    template <typename Widget>
    Widget* child(const QString& name) {
        auto* found = view->findChild<Widget*>(name);
        if (!found) qWarning() << "the page has no" << name;
        return found;
    }
    QString said() { return child<PageAnswer>(u"pipelineAnswer"_s)->plainText(); }
    QTableView* table() { return child<QTableView>(u"pipelineStages"_s); }
    bool ends() {
        return QTest::qWaitFor([&] { return !view->runs().isRunning(); }, 120000);
    }
    void open() {
        const test::SplitExample example;
        auto analysis = std::make_shared<pipeline::Analysis>();
        analysis->opened = example.task().typed->opened;
        analysis->typed = example.task().typed;
        analysis->fusion = example.task().history;
        view->setAnalysis(analysis);
    }
    // Several agents on whatever processors there are.
    void useShortTimes() {
        view->restoreState(
            {{u"split"_s,
              QJsonObject{{u"devices"_s, QJsonArray{u"here"_s}}, {u"seconds"_s, 0.1}, {u"frames"_s, 20}}}});
    }

private slots:
    void init() {
        test::useOwnSettings();
        view = std::make_unique<PipelineView>(context);
        view->resize(1280, 800);
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
    }
    void cleanup() {
        view.reset();
        selection.clear();
    }

    void emptyPagesHelp() {
        QVERIFY(said().contains(u"Open a model first"_s));
        QVERIFY(!child<QToolButton>(u"pipelinePlan"_s)->isEnabled());
        QVERIFY(view->figures().empty());
        open();
        QVERIFY2(said().contains(u"Measure and plan"_s), qPrintable(said()));
        QVERIFY(child<QToolButton>(u"pipelinePlan"_s)->isEnabled());
        QVERIFY(!table()->isVisible());
    }

    void devicesAreChosen() {
        open();
        auto* rows = view->findChild<DeviceRows*>();
        rows->setDevices({u"here:0"_s, u"pi:0-2+5"_s, u"not: one"_s});
        QCOMPARE(rows->devices(), (QStringList{u"here:0"_s, u"pi:0-2+5"_s}));
        QCOMPARE(rows->machines().size(), std::size_t(2));
        QVERIFY2(rows->fault().contains(u"pi"_s), qPrintable(rows->fault())); // nobody added it
        QVERIFY(!child<QToolButton>(u"pipelinePlan"_s)->isEnabled());
        QVERIFY(child<QLabel>(u"fault_devices"_s)->isVisible());
        child<QToolButton>(u"pipelineRemove1"_s)->click();
        QCOMPARE(rows->devices(), QStringList{u"here:0"_s});
        QVERIFY(rows->fault().isEmpty() && child<QToolButton>(u"pipelinePlan"_s)->isEnabled());
        QVERIFY(!child<QToolButton>(u"pipelineRemove0"_s)->isEnabled()); // one stays
        child<QLineEdit>(u"pipelineCores0"_s)->setText(u"0-"_s);
        QVERIFY(!rows->fault().isEmpty());
        child<QLineEdit>(u"pipelineCores0"_s)->setText({});
        QCOMPARE(rows->devices(), QStringList{u"here"_s});
        child<QToolButton>(u"pipelineAddDevice"_s)->click();
        QCOMPARE(rows->devices().size(), 2);
        QVERIFY2(rows->fault().contains(u"share"_s), qPrintable(rows->fault()));
        QSignalSpy wanted(view.get(), &View::pageRequested);
        emit child<QLabel>(u"pipelineBoardsHint"_s)->linkActivated(u"measure"_s);
        QCOMPARE(wanted.count(), 1);
    }

    // A link that is not there: set, planned with, refused where it is none, kept.
    void linksAreShaped() {
        open();
        auto* rows = view->findChild<DeviceRows*>();
        rows->setDevices({u"here:0"_s, u"here:1@100Mbit/s+1ms"_s});
        QCOMPARE(rows->devices(), (QStringList{u"here:0"_s, u"here:1@100Mbit/s+1ms"_s}));
        QCOMPARE(child<QLineEdit>(u"pipelineLink1"_s)->text(), u"100Mbit/s+1ms"_s);
        QCOMPARE(rows->machines()[1].shape.bytesPerSecond, 12.5e6);
        QCOMPARE(rows->machines()[1].shape.delay, 1e-3);
        child<QLineEdit>(u"pipelineLink0"_s)->setText(u"1 Gbit/s, 2 ms"_s);
        QCOMPARE(rows->devices().front(), u"here:0@1Gbit/s+2ms"_s);
        const QJsonObject state = view->saveState();
        child<QLineEdit>(u"pipelineLink0"_s)->setText(u"fast"_s);
        QVERIFY2(rows->fault().contains(u"100Mbit/s+1ms"_s), qPrintable(rows->fault()));
        QVERIFY2(rows->fault().contains(u"1 kbit/s to 1000 Gbit/s"_s), qPrintable(rows->fault()));
        QVERIFY(!child<QToolButton>(u"pipelinePlan"_s)->isEnabled());
        QCOMPARE(rows->devices().front(), u"here:0"_s); // the device is kept without it
        child<QLineEdit>(u"pipelineLink0"_s)->clear();
        QCOMPARE(rows->devices().front(), u"here:0"_s);
        view->restoreState(state);
        QCOMPARE(view->findChild<DeviceRows*>()->devices(),
                 (QStringList{u"here:0@1Gbit/s+2ms"_s, u"here:1@100Mbit/s+1ms"_s}));
    }

    // Cores are those of one machine.
    void anotherMachineHasOtherCores() {
        open();
        auto* rows = view->findChild<DeviceRows*>();
        rows->setDevices({u"here:0"_s, u"pi:1"_s});
        auto* place = child<QComboBox>(u"pipelineDevice1"_s);
        place->setCurrentIndex(place->findText(u"This machine"_s));
        QCOMPARE(rows->devices(), (QStringList{u"here:0"_s, u"here"_s}));
    }

    void aFailureLooksLikeOne() {
        open();
        auto* row = view->findChild<RunRow*>();
        auto* state = child<QLabel>(u"pipelineState"_s);
        const QColor usual = state->palette().color(QPalette::PlaceholderText);
        row->showFailure(u"pi does not answer"_s);
        QCOMPARE(state->text(), u"✕ pi does not answer"_s);
        QVERIFY(state->palette().color(QPalette::PlaceholderText) != usual);
        row->showFailure({});
        QVERIFY(state->text().isEmpty());
        QCOMPARE(state->palette().color(QPalette::PlaceholderText), usual);
    }

    void itPlansAndRuns() {
        open();
        useShortTimes();
        emit child<PageAnswer>(u"pipelineAnswer"_s)->linkFollowed(u"plan"_s);
        QVERIFY(view->runs().isRunning() && !view->runs().runsFrames());
        QVERIFY(!child<QToolButton>(u"pipelineRun"_s)->isEnabled());
        QVERIFY(ends());
        QVERIFY2(view->runs().result(), qPrintable(child<QLabel>(u"pipelineState"_s)->toolTip()));
        QVERIFY(!view->runs().result()->record->run);
        QVERIFY2(said().contains(u"≈"_s) && said().contains(u"here"_s), qPrintable(said()));
        QTRY_VERIFY(table()->isVisible());
        QCOMPARE(table()->model()->rowCount(), 1);
        // No room is left empty below its row.
        QTRY_VERIFY2(table()->viewport()->height() < 3 * table()->rowHeight(0),
                     qPrintable(QString::number(table()->viewport()->height())));
        child<QToolButton>(u"pipelineRun"_s)->click();
        QVERIFY(view->runs().isRunning() && view->runs().runsFrames());
        QVERIFY(ends());
        const auto& result = view->runs().result();
        QVERIFY(result && result->record->run);
        QCOMPARE(result->record->run->relayed.frames, std::uint64_t(20));
        QVERIFY2(said().contains(u"●"_s) && said().contains(u"bit by bit"_s), qPrintable(said()));
        // Figures are those of the run, the graph first.
        QTRY_VERIFY_WITH_TIMEOUT(view->figures().size() == pipelineCharts().size() + 1, 30000);
        const auto figures = view->figures();
        QCOMPARE(figures.front().name, u"pipeline-graph"_s);
        std::size_t at = 1;
        for (const PipelineChart* each : pipelineCharts()) {
            QCOMPARE(figures[at].name, QString::fromLatin1(each->name));
            QVERIFY(figures[at].about.contains(u"residual_cnn_2d.onnx"_s));
            QVERIFY(figures[at].table);
            ++at;
        }
        const auto graph = completeFigure(figures.front());
        QVERIFY(graph && !figureImage(*graph).isNull());
        // Other settings than those that were planned for.
        QVERIFY(!said().contains(u"than those of now"_s));
        auto* const credits = child<QSpinBox>(u"pipeline_credits"_s);
        const int planned = credits->value();
        credits->setValue(planned + 1);
        QVERIFY2(said().contains(u"than those of now"_s), qPrintable(said()));
        credits->setValue(planned);
        child<QSpinBox>(u"pipeline_frames"_s)->setValue(30);
        QVERIFY(!said().contains(u"than those of now"_s));
    }

    void selectionIsLinked() {
        open();
        useShortTimes();
        child<QToolButton>(u"pipelinePlan"_s)->click();
        QVERIFY(ends() && view->runs().result());
        const auto& choice = view->runs().result()->shown().choice;
        auto* canvas = child<GraphCanvas>(u"pipelineGraph"_s);
        QTRY_VERIFY_WITH_TIMEOUT(canvas->scene(), 30000);
        selection.select({choice.nodes.back(), {}});
        QCOMPARE(canvas->highlighted(), std::set<NodeId>{choice.nodes.back()});
        QVERIFY(table()->selectionModel()->isRowSelected(0));
        selection.clear();
        QVERIFY(!table()->selectionModel()->hasSelection());
        emit canvas->picked({choice.nodes.front(), {}});
        QCOMPARE(selection.current().node, choice.nodes.front());
        // A node of the original graph that is in a group.
        for (const NodeId node : view->runs().result()->task.typed->graph->order())
            if (!view->runs().result()->graph().contains(node)) {
                selection.select({node, {}});
                const auto heirs = view->runs().result()->task.history->descendantsOf(node);
                QCOMPARE(canvas->highlighted(), std::set<NodeId>(heirs.begin(), heirs.end()));
            }
    }

    void itIsStopped() {
        open();
        useShortTimes();
        child<QToolButton>(u"pipelineRun"_s)->click();
        QVERIFY(view->runs().isRunning());
        QCOMPARE(child<QToolButton>(u"pipelineRun"_s)->text(), u"Stop"_s);
        child<QToolButton>(u"pipelineRun"_s)->click();
        QVERIFY(!view->runs().isRunning());
        QVERIFY(!view->runs().result());
        QCOMPARE(child<QToolButton>(u"pipelineRun"_s)->text(), u"Run"_s);
        open(); // another model forgets what was planned
        child<QToolButton>(u"pipelinePlan"_s)->click();
        QVERIFY(ends() && view->runs().result());
        open();
        QVERIFY(!view->runs().result() && said().contains(u"Measure and plan"_s));
    }

    void itComesBackAsItWas() {
        open();
        auto* controls = view->findChild<PipelineControls*>();
        controls->restore({{u"devices"_s, QJsonArray{u"here:0"_s, u"pi"_s}},
                           {u"threads"_s, 2},
                           {u"link"_s, u"float16"_s},
                           {u"credits"_s, 5},
                           {u"turns"_s, false},
                           {u"frames"_s, 77}});
        const QJsonObject state = view->saveState();
        view = std::make_unique<PipelineView>(context);
        view->restoreState(state);
        const device::SplitTask task = view->findChild<PipelineControls*>()->task();
        QCOMPARE(task.machines.size(), std::size_t(2));
        QCOMPARE(task.machines[1].text, std::string("pi"));
        QCOMPARE(task.threads, 2);
        QCOMPARE(task.format, protocol::LinkFormat::Half);
        QCOMPARE(task.credits, 5u);
        QVERIFY(!task.takesTurns);
        QCOMPARE(task.frames, std::uint64_t(77));
        for (const QJsonObject& hostile :
             {QJsonObject{{u"split"_s, 3}}, QJsonObject{{u"split"_s, QJsonObject{{u"devices"_s, u"x"_s},
                                                                                 {u"threads"_s, -1e300},
                                                                                 {u"link"_s, 7},
                                                                                 {u"credits"_s, 1.5},
                                                                                 {u"frames"_s, 1e300}}}}}) {
            view = std::make_unique<PipelineView>(context);
            const device::SplitTask before = view->findChild<PipelineControls*>()->task();
            view->restoreState(hostile);
            const device::SplitTask after = view->findChild<PipelineControls*>()->task();
            QCOMPARE(after.threads, before.threads);
            QCOMPARE(after.credits, before.credits);
            QCOMPARE(after.frames, before.frames);
            QCOMPARE(after.machines.size(), before.machines.size());
        }
    }

    // Nothing of the controls is cut, however narrow the window.
    void theControlsFit() {
        open();
        auto* controls = child<QWidget>(u"pipelineControls"_s);
        auto* scroll = qobject_cast<QScrollArea*>(controls->parentWidget()->parentWidget());
        QVERIFY(scroll);
        for (const QSize& size : {QSize(1196, 640), QSize(816, 520)}) {
            view->resize(size);
            QTRY_VERIFY2(controls->width() <= scroll->viewport()->width(),
                         qPrintable(u"%1 of %2"_s.arg(controls->width()).arg(scroll->viewport()->width())));
        }
    }
};

EDGEWRIGHT_TEST(PipelinePageTest)

} // namespace edgewright::pipeline_page_test

#include "pipeline_page_test.moc"
