// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies compared on the chosen layer: by a button alone, with curves, cancelled, and old for another
// layer.
#include "views/accelerator/search/search_view.h"

#include "core/cost/systolic.h"
#include "tests/support/table_columns.h"
#include "tests/support/test_class.h"
#include "tests/views/accelerator/small_products.h"
#include "views/accelerator/search/search_text.h"
#include "views/support/answer_line.h"
#include "views/support/chart/run_chart.h"
#include "views/support/figure/figure_format.h"
#include "views/support/job/stage_jobs.h"
#include "views/support/page/page_answer.h"
#include "views/support/table/table_text.h"

#include <QAbstractProxyModel>
#include <QComboBox>
#include <QLabel>
#include <QLineSeries>
#include <QPushButton>
#include <QScatterSeries>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

#include <cmath>

namespace edgewright::mapping_search_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

namespace {

cost::Accelerator smallArray() {
    cost::Accelerator made;
    made.rows = made.cols = 16;
    made.ifmapKb = made.filterKb = 4;
    made.ofmapKb = 2;
    return made;
}

// Two products and an activation. `large` takes most cycles.
std::shared_ptr<pipeline::Analysis> example(const cost::Accelerator& accelerator) {
    auto analysis = test::costed(
        {test::product("small", 3, 20, 24, 30), test::relu(), test::product("large", 9, 60, 40, 90)},
        accelerator);
    if (!analysis) return nullptr;
    auto typed = std::make_shared<pipeline::Typed>();
    typed->graph = std::make_shared<ir::Graph>();
    analysis->typed = typed;
    analysis->fusion = std::make_shared<fusion::History>();
    return analysis;
}

} // namespace

class MappingSearchTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    JobBoard board;
    StageJobs stages{settings, board.pool()};
    ViewContext context{selection, settings, board.pool(), nullptr, nullptr, nullptr, &stages};
    std::unique_ptr<SearchView> page;

    void open(const pipeline::Analysis& fresh) {
        stages.reset(fresh, {});
        settings.reset({});
    }

    template <typename Widget>
    Widget* child(const QString& name) {
        return page->findChild<Widget*>(name);
    }
    // What is searched, and what was found.
    QString told() { return child<PageAnswer>(u"searchAnswer"_s)->plainText(); }
    QString headline() { return child<AnswerLine>(u"answer"_s)->plainAnswer(); }
    QPushButton* button() { return child<QPushButton>(u"searchRun"_s); }
    QTableView* table() { return child<QTableView>(u"searchTable"_s); }
    void press() { QTest::mouseClick(button(), Qt::LeftButton); }
    std::shared_ptr<const cost::search::StrategyOutcomes> outcomes() const {
        return stages.analysis()->mappings;
    }
    bool isRunning() const { return stages.job("mapping_search").running(); }
    bool isDone() const { return outcomes() && outcomes()->isComplete && !isRunning(); }

