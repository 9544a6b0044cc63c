// SPDX-License-Identifier: GPL-3.0-or-later
// The Study page: all figures of the pages, and a table of contents that leads to them.
#include "app/workbench/files/export_dialog.h"
#include "app/workbench/study/charts/experiment_charts.h"
#include "app/workbench/study/study_page.h"
#include "core/experiment/overview.h"
#include "tests/core/experiment/made_outcomes.h"
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"
#include "views/support/page/page_answer.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>

namespace edgewright::study_page_test {

using namespace Qt::StringLiterals;

class StudyPageTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;
    QTemporaryDir m_folder;
    mutable int m_written = 0; // experiments

    workbench::MainWindow& window() const { return m_fixture.window(); }
    workbench::StudyPage* page() const { return window().findChild<workbench::StudyPage*>(); }
    workbench::FigureSheet* sheet() const { return m_fixture.find<workbench::FigureSheet>(u"figureSheet"_s); }
    QAbstractItemModel* rows() const { return m_fixture.find<QTableView>(u"studyTable"_s)->model(); }
    QString text(int row, int column) const { return rows()->index(row, column).data().toString(); }
    bool showStudy() const {
        return window().showPage(u"study"_s) &&
               QTest::qWaitFor([&] { return window().session().idle() && page()->isComplete(); }, 60000);
    }
    int rowsOf(const QString& part) const {
        int count = 0;
        for (int row = 0; row < rows()->rowCount(); ++row)
            count += text(row, 0) == part;
        return count;
    }
    int rowOf(const QString& part, const QString& name) const {
        for (int row = 0; row < rows()->rowCount(); ++row)
            if (text(row, 0) == part && text(row, 1) == name) return row;
        return -1;
    }
    // Two cells, measured as shortly as can be.
    QString writtenExperiment(const QString& model, const QString& seconds = u"0.02"_s) const {
        const QString file = m_folder.filePath(u"tiny%1.json"_s.arg(m_written++));
        QFile written(file);
        if (!written.open(QIODevice::WriteOnly)) return {};
        written.write(QString::fromLatin1(R"({"format": "edgewright experiment", "version": 1, "samples": 0,
            "models": ["%1"], "configurations": ["baseline", "both"], "memory": {"seconds": 1},
            "effort": {"seconds": %2, "warmups": 0, "min_blocks": 3, "min_seconds": 0}})")
                          .arg(model, seconds)
                          .toUtf8());
        return file;
    }
    views::Experiments& experiments() const { return window().session().experiments(); }
    bool open(const QString& experiment) const {
        experiments().add(experiment.toStdString());
        m_fixture.find<QTabWidget>(u"studyTabs"_s)->setCurrentIndex(1);
        return QTest::qWaitFor([&] { return experiments().overview() && !experiments().isReading(); }, 60000);
    }
    bool run() const {
        m_fixture.click(u"experimentRun"_s);
        return experiments().running() >= 0 && QTest::qWaitFor(
                                                   [&] {
                                                       return experiments().running() < 0 &&
                                                              experiments().overview() &&
                                                              !experiments().isReading();
                                                   },
                                                   120000);
    }
    QAbstractItemModel* results() const { return m_fixture.find<QTableView>(u"experimentTable"_s)->model(); }
    const views::PageAnswer* found() const { return m_fixture.find<views::PageAnswer>(u"experimentAnswer"_s); }
    views::ChartPane* bars() const { return m_fixture.find<views::ChartPane>(u"experiment-barsChart"_s); }
    QImage picture(int row) const { return sheet()->item(row)->icon().pixmap(sheet()->iconSize()).toImage(); }

