// SPDX-License-Identifier: GPL-3.0-or-later
// A hand-made layer study on the INT8 page: pictures, colours, controls and selection.
#include "core/pipeline/quantization/layer/layer_facts.h"
#include "core/pipeline/quantization/layer/studied_layer.h"
#include "views/int8/int8_view.h"

#include "core/pipeline/quantization/layer_on_sample.h"
#include "tests/support/test_class.h"
#include "tests/views/int8/example.h"
#include "tests/views/support/svg.h"
#include "views/inspector/name_label.h"
#include "views/int8/charts/heat_map.h"
#include "views/int8/layer_list.h"
#include "views/int8/value/value_view.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/job/stage_jobs.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/page/page_answer.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QJsonObject>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <set>

namespace edgewright::int8_page_test {

using namespace edgewright::views;
using test::svgOf;

namespace {

bool near(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) <= 3 && std::abs(a.green() - b.green()) <= 3 &&
           std::abs(a.blue() - b.blue()) <= 3;
}

} // namespace

class Int8PageTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};
    Example example;
    std::unique_ptr<View> view;

    template <typename Widget>
    Widget* child(const char* name) {
        return view->findChild<Widget*>(QString::fromLatin1(name));
    }
    bool drawn(HeatMap* heat) { // what is wanted now is on screen
        heat->grab();
        return QTest::qWaitFor(
            [&] { return !heat->isDrawing() && !heat->grab().isNull() && !heat->isDrawing(); });
    }
    QColor pixel(HeatMap* heat, QPointF at) {
        if (!drawn(heat)) return {};
        const QPixmap grabbed = heat->grab();
        return grabbed.toImage().pixelColor((at * grabbed.devicePixelRatio()).toPoint());
    }

