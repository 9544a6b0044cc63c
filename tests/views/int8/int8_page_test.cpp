// SPDX-License-Identifier: GPL-3.0-or-later
// A hand-made layer study on the INT8 page: pictures, colours, controls and selection.
#include "views/int8/int8_view.h"

#include "core/ir/builder.h"
#include "views/int8/heat_map.h"
#include "views/int8/int8_summary.h"
#include "views/int8/layer_list.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/job/stage_overlay.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QListView>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace edgewright;
using namespace edgewright::views;

namespace {

// Two convolutions, the second one feeding a Relu; constant weights.
struct Example {
    std::shared_ptr<pipeline::Analysis> analysis = std::make_shared<pipeline::Analysis>();
    NodeId first, second, relu;

    Example() {
        ir::GraphBuilder b;
        const ir::TensorType image(ir::DataType::Float32, ir::Dims{1, 1, 6, 8});
        const ValueId x = b.input("x", image);
        const ValueId w = b.constant("w", ir::Tensor::of<float>({1, 1, 1, 1}, {0.5f}));
        const ValueId a = b.value("a", image), c = b.value("c", image), y = b.value("y", image);
        first = b.nodeInto("Conv", {x, w}, {a});
        second = b.nodeInto("Conv", {a, w}, {c});
        relu = b.nodeInto("Relu", {c}, {y});
        b.output(y);
        auto typed = std::make_shared<pipeline::Typed>();
        typed->graph = std::make_shared<ir::Graph>(b.take());
        analysis->opened = std::make_shared<pipeline::Opened>();
        analysis->typed = typed;
        analysis->int8 = study(first, {1, 3, 6, 8});
    }

    // Errors rise from -0.08 to +0.08 through the elements; element 5 has exactly -0.1, the last one +0.1.
    static std::shared_ptr<quant::LayerStudy> study(NodeId node, ir::Dims dims, std::string op = "Conv") {
        auto s = std::make_shared<quant::LayerStudy>();
        s->node = node;
        s->op = std::move(op);
        s->name = "stem";
        s->reference = ir::Tensor::allocate(ir::DataType::Float32, dims).value();
        s->dequantized = ir::Tensor::allocate(ir::DataType::Float32, dims).value();
        s->error = ir::Tensor::allocate(ir::DataType::Float32, dims).value();
        const std::int64_t count = s->error.elements();
        for (std::int64_t i = 0; i < count; ++i) {
            const auto at = static_cast<std::size_t>(i);
            float error = -0.08f + 0.16f * static_cast<float>(i) / static_cast<float>(count);
            if (i == 5) error = -0.1f;
            if (i == count - 1) error = 0.1f;
            s->reference.as<float>()[at] = std::sin(static_cast<float>(i) * 0.37f) * 3;
            s->error.as<float>()[at] = error;
            s->dequantized.as<float>()[at] = s->reference.as<float>()[at] + error;
        }
        s->input = {0.01f, 128};
        s->output = {0.05f, 7};
        s->sqnrDb = 31.25;
        s->maxAbsError = 0.1;
        s->withinOneStep = 0.875;
        s->accumulatorBitsNeeded = 19;
        s->overflows = 0;
        s->channelSqnrDb.assign(static_cast<std::size_t>(dims.size() > 1 ? dims[1] : 1), 30.0);
        s->channelSqnrDb.back() = std::numeric_limits<double>::infinity();
        return s;
    }
};

QByteArray svgOf(const Figure& figure) {
    QTemporaryDir dir;
    const QString file = dir.filePath(figure.name + QStringLiteral(".svg"));
    if (!exportFigure(figure, file)) return {};
    QFile svg(file);
    return svg.open(QIODevice::ReadOnly) ? svg.readAll() : QByteArray();
}

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
    ViewContext context{selection, settings, pool, {}};
    Example example;
    std::unique_ptr<View> view;

    template <typename Widget>
    Widget* child(const char* name) {
        return view->findChild<Widget*>(QString::fromLatin1(name));
    }
    QColor pixel(HeatMap* heat, QPointF at) {
        const QPixmap grabbed = heat->grab();
        return grabbed.toImage().pixelColor((at * grabbed.devicePixelRatio()).toPoint());
    }

private slots:
    void init() {
        selection.clear();
        settings.change({}, [&](pipeline::Settings& s) {
            s = {};
            s.int8Layer = example.first;
        });
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
        QCOMPARE(settings.get().int8Layer, example.second);
        QCOMPARE(selection.current(), (Item{example.second, {}}));
    }

