// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario page: what it edits, what it says, and its pictures of one and of two results.
#include "tests/support/own_settings.h"
#include "tests/support/test_class.h"
#include "tests/views/scenario/example_scenario.h"
#include "views/scenario/charts/scenario_charts.h"
#include "views/scenario/scenario_pictures.h"
#include "views/scenario/scenario_view.h"
#include "views/session/scenario/sample_scenario.h"
#include "views/support/page/page_answer.h"

#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLabel>
#include <QLegend>
#include <QLegendMarker>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QTextDocumentFragment>
#include <QToolButton>

namespace edgewright::scenario_page_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class ScenarioPageTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    JobBoard jobs;
    ViewContext context{selection, settings, jobs.pool(), &jobs.searches()};
    std::unique_ptr<ScenarioView> view;
    test::ScenarioFolder folder;

    template <typename Widget>
    Widget* child(const QString& name) {
        auto* found = view->findChild<Widget*>(name);
        if (!found) qWarning() << "the page has no" << name;
        return found;
    }
    QString said() { return child<PageAnswer>(u"scenarioAnswer"_s)->plainText(); }
    bool isShown() {
        return QTest::qWaitFor([&] { return view->runs().result() != nullptr; }, 60000);
    }
    bool open(int rate = 50) {
        if (!folder.write(rate)) return false;
        view->openScenario(folder.path(u"two.json"_s));
        if (!QTest::qWaitFor([&] { return !view->draft().isEmpty(); }, 30000)) return false;
        view->times().readFrom(folder.path(u"times.json"_s));
        return isShown();
    }
    int shownRows() { return child<QTableView>(u"scenarioPolicies"_s)->model()->rowCount(); }
    // Of the rows of a policy, from the top.
    QStringList sourcesOf(const QString& policy) {
        const QAbstractItemModel& rows = *child<QTableView>(u"scenarioPolicies"_s)->model();
        QStringList sources;
        for (int row = 0; row < rows.rowCount(); ++row)
            if (rows.index(row, 0).data().toString() == policy) sources << rows.index(row, 2).data().toString();
        return sources;
    }
    static QByteArray samplePath(const QString& name) {
        return QFileInfo(sampleScenarioFile()).dir().absoluteFilePath(u"../../samples/"_s + name).toUtf8();
    }
    // Runs of the newest settings.
    bool isSimulatedWith(const std::function<bool(const scenario::Scenario&)>& as) {
        return QTest::qWaitFor([&] { return view->runs().result() && as(view->runs().result()->scenario); },
                               60000);
    }