private slots:
    void init() {
        selection.clear();
        settings.change({}, [&](pipeline::Settings& s) {
            s = {};
            s.viewState.int8Layer = example.first;
        });
        pipeline::Analysis& known = *example.analysis;
        if (!known.int8Facts)
            known.int8Facts = pipeline::layerFacts(pipeline::studiedLayer(known, settings.get())).value();
        view = int8_view.make(context);
        view->resize(1280, 800);
        view->show();
        view->setAnalysis(example.analysis);
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
        QCoreApplication::processEvents();
    }
    void cleanup() { view.reset(); }

    void layersAndChoice() {
        auto* list = child<QListView>("int8Layers");
        QCOMPARE(list->model()->rowCount(), 2);
        QCOMPARE(list->currentIndex().row(), 0);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(1, 0)).center());
        QCOMPARE(settings.get().viewState.int8Layer, example.second);
        QCOMPARE(selection.current(), (Item{example.second, {}}));
    }

    void incomingSelection() {
        selection.select({example.second, {}});
        QCOMPARE(settings.get().viewState.int8Layer, example.second);
        QCOMPARE(child<QListView>("int8Layers")->currentIndex().row(), 1);
        selection.select({example.relu, {}}); // cannot be studied
        QCOMPARE(settings.get().viewState.int8Layer, example.second);
    }

    void fusedNodeStandsForItsLayer() {
        auto analysis = std::make_shared<pipeline::Analysis>(*example.analysis);
        auto history = std::make_shared<fusion::History>();
        history->base = *analysis->typed->graph;
        history->graph = history->base;
        history->graph.removeNode(example.second);
        history->graph.removeNode(example.relu);
        ir::Node group;
        group.op = "ConvRelu";
        group.origins = {example.second, example.relu};
        const NodeId id = history->graph.addNode(std::move(group));
        fusion::Step step;
        step.made = {id};
        step.patch.removed = {example.second, example.relu};
        history->steps.push_back(std::move(step));
        analysis->fusion = history;
        view->setAnalysis(analysis);
        selection.select({id, {}});
        QCOMPARE(settings.get().viewState.int8Layer, example.second);
    }

    void theAnswer() {
        const QString text = child<PageAnswer>("int8LayerAnswer")->plainText();
        for (const char* part :
             {"Alone 31.3 dB", "87.5 % within one step", "The largest error is 0.100, 2.00 × the step",
              "needs 19 of 32 bits", "zero point 128", "zero point 7"})
            QVERIFY2(text.contains(QString::fromUtf8(part)),
                     qPrintable(QString::fromUtf8(part) + QStringLiteral(" not in ") + text));
    }

    // What is shown was computed with 32 bits, whatever is chosen for the next run.
    void theAnswerTellsWhatWasComputed() {
        child<QSpinBox>("accumulator_bits")->setValue(16);
        auto pending = std::make_shared<pipeline::Analysis>(*example.analysis);
        pending->pending.insert("int8");
        view->setAnalysis(pending);
        const auto text = [&] { return child<PageAnswer>("int8LayerAnswer")->plainText(); };
        QVERIFY2(text().contains(QStringLiteral("needs 19 of 32 bits")), qPrintable(text()));
        auto done = std::make_shared<pipeline::Analysis>(*example.analysis);
        auto study = Example::study(example.first, {1, 3, 6, 8});
        study->options.accumulatorBits = 16;
        done->int8 = study;
        view->setAnalysis(done);
        QVERIFY2(text().contains(QStringLiteral("needs 19 of 16 bits")), qPrintable(text()));
    }

    // Three lines of text above the channels and the picture, which stay where they are when the answer comes.
    void nothingMovesWhenTheAnswerComes() {
        const auto places = [&] {
            QCoreApplication::processEvents();
            QList<QRect> all;
            for (const char* name : {"allChannels", "errorHeatMap"}) {
                const auto* each = child<QWidget>(name);
                all << QRect(each->mapTo(view.get(), QPoint()), each->size());
            }
            return all;
        };
        const QList<QRect> before = places();
        auto* answer = child<PageAnswer>("int8LayerAnswer");
        const auto* headline = answer->findChild<QLabel*>(QStringLiteral("answer"));
        const auto* conditions = answer->findChild<QLabel*>(QStringLiteral("conditions"));
        QVERIFY2(headline->heightForWidth(headline->width()) < 3 * headline->fontMetrics().height(),
                 qPrintable(headline->text()));
        QVERIFY(!answer->findChild<QLabel*>(QStringLiteral("reasons"))->isVisible());
        QVERIFY(answer->height() <= 2 * headline->fontMetrics().height() + 2 * conditions->height());
        auto waiting = std::make_shared<pipeline::Analysis>(*example.analysis);
        waiting->int8 = nullptr;
        view->setAnalysis(waiting);
        QVERIFY(answer->plainText().isEmpty());
        QCOMPARE(places(), before);
        view->setAnalysis(example.analysis);
        QVERIFY(!answer->plainText().isEmpty());
        QCOMPARE(places(), before);
    }

    // Beside their scroll bar, too.
    void noControlIsCut() {
        view->resize(1280, 500);
        QCoreApplication::processEvents();
        const auto* scroll = child<QScrollArea>("int8Controls");
        QVERIFY(scroll->verticalScrollBar()->maximum() > 0);
        QVERIFY2(scroll->widget()->width() <= scroll->viewport()->width(),
                 qPrintable(QStringLiteral("%1 of %2 pixels")
                                .arg(scroll->viewport()->width())
                                .arg(scroll->widget()->width())));
        for (const QWidget* each : scroll->widget()->findChildren<QWidget*>())
            if (each->isVisible())
                QVERIFY(each->mapTo(scroll->widget(), QPoint(each->width(), 0)).x() <=
                        scroll->viewport()->width());
    }

    // A name of any length takes no room from the page, and the list stays where it is.
    void aLongNameMovesNothing() {
        auto* list = child<QListView>("int8Layers");
        const auto places = [&] {
            QCoreApplication::processEvents();
            QList<QRect> all;
            for (const char* name : {"int8Layers", "int8Controls", "allChannels"})
                all << QRect(child<QWidget>(name)->mapTo(view.get(), QPoint()), child<QWidget>(name)->size());
            all << list->visualRect(list->model()->index(1, 0));
            return all;
        };
        const QList<QRect> before = places();
        const int narrowest = view->minimumSizeHint().width();
        auto* trail = child<NameLabel>("int8Trail");
        trail->setFull(QStringLiteral("› /model/layers/").repeated(30));
        QCOMPARE(places(), before);
        QCOMPARE(view->minimumSizeHint().width(), narrowest);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, before.back().center());
        QCOMPARE(places(), before);
        QVERIFY(trail->full().startsWith(QStringLiteral("› ")) && trail->full().size() < 100);
    }

    // Another snapshot with the same study, and settings that do not concern it, draw nothing again.
    void drawsOnce() {
        auto* heat = child<HeatMap>("errorHeatMap");
        auto* bars = child<ChartPane>("int8-sqnrChart");
        QVERIFY(drawn(heat));
        const HeatPainter* painter = heat->painter();
        const QChart* chart = bars->chart();
        view->setAnalysis(std::make_shared<pipeline::Analysis>(*example.analysis));
        settings.change({}, [](pipeline::Settings& s) { s.accelerator.rows = 8; });
        heat->grab();
        QVERIFY(!heat->isDrawing());
        QCOMPARE(heat->painter(), painter);
        QCOMPARE(bars->chart(), chart);
        QPoint middle = heat->cellRect(HeatPanel::Error, 60)->center().toPoint();
        QWheelEvent wheel(middle, heat->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        const QImage before = heat->grab().toImage();
        QCoreApplication::sendEvent(heat, &wheel);
        QCOMPARE(heat->grab().toImage().pixelColor(middle), before.pixelColor(middle)); // the old one stays
        QVERIFY(heat->isDrawing());
        QVERIFY(drawn(heat));
        QVERIFY(heat->grab().toImage() != before);
    }

    void keysReachTheCells() {
        auto* heat = child<HeatMap>("errorHeatMap");
        QVERIFY(QTest::qWaitForWindowActive(view.get()));
        const auto ring = [&] { return heat->findChild<QWidget*>(QStringLiteral("spotRing")); };
        const auto ringOn = [&](std::int64_t element) {
            const auto cell = heat->cellRect(HeatPanel::Error, element);
            return cell && ring() && ring()->isVisible() &&
                   (QRectF(ring()->geometry()).center() - cell->center()).manhattanLength() < 3;
        };
        const auto value = [&] {
            return QAccessible::queryAccessibleInterface(heat)->text(QAccessible::Value);
        };
        heat->setFocus(Qt::TabFocusReason);
        QVERIFY(ringOn(0));
        QVERIFY2(value().startsWith(QStringLiteral("[0, 0, 0, 0], FP32 ")), qPrintable(value()));
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(heat, Qt::Key_Right);
        QTest::keyClick(heat, Qt::Key_Down);
        QVERIFY(ringOn(13));
        QVERIFY(QToolTip::text().startsWith(QStringLiteral("[0, 0, 1, 5]\nFP32 ")));
        QVERIFY(value().startsWith(QStringLiteral("[0, 0, 1, 5], ")));
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(heat, Qt::Key_Down);
        QVERIFY2(value().startsWith(QStringLiteral("[0, 1, 0, 5]")) ||
                     value().startsWith(QStringLiteral("[0, 2, 0, 5]")),
                 qPrintable(value())); // over the gap, in the tile below
        QTest::keyClick(heat, Qt::Key_Escape);
        QVERIFY(!ring()->isVisible() && value().isEmpty());
        for (int i = 0; i < 6; ++i)
            QTest::keyClick(heat, Qt::Key_Plus);
        QTest::keyClick(heat, Qt::Key_Up); // brought into what is seen
        QVERIFY(ring()->isVisible());
        QVERIFY(value().startsWith(QStringLiteral("[0, 0, 5, 5]")));
        QVERIFY(ringOn(45));
        auto* bars = child<ChartPane>("int8-sqnrChart");
        bars->setFocus(Qt::TabFocusReason);
        QTest::keyClick(bars, Qt::Key_Right);
        QTest::keyClick(bars, Qt::Key_Enter);
        QCOMPARE(child<QSpinBox>("channel")->value(), 1);
        QVERIFY(!child<QCheckBox>("allChannels")->isChecked());
    }

    void anotherSessionBeginsWhereOneEnded() {
        auto* heat = child<HeatMap>("errorHeatMap");
        child<QSpinBox>("channel")->setValue(2);
        const QPoint at = heat->cellRect(HeatPanel::Error, 100)->center().toPoint();
        QWheelEvent wheel(at, heat->mapToGlobal(at), {}, {0, 360}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(heat, &wheel);
        QTest::keyClick(child<ChartPane>("int8-sqnrChart"), Qt::Key_Plus);
        const QRectF window = heat->painter()->options().window;
        QVERIFY(window.width() < 0.8);
        QTRY_VERIFY_WITH_TIMEOUT(!child<PageAnswer>("int8LayerAnswer")->plainText().isEmpty(), 30000);
        QCoreApplication::processEvents();
        const QJsonObject state = view->saveState();
        view = int8_view.make(context);
        view->resize(1280, 800);
        view->restoreState(state);
        view->show();
        auto waiting = std::make_shared<pipeline::Analysis>(*example.analysis);
        waiting->int8 = nullptr;
        view->setAnalysis(waiting);
        QCOMPARE(view->saveState().value(QStringLiteral("seen")), state.value(QStringLiteral("seen")));
        QCOMPARE(view->saveState().value(QStringLiteral("channel")), QJsonValue(2));
        view->setAnalysis(example.analysis);
        QTRY_COMPARE_WITH_TIMEOUT(view->saveState(), state, 30000);
        heat = child<HeatMap>("errorHeatMap");
        QCOMPARE(heat->painter()->options().window, window);
        QCOMPARE(heat->painter()->options().channel, std::optional<std::int64_t>(2));
        QVERIFY(!child<QCheckBox>("allChannels")->isChecked());
        child<QSpinBox>("channel")->setValue(0); // shown whole, as ever
        QCOMPARE(heat->painter()->options().window, QRectF(0, 0, 1, 1));
    }

    void copiesThePanels() {
        auto* heat = child<HeatMap>("errorHeatMap");
        QGuiApplication::clipboard()->clear();
        QVERIFY(QTest::qWaitForWindowActive(view.get()));
        QTest::mouseClick(heat, Qt::LeftButton, {}, {4, 4});
        heat->setFocus();
        QTest::keyClick(heat, Qt::Key_C, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!QGuiApplication::clipboard()->image().isNull(), 30000);
        QCOMPARE(QGuiApplication::clipboard()->image().size(), QSize(1316, 480));
    }

    void knownErrorHasItsColour_data() {
        QTest::addColumn<int>("element");
        QTest::addColumn<double>("share"); // of the scale, which is 0.1
        QTest::newRow("full negative") << 5 << -1.0;
        QTest::newRow("full positive") << 3 * 48 - 1 << 1.0;
        QTest::newRow("zero") << 72 << 0.0;
        QTest::newRow("half") << 27 << -0.5;
    }
    void knownErrorHasItsColour() {
        QFETCH(int, element);
        QFETCH(double, share);
        auto* heat = child<HeatMap>("errorHeatMap");
        const auto cell = heat->cellRect(HeatPanel::Error, element);
        QVERIFY(cell && cell->width() > 4);
        const QColor seen = pixel(heat, cell->center());
        const QColor expected = Theme::forPalette(heat->palette()).diverging(share);
        QVERIFY2(near(seen, expected), qPrintable(seen.name() + QStringLiteral(" for ") + expected.name()));
    }

    void scaleStaysUntilRefit() {
        auto* heat = child<HeatMap>("errorHeatMap");
        auto smaller = std::make_shared<pipeline::Analysis>(*example.analysis);
        auto study = Example::study(example.first, {1, 3, 6, 8});
        for (float& e : study->error.as<float>())
            e *= 0.1f;
        study->maxAbsError = 0.01;
        smaller->int8 = study;
        view->setAnalysis(smaller); // the same layer with other settings
        QCOMPARE(heat->painter()->options().errorScale, 0.1);
        child<QPushButton>("refit")->click();
        QCOMPARE(heat->painter()->options().errorScale, 0.01);
        smaller = std::make_shared<pipeline::Analysis>(*example.analysis);
        smaller->int8 = Example::study(example.second, {1, 3, 6, 8}); // another layer
        view->setAnalysis(smaller);
        QCOMPARE(heat->painter()->options().errorScale, 0.1);
    }

    void channels() {
        auto* heat = child<HeatMap>("errorHeatMap");
        QVERIFY(!heat->painter()->options().channel);
        QVERIFY(heat->cellRect(HeatPanel::Error, 60)); // the mosaic holds channel 1
        child<QSpinBox>("channel")->setValue(2);
        QVERIFY(!child<QCheckBox>("allChannels")->isChecked());
        QCOMPARE(heat->painter()->options().channel, std::optional<std::int64_t>(2));
        QCOMPARE(heat->painter()->grid().columns, 8);
        QCOMPARE(heat->painter()->grid().rows, 6);
        QVERIFY(!heat->cellRect(HeatPanel::Error, 60));
        QVERIFY(heat->cellRect(HeatPanel::Error, 100));
        auto* bars = child<ChartPane>("int8-sqnrChart");
        QCOMPARE(bars->targetCount(), std::size_t(3));
        const QPointF at(bars->positionOf(1).x(), bars->positionOf(1).y() + 20); // inside the bar
        QTest::mouseClick(bars->viewport(), Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(child<QSpinBox>("channel")->value(), 1);
    }

    void layouts_data() {
        QTest::addColumn<QVector<int>>("dims");
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("channel"); // -1: all
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("lastElement");
        QTest::addColumn<int>("elements");
        QTest::newRow("mosaic of four")
            << QVector<int>{1, 4, 3, 3} << QStringLiteral("Conv") << -1 << 7 << 7 << 35 << 36;
        QTest::newRow("one image") << QVector<int>{1, 4, 3, 5} << QStringLiteral("Conv") << 2 << 5 << 3 << 44
                                   << 15;
        QTest::newRow("channels x time")
            << QVector<int>{1, 6, 50} << QStringLiteral("Conv") << -1 << 50 << 6 << 299 << 300;
        QTest::newRow("one channel of time")
            << QVector<int>{1, 6, 50} << QStringLiteral("Conv") << 3 << 50 << 1 << 199 << 50;
        QTest::newRow("features") << QVector<int>{1, 10} << QStringLiteral("Gemm") << -1 << 10 << 1 << 9 << 10;
        QTest::newRow("batch of features")
            << QVector<int>{4, 10} << QStringLiteral("Gemm") << -1 << 10 << 4 << 39 << 40;
        QTest::newRow("one feature of a batch")
            << QVector<int>{4, 10} << QStringLiteral("Gemm") << 3 << 1 << 4 << 33 << 4;
        QTest::newRow("positions x features")
            << QVector<int>{1, 7, 10} << QStringLiteral("MatMul") << -1 << 10 << 7 << 69 << 70;
        QTest::newRow("volume") << QVector<int>{1, 1, 2, 3, 5} << QStringLiteral("Conv") << 0 << 5 << 6 << 29
                                << 30;
    }
    void layouts() {
        QFETCH(QVector<int>, dims);
        QFETCH(QString, op);
        QFETCH(int, channel);
        QFETCH(int, columns);
        QFETCH(int, rows);
        QFETCH(int, lastElement);
        QFETCH(int, elements);
        const auto pictures = pipeline::ComparedTensor::make(
            Example::study(NodeId(0), ir::Dims(dims.begin(), dims.end()), op.toStdString()));
        QVERIFY(pictures);
        const CellGrid grid =
            gridOf(*pictures, channel < 0 ? std::nullopt : std::optional<std::int64_t>(channel));
        QCOMPARE(grid.columns, columns);
        QCOMPARE(grid.rows, rows);
        std::set<std::int64_t> seen;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                const std::int64_t element = grid.at(column, row);
                if (element < 0) continue;
                QVERIFY(seen.insert(element).second);
                QCOMPARE(grid.cellOf(element), std::optional(QPoint(column, row)));
            }
        QCOMPARE(*seen.rbegin(), std::int64_t(lastElement));
        QCOMPARE(static_cast<int>(seen.size()), elements);
        QVERIFY(!grid.cellOf(-1) && !grid.cellOf(lastElement + 1));
    }

    // A real study of one of the convolutions.
    std::shared_ptr<pipeline::Analysis> studied(const quant::StudyOptions& options = {},
                                                bool isSecond = false) {
        const NodeId node = isSecond ? example.second : example.first;
        auto analysis = std::make_shared<pipeline::Analysis>(*example.analysis);
        ir::Tensor x = *ir::Tensor::allocate(ir::DataType::Float32, {1, 1, 6, 8});
        for (std::size_t i = 0; i < 48; ++i)
            x.as<float>()[i] = std::sin(static_cast<float>(i));
        auto layer = std::make_shared<pipeline::LayerOnSample>();
        layer->layer.product = node;
        layer->reference = *quant::layerReference(*analysis->typed->graph, node, x);
        analysis->layerOnSample = layer;
        analysis->calibrated = std::make_shared<pipeline::Calibrated>();
        analysis->int8 = std::make_shared<const quant::LayerStudy>(
            *quant::studyLayer(*analysis->typed->graph, node, x, options));
        return analysis;
    }
    // As a session: what is written out is computed, and nothing else.
    void follow(StageJobs& stages) {
        connect(&stages, &StageJobs::changed, view.get(),
                [this, &stages] { view->setAnalysis(stages.analysis()); });
        stages.setUnwanted({"fuse", "memory", "modules", "int8_model"});
    }
    void open(StageJobs& stages, const pipeline::Analysis& analysis) {
        stages.reset(analysis, settings.get());
        emit settings.changed();
    }

    void aClickWritesAValueOut() {
        StageJobs stages(settings, pool);
        follow(stages);
        open(stages, *studied());
        auto* heat = child<HeatMap>("errorHeatMap");
        auto* tabs = child<QTabWidget>("int8Details");
        auto* value = child<ValueView>("int8ValueView");
        QCOMPARE(tabs->currentIndex(), 0);
        QTest::mouseClick(heat, Qt::LeftButton, {},
                          heat->cellRect(HeatPanel::Quantized, 19)->center().toPoint());
        QCOMPARE(tabs->currentWidget(), value);
        QTRY_VERIFY_WITH_TIMEOUT(value->trace(), 30000);
        QCOMPARE(value->trace()->element, 19);
        QCOMPARE(value->trace()->dequantized, std::as_const(studied()->int8->dequantized).as<float>()[19]);
        QCOMPARE(view->figures().back().name, QStringLiteral("int8-value"));
        // It stays while options change.
        quant::StudyOptions options;
        options.outputRange = quant::Range{-0.05f, 0.05f};
        open(stages, *studied(options));
        QTRY_VERIFY_WITH_TIMEOUT(value->trace() && value->trace()->options == options, 30000);
        QCOMPARE(value->trace()->element, 19);
        QVERIFY(value->trace()->clamps());
        // A later session begins with it.
        const QJsonObject state = view->saveState();
        view = int8_view.make(context);
        view->resize(1280, 800);
        view->restoreState(state);
        view->show();
        follow(stages);
        open(stages, *studied());
        value = child<ValueView>("int8ValueView");
        QTRY_VERIFY_WITH_TIMEOUT(value->trace(), 30000);
        QCOMPARE(value->trace()->element, 19);
        QCOMPARE(child<QTabWidget>("int8Details")->currentWidget(), value);
        // Another layer has none.
        open(stages, *studied({}, true));
        QVERIFY(!value->trace());
        QCOMPARE(view->saveState().value(QStringLiteral("element")), QJsonValue(-1));
    }

    void enterWritesAValueOut() {
        StageJobs stages(settings, pool);
        follow(stages);
        open(stages, *studied());
        auto* heat = child<HeatMap>("errorHeatMap");
        auto* value = child<ValueView>("int8ValueView");
        QVERIFY(QTest::qWaitForWindowActive(view.get()));
        heat->setFocus(Qt::TabFocusReason);
        QTest::keyClick(heat, Qt::Key_Right);
        QTest::keyClick(heat, Qt::Key_Down);
        QTest::keyClick(heat, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(value->trace(), 30000);
        QCOMPARE(value->trace()->element, 9);
        QTest::keyClick(value, Qt::Key_Escape);
        QVERIFY(!value->trace());
        QCOMPARE(settings.get().viewState.int8Element, -1);
    }

    // Few rows are curves or bars, and say what they are.
    void rowsAreProfiles_data() {
        QTest::addColumn<QVector<int>>("dims");
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("channel");
        QTest::addColumn<QString>("axis"); // empty: a heat map
        QTest::newRow("features") << QVector<int>{1, 10} << QStringLiteral("Gemm") << -1
                                  << QStringLiteral("feature");
        QTest::newRow("a few channels of time")
            << QVector<int>{1, 3, 400} << QStringLiteral("Conv") << -1 << QStringLiteral("position");
        QTest::newRow("one channel of time")
            << QVector<int>{1, 60, 40} << QStringLiteral("Conv") << 5 << QStringLiteral("position");
        QTest::newRow("channels of time")
            << QVector<int>{1, 60, 40} << QStringLiteral("Conv") << -1 << QString();
        QTest::newRow("image") << QVector<int>{1, 2, 4, 4} << QStringLiteral("Conv") << 0 << QString();
    }
    void rowsAreProfiles() {
        QFETCH(QVector<int>, dims);
        QFETCH(QString, op);
        QFETCH(int, channel);
        QFETCH(QString, axis);
        const auto pictures = pipeline::ComparedTensor::make(
            Example::study(NodeId(0), ir::Dims(dims.begin(), dims.end()), op.toStdString()));
        HeatOptions options;
        if (channel >= 0) options.channel = channel;
        options.errorScale = 0.1;
        options.exactCells = true;
        const HeatPainter painter(pictures, options);
        const QSizeF size(658, 300);
        const QRectF area(QPointF(), size);
        const QByteArray svg = svgOf(
            {QStringLiteral("profile"), {}, size, [&](QPainter& target, const QRectF& all, const Theme& theme) {
                 painter.paint(target, all, theme);
             }});
        QVERIFY(svg.contains("stem") && svg.contains(op.toUtf8()));
        QVERIFY(svg.contains("one step of INT8 is 0.0500"));
        QCOMPARE(svg.contains(">feature<") || svg.contains(">position<"), !axis.isEmpty());
        QVERIFY(axis.isEmpty() || svg.contains(axis.toUtf8()));
        const bool shared =
            painter.panelRect(area, HeatPanel::Reference) == painter.panelRect(area, HeatPanel::Quantized);
        QCOMPARE(shared, !axis.isEmpty());
        // Every element is found where it is drawn.
        const CellGrid& grid = painter.grid();
        for (int row = 0; row < grid.rows; ++row)
            for (int column = 0; column < grid.columns; column += 7) {
                const std::int64_t element = grid.at(column, row);
                for (const HeatPanel panel : {HeatPanel::Quantized, HeatPanel::Error}) {
                    const auto cell = painter.cellRect(area, panel, element);
                    QVERIFY(cell);
                    QCOMPARE(painter.elementAt(area, cell->center()), element);
                }
            }
    }

    void controlsChangeSettings() {
        auto* weights = child<QComboBox>("weights");
        weights->setCurrentIndex(weights->findText(QStringLiteral("per tensor")));
        QCOMPARE(settings.get().int8.study.weights, quant::Granularity::PerTensor);
        auto* requantize = child<QComboBox>("requantize");
        requantize->setCurrentIndex(requantize->findText(QStringLiteral("fixed point")));
        QCOMPARE(settings.get().int8.study.requantize, quant::Requantize::FixedPoint);
        child<QSpinBox>("accumulator_bits")->setValue(16);
        QCOMPARE(settings.get().int8.study.accumulatorBits, 16);
        auto* overflow = child<QComboBox>("overflow");
        overflow->setCurrentIndex(overflow->findText(QStringLiteral("Saturate")));
        QCOMPARE(settings.get().int8.study.overflow, quant::Overflow::Saturate);
    }

    void modelKeepsItsPromises() {
        LayerList model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTyped(example.analysis->typed);
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(model.index(0).data().toString().contains(QStringLiteral("Conv")));
        model.setTyped(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void stages() {
        auto* overlay = child<StageOverlay>("int8Stage");
        QVERIFY(!overlay->isVisible());
        auto pending = std::make_shared<pipeline::Analysis>(*example.analysis);
        pending->pending.insert("int8");
        view->setAnalysis(pending);
        QVERIFY(overlay->isVisible() && overlay->pending() && overlay->text().isEmpty());
        auto failed = std::make_shared<pipeline::Analysis>(*example.analysis);
        failed->int8 = nullptr;
        failed->errors["int8"] = unsupported("weights are not constant");
        view->setAnalysis(failed);
        QVERIFY(overlay->text().contains(QStringLiteral("weights are not constant")));
        QVERIFY(view->figures().empty());
        view->setAnalysis(nullptr);
        QVERIFY(overlay->text().contains(QStringLiteral("Open a model")));
    }

    void figures() {
        child<QSpinBox>("channel")->setValue(1);
        // What is drawn from more than the study itself is layer_details_test.
        QTRY_COMPARE_WITH_TIMEOUT(view->figures().size(), std::size_t(6), 30000);
        const std::vector<Figure> figures = view->figures();
        const QByteArray error = svgOf(figures[0]);
        QCOMPARE(figures[0].name, QStringLiteral("int8-error"));
        QVERIFY(error.contains("Error, INT8") && error.contains("+0.1<"));
        QVERIFY(!error.contains("<image")); // 48 cells are drawn as 48 rectangles
        const QByteArray panels = svgOf(figures[1]);
        QVERIFY(panels.contains("FP32 output") && panels.contains("INT8 output"));
        QVERIFY(svgOf(figures[2]).contains("SQNR (dB)"));
    }

    // A presentation begins with the layer that one is in, and says what is found of it.
    void aPresentationBeginsWithTheLayer() {
        const std::vector<Slide> slides = view->slides();
        const std::size_t first = view->currentSlide();
        QCOMPARE(slides.size(), view->figures().size());
        QCOMPARE(view->figures().at(first).name, QStringLiteral("int8-error"));
        QCOMPARE(slides[first].headline, child<PageAnswer>("int8LayerAnswer")->headline());
        QVERIFY(!slides[first].headline.isEmpty());
        for (std::size_t i = first + 1; i < slides.size(); ++i) {
            QCOMPARE(slides[i].headline, view->figures()[i].title);
            QCOMPARE(slides[i].caption, slides[first].headline);
        }
        child<QToolButton>("int8ToModel")->click();
        QCOMPARE(view->currentSlide(), std::size_t(0));
    }

    void sizesThatDoNotAgreeAreRefused() {
        auto study = Example::study(NodeId(0), {1, 3, 6, 8});
        study->error = ir::Tensor::of<float>({2}, {0, 0});
        QVERIFY(!pipeline::ComparedTensor::make(study));
    }
};

EDGEWRIGHT_TEST(Int8PageTest)

} // namespace edgewright::int8_page_test

#include "int8_page_test.moc"
