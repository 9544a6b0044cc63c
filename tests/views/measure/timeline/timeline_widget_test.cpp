// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline as a page has it: prepared beside the window, searched, joined to the selection.
#include "views/measure/timeline/timeline_widget.h"

#include "tests/support/table_columns.h"
#include "tests/support/test_class.h"
#include "tests/views/measure/timeline/timeline_example.h"
#include "views/measure/timeline/unmatched_panel.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/table/data_table.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace edgewright::timeline_widget_test {

using namespace edgewright::views;
using namespace edgewright::test;
using namespace Qt::StringLiterals;

class TimelineWidgetTest : public QObject {
    Q_OBJECT
    TimelineExample example;
    Selection selection;
    QThreadPool pool;
    std::unique_ptr<TimelineWidget> widget;
    TimelineSource ours, theirs;

    void open(std::vector<TimelineSource> sources) {
        QSignalSpy prepared(widget.get(), &TimelineWidget::prepared);
        widget->setSources(std::move(sources), example.graphs());
        QTRY_COMPARE_WITH_TIMEOUT(prepared.size(), 1, 30000);
    }
    SpanRef find(std::size_t source, const std::string& name, std::size_t run = 0) {
        const TimelineModel& model = *widget->scene()->sources[source].model;
        for (std::uint32_t at = 0; at < model.index().size(); ++at)
            if (model.name(at) == name && run-- == 0) return {source, at};
        return {};
    }
    void click(SpanRef span) {
        QTest::mouseClick(&widget->chart(), Qt::LeftButton, {},
                          widget->chart().geometry().spanRect(span).center().toPoint());
    }
    std::set<std::string> selectedNames(std::size_t source) {
        std::set<std::string> names;
        for (const std::uint32_t at : widget->chart().marks().selected[source])
            names.insert(widget->scene()->sources[source].model->name(at));
        return names;
    }
    template <typename T>
    T* child(const char* name) {
        return widget->findChild<T*>(QString::fromLatin1(name));
    }
    void search(const QString& words) {
        QSignalSpy found(&widget->search(), &TimelineSearchBar::found);
        child<QLineEdit>("timelineSearch")->setText(words);
        QTRY_COMPARE_WITH_TIMEOUT(found.size(), 1, 30000);
    }
    QString count() { return child<QLabel>("timelineSearchCount")->text(); }

private slots:
    void init() {
        selection.clear();
        ours = recordSource(example.record());
        theirs = traceSource(example.profile(), example.original.get(), u"ONNX Runtime"_s);
        widget = std::make_unique<TimelineWidget>(selection, pool);
        widget->resize(1000, 460);
        widget->show();
        QVERIFY(QTest::qWaitForWindowExposed(widget.get()));
        open({ours, theirs});
    }
    void cleanup() {
        widget.reset();
        pool.waitForDone();
    }

    void emptyState() {
        widget->setEmptyText(u"Not measured yet"_s);
        auto* overlay = widget->findChild<StageOverlay*>();
        QVERIFY(!overlay->isVisible());
        open({});
        QVERIFY(overlay->isVisible());
        QCOMPARE(overlay->text(), u"Not measured yet"_s);
        QVERIFY(!widget->scene() && !widget->figure());
        QVERIFY(!widget->search().isEnabled());
    }

    // The window goes on while a trace is prepared, and shows the old one.
    void preparingBlocksNothing() {
        QSemaphore begin;
        pool.setMaxThreadCount(1);
        pool.start([&begin] { begin.acquire(); });
        widget->setSources({theirs, ours}, example.graphs());
        QCOMPARE(widget->scene()->sources[0].model->source().trace, theirs.trace); // both are there already
        widget->setSources({recordSource(example.record())}, example.graphs());
        QVERIFY(widget->isPreparing());
        QVERIFY(widget->scene() != nullptr);
        QVERIFY(widget->findChild<StageOverlay*>()->pending());
        QSignalSpy prepared(widget.get(), &TimelineWidget::prepared);
        begin.release();
        QTRY_COMPARE_WITH_TIMEOUT(prepared.size(), 1, 30000);
        QCOMPARE(widget->scene()->sources.size(), std::size_t(1));
        QVERIFY(!widget->findChild<StageOverlay*>()->isVisible());
        pool.setMaxThreadCount(2);
    }

    void whatIsThereIsNotPreparedAgain() {
        const auto model = widget->scene()->sources[0].model;
        QSignalSpy prepared(widget.get(), &TimelineWidget::prepared);
        widget->setSources({ours}, example.graphs());
        QCOMPARE(prepared.size(), 1); // at once
        QCOMPARE(widget->scene()->sources[0].model, model);
        // Nodes of another graph are others.
        widget->setSources({ours}, {});
        QVERIFY(widget->isPreparing());
        QTRY_COMPARE_WITH_TIMEOUT(prepared.size(), 2, 30000);
        QVERIFY(widget->scene()->sources[0].model != model);
    }

