// SPDX-License-Identifier: GPL-3.0-or-later
// A real network on the accelerator page, its design space edited, stopped, gone on with, and clicked.
#include "views/accelerator/accelerator_view.h"
#include "views/accelerator/dse/dse_charts.h"
#include "views/accelerator/dse/dse_view.h"
#include "views/accelerator/dse/log_scale.h"
#include "views/accelerator/dse/painted_chart.h"
#include "views/accelerator/dse/space_text.h"
#include "views/support/answer_line.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/figure/figure_format.h"
#include "views/support/figure/figure_style.h"
#include "views/support/job/stage_jobs.h"
#include "views/support/page/page_answer.h"
#include "views/support/quantity.h"

#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/views/memory/recorded_painting.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QLogValueAxis>
#include <QMouseEvent>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>
#include <QThreadPool>
#include <QWheelEvent>
#include <QXYSeries>

namespace edgewright::design_space_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class DesignSpaceTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    JobBoard board;
    StageJobs stages{settings, board.pool()};
    ViewContext context{selection, settings, board.pool(), nullptr, nullptr, nullptr, &stages};
    pipeline::Analysis shown;
    std::unique_ptr<View> view;
    DseView* page = nullptr;

    template <typename Widget>
    Widget* child(const QString& name) {
        return view->findChild<Widget*>(name);
    }
    std::unique_ptr<View> opened() {
        auto made = accelerator_view.make(context);
        made->resize(1400, 900);
        View* opening = made.get();
        for (const auto signal : {&StageJobs::changed, &StageJobs::grew})
            connect(&stages, signal, opening, [this, opening] { opening->setAnalysis(stages.analysis()); });
        connect(opening, &View::retryRequested, &stages,
                [this](const QString& stage) { stages.retry(stage.toStdString()); });
        return made;
    }
    void showPage() {
        view->show();
        page = view->findChild<DseView*>();
        for (QWidget* each = page; each; each = each->parentWidget())
            if (auto* tabs = qobject_cast<QTabWidget*>(each))
                for (int i = 0; i < tabs->count(); ++i)
                    if (tabs->widget(i)->isAncestorOf(page) || tabs->widget(i) == page)
                        tabs->setCurrentIndex(i);
        view->setAnalysis(stages.analysis());
    }
    // As a person does: write it, and leave the field.
    void write(const QString& axis, const QString& values) {
        auto* field = child<QLineEdit>(u"axis-"_s + axis);
        field->selectAll();
        QTest::keyClicks(field, values);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void vary(const QString& axis, bool on) { child<QCheckBox>(u"vary-"_s + axis)->setChecked(on); }
    std::shared_ptr<const pipeline::Explored> snapshot() const { return stages.analysis()->explored; }
    bool isRunning() const { return stages.job("explore").running(); }
    bool isDone(std::size_t points) const {
        return snapshot() && !isRunning() && snapshot()->total == points && snapshot()->points.size() == points;
    }
    PaintedChart* drawn(const QString& name) {
        auto* chart = child<PaintedChart>(name + u"Chart"_s);
        return QTest::qWaitFor([&] { return chart->painter() && !chart->isDrawing(); }, 10000) ? chart
                                                                                               : nullptr;
    }
    void choose(const QString& box, int index) {
        auto* switched = child<QComboBox>(box);
        switched->setCurrentIndex(index);
        emit switched->activated(index);
    }

private slots:
    void initTestCase() {
        const auto model = pipeline::open(test::sample("residual_cnn_2d.onnx"));
        QVERIFY(model);
        shown.opened = *model;
        QVERIFY(pipeline::evaluate(shown, {}, "fuse"));
        stages.setUnwanted({"check", "memory", "memory_fused", "cost", "improve", "int8_calibration"});
    }
    void init() {
        stages.reset(shown, {});
        settings.reset({});
        view = opened();
        showPage();
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
    }
    void cleanup() { view.reset(); }

    void beginsWithSquareArrays() {
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18), 20000);
        QVERIFY(child<PageAnswer>(u"dseAnswer"_s)->plainText().contains(u"of 18 points are Pareto optimal"_s));
        QCOMPARE(child<QLabel>(u"spaceSize"_s)->text(), u"18 points"_s);
    }

    void decimalCommasAreRead() {
        for (const QString& values : {u"0.5, 1"_s, u"0,5; 1"_s, u"0,5; 1;"_s}) {
            write(u"clock"_s, values);
            QVERIFY2(child<QLabel>(u"error-clock"_s)->text().isEmpty(), qPrintable(values));
            QCOMPARE(child<QLabel>(u"spaceSize"_s)->text(), u"36 points"_s);
            QCOMPARE(child<QLineEdit>(u"axis-clock"_s)->text(), values);
        }
    }

    void anEditedAxisIsExplored() {
        vary(u"sram"_s, true);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18 * 8), 20000);
        write(u"bandwidth"_s, u"4, 16, 64"_s); // who writes values wants them
        QVERIFY(child<QCheckBox>(u"vary-bandwidth"_s)->isChecked());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18 * 8 * 3), 20000);
        // What is shown is what the command line computes.
        pipeline::Analysis own = shown;
        QVERIFY(pipeline::evaluate(own, settings.get(), "explore"));
        QCOMPARE(own.explored->front, snapshot()->front);
        for (std::size_t i = 0; i < snapshot()->points.size(); ++i)
            QCOMPARE(snapshot()->points[i].cycles, own.explored->points[i].cycles);
        QVERIFY(child<PageAnswer>(u"dseAnswer"_s)->plainText().contains(u"of SRAM"_s));
        vary(u"rows"_s, true); // not beside squares
        QVERIFY(!child<QCheckBox>(u"vary-size"_s)->isChecked());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(8 * 3 * 8 * 3), 20000);
        QTest::mouseClick(child<QPushButton>(u"standardSpace"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18), 30000);
    }

    void whatIsWrongIsSaidAndChangesNothing() {
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18), 20000);
        const auto before = snapshot();
        auto* error = child<QLabel>(u"error-size"_s);
        QVERIFY(!error->isVisible());
        write(u"size"_s, u"8,many"_s);
        QVERIFY(error->isVisible());
        QVERIFY2(error->text().contains(u"expected finite numbers such as 8,16,32"_s),
                 qPrintable(error->text()));
        write(u"size"_s, u"0"_s);
        QVERIFY2(error->text().contains(u"0 is outside 1 to"_s), qPrintable(error->text()));
        QCOMPARE(snapshot(), before);
        QVERIFY(!isRunning());
        write(u"size"_s, u"8,16"_s);
        QVERIFY(!error->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(6), 20000);
    }

    // Bounds are decisions; the points stay, and what is said is of those that meet them.
    void boundsLeavePointsOut() {
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18), 20000);
        const auto all = snapshot();
        for (const cost::Constraint& each : cost::constraintTable()) {
            auto* box = child<QDoubleSpinBox>(QString::fromStdString(std::string(each.field.key)));
            QVERIFY(box && box->isVisible());
            std::vector<double> values;
            for (const std::size_t place : all->front)
                values.push_back(each.value(all->points[place]));
            std::ranges::sort(values);
            box->setValue(values.front() * 1.01 + 1e-6); // of six decimals
            QVERIFY(each.bound(settings.get().space.constraints));
            QTRY_VERIFY_WITH_TIMEOUT(isDone(18) && snapshot()->findings.within < 18, 20000);
            QCOMPARE(snapshot()->owner, all->owner); // no point is computed again
            QVERIFY(!snapshot()->front.empty());
            for (const std::size_t place : snapshot()->front)
                QVERIFY(snapshot()->isWithin(place));
            QVERIFY(child<PageAnswer>(u"dseAnswer"_s)->plainText().contains(u" of 18 points "_s) &&
                    child<PageAnswer>(u"dseAnswer"_s)->plainText().contains(u" within "_s));
            QVERIFY(!page->figures().empty());
            QCOMPARE(settings.undoText(), u"Design space"_s);
            settings.undo();
            QCOMPARE(box->value(), box->minimum());
            QTRY_VERIFY_WITH_TIMEOUT(isDone(18) && snapshot()->findings.within == 18, 20000);
            QCOMPARE(snapshot()->front, all->front);
        }
        // Of none, the nearest.
        child<QDoubleSpinBox>(u"max_time_ms"_s)->setValue(1e-6);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18) && snapshot()->findings.nearest, 20000);
        QVERIFY(child<PageAnswer>(u"dseAnswer"_s)
                    ->plainText()
                    .contains(u"None of 18 possible points is within time ≤ "_s));
        QVERIFY(page->figures().empty());
    }

    void roomForActivationsIsAnAxis() {
        write(u"size"_s, u"8,16"_s);
        write(u"resident"_s, u"auto, 0, 64"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18) && snapshot()->space().varies(cost::Axis::Resident), 20000);
        QVERIFY(child<PageAnswer>(u"dseAnswer"_s)->plainText().contains(u"Best for activations: "_s));
        QCOMPARE(settings.get().space.axes.back(), std::string("resident=auto,0,64"));
        write(u"resident"_s, u"some"_s);
        QVERIFY(child<QLabel>(u"error-resident"_s)->text().contains(u"or auto: half of the SRAM"_s));
    }

    void tooLargeASpaceIsSampled() {
        vary(u"rows"_s, true);
        write(u"rows"_s, u"1:1000:1"_s);
        QTest::mouseClick(child<QPushButton>(u"standardSpace"_s), Qt::LeftButton);
        vary(u"size"_s, false);
        write(u"rows"_s, u"1:1000:1"_s);
        write(u"cols"_s, u"1:1000:1"_s);
        auto* error = child<QLabel>(u"spaceError"_s);
        QVERIFY(error->isVisible());
        QVERIFY2(error->text().contains(groupedText(3'000'000) + u" points"_s), qPrintable(error->text()));
        QVERIFY(!snapshot() || snapshot()->total != 3'000'000);
        child<QSpinBox>(u"sample"_s)->setValue(500);
        child<QCheckBox>(u"isSample"_s)->setChecked(true);
        QVERIFY(!error->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(500), 30000);
        QVERIFY(child<PageAnswer>(u"dseAnswer"_s)->plainText().contains(u"the whole space has 3 000 000"_s));
    }

    // Points appear while it runs; it stops at once, and goes on.
    void stopsAndGoesOn() {
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18), 20000);
        const auto progressAt = [&] {
            QCoreApplication::processEvents();
            return child<QLabel>(u"dseProgress"_s)->pos();
        };
        const QPoint place = progressAt(); // what stands beside the button stays, with it or without
        vary(u"size"_s, false);
        write(u"rows"_s, u"1:160:1"_s);
        write(u"cols"_s, u"1:160:1"_s);
        write(u"sram"_s, u"24:960:24"_s);
        auto* run = child<QPushButton>(u"dseRun"_s);
        const auto isGrowing = [&] {
            return snapshot() && snapshot()->total == 1'024'000 && !snapshot()->points.empty();
        };
        vary(u"dataflow"_s, false);
        QTRY_VERIFY_WITH_TIMEOUT(isGrowing(), 20000);
        QVERIFY(isRunning());
        QCOMPARE(run->text(), u"Stop"_s);
        QCOMPARE(progressAt(), place);
        const QSize asStop = run->size();
        const std::size_t first = snapshot()->points.size();
        QTRY_VERIFY_WITH_TIMEOUT(snapshot()->points.size() > first, 20000);
        QTest::mouseClick(run, Qt::LeftButton);
        QVERIFY(!isRunning());
        QVERIFY(board.pool().waitForDone(2000));
        const auto stopped = snapshot();
        QCOMPARE(run->text(), u"Resume"_s);
        QVERIFY(progressAt() == place && run->size() == asStop);
        QVERIFY(
            child<QLabel>(u"dseProgress"_s)->text().contains(u" of %1 points"_s.arg(groupedText(1'024'000))));
        QTest::qWait(150);
        QCOMPARE(snapshot()->points.size(), stopped->points.size());
        QTest::mouseClick(run, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(snapshot()->points.size() > stopped->points.size(), 20000);
        QCOMPARE(snapshot()->points.data(), stopped->points.data()); // not anew
        // Something else that is chosen meanwhile wins.
        settings.change({}, [](pipeline::Settings& s) { s.accelerator.clockGhz = 0.5; });
        QTRY_VERIFY_WITH_TIMEOUT(snapshot()->space().base.clockGhz == 0.5, 20000);
        QVERIFY(snapshot()->points.data() != stopped->points.data());
        QTest::mouseClick(child<QPushButton>(u"standardSpace"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18), 20000);
    }

    void aMapOfTwoAxes() {
        vary(u"size"_s, false);
        write(u"rows"_s, u"8,16,32"_s);
        write(u"cols"_s, u"8,16,32,64"_s);
        write(u"sram"_s, u"96,192"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(3 * 4 * 2 * 3), 20000);
        choose(u"dseChartSwitch"_s, 2);
        auto* across = child<QComboBox>(u"dseAcross"_s);
        auto* down = child<QComboBox>(u"dseDown"_s);
        QVERIFY(across->isVisible() && down->isVisible());
        QCOMPARE(across->currentText(), u"Columns"_s);
        QCOMPARE(down->currentText(), u"Rows"_s);
        choose(u"dseMeasure"_s, static_cast<int>(cost::Measure::Product));
        PaintedChart* chart = drawn(u"dse-map"_s);
        QVERIFY(chart);
        // The cell at the top right has 32 rows and 64 columns, and the best of all else.
        const QRectF plot = chart->painter()->plot(chart->frame().area);
        const QPointF corner = plot.topRight() + QPointF(-8, 8);
        const std::int64_t place = chart->painter()->pointAt(chart->frame(), corner);
        QVERIFY(place >= 0);
        const cost::Accelerator best = snapshot()->at(static_cast<std::size_t>(place));
        QCOMPARE(best.rows, 32);
        QCOMPARE(best.cols, 64);
        for (std::size_t i = 0; i < snapshot()->points.size(); ++i)
            if (const cost::Accelerator other = snapshot()->at(i); other.rows == 32 && other.cols == 64)
                QVERIFY(cost::valueOf(snapshot()->points[static_cast<std::size_t>(place)],
                                      cost::Measure::Product) <=
                        cost::Noticeable * cost::valueOf(snapshot()->points[i],
                                                         cost::Measure::Product)); // of a tie the smallest
        // It is adopted, and the points stay.
        const auto before = snapshot();
        QTest::mouseClick(chart, Qt::LeftButton, {}, corner.toPoint());
        QVERIFY(settings.get().accelerator == best);
        QVERIFY(!isRunning());
        QCOMPARE(snapshot()->owner, before->owner);
        settings.undo();
        QCOMPARE(settings.get().accelerator.rows, 32);
        QCOMPARE(settings.get().accelerator.cols, 32);
        // Another axis, another picture.
        choose(u"dseAcross"_s, across->findText(u"SRAM"_s));
        chart = drawn(u"dse-map"_s);
        QVERIFY(chart);
        const auto at = [&](QPointF where) {
            return snapshot()->at(static_cast<std::size_t>(chart->painter()->pointAt(chart->frame(), where)));
        };
        QCOMPARE(at(corner).ifmapKb, 64);
        QCOMPARE(at(plot.bottomLeft() + QPointF(8, -8)).ifmapKb, 32);
        QCOMPARE(at(plot.bottomLeft() + QPointF(8, -8)).rows, 8);
        // Arrows go from cell to cell, Enter adopts.
        chart->setFocus(Qt::TabFocusReason);
        QTest::keyClick(chart, Qt::Key_Return);
        QVERIFY(snapshot()->placeOf(settings.get().accelerator));
    }

    void paretoAndParallelCoordinates() {
        write(u"bandwidth"_s, u"4..64"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18 * 5), 20000);
        for (const auto& [index, name] : {std::pair(3, u"dse-parallel"_s), std::pair(4, u"dse-pareto"_s)}) {
            choose(u"dseChartSwitch"_s, index);
            PaintedChart* chart = drawn(name);
            QVERIFY(chart);
            QVERIFY(chart->isVisible());
            QVERIFY(chart->accessibleName() == child<QComboBox>(u"dseChartSwitch"_s)->currentText());
            // Each of the front is where it says; what is there may be another one that looks the same.
            for (const std::size_t place : snapshot()->front) {
                const QRectF rect = chart->painter()->rectOf(chart->frame(), static_cast<std::int64_t>(place));
                QVERIFY(QRectF(chart->rect()).contains(rect.center()));
                if (index != 4) continue;
                const std::int64_t found = chart->painter()->pointAt(chart->frame(), rect.center());
                QVERIFY(found >= 0);
                QVERIFY(std::ranges::count(snapshot()->front, static_cast<std::size_t>(found)) == 1);
            }
            std::int64_t at = -1;
            std::set<std::int64_t> seen;
            while ((at = chart->painter()->towards(at, Qt::Key_Right)) >= 0)
                seen.insert(at);
            QCOMPARE(seen.size(), snapshot()->front.size());
        }
        PaintedChart* chart = drawn(u"dse-pareto"_s);
        // The wheel zooms about the pointer, Home shows all of it.
        const std::size_t fastest = snapshot()->front.front(), last = snapshot()->front.back();
        const auto placeOf = [&](std::size_t place) {
            return chart->painter()->rectOf(chart->frame(), static_cast<std::int64_t>(place)).center();
        };
        const QPointF held = placeOf(fastest), other = placeOf(last);
        QWheelEvent wheel(held, chart->mapToGlobal(held), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(chart, &wheel);
        QVERIFY((placeOf(fastest) - held).manhattanLength() < 2);
        QVERIFY((placeOf(last) - held).manhattanLength() > 1.2 * (other - held).manhattanLength());
        QTest::keyClick(chart, Qt::Key_Home);
        QVERIFY((placeOf(last) - other).manhattanLength() < 1e-6);
        const QPointF spot =
            chart->painter()->rectOf(chart->frame(), static_cast<std::int64_t>(fastest)).center();
        QTest::mouseClick(chart, Qt::LeftButton, {}, spot.toPoint());
        const auto adopted = snapshot()->placeOf(settings.get().accelerator);
        QVERIFY(adopted);
        QCOMPARE(snapshot()->points[*adopted].seconds, snapshot()->points[fastest].seconds);
    }

    // An interval on an axis of the parallel coordinates: for the other charts, too, and kept with the page.
    void aDragAlongAnAxisChooses() {
        write(u"bandwidth"_s, u"4..64"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18 * 5), 20000);
        choose(u"dseChartSwitch"_s, 3);
        PaintedChart* chart = drawn(u"dse-parallel"_s);
        QVERIFY(chart);
        QRectF plot = chart->painter()->plot(chart->frame().area);
        const auto axisAt = [&](int axis) { return plot.left() + plot.width() * axis / 5; };
        for (const auto& [axis, name] :
             {std::pair(0, "size"), std::pair(1, "dataflow"), std::pair(2, "bandwidth"),
              std::pair(3, "seconds"), std::pair(4, "energy"), std::pair(5, "area")})
            QCOMPARE(chart->painter()->axisAt(chart->frame(), {axisAt(axis), plot.center().y()}),
                     std::string(name));
        const auto drag = [&](int axis, double from, double to) { // shares from below
            const auto send = [&](QEvent::Type type, double share, Qt::MouseButton button,
                                  Qt::MouseButtons held) {
                const QPointF at(axisAt(axis), plot.bottom() - share * plot.height());
                QMouseEvent event(type, at, chart->mapToGlobal(at), button, held, Qt::NoModifier);
                QCoreApplication::sendEvent(chart, &event);
            };
            send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
            send(QEvent::MouseMove, (from + to) / 2, Qt::NoButton, Qt::LeftButton);
            send(QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton);
            send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
        };
        const auto chosen = [&] { return view->saveState()[u"designSpace"_s][u"intervals"_s].toObject(); };
        const auto isDrawn = [&](std::size_t intervals) {
            return chart->painter()->intervals().size() == intervals && !chart->isDrawing();
        };
        const cost::Accelerator before = settings.get().accelerator;
        auto* all = child<QPushButton>(u"dseAllPoints"_s);
        QVERIFY(!all->isVisible());
        drag(2, 0.45, 1.2); // bandwidths of 4, 8, 16, 32 and 64: the upper three
        QCOMPARE(chosen(), (QJsonObject{{u"bandwidth"_s, QJsonArray{16, 64}}}));
        QTRY_VERIFY_WITH_TIMEOUT(isDrawn(1), 10000);
        QVERIFY(all->isVisible());
        drag(3, 0.0, 0.5); // the faster half, of a scale
        QTRY_VERIFY_WITH_TIMEOUT(isDrawn(2), 10000);
        const AxisInterval seconds = chart->painter()->intervals().find("seconds")->second;
        QCOMPARE(seconds.low, 0.0);
        // Keys go along those of the front that are left.
        std::set<std::size_t> expected, seen;
        for (const std::size_t place : snapshot()->front)
            if (snapshot()->at(place).dramBytesPerCycle() >= 16 &&
                snapshot()->points[place].seconds <= seconds.high)
                expected.insert(place);
        const auto walk = [&](const PaintedChart& picture) {
            seen.clear();
            for (std::int64_t at = -1; (at = picture.painter()->towards(at, Qt::Key_Right)) >= 0;)
                seen.insert(static_cast<std::size_t>(at));
            return seen;
        };
        QVERIFY(!expected.empty() && expected.size() < snapshot()->front.size());
        QCOMPARE(walk(*chart), expected);
        choose(u"dseChartSwitch"_s, 4);
        const PaintedChart* scatter = drawn(u"dse-pareto"_s);
        QVERIFY(scatter);
        QCOMPARE(walk(*scatter), expected);
        choose(u"dseChartSwitch"_s, 2); // the map: cells without a chosen point are empty
        choose(u"dseAcross"_s, child<QComboBox>(u"dseAcross"_s)->findText(u"Rows = columns"_s));
        choose(u"dseDown"_s, child<QComboBox>(u"dseDown"_s)->findText(u"Bandwidth"_s));
        const PaintedChart* map = drawn(u"dse-map"_s);
        QVERIFY(map);
        const QRectF cells = map->painter()->plot(map->frame().area);
        for (int column = 0; column < 6; ++column)
            for (int row = 0; row < 5; ++row) {
                bool hasAny = false;
                for (std::size_t i = 0; i < snapshot()->points.size(); ++i) {
                    const cost::Accelerator a = snapshot()->at(i);
                    hasAny = hasAny || (a.rows == 4 << column && a.dramBytesPerCycle() == 4 << row &&
                                        row >= 2 && seconds.contains(snapshot()->points[i].seconds));
                }
                const QPointF middle(cells.left() + cells.width() * (column + 0.5) / 6,
                                     cells.bottom() - cells.height() * (row + 0.5) / 5);
                QCOMPARE(map->painter()->pointAt(map->frame(), middle) >= 0, hasAny);
            }
        // It comes back with the page; nonsense does not.
        QJsonObject state = view->saveState();
        const QJsonObject kept = chosen();
        QCOMPARE(kept.size(), 2);
        view = opened();
        view->restoreState(state);
        showPage();
        QCOMPARE(chosen(), kept);
        QJsonObject hostile = state[u"designSpace"_s].toObject();
        hostile.insert(u"intervals"_s, QJsonObject{{u"bandwidth"_s, QJsonArray{3, 2}},
                                                   {u"seconds"_s, QJsonArray{1}},
                                                   {u"nowhere"_s, QJsonArray{1, 2}}});
        state.insert(u"designSpace"_s, hostile);
        view = opened();
        view->restoreState(state);
        showPage();
        QVERIFY(chosen().isEmpty());
        // A click on it, Esc and the button take it back; no point was chosen meanwhile.
        choose(u"dseChartSwitch"_s, 3);
        chart = drawn(u"dse-parallel"_s);
        QVERIFY(chart);
        plot = chart->painter()->plot(chart->frame().area);
        const auto clickOn = [&](int axis) {
            QTest::mouseClick(chart, Qt::LeftButton, {}, QPointF(axisAt(axis), plot.center().y()).toPoint());
        };
        drag(2, 0.45, 1.2);
        QTRY_VERIFY_WITH_TIMEOUT(isDrawn(1), 10000);
        drag(4, 0.2, 0.8);
        QTRY_VERIFY_WITH_TIMEOUT(isDrawn(2), 10000);
        clickOn(4);
        QCOMPARE(chosen().keys(), QStringList{u"bandwidth"_s});
        QTRY_VERIFY_WITH_TIMEOUT(isDrawn(1), 10000);
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_Escape);
        QVERIFY(chosen().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(isDrawn(0), 10000);
        drag(2, 0.0, 0.1);
        QCOMPARE(chosen(), (QJsonObject{{u"bandwidth"_s, QJsonArray{4, 4}}}));
        QTest::mouseClick(child<QPushButton>(u"dseAllPoints"_s), Qt::LeftButton);
        QVERIFY(chosen().isEmpty());
        QVERIFY(settings.get().accelerator == before);
        // Among other points they mean nothing.
        drag(2, 0.0, 0.1);
        QVERIFY(!chosen().isEmpty());
        write(u"bandwidth"_s, u"8,16"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18 * 2), 20000);
        QVERIFY(chosen().isEmpty());
    }

    // Of points within 1 % the smallest is the best one, in charts as in words.
    void chartsMarkTheBestOfTheAnswer() {
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18), 20000);
        const cost::DesignSpace space = snapshot()->space();
        std::vector<cost::DesignPoint> points(snapshot()->points.begin(), snapshot()->points.end());
        for (std::size_t i = 0; i < points.size(); ++i) {
            cost::DesignPoint& point = points[i];
            point.cycles = point.seconds = point.energy = 1.002 - 1e-4 * static_cast<double>(i);
            point.area = 2 + static_cast<double>(i);
        }
        const auto owner = std::make_shared<const int>(0);
        const auto tied = std::make_shared<const pipeline::Explored>(
            pipeline::Explored{owner, points, {0}, points.size(), cost::findingsOf(space, points, 1), nullptr});
        QVERIFY(tied->findings.best);
        const std::uint64_t best = tied->findings.best->product.index;
        QCOMPARE(best, points.front().index);
        const DseInput input{.explored = tied,
                             .tables = std::make_shared<BestTables>(),
                             .measure = cost::Measure::Product,
                             .current = {},
                             .intervals = {}};
        const MarkedTable table(input, cost::Direction::along(space, cost::Axis::Size),
                                cost::Direction::along(space, cost::Axis::Dataflow));
        const auto [column, row] = table.cellOf(best);
        QVERIFY(table.isMarked(column, row));
        QCOMPARE(table.at(column, row), std::optional<std::size_t>(0));
        // It stands for its cell where that has another one with less, too.
        const MarkedTable one(input, cost::Direction::none(space), cost::Direction::none(space));
        QCOMPARE(one.at(0, 0), std::optional<std::size_t>(0));
        QCOMPARE(one.valueAt(0, 0), cost::valueOf(points.front(), cost::Measure::Product));
    }

    // A saved page knows the chosen one by its index.
    void everyChartCanBeChosen() {
        const auto* charts = child<QComboBox>(u"dseChartSwitch"_s);
        QStringList names;
        for (const DseChartSpec* spec : dseCharts()) {
            QVERIFY2(!spec->build != !spec->paint, spec->name);
            QCOMPARE(charts->itemText(static_cast<int>(names.size())), spec->titleText());
            names << QLatin1String(spec->name);
        }
        QCOMPARE(charts->count(), static_cast<int>(names.size()));
        QCOMPARE(names.first(5),
                 (QStringList{u"dse"_s, u"dse-sram"_s, u"dse-map"_s, u"dse-parallel"_s, u"dse-pareto"_s}));
    }

    void everyChartIsAFigure() {
        write(u"sram"_s, u"24,96,384"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18 * 3), 20000);
        std::map<QString, QByteArray> pictures;
        for (const Figure& figure : page->figures()) {
            const auto complete = completeFigure(figure);
            QVERIFY(complete);
            pictures[figure.name] = figureSvg(*complete);
        }
        QCOMPARE(pictures.size(), std::size_t(5));
        const std::initializer_list<std::pair<QString, QByteArrayList>> expected{
            {u"dse"_s, {"Weight stationary", "fastest: "}},
            {u"dse-sram"_s, {"KiB", "Output stationary"}},
            {u"dse-map"_s, {"SRAM (KiB)", "Rows = columns", "384"}},
            {u"dse-parallel"_s, {"Dataflow", "Latency", "Energy", "Area"}},
            {u"dse-pareto"_s, {"of 54 points are Pareto optimal", "mm²", "best energy × delay: "}}};
        for (const auto& [name, words] : expected)
            for (const QByteArray& word : words)
                QVERIFY2(pictures[name].contains(word), qPrintable(name + u": "_s + QString::fromUtf8(word)));
        QVERIFY(pictures[u"dse-parallel"_s].count("<title>") > 54); // lines tell their names under the pointer
    }

    // The names of the lines stand beside the plot, whose axis ends with the largest array.
    void anAxisEndsWithItsPoints() {
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18), 20000);
        choose(u"dseChartSwitch"_s, 0);
        const auto* pane = child<ChartPane>(u"dseChart"_s);
        QVERIFY(pane);
        const auto axes = pane->chart()->axes(Qt::Horizontal);
        QCOMPARE(axes.size(), 1);
        const auto* axis = qobject_cast<QLogValueAxis*>(axes.front());
        QVERIFY(axis);
        double largest = 0;
        for (const QAbstractSeries* each : pane->chart()->series())
            if (const auto* points = qobject_cast<const QXYSeries*>(each))
                for (const QPointF& point : points->points())
                    largest = std::max(largest, point.x());
        QVERIFY2(largest > 0 && axis->max() > largest && axis->max() < 2 * largest,
                 qPrintable(QString::number(axis->max())));
        const auto figures = page->figures();
        const auto found = std::ranges::find(figures, u"dse"_s, &Figure::name);
        QVERIFY(found != figures.end());
        const QByteArray narrow = figureSvg(styled(*found, *findFigureStyle(u"paper-84"), 96));
        for (const char* name : {"WS", "OS", "IS"})
            QVERIFY2(narrow.contains(name), name);
    }

    // Numbers of a long unit leave it to the title; nothing is cut, and no number stands on another.
    void coloursAreLabelledWhole() {
        for (const std::string unit : {"MAC", "pJ"})
            for (const cost::Measure measure : {cost::Measure::Energy, cost::Measure::Product}) {
                test::RecordingDevice device(QSize(100, 220));
                QPainter painter(&device);
                paintColourBar(
                    painter, QRectF(4, 4, 90, 210), LogScale(1.1e6, 4.7e8), briefTitle(measure, unit),
                    [&](double value) { return briefMeasure(value, measure, unit); },
                    [](double) { return QColor(Qt::gray); }, Theme::light());
                painter.end();
                QVERIFY2(device.faults().isEmpty(), qPrintable(device.faults().join(u'\n')));
                QVERIFY(!briefMeasure(2e7, measure, unit).contains(u"MAC"_s));
                QCOMPARE(briefTitle(measure, unit).contains(u"MAC energies"_s), unit == "MAC");
            }
    }

    // In a column every head is whole, and no label stands on the next axis.
    void parallelCoordinatesInAColumn() {
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18), 20000);
        const auto figures = page->figures();
        const auto found = std::ranges::find(figures, u"dse-parallel"_s, &Figure::name);
        QVERIFY(found != figures.end());
        const auto drawn = completeFigure(styled(*found, *findFigureStyle(u"paper-84"), 96));
        QVERIFY(drawn);
        test::RecordingDevice device(drawn->size.toSize());
        QPainter painter(&device);
        drawn->paint(painter, QRectF(QPointF(), drawn->size), Theme::light());
        painter.end();
        std::set<double> axes;
        QRectF plot;
        for (const test::PaintedThing& each : device.things())
            if (each.kind == test::PaintedThing::Line && each.rect.width() < 0.01 && each.rect.height() > 100) {
                axes.insert(std::round(each.line.x1()));
                plot |= each.rect.adjusted(0, 0, 1, 0);
            }
        QCOMPARE(axes.size(), std::size_t(5));
        QStringList texts;
        for (const test::PaintedThing& each : device.things()) {
            if (each.kind != test::PaintedThing::Text) continue;
            texts << each.text.trimmed();
            QVERIFY2(QRectF(QPointF(), drawn->size).contains(each.rect.adjusted(1, 2, -1, -2)),
                     qPrintable(each.text));
            if (each.rect.top() < plot.top() - 8) continue; // heads stand over theirs
            for (const double axis : axes)
                QVERIFY2(each.rect.bottom() > plot.bottom() + 8 || each.rect.left() > axis ||
                             each.rect.right() < axis,
                         qPrintable(each.text));
        }
        for (const QString& head : {u"Rows = columns"_s, u"Dataflow"_s, u"Latency"_s, u"Energy"_s, u"Area"_s})
            QVERIFY2(texts.join(u' ').contains(head), qPrintable(texts.join(u'|')));
    }

    void comesBackAsItWasLeft() {
        write(u"size"_s, u"8:24:8"_s);
        vary(u"dataflow"_s, false);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(3), 20000);
        choose(u"dseChartSwitch"_s, 4);
        const QJsonObject state = view->saveState();
        view = opened();
        view->restoreState(state);
        showPage();
        QTRY_VERIFY_WITH_TIMEOUT(snapshot() && isDone(3), 20000);
        QCOMPARE(child<QComboBox>(u"dseChartSwitch"_s)->currentIndex(), 4);
        QCOMPARE(child<QLineEdit>(u"axis-size"_s)->text(), u"8:24:8"_s);
        view = opened();
        QJsonObject hostile = state;
        hostile.insert(u"designSpace"_s, QJsonObject{{u"chart"_s, 77}, {u"measure"_s, -1e300}});
        view->restoreState(hostile);
        showPage();
        QTRY_VERIFY_WITH_TIMEOUT(snapshot() && isDone(3), 20000);
    }

    // Points that nobody looks at any more are gone, also where the newest were never fetched.
    void leavesNothingBehind() {
        QThreadPool pool;
        SettingsModel own;
        auto jobs = std::make_unique<StageJobs>(own, pool);
        jobs->setUnwanted({"check", "memory", "memory_fused", "cost", "improve", "int8_calibration"});
        pipeline::Settings wanted;
        wanted.space = {{"rows=1:80:1", "cols=1:80:1"}, 0};
        jobs->reset(shown, wanted);
        own.reset(wanted);
        QTRY_VERIFY_WITH_TIMEOUT(jobs->analysis()->explored, 30000);
        const std::weak_ptr<const void> points = jobs->analysis()->explored->owner;
        QVERIFY(jobs->job("explore").running());
        pool.waitForDone(); // and nothing is fetched
        jobs.reset();
        QTRY_VERIFY_WITH_TIMEOUT(points.expired(), 30000); // also those that were on their way
    }

    // What varies is a decision like any other: a study keeps it, and it can be undone.
    void whatVariesIsASetting() {
        write(u"size"_s, u"8,16"_s);
        QCOMPARE(settings.get().space.axes, (std::vector<std::string>{"size=8,16", "dataflow=os,ws,is"}));
        QTRY_VERIFY_WITH_TIMEOUT(isDone(6), 20000);
        QCOMPARE(settings.undoText(), u"Design space"_s);
        settings.undo();
        QCOMPARE(child<QLineEdit>(u"axis-size"_s)->text(), u"4..128"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(18), 30000);
        settings.redo();
        QCOMPARE(child<QLineEdit>(u"axis-size"_s)->text(), u"8,16"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(6), 20000);
        settings.change({}, [](pipeline::Settings& s) { // of a study
            s.space = {{"sram=96,192", "cols=8,16,32"}, 0};
        });
        QVERIFY(child<QCheckBox>(u"vary-cols"_s)->isChecked() &&
                !child<QCheckBox>(u"vary-size"_s)->isChecked());
        QCOMPARE(child<QLabel>(u"spaceSize"_s)->text(), u"6 points"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(6) && snapshot()->space().varies(cost::Axis::Sram), 20000);
        QCOMPARE(settings.get().space.axes.front(), std::string("sram=96,192"));
        const auto before = settings.get().space;
        write(u"cols"_s, u"none"_s); // is no decision
        QVERIFY(settings.get().space == before);
    }
};

EDGEWRIGHT_TEST(DesignSpaceTest)

} // namespace edgewright::design_space_test

#include "design_space_test.moc"
