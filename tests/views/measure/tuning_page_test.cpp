// SPDX-License-Identifier: GPL-3.0-or-later
// The tuning tab: kernels tuned, stopped, measured; logs of others; files that are none.
#include "core/kernels/isa.h"
#include "core/pipeline/model_file.h"
#include "core/tune/log_format.h"
#include "core/tune/log_writer.h"
#include "core/tuner/tuned_log.h"
#include "tests/core/tune/example_logs.h"
#include "tests/support/test_class.h"
#include "tests/views/measure/measure_fixture.h"
#include "views/measure/tuning/tuning_charts.h"
#include "views/measure/tuning/tuning_controls.h"
#include "views/measure/tuning/tuning_text.h"
#include "views/measure/tuning/tuning_view.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/page/page_answer.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLegend>
#include <QLegendMarker>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTextDocumentFragment>

#include <fstream>

namespace edgewright::tuning_page_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class TuningPageTest : public QObject {
    Q_OBJECT

    test::MeasureFixture m_fixture;

    Tuning& tuning() const { return m_fixture.measurements().tuning(); }
    TuningView& view() const { return *m_fixture.find<TuningView>(u"tuning"_s); }
    QString answer() const { return m_fixture.find<PageAnswer>(u"tuningAnswer"_s)->plainText(); }
    QTableView* table() const { return m_fixture.find<QTableView>(u"tunedKernels"_s); }
    ChartPane* chart(const char* name) const {
        return m_fixture.find<ChartPane>(QString::fromLatin1(name) + u"Chart"_s);
    }
    // The tips of a chart, with an empty line between them.
    static QString tipsOf(const char* name, const TuningInput& input) {
        const auto specs = tuningCharts();
        const auto spec = std::ranges::find(specs, std::string_view(name), [](const TuningChartSpec* each) {
            return std::string_view(each->name);
        });
        std::vector<std::optional<std::size_t>> tasks;
        QStringList tips;
        for (const ChartTarget& each : (*spec)->build(input, Theme::light(), tasks).targets)
            tips << each.tip;
        return tips.join(u"\n\n"_s);
    }
    void look(const char* name) const {
        auto* which = m_fixture.find<QComboBox>(u"tuningChart"_s);
        which->setCurrentIndex(which->findData(QString::fromLatin1(name)));
        QCoreApplication::processEvents();
    }
    tuner::TuneChoices fewTrials() const {
        tuner::TuneChoices choices;
        choices.search.trials = 40;
        choices.search.seconds = 600; // it is the trials that end it
        choices.search.together = 8;
        choices.search.deciding.maxBlocks = choices.search.deciding.minBlocks = 6;
        return choices;
    }
    bool tune(const QString& log = {}) const { return tune(log, fewTrials()); }
    bool tune(const QString& log, const tuner::TuneChoices& choices) const {
        QSignalSpy tuned(&tuning(), &Tuning::tuned), failed(&tuning(), &Tuning::failed);
        tuning().start(choices, {}, log);
        const bool is = QTest::qWaitFor([&] { return tuned.count() + failed.count() > 0; }, 120000);
        if (failed.count() > 0) qWarning() << failed[0][0].toString();
        return is && failed.count() == 0;
    }
    bool open(const QString& file) const {
        const auto before = tuning().shown();
        QSignalSpy failed(&tuning(), &Tuning::failed);
        tuning().open(file);
        return QTest::qWaitFor([&] { return tuning().shown() != before || failed.count() > 0; }, 60000) &&
               failed.count() == 0;
    }
    static QString written(const QTemporaryDir& folder, const std::string& name, const std::string& content) {
        const QString file = folder.filePath(QString::fromStdString(name));
        std::ofstream(file.toStdString()) << content;
        return file;
    }

private slots:
    void init() {
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
        QVERIFY(m_fixture.start());
        m_fixture.find<QTabWidget>(u"measurePictures"_s)->setCurrentWidget(&view());
    }
    void cleanup() { m_fixture.end(); }

