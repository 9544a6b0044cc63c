// SPDX-License-Identifier: GPL-3.0-or-later
// One value, written out: the drawing, its steps, the table of the terms.
#include "views/int8/value/value_view.h"

#include "core/ir/builder.h"
#include "tests/support/table_columns.h"
#include "tests/support/test_class.h"
#include "views/int8/value/term_table.h"
#include "views/int8/value/value_drawing.h"
#include "views/support/figure/figure_format.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/table/data_table.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <random>

namespace edgewright::value_view_test {

using namespace edgewright::views;

namespace {

ir::Tensor gaussian(ir::Dims dims, std::uint32_t seed, float deviation) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.0f, deviation);
    ir::Tensor tensor = *ir::Tensor::allocate(ir::DataType::Float32, std::move(dims));
    for (float& value : tensor.as<float>())
        value = normal(random);
    return tensor;
}

// A layer, its study, and one output of it.
struct Studied {
    struct Output {
        const Studied& layer;
        std::int64_t element = 0;
    };
    std::shared_ptr<const ir::Graph> graph;
    std::shared_ptr<const quant::LayerStudy> study;

    Studied(const std::string& op, ir::Dims x, ir::Dims w, const quant::StudyOptions& options = {},
            std::vector<ir::Attribute> attributes = {}) {
        ir::GraphBuilder build;
        const ir::Tensor bias = gaussian({op == "Gemm" ? w[1] : w[0]}, 3, 0.3f);
        const std::vector<ValueId> inputs{build.input("x", ir::TensorType(ir::DataType::Float32, x)),
                                          build.constant("w", gaussian(std::move(w), 2, 0.2f)),
                                          build.constant("b", bias)};
        build.output(build.node(op, inputs, std::move(attributes)));
        graph = std::make_shared<const ir::Graph>(build.take());
        study = std::make_shared<const quant::LayerStudy>(
            *quant::studyLayer(*graph, graph->order().front(), gaussian(std::move(x), 1, 1.0f), options));
    }
    Output output(std::int64_t element) const { return {*this, element}; }
};

