// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies and accumulators on the INT8 page, run for real on a sample: the queue that fills, what is said,
// stopping, and taking a row over.
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "core/pipeline/quantization/simulation/accumulator_findings.h"
#include "core/pipeline/quantization/simulation/fixed_point_note.h"
#include "core/pipeline/quantization/strategies/strategy_findings.h"
#include "core/pipeline/stage.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "views/int8/experiments/accumulators_pane.h"
#include "views/int8/experiments/strategies_pane.h"
#include "views/support/answer_line.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/job/stage_jobs.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/page/page_answer.h"
#include "views/support/table/row_table.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTableView>
#include <QTest>
#include <QToolButton>

namespace edgewright::experiments_test {

using namespace edgewright::views;

class ExperimentsTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    StageJobs stages{settings, pool};
    ViewContext context{selection, settings, pool, nullptr, nullptr, nullptr, &stages};
    pipeline::Analysis analysis; // of the model, up to int8_model

    template <typename Pane>
    void follow(Pane& pane) {
        for (const auto signal : {&StageJobs::changed, &StageJobs::grew})
            connect(&stages, signal, &pane, [this, &pane] { pane.setAnalysis(stages.analysis()); });
        pane.setAnalysis(stages.analysis());
    }
    void open(const pipeline::Analysis& fresh) {
        pipeline::Settings now;
        now.quantization.samples = 2;
        now.quantization.evaluationSamples = pipeline::Recommendation::MinSamples;
        stages.reset(fresh, now);
        settings.reset(now);
    }
    // Nothing of the model before is left: it invites to begin.
    static bool invites(QWidget& pane, const QString& name) {
        return pane.findChild<QTableView*>(name + QStringLiteral("Table"))->model()->rowCount() == 0 &&
               pane.findChild<PageAnswer*>(name + QStringLiteral("Answer"))->plainText().isEmpty() &&
               !pane.findChild<StageOverlay*>()->text().isEmpty();
    }