    void clickSelectsTheNode() {
        click(find(0, "conv1+relu"));
        QCOMPARE(selection.current(), (Item{example.fused, {}}));
        QVERIFY(selection.chosen().empty());
        QCOMPARE(selectedNames(0), std::set<std::string>{"conv1+relu"});
        // In the other trace its members, in every run.
        QCOMPARE(selectedNames(1), (std::set<std::string>{"conv1_kernel_time", "relu_kernel_time"}));
        QTest::keyClick(&widget->chart(), Qt::Key_Escape);
        QVERIFY(selection.current().empty());
        QVERIFY(selectedNames(0).empty());
    }

    void aSpanOfSeveralNodesChoosesThemTogether() {
        TraceMaker maker;
        maker.trace.tool = trace::Tool::TensorRt;
        maker.span(maker.track("1"), "conv1 + relu", 0, 20);
        open({traceSource(maker.share(), example.original.get(), u"TensorRT"_s)});
        click(find(0, "conv1 + relu"));
        QCOMPARE(selection.current(), (Item{example.first, {}}));
        QCOMPARE(selection.chosen(), (std::vector<NodeId>{example.first, example.relu}));
    }

    void aSpanOfAnotherFusionChoosesWhatItStoodFor() {
        device::VariantRecord variant = example.record();
        variant.operators[0].node = NodeId(1000);
        variant.operators[0].origins = {example.first, example.relu};
        open({recordSource(variant)});
        click({0, 0});
        QCOMPARE(selection.current(), (Item{example.first, {}}));
        QCOMPARE(selection.chosen(), (std::vector<NodeId>{example.first, example.relu}));
        QCOMPARE(widget->chart().marks().selected[0], std::vector<std::uint32_t>{0});
    }

    void aSpanWithoutANodeIsMarkedAlone() {
        selection.select({example.last, {}});
        const SpanRef stranger = find(1, "stranger_kernel_time", widget->scene()->sources[1].run);
        widget->chart().reveal(stranger);
        click(stranger);
        QVERIFY(selection.current().empty());
        QCOMPARE(widget->chart().marks().selected[1], std::vector<std::uint32_t>{stranger.at});
        selection.select({example.last, {}});
        QCOMPARE(selectedNames(1), std::set<std::string>{"conv2_kernel_time"});
    }

    void aNodeOfTheGraphComesIntoView() {
        widget->chart().setWindow({{0, 20e-6}, 0, 18});
        QVERIFY(!widget->chart().isInSight(find(0, "conv2")));
        selection.select({example.last, {}});
        QCOMPARE(selectedNames(0), std::set<std::string>{"conv2"});
        bool isSeen = false;
        for (std::size_t source = 0; source < 2; ++source)
            for (const std::uint32_t at : widget->chart().marks().selected[source])
                isSeen = isSeen || widget->chart().isInSight({source, at});
        QVERIFY(isSeen);
        // A tensor stands for the operator that writes it.
        selection.select({{}, example.original->node(example.relu).outputs[0]});
        QCOMPARE(selectedNames(0), std::set<std::string>{"conv1+relu"});
        // Another page's choice of several.
        selection.select({});
        selection.choose({example.first, example.last});
        QCOMPARE(selectedNames(0), (std::set<std::string>{"conv1+relu", "conv2"}));
    }

    void searchWalksThroughHits() {
        search(u"conv2"_s);
        QCOMPARE(count(), u"4"_s);
        std::vector<SpanRef> walked;
        for (int i = 1; i <= 5; ++i) {
            QTest::keyClick(child<QLineEdit>("timelineSearch"), Qt::Key_Return);
            walked.push_back(widget->chart().marks().hit);
            QVERIFY(widget->chart().isInSight(walked.back()));
            QCOMPARE(selection.current().node, example.last);
        }
        QCOMPARE(walked[4], walked[0]); // around
        QCOMPARE(std::set<SpanRef>(walked.begin(), walked.end()).size(), std::size_t(4));
        child<QToolButton>("timelinePreviousHit")->click();
        QCOMPARE(widget->chart().marks().hit, walked[3]);
        search(u"nobody"_s);
        QCOMPARE(count(), u"none"_s);
        QVERIFY(!child<QToolButton>("timelineNextHit")->isEnabled());
        search({});
        QVERIFY(!child<QLabel>("timelineSearchCount")->isVisible());
    }

    void enterBeforeTheSearchIsDone() {
        auto* line = child<QLineEdit>("timelineSearch");
        line->setText(u"relu"_s);
        QTest::keyClick(line, Qt::Key_Return); // at once
        QTRY_VERIFY_WITH_TIMEOUT(widget->chart().marks().hit.valid(), 30000);
        QVERIFY(count().endsWith(u" of 4"_s));
    }