private slots:
    void initTestCase() {
        stages.setUnwanted(
            {"benefits", "modules", "modules_fused", "check", "memory", "memory_fused", "explore", "improve"});
    }
    void init() {
        QSettings().remove(u"why"_s); // reasons are folded
        selection.clear();
        open({});
        page = std::make_unique<SearchView>(context);
        page->resize(1200, 420);
        page->show();
        QVERIFY(QTest::qWaitForWindowExposed(page.get()));
        QVERIFY(told().contains(u"Open a model"_s));
        QVERIFY(!button()->isEnabled());
        for (const auto signal : {&StageJobs::changed, &StageJobs::grew})
            connect(&stages, signal, page.get(), [this] { page->setAnalysis(stages.analysis()); });
        open(*example(smallArray()));
        child<QSpinBox>(u"searchTrials"_s)->setValue(60);
    }
    void cleanup() { page.reset(); }

    void nothingRunsByItself() {
        QVERIFY2(told().contains(u"Tilings of large: no layer is selected"_s), qPrintable(told()));
        selection.select({NodeId(3), {}});
        QVERIFY2(told().contains(u"Tilings of small."_s), qPrintable(told()));
        child<QSpinBox>(u"searchSeed"_s)->setValue(2);
        open(*example(smallArray()));
        QTest::qWait(100);
        QVERIFY(!isRunning() && !outcomes());
        QVERIFY(!page->figure());
        QVERIFY(headline().isEmpty());
    }

    void theButtonSearches() {
        press();
        QVERIFY(isRunning());
        QCOMPARE(button()->text(), u"Stop"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(), 30000);
        QCOMPARE(button()->text(), u"Search"_s);
        QVERIFY(!page->isOld());
        QCOMPARE(outcomes()->layer.name, std::string("large"));
        QCOMPARE(outcomes()->usualValue,
                 double(stages.analysis()->costs->report.layers.at(2).cycles)); // what the page shows
        const table::Answer answer = cost::search::answerOf(*outcomes());
        QCOMPARE(headline(), u"≈ "_s + QString::fromStdString(answer.headline));
        QVERIFY2(headline().contains(u"the best of all"_s), qPrintable(headline()));
        for (const std::string& each : answer.lines())
            QVERIFY2(told().contains(QString::fromStdString(each)), qPrintable(told()));
        // A row for each strategy, and one for what is chosen without a search.
        const auto* model = table()->model();
        const auto column = [&](std::string_view key) { return test::columnOf(*model, key); };
        QCOMPARE(model->rowCount(), int(cost::search::strategies().size()) + 1);
        for (std::size_t i = 0; i < outcomes()->strategies.size(); ++i) {
            const cost::search::StrategyOutcome& each = outcomes()->strategies[i];
            const int row = int(i);
            QCOMPARE(model->index(row, column("strategy")).data().toString(), strategyTitle(*each.strategy));
            QCOMPARE(model->index(row, column("value")).data(SortRole).toDouble(), each.result.value);
            QVERIFY(model->index(row, column("tile"))
                        .data()
                        .toString()
                        .startsWith(QStringLiteral("%1×%2×").arg(each.tiling->rows).arg(each.tiling->cols)));
            QCOMPARE(model->index(row, column("trials_to_best")).data(SortRole).toLongLong(),
                     outcomes()->trialsToBest(each));
        }
        const int last = model->rowCount() - 1;
        QCOMPARE(model->index(last, column("value")).data(SortRole).toDouble(), outcomes()->usualValue);
        QCOMPARE(model->index(last, column("trials_to_best")).data().toString(), u"–"_s);
        const ChartPane& pane = child<RunChart>({})->pane();
        QVERIFY(pane.targetCount() > cost::search::strategies().size());
        QVERIFY(page->figure());
        const QByteArray svg = figureSvg(*page->figure());
        for (const char* words : {"Random", "Simulated annealing", "Evolution", "Learned cost model",
                                  "Exhaustive", "Trials (tilings evaluated)", "without a search", "large"})
            QVERIFY2(svg.contains(words), words);
    }

    // Steps down to the best value, in the order of trials; a mark where 95 % is reached.
    void linesAreTheCurves() {
        press();
        QTRY_VERIFY_WITH_TIMEOUT(isDone(), 30000);
        const BuiltChart built = buildSearchChart(*outcomes(), Theme::light(), false);
        for (const cost::search::StrategyOutcome& each : outcomes()->strategies) {
            const QColor color = strategyLook(*each.strategy, Theme::light()).color;
            const QLineSeries* line = nullptr;
            const QScatterSeries* mark = nullptr;
            for (QAbstractSeries* series : built.chart->series()) {
                if (auto* scatter = qobject_cast<QScatterSeries*>(series); scatter && scatter->color() == color)
                    mark = scatter;
                else if (auto* drawn = qobject_cast<QLineSeries*>(series);
                         drawn && drawn->pen().color() == color)
                    line = drawn;
            }
            QVERIFY(line);
            if (each.strategy->enumerates && line->count() == 0) continue; // it lies beyond the edge
            QVERIFY(line->count() >= 2);
            for (int i = 1; i < line->count(); ++i)
                QVERIFY(line->at(i).x() >= line->at(i - 1).x() && line->at(i).y() >= line->at(i - 1).y());
            if (each.strategy->enumerates) continue; // ends where the others still have room
            QVERIFY(std::abs(line->at(line->count() - 1).y() -
                             100 * outcomes()->shareOfBest(each.result.value)) < 1e-9);
            QCOMPARE(line->at(line->count() - 1).x(), double(each.result.evaluations));
            const std::int64_t near = outcomes()->trialsToBest(each);
            QCOMPARE(mark != nullptr, near > 0);
            if (mark) QVERIFY(mark->at(0).x() == double(near) && mark->at(0).y() >= 95 - 1e-9);
        }
    }

    void anotherLayerMakesItOld() {
        press();
        QTRY_VERIFY_WITH_TIMEOUT(isDone(), 30000);
        const auto before = outcomes();
        selection.select({NodeId(3), {}});
        QVERIFY(page->isOld());
        QCOMPARE(outcomes(), before); // it stays
        QVERIFY2(told().contains(u"of another layer, large: press Search"_s), qPrintable(told()));
        QVERIFY2(headline().startsWith(u"≈ Of large as it was"_s), qPrintable(headline()));
        selection.clear();
        QVERIFY(!page->isOld());
        QVERIFY2(!headline().contains(u"as it was"_s), qPrintable(headline()));
        cost::Accelerator other = smallArray();
        other.rows = 8;
        pipeline::Analysis changed = *stages.analysis();
        changed.costs = example(other)->costs;
        stages.reset(changed, settings.get());
        emit settings.changed();
        QTRY_VERIFY_WITH_TIMEOUT(isDone(), 30000); // of the array that was asked about
        QVERIFY(page->isOld());
        QVERIFY2(told().contains(u"of other settings"_s), qPrintable(told()));
        selection.select({NodeId(3), {}});
        press();
        QTRY_VERIFY_WITH_TIMEOUT(isDone() && outcomes() != before, 30000);
        QCOMPARE(outcomes()->layer.name, std::string("small"));
        QVERIFY(!page->isOld());
        open(*example(other)); // another model
        QVERIFY(!outcomes() && !page->figure());
        QCOMPARE(table()->model()->rowCount(), 0);
    }

    // Neither the controls nor the chart below them move while a search runs and is told of.
    void nothingJumps() {
        const auto places = [&] {
            QCoreApplication::processEvents();
            std::vector<QRect> all;
            for (const QString& name : {u"searchRun"_s, u"searchUse"_s, u"searchTrials"_s, u"searchColumns"_s})
                all.emplace_back(child<QWidget>(name)->mapTo(page.get(), QPoint()),
                                 child<QWidget>(name)->size());
            return all;
        };
        const auto before = places();
        press();
        QVERIFY(isRunning());
        QVERIFY(places() == before);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(), 30000);
        QVERIFY(!headline().isEmpty());
        QVERIFY(places() == before);
        selection.select({NodeId(3), {}}); // what is shown is old
        QVERIFY(places() == before);
    }

    void stops() {
        child<QSpinBox>(u"searchTrials"_s)->setValue(10'000);
        press();
        QTRY_VERIFY_WITH_TIMEOUT(outcomes() != nullptr, 30000); // while it runs
        QVERIFY(isRunning());
        press();
        QVERIFY(!isRunning());
        QVERIFY(outcomes() && !outcomes()->isComplete);
        QCOMPARE(child<QLabel>(u"searchProgress"_s)->text(), u"Stopped before the end"_s);
        QVERIFY(!headline().isEmpty());
        child<QSpinBox>(u"searchTrials"_s)->setValue(20);
        press();
        QTRY_VERIFY_WITH_TIMEOUT(isDone(), 30000);
        QCOMPARE(outcomes()->options.trials, std::int64_t(20));
    }

    // Undo takes it back; what is found for one layer is none for another.
    void aFoundTilingIsUsed() {
        auto *use = child<QPushButton>(u"searchUse"_s), *drop = child<QPushButton>(u"searchDrop"_s);
        QVERIFY(!use->isEnabled() && !drop->isEnabled());
        press();
        QTRY_VERIFY_WITH_TIMEOUT(isDone(), 30000);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                          table()->visualRect(table()->model()->index(0, 0)).center());
        QVERIFY(use->isEnabled());
        const int row = qobject_cast<QAbstractProxyModel*>(table()->model())
                            ? qobject_cast<QAbstractProxyModel*>(table()->model())
                                  ->mapToSource(table()->model()->index(0, 0))
                                  .row()
                            : 0;
        const cost::Tiling wanted = *outcomes()->strategies.at(std::size_t(row)).tiling;
        QTest::mouseClick(use, Qt::LeftButton);
        QCOMPARE(settings.get().tilings.size(), std::size_t(1));
        QVERIFY((cost::tilingsFor(settings.get().tilings, smallArray()) == cost::Tilings{{"large", wanted}}));
        QVERIFY(!use->isEnabled() && drop->isEnabled());
        QVERIFY(settings.undoText().contains(u"Tiling of large"_s));
        settings.undo();
        QVERIFY(settings.get().tilings.empty() && use->isEnabled() && !drop->isEnabled());
        settings.redo();
        QTest::mouseClick(drop, Qt::LeftButton);
        QVERIFY(settings.get().tilings.empty());
        selection.select({NodeId(3), {}});
        QVERIFY(!use->isEnabled());
    }

    void theVectorUnitHasNoTiles() {
        selection.select({NodeId(5), {}});
        QVERIFY2(told().contains(u"relu (Relu) runs on the vector unit"_s), qPrintable(told()));
        QVERIFY(!button()->isEnabled());
    }

    void comesBackAsItWasLeft() {
        child<QSpinBox>(u"searchSeed"_s)->setValue(7);
        child<QComboBox>(u"searchSpace"_s)->setCurrentIndex(0);
        const QJsonObject state = page->saveState();
        SearchView other(context);
        other.restoreState(state);
        QCOMPARE(other.saveState(), state);
        other.restoreState({{u"trials"_s, -1e300}, {u"seed"_s, u"x"_s}, {u"space"_s, 77}});
        QCOMPARE(other.findChild<QSpinBox*>(u"searchTrials"_s)->value(), 60);
        QCOMPARE(other.findChild<QSpinBox*>(u"searchSeed"_s)->value(), 7);
    }
};

EDGEWRIGHT_TEST(MappingSearchTest)

} // namespace edgewright::mapping_search_test

#include "mapping_search_test.moc"
