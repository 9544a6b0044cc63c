// SPDX-License-Identifier: GPL-3.0-or-later
// The whole model on the INT8 page, computed for real on a sample: what is said, shown, chosen and opened.
#include "core/ir/builder.h"
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/improved/quantized_table.h"
#include "core/pipeline/quantization/layer/studied_layer.h"
#include "core/pipeline/stage.h"
#include "tests/support/setting_edits.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "views/int8/int8_view.h"
#include "views/int8/model/layer_measures.h"
#include "views/int8/model/model_answer.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/figure/figure_format.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/page/page_answer.h"
#include "views/support/table/row_table.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace edgewright::int8_model_view_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class ModelViewTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};
    pipeline::Analysis analysis;
    std::unique_ptr<View> view;

    template <typename Widget>
    Widget* child(const char* name) {
        return view->findChild<Widget*>(QString::fromLatin1(name));
    }
    void show() { view->setAnalysis(std::make_shared<pipeline::Analysis>(analysis)); }
    QTableView& table() { return *child<QTableView>("int8LayerTable"); }
    QPoint cell(QTableView& of, int row) { return of.visualRect(of.model()->index(row, 0)).center(); }

private slots:
    void initTestCase() {
        settings.change(
            {}, [](pipeline::Settings& s) { s.quantization.samples = s.quantization.evaluationSamples = 2; });
        const auto opened = pipeline::open(test::sample("tiny_cnn_2d.onnx"));
        QVERIFY(opened);
        analysis.opened = *opened;
        QVERIFY(pipeline::evaluate(analysis, settings.get(), "int8_model"));
    }
    void init() {
        selection.clear();
        settings.look([](pipeline::ViewState& state) { state = {}; });
        view = int8_view.make(context);
        view->resize(1280, 800);
        view->show();
        show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
    }
    void cleanup() { view.reset(); }

    void theAnswer() {
        const QString text = child<PageAnswer>("int8Answer")->plainText();
        for (const char* part : {"per channel", "uint8 activations", "ranges by min max", "2 labelled samples",
                                 "test.npz beside the model, which has 328", "smaller", "is least exact"})
            QVERIFY2(text.contains(QString::fromLatin1(part)), qPrintable(text));
        QVERIFY(!text.contains(QStringLiteral("remedies")));
    }

    // Whatever is chosen beside the model stands in the conditions.
    void everyChoiceIsTold() {
        const auto told = [](const pipeline::Settings& chosen) {
            return schemeText(chosen.int8.study, chosen.quantization);
        };
        pipeline::Settings chosen;
        QCOMPARE(told(chosen), QStringLiteral("per channel, uint8 activations, ranges by min max"));
        chosen.quantization.percentile = 99; // of another method
        chosen.int8.study.roundingSeed = 7;
        QCOMPARE(told(chosen), told({}));
        chosen.quantization.equalize = true;
        chosen.quantization.floatLayers = 2;
        chosen.int8.study.rounding = quant::Rounding::HalfUp;
        chosen.int8.study.weightScheme.limits = quant::Limits::Reduced;
        QCOMPARE(told(chosen),
                 QStringLiteral("per channel, uint8 activations, ranges by min max, rounding half "
                                "up, weights: limits of the codes one bit less, equalize layers, "
                                "layers in float32 2"));
        pipeline::Settings all;
        all.quantization.method = "percentile";
        all.int8.study.rounding = quant::Rounding::Stochastic;
        for (const test::SettingEdit& edit : test::joined(test::codeEdits(), test::quantizationEdits())) {
            pipeline::Settings edited = all;
            edit.apply(edited);
            QVERIFY2(told(edited) != told(all), edit.what.c_str());
        }
    }

    // The model's, or in its place a layer's; those of the tabs below are ordinary text.
    void oneBoldSentence() {
        for (const PageAnswer* each : view->findChildren<PageAnswer*>())
            QVERIFY2(each->findChild<QLabel*>(QStringLiteral("answer"))->font().bold() ==
                         (each->objectName() == QStringLiteral("int8Answer") ||
                          each->objectName() == QStringLiteral("int8QuantizedAnswer") ||
                          each->objectName() == QStringLiteral("int8LayerAnswer")),
                     qPrintable(each->objectName()));
    }

    // Three lines of text above the parts, which stay where they are when the answer comes, another one takes
    // its place, or a layer is selected.
    void nothingMoves() {
        const auto places = [&] {
            QCoreApplication::processEvents();
            QList<QRect> all;
            for (const char* name : {"int8ModelParts", "int8Measure", "int8Sensitivity", "int8-layersChart"}) {
                const auto* each = child<QWidget>(name);
                all << QRect(each->mapTo(view.get(), QPoint()), each->size());
            }
            return all;
        };
        const QList<QRect> before = places();
        auto* answer = child<PageAnswer>("int8Answer");
        const auto* headline = answer->findChild<QLabel*>(QStringLiteral("answer"));
        const auto* conditions = answer->findChild<QLabel*>(QStringLiteral("conditions"));
        QVERIFY2(headline->heightForWidth(headline->width()) < 3 * headline->fontMetrics().height(),
                 qPrintable(headline->text()));
        QVERIFY(!answer->findChild<QLabel*>(QStringLiteral("reasons"))->isVisible());
        QVERIFY(answer->height() <= 2 * headline->fontMetrics().height() + 2 * conditions->height());
        pipeline::Analysis pending = analysis;
        pending.quantized = nullptr;
        view->setAnalysis(std::make_shared<pipeline::Analysis>(pending));
        QVERIFY(answer->plainText().isEmpty());
        QCOMPARE(places(), before);
        show();
        QVERIFY(!answer->plainText().isEmpty());
        QCOMPARE(places(), before);
        for (int row = 0; row < table().model()->rowCount(); ++row) {
            QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, cell(table(), row));
            QCOMPARE(places(), before);
        }
    }

    // The inspector of a layer that is clicked takes width from the page alone: what is below the answer stays
    // under the pointer, however many lines that would need now, and all of it can be scrolled to.
    void nothingMovesBesideTheInspector() {
        QWidget window;
        window.resize(1280, 800);
        view->setParent(&window);
        const auto release = qScopeGuard([&] { view->setParent(nullptr); });
        view->setMinimumSize(0, 0); // that of a window of its own
        view->setGeometry(0, 0, 1280, 800);
        view->show();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto model = std::make_shared<pipeline::QuantizedModel>(*analysis.quantized);
        model->report.counts = {2, 0, 0, 0, 0, 2};
        model->report.outputs = {{"scores", 42.7, 0.1},
                                 {QStringLiteral("box ").repeated(40).toStdString(), 26.1, 1}};
        pipeline::Analysis now = analysis;
        now.quantized = model;
        view->setAnalysis(std::make_shared<pipeline::Analysis>(now));
        const auto places = [&] {
            QCoreApplication::processEvents();
            QCoreApplication::processEvents();
            QList<int> all;
            for (const char* name : {"int8ModelParts", "int8Measure", "int8-layersChart", "int8LayerTable"}) {
                const auto* each = child<QWidget>(name);
                all << each->mapTo(view.get(), QPoint()).y();
            }
            for (int row = 0; row < table().model()->rowCount(); ++row)
                all << table().viewport()->mapTo(view.get(), cell(table(), row)).y();
            return all;
        };
        const auto* answer = child<PageAnswer>("int8Answer");
        for (const bool unfolded : {false, true}) {
            answer->findChild<QToolButton*>(QStringLiteral("why"))->setChecked(unfolded);
            const QList<int> before = places();
            const int room = answer->parentWidget()->height();
            QVERIFY(answer->height() <= room);
            view->resize(900, 800);
            QCOMPARE(places(), before);
            QCOMPARE(answer->parentWidget()->height(), room);
            QVERIFY(answer->height() <= room); // beside an inspector of usual width
            view->resize(560, 800);
            QCOMPARE(places(), before);
            QCOMPARE(answer->parentWidget()->height(), room);
            QVERIFY(answer->height() > room && answer->height() >= answer->heightForWidth(answer->width()));
            view->resize(1280, 800);
            QCOMPARE(places(), before);
        }
        answer->findChild<QToolButton*>(QStringLiteral("why"))->setChecked(false);
        // A window that gets narrower itself gives the answer the lines that it needs.
        window.resize(900, 800);
        view->resize(900, 800);
        places();
        QVERIFY(answer->height() <= answer->parentWidget()->height());
    }

    // Samples that were calibrated on, too, are told as such, and how sure the answers on so few are.
    void theAnswerOnTheSamplesOfTheCalibration() {
        const QString reuse = QStringLiteral("the same that its ranges are from");
        QVERIFY(!child<PageAnswer>("int8Answer")->plainText().contains(reuse));
        pipeline::QuantizedModel model = *analysis.quantized;
        auto calibrated = std::make_shared<pipeline::Calibrated>(*model.model);
        calibrated->source = calibrated->comparedOn;
        model.model = calibrated;
        const QString data = modelAnswer(model, nullptr).conditions.front();
        QVERIFY2(data.contains(reuse), qPrintable(data));
        pipeline::TopCounts& counts = model.report.counts;
        counts.labelled = 0;
        counts.agreed = 2;
        const QString answer = modelAnswer(model, nullptr).headline;
        QVERIFY2(answer.contains(QStringLiteral("on 2 of 2 samples (34–100 %)")), qPrintable(answer));
        QVERIFY2(answer.contains(QStringLiteral(" at the output and")), qPrintable(answer));
    }

    // Of several outputs the lowest SQNR is told, with the name of its output.
    void theAnswerNamesItsOutput() {
        pipeline::QuantizedModel model = *analysis.quantized;
        model.report.outputs = {{"scores", 42.7, 0.1}, {"boxes", 26.1, 1}};
        model.report.counts = {2, 0, 0, 0, 0, 2}; // no class
        const QString answer = modelAnswer(model, nullptr).headline;
        QVERIFY2(
            answer.contains(QStringLiteral("At its worst output, boxes, INT8 keeps ● 26.1 dB on 2 samples")),
            qPrintable(answer));
        model.report.outputs.back().axis = 1;
        model.report.outputs.back().parts = {{{"", 5, 85}, 11.6, 1}};
        model.report.counts = {1, 0, 0, 0, 0, 1};
        const QString alone = modelAnswer(model, nullptr).headline;
        QVERIFY2(alone.contains(QStringLiteral("One sample says little:")) &&
                     alone.contains(QStringLiteral(
                         "at its worst output, boxes (channels 5 to 84), INT8 keeps ● 11.6 dB on 1 sample")),
                 qPrintable(alone));
        model.report.outputs.back().parts = {};
        model.report.counts = {2, 0, 0, 0, 0, 2};
        // A sample that is lost in the figure of all comes first.
        model.report.samples.resize(2);
        model.report.samples[0] = {26, false, false, "hall", "boxes", 26};
        model.report.samples[1] = {-3, false, false, "face", "boxes", -3};
        const QString seen = modelAnswer(model, nullptr).conditions.front();
        QVERIFY2(
            seen.startsWith(QStringLiteral("not usable: −3.00 dB at boxes in sample face, 26.10 dB at boxes")),
            qPrintable(seen));
        model.improved.effects = {{"none", {}}};
        model.improved.effects.front().change.outputs = model.report.outputs;
        QCOMPARE(remediesText(model.improved), QStringLiteral("without remedies: 26.1 dB at boxes"));
    }

    void theTable() {
        const auto* model = table().model();
        QCOMPARE(model->rowCount(), static_cast<int>(analysis.quantized->report.layers.size()));
        const pipeline::QuantizedModel& quantized = *analysis.quantized;
        RowTable own(pipeline::quantizedTable({&quantized.report, &quantized.improved.quantized.details}));
        QAbstractItemModelTester tester(&own, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto& layer = analysis.quantized->report.layers.front();
        QCOMPARE(own.index(0, 0).data().toString(), QString::fromStdString(layer.name));
        QCOMPARE(own.index(0, own.columnOf("local_sqnr_db")).data(SortRole).toDouble(), layer.localSqnrDb);
        QCOMPARE(own.index(0, own.columnOf("max_steps")).data(SortRole).toDouble(),
                 layer.maxAbsError / static_cast<double>(layer.output.scale));
        QVERIFY(!own.index(0, own.columnOf("sensitivity_db")).data(SortRole).isValid());
        QCOMPARE(own.index(0, own.columnOf("sensitivity_db")).data().toString(), QStringLiteral("–"));
        for (const char* key : {"sensitivity_db", "cosine", "max_steps", "within_one_step", "weight_scales"})
            QVERIFY2(table().isColumnHidden(own.columnOf(key)), key);
        for (const char* key : {"name", "sqnr_db", "why"})
            QVERIFY2(!table().isColumnHidden(own.columnOf(key)), key);
        // The worst first, as in the picture above it.
        const auto order = worstLayers(quantized, nullptr, LayerMeasure::Sqnr);
        for (int row = 0; row < model->rowCount(); ++row)
            QCOMPARE(
                model->index(row, 0).data().toString(),
                QString::fromStdString(quantized.report.layers[order.at(static_cast<std::size_t>(row))].name));
    }

    void barsAreSortedByTheMeasure() {
        const auto order = worstLayers(*analysis.quantized, nullptr, LayerMeasure::SqnrAlone);
        QCOMPARE(order.size(), analysis.quantized->report.layers.size());
        for (std::size_t i = 1; i < order.size(); ++i)
            QVERIFY(analysis.quantized->report.layers[order[i - 1]].localSqnrDb <=
                    analysis.quantized->report.layers[order[i]].localSqnrDb);
        const auto byError = worstLayers(*analysis.quantized, nullptr, LayerMeasure::MeanError);
        QVERIFY(measured(*analysis.quantized, nullptr, byError.front(), LayerMeasure::MeanError) >=
                measured(*analysis.quantized, nullptr, byError.back(), LayerMeasure::MeanError));
        QVERIFY(worstLayers(*analysis.quantized, nullptr, LayerMeasure::Sensitivity).empty());
        auto* bars = child<ChartPane>("int8-layersChart");
        QCOMPARE(bars->targetCount(), order.size());
        child<QComboBox>("int8Measure")->setCurrentIndex(1);
        emit child<QComboBox>("int8Measure")->activated(1);
        QTest::mouseClick(bars->viewport(), Qt::LeftButton, {}, bars->positionOf(0).toPoint());
        const auto& origins = analysis.quantized->report.layers[order.front()].origins;
        QVERIFY(std::ranges::find(origins, selection.current().node) != origins.end());
    }

    void someOfMoreAreCounted() {
        const std::vector<std::size_t> order(MaxLayerBars + 2, 0);
        const auto built = [&](std::size_t count, LayerMeasure measure = LayerMeasure::Sqnr) {
            return buildLayerBars(*analysis.quantized, nullptr, measure,
                                  {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count)}, {},
                                  Theme::light());
        };
        const BuiltChart all = built(MaxLayerBars), some = built(MaxLayerBars + 2);
        QVERIFY(all.chart->title().isEmpty());
        // A layer alone may cost most and not be among them.
        QCOMPARE(some.chart->title(), QStringLiteral("The 10 worst of 12 layers by error added up so far"));
        QCOMPARE(built(MaxLayerBars + 2, LayerMeasure::SqnrAlone).chart->title(),
                 QStringLiteral("The 10 worst of 12 layers"));
        QCOMPARE(some.targets.size(), MaxLayerBars);
    }

    void aRowIsSelectedAndOpened() {
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, cell(table(), 1));
        const std::size_t second = worstLayers(*analysis.quantized, nullptr, LayerMeasure::Sqnr).at(1);
        const auto& origins = analysis.quantized->report.layers[second].origins;
        QVERIFY(std::ranges::find(origins, selection.current().node) != origins.end());
        QVERIFY(!settings.get().viewState.int8Layer.valid());
        QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, cell(table(), 1));
        QTRY_VERIFY_WITH_TIMEOUT(settings.get().viewState.int8Layer.valid(), 30000);
        QVERIFY(std::ranges::find(origins, settings.get().viewState.int8Layer) != origins.end());
        QVERIFY(!table().isVisible()); // the layer is shown
        QTest::mouseClick(child<QToolButton>("int8ToModel"), Qt::LeftButton);
        QVERIFY(!settings.get().viewState.int8Layer.valid());
        QVERIFY(table().isVisible());
    }

    // From another page, or by the command field.
    void whatIsSelectedElsewhereIsOpened() {
        const auto& layer = analysis.quantized->report.layers[2];
        selection.select({layer.origins.back(), {}}); // the activation, or what else is part of the layer
        selection.select({layer.origins.front(), {}});
        QVERIFY(settings.get().viewState.int8Layer.valid());
        QTest::mouseClick(child<QToolButton>("int8ToModel"), Qt::LeftButton);
        const QModelIndexList rows = table().selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.front().data().toString(), QString::fromStdString(layer.name));
    }

    void theLinkOpensTheLayer() {
        auto* answer = child<PageAnswer>("int8Answer");
        emit answer->linkFollowed(QStringLiteral("layer"));
        const auto layer = namedLayer(*analysis.quantized, nullptr);
        QVERIFY(layer);
        const auto& origins = analysis.quantized->report.layers[*layer].origins;
        QVERIFY(std::ranges::find(origins, settings.get().viewState.int8Layer) != origins.end());
    }

    void samples() {
        child<QTabWidget>("int8ModelParts")->setCurrentIndex(1);
        auto& samples = *child<QTableView>("int8SampleTable");
        QCOMPARE(samples.model()->rowCount(), 2);
        QCOMPARE(samples.model()->index(1, 0).data().toString(), QStringLiteral("test.npz[1]"));
        QTest::mouseClick(samples.viewport(), Qt::LeftButton, {}, cell(samples, 1));
        QCOMPARE(settings.get().viewState.sample, std::size_t(1));
    }

    void sensitivityIsComputedWhenItIsWanted() {
        auto* wanted = child<QPushButton>("int8Sensitivity");
        QTest::mouseClick(wanted, Qt::LeftButton);
        QVERIFY(settings.get().viewState.wantsSensitivity);
        QVERIFY(pipeline::evaluate(analysis, settings.get(), "int8_sensitivity"));
        show();
        QCOMPARE(child<QComboBox>("int8Measure")->currentIndex(), static_cast<int>(LayerMeasure::Sensitivity));
        QCOMPARE(child<ChartPane>("int8-layersChart")->targetCount(), analysis.sensitivity->layers.size());
        // A layer is named by what it gains in float32, or none is.
        const pipeline::Sensitivity& found = *analysis.sensitivity;
        const QString answer = child<PageAnswer>("int8Answer")->plainText();
        QVERIFY(found.knowsGains() && !answer.contains(QStringLiteral("least exact")));
        const pipeline::QuantizedReport& report = analysis.quantized->report;
        const auto row =
            std::ranges::find(report.layers, found.layers.front().product, &pipeline::QuantizedLayer::product) -
            report.layers.begin();
        RowTable layers(
            pipeline::quantizedTable({&report, &analysis.quantized->improved.quantized.details, &found}));
        QCOMPARE(
            layers.index(static_cast<int>(row), layers.columnOf("in_float_sqnr_db")).data(SortRole).toDouble(),
            found.layers.front().inFloat.outputSqnrDb());
        const auto best = found.bestInFloat();
        QCOMPARE(namedLayer(*analysis.quantized, &found), best);
        QVERIFY2(answer.contains(best ? QString::fromStdString(found.layers[*best].name) +
                                            QStringLiteral(" gains most: ")
                                      : QStringLiteral("No single layer in float32 gains anything that")),
                 qPrintable(answer));
        pipeline::Sensitivity none = found;
        for (pipeline::LayerSensitivity& layer : none.layers)
            layer.inFloat = none.inIntegers;
        QVERIFY(!namedLayer(*analysis.quantized, &none));
        QVERIFY(modelAnswer(*analysis.quantized, &none)
                    .reasons.contains(QStringLiteral(
                        "No single layer in float32 gains anything that these samples tell from chance.")));
        // A gain is told with the weakest output before and after.
        const auto judged = [](double boxes, double scores) {
            pipeline::ModelChange change;
            change.outputs = {{"boxes", boxes, 0}, {"scores", scores, 0}};
            for (const double sample : {0.0, 1.0, 2.0})
                change.samples.push_back({std::min(boxes, scores) + sample});
            return change;
        };
        none.inIntegers = judged(30, 21);
        for (pipeline::LayerSensitivity& layer : none.layers)
            layer.inFloat = none.inIntegers;
        none.layers.front().inFloat = judged(31, 33);
        const QStringList told = modelAnswer(*analysis.quantized, &none).reasons;
        QVERIFY2(std::ranges::any_of(told,
                                     [](const QString& each) {
                                         return each.contains(QStringLiteral(" at scores → ")) &&
                                                each.endsWith(
                                                    QStringLiteral(" at boxes (the worst of 2 outputs)."));
                                     }),
                 qPrintable(told.join(u'\n')));
        QTest::mouseClick(wanted, Qt::LeftButton);
        QVERIFY(!settings.get().viewState.wantsSensitivity);
    }

    // Its layers are there with their codes at once, what its integers cost when it is compared; what has no
    // effect is off.
    void aModelThatComesQuantized() {
        const auto* controls = child<QWidget>("int8Quantization");
        const auto* why = child<QLabel>("int8ComesQuantized");
        QVERIFY(controls->isEnabled() && !why->isVisibleTo(view.get()));
        pipeline::Analysis quantized;
        quantized.typed = analysis.quantized->improved.quantized.typed;
        quantized.opened = quantized.typed->opened;
        view->setAnalysis(std::make_shared<pipeline::Analysis>(quantized));
        QVERIFY(!controls->isEnabled() && why->isVisibleTo(view.get()));
        const auto* answer = child<PageAnswer>("int8QuantizedAnswer");
        auto* layers = child<QTableView>("int8CodedLayers");
        const std::vector<pipeline::CodedProduct> made =
            pipeline::codedProducts(*quantized.typed->graph).layers;
        QCOMPARE(made.size(), analysis.quantized->report.layers.size());
        const auto says = [&](const QString& words) {
            if (answer->isVisible() && answer->plainText().contains(words)) return true;
            qWarning().noquote() << answer->plainText();
            return false;
        };
        QVERIFY(
            says(QStringLiteral("quantized already: %1 of its %1 layers run in integers").arg(made.size())));
        QVERIFY(says(QStringLiteral("open the model in float")));
        QCOMPARE(layers->model()->rowCount(), static_cast<int>(made.size()));
        QVERIFY(layers->isVisible() && !table().isVisible());
        QVERIFY(child<StageOverlay>("int8QuantizedStage")->text().isEmpty());
        // A layer that is clicked is selected, and one that is selected is marked.
        QTest::mouseClick(layers->viewport(), Qt::LeftButton, {}, cell(*layers, 1));
        QCOMPARE(selection.current().node, made[1].node);
        selection.select({made[2].node, {}});
        QCOMPARE(layers->selectionModel()->selectedRows().front().row(), 2);
        // Stopped, it can be asked for again.
        quantized.cancelled.insert("int8_dequantized");
        view->setAnalysis(std::make_shared<pipeline::Analysis>(quantized));
        QVERIFY(says(QStringLiteral("Compare it with the same graph in float32")));
        QSignalSpy retried(view.get(), &View::retryRequested);
        emit child<PageAnswer>("int8QuantizedAnswer")->linkFollowed(QStringLiteral("int8_dequantized"));
        QCOMPARE(retried.value(0).value(0).toString(), QStringLiteral("int8_dequantized"));
        quantized.cancelled.clear();
        const auto placed = [&] { return QRect(layers->mapTo(view.get(), QPoint()), layers->size()); };
        QCoreApplication::processEvents(); // the answer has its room
        const QRect place = placed();
        QVERIFY(pipeline::evaluate(quantized, settings.get(), "int8_dequantized"));
        view->setAnalysis(std::make_shared<pipeline::Analysis>(quantized));
        QVERIFY(says(QStringLiteral("beside the same graph in float32")));
        QVERIFY(says(QStringLiteral("INT8 keeps ● ")));
        QVERIFY(says(QStringLiteral("operators on codes in float; weights are what their codes stand for")));
        QCoreApplication::processEvents();
        QCOMPARE(placed(), place);
        show();
        QVERIFY(controls->isEnabled() && !why->isVisibleTo(view.get()));
        QVERIFY(table().isVisible() && answer->plainText().isEmpty());
    }

    // Codes of weights alone, with nothing in integers: why, and no empty table.
    void aModelWhoseWeightsAloneAreCodes() {
        pipeline::CodedProducts products;
        products.inFloat = 3;
        const PageWords words = quantizedAnswer(products, nullptr);
        QVERIFY2(words.headline.contains(QStringLiteral("0 of its 3 layers")), qPrintable(words.headline));
        ir::GraphBuilder b;
        const ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{1, 4}));
        const ValueId codes = b.constant("w", ir::Tensor::of<std::int8_t>({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}));
        const ValueId weights =
            b.node("DequantizeLinear", {codes, b.constant("s", ir::Tensor::of<float>({}, {0.5f}))});
        b.output(b.node("MatMul", {x, weights}));
        auto typed = std::make_shared<pipeline::Typed>();
        typed->graph = std::make_shared<ir::Graph>(b.take());
        pipeline::Analysis weightsAlone;
        weightsAlone.typed = typed;
        weightsAlone.opened = analysis.opened;
        view->setAnalysis(std::make_shared<pipeline::Analysis>(weightsAlone));
        auto* stage = child<StageOverlay>("int8QuantizedStage");
        QVERIFY2(stage->isVisible() && stage->text().contains(QStringLiteral("multiplies codes")),
                 qPrintable(stage->text()));
        QCOMPARE(child<QTableView>("int8CodedLayers")->model()->rowCount(), 0);
    }

    void controlsAreSettings() {
        const pipeline::Settings before = settings.get();
        const auto choose = [&](const char* box, int index) { child<QComboBox>(box)->setCurrentIndex(index); };
        choose("weights", 0);
        QCOMPARE(settings.get().int8.study.weights, quant::Granularity::PerTensor);
        choose("weightCodes", 1);
        QCOMPARE(settings.get().int8.study.weightScheme.type, quant::CodeType::Int4);
        choose("activationCodes", 2);
        QVERIFY(settings.get().int8.study.activationScheme ==
                (quant::Scheme{quant::CodeType::Int8, true, quant::Limits::Restricted, false}));
        choose("codeLimits", 1);
        QCOMPARE(settings.get().int8.study.activationScheme.limits, quant::Limits::Reduced);
        choose("rounding", 3);
        QCOMPARE(settings.get().int8.study.rounding, quant::Rounding::Truncate);
        child<QComboBox>("method")->setCurrentText(QStringLiteral("entropy (TensorRT, 2048 bins)"));
        QCOMPARE(settings.get().quantization.method, std::string("entropy"));
        child<QCheckBox>("powersOfTwo")->setChecked(true);
        QVERIFY(settings.get().int8.study.weightScheme.powerOfTwo);
        for (const char* box : {"equalize", "correct_bias"})
            child<QCheckBox>(box)->setChecked(true);
        child<QCheckBox>("folds")->setChecked(false);
        child<QSpinBox>("float_layers")->setValue(2);
        child<QSpinBox>("samples")->setValue(5);
        const pipeline::QuantizationSettings& made = settings.get().quantization;
        QVERIFY(made.equalize && made.correctBias && !made.folds);
        QCOMPARE(made.floatLayers, std::size_t(2));
        QCOMPARE(made.samples, std::size_t(5));
        settings.reset(before);
        QCOMPARE(child<QComboBox>("weights")->currentIndex(), 1);
        QCOMPARE(child<QSpinBox>("samples")->value(), 2);
    }

    // The pictures of the weights have the error that the study tells.
    void theWeightsOfALayer() {
        for (const pipeline::QuantizedLayer& layer : analysis.quantized->report.layers) {
            pipeline::Settings wanted = settings.get();
            wanted.viewState.int8Layer = layer.origins.front();
            pipeline::Analysis now = analysis;
            QVERIFY(pipeline::evaluate(now, wanted, "int8"));
            const auto studied = pipeline::studiedLayer(now, wanted);
            QVERIFY(studied);
            const auto pictures = pipeline::comparedWeights(*studied);
            QVERIFY(pictures);
            QCOMPARE(pictures->channels(), now.int8->reference.dims()[1]);
            double signal = 0, noise = 0;
            const std::int64_t count = pictures->study().reference.elements();
            for (std::int64_t i = 0; i < count; ++i) {
                signal += std::pow(static_cast<double>(pictures->reference(i)), 2);
                noise += std::pow(static_cast<double>(pictures->error(i)), 2);
            }
            QVERIFY(std::abs(quant::decibels(signal, noise) - now.int8->weightSqnrDb) < 1e-3);
            QVERIFY(pictures->inSteps()->largestError() <= 0.5001);
        }
    }

    void emptyStates() {
        auto* stage = child<StageOverlay>("int8ModelStage");
        QVERIFY(stage->text().isEmpty());
        view->setAnalysis(std::make_shared<pipeline::Analysis>());
        QVERIFY(stage->text().startsWith(QStringLiteral("Open a model")));
        pipeline::Analysis failed = analysis;
        failed.quantized = nullptr;
        failed.errors.emplace("int8_calibration", badInput("test.npy[3]: NaN"));
        view->setAnalysis(std::make_shared<pipeline::Analysis>(failed));
        QVERIFY2(stage->text().contains(QStringLiteral("test.npy[3]: NaN")), qPrintable(stage->text()));
        failed.errors.clear();
        view->setAnalysis(std::make_shared<pipeline::Analysis>(failed));
        QVERIFY2(stage->text().contains(QStringLiteral("no convolution")), qPrintable(stage->text()));
    }

    void remediesAreTold() {
        pipeline::Improved improved;
        QVERIFY(remediesText(improved).isEmpty());
        pipeline::RemedyEffect none{"none", {}}, equalized{"equalize", {}};
        none.change.outputs = {{"y", 12.25, 1}};
        equalized.change.outputs = {{"y", 31.5, 0.1}};
        improved.effects = {none, equalized};
        improved.equalized.resize(3);
        QCOMPARE(remediesText(improved),
                 QStringLiteral("without remedies: 12.3 dB  →  3 pairs equalized: 31.5 dB"));
    }

    void figure() {
        const auto figures = view->figures();
        QVERIFY(!figures.empty());
        QCOMPARE(figures.front().name, QStringLiteral("int8-layers"));
        const bool isBySqnr =
            child<QComboBox>("int8Measure")->currentIndex() == static_cast<int>(LayerMeasure::Sqnr);
        QCOMPARE(figures.front().title.endsWith(QStringLiteral("by error added up so far")), isBySqnr);
        // A presentation begins with the model, or behind its slides with the layer that one is in.
        QCOMPARE(view->currentSlide(), std::size_t(0));
        QVERIFY(!view->answer().isEmpty());
        QCOMPARE(view->slides().front().headline, view->answer());
        const auto& report = analysis.quantized->report;
        settings.look([&](pipeline::ViewState& state) { state.int8Layer = report.layers[0].origins[0]; });
        QCOMPARE(view->currentSlide(), figures.size());
    }
    // The number of a bar stands at its end, that of the layer alone at its diamond, where they are far apart.
    void numbersStandAtWhatTheyAreOf() {
        const auto svgWith = [&](double inModel, double alone) {
            auto model = std::make_shared<pipeline::QuantizedModel>(*analysis.quantized);
            for (auto& layer : model->report.layers) {
                layer.sqnrDb = inModel;
                layer.localSqnrDb = alone;
            }
            pipeline::Analysis other = analysis;
            other.quantized = model;
            view->setAnalysis(std::make_shared<pipeline::Analysis>(other));
            return QString::fromUtf8(figureSvg(view->figures().front()));
        };
        const QString bar = measuredText(LayerMeasure::Sqnr, 10), mark = measuredText(LayerMeasure::Sqnr, 60);
        const QString apart = svgWith(10, 60);
        QVERIFY(apart.contains(u'>' + bar + u'<') && apart.contains(u">◇ "_s + mark + u'<'));
        QVERIFY(svgWith(58, 60).contains(u" · ◇ "_s + mark));
    }
    // The picture on screen marks it, as its table does; paper does not.
    void figuresShowNoSelection() {
        const QByteArray plain = figureSvg(view->figures().front());
        QVERIFY(!plain.isEmpty());
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, cell(table(), 1));
        QVERIFY(selection.current().node.valid());
        QCOMPARE(figureSvg(view->figures().front()), plain);
    }
};

EDGEWRIGHT_TEST(ModelViewTest)

} // namespace edgewright::int8_model_view_test

#include "int8_model_view_test.moc"