private slots:
    void init() {
        test::useOwnSettings();
        QVERIFY(m_fixture.start());
        QVERIFY(showStudy());
    }
    void cleanup() { m_fixture.end(); }

    void everyFigureOfEveryPageIsDrawn() {
        QStringList wanted;
        for (const auto* view : window().findChildren<views::View*>())
            for (const views::Figure& figure : view->figures())
                wanted << figure.name;
        QStringList shown;
        for (int row = 0; row < sheet()->count(); ++row) {
            shown << sheet()->at(row).figure.name;
            const QImage drawn = picture(row);
            QSet<QRgb> colours;
            for (int x = 0; x < drawn.width(); x += 2)
                for (int y = 0; y < drawn.height(); y += 2)
                    colours << drawn.pixel(x, y);
            QVERIFY2(colours.size() > 3, qPrintable(shown.last()));
        }
        wanted.sort();
        shown.sort();
        QVERIFY(shown.size() > 4);
        QCOMPARE(shown, wanted);
        QCOMPARE(rowsOf(u"Figure"_s), shown.size());
    }

    void whatWasChosenIsListedAndLeadsToItsPage() {
        QCOMPARE(text(0, 1), u"tiny_cnn_2d.onnx"_s);
        QCOMPARE(rowOf(u"Choice"_s, u"Memory"_s), -1);
        window().settings().change({}, [](pipeline::Settings& s) { s.planner = "no_reuse"; });
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(u"Choice"_s, u"Memory"_s) >= 0, 60000);
        QVERIFY(QTest::qWaitFor([&] { return window().session().idle() && page()->isComplete(); }, 60000));
        auto* table = m_fixture.find<QTableView>(u"studyTable"_s);
        table->setCurrentIndex(rows()->index(rowOf(u"Choice"_s, u"Memory"_s), 0));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(m_fixture.currentPage(), u"memory"_s);
    }

    // It offers all that is seen: every figure, in the style of the page.
    void theExportBeginsWithWhatThePageShows() {
        auto* style = m_fixture.find<QComboBox>(u"studyStyle"_s);
        QVERIFY(style->currentIndex() > 0);
        m_fixture.find<QAction>(u"exportFiguresAction"_s)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window().findChild<workbench::ExportDialog*>(), 30000);
        auto* dialog = window().findChild<workbench::ExportDialog*>();
        QCOMPARE(dialog->findChild<QComboBox*>(u"exportStyle"_s)->currentText(), style->currentText());
        const auto* list = dialog->findChild<QListWidget*>(u"exportFigures"_s);
        QVERIFY(list->count() > 0);
        for (int i = 0; i < list->count(); ++i)
            QVERIFY2(list->item(i)->checkState() == Qt::Checked, qPrintable(list->item(i)->text()));
        dialog->close();
    }

    void aStyleChangesThePicturesAndThePreviewHasItsSize() {
        const QImage before = picture(0);
        auto* style = m_fixture.find<QComboBox>(u"studyStyle"_s);
        style->setCurrentIndex(1);
        QCOMPARE(style->currentText(), u"Paper, one column (84 mm)"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->isComplete(); }, 60000));
        QVERIFY(picture(0) != before);
        sheet()->setCurrentRow(sheet()->count() - 1);
        sheet()->setFocus();
        QTest::keyClick(sheet(), Qt::Key_Return);
        auto* shown = m_fixture.find<workbench::FigurePreview>(u"figurePreview"_s);
        auto* size = shown->findChild<QLabel*>(u"figurePreviewSize"_s);
        auto* fit = shown->findChild<QAbstractButton*>(u"figurePreviewFit"_s);
        QVERIFY(fit->isChecked());
        fit->click();
        QTRY_VERIFY_WITH_TIMEOUT(size->text().startsWith(u"84 × "_s), 60000);
        const auto* paper = shown->findChild<QLabel*>(u"figurePreviewPicture"_s);
        const double width = paper->pixmap().deviceIndependentSize().width();
        const double dots = shown->screen()->physicalDotsPerInch();
        QVERIFY2(std::abs(width / dots * 25.4 - 84) < 1, qPrintable(QString::number(width)));
        QCOMPARE(shown->windowTitle(), sheet()->at(sheet()->count() - 1).figure.title);
        // The table says the same size, and no other page is covered.
        const int row = rowOf(u"Figure"_s, shown->windowTitle());
        QVERIFY(row >= 0);
        QVERIFY(text(row, 2).isEmpty() || text(row, 2) == size->text());
        QPointer<QWidget> preview = shown;
        QVERIFY(window().showPage(u"graph"_s));
        QTRY_VERIFY(!preview || !preview->isVisible());
    }

    // All of a figure is seen at first.
    void thePreviewFitsIntoItsWindow() {
        sheet()->setCurrentRow(0);
        sheet()->setFocus();
        QTest::keyClick(sheet(), Qt::Key_Return);
        auto* shown = m_fixture.find<workbench::FigurePreview>(u"figurePreview"_s);
        const auto* paper = shown->findChild<QLabel*>(u"figurePreviewPicture"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!paper->pixmap().isNull(), 60000);
        shown->resize(300, 240);
        QTRY_VERIFY(paper->pixmap().deviceIndependentSize().width() <= shown->width());
        const QSizeF fitted = paper->pixmap().deviceIndependentSize();
        shown->findChild<QAbstractButton*>(u"figurePreviewFit"_s)->click();
        QVERIFY(paper->pixmap().deviceIndependentSize().width() > fitted.width());
    }

    // Not yet measured is no answer, and nothing that this button computes; a table leads to its tab.
    void whatIsNotThereIsNoAnswer() {
        for (int row = 0; row < rows()->rowCount(); ++row)
            if (text(row, 0) == u"Answer"_s)
                QVERIFY2(!text(row, 2).startsWith(u"Not measured"_s) &&
                             !text(row, 2).startsWith(u"Tilings of"_s),
                         qPrintable(text(row, 2)));
        m_fixture.click(u"studyCompute"_s);
        QTRY_VERIFY_WITH_TIMEOUT(window().session().idle() && page()->isComplete() &&
                                     !m_fixture.find<QWidget>(u"studyCompute"_s)->isEnabled(),
                                 60000);
        auto* side = m_fixture.find<QTabWidget>(u"graphSide"_s);
        side->setCurrentIndex(0);
        const int row = rowOf(u"Table"_s, u"Outline of the graph"_s);
        QVERIFY(row >= 0);
        auto* table = m_fixture.find<QTableView>(u"studyTable"_s);
        table->setCurrentIndex(rows()->index(row, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(m_fixture.currentPage(), u"graph"_s);
        QCOMPARE(side->tabText(side->currentIndex()), u"Outline"_s);
    }

    void withoutAnExperimentItSaysHowToHaveOne() {
        m_fixture.find<QTabWidget>(u"studyTabs"_s)->setCurrentIndex(1);
        QVERIFY(m_fixture.find<QLabel>(u"experimentsEmpty"_s)->isVisible());
        QVERIFY(m_fixture.find<QWidget>(u"experimentNew"_s)->isEnabled());
        QVERIFY(!m_fixture.find<QWidget>(u"experimentRun"_s)->isEnabled());
        QVERIFY(page()->figures().empty());
    }

    // Run here, its results are in the file that the command line goes on from; nothing is left to run.
    void anExperimentIsRunAndRead() {
        const QString file = writtenExperiment(m_fixture.samplePath("tiny_cnn_2d"));
        QVERIFY(open(file));
        QVERIFY(experiments().overview()->left == std::size_t(2));
        QVERIFY(found()->plainText().contains(u"0 of 2 cells have a result, 2 to run."_s));
        QVERIFY(run());
        QCOMPARE(results()->rowCount(), 2);
        QVERIFY2(found()->hasAnswer() && found()->plainText().contains(u"2 of 2 cells have a result."_s),
                 qPrintable(found()->plainText()));
        QVERIFY(!m_fixture.find<QWidget>(u"experimentRun"_s)->isEnabled());
        const auto kept = experiment::readResults(experiment::usualResults(file.toStdString()));
        QVERIFY(kept && kept->outcomes.size() == 2);
        for (const auto& [choices, outcome] : kept->outcomes)
            QVERIFY2(!outcome.isFailed(), outcome.error.c_str());

        QCOMPARE(bars()->targetCount(), std::size_t(2));
        QVERIFY(!bars()->accessibleName().isEmpty());
        auto* charts = m_fixture.find<QTabWidget>(u"experimentCharts"_s);
        int tab = 0;
        for (const workbench::ExperimentChartSpec* spec : workbench::experimentCharts()) {
            QCOMPARE(charts->tabText(tab++), spec->tabText());
            QVERIFY(m_fixture.find<views::ChartPane>(QLatin1String(spec->name) + u"Chart"_s));
        }
        QCOMPARE(charts->count(), tab);
        QCOMPARE(page()->figures().size(), std::size_t(1)); // there is one input size
        QCOMPARE(page()->figures().front().name, u"experiment-bars"_s);
        QTRY_VERIFY_WITH_TIMEOUT(
            page()->isComplete() &&
                rowOf(u"Figure"_s, u"Cells of the experiment, "_s + QFileInfo(file).fileName()) >= 0,
            60000);

        // The chosen number over an axis, with ratio and verdict behind it.
        auto* columns = m_fixture.find<QComboBox>(u"experimentColumns"_s);
        columns->setCurrentIndex(columns->findData(u"configuration"_s));
        QCOMPARE(results()->rowCount(), 1);
        QCOMPARE(results()->columnCount(), 1 + 2 * 3);
        QCOMPARE(results()->headerData(1, Qt::Horizontal).toString().section(u' ', 0, 0), u"baseline"_s);
    }

    // The command line ran it: its best is said, a chosen cell is explained, and there is a line over the
    // sizes.
    void resultsOfSeveralSizes() {
        QFile file(m_folder.filePath(u"sizes.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            R"({"format": "edgewright experiment", "version": 1, "models": [{"path": "tiny.onnx", "name": "tiny"}],
            "sizes": [{"batch": 1}, {"batch": 8}], "configurations": ["baseline", "both"]})");
        file.close();
        const std::filesystem::path kept = experiment::usualResults(file.fileName().toStdString());
        for (const char* size : {"batch=1", "batch=8"})
            for (const char* configuration : {"baseline", "both"}) {
                const bool isBoth = std::string_view(configuration) == "both";
                experiment::Outcome outcome =
                    test::madeOutcome(configuration, "fp32", isBoth ? 0.5 : 1, measure::Verdict::Faster);
                outcome.choices.size = size;
                QVERIFY(experiment::appendOutcome(kept, outcome));
            }
        QVERIFY(open(file.fileName()));
        QCOMPARE(kept.filename().string(), std::string("sizes.results.jsonl"));
        QCOMPARE(results()->rowCount(), 4);
        const QString best = QString::fromStdString(experiments().found().headline);
        QVERIFY2(found()->headline().endsWith(best) && best.contains(u"both"_s), qPrintable(best));
        QCOMPARE(bars()->targetCount(), std::size_t(4));
        m_fixture.find<QTabWidget>(u"experimentCharts"_s)->setCurrentIndex(1);
        QCOMPARE(m_fixture.find<views::ChartPane>(u"experiment-sizesChart"_s)->targetCount(), std::size_t(4));
        QCOMPARE(page()->figures().size(), workbench::experimentCharts().size());

        auto* table = m_fixture.find<QTableView>(u"experimentTable"_s);
        table->setCurrentIndex(results()->index(1, 0));
        const auto* cell = m_fixture.find<views::PageAnswer>(u"experimentCell"_s);
        QVERIFY2(cell->headline().startsWith(u"tiny, batch=1, fp32, both"_s), qPrintable(cell->headline()));
        auto* value = m_fixture.find<QComboBox>(u"experimentValue"_s);
        QCOMPARE(value->currentData().toString(), u"reference_ratio"_s);
        // Everything in the box can be read; columns are as wide as their words, the interval of the ratio
        // among them.
        QTRY_VERIFY(value->width() >= value->sizeHint().width());
        QCOMPARE(value->sizeAdjustPolicy(), QComboBox::AdjustToContents);
        const QHeaderView& heads = *table->horizontalHeader();
        for (int column = 0; column < heads.count(); ++column) {
            QVERIFY(heads.sectionResizeMode(column) != QHeaderView::Stretch);
            if (results()->headerData(column, Qt::Horizontal).toString().startsWith(u"Ratio from"_s))
                QVERIFY(!heads.isSectionHidden(column));
        }
        value->setCurrentIndex(value->findData(u"peak_bytes"_s));
        QCOMPARE(bars()->targetCount(), std::size_t(4));
    }

    // What failed says why, and the rest has run.
    void aModelThatIsGoneIsTold() {
        const QString file = writtenExperiment(u"gone.onnx"_s);
        QVERIFY(open(file));
        const QSignalSpy faults(&experiments(), &views::Experiments::failed);
        QVERIFY(run());
        // Once for both cells, as the command line has it before the first one runs.
        QCOMPARE(faults.size(), 1);
        const QString fault = faults.front().front().toString();
        QVERIFY2(fault.startsWith(QFileInfo(file).fileName() + u": models[0]: "_s), qPrintable(fault));
        QVERIFY2(found()->plainText().contains(u"2 cells failed."_s), qPrintable(found()->plainText()));
        QVERIFY2(found()->plainText().contains(u"gone.onnx"_s), qPrintable(found()->plainText()));
        QVERIFY(m_fixture.find<QWidget>(u"experimentRun"_s)->isEnabled()); // again
        QCOMPARE(results()->rowCount(), 2);
        QVERIFY(page()->figures().empty());
    }

    void aRunIsCancelledWithinItsCell() {
        QVERIFY(open(writtenExperiment(m_fixture.samplePath("tiny_cnn_2d"),
                                       u"3000, \"within\": 0, \"max_blocks\": 1000000"_s)));
        auto* button = m_fixture.find<QAbstractButton>(u"experimentRun"_s);
        button->click();
        QTRY_VERIFY_WITH_TIMEOUT(!experiments().progress().now.empty(), 60000);
        QCOMPARE(button->text(), u"Cancel"_s);
        button->click();
        QCOMPARE(experiments().running(), -1);
        QCOMPARE(button->text(), u"Run"_s);
        QTRY_VERIFY_WITH_TIMEOUT(experiments().overview() && !experiments().isReading(), 60000);
        QVERIFY(experiments().overview()->rows->empty());
    }

    void aFileThatIsNoExperimentIsTold() {
        QFile file(m_folder.filePath(u"none.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{}") == 2);
        file.close();
        experiments().add(file.fileName().toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(!experiments().problem().isEmpty(), 60000);
        QCOMPARE(found()->headline(), experiments().problem());
        QVERIFY(!m_fixture.find<QWidget>(u"experimentRun"_s)->isEnabled());
    }

    // Of another model nothing of the first is left; without one, nothing at all.
    void anotherModelHasItsOwn() {
        QVERIFY(m_fixture.openSample("signal_cnn_1d"));
        QVERIFY(showStudy());
        QCOMPARE(text(0, 1), u"signal_cnn_1d.onnx"_s);
        const auto* answer = m_fixture.find<views::PageAnswer>(u"studyAnswer"_s);
        QVERIFY2(answer->plainText().startsWith(u"signal_cnn_1d.onnx: "_s), qPrintable(answer->plainText()));
    }
};

EDGEWRIGHT_TEST(StudyPageTest)

} // namespace edgewright::study_page_test

#include "study_page_test.moc"