private slots:
    void init() {
        test::useOwnSettings();
        view = std::make_unique<ScenarioView>(context);
        view->resize(1280, 800);
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
    }
    void cleanup() { view.reset(); }

    void emptyPagesHelp() {
        QVERIFY(said().contains(u"sample scenario"_s));
        QVERIFY(view->figures().empty());
        emit child<PageAnswer>(u"scenarioAnswer"_s)->linkFollowed(u"sample"_s);
        QTRY_COMPARE_WITH_TIMEOUT(child<QListWidget>(u"scenarioModels"_s)->count(), 4, 30000);
        QVERIFY(said().contains(u"No times yet"_s));
        QVERIFY(child<QLabel>(u"scenarioTimesState"_s)->text().contains(u"camera"_s));
    }

    void policiesStandBesideEachOther() {
        QVERIFY(open());
        const auto& result = *view->runs().result();
        QCOMPARE(result.runs->size(),
                 std::size_t(child<QTableView>(u"scenarioPolicies"_s)->model()->rowCount()) / 2);
        QVERIFY2(said().contains(u"Earliest deadline first"_s), qPrintable(said()));
        QVERIFY(!result.promises.empty() || !result.loads.empty());
        QTRY_VERIFY_WITH_TIMEOUT(view->runs().loads() != nullptr, 60000);
        QVERIFY2(said().contains(u"a second of random arrivals"_s), qPrintable(said()));
    }

    void everyChartIsDrawn() {
        QVERIFY(open());
        QTRY_VERIFY_WITH_TIMEOUT(view->runs().loads() != nullptr, 60000);
        const auto figures = view->figures();
        std::size_t at = 0;
        for (const ScenarioChart* each : scenarioCharts()) {
            QVERIFY2(at < figures.size(), each->name);
            QCOMPARE(figures[at].name, QString::fromLatin1(each->name));
            QVERIFY2(!figureImage(figures[at]).isNull(), each->name);
            // Files are called after the scenario, and captions have settings and a main number.
            QCOMPARE(figures[at].subject, u"two"_s);
            QVERIFY2(figures[at].about.contains(u"two.json"_s), each->name);
            QVERIFY2(figures[at].hasAnswer || figures[at].finding.contains(u"quick"_s) ||
                         figures[at].finding.contains(u"core 0: "_s) || at + 1 == scenarioCharts().size(),
                     qPrintable(figures[at].finding));
            QVERIFY2(figures[at].hasAnswer != !figures[at].finding.isEmpty(), each->name);
            ++at;
        }
        QCOMPARE(at, figures.size());
    }

    // The second result is drawn in places of its own.
    void twoResultsStandBesideEachOther() {
        QVERIFY(open());
        QTRY_VERIFY_WITH_TIMEOUT(view->runs().loads() != nullptr, 60000);
        const auto& result = view->runs().result();
        const auto hold = [&]<typename T>(const T& part) {
            return std::shared_ptr<const T>(result->runs, &part);
        };
        const ShownRun one{u"simulated"_s, hold(result->runs->front().scenario),
                           hold(result->runs->front().simulation), 1};
        const ShownRun two{u"really run"_s, hold(result->runs->back().scenario),
                           hold(result->runs->back().simulation), 1};
        for (const ScenarioChart* each : scenarioCharts()) {
            ScenarioPicture input{{one}, view->runs().loads()->curve, {}, 0, 0, 1};
            const BuiltChart alone = each->build(input, Theme::light());
            QVERIFY2(!alone.targets.empty(), each->name);
            input.runs.push_back(two);
            const BuiltChart both = each->build(input, Theme::light());
            if (QByteArray(each->name) == "scenario-load") continue; // of the simulation alone
            QVERIFY2(both.targets.size() > alone.targets.size(), each->name);
        }
        // Legends tell them apart by their lines, and name each model once.
        for (const char* const name : {"scenario-latency", "scenario-tail", "scenario-queue"}) {
            const auto chart = std::ranges::find_if(
                scenarioCharts(), [&](const ScenarioChart* each) { return QByteArray(each->name) == name; });
            QVERIFY(chart != scenarioCharts().end());
            BuiltChart both = (*chart)->build({{one, two}, nullptr, {}, 0, 0, 1}, Theme::light());
            QGraphicsScene scene;
            QChart* const drawn = both.chart.release();
            scene.addItem(drawn); // takes ownership
            drawn->resize(900, 400);
            drawn->layout()->activate(); // a legend shows its marks once it has a place
            QStringList shown;
            for (const QLegendMarker* marker : drawn->legend()->markers())
                if (marker->isVisible() && !marker->label().isEmpty()) shown << marker->label();
            shown.sort();
            QCOMPARE(shown, (QStringList{u"quick"_s, u"really run"_s, u"simulated"_s, u"slow"_s}));
        }
        const auto before = figureImage(view->figures().front());
        view->findChild<ScenarioPictures*>()->showReallyRun(two);
        QVERIFY(figureImage(view->figures().front()) != before);
    }

    void itReallyRuns() {
        emit child<PageAnswer>(u"scenarioAnswer"_s)->linkFollowed(u"sample"_s);
        QTRY_COMPARE_WITH_TIMEOUT(child<QListWidget>(u"scenarioModels"_s)->count(), 4, 30000);
        auto* seconds = child<QDoubleSpinBox>(u"scenario_seconds"_s);
        auto* run = child<QToolButton>(u"scenarioRun"_s);
        seconds->setValue(0.5);
        child<QDoubleSpinBox>(u"scenarioSeconds"_s)->setValue(0.1);
        QCOMPARE(shownRows(), 0);
        run->click();
        QVERIFY(view->reallyRun().isRunning());
        QVERIFY(!view->reallyRun().doing().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(view->reallyRun().result() != nullptr, 300000);
        QVERIFY(view->reallyRun().result()->isWhole);
        QCOMPARE(view->reallyRun().result()->result().models.size(), std::size_t(4));
        // What is simulated beside it has the times that were measured around it.
        QVERIFY(view->reallyRun().result()->measured);
        QVERIFY(view->times().source()->measured == view->reallyRun().result()->measured);
        QVERIFY(isShown());
        const QString headline = child<PageAnswer>(u"scenarioAnswer"_s)->headline();
        QVERIFY2(headline.contains(u"Really run on this machine under 'Fixed priorities'"_s) &&
                     headline.contains(u"; simulated: "_s),
                 qPrintable(headline));
        QByteArray models;
        for (const scenario::Model& each : view->draft().get().models)
            models += (models.isEmpty() ? "" : ",") +
                      R"({"name": "NAME", "operators": ["a"], "batches": [{"size": 1, "runs_us": [[50]]}]})"_ba
                          .replace("NAME", QByteArray::fromStdString(each.name));
        QVERIFY(folder.put(u"four.json"_s, R"({"edgewright_service": 1, "models": [)"_ba + models + "]}"));
        view->times().readFrom(folder.path(u"four.json"_s));
        QVERIFY(isShown());
        const auto runs = static_cast<int>(view->runs().result()->runs->size());
        QCOMPARE(shownRows(), 4 * runs + 4);
        QCOMPARE(sourcesOf(u"First in, first out"_s),
                 (QStringList{u"simulated"_s, u"simulated"_s, u"simulated"_s, u"simulated"_s}));
        QCOMPARE(sourcesOf(u"Fixed priorities"_s).mid(0, 4),
                 (QStringList{u"simulated"_s, u"run"_s, u"simulated"_s, u"run"_s}));
        seconds->setValue(3000); // what ran was another scenario
        QVERIFY(view->reallyRun().result() == nullptr);
        QVERIFY(!said().contains(u"Really run"_s));
        run->click(); // with times of a file nothing is measured
        QTRY_VERIFY_WITH_TIMEOUT(view->reallyRun().progress() > 0, 300000); // requests arrive
        run->click();
        QTRY_VERIFY_WITH_TIMEOUT(view->reallyRun().result() != nullptr, 300000);
        QVERIFY(!view->reallyRun().result()->isWhole && !view->reallyRun().result()->measured);
    }

    void batchesAreMeasured() {
        QVERIFY(folder.put(u"batches.json"_s,
                           R"({"edgewright_scenario": 1, "seconds": 1, "cores": 1, "models": [
            {"name": "tiny", "file": "FILE", "batching": {"max_batch_size": 3},
             "arrivals": {"kind": "poisson", "rate": 100}}]})"_ba.replace("FILE",
                                                                          samplePath(u"tiny_cnn_2d.onnx"_s))));
        view->openScenario(folder.path(u"batches.json"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!view->draft().isEmpty(), 30000);
        child<QDoubleSpinBox>(u"scenarioSeconds"_s)->setValue(0.2);
        child<QToolButton>(u"scenarioMeasure"_s)->click();
        QVERIFY(view->times().isMeasuring());
        QVERIFY(isShown());
        const scenario::ServiceTimes& times = view->runs().result()->service.models.front();
        QCOMPARE(times.batches.size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(times.batches[i].size, static_cast<std::int64_t>(i + 1));
            QVERIFY(times.mean(times.batches[i]) > 0);
        }
        // As it is served: after pauses, with what waking and handing over take.
        const scenario::Service& service = view->runs().result()->service;
        QVERIFY(!times.pauses.empty());
        QVERIFY(!service.overheads.wakeUps.empty() && !service.overheads.notices.empty());
        const auto measured = view->times().source()->measured;
        child<QDoubleSpinBox>(u"scenario_rate"_s)->setValue(50);
        QVERIFY(isSimulatedWith([](const auto& s) { return s.models[0].arrivals.rate == 50; }));
        auto* policy = child<QComboBox>(u"scenario_policy"_s);
        policy->setCurrentIndex(policy->findData(u"edf"_s));
        QVERIFY(isSimulatedWith([](const auto& s) { return s.policy == "edf"; }));
        QVERIFY(view->times().source()->measured == measured && !view->times().isMeasuring());
        child<QSpinBox>(u"scenario_max_batch_size"_s)->setValue(4); // which was not measured
        QTRY_VERIFY_WITH_TIMEOUT(view->runs().result() == nullptr, 30000);
        const QString why = u"'tiny': batches of up to 4, measured up to 3"_s;
        QVERIFY2(said().contains(u"does not fit any more"_s) && said().contains(why), qPrintable(said()));
        QVERIFY(!child<QToolButton>(u"scenarioSaveTimes"_s)->isEnabled());
        QVERIFY(child<QLabel>(u"scenarioTimesState"_s)->toolTip().contains(why.toHtmlEscaped()));
        child<QSpinBox>(u"scenario_max_batch_size"_s)->setValue(3);
        QVERIFY(isShown()); // without measuring anew
        QVERIFY(view->times().source()->measured == measured);
    }

    // The newer of two requests is the one that is measured; what is at fault ends it with a sentence.
    void theNewestMeasurementWins() {
        QVERIFY(folder.put(u"one.json"_s, R"({"edgewright_scenario": 1, "seconds": 1, "cores": 1, "models": [
            {"name": "tiny", "file": "FILE", "arrivals": {"kind": "periodic", "period_ms": 2}}]})"_ba.replace(
                                              "FILE", samplePath(u"tiny_cnn_2d.onnx"_s))));
        view->openScenario(folder.path(u"one.json"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!view->draft().isEmpty(), 30000);
        view->times().measure(view->draft().get(), 600);
        scenario::Scenario newer = view->draft().get();
        newer.models.front().name = "newer";
        view->times().measure(newer, 0.02);
        QVERIFY(view->times().isMeasuring());
        QTRY_VERIFY_WITH_TIMEOUT(!view->times().isMeasuring(), 60000);
        QVERIFY(view->times().source()->measured);
        QCOMPARE(view->times().source()->measured->scenario.models.front().name, std::string("newer"));
        QVERIFY(isShown()); // a name makes no difference
        newer.models.front().file = "/nowhere.onnx";
        QSignalSpy failed(&view->times(), &ScenarioTimes::failed);
        view->times().measure(newer, 0.02);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 60000);
        QVERIFY(failed.front().front().toString().contains(u"/nowhere.onnx"_s));
        QVERIFY(view->times().source()->measured); // the last one that was measured
    }

    void measuringIsCancelled() {
        emit child<PageAnswer>(u"scenarioAnswer"_s)->linkFollowed(u"sample"_s);
        QTRY_COMPARE_WITH_TIMEOUT(child<QListWidget>(u"scenarioModels"_s)->count(), 4, 30000);
        child<QSpinBox>(u"scenario_max_batch_size"_s)->setValue(8);
        child<QDoubleSpinBox>(u"scenarioSeconds"_s)->setValue(600);
        child<QToolButton>(u"scenarioMeasure"_s)->click();
        QVERIFY(view->times().isMeasuring());
        child<QToolButton>(u"scenarioMeasure"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(!view->times().isMeasuring(), 60000);
        QVERIFY(!view->times().source()->measured);
        QVERIFY(view->runs().result() == nullptr);
    }

    // Qt Charts reads names as HTML.
    void namesAreShownAsTheyAre() {
        QVERIFY(open());
        const QStringList names{u"<b>one</b>"_s, u"a&lt;b"_s};
        for (int model = 0; model < names.size(); ++model) {
            child<QListWidget>(u"scenarioModels"_s)->setCurrentRow(model);
            auto* name = child<QLineEdit>(u"scenario_name"_s);
            name->setText(names[model]);
            emit name->editingFinished();
        }
        QVERIFY(folder.put(u"named.json"_s, R"({"edgewright_service": 1, "models": [
            {"name": "<b>one</b>", "operators": ["a"], "batches": [{"size": 1, "runs_us": [[2000]]}]},
            {"name": "a&lt;b", "operators": ["b"], "batches": [{"size": 1, "runs_us": [[1000]]}]}]})"));
        view->times().readFrom(folder.path(u"named.json"_s));
        QVERIFY(isSimulatedWith([](const auto& s) { return s.models[1].name == "a&lt;b"; }));
        const auto& result = view->runs().result();
        const auto hold = [&]<typename T>(const T& part) {
            return std::shared_ptr<const T>(result->runs, &part);
        };
        int legends = 0;
        for (const ScenarioChart* each : scenarioCharts()) {
            const ScenarioPicture input{
                {{u"simulated"_s, hold(result->chosen().scenario), hold(result->chosen().simulation), 1}},
                nullptr,
                {},
                0,
                0,
                1};
            if (each->emptyText && !each->emptyText(input).isEmpty()) continue;
            const BuiltChart built = each->build(input, Theme::light());
            for (const QLegendMarker* marker : built.chart->legend()->markers()) {
                const QString shown = QTextDocumentFragment::fromHtml(marker->label()).toPlainText();
                if (!names.contains(shown)) continue;
                ++legends;
                QVERIFY2(marker->label() != shown, each->name);
            }
        }
        QVERIFY(legends > 0);
    }

    // Nothing of the editor is cut, however narrow the window.
    void theEditorFits() {
        QVERIFY(open());
        auto* editor = child<QWidget>(u"scenarioEditor"_s);
        auto* scroll = qobject_cast<QScrollArea*>(editor->parentWidget()->parentWidget());
        QVERIFY(scroll);
        for (const QSize& size : {QSize(1196, 640), QSize(816, 520)}) {
            view->resize(size);
            QTRY_VERIFY2(editor->width() <= scroll->viewport()->width(),
                         qPrintable(u"%1 of %2"_s.arg(editor->width()).arg(scroll->viewport()->width())));
            for (const QWidget* each : editor->findChildren<QWidget*>()) {
                if (!each->isVisibleTo(editor)) continue;
                const QRect place(each->mapTo(editor, QPoint()), each->size());
                QVERIFY2(place.left() >= 0 && place.right() < editor->width(), qPrintable(each->objectName()));
            }
        }
    }

    void editorsChangeTheScenario() {
        QVERIFY(open());
        child<QListWidget>(u"scenarioModels"_s)->setCurrentRow(1);
        child<QDoubleSpinBox>(u"scenario_rate"_s)->setValue(20);
        QVERIFY(isSimulatedWith([](const auto& s) { return s.models[1].arrivals.rate == 20; }));
        child<QDoubleSpinBox>(u"scenario_deadline_ms"_s)->setValue(25);
        QCOMPARE(view->draft().get().models[1].deadlineMs, std::optional(25.0));
        child<QSpinBox>(u"scenario_max_batch_size"_s)->setValue(8);
        auto* preferred = child<QLineEdit>(u"scenario_preferred_batch_size"_s);
        preferred->setText(u"4, 8"_s);
        emit preferred->editingFinished();
        QCOMPARE(view->draft().get().models[1].batching.preferred, (std::vector<std::int64_t>{4, 8}));
        auto* kind = child<QComboBox>(u"scenario_kind"_s);
        kind->setCurrentIndex(kind->findData(u"gamma"_s));
        QVERIFY(child<QWidget>(u"scenario_cv"_s)->isVisibleTo(view.get()));
        QVERIFY(!child<QWidget>(u"scenario_period_ms"_s)->isVisibleTo(view.get()));
        child<QToolButton>(u"scenarioUndo"_s)->click();
        QCOMPARE(view->draft().get().models[1].arrivals.kind, scenario::ArrivalKind::Poisson);
        child<QToolButton>(u"scenarioCopyModel"_s)->click();
        QCOMPARE(view->draft().get().models.size(), 3u);
        QCOMPARE(view->draft().get().models[2].name, std::string("slow 2"));
        child<QToolButton>(u"scenarioRemoveModel"_s)->click();
        QCOMPARE(view->draft().get().models.size(), 2u);
    }

    void faultsStandBesideTheirField() {
        QVERIFY(open());
        child<QSpinBox>(u"scenario_threads"_s)->setValue(2);
        auto* fault = child<QLabel>(u"fault_threads"_s);
        QVERIFY(fault->isVisibleTo(view.get()));
        QVERIFY(fault->text().contains(u"at most the 1 cores"_s));
        QTRY_VERIFY_WITH_TIMEOUT(said().contains(u"models[0].threads"_s), 30000);
        child<QToolButton>(u"scenarioUndo"_s)->click();
        QVERIFY(!fault->isVisibleTo(view.get()));
        QVERIFY(isShown());
    }

    void overloadIsSaid() {
        QVERIFY(open(400));
        QVERIFY2(said().contains(u"More is asked of"_s), qPrintable(said()));
    }

    void missingTimesAreNamed() {
        QVERIFY(open());
        auto* name = child<QLineEdit>(u"scenario_name"_s);
        name->setText(u"other"_s);
        emit name->editingFinished();
        QTRY_VERIFY_WITH_TIMEOUT(view->runs().result() == nullptr, 60000);
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains(u"other"_s), qPrintable(said()), 30000);
    }

    void coreSetsAreEdited() {
        QVERIFY(open());
        child<QToolButton>(u"scenarioAddSet"_s)->click();
        QCOMPARE(view->draft().get().coreSets.size(), 1u);
        QVERIFY(!view->draft().fault());
        auto* cores = child<QLineEdit>(u"scenarioSetCores0"_s);
        cores->setText(u"7"_s);
        emit cores->editingFinished();
        QVERIFY(view->draft().fault());
        QVERIFY(child<QLabel>(u"fault_core_sets"_s)->isVisibleTo(view.get()));
        child<QToolButton>(u"scenarioRemoveSet0"_s)->click();
        QVERIFY(!view->draft().fault() && view->draft().get().coreSets.empty());
    }

    void itComesBackAsItWas() {
        QVERIFY(open());
        const QJsonObject state = view->saveState();
        const scenario::Scenario before = view->draft().get();
        view = std::make_unique<ScenarioView>(context);
        view->restoreState(state);
        QVERIFY(isShown());
        QVERIFY(view->draft().get() == before);
        for (const QJsonObject& hostile :
             {QJsonObject{{u"scenario"_s, u"{"_s}}, QJsonObject{{u"scenario"_s, 3}, {u"seconds"_s, u"x"_s}},
              QJsonObject{{u"times"_s, u"/nowhere/at/all"_s}, {u"seconds"_s, -1e300}}}) {
            view = std::make_unique<ScenarioView>(context);
            view->restoreState(hostile);
            QTest::qWait(0);
            QVERIFY(view->draft().isEmpty());
        }
    }
};

EDGEWRIGHT_TEST(ScenarioPageTest)

} // namespace edgewright::scenario_page_test

#include "scenario_page_test.moc"