    void incomingSelection() {
        selection.select({example.second, {}});
        QCOMPARE(settings.get().int8Layer, example.second);
        QCOMPARE(child<QListView>("int8Layers")->currentIndex().row(), 1);
        selection.select({example.relu, {}}); // cannot be studied
        QCOMPARE(settings.get().int8Layer, example.second);
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
        QCOMPARE(settings.get().int8Layer, example.second);
    }

    void summary() {
        const QString text = child<Int8Summary>("int8Summary")->text();
        for (const char* part : {"31.3 dB", "0.100", "2.00 ×", "87.5 %", "19 of 32 bits", "no overflow",
                                 "zero point 128", "zero point 7"})
            QVERIFY2(text.contains(QString::fromUtf8(part)),
                     qPrintable(QString::fromUtf8(part) + QStringLiteral(" not in ") + text));
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
        QTest::newRow("mosaic of four")
            << QVector<int>{1, 4, 3, 3} << QStringLiteral("Conv") << -1 << 7 << 7 << 35;
        QTest::newRow("one image") << QVector<int>{1, 4, 3, 5} << QStringLiteral("Conv") << 2 << 5 << 3 << 44;
        QTest::newRow("channels x time")
            << QVector<int>{1, 6, 50} << QStringLiteral("Conv") << -1 << 50 << 6 << 299;
        QTest::newRow("one channel of time")
            << QVector<int>{1, 6, 50} << QStringLiteral("Conv") << 3 << 50 << 1 << 199;
        QTest::newRow("features") << QVector<int>{1, 10} << QStringLiteral("Gemm") << -1 << 10 << 1 << 9;
        QTest::newRow("batch of features")
            << QVector<int>{4, 10} << QStringLiteral("Gemm") << -1 << 10 << 4 << 39;
        QTest::newRow("positions x features")
            << QVector<int>{1, 7, 10} << QStringLiteral("MatMul") << -1 << 10 << 7 << 69;
        QTest::newRow("volume") << QVector<int>{1, 1, 2, 3, 5} << QStringLiteral("Conv") << 0 << 5 << 6 << 29;
    }
    void layouts() {
        QFETCH(QVector<int>, dims);
        QFETCH(QString, op);
        QFETCH(int, channel);
        QFETCH(int, columns);
        QFETCH(int, rows);
        QFETCH(int, lastElement);
        const auto pictures = LayerPictures::make(
            Example::study(NodeId(0), ir::Dims(dims.begin(), dims.end()), op.toStdString()));
        QVERIFY(pictures);
        const CellGrid grid = pictures->grid(channel < 0 ? std::nullopt : std::optional<std::int64_t>(channel));
        QCOMPARE(grid.columns, columns);
        QCOMPARE(grid.rows, rows);
        QCOMPARE(static_cast<int>(grid.cells.size()), columns * rows);
        QCOMPARE(*std::ranges::max_element(grid.cells), std::int64_t(lastElement));
    }

    void controlsChangeSettings() {
        auto* weights = child<QComboBox>("weightGranularity");
        weights->setCurrentIndex(weights->findText(QStringLiteral("Per tensor")));
        QCOMPARE(settings.get().int8.study.weights, quant::Granularity::PerTensor);
        auto* requantize = child<QComboBox>("requantize");
        requantize->setCurrentIndex(requantize->findText(QStringLiteral("fixed point")));
        QCOMPARE(settings.get().int8.study.requantize, quant::Requantize::FixedPoint);
        child<QSpinBox>("accumulatorBits")->setValue(16);
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
        const std::vector<Figure> figures = view->figures();
        QCOMPARE(figures.size(), std::size_t(3));
        const QByteArray error = svgOf(figures[0]);
        QCOMPARE(figures[0].name, QStringLiteral("int8-error"));
        QVERIFY(error.contains("Error, INT8") && error.contains("+0.1<"));
        QVERIFY(!error.contains("<image")); // 48 cells are drawn as 48 rectangles
        const QByteArray panels = svgOf(figures[1]);
        QVERIFY(panels.contains("FP32 output") && panels.contains("INT8 output"));
        QVERIFY(svgOf(figures[2]).contains("SQNR (dB)"));
    }

    void sizesThatDoNotAgreeAreRefused() {
        auto study = Example::study(NodeId(0), {1, 3, 6, 8});
        study->error = ir::Tensor::of<float>({2}, {0, 0});
        QVERIFY(!LayerPictures::make(study));
    }
};

QTEST_MAIN(Int8PageTest)
#include "int8_page_test.moc"