    void everyChart() {
        // Before anything was tuned each says what to do, and there is nothing to export.
        QVERIFY(view().figures().empty());
        QVERIFY(!table()->isVisible());
        QVERIFY(tune());
        const auto shown = tuning().shown();
        QVERIFY(shown && shown->result);
        QCOMPARE(shown->tried->trials.size(), std::size_t(40));
        QVERIFY2(answer().startsWith(u"● No kernel"_s) || answer().startsWith(u"● Tuned"_s),
                 qPrintable(answer()));
        QCOMPARE(table()->model()->rowCount(), static_cast<int>(shown->result->tasks()));
        const TuningInput input{shown};
        for (const TuningChartSpec* each : tuningCharts()) {
            look(each->name);
            QCOMPARE(chart(each->name)->targetCount() > 0, each->emptyText(input).isEmpty());
            if (!each->emptyText(input).isEmpty()) continue;
            for (const Theme* theme : {&Theme::light(), &Theme::darkTheme()}) {
                std::vector<std::optional<std::size_t>> tasks;
                const BuiltChart built = each->build(input, *theme, tasks);
                QCOMPARE(tasks.size(), built.targets.size());
                for (const ChartTarget& target : built.targets)
                    QVERIFY2(!target.tip.isEmpty(), each->name);
            }
        }
        QVERIFY(view().figures().size() >= 4);
        QVERIFY(view().figures().front().table);
        for (const Figure& each : view().figures())
            for (const QString& origin :
                 {u"Model: "_s +
                      QString::fromStdString(pipeline::modelName(m_fixture.analysis()->opened->file)),
                  u"Tuned on: "_s, shown->machine, u"trials 40"_s, u"threads 1"_s, u"strategy "_s})
                QVERIFY2(each.about.contains(origin), qPrintable(each.about));
    }

