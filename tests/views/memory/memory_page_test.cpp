// SPDX-License-Identifier: GPL-3.0-or-later
// A hand-made plan on the memory page: what is drawn where, and what a click, a selection and a control do.
#include "views/memory/chart/plan_chart.h"
#include "views/memory/memory_view.h"

#include "core/pipeline/memory/memory_plan.h"
#include "tests/support/test_class.h"
#include "tests/views/memory/memory_example.h"
#include "tests/views/memory/recorded_painting.h"
#include "tests/views/support/svg.h"
#include "views/memory/chart/arena_painter.h"
#include "views/memory/lists/peak_report.h"
#include "views/support/answer_line.h"
#include "views/support/figure/figure_style.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/page/page_answer.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <QToolButton>
#include <array>

#include <algorithm>
#include <cmath>

namespace edgewright::memory_page_test {

using namespace edgewright::views;
using namespace edgewright::test;

class MemoryPageTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};
    Example example;
    std::unique_ptr<View> view;

    PlanChart* chart(const char* name) { return view->findChild<PlanChart*>(QString::fromLatin1(name)); }
    QString text(const char* name) { return view->findChild<QLabel*>(QString::fromLatin1(name))->text(); }

private slots:
    void init() {
        selection.clear();
        settings.change({}, [](pipeline::Settings& s) { s = {}; });
        view = memory_view.make(context);
        view->resize(1280, 800);
        view->show();
        view->setAnalysis(example.analysis);
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
    }
    void cleanup() { view.reset(); }

    void summaries() {
        QVERIFY2(text("memorySummaryBefore").contains(QStringLiteral("9.00 KiB")),
                 qPrintable(text("memorySummaryBefore")));
        QVERIFY(text("memorySummaryBefore").contains(QStringLiteral("8.00 KiB"))); // lower bound
        QVERIFY(text("memorySummaryBefore").contains(QStringLiteral("1.13 ×")));
        QVERIFY(text("memorySummaryAfter").contains(QStringLiteral("5.00 KiB")));
        QVERIFY(text("memorySummaryAfter").contains(QStringLiteral("1.00 ×")));
        const auto* answer = view->findChild<PageAnswer*>(QStringLiteral("memoryAnswer"));
        QCOMPARE(answer->findChild<AnswerLine*>(QStringLiteral("answer"))->plainAnswer(),
                 QStringLiteral(
                     "Fusion saves 44.4 % of the arena (9.00 KiB → 5.00 KiB, proven optimal); the peak is "
                     "at group."));
        // What is planned is said once, above both columns; each of them has one line.
        const QString conditions = answer->findChild<QLabel*>(QStringLiteral("conditions"))->accessibleName();
        QVERIFY2(conditions.startsWith(QStringLiteral("Original: ")) &&
                     conditions.contains(QStringLiteral(" · Fused: ")) &&
                     conditions.count(QStringLiteral("sum of buffers")) == 2,
                 qPrintable(conditions));
        for (const char* name : {"memorySummaryBefore", "memorySummaryAfter"}) {
            const auto* summary = view->findChild<QLabel*>(QString::fromLatin1(name));
            QVERIFY(!summary->text().contains(QStringLiteral("sum of buffers")));
            QVERIFY(summary->heightForWidth(summary->width()) < 2 * summary->fontMetrics().lineSpacing());
        }
    }

    // What narrower types save is not credited to fusion.
    void narrowerTensorsAreSaid() {
        ir::Graph fused = *example.analysis->after();
        fused.value(example.r).type = fused.value(example.r).type.withDtype(ir::DataType::Int8);
        auto analysis = std::make_shared<pipeline::Analysis>(*example.analysis);
        using memory::BufferKind;
        analysis->memoryAfter =
            test::planOf(fused,
                         {test::buffer("x", 1024, 0, 1, BufferKind::Input), test::buffer("r", 1024, 0, 2),
                          test::buffer("y", 1024, 1, 2, BufferKind::Output)},
                         {1024, 0, 1024}, {{example.x}, {example.r}, {example.y}},
                         {NodeId(), example.fused, example.nodeB}, {example.fused, example.nodeB});
        const pipeline::ElementsAtPeak before = pipeline::elementsAtPeak(*analysis->memoryBefore),
                                       after = pipeline::elementsAtPeak(*analysis->memoryAfter);
        QCOMPARE(before.count, 2048.0); // a and r
        QCOMPARE(before.bytesEach(), 4.0);
        QCOMPARE(after.count, 256.0 + 1024.0); // x and r
        QCOMPARE(after.bytes, 2048.0);
        view->setAnalysis(analysis);
        const auto* answer = view->findChild<PageAnswer*>(QStringLiteral("memoryAnswer"));
        QCOMPARE(answer->findChild<AnswerLine*>(QStringLiteral("answer"))->plainAnswer(),
                 QStringLiteral(
                     "Fused in narrower types, the arena is 77.8 % smaller (9.00 KiB → 2.00 KiB, proven "
                     "optimal): at the peak %1 elements of %2 B are alive, where %3 of %4 B were; the peak is "
                     "at group.")
                     .arg(countText(after.count), significant(1.6), countText(before.count), significant(4)));
    }

    void oneScaleOnBothSides() {
        const auto before = chart("arenaBefore")->lifeRect(LifeId(1)); // 4 KiB, 2 steps
        const auto after = chart("arenaAfter")->lifeRect(LifeId(1));   // 4 KiB, 2 steps
        QVERIFY(before && after);
        QVERIFY(std::abs(before->width() - after->width()) < 2);
        QVERIFY(std::abs(before->height() - after->height()) < 2);
        QCOMPARE(chart("arenaBefore")->fit().y1, chart("arenaAfter")->fit().y1);
    }

    void arenaGeometry() {
        const auto a = chart("arenaBefore")->lifeRect(LifeId(1)); // [0, 4096) in steps 0..2
        const auto r = chart("arenaBefore")->lifeRect(LifeId(2)); // [4096, 8192) in steps 1..3
        QVERIFY(a && r);
        QVERIFY(std::abs(a->top() - r->bottom()) < 0.5); // neighbours touch
        QVERIFY(std::abs(a->width() - r->width()) < 0.5);
        QVERIFY(std::abs((r->left() - a->left()) - a->width() / 2) < 0.5);
    }

    void clickSelects_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("buffer");
        QTest::addColumn<int>("value");
        QTest::newRow("gantt before") << QStringLiteral("ganttBefore") << 2
                                      << static_cast<int>(example.r.index());
        QTest::newRow("arena before") << QStringLiteral("arenaBefore") << 1
                                      << static_cast<int>(example.a.index());
        QTest::newRow("gantt after") << QStringLiteral("ganttAfter") << 2
                                     << static_cast<int>(example.y.index());
        QTest::newRow("arena after") << QStringLiteral("arenaAfter") << 0
                                     << static_cast<int>(example.x.index());
    }
    void clickSelects() {
        QFETCH(QString, name);
        QFETCH(int, buffer);
        QFETCH(int, value);
        auto* widget = view->findChild<PlanChart*>(name);
        const auto rect = widget->lifeRect(LifeId(buffer));
        QVERIFY(rect);
        QTest::mouseClick(widget, Qt::LeftButton, {}, rect->center().toPoint());
        QCOMPARE(selection.current(), (Item{{}, ValueId(value)}));
        QTest::keyClick(widget, Qt::Key_Escape);
        QVERIFY(selection.current().empty());
    }

    void selectionHighlights() {
        selection.select({{}, example.r});
        QCOMPARE(chart("ganttBefore")->highlighted(), std::vector<LifeId>{LifeId(2)});
        QCOMPARE(chart("arenaAfter")->highlighted(), std::vector<LifeId>{LifeId(1)});
        selection.select({example.nodeA, {}}); // writes a; the group that it became writes r
        QCOMPARE(chart("arenaBefore")->highlighted(), std::vector<LifeId>{LifeId(1)});
        QCOMPARE(chart("arenaAfter")->highlighted(), std::vector<LifeId>{LifeId(1)});
        selection.select({example.fused, {}}); // stands for Conv and Relu
        QCOMPARE(chart("ganttBefore")->highlighted(), (std::vector<LifeId>{LifeId(1), LifeId(2)}));
        selection.select({{}, example.a}); // gone after fusion: what its producer became writes r
        QCOMPARE(chart("ganttAfter")->highlighted(), std::vector<LifeId>{LifeId(1)});
        selection.clear();
        QVERIFY(chart("ganttAfter")->highlighted().empty());
    }

    void controlsChangeSettings() {
        QSignalSpy changed(&settings, &SettingsModel::changed);
        auto* alignment = view->findChild<QComboBox*>(QStringLiteral("alignment"));
        alignment->setFocus();
        alignment->setCurrentIndex(alignment->findData(QStringLiteral("16")));
        emit alignment->activated(alignment->currentIndex());
        QCOMPARE(settings.get().liveness.alignment, 16);
        view->findChild<QCheckBox*>(QStringLiteral("in_place"))->click();
        QVERIFY(!settings.get().liveness.inPlace);
        view->findChild<QAction*>(QStringLiteral("scratch"))->trigger();
        QVERIFY(settings.get().scratch);
        view->findChild<QAction*>(QStringLiteral("parts"))->setChecked(true); // as when the menu opens
        view->findChild<QAction*>(QStringLiteral("parts"))->trigger();
        QVERIFY(!settings.get().liveness.parts);
        auto* planner = view->findChild<QComboBox*>(QStringLiteral("planner"));
        const int other = planner->findData(QStringLiteral("no_reuse"));
        QVERIFY(other >= 0);
        planner->setCurrentIndex(other);
        emit planner->activated(other);
        QCOMPARE(settings.get().planner, std::string("no_reuse"));
        QCOMPARE(changed.count(), 5);
        settings.change({}, [](pipeline::Settings& s) { s.liveness.alignment = 128; });
        QCOMPARE(alignment->currentData().toInt(), 128);
    }

    void zoomAboutPointerAndFit() {
        PlanChart* arena = chart("arenaBefore");
        const QPointF at = arena->lifeRect(LifeId(1))->center();
        const PlaneWindow fit = arena->window();
        QWheelEvent wheel(at, arena->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(arena, &wheel);
        QVERIFY(arena->window().x1 - arena->window().x0 < fit.x1 - fit.x0);
        QVERIFY(arena->lifeRect(LifeId(1))->contains(at));
        QCOMPARE(chart("arenaAfter")->window(), arena->window()); // one scale
        QCOMPARE(chart("ganttBefore")->window().x0, arena->window().x0);
        QTest::mouseDClick(arena, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(arena->window(), fit);
    }

    void oneSideAlone() {
        for (auto* button : view->findChildren<QToolButton*>())
            if (button->text() == QStringLiteral("Fused")) button->click();
        QVERIFY(!chart("ganttBefore")->isVisible());
        QVERIFY(chart("arenaAfter")->isVisible());
        QCOMPARE(chart("ganttAfter")->fit().x1, 3.0); // still the common scale
    }

    void stages() {
        auto* overlay = view->findChild<StageOverlay*>();
        QVERIFY(overlay && !overlay->isVisible());
        auto pending = std::make_shared<pipeline::Analysis>(*example.analysis);
        pending->pending.insert("memory");
        view->setAnalysis(pending);
        QVERIFY(overlay->isVisible() && overlay->pending() && overlay->text().isEmpty());
        auto failed = std::make_shared<pipeline::Analysis>();
        failed->opened = example.analysis->opened;
        failed->errors["memory"] = badInput("no shape for 'conv1'");
        view->setAnalysis(failed);
        QVERIFY(overlay->text().contains(QStringLiteral("no shape for 'conv1'")));
        QVERIFY(view->figures().empty());
        // One of the two stages failed: the other side stays, and its own says why.
        auto half = std::make_shared<pipeline::Analysis>(*example.analysis);
        half->memoryAfter = nullptr;
        half->errors["memory_fused"] = badInput("no plan for the groups");
        view->setAnalysis(half);
        QVERIFY(chart("ganttBefore")->painter() && !chart("ganttAfter")->painter());
        QStringList said;
        for (const StageOverlay* each : view->findChildren<StageOverlay*>())
            if (each->isVisible()) said << each->text();
        QCOMPARE(said.size(), 1);
        QVERIFY2(said.front().contains(QStringLiteral("no plan for the groups")), qPrintable(said.front()));
        auto running = std::make_shared<pipeline::Analysis>(*half);
        running->pending.insert("memory_fused");
        view->setAnalysis(running);
        QVERIFY(overlay->isVisible() && overlay->pending());
        view->setAnalysis(nullptr);
        QVERIFY(overlay->text().contains(QStringLiteral("Open a model")));
    }

    void figures() {
        const std::vector<Figure> figures = view->figures();
        QStringList names;
        for (const Figure& figure : figures)
            names << figure.name;
        QCOMPARE(names,
                 (QStringList{QStringLiteral("memory-gantt-before"), QStringLiteral("memory-gantt-after"),
                              QStringLiteral("memory-arena-before"), QStringLiteral("memory-arena-after"),
                              QStringLiteral("memory-arena-compare")}));
        for (std::size_t i = 0; i < 4; ++i) {
            QVERIFY(figures[i].table);
            QCOMPARE(figures[i].table->name,
                     i % 2 == 0 ? QStringLiteral("memory-original") : QStringLiteral("memory-fused"));
        }
        const table::Table& places = figures[0].table->rows;
        const pipeline::MemoryPlan& plan = *example.analysis->memoryBefore;
        QCOMPARE(places.rows(), plan.solution.offsets.size());
        for (std::size_t row = 0; row < places.rows(); ++row) {
            QCOMPARE(places.at(row, "offset").number().value(),
                     static_cast<double>(plan.solution.offsets[row]));
            QCOMPARE(places.at(row, "size").number().value(),
                     static_cast<double>(plan.liveness.problem.buffers[row].size));
        }
        QVERIFY(!figures[4].table); // of two plans
        const QByteArray gantt = svgOf(figures[0]);
        QVERIFY(gantt.contains("arena 9.00 KiB"));
        QVERIFY(gantt.contains("8.00 KiB alive"));
        QVERIFY(gantt.contains("lower bound 8.00 KiB"));
        const QByteArray compare = svgOf(figures[4]);
        QVERIFY(compare.contains("Original") && compare.contains("Fused") && compare.contains("KiB"));
        QVERIFY(compare.contains("peak step 1"));
    }

    // The fused graph has fewer steps: its half ends where they do, too, as on the page.
    void eachArenaHasItsOwnSteps() {
        const Figure compare = view->figures().back();
        QCOMPARE(compare.name, QStringLiteral("memory-arena-compare"));
        const QSizeF size(658, 760);
        RecordingDevice device(size.toSize());
        QPainter painter(&device);
        compare.paint(painter, QRectF(QPointF(), size), Theme::light());
        painter.end();
        double last = 0; // of "y", which lives in the last step; no background, no swatch
        for (const PaintedThing& each : device.things())
            if (each.kind == PaintedThing::Fill && each.rect.left() > size.width() / 2 &&
                each.rect.width() > 40 && each.rect.width() < size.width() * 0.3 && each.rect.height() > 40)
                last = std::max(last, each.rect.right());
        QVERIFY2(std::abs(last - (size.width() - AxisRight)) < 3, qPrintable(QString::number(last)));
    }

    // In a narrow column it goes on in a new line: its last entry is within the picture and on no other text.
    // "Unused" is an entry of arenas that have such bytes, which the fused graph's has not.
    void legendsOfFiguresAreWhole() {
        for (const Figure& figure : view->figures())
            for (const char* style : {"paper-84", "slide-light"}) {
                const Figure drawn = styled(figure, *findFigureStyle(QString::fromLatin1(style)), 96);
                RecordingDevice device(drawn.size.toSize());
                QPainter painter(&device);
                drawn.paint(painter, QRectF(QPointF(), drawn.size), Theme::light());
                painter.end();
                const bool hasUnused = figure.name == QStringLiteral("memory-arena-before") ||
                                       figure.name == QStringLiteral("memory-arena-compare");
                const QString entry = hasUnused ? QStringLiteral("Unused") : QStringLiteral("Output");
                const auto core = [](const PaintedThing& each) { return each.rect.adjusted(1, 2, -1, -2); };
                int found = 0;
                for (const PaintedThing& last : device.things()) {
                    if (last.kind != PaintedThing::Text || last.text != entry) continue;
                    ++found;
                    QVERIFY2(QRectF(QPointF(), drawn.size).contains(core(last)), qPrintable(figure.name));
                    for (const PaintedThing& other : device.things())
                        QVERIFY2(&other == &last || other.kind != PaintedThing::Text ||
                                     !core(other).intersects(core(last)),
                                 qPrintable(figure.name + u' ' + other.text));
                }
                QVERIFY2(found == 1, qPrintable(figure.name));
                for (const PaintedThing& each : device.things())
                    QVERIFY2(hasUnused || each.text != QStringLiteral("Unused"), qPrintable(figure.name));
            }
    }

    // In half of a column, too, of a network as of a few operators.
    void stepsHaveTwoTicksAndNoneOverAnother() {
        for (const int steps : {2, 5, 9, 22, 49, 55, 99, 180, 499, 960}) {
            RecordingDevice device({160, 60});
            QPainter painter(&device);
            paintStepAxis(painter, {20, 10, 123, 1}, Theme::light(), {0, static_cast<double>(steps), 0, 1});
            painter.end();
            std::vector<QRectF> numbers;
            for (const PaintedThing& each : device.things()) {
                bool isNumber = false;
                if (each.kind == PaintedThing::Text) each.text.toDouble(&isNumber);
                if (!isNumber) continue;
                for (const QRectF& other : numbers)
                    QVERIFY2(!other.intersects(each.rect), qPrintable(each.text));
                numbers.push_back(each.rect);
            }
            QVERIFY2(numbers.size() >= 2, qPrintable(QString::number(steps)));
        }
    }

    // What the context menu copies is the whole chart: its axes and names, too.
    void theCopiedChartHasItsTexts() {
        const auto arena = chart("arenaBefore")->figure(), gantt = chart("ganttBefore")->figure();
        QVERIFY(arena && gantt);
        QVERIFY(svgOf(*arena).contains("KiB"));
        QVERIFY(svgOf(*gantt).contains("arena 9.00 KiB"));
    }

    // A search that its limit ended is not a planner that others surpass.
    void outcomesInWords() {
        auto searched = std::make_shared<pipeline::Analysis>(*example.analysis);
        auto plan = std::make_shared<pipeline::MemoryPlan>(*example.analysis->memoryBefore);
        plan->planner = "exact";
        searched->memoryBefore = plan;
        QCOMPARE(pipeline::proofOf(*plan), pipeline::Proof::StoppedAtLimit);
        QVERIFY(whatBlocks(*PlanSide::make(searched, false)).contains(QStringLiteral("stopped at the limit")));
        view->setAnalysis(searched);
        QVERIFY(text("memorySummaryBefore").contains(QStringLiteral("stopped at the limit")));
        plan->solution.outcome = memory::Outcome::Optimal;
        QVERIFY(whatBlocks(*PlanSide::make(searched, false)).contains(QStringLiteral("proven")));
        plan->planner = "greedy_by_size";
        plan->solution.outcome = memory::Outcome::Feasible;
        QVERIFY(whatBlocks(*PlanSide::make(searched, false)).contains(QStringLiteral("Another planner")));
    }

    void namesAreCutBetweenCharacters() {
        const QFontMetricsF metrics(views::font(TextSize::Small));
        const QString clefs = QString::fromUtf8("𝄞").repeated(250); // two UTF-16 units each
        for (const double width : {40.0, 41.0, 60.0, 90.0})
            QVERIFY(labelWithin(ShortLabels(std::array{(u'a' + clefs).toStdString()}), 0, metrics, width)
                        .isValidUtf16());
        QCOMPARE(labelWithin(ShortLabels(std::array{std::string("block/4/conv")}), 0, metrics, 1000),
                 QStringLiteral("block/4/conv"));
    }

    void nothingLeaksOutOfAZoomedFigure() {
        const auto side = PlanSide::make(example.analysis, false);
        const ArenaPainter painter(side, {});
        const QRectF area(0, 0, 400, 300);
        const PlaneWindow part{0.5, 1.5, 1000, 5000};
        for (std::size_t i = 0; i < side->count(); ++i)
            if (const auto rect = painter.lifeRect(area, part, LifeId(i)))
                QVERIFY(painter.plot(area).contains(*rect));
    }

    void tenThousandTensorsAreDrawn() {
        const auto analysis = longChain(10000, 40);
        view->setAnalysis(analysis);
        for (const char* name : {"ganttBefore", "arenaBefore"}) {
            const QImage image = chart(name)->grab().toImage();
            QSet<QRgb> colours;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    colours.insert(image.pixel(x, y));
            QVERIFY2(colours.size() > 2, name); // more than ground and axes
        }
    }
};

EDGEWRIGHT_TEST(MemoryPageTest)

} // namespace edgewright::memory_page_test

#include "memory_page_test.moc"
