// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies and accumulators on the INT8 page, run for real on a sample: the queue that fills, what is said,
// stopping, and taking a row over.
#include "core/pipeline/quantization/quantized_model.h"
#include "core/pipeline/stage.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "views/int8/experiments/accumulator_table.h"
#include "views/int8/experiments/accumulators_pane.h"
#include "views/int8/experiments/strategies_pane.h"
#include "views/int8/experiments/strategy_table.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/table/table_text.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>

namespace edgewright::experiments_test {

using namespace edgewright::views;

class ExperimentsTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};
    std::shared_ptr<pipeline::Analysis> analysis = std::make_shared<pipeline::Analysis>();

    static bool done(QWidget& pane, const char* button) {
        auto* start = pane.findChild<QPushButton*>(QString::fromLatin1(button));
        return QTest::qWaitFor([start] { return start->text() != QStringLiteral("Stop"); }, 600000);
    }
    static void click(QWidget& pane, const char* button) {
        pane.findChild<QPushButton*>(QString::fromLatin1(button))->click();
    }

private slots:
    void initTestCase() {
        settings.change({}, [](pipeline::Settings& s) { s.quantization.samples = 2; });
        const auto opened = pipeline::open(test::sample("tiny_cnn_2d.onnx"));
        QVERIFY(opened);
        analysis->opened = *opened;
        QVERIFY(pipeline::evaluate(*analysis, settings.get(), "int8_model"));
    }

    void strategiesFillATable() {
        StrategiesPane pane(context);
        pane.resize(1200, 800);
        auto* start = pane.findChild<QPushButton*>(QStringLiteral("int8-strategiesStart"));
        QVERIFY(!start->isEnabled()); // there is no model yet
        pane.setAnalysis(analysis);
        QVERIFY(start->isEnabled());
        pane.show();
        click(pane, "int8-strategiesStart");
        QVERIFY(done(pane, "int8-strategiesStart"));
        const auto* comparison = pane.comparison();
        QVERIFY(comparison);
        QCOMPARE(comparison->rows.size(), pipeline::strategyMatrix().size());
        auto* table = pane.findChild<QTableView*>(QStringLiteral("int8-strategiesTable"));
        QCOMPARE(table->model()->rowCount(), static_cast<int>(comparison->rows.size()));
        for (const pipeline::StrategyRow& row : comparison->rows)
            QVERIFY(row.milliseconds && *row.milliseconds > 0);
        QVERIFY(!pane.findChild<QLabel*>(QStringLiteral("int8-strategiesFindings"))->text().isEmpty());
        QCOMPARE(pane.findChild<ChartPane*>(QStringLiteral("int8-strategiesChart"))->targetCount(),
                 comparison->rows.size());
        QVERIFY(pane.figure());
        StrategyTable own;
        own.setComparison(std::make_shared<pipeline::StrategyComparison>(*comparison));
        QAbstractItemModelTester tester(&own, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(own.index(0, StrategyTable::Sqnr).data(SortRole).toDouble(),
                 comparison->rows[0].outputSqnrDb());
        int recommended = 0;
        for (int row = 0; row < own.rowCount(); ++row)
            recommended +=
                own.index(row, StrategyTable::Verdict).data().toString() == QStringLiteral("recommended");
        QCOMPARE(recommended, 1);
    }

    // The row of the settings is what the page says of the model.
    void aRowIsThatOfTheModel() {
        StrategiesPane pane(context);
        pane.setAnalysis(analysis);
        pane.findChild<QCheckBox*>(QStringLiteral("strategyTimes"))->setChecked(false);
        click(pane, "int8-strategiesStart");
        QVERIFY(done(pane, "int8-strategiesStart"));
        const pipeline::Strategy usual;
        const auto row = std::ranges::find(pane.comparison()->rows, usual, &pipeline::StrategyRow::strategy);
        QVERIFY(row != pane.comparison()->rows.end());
        const pipeline::QuantizedReport& report = analysis->quantized->report;
        QCOMPARE(row->outputSqnrDb(), report.outputs.front().sqnrDb);
        QCOMPARE(row->change.tops.accuracyInt8(), report.counts.accuracyInt8());
        QCOMPARE(row->weightBytesAfter, report.bytesAfter);
        QVERIFY(!row->milliseconds);
    }

    void aRowIsTakenOver() {
        StrategiesPane pane(context);
        pane.resize(1200, 800);
        pane.setAnalysis(analysis);
        pane.show();
        pane.findChild<QCheckBox*>(QStringLiteral("strategyTimes"))->setChecked(false);
        click(pane, "int8-strategiesStart");
        QVERIFY(done(pane, "int8-strategiesStart"));
        const auto& rows = pane.comparison()->rows;
        const auto wanted = std::ranges::find_if(rows, [](const pipeline::StrategyRow& row) {
            return row.strategy.weights == quant::Granularity::PerTensor && row.strategy.symmetric &&
                   row.strategy.method == "entropy";
        });
        QVERIFY(wanted != rows.end());
        auto* table = pane.findChild<QTableView*>(QStringLiteral("int8-strategiesTable"));
        emit table->activated(table->model()->index(static_cast<int>(wanted - rows.begin()), 0));
        QCOMPARE(settings.get().int8.study.weights, quant::Granularity::PerTensor);
        QVERIFY(settings.get().int8.study.activationScheme.symmetric);
        QCOMPARE(settings.get().int8.study.activationScheme.type, quant::CodeType::Int8);
        QCOMPARE(settings.get().quantization.method, std::string("entropy"));
        const auto isMarked = [&] { return !table->selectionModel()->selectedRows().isEmpty(); };
        QVERIFY(isMarked());
        QCOMPARE(table->selectionModel()->selectedRows().front().row(),
                 static_cast<int>(wanted - rows.begin()));
        settings.undo();
        QCOMPARE(settings.get().int8.study.weights, quant::Granularity::PerChannel);
        // Codes that no row has been tried with.
        settings.change({}, [](pipeline::Settings& s) {
            s.int8.study.activationScheme = {quant::CodeType::UInt8, true, quant::Limits::Full, false};
        });
        QVERIFY(!isMarked());
        settings.undo();
        QVERIFY(isMarked());
    }

    void whatIsStoppedKeepsItsRows() {
        StrategiesPane pane(context);
        pane.setAnalysis(analysis);
        click(pane, "int8-strategiesStart");
        QVERIFY(QTest::qWaitFor([&] { return pane.comparison() && !pane.comparison()->rows.empty(); }, 300000));
        click(pane, "int8-strategiesStart"); // is Stop now
        QVERIFY(done(pane, "int8-strategiesStart"));
        QVERIFY(!pane.comparison()->rows.empty());
        // Another model: the rows were of this one.
        pane.setAnalysis(std::make_shared<pipeline::Analysis>());
        QVERIFY(!pane.comparison());
    }

    void accumulators() {
        AccumulatorsPane pane(context);
        pane.resize(1200, 800);
        pane.setAnalysis(analysis);
        pane.show();
        click(pane, "int8-accumulatorsStart");
        QVERIFY(done(pane, "int8-accumulatorsStart"));
        const auto* experiment = pane.experiment();
        QVERIFY(experiment);
        QCOMPARE(experiment->rows.size(), std::size_t(14));
        QVERIFY(!pane.findChild<QLabel*>(QStringLiteral("int8-accumulatorsFindings"))->text().isEmpty());
        AccumulatorTable own;
        own.setExperiment(std::make_shared<pipeline::AccumulatorExperiment>(*experiment));
        QAbstractItemModelTester tester(&own, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(own.index(0, AccumulatorTable::Bits).data(SortRole).toInt(), 32);
        QCOMPARE(own.index(0, AccumulatorTable::Overflows).data(SortRole).toLongLong(), 0);
        QCOMPARE(own.index(0, AccumulatorTable::Sqnr).data(SortRole).toDouble(),
                 own.index(1, AccumulatorTable::Sqnr).data(SortRole).toDouble()); // 32 bits: the same
        QCOMPARE(pane.findChild<ChartPane*>(QStringLiteral("int8-accumulatorsChart"))->targetCount(),
                 experiment->rows.size());
        QVERIFY(pane.figure());
        auto* table = pane.findChild<QTableView*>(QStringLiteral("int8-accumulatorsTable"));
        emit table->activated(table->model()->index(8, 0)); // 16 bits, saturating
        QCOMPARE(settings.get().int8.study.accumulatorBits, 16);
        QCOMPARE(settings.get().int8.study.overflow, quant::Overflow::Saturate);
        settings.undo();
    }
};

EDGEWRIGHT_TEST(ExperimentsTest)

} // namespace edgewright::experiments_test

#include "experiments_test.moc"