    // The same search as the command line's: its trials, its charts, and the network that runs with what it
    // found.
    void generatedKernels() {
        auto* space = m_fixture.find<QComboBox>(u"space"_s);
        QVERIFY2(space->isEnabled(), qPrintable(space->toolTip()));
        QCOMPARE(space->count(), 3);
        space->setCurrentIndex(space->findData(u"both"_s));
        QCOMPARE(m_fixture.find<TuningControls>(u"tuningControls"_s)->choices().space,
                 tuner::SpaceChoice::Both);
        tuner::TuneChoices choices = fewTrials();
        choices.space = tuner::SpaceChoice::Both;
        choices.search.trials = 64;
        QVERIFY(tune({}, choices));
        const auto shown = tuning().shown();
        QVERIFY(shown->result->parameters && shown->result->generated);
        const auto trials = static_cast<std::size_t>(shown->result->trials());
        QCOMPARE(shown->tried->trials.size(), trials);
        QVERIFY(shown->tried->has(tuner::KernelSpace::Generated));
        const QAbstractItemModel* rows = table()->model();
        QCOMPARE(rows->rowCount(), static_cast<int>(shown->result->tasks()));
        QStringList heads;
        for (int i = 0; i < rows->columnCount(); ++i)
            heads << rows->headerData(i, Qt::Horizontal).toString();
        QVERIFY2(heads.contains(u"Generated / default"_s), qPrintable(heads.join(u", "_s)));
        for (const TuningChartSpec* each : tuningCharts()) {
            std::vector<std::optional<std::size_t>> tasks;
            const TuningInput input{shown};
            if (!each->emptyText(input).isEmpty()) continue;
            const BuiltChart built = each->build(input, Theme::light(), tasks);
            QCOMPARE(built.targets.size(), tasks.size());
        }
        const auto variant = tuning().variant({}, 1);
        QCOMPARE(variant ? variant->generated.size() : 0, shown->result->decisions().generated.size());
        // Read back, the log has the same.
        QVERIFY(open(shown->file));
        QCOMPARE(tuning().shown()->tried->trials.size(), trials);
        const QString importance = tipsOf("tuning-parameters", {tuning().shown()});
        QVERIFY2(importance.contains(u"(own kernels)"_s) && importance.contains(u"(generated kernels)"_s),
                 qPrintable(importance));
        // As if one of its generated kernels had won: each of its loops has bytes.
        auto won = std::make_shared<TuningShown>(*tuning().shown());
        tuner::Tried tried = *won->tried;
        const auto made = std::ranges::find(tried.trials, tuner::KernelSpace::Generated,
                                            [](const tuner::TriedTrial& each) { return each.choice.space; });
        QVERIFY(made != tried.trials.end());
        tried.tasks[made->task].winner = made->choice;
        const std::size_t task = made->task;
        won->tried = std::make_shared<const tuner::Tried>(std::move(tried));
        const QString loops = tipsOf("tuning-loops", {won, task});
        QVERIFY2(loops.contains(u"in a vector"_s) || loops.contains(u"unrolled"_s), qPrintable(loops));
        QCOMPARE(loops.count(u"one turn works on"_s), loops.count(u"\n\n"_s) + 1);
    }
    // It is said where the choice is and where something is invited, and parameters are searched all the same.
    void withoutACompiler() {
        m_fixture.end();
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", "/no/such/folder");
        const bool isStarted = m_fixture.start();
        qputenv("PATH", before);
        QVERIFY(isStarted);
        m_fixture.find<QTabWidget>(u"measurePictures"_s)->setCurrentWidget(&view());
        auto* space = m_fixture.find<QComboBox>(u"space"_s);
        view().restoreState({{u"space"_s, u"generated"_s}});
        QVERIFY(!space->isEnabled());
        QCOMPARE(space->currentData().toString(), u"template"_s);
        QVERIFY2(space->toolTip().contains(u"there is no C compiler"_s), qPrintable(space->toolTip()));
        QCOMPARE(m_fixture.find<TuningControls>(u"tuningControls"_s)->choices().space,
                 tuner::SpaceChoice::Template);
        QStringList texts;
        for (const StageOverlay* each : view().findChildren<StageOverlay*>())
            texts << each->text();
        QVERIFY2(texts.join(u'\n').contains(u"Parameters alone are searched"_s), qPrintable(texts.join(u'\n')));
        QCOMPARE(view().saveState().value(u"space"_s).toString(), u"generated"_s); // for the next machine
    }

    // On paper no pointer tells which kernel a line is of.
    void linesHaveNamesOnPaper() {
        QVERIFY(tune());
        TuningInput input{tuning().shown()};
        QVERIFY(input.tried().tasks.size() > 1);
        std::vector<std::optional<std::size_t>> tasks;
        const TuningChartSpec& trials = *tuningCharts().front();
        QVERIFY(!trials.build(input, Theme::light(), tasks).chart->legend()->isVisible());
        input.isOnPaper = true;
        const BuiltChart built = trials.build(input, Theme::light(), tasks);
        QVERIFY(built.chart->legend()->isVisible());
        QStringList names;
        for (const QLegendMarker* marker : built.chart->legend()->markers())
            if (!marker->label().isEmpty())
                names << QTextDocumentFragment::fromHtml(marker->label()).toPlainText();
        QVERIFY(!names.isEmpty() && names.size() <= 10); // with all of them, and the others
        for (std::size_t i = 0; i < input.tried().tasks.size() && input.tried().tasks.size() <= 8; ++i)
            QVERIFY2(names.contains(taskName(input.tried(), i)), qPrintable(names.join(u", "_s)));
    }