    void findIsAKey() {
        widget->activateWindow();
        widget->chart().setFocus();
        QTest::keyClick(&widget->chart(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(child<QLineEdit>("timelineSearch")->hasFocus(), 30000);
    }

    void runsAreChosen() {
        auto* runs = child<QComboBox>("timelineRun1");
        QVERIFY(runs->isVisible() && !child<QComboBox>("timelineRun0")->isVisible());
        QCOMPARE(runs->count(), 3);
        QCOMPARE(static_cast<std::size_t>(runs->currentIndex()), widget->scene()->sources[1].run);
        runs->setCurrentIndex(2);
        emit runs->activated(2);
        QCOMPARE(widget->scene()->sources[1].run, std::size_t(2));
        QVERIFY(std::abs(widget->scene()->start(find(1, "conv1_kernel_time", 2))) < 1e-9);
        // It stays while the second trace does.
        widget->setSources({ours, theirs}, example.graphs());
        QCOMPARE(widget->scene()->sources[1].run, std::size_t(2));
    }

    // Told again, with more that is known of it, a trace is looked at as before.
    void whatIsSeenStays() {
        child<QComboBox>("timelineRun1")->setCurrentIndex(2);
        emit child<QComboBox>("timelineRun1")->activated(2);
        widget->chart().setWindow({{10e-6, 40e-6}, 0, 18});
        const TimelineWindow before = widget->chart().window();
        TimelineSource again = recordSource(example.record());
        again.memory = {{0, 1024}, {31e-6, 4096}, {81e-6, 0}};
        open({again, theirs});
        QVERIFY(!widget->scene()->sources[0].model->memory().empty());
        QCOMPARE(widget->chart().window(), before);
        QCOMPARE(widget->scene()->sources[1].run, std::size_t(2));
        device::VariantRecord other = example.record();
        other.operators[1].seconds = 70e-6;
        open({recordSource(other), theirs});
        QVERIFY(widget->chart().window() != before);
    }

    void rowsScroll() {
        TraceMaker maker;
        for (int thread = 0; thread < 60; ++thread)
            maker.span(maker.track(std::to_string(thread)), "work", thread, 30);
        open({traceSource(maker.share(), nullptr, u"threads"_s)});
        auto* bar = child<QScrollBar>("timelineScroll");
        QVERIFY(bar->isVisible() && bar->maximum() > 200);
        bar->setValue(bar->maximum());
        const SpanRef last{0, 59};
        QVERIFY(widget->chart().isInSight(last) && !widget->chart().isInSight({0, 0}));
        widget->chart().reveal({0, 0});
        QCOMPARE(bar->value(), static_cast<int>(std::lround(widget->chart().window().scroll)));
        QVERIFY(widget->chart().isInSight({0, 0}));
        open({ours});
        QVERIFY(!bar->isVisible());
    }

    void looksFollowTheTheme() {
        const QImage light = widget->grab().toImage();
        widget->setPalette(Theme::darkTheme().palette());
        const QImage dark = widget->grab().toImage();
        const QPoint corner(widget->chart().x() + 30, widget->chart().y() + widget->chart().height() - 3);
        QVERIFY(light.pixelColor(corner).lightness() > 200);
        QVERIFY(dark.pixelColor(corner).lightness() < 60);
    }

    void destroyedWhilePreparing() {
        TimelineSource large =
            traceSource(std::make_shared<const trace::Trace>(randomTrace(50'000, 4, 1, false)), nullptr, {});
        widget->setSources({large}, {});
        widget.reset();
        pool.waitForDone();
        QCoreApplication::processEvents();
    }

    void unmatchedAreListed() {
        UnmatchedPanel panel;
        panel.resize(500, 200);
        panel.show();
        auto* sentence = panel.findChild<QLabel*>(u"unmatchedSentence"_s);
        QVERIFY(sentence->text().contains(u"Open a profile"_s));
        panel.setTimeline(widget->scene()->sources[0].model);
        QVERIFY2(sentence->text().contains(u"Nothing is left over: all 2 timed operators of fusion"_s), qPrintable(sentence->text()));
        QVERIFY(!panel.table().isVisible());
        panel.setTimeline(widget->scene()->sources[1].model);
        QVERIFY2(sentence->text().startsWith(u"3 of 12 operators of ONNX Runtime"_s),
                 qPrintable(sentence->text()));
        QAbstractItemModel* model = panel.table().view().model();
        QCOMPARE(model->rowCount(), 1);
        QCOMPARE(model->index(0, test::columnOf(*model, "name")).data().toString(), u"stranger_kernel_time"_s);
        QCOMPARE(model->index(0, test::columnOf(*model, "calls")).data().toString(), u"3"_s);
        QCOMPARE(model->index(0, test::columnOf(*model, "seconds")).data().toString(), u"60.0 µs"_s);
        QSignalSpy chosen(&panel, &UnmatchedPanel::nameChosen);
        QTest::mouseClick(panel.table().view().viewport(), Qt::LeftButton, {},
                          panel.table().view().visualRect(model->index(0, 0)).center());
        QVERIFY(!chosen.isEmpty());
        widget->search().setText(chosen[0][0].toString());
        QTRY_VERIFY_WITH_TIMEOUT(widget->search().hits(), 30000);
        QCOMPARE(widget->search().hits()->order.size(), std::size_t(3));
    }
};

EDGEWRIGHT_TEST(TimelineWidgetTest)

} // namespace edgewright::timeline_widget_test

#include "timeline_widget_test.moc"
