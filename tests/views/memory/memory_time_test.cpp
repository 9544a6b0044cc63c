// SPDX-License-Identifier: GPL-3.0-or-later
// Time cursor, play, lists and comparison of planners on the memory page.
#include "views/memory/chart/plan_chart.h"
#include "views/memory/memory_view.h"

#include "tests/support/test_class.h"
#include "tests/views/memory/memory_example.h"
#include "views/memory/chart/arena_painter.h"
#include "views/memory/chart/gantt_painter.h"
#include "views/memory/chart/life_card.h"
#include "views/memory/lists/alive_panel.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/page/page_answer.h"
#include "views/support/shortcuts.h"

#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QSemaphore>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <random>
#include <set>

namespace edgewright::memory_time_test {

using namespace edgewright::views;
using namespace edgewright::test;
using namespace Qt::StringLiterals;

class MemoryTimeTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};
    Example example;
    std::unique_ptr<View> view;

    MemoryView& page() { return static_cast<MemoryView&>(*view); }
    PlanChart* chart(const char* name) { return view->findChild<PlanChart*>(QString::fromLatin1(name)); }
    QString text(const char* name) { return view->findChild<QLabel*>(QString::fromLatin1(name))->text(); }
    QString answer() { return view->findChild<PageAnswer*>(u"memoryAnswer"_s)->plainText(); }
    void press(const char* name) { view->findChild<QToolButton*>(QString::fromLatin1(name))->click(); }
    void compare(const QString& what) {
        for (auto* button : view->findChildren<QToolButton*>())
            if (button->text() == what) return button->click();
        QFAIL(qPrintable(what));
    }
    // The page shows what the stages make of `analysis`.
    void follow(StageJobs& stages, const pipeline::Analysis& analysis) {
        stages.disconnect(view.get());
        stages.reset(analysis, settings.get());
        connect(&stages, &StageJobs::changed, view.get(),
                [this, from = &stages] { view->setAnalysis(from->analysis()); });
        view->setAnalysis(stages.analysis());
    }
    QTableView* alive() { return view->findChild<QTableView*>(u"aliveTable"_s); }
    QString cell(int row, int column) { return alive()->model()->index(row, column).data().toString(); }