    // Every trial and every decision is in the log, which opens again.
    void nothingIsLost() {
        QVERIFY(tune());
        const auto tuned = tuning().shown();
        const QString log = tuning().usualLog({});
        QCOMPARE(tuned->file, log);
        const auto read = tune::readLog(log.toStdString());
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->log.trials.size(), std::size_t(40) + tuned->result->tasks());
        QCOMPARE(std::ranges::count_if(read->log.trials, tuner::isDecision),
                 static_cast<std::ptrdiff_t>(tuned->result->tasks()));
        QVERIFY(open(log));
        QCOMPARE(tuning().shown()->tried->trials.size(), std::size_t(40));
        QVERIFY2(answer().contains(u"40 trials"_s), qPrintable(answer()));
        QCOMPARE(tuning().shown()->log->trials.size(), std::size_t(40)); // decisions are none
        const auto variant = tuning().variant({}, 1);
        QCOMPARE(variant ? variant->tuned : std::vector<kernels::TunedKernel>(),
                 tuned->result->decisions().parameters);
    }

    // Kernels of exporters that fold nodes have names of hundreds of characters.
    void progressNeedsNoRoom() {
        auto* progress = m_fixture.find<QLabel>(u"tuningProgress"_s);
        const int before = view().minimumSizeHint().width();
        progress->setText(QString(1000, u'm'));
        QCoreApplication::sendPostedEvents();
        QCOMPARE(view().minimumSizeHint().width(), before);
        progress->clear();
    }

    // The search ends, what was found is decided on.
    void stopped() {
        tuner::TuneChoices choices = fewTrials();
        choices.search.trials = std::int64_t(1) << 30;
        choices.search.strategy = "random";
        choices.search.seconds = 86400;
        QSignalSpy tuned(&tuning(), &Tuning::tuned);
        tuning().start(choices, {});
        QVERIFY(QTest::qWaitFor(
            [&] { return tuning().shown() && tuning().shown()->tried->trials.size() >= 16; }, 120000));
        auto* run = m_fixture.find<QPushButton>(u"tuningRun"_s);
        QCOMPARE(run->text(), u"Stop"_s);
        QVERIFY(!m_fixture.find<QSpinBox>(u"trials"_s)->isEnabled());
        run->click();
        QVERIFY(QTest::qWaitFor([&] { return tuned.count() == 1; }, 120000));
        QVERIFY(tuning().shown()->result->wasStopped);
        QCOMPARE(run->text(), u"Tune"_s);
    }

    // A row and its node, in both directions.
    void rowsAndNodes() {
        QVERIFY(tune());
        const auto& tasks = tuning().shown()->result->parameters->tasks;
        QVERIFY(!tasks.empty());
        const int row = static_cast<int>(tasks.size()) - 1;
        table()->setCurrentIndex(table()->model()->index(row, 0));
        QCOMPARE(m_fixture.selection().current().node, tasks.back().task.nodes.front());
        const ir::Graph& fused = m_fixture.analysis()->fusion->graph;
        const auto origins = ir::originsOf(fused.node(tasks.front().task.nodes.front()));
        m_fixture.selection().select({origins.front(), {}});
        QCOMPARE(table()->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(table()->selectionModel()->selectedRows().front().row(), 0);
    }

    // Parts of another runtime that are of one kernel as a whole are its time there.
    void besideAnotherRuntime() {
        QVERIFY(tune());
        const auto& tasks = tuning().shown()->result->parameters->tasks;
        QVERIFY(tasks.size() >= 3);
        const ir::Graph& fused = m_fixture.analysis()->fusion->graph;
        const auto partOf = [&](std::initializer_list<std::size_t> of, double seconds) {
            device::AgainstRow row;
            row.theirs = seconds;
            for (const std::size_t task : of) {
                const auto origins = ir::originsOf(fused.node(tasks[task].task.nodes.front()));
                row.nodes.insert(row.nodes.end(), origins.begin(), origins.end());
            }
            return row;
        };
        device::Against against;
        against.rows = {partOf({0}, 0.25), partOf({0}, 0.5), partOf({1, 2}, 8)};
        look("tuning-kernels");
        const auto title = [&] { return chart("tuning-kernels")->chart()->title(); };
        QVERIFY(!title().contains(u"ONNX Runtime"_s));
        view().setBeside(&against, u"ONNX Runtime"_s);
        QCoreApplication::processEvents();
        QVERIFY2(title().contains(u"ONNX Runtime 750"_s), qPrintable(title()));
        view().setBeside(nullptr, {});
        QCoreApplication::processEvents();
        QVERIFY(!title().contains(u"ONNX Runtime"_s));
    }

    // Kernels that a log decided on are measured beside the others.
    void usesWhatWasTuned() {
        const QTemporaryDir folder;
        const auto& fusion = *m_fixture.analysis()->fusion;
        const std::vector<tuner::Task> tasks = tuner::tasksOf(fusion.graph, fusion.opsets);
        QVERIFY(!tasks.empty());
        tuner::TunedTask tuned;
        tuned.task = tasks.front();
        tuned.best = tasks.front().space.usual;
        tuned.best.threads = 1;
        tuned.usualSeconds = 2e-6;
        tuned.bestSeconds = 1e-6;
        tuned.comparison.ratio = 0.5;
        const QString file = folder.filePath(u"own.jsonl"_s);
        {
            auto writer = tune::LogWriter::open(
                file.toStdString(), {"a machine", std::string(kernels::nameOf(kernels::isaInUse())), "1"});
            QVERIFY(writer && writer->append(tuner::loggedDecision(tuned, 1)));
        }
        auto* use = m_fixture.find<QPushButton>(u"tuningUse"_s);
        QVERIFY(!use->isEnabled());
        QVERIFY(open(file));
        QVERIFY(use->isEnabled());
        QVERIFY2(answer().contains(u"On new samples 1 of them"_s), qPrintable(answer()));
        use->click();
        QVERIFY(QTest::qWaitFor([&] { return m_fixture.isIdle() && !m_fixture.measurements().runs().empty(); },
                                120000));
        const device::Record& record = *m_fixture.measurements().runs().back().record;
        QCOMPARE(record.variants.size(), std::size_t(2));
        QVERIFY(record.variants[0].variant.tuned.empty());
        QCOMPARE(record.variants[1].variant.tuned,
                 (std::vector<kernels::TunedKernel>{{tuned.task.key, tuned.best}}));
        QCOMPARE(record.variants[1].variant.name, std::string("tuned"));
        // It is what is shown, beside the same without tuned kernels.
        const RunChoice choice = defaultChoice(m_fixture.measurements().runs().back().record);
        QCOMPARE(choice.shown.variant, std::size_t(1));
        QCOMPARE(choice.beside.variant, std::size_t(0));
    }

    // Nothing of the open model would run differently.
    void decisionsOnAnotherModel() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"other.jsonl"_s);
        tuner::TunedTask tuned;
        tuned.task.key = "Conv(float32 1x1x1x1)";
        tuned.best.threads = 1;
        tuned.usualSeconds = 2e-6;
        tuned.bestSeconds = 1e-6;
        tuned.comparison.ratio = 0.5;
        {
            auto writer = tune::LogWriter::open(
                file.toStdString(), {"a machine", std::string(kernels::nameOf(kernels::isaInUse())), "1"});
            QVERIFY(writer && writer->append(tuner::loggedDecision(tuned, 1)));
        }
        QVERIFY(open(file));
        QVERIFY(!m_fixture.find<QPushButton>(u"tuningUse"_s)->isEnabled());
        QCOMPARE(tuning().shown()->remarks.size(), qsizetype(1));
    }

    void logsOfOthers_data() {
        QTest::addColumn<QString>("format");
        for (const tune::LogFormat* const each : tune::logFormats())
            QTest::addRow("%s", std::string(each->name).c_str())
                << QString::fromStdString(std::string(each->name));
    }
    void logsOfOthers() {
        QFETCH(QString, format);
        const QTemporaryDir folder;
        const QString file = written(folder, "log.json", test::exampleLog(format.toStdString()));
        QVERIFY(open(file));
        QVERIFY2(answer().contains(u"log.json"_s), qPrintable(answer()));
        QVERIFY2(!answer().contains(u"new samples"_s), qPrintable(answer())); // nobody decided
        QVERIFY(table()->model()->rowCount() > 0);
        const std::vector<Figure> figures = view().figures();
        QVERIFY(!figures.empty() && figures.front().table);
        QVERIFY2(figures.back().title.contains(u"log.json"_s), qPrintable(figures.back().title));
        look("tuning-trials");
        QVERIFY(chart("tuning-trials")->targetCount() > 0);
        look("tuning-predicted"); // no tuner tells it
        QCOMPARE(chart("tuning-predicted")->targetCount(), std::size_t(0));
        look("tuning-loops");
        QCOMPARE(chart("tuning-loops")->targetCount() > 0,
                 format == u"auto_scheduler"_s || format == u"edgewright"_s);
    }

    // One message, and what was there stays.
    void filesThatAreNone() {
        const QTemporaryDir folder;
        QVERIFY(open(written(folder, "log.json", test::exampleLog("autotvm"))));
        const auto before = tuning().shown();
        for (const std::string& content :
             {std::string("{\"a\": 1}"), std::string(), std::string("\0\1\2", 3)}) {
            QSignalSpy failed(&m_fixture.measurements(), &Measurements::failed);
            tuning().open(written(folder, "bad.json", content));
            QVERIFY(QTest::qWaitFor([&] { return failed.count() > 0; }, 60000));
            QCOMPARE(failed.count(), 1);
            QVERIFY2(failed[0][0].toString().contains(u"bad.json"_s), qPrintable(failed[0][0].toString()));
            QCOMPARE(tuning().shown(), before);
        }
    }

    // A file that is no log is not written over.
    void logsThatCannotBeWritten() {
        const QTemporaryDir folder;
        const QString file = written(folder, "notes.txt", "my notes\n");
        QSignalSpy failed(&tuning(), &Tuning::failed);
        tuning().start(fewTrials(), {}, file);
        QVERIFY(QTest::qWaitFor([&] { return failed.count() > 0; }, 120000));
        QVERIFY2(failed[0][0].toString().contains(u"notes.txt"_s), qPrintable(failed[0][0].toString()));
        std::ifstream stream(file.toStdString());
        std::string line;
        std::getline(stream, line);
        QCOMPARE(line, std::string("my notes"));
    }

    void comesBackAsItWasLeft() {
        auto* trials = m_fixture.find<QSpinBox>(u"trials"_s);
        auto* strategy = m_fixture.find<QComboBox>(u"strategy"_s);
        trials->setValue(321);
        strategy->setCurrentIndex(strategy->findData(u"annealing"_s));
        look("tuning-parameters");
        const QJsonObject state = view().saveState();
        view().restoreState({{u"trials"_s, 5}, {u"strategy"_s, u"guess"_s}, {u"chart"_s, 3}});
        QCOMPARE(trials->value(), 5);
        QCOMPARE(strategy->currentData().toString(), u"annealing"_s); // what is no strategy changes nothing
        view().restoreState({{u"trials"_s, -1}, {u"seconds"_s, u"long"_s}});
        QCOMPARE(trials->value(), 5);
        look("tuning-trials");
        view().restoreState(state);
        QCOMPARE(trials->value(), 321);
        QCOMPARE(m_fixture.find<QComboBox>(u"tuningChart"_s)->currentData().toString(), u"tuning-parameters"_s);
    }

    void anotherModelForgetsIt() {
        const QTemporaryDir folder;
        QVERIFY(open(written(folder, "log.json", test::exampleLog("autotvm"))));
        m_fixture.session().open(QString::fromStdString(test::sample("residual_cnn_2d.onnx").string()));
        QVERIFY(QTest::qWaitFor([&] { return !tuning().shown(); }, 60000));
        QVERIFY(!table()->isVisible());
        QVERIFY(view().figures().empty());
    }
};

EDGEWRIGHT_TEST(TuningPageTest)

} // namespace edgewright::tuning_page_test

#include "tuning_page_test.moc"