// Element 33 lies in channel 2, at 0, 1: the kernel's first row is padding.
const Studied& padded() {
    static const Studied layer("Conv", {1, 4, 4, 4}, {6, 4, 3, 3}, {},
                               {{"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
    return layer;
}

Result<quant::ValueTrace> traced(const Studied::Output& output) {
    const quant::LayerStudy& study = *output.layer.study;
    return quant::traceValue(*output.layer.graph, study.node, study.source, study.options, output.element);
}

std::shared_ptr<const quant::ValueTrace> traceOf(const Studied::Output& output) {
    return std::make_shared<const quant::ValueTrace>(*traced(output));
}

QString number(std::int64_t value) { return groupedText(value); }

} // namespace

class ValueViewTest : public QObject {
    Q_OBJECT
    QThreadPool pool;
    std::unique_ptr<ValueView> view;

    template <typename Widget>
    Widget* child(const char* name) {
        return view->findChild<Widget*>(QString::fromLatin1(name));
    }
    bool shows(const Studied::Output& output) {
        pipeline::Analysis now;
        now.int8 = output.layer.study;
        now.int8Value = traceOf(output);
        view->setAnalysis(&now, output.element);
        return view->trace() == now.int8Value.get();
    }

private slots:
    void init() {
        view = std::make_unique<ValueView>(pool);
        view->resize(1100, 420);
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
    }
    void cleanup() { view.reset(); }

    void numbersAreGrouped() {
        const QChar space(0x202f), minus(0x2212);
        QCOMPARE(groupedText(0), QStringLiteral("0"));
        QCOMPARE(groupedText(999), QStringLiteral("999"));
        QCOMPARE(groupedText(-999), minus + QStringLiteral("999"));
        QCOMPARE(groupedText(1204), QStringLiteral("1") + space + QStringLiteral("204"));
        QString lowest = groupedText(-2147483648);
        QCOMPARE(lowest.replace(space, QLatin1Char(' ')), minus + QStringLiteral("2 147 483 648"));
        QCOMPARE(powerOfTwo(38), QStringLiteral("2³⁸"));
        QCOMPARE(stepsText(-0.3264), minus + QStringLiteral("0.326"));
        QCOMPARE(stepsText(1e-6), QStringLiteral("0.000"));
        QCOMPARE(stepsText(11.53), QStringLiteral("+11.5"));
    }

    // Every number of a term's sentence, from the trace itself.
    void sentencesHaveTheNumbers() {
        const auto trace = traceOf(padded().output(33));
        for (std::size_t i = 0; i < trace->terms.size(); ++i) {
            const quant::TraceTerm& term = trace->terms[i];
            const std::int64_t before = i == 0 ? 0 : trace->terms[i - 1].held;
            const QString said = stepText(*trace, i);
            const QString zero = trace->input.zeroPoint == 0
                                     ? number(term.xCode)
                                     : number(term.xCode) + QStringLiteral(" − ") +
                                           number(trace->input.zeroPoint) + QStringLiteral(" = ") +
                                           number(term.xCode - trace->input.zeroPoint);
            QCOMPARE(said, (term.padding ? QStringLiteral("padding, ") : QString()) +
                               QStringLiteral("x = %1, w = %2, product %3, sum %4 → %5")
                                   .arg(zero, number(term.wCode), number(term.product), number(before),
                                        number(term.held)));
        }
        QCOMPARE(stepTitle(*trace, 6), QStringLiteral("Term 7 of 36 · input channel 2, kernel [0, 1]"));
        QVERIFY(trace->terms[6].padding && !trace->terms[20].padding);
        QCOMPARE(stepCount(*trace), std::size_t(41));
        QCOMPARE(stepOf(*trace, ValueStage::Term), std::size_t(35));
        QCOMPARE(stepOf(*trace, ValueStage::Dequantize), std::size_t(40));
        QVERIFY(stageOf(*trace, 35) == ValueStage::Term && stageOf(*trace, 36) == ValueStage::Bias);
        const QString whole = traceText(*trace);
        for (const QString& part :
             {QStringLiteral("output [0, 2, 0, 1]"), number(trace->biasCode), number(trace->code),
              QStringLiteral("error from weights"), stepText(*trace, 40)})
            QVERIFY2(whole.contains(part), qPrintable(part + QStringLiteral(" not in ") + whole));
    }

    void overflowsAreTold() {
        quant::StudyOptions options;
        options.accumulatorBits = 12;
        for (const quant::Overflow mode : {quant::Overflow::Wrap, quant::Overflow::Saturate}) {
            options.overflow = mode;
            const Studied layer("Conv", {1, 8, 4, 4}, {6, 8, 3, 3}, options);
            const auto trace = traceOf(layer.output(5));
            const auto first = std::ranges::find_if(trace->terms, &quant::TraceTerm::overflows);
            QVERIFY(first != trace->terms.end());
            const QString said = stepText(*trace, static_cast<std::size_t>(first - trace->terms.begin()));
            QVERIFY2(
                said.contains(mode == quant::Overflow::Wrap
                                  ? QStringLiteral("does not fit 12 bits and wraps to ") + number(first->held)
                                  : QStringLiteral("does not fit 12 bits and saturates at ") +
                                        number(first->held > 0 ? 2047 : -2048)),
                qPrintable(said));
            const AccumulatorPath path(*trace);
            QVERIFY(path.title().contains(QStringLiteral("12-bit")));
            QVERIFY(path.title().contains(number(trace->overflows)));
        }
    }

    // As AVX2 adds without VNNI: the second term of a pair brings both, and zero points come behind.
    void pairsAreTold() {
        quant::StudyOptions options;
        options.accumulation = quant::Accumulation::SaturatingPairs;
        options.weightScheme = {quant::CodeType::Int8, true, quant::Limits::Full, false};
        const Studied layer("Conv", {1, 7, 6, 6}, {6, 7, 3, 3}, options);
        std::size_t saturated = 0;
        for (std::int64_t element = 0; element < layer.study->reference.elements(); ++element) {
            const auto trace = traceOf(layer.output(element));
            QVERIFY(trace->pairs);
            const std::size_t terms = trace->terms.size();
            QCOMPARE(stepCount(*trace), terms + 6);
            QVERIFY(stageOf(*trace, terms) == ValueStage::Correction);
            QVERIFY(stageOf(*trace, terms + 1) == ValueStage::Bias);
            for (std::size_t step = terms - 1; step < stepCount(*trace); ++step)
                QCOMPARE(stepOf(*trace, stageOf(*trace, step)), step);
            QVERIFY(stepText(*trace, 0).contains(QStringLiteral("waits for its pair")));
            QVERIFY(stepText(*trace, terms).contains(number(trace->correction)));
            const AccumulatorPath path(*trace);
            QCOMPARE(path.points(), terms + 3);
            QCOMPARE(path.held(terms + 1), std::int64_t(trace->correctedHeld));
            QCOMPARE(path.held(terms + 2), std::int64_t(trace->held));
            for (std::size_t i = 1; i < terms; i += 2) {
                if (!trace->terms[i].saturates) continue;
                ++saturated;
                QVERIFY(stepText(*trace, i).contains(QStringLiteral("which saturates at ")));
            }
        }
        QVERIFY(saturated > 0);
    }

    void windows_data() {
        QTest::addColumn<int>("layer");
        QTest::addColumn<int>("term");
        QTest::addColumn<QList<int>>("terms"); // of at most 3 columns and 2 rows
        QTest::newRow("kernel, first") << 0 << 5 << QList<int>{1, 5, 9, 13, 17, 21};
        QTest::newRow("kernel, last row") << 0 << 30 << QList<int>{14, 18, 22, 26, 30, 34};
        QTest::newRow("time") << 1 << 0 << QList<int>{0, 4, 8, 1, 5, 9};
        QTest::newRow("time, last") << 1 << 19 << QList<int>{10, 14, 18, 11, 15, 19};
        QTest::newRow("features") << 2 << 7 << QList<int>{6, 7, 8, 9, 10, 11};
        QTest::newRow("features, last") << 2 << 19 << QList<int>{14, 15, 16, 17, 18, 19};
    }
    void windows() {
        static const std::array<Studied, 3> layers{padded(), Studied("Conv", {1, 4, 30}, {3, 4, 5}),
                                                   Studied("Gemm", {1, 20}, {20, 4})};
        QFETCH(int, layer);
        QFETCH(int, term);
        QFETCH(QList<int>, terms);
        const auto trace = traceOf(layers[static_cast<std::size_t>(layer)].output(1));
        const ValueWindow window = windowAround(*trace, static_cast<std::size_t>(term), 3, 2);
        QCOMPARE(window.columns, 3);
        QCOMPARE(window.rows, 2);
        QCOMPARE(QList<int>(window.terms.begin(), window.terms.end()), terms);
        QVERIFY(!window.caption.isEmpty());
    }

    void keysAndButtonsStep() {
        auto* drawing = child<ValueDrawing>("int8ValueDrawing");
        QVERIFY(shows(padded().output(33)));
        QVERIFY(QTest::qWaitForWindowActive(view.get()));
        QCOMPARE(view->step(), std::size_t(0));
        drawing->setFocus();
        QTest::keyClick(drawing, Qt::Key_Right);
        QTest::keyClick(drawing, Qt::Key_Right);
        QCOMPARE(view->step(), std::size_t(2));
        QVERIFY(drawing->accessibleDescription().startsWith(QStringLiteral("Term 3 of 36")));
        QTest::keyClick(drawing, Qt::Key_Left);
        QCOMPARE(child<QSlider>("int8ValueSlider")->value(), 1);
        QTest::keyClick(drawing, Qt::Key_End);
        QCOMPARE(view->step(), std::size_t(40));
        QTest::keyClick(drawing, Qt::Key_Right);
        QCOMPARE(view->step(), std::size_t(40));
        QTest::keyClick(drawing, Qt::Key_Home);
        QTest::keyClick(drawing, Qt::Key_Left);
        QCOMPARE(view->step(), std::size_t(0));
        child<QToolButton>("int8ValueForward")->click();
        QCOMPARE(view->step(), std::size_t(1));
        child<QToolButton>("int8ValueBack")->click();
        QCOMPARE(view->step(), std::size_t(0));
        child<QSlider>("int8ValueSlider")->setValue(38);
        QCOMPARE(view->step(), std::size_t(38));
        QTest::keyClick(drawing, Qt::Key_Space); // plays to the end
        QVERIFY(child<QToolButton>("int8ValuePlay")->isChecked());
        QTRY_COMPARE_WITH_TIMEOUT(view->step(), std::size_t(40), 30000);
        QTRY_VERIFY_WITH_TIMEOUT(!child<QToolButton>("int8ValuePlay")->isChecked(), 30000);
        QSignalSpy cleared(view.get(), &ValueView::cleared);
        QTest::keyClick(drawing, Qt::Key_Escape);
        QCOMPARE(cleared.count(), 1);
    }

    void aClickLeadsToItsTerm() {
        auto* drawing = child<ValueDrawing>("int8ValueDrawing");
        QVERIFY(shows(padded().output(33)));
        view->setStep(5);
        for (const std::size_t term : {13u, 33u, 1u}) {
            QVERIFY(drawing->cellRect(term).width() > 20);
            QTest::mouseClick(drawing, Qt::LeftButton, {}, drawing->cellRect(term).center().toPoint());
            QCOMPARE(view->step(), term);
        }
        QVERIFY(drawing->cellRect(1).isValid());
    }

    void tableHasEveryTerm() {
        QVERIFY(shows(padded().output(33)));
        auto* table = child<QTableView>("int8Terms");
        const QAbstractItemModel& rows = *table->model();
        const quant::ValueTrace& trace = *view->trace();
        QCOMPARE(rows.rowCount(), static_cast<int>(trace.terms.size()));
        const auto columnOf = [&](std::string_view key) { return test::columnOf(rows, key); };
        int padding = 0;
        for (int row = 0; row < rows.rowCount(); ++row) {
            const quant::TraceTerm& term = trace.terms[static_cast<std::size_t>(row)];
            const auto shown = [&](int column) { return rows.index(row, column).data(SortRole).toLongLong(); };
            QCOMPARE(shown(columnOf("x_code")), qlonglong(term.xCode));
            QCOMPARE(shown(columnOf("w_code")), qlonglong(term.wCode));
            QCOMPARE(shown(columnOf("product")), qlonglong(term.product));
            QCOMPARE(shown(columnOf("held")), qlonglong(term.held));
            padding +=
                rows.index(row, columnOf("kernel")).data().toString().contains(QStringLiteral("pad")) ? 1 : 0;
        }
        QCOMPARE(padding, static_cast<int>(std::ranges::count(trace.terms, true, &quant::TraceTerm::padding)));
        table->sortByColumn(columnOf("product"), Qt::DescendingOrder);
        qlonglong last = std::numeric_limits<qlonglong>::max();
        for (int row = 0; row < rows.rowCount(); ++row) {
            const qlonglong product = rows.index(row, columnOf("product")).data(SortRole).toLongLong();
            QVERIFY(product <= last);
            last = product;
        }
        table->selectRow(0);
        const qlonglong term = rows.index(0, columnOf("term")).data(SortRole).toLongLong();
        QCOMPARE(static_cast<qlonglong>(view->step()), term - 1);
        view->setStep(20); // and back
        QCOMPARE(table->selectionModel()->selectedRows().front().data(SortRole).toLongLong(), 21);
    }

    void modelKeepsItsPromises() {
        RowTable model(termTable(nullptr));
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show(termTable(traceOf(padded().output(0))));
        QCOMPARE(model.rowCount(), 36);
        model.show(termTable(nullptr));
        QCOMPARE(model.rowCount(), 0);
    }

    void theStepStaysWhileOptionsChange() {
        QVERIFY(shows(padded().output(39)));
        view->setStep(17);
        pipeline::Analysis now;
        now.int8 = padded().study;
        now.int8Value = traceOf(padded().output(39));
        now.pending = {"int8_value"};
        view->setAnalysis(&now, 39);
        QVERIFY(view->trace() && child<StageOverlay>("int8ValueStage")->pending());
        quant::StudyOptions options;
        options.requantize = quant::Requantize::FixedPoint;
        const Studied other("Conv", {1, 4, 4, 4}, {6, 4, 3, 3}, options,
                            {{"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
        QVERIFY(shows(other.output(39)));
        QVERIFY(view->trace()->requantize.fixedPoint && !child<StageOverlay>("int8ValueStage")->pending());
        QCOMPARE(view->step(), std::size_t(17));
        // Of another output nothing is shown until it is there, and then its first step.
        now.int8 = other.study;
        view->setAnalysis(&now, 38);
        QVERIFY(!view->trace() && !view->figure());
        QVERIFY(shows(other.output(38)));
        QCOMPARE(view->step(), std::size_t(0));
        view->setAnalysis(&now, -1);
        QVERIFY(!view->trace() && !view->figure());
        QVERIFY(child<StageOverlay>("int8ValueStage")->text().startsWith(QStringLiteral("Click a cell")));
    }

    void whatCannotBeTracedIsTold() {
        const auto refused = traced(padded().output(6 * 16));
        QVERIFY(!refused);
        pipeline::Analysis now;
        now.int8 = padded().study;
        now.errors.emplace("int8_value", refused.error());
        view->setAnalysis(&now, 6 * 16);
        QVERIFY(child<StageOverlay>("int8ValueStage")->text().contains(QStringLiteral("element 96")));
        QVERIFY(!view->trace());
    }

    void copiesTheSteps() {
        QVERIFY(shows(padded().output(33)));
        child<QToolButton>("int8ValueCopy")->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), withPlainMinus(traceText(*view->trace())));
    }

    void figureHasTheNumbers() {
        QVERIFY(shows(padded().output(33)));
        view->setStep(20);
        const quant::ValueTrace& trace = *view->trace();
        const auto figure = view->figure();
        QVERIFY(figure);
        QCOMPARE(figure->name, QStringLiteral("int8-value"));
        const QString svg = QString::fromUtf8(figureSvg(*figure));
        for (const QString& part :
             {stepText(trace, 20), stepTitle(trace, 20), number(trace.held), number(trace.code),
              number(trace.requantize.rounded), realText(static_cast<double>(trace.dequantized)),
              realText(static_cast<double>(trace.reference)), QStringLiteral("Input x"),
              QStringLiteral("Clamp"),
              QStringLiteral("rounding ") +
                  stepsText(trace.error.rounding / static_cast<double>(trace.output.scale)),
              number(trace.terms[20].product)})
            QVERIFY2(svg.contains(part), qPrintable(part));
    }

    // In the room that a window of 1440 x 900 leaves beside the inspector: no number is cut, and what is not in
    // sight can be scrolled to.
    void allOfItIsReachable() {
        view->resize(800, 240);
        QVERIFY(shows(padded().output(33)));
        QCoreApplication::processEvents();
        auto* drawing = child<ValueDrawing>("int8ValueDrawing");
        const auto* room = view->findChild<QScrollArea*>();
        QVERIFY(room->viewport()->width() >= drawing->minimumSizeHint().width());
        QCOMPARE(room->horizontalScrollBar()->maximum(), 0);
        QVERIFY(drawing->height() >= drawing->minimumSizeHint().height());
        QCOMPARE(room->verticalScrollBar()->maximum(),
                 std::max(drawing->height() - room->viewport()->height(), 0));
        auto* table = child<QTableView>("int8Terms");
        QVERIFY(table->isVisible() && table->width() >= 140);

        quant::StudyOptions options;
        options.accumulatorBits = 11;
        options.requantize = quant::Requantize::FixedPoint;
        const Studied narrow("Conv", {1, 8, 4, 4}, {6, 8, 3, 3}, options);
        for (const Studied* layer : std::initializer_list<const Studied*>{&padded(), &narrow}) {
            const auto trace = traceOf(layer->output(5));
            const auto painter = std::make_shared<const ValuePainter>(trace);
            const std::size_t last = stepCount(*trace) - 1;
            const QString svg = QString::fromUtf8(
                figureSvg({QStringLiteral("value"),
                           {},
                           painter->smallest(),
                           [painter, last](QPainter& target, const QRectF& area, const Theme& theme) {
                               painter->paint(target, area, theme, last);
                           }}));
            const quant::RequantizeSteps& steps = trace->requantize;
            QStringList parts{number(trace->held), number(steps.rounded), realText(steps.product, 5),
                              QStringLiteral("by ") +
                                  signedText(static_cast<double>(steps.rounded) - steps.product, 2),
                              QStringLiteral("step ") + realText(static_cast<double>(trace->output.scale), 3)};
            if (steps.fixedPoint) parts << QStringLiteral("int32 ÷ ") + powerOfTwo(steps.shift);
            const auto shares = errorContributions(trace->error, trace->hasBias);
            for (const ErrorContribution& share : shares)
                if (share.main)
                    parts << share.name + u' ' +
                                 stepsText(share.value / static_cast<double>(trace->output.scale));
            for (const QString& part : parts)
                QVERIFY2(svg.contains(part), qPrintable(part + QStringLiteral(" not in ") + svg));
        }
    }

    // At every size, in both themes: nothing outside of the area, and something in it.
    void staysWithinItsArea() {
        quant::StudyOptions narrow;
        narrow.accumulatorBits = 11;
        const std::array<Studied, 3> layers{padded(), Studied("Conv", {1, 3, 9, 9}, {4, 3, 7, 7}, narrow),
                                            Studied("Gemm", {1, 300}, {300, 4})};
        for (const Studied& layer : layers) {
            const ValuePainter value(traceOf(layer.output(2)));
            for (const QSizeF& size : {value.smallest(), QSizeF(900, 320), value.paperSize()})
                for (const Theme* theme : {&Theme::light(), &Theme::darkTheme()})
                    for (const std::size_t step : {std::size_t(0), stepCount(value.trace()) - 1}) {
                        QImage image((size + QSizeF(40, 40)).toSize(), QImage::Format_RGB32);
                        image.fill(theme->surface);
                        QPainter painter(&image);
                        painter.setRenderHint(QPainter::Antialiasing);
                        const QRectF area(QPointF(20, 20), size);
                        value.paint(painter, area, *theme, step);
                        painter.end();
                        int inside = 0, outside = 0;
                        for (int y = 0; y < image.height(); ++y)
                            for (int x = 0; x < image.width(); ++x) {
                                if (image.pixelColor(x, y) == theme->surface) continue;
                                (area.adjusted(-2, -2, 2, 2).contains(x, y) ? inside : outside) += 1;
                            }
                        QVERIFY(inside > 8000);
                        QVERIFY2(outside == 0, qPrintable(QStringLiteral("%1 pixels outside of %2 x %3")
                                                              .arg(outside)
                                                              .arg(size.width())
                                                              .arg(size.height())));
                    }
        }
    }

    void longSums() {
        const Studied layer("Gemm", {1, 1 << 20}, {1 << 20, 1});
        QVERIFY(shows(layer.output(0)));
        view->setStep(500000);
        QVERIFY(!view->grab().isNull());
        QCOMPARE(view->step(), std::size_t(500000));
        QCOMPARE(child<QTableView>("int8Terms")->model()->rowCount(), 1 << 20);
    }
};

EDGEWRIGHT_TEST(ValueViewTest)

} // namespace edgewright::value_view_test

#include "value_view_test.moc"