private slots:
    void init() {
        selection.clear();
        settings.reset({});
        view = memory_view.make(context);
        view->resize(1400, 860);
        view->show();
        view->setAnalysis(example.analysis);
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
    }
    void cleanup() {
        view.reset();
        pool.waitForDone();
    }

    void clickOnTheAxisSetsTheCursor() {
        PlanChart* gantt = chart("ganttBefore");
        QTest::mouseClick(gantt, Qt::LeftButton, {}, gantt->stepPoint(1).toPoint());
        QCOMPARE(page().step(), std::optional<std::int64_t>(1));
        QCOMPARE(gantt->step(), std::optional<std::int64_t>(1));
        QCOMPARE(chart("arenaBefore")->step(), std::optional<std::int64_t>(1));
        // Conv and Relu are one step after fusion.
        QCOMPARE(chart("ganttAfter")->step(), std::optional<std::int64_t>(0));
        QCOMPARE(selection.current(), (Item{example.relu, {}})); // the graph follows
        QVERIFY(view->findChild<QLabel*>(u"timeText"_s)->toolTip().contains(u"step 1"_s));
        QVERIFY(text("aliveTitle").contains(u"step 1"_s));
        QTest::keyClick(gantt, Qt::Key_Escape);
        QVERIFY(!page().step());
        QVERIFY(!chart("arenaAfter")->step());
    }

    void draggingTheCursor() {
        PlanChart* arena = chart("arenaBefore");
        QTest::mousePress(arena, Qt::LeftButton, {}, arena->stepPoint(0).toPoint());
        QCOMPARE(page().step(), std::optional<std::int64_t>(0));
        const QPointF at = arena->stepPoint(2);
        QMouseEvent move(QEvent::MouseMove, at, arena->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(arena, &move);
        QCOMPARE(page().step(), std::optional<std::int64_t>(2));
        QTest::mouseRelease(arena, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(selection.current(), (Item{example.nodeB, {}}));
        QCOMPARE(arena->window(), arena->fit()); // nothing was panned
    }

    void keysStepThroughTime() {
        PlanChart* gantt = chart("ganttAfter");
        gantt->setFocus();
        QTest::keyClick(gantt, Qt::Key_Right);
        QCOMPARE(page().step(), std::optional<std::int64_t>(0));
        QTest::keyClick(gantt, Qt::Key_Right);
        QCOMPARE(page().step(), std::optional<std::int64_t>(1));
        QCOMPARE(selection.current(), (Item{example.nodeB, {}}));
        QTest::keyClick(gantt, Qt::Key_Right); // there is no step behind
        QCOMPARE(page().step(), std::optional<std::int64_t>(1));
        QTest::keyClick(gantt, Qt::Key_Left);
        QCOMPARE(page().step(), std::optional<std::int64_t>(0));
        QTest::keyClick(gantt, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(page().step(), std::optional<std::int64_t>(1));
        QStringList listed;
        for (const ShortcutRow& row : shortcutsOf(view.get()))
            listed << row.keys;
        QVERIFY(listed.contains(u"Space"_s) && listed.contains(u"Left, Right"_s) && listed.contains(u"+, −"_s));
    }

    void playRunsToTheEnd() {
        compare(u"Original"_s);
        auto* speed = view->findChild<QComboBox*>(u"timeSpeed"_s);
        speed->setCurrentIndex(speed->count() - 1);
        std::set<std::int64_t> seen;
        connect(&selection, &Selection::changed, view.get(), [&] {
            if (page().step()) seen.insert(*page().step());
        });
        QTest::keyClick(chart("ganttBefore"), Qt::Key_Space);
        auto* play = view->findChild<QToolButton*>(u"timePlay"_s);
        QVERIFY(play->isChecked());
        QTRY_VERIFY_WITH_TIMEOUT(!play->isChecked(), 30000);
        QCOMPARE(seen, (std::set<std::int64_t>{0, 1, 2}));
        QCOMPARE(page().step(), std::optional<std::int64_t>(2));
        press("timeBack");
        QCOMPARE(page().step(), std::optional<std::int64_t>(1));
        press("timePlay");
        QVERIFY(play->isChecked());
        press("timePlay");
        QVERIFY(!play->isChecked());
        press("timeClear");
        QVERIFY(!page().step());
    }

    void aNodeOfTheGraphTakesTheCursorAlong() {
        PlanChart* gantt = chart("ganttBefore");
        selection.select({example.relu, {}});
        QVERIFY(!page().step()); // there was none
        QTest::mouseClick(gantt, Qt::LeftButton, {}, gantt->stepPoint(0).toPoint());
        selection.select({example.nodeB, {}});
        QCOMPARE(gantt->step(), std::optional<std::int64_t>(2));
    }

    void theCursorGoesAlongToAnotherComparison() {
        PlanChart* gantt = chart("ganttBefore");
        QTest::mouseClick(gantt, Qt::LeftButton, {}, gantt->stepPoint(1).toPoint()); // Relu
        compare(u"Fused"_s);
        QCOMPARE(page().step(), std::optional<std::int64_t>(0)); // it became part of the first step
        QCOMPARE(chart("ganttAfter")->step(), std::optional<std::int64_t>(0));
        QVERIFY(text("aliveTitle").contains(u"step 0"_s));
        compare(u"Original"_s);
        QCOMPARE(page().step(), std::optional<std::int64_t>(1));
        QCOMPARE(chart("ganttBefore")->step(), std::optional<std::int64_t>(1));
    }

    void aNodeOfTheHiddenGraphMovesTheCursor() {
        compare(u"Fused"_s);
        PlanChart* gantt = chart("ganttAfter");
        QTest::mouseClick(gantt, Qt::LeftButton, {}, gantt->stepPoint(1).toPoint());
        QCOMPARE(page().step(), std::optional<std::int64_t>(1));
        selection.select({example.relu, {}}); // step 1 of the original graph
        QCOMPARE(page().step(), std::optional<std::int64_t>(0));
        QCOMPARE(gantt->step(), std::optional<std::int64_t>(0));
        QVERIFY(text("aliveTitle").contains(u"step 0"_s));
        QTest::keyClick(gantt, Qt::Key_Right);
        QCOMPARE(page().step(), std::optional<std::int64_t>(1));
    }

    // After another fusion the id of a group may be that of another one.
    void stepsAreTranslatedBetweenHistories() {
        auto other = std::make_shared<pipeline::Analysis>(*example.analysis);
        auto history = std::make_shared<fusion::History>();
        history->base = history->graph = example.analysis->fusion->base;
        ir::Node node = history->graph.node(example.nodeB);
        history->graph.removeNode(example.nodeB);
        node.id = history->graph.nextNode();
        QCOMPARE(node.id, example.fused);
        history->graph.insertNode(std::move(node), 2);
        fusion::Step step;
        step.nodes = step.patch.removed = {example.nodeB};
        step.made = {example.fused};
        history->steps.push_back(std::move(step));
        other->fusion = history;
        other->memoryAfter = planOf(other->fusion->graph, {buffer("x", 1024, 0, 1)}, {0}, {{example.x}},
                                    {NodeId()}, {example.nodeA, example.relu, example.fused});
        const auto was = PlanSide::make(example.analysis, true), is = PlanSide::make(other, true);
        QCOMPARE(is->stepLike(*was, 0), 1); // Conv and Relu, not the group that has the id now
        QCOMPARE(is->stepLike(*was, 1), 2);
        QCOMPARE(was->stepLike(*is, 2), 1);
    }

    // The fused graph is there before its plan is: until then the old plan goes with the old graph.
    void aPlanKeepsItsGraph() {
        auto other = std::make_shared<pipeline::Analysis>(*example.analysis);
        auto history = std::make_shared<fusion::History>();
        history->base = history->graph = example.analysis->fusion->base; // nothing fused any more
        other->fusion = history;
        other->pending.insert("memory_fused");
        view->setAnalysis(other);
        QVERIFY(chart("ganttAfter")->painter());
        QCOMPARE(&chart("ganttAfter")->painter()->side().given(), &example.analysis->fusion->graph);
        selection.select({example.relu, {}});
        QCOMPARE(chart("ganttAfter")->highlighted(), std::vector<LifeId>{LifeId(1)});
        QVERIFY(!PlanSide::make(other, true)); // the two do not belong together
        auto planned = std::make_shared<pipeline::Analysis>(*other);
        planned->memoryAfter = example.analysis->memoryBefore;
        view->setAnalysis(planned);
        QCOMPARE(&chart("ganttAfter")->painter()->side().given(), &history->graph);
    }

    void aNewPlanMovesNoWindow() {
        const auto analysis = longChain(400, 5);
        view->setAnalysis(analysis);
        PlanChart* gantt = chart("ganttBefore");
        emit gantt->stepPicked(300);
        QCOMPARE(page().step(), std::optional<std::int64_t>(300));
        const PlaneWindow here{0, 40, 0, 40};
        for (const char* name : {"ganttBefore", "ganttAfter"})
            chart(name)->setWindow(here);
        auto next = std::make_shared<pipeline::Analysis>(*analysis);
        next->memoryBefore = std::make_shared<pipeline::MemoryPlan>(*analysis->memoryBefore);
        view->setAnalysis(next);
        QCOMPARE(page().step(), std::optional<std::int64_t>(300));
        QVERIFY(!gantt->highlighted().empty());
        QCOMPARE(gantt->window(), here);
        selection.select({{}, analysis->memoryBefore->liveness.values[200].front()});
        QVERIFY(!(gantt->window() == here)); // what is selected comes into sight
    }

    void walkingFollowsTheRows() {
        auto* box = view->findChild<QComboBox*>(u"rowOrder"_s);
        box->setCurrentIndex(box->findData(int(RowOrder::Size)));
        emit box->activated(box->currentIndex());
        PlanChart* gantt = chart("ganttBefore");
        for (const ValueId expected : {example.a, example.r, example.x, example.y, example.a}) {
            QTest::keyClick(gantt, Qt::Key_Down);
            QCOMPARE(selection.current(), (Item{{}, expected}));
        }
        QTest::keyClick(gantt, Qt::Key_Up);
        QCOMPARE(selection.current(), (Item{{}, example.y}));
    }

    void walkingPassesWorkingMemory() {
        auto working = std::make_shared<pipeline::Analysis>(*example.analysis);
        auto plan = std::make_shared<pipeline::MemoryPlan>(*example.analysis->memoryBefore);
        plan->liveness.problem.buffers.push_back(buffer("scratch", 512, 1, 2, memory::BufferKind::Scratch));
        plan->liveness.values.emplace_back();
        plan->liveness.producer.push_back(example.relu);
        plan->solution.offsets.push_back(8192);
        working->memoryBefore = plan;
        view->setAnalysis(working);
        PlanChart* gantt = chart("ganttBefore");
        // By start: x, a, the working memory of Relu, r, y.
        const std::vector<Item> expected{{{}, example.x}, {{}, example.a}, {example.relu, {}},
                                         {{}, example.r}, {{}, example.y}, {{}, example.x}};
        for (const Item& item : expected) {
            QTest::keyClick(gantt, Qt::Key_Down);
            QCOMPARE(selection.current(), item);
            if (item.node.valid()) // marked, with what the operator writes
                QVERIFY(std::ranges::count(gantt->highlighted(), LifeId(4)) == 1);
        }
        selection.select({{}, example.r});
        QTest::keyClick(gantt, Qt::Key_Up);
        QCOMPARE(selection.current(), (Item{example.relu, {}}));
        QTest::keyClick(gantt, Qt::Key_Up);
        QCOMPARE(selection.current(), (Item{{}, example.a}));
    }

    void deadTensorsFade() {
        PlanChart* arena = chart("arenaBefore");
        const QPoint dead = arena->lifeRect(LifeId(2))->center().toPoint() + QPoint(12, 12); // alive in 1 and 2
        const QPoint living =
            arena->lifeRect(LifeId(1))->center().toPoint() + QPoint(-12, 12); // alive in 0 and 1
        const QImage all = arena->grab().toImage();
        QTest::mouseClick(arena, Qt::LeftButton, {}, arena->stepPoint(0).toPoint());
        selection.clear();
        const QImage now = arena->grab().toImage();
        QCOMPARE(now.pixelColor(living), all.pixelColor(living));
        QVERIFY(now.pixelColor(dead).lightness() >
                all.pixelColor(dead).lightness() + 20); // towards the surface
    }

    void whoIsAliveAtThePeak() {
        compare(u"Original"_s);
        // In step 1 a and r, 4 KiB each; their sum is the lower bound.
        QVERIFY2(text("aliveTitle").contains(u"peak, step 1"_s), qPrintable(text("aliveTitle")));
        QCOMPARE(alive()->model()->rowCount(), 2);
        QCOMPARE(cell(0, AliveModel::Name), u"a"_s);
        QVERIFY2(cell(0, AliveModel::Bytes).contains(u"50.0 %"_s), qPrintable(cell(0, AliveModel::Bytes)));
        // Without a there are 5 KiB in the last step; without r there are x and a in the first one.
        QCOMPARE(cell(0, AliveModel::Without), u"3.00 KiB"_s);
        QCOMPARE(cell(1, AliveModel::Without), u"3.00 KiB"_s);
        QVERIFY2(text("aliveReason").contains(u"1.00 KiB"_s), qPrintable(text("aliveReason"))); // 9 against 8
        QVERIFY2(text("aliveReason").contains(u"step 0"_s), qPrintable(text("aliveReason")));
        alive()->setCurrentIndex(alive()->model()->index(1, 0));
        QCOMPARE(selection.current(), (Item{{}, example.r}));
        selection.select({{}, example.a});
        QCOMPARE(alive()->currentIndex().row(), 0);
        // At the cursor.
        chart("ganttBefore")->setFocus();
        QTest::keyClick(chart("ganttBefore"), Qt::Key_Right);
        QCOMPARE(alive()->model()->rowCount(), 2);
        QVERIFY(text("aliveFigures").contains(u"5.00 KiB"_s));
        QVERIFY2(text("aliveFigures").contains(u"4.00 KiB unused"_s), qPrintable(text("aliveFigures")));
    }

    void rowsAreSorted_data() {
        QTest::addColumn<int>("order");
        QTest::addColumn<QList<int>>("lives");
        QTest::newRow("start") << int(RowOrder::Start) << QList<int>{0, 1, 2, 3};
        QTest::newRow("size") << int(RowOrder::Size) << QList<int>{1, 2, 0, 3};
        QTest::newRow("offset") << int(RowOrder::Offset) << QList<int>{1, 3, 2, 0};
    }
    void rowsAreSorted() {
        QFETCH(int, order);
        QFETCH(QList<int>, lives);
        auto* box = view->findChild<QComboBox*>(u"rowOrder"_s);
        box->setCurrentIndex(box->findData(order));
        emit box->activated(box->currentIndex());
        for (qsizetype i = 1; i < lives.size(); ++i)
            QVERIFY(chart("ganttBefore")->lifeRect(LifeId(lives[i - 1]))->center().y() <
                    chart("ganttBefore")->lifeRect(LifeId(lives[i]))->center().y());
    }

    void cardTellsEverything() {
        const auto side = PlanSide::make(example.analysis, false);
        const QString card = lifeCard(*side, side->lifeOf(example.a));
        for (const char* expected : {"<b>a</b>", "float32[1,1024]", "4.00 KiB (4\u202f096 B)",
                                     "in steps 0 to 1", "0 B", "Conv", "Relu"})
            QVERIFY2(card.contains(QString::fromUtf8(expected)), expected);
    }

    void twoPlannersOnOneScale() {
        const auto stages = memoryStages(settings, pool);
        follow(*stages, *example.analysis);
        settings.change({}, [](pipeline::Settings& s) { s.liveness.inPlace = false; });
        auto* other = view->findChild<QComboBox*>(u"otherPlanner"_s);
        QVERIFY(!other->isVisible());
        compare(u"A | B"_s);
        QVERIFY(other->isVisible());
        other->setCurrentIndex(other->findData(u"no_reuse"_s));
        emit other->activated(other->currentIndex());
        auto* graph = view->findChild<QComboBox*>(u"planGraph"_s);
        graph->setCurrentIndex(graph->findData(false));
        emit graph->activated(graph->currentIndex());
        QTRY_VERIFY_WITH_TIMEOUT(chart("arenaAfter")->painter() &&
                                     chart("arenaAfter")->painter()->side().plan().planner == "no_reuse",
                                 30000);
        const PlanSide& b = chart("arenaAfter")->painter()->side();
        QCOMPARE(b.plan().solution.peak, b.plan().sum);
        QCOMPARE(chart("arenaBefore")->fit().y1, chart("arenaAfter")->fit().y1);
        QVERIFY(chart("arenaBefore")->fit().y1 >= static_cast<double>(b.plan().sum));
        QVERIFY2(answer().contains(u"more than"_s), qPrintable(answer()));
        QCOMPARE(view->figures().back().name, u"memory-arena-planners"_s);
        compare(u"Original | Fused"_s);
        QCOMPARE(chart("arenaAfter")->painter()->side().after(), true);
        QVERIFY(answer().contains(u"Fusion saves"_s));
    }

    void plannerBOfAnotherModelIsForgotten() {
        const auto stages = memoryStages(settings, pool);
        follow(*stages, *example.analysis);
        pool.setMaxThreadCount(1);
        QSemaphore go;
        pool.start([&go] { go.acquire(); });
        compare(u"A | B"_s); // waits for the pool
        QVERIFY(!settings.get().viewState.otherPlan.planner.empty());
        settings.reset({});
        follow(*stages, {});
        go.release();
        QVERIFY(pool.waitForDone(10000));
        QCoreApplication::processEvents();
        QVERIFY(!chart("arenaAfter")->painter() && !chart("arenaBefore")->painter());
        auto second = std::make_shared<pipeline::Analysis>(*longChain(20, 3));
        follow(*stages, *second);
        QTRY_VERIFY_WITH_TIMEOUT(chart("arenaAfter")->painter(), 30000);
        QCOMPARE(&chart("arenaAfter")->painter()->side().given(), second->before());
        settings.reset({});
        follow(*stages, {});
        QVERIFY(!chart("arenaAfter")->painter() && !chart("arenaBefore")->painter());
        pool.setMaxThreadCount(QThread::idealThreadCount());
    }

    void searchesHaveAPoolOfTheirOwn() {
        QThreadPool searches;
        auto stages = memoryStages(settings, pool, &searches);
        follow(*stages, *example.analysis);
        pool.setMaxThreadCount(1);
        QSemaphore go;
        pool.start([&go] { go.acquire(); });
        compare(u"A | B"_s);
        const bool planned = QTest::qWaitFor([&] { return chart("arenaAfter")->painter() != nullptr; }, 10000);
        go.release();
        pool.waitForDone(); // who waits for `go` may only begin now
        stages.reset();
        pool.setMaxThreadCount(QThread::idealThreadCount());
        QVERIFY(planned);
    }

    void intervalsAreFound() {
        std::mt19937 random(7);
        std::vector<std::pair<std::int64_t, std::int64_t>> spans;
        for (int i = 0; i < 300; ++i) {
            const auto from = static_cast<std::int64_t>(random() % 500);
            spans.emplace_back(from, from + 1 + static_cast<std::int64_t>(random() % (i % 7 == 0 ? 400 : 12)));
        }
        const LifeIndex index(spans);
        for (int i = 0; i < 200; ++i) {
            const auto from = static_cast<std::int64_t>(random() % 900),
                       to = from + 1 + static_cast<std::int64_t>(random() % 60);
            std::set<std::size_t> found, expected;
            index.visit(from, to, [&](std::size_t at) { QVERIFY(found.insert(at).second); });
            for (std::size_t k = 0; k < spans.size(); ++k)
                if (spans[k].first < to && spans[k].second > from) expected.insert(k);
            QCOMPARE(found, expected);
        }
        LifeIndex().visit(0, 10, [](std::size_t) { QFAIL("nothing is in there"); });
    }

    // A presentation begins with the step that one is at, and goes on from there.
    void aStepIsPresented() {
        QCOMPARE(view->currentSlide(), std::size_t(0));
        PlanChart* gantt = chart("ganttAfter");
        gantt->setFocus();
        QTest::keyClick(gantt, Qt::Key_Right);
        QCOMPARE(page().step(), std::optional<std::int64_t>(0));
        const std::vector<Slide> slides = view->slides();
        QCOMPARE(view->currentSlide(), view->figures().size());
        QCOMPARE(slides.size(), view->figures().size() + 1);
        const Slide& first = slides.back();
        QVERIFY2(first.headline.contains(u", step 0 of 0 to "_s), qPrintable(first.headline));
        QCOMPARE(first.caption, view->answer());
        QVERIFY(!first.stepped(-1));
        const std::optional<Slide> next = first.stepped(1);
        QVERIFY(next && next->headline.contains(u", step 1 of 0 to "_s));
        QVERIFY(!next->stepped(1000) || !next->stepped(1000)->stepped(1));
        const auto picture = [](const Slide& slide) {
            QImage image(900, 400, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            if (const auto figure = slide.make({}))
                figure->paint(painter, QRectF(image.rect()), Theme::light());
            return image;
        };
        QVERIFY(picture(first) != picture(*next));
    }
};

EDGEWRIGHT_TEST(MemoryTimeTest)

} // namespace edgewright::memory_time_test

#include "memory_time_test.moc"