    static bool done(QWidget& pane, const char* button) {
        auto* start = pane.findChild<QPushButton*>(QString::fromLatin1(button));
        return QTest::qWaitFor([start] { return start->text() != QStringLiteral("Stop"); }, 600000);
    }
    // As the command line prints it.
    static bool tells(QWidget& pane, const char* name, const table::Answer& answer) {
        std::vector<std::string> parts{answer.headline}; // conditions share a line
        for (const std::string& each : answer.conditions)
            &each == &answer.conditions.front() ? parts.push_back(each) : void(parts.back() += ' ' + each);
        parts.insert(parts.end(), answer.reasons.begin(), answer.reasons.end());
        QString lines = QStringLiteral("● ");
        for (const std::string& each : parts)
            lines += QString::fromStdString(each) + u'\n';
        const QString told = pane.findChild<PageAnswer*>(QString::fromLatin1(name))->plainText();
        if (told == lines.trimmed()) return true;
        qWarning().noquote() << told << "\ninstead of\n" << lines;
        return false;
    }
    // The places of the controls and of what is below them.
    static std::vector<QRect> places(QWidget& pane) {
        QCoreApplication::processEvents();
        std::vector<QRect> all;
        for (QWidget* each : pane.findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
            if (each->isVisible() && !qobject_cast<QLabel*>(each)) all.push_back(each->geometry());
        return all;
    }
    static void click(QWidget& pane, const char* button) {
        pane.findChild<QPushButton*>(QString::fromLatin1(button))->click();
    }

private slots:
    void initTestCase() {
        const auto opened = pipeline::open(test::sample("tiny_cnn_2d.onnx"));
        QVERIFY(opened);
        analysis.opened = *opened;
        pipeline::Settings now;
        now.quantization.samples = 2;
        now.quantization.evaluationSamples = pipeline::Recommendation::MinSamples;
        QVERIFY(pipeline::evaluate(analysis, now, "int8_model"));
    }
    void init() {
        QSettings().remove(QStringLiteral("why")); // reasons are folded
        open(analysis);
    }

    void strategiesFillATable() {
        StrategiesPane pane(context);
        pane.resize(1200, 800);
        auto* start = pane.findChild<QPushButton*>(QStringLiteral("int8-strategiesStart"));
        QVERIFY(!start->isEnabled()); // there is no model yet
        follow(pane);
        QVERIFY(start->isEnabled());
        pane.show();
        QVERIFY(!pane.findChild<QTableView*>(QStringLiteral("int8-strategiesTable"))->isVisible()); // no rows
        const auto before = places(pane);
        click(pane, "int8-strategiesStart");
        QVERIFY(places(pane) == before); // "Stop" is as wide
        QVERIFY(done(pane, "int8-strategiesStart"));
        QVERIFY(places(pane) == before);
        const auto comparison = stages.analysis()->strategies;
        QVERIFY(comparison);
        QCOMPARE(comparison->rows.size(), pipeline::strategyMatrix().size());
        auto* table = pane.findChild<QTableView*>(QStringLiteral("int8-strategiesTable"));
        QCOMPARE(table->model()->rowCount(), static_cast<int>(comparison->rows.size()));
        QVERIFY(table->isVisible());
        for (const pipeline::StrategyRow& row : comparison->rows)
            QVERIFY(row.latency && row.latency->milliseconds > 0);
        QVERIFY(tells(pane, "int8-strategiesAnswer", pipeline::answerOf(pipeline::findingsOf(*comparison))));
        QCOMPARE(pane.findChild<ChartPane*>(QStringLiteral("int8-strategiesChart"))->targetCount(),
                 comparison->rows.size());
        QVERIFY(pane.figure());
        RowTable own(pipeline::strategyTable(comparison));
        QAbstractItemModelTester tester(&own, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(own.index(0, own.columnOf("output_sqnr_db")).data(SortRole).toDouble(),
                 comparison->rows[0].outputSqnrDb());
        int recommended = 0;
        for (int row = 0; row < own.rowCount(); ++row)
            recommended +=
                own.index(row, own.columnOf("verdict")).data().toString() == QStringLiteral("recommended");
        QCOMPARE(recommended, 1);
    }

    // The row of the settings is what the page says of the model.
    void aRowIsThatOfTheModel() {
        StrategiesPane pane(context);
        follow(pane);
        pane.findChild<QCheckBox*>(QStringLiteral("strategyTimes"))->setChecked(false);
        click(pane, "int8-strategiesStart");
        QVERIFY(done(pane, "int8-strategiesStart"));
        const pipeline::Strategy usual;
        const auto& rows = stages.analysis()->strategies->rows;
        const auto row = std::ranges::find(rows, usual, &pipeline::StrategyRow::strategy);
        QVERIFY(row != rows.end());
        const pipeline::QuantizedReport& report = analysis.quantized->report;
        QCOMPARE(row->outputSqnrDb(), report.outputs.front().sqnrDb);
        QCOMPARE(row->change.tops.accuracyInt8(), report.counts.accuracyInt8());
        QCOMPARE(row->weightBytesAfter, report.bytesAfter);
        QVERIFY(!row->latency);
    }

    void aRowIsTakenOver() {
        StrategiesPane pane(context);
        pane.resize(1200, 800);
        follow(pane);
        pane.show();
        pane.findChild<QCheckBox*>(QStringLiteral("strategyTimes"))->setChecked(false);
        click(pane, "int8-strategiesStart");
        QVERIFY(done(pane, "int8-strategiesStart"));
        const auto comparison = stages.analysis()->strategies;
        const auto& rows = comparison->rows;
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
        // The button does the same, where there is something to do.
        auto* use = pane.findChild<QPushButton*>(QStringLiteral("int8-strategiesUse"));
        QVERIFY(!use->isEnabled() && !use->toolTip().isEmpty());
        table->selectRow(static_cast<int>(wanted - rows.begin()));
        QVERIFY(use->isEnabled());
        QTest::mouseClick(use, Qt::LeftButton);
        QCOMPARE(settings.get().quantization.method, std::string("entropy"));
        QVERIFY(!use->isEnabled());
        settings.undo();
        table->clearSelection();
        QVERIFY(!use->isEnabled());
    }

    void whatIsStoppedKeepsItsRows() {
        StrategiesPane pane(context);
        pane.resize(1200, 800);
        follow(pane);
        pane.show();
        const auto rows = [&] {
            const auto comparison = stages.analysis()->strategies;
            return comparison ? comparison->rows.size() : 0;
        };
        click(pane, "int8-strategiesStart");
        QVERIFY(QTest::qWaitFor([&] { return rows() > 0; }, 300000));
        click(pane, "int8-strategiesStart"); // is Stop now
        QVERIFY(done(pane, "int8-strategiesStart"));
        QVERIFY(rows() > 0 && rows() < pipeline::strategyMatrix().size() && pane.figure());
        const auto* table = pane.findChild<QTableView*>(QStringLiteral("int8-strategiesTable"));
        QCOMPARE(table->model()->rowCount(), static_cast<int>(rows()));
        // Another model: the rows were of this one.
        pipeline::Analysis other;
        other.opened = *pipeline::open(test::sample("residual_cnn_2d.onnx"));
        open(other);
        QVERIFY(!pane.figure());
        QVERIFY(invites(pane, QStringLiteral("int8-strategies")));
    }

    // Other samples, another model: neither rows nor figure of those before are left.
    void nothingIsLeftOfWhatIsNoLongerTrue() {
        StrategiesPane strategies(context);
        AccumulatorsPane accumulators(context);
        const auto strategiesInvite = [&] {
            return !strategies.figure() && invites(strategies, QStringLiteral("int8-strategies"));
        };
        const auto accumulatorsInvite = [&] {
            return !accumulators.figure() && invites(accumulators, QStringLiteral("int8-accumulators"));
        };
        follow(strategies);
        follow(accumulators);
        strategies.findChild<QCheckBox*>(QStringLiteral("strategyTimes"))->setChecked(false);
        click(strategies, "int8-strategiesStart");
        click(accumulators, "int8-accumulatorsStart");
        QVERIFY(done(strategies, "int8-strategiesStart") && done(accumulators, "int8-accumulatorsStart"));
        QVERIFY(strategies.figure() && accumulators.figure());
        settings.change({}, [](pipeline::Settings& s) { s.quantization.method = "entropy"; });
        QTRY_VERIFY_WITH_TIMEOUT(accumulatorsInvite(), 60000);
        QVERIFY(strategies.figure()); // whatever the model is quantized with
        click(accumulators, "int8-accumulatorsStart");
        QVERIFY(done(accumulators, "int8-accumulatorsStart") && accumulators.figure());
        pipeline::Analysis other;
        other.opened = *pipeline::open(test::sample("residual_cnn_2d.onnx"));
        open(other);
        QVERIFY(strategiesInvite() && accumulatorsInvite());
    }

    void accumulators() {
        AccumulatorsPane pane(context);
        pane.resize(1200, 800);
        follow(pane);
        pane.show();
        click(pane, "int8-accumulatorsStart");
        QVERIFY(done(pane, "int8-accumulatorsStart"));
        const auto experiment = stages.analysis()->accumulators;
        QVERIFY(experiment);
        QCOMPARE(experiment->rows.size(), std::size_t(14));
        QVERIFY(tells(pane, "int8-accumulatorsAnswer", pipeline::answerOf(pipeline::findingsOf(*experiment))));
        RowTable own(pipeline::accumulatorTable(experiment));
        QAbstractItemModelTester tester(&own, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(own.index(0, own.columnOf("bits")).data(SortRole).toInt(), 32);
        QCOMPARE(own.index(0, own.columnOf("overflows")).data(SortRole).toLongLong(), 0);
        QCOMPARE(own.index(0, own.columnOf("output_sqnr_db")).data(SortRole).toDouble(),
                 own.index(1, own.columnOf("output_sqnr_db")).data(SortRole).toDouble()); // 32 bits: the same
        QCOMPARE(pane.findChild<ChartPane*>(QStringLiteral("int8-accumulatorsChart"))->targetCount(),
                 experiment->rows.size());
        QVERIFY(pane.figure());
        auto* table = pane.findChild<QTableView*>(QStringLiteral("int8-accumulatorsTable"));
        emit table->activated(table->model()->index(8, 0)); // 16 bits, saturating
        QCOMPARE(settings.get().int8.study.accumulatorBits, 16);
        QCOMPARE(settings.get().int8.study.overflow, quant::Overflow::Saturate);
        settings.undo();
    }

    // The sentences of the report, behind a fold that moves nothing when they come.
    void theModelInFixedPoint() {
        AccumulatorsPane pane(context);
        pane.resize(1200, 800);
        follow(pane);
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        auto* fold = pane.findChild<QToolButton*>(QStringLiteral("int8FixedPointFold"));
        auto* note = pane.findChild<QScrollArea*>(QStringLiteral("int8FixedPoint"));
        auto* text = pane.findChild<AnswerLine*>(QStringLiteral("int8FixedPointText"));
        QVERIFY(fold->isVisible() && !note->isVisible());
        QTest::mouseClick(fold, Qt::LeftButton);
        QVERIFY(note->isVisible());
        QVERIFY2(text->plainAnswer().startsWith(QStringLiteral("Press Try accumulators")),
                 qPrintable(text->plainAnswer()));
        const auto before = places(pane);
        click(pane, "int8-accumulatorsStart");
        QTRY_VERIFY_WITH_TIMEOUT(stages.analysis()->fixedPoint, 300000);
        QTRY_VERIFY_WITH_TIMEOUT(text->plainAnswer().startsWith(QStringLiteral("Bit growth: ")), 30000);
        QVERIFY(places(pane) == before);
        const auto paragraphs = pipeline::paragraphsOf(*stages.analysis()->fixedPoint);
        QCOMPARE(paragraphs.size(), std::size_t(3));
        for (const table::Answer& each : paragraphs)
            QVERIFY2(text->plainAnswer().contains(QString::fromStdString(each.headline)),
                     qPrintable(text->plainAnswer()));
        QVERIFY(text->plainAnswer().contains(QString::fromStdString(paragraphs.back().reasons.back())));
        // What the answer above says is not said again, and the page has no second answer for reports.
        QVERIFY(!text->plainAnswer().contains(QString::fromStdString(paragraphs[1].reasons.back())));
        QCOMPARE(pane.findChildren<PageAnswer*>().size(), 1);
        // All of it can be scrolled to.
        QCoreApplication::processEvents();
        QVERIFY(text->height() >= text->heightForWidth(text->width()));
        QVERIFY(note->widget()->height() <= note->viewport()->height() + note->verticalScrollBar()->maximum());
        // Another strategy takes it away.
        settings.change({}, [](pipeline::Settings& s) { s.quantization.method = "entropy"; });
        QTRY_VERIFY_WITH_TIMEOUT(!stages.analysis()->fixedPoint &&
                                     text->plainAnswer().startsWith(QStringLiteral("Press Try accumulators")),
                                 300000);
    }
};

EDGEWRIGHT_TEST(ExperimentsTest)

} // namespace edgewright::experiments_test

#include "experiments_test.moc"
