// SPDX-License-Identifier: GPL-3.0-or-later
// A hand-made cost report on the accelerator page: charts, table and selection.
#include "views/accelerator/accelerator_view.h"

#include "core/cost/accelerators/presets.h"
#include "core/cost/findings/model_terms.h"
#include "core/ir/builder.h"
#include "core/pipeline/cost_comparison.h"
#include "tests/support/table_columns.h"
#include "tests/support/test_class.h"
#include "tests/views/accelerator/example.h"
#include "tests/views/support/svg.h"
#include "views/accelerator/charts/cost_charts.h"
#include "views/accelerator/charts/cost_text.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/page/page_answer.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QBarSet>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QScatterSeries>
#include <QSpinBox>
#include <QStackedBarSeries>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgewright::accelerator_page_test {

using namespace edgewright::views;
using test::svgOf;

class AcceleratorPageTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};
    std::shared_ptr<pipeline::Analysis> shown;
    std::unique_ptr<View> view;

    template <typename Widget>
    Widget* child(const char* name) {
        return view->findChild<Widget*>(QString::fromLatin1(name));
    }
    int columnOf(std::string_view key) {
        return test::columnOf(*child<QTableView>("layerTable")->model(), key);
    }
    // Brought to the front.
    ChartPane* chart(const char* name) {
        auto* pane = child<ChartPane>((QByteArray(name) + "Chart").constData());
        auto* tabs = child<QTabWidget>("acceleratorCharts");
        for (QWidget* page = pane; page != tabs; page = page->parentWidget())
            if (tabs->indexOf(page) >= 0) tabs->setCurrentWidget(page);
        QCoreApplication::processEvents(); // it lays itself out
        return pane;
    }
    void click(ChartPane* pane, std::size_t target) {
        QTest::mouseClick(pane->viewport(), Qt::LeftButton, {}, pane->positionOf(target).toPoint());
    }

private slots:
    void init() {
        selection.clear();
        settings.change({}, [](pipeline::Settings& s) { s = {}; });
        view = accelerator_view.make(context);
        view->resize(1280, 800);
        view->show();
        shown = example();
        view->setAnalysis(shown);
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
        QCoreApplication::processEvents(); // the charts lay themselves out
    }
    void cleanup() { view.reset(); }

    // The answers of the tabs below are ordinary text.
    void oneBoldSentence() {
        for (const PageAnswer* each : view->findChildren<PageAnswer*>())
            QVERIFY2(each->findChild<QLabel*>(QStringLiteral("answer"))->font().bold() ==
                         (each->objectName() == QStringLiteral("costTotals")),
                     qPrintable(each->objectName()));
    }

    void totals() {
        const QString text = child<PageAnswer>("costTotals")->plainText();
        QVERIFY2(text.contains(QStringLiteral("820 k cycles")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("61.0 %")));
        QVERIFY(text.contains(QStringLiteral("1.29 MiB")));
        QVERIFY(text.contains(QStringLiteral("1.00 mJ")));
        QVERIFY(text.contains(QStringLiteral("116 MMAC")));
        QVERIFY(text.contains(
            QString::fromStdString(cost::cyclesTerms(shown->costs->report.mode)))); // a prediction, and of what
    }

    // What the table has rows of, and the nodes that other pages count.
    void layersAndNodesAreToldApart() {
        ir::GraphBuilder builder;
        ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{1, 8}});
        for (int i = 0; i < 3; ++i)
            x = builder.node("Relu", {x});
        builder.output(x);
        auto next = std::make_shared<pipeline::Analysis>(*shown);
        auto history = std::make_shared<fusion::History>();
        history->graph = builder.take();
        next->fusion = history;
        next->costs = std::make_shared<pipeline::Costs>(*shown->costs); // of that graph
        view->setAnalysis(next);
        QCOMPARE(child<QTableView>("layerTable")->model()->rowCount(), 4);
        const QString text = child<PageAnswer>("costTotals")->plainText();
        QVERIFY2(text.contains(QStringLiteral("4 layers of 3 nodes")), qPrintable(text));
    }

    void rooflinePoints() {
        auto* pane = chart("roofline");
        QCOMPARE(pane->targetCount(), std::size_t(4));
        int circles = 0, triangles = 0;
        for (QAbstractSeries* series : pane->chart()->series())
            if (auto* scatter = qobject_cast<QScatterSeries*>(series))
                (scatter->markerShape() == QScatterSeries::MarkerShapeCircle ? circles : triangles) +=
                    scatter->count();
        QCOMPARE(circles, 2);
        QCOMPARE(triangles, 2);
        // Log axes: equal ratios are equal distances.
        const QPointF a = pane->positionOf(0), b = pane->positionOf(2); // 180 and 60 MAC/byte
        const QPointF c = pane->positionOf(1);                          // 6 MAC/byte
        QVERIFY(std::abs((a.x() - b.x()) / (b.x() - c.x()) - std::log(3.0) / std::log(10.0)) < 0.03);
    }

    // Qt Charts writes no numbers at all on axes of powers when it is told to write those of a language.
    void axesHaveNumbers() {
        for (const Figure& figure : view->figures()) {
            if (figure.name != QStringLiteral("roofline")) continue;
            const QByteArray svg = svgOf(figure);
            QVERIFY(svg.contains(">100</text>") || svg.contains(">64</text>")); // powers of 10, or of 2
            return;
        }
        QFAIL("no roofline");
    }

    void copiesItsPicture() {
        auto* pane = chart("roofline");
        QVERIFY(QTest::qWaitForWindowActive(view.get()));
        QTest::mouseClick(pane->viewport(), Qt::LeftButton, {}, {4, 4});
        QTest::keyClick(pane, Qt::Key_C, Qt::ControlModifier);
        const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
        QVERIFY(copied->hasImage());
        QCOMPARE(copied->imageData().value<QImage>().size(), QSize(1316, 800));
        QVERIFY(copied->data(QStringLiteral("image/svg+xml")).contains("Arithmetic intensity"));
    }

    void filtersLayers() {
        QTest::keyClicks(child<QLineEdit>("layerTableFilter"), QStringLiteral("block1"));
        QCOMPARE(child<QTableView>("layerTable")->model()->rowCount(), 2);
        QTest::mouseClick(child<QTableView>("layerTable")->viewport(), Qt::LeftButton, {}, {10, 30});
        QCOMPARE(selection.current().node, NodeId(9)); // the second row that is left
    }

    // Members of groups, say, that cost nothing are counted; a box shows them, and so does who looks for them.
    void rowsOfNothingAreLeftOut() {
        auto analysis = example();
        auto costs = std::make_shared<pipeline::Costs>(*analysis->costs);
        cost::LayerCost relu;
        relu.layer.name = "stem/relu";
        relu.layer.op = "Relu";
        costs->report.layers.push_back(relu);
        analysis->costs = costs;
        view->setAnalysis(analysis);
        const auto* rows = child<QTableView>("layerTable")->model();
        auto* box = child<QCheckBox>("layerTableNothing");
        QVERIFY(box->isVisible() && !box->isChecked());
        QCOMPARE(box->text(), QStringLiteral("also those that cost nothing: 1"));
        QCOMPARE(rows->rowCount(), 4);
        box->setChecked(true);
        QCOMPARE(rows->rowCount(), 5);
        box->setChecked(false);
        child<QLineEdit>("layerTableFilter")->setText(QStringLiteral("relu"));
        QCOMPARE(rows->rowCount(), 1);
    }

    // It is in the table and among the cycles, but has no place under the roof.
    void vectorUnit() {
        auto analysis = example();
        auto costs = std::make_shared<pipeline::Costs>(*analysis->costs);
        cost::LayerCost relu;
        relu.layer.name = "stem/relu";
        relu.layer.op = "Relu";
        relu.layer.node = NodeId(4);
        relu.layer.unit = cost::Unit::Vector;
        relu.layer.elements = 200704;
        relu.cycles = 6272;
        costs->report.layers.push_back(relu);
        costs->unmodelled = {{"DFT", 2, 0.25, false}, {"NonZero", 1, 0.125, true}, {"Wonder", 1, {}, false}};
        costs->uncounted = {{"com.example.Mystery", 1}};
        analysis->costs = costs;
        auto explored = std::make_shared<pipeline::Explored>(*analysis->explored);
        explored->findings.uncounted = costs->uncounted;
        analysis->explored = explored;
        view->setAnalysis(analysis);
        auto* table = child<QTableView>("layerTable");
        QCOMPARE(table->model()->rowCount(), 5);
        QCOMPARE(table->model()->index(4, columnOf("m")).data().toString(), QStringLiteral("–"));
        QCOMPARE(table->model()->index(4, columnOf("cycles")).data().toString(), QStringLiteral("6.27 k"));
        auto* pane = chart("roofline");
        int points = 0;
        for (QAbstractSeries* series : pane->chart()->series())
            if (auto* scatter = qobject_cast<QScatterSeries*>(series)) points += scatter->count();
        QCOMPARE(points, 4);
        QVERIFY(!pane->chart()->plotArea().contains(pane->positionOf(4)));
        selection.select({NodeId(4), {}});
        QCOMPARE(table->currentIndex().row(), 4);
        const auto says = [&](const QString& words) {
            return std::ranges::any_of(view->findChildren<QLabel*>(),
                                       [&](const QLabel* label) { return label->text().contains(words); });
        };
        const QString answer = child<PageAnswer>("costTotals")->plainText();
        QVERIFY2(
            answer.contains(QStringLiteral("Not on the array: 0.76 % of the cycles (Relu 0.76 %)")) &&
                answer.contains(QStringLiteral("2 × DFT, 25.0 % of the words; 1 × NonZero, at most 12.5 % of "
                                               "the words; 1 × Wonder, share not known")),
            qPrintable(answer));
        QVERIFY(says(QStringLiteral("at least")) &&
                says(QStringLiteral("1 node of com.example.Mystery not counted")));
        // On all three tabs; one of them is of a layer of the array.
        selection.select({NodeId(0), {}});
        const QString sentence = QStringLiteral(" at least these: 1 node of com.example.Mystery not counted.");
        QVERIFY(child<PageAnswer>("searchAnswer")->plainText().contains(sentence));
        const QString space = child<PageAnswer>("dseAnswer")->plainText();
        QVERIFY2(space.contains(sentence.trimmed()) && space.contains(QStringLiteral("≥")), qPrintable(space));
    }

    void clickOnPointSelectsNode() {
        click(chart("roofline"), 1);
        QCOMPARE(selection.current(), (Item{NodeId(7), {}}));
        auto* table = child<QTableView>("layerTable");
        QCOMPARE(table->currentIndex().data().toString(), QStringLiteral("block1/depthwise"));
        QTest::keyClick(chart("roofline"), Qt::Key_Escape);
        QVERIFY(selection.current().empty());
        QVERIFY(!table->selectionModel()->hasSelection());
    }

    void rowSelectsNode() {
        auto* table = child<QTableView>("layerTable");
        const QModelIndex cell = table->model()->index(3, columnOf("cycles"));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
        QCOMPARE(selection.current(), (Item{NodeId(12), {}}));
    }

    void tableSortsByNumber() {
        auto* table = child<QTableView>("layerTable");
        table->sortByColumn(columnOf("cycles"), Qt::DescendingOrder);
        QStringList names;
        for (int row = 0; row < 4; ++row)
            names << table->model()->index(row, columnOf("name")).data().toString();
        QCOMPARE(names, (QStringList{QStringLiteral("block1/depthwise"), QStringLiteral("stem/conv"),
                                     QStringLiteral("block1/pointwise"), QStringLiteral("classifier")}));
        QCOMPARE(table->model()->index(0, columnOf("bound")).data().toString(), QStringLiteral("DRAM: inputs"));
        QCOMPARE(table->model()->index(0, columnOf("mapping_efficiency")).data().toString(),
                 QStringLiteral("90.0 %"));
        QCOMPARE(table->model()->index(0, columnOf("energy_pj")).data().toString(), QStringLiteral("250 µJ"));
    }

    void modelKeepsItsPromises() {
        RowTable model(pipeline::costTable(nullptr, nullptr));
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show(pipeline::costTable(example()->costs, nullptr));
        QCOMPARE(model.rowCount(), 4);
        model.show(pipeline::costTable(nullptr, nullptr));
        QCOMPARE(model.rowCount(), 0);
    }

    // In the order of their catalogue: a tab each, a picture, and a figure.
    void everyChartHasItsTab() {
        const auto* tabs = child<QTabWidget>("acceleratorCharts");
        const std::vector<Figure> figures = view->figures();
        std::size_t place = 0;
        for (const ChartSpec* spec : acceleratorCharts()) {
            QVERIFY2(spec->build, spec->name);
            const auto* card = qobject_cast<ChartCard*>(tabs->widget(static_cast<int>(place)));
            QVERIFY2(card && card->title() == QLatin1String(spec->title), spec->name);
            QCOMPARE(tabs->tabText(static_cast<int>(place)),
                     QLatin1String(spec->tab ? spec->tab : spec->title));
            QVERIFY2(card->isAncestorOf(chart(spec->name)), spec->name);
            QCOMPARE(chart(spec->name)->targetCount(), shown->costs->report.layers.size());
            QCOMPARE(figures[place++].name, QLatin1String(spec->name));
        }
        QCOMPARE(tabs->tabText(0), QStringLiteral("Cycles"));
        QCOMPARE(tabs->tabToolTip(0), QStringLiteral("Where the cycles go"));
    }

    // A window of 1280 pixels, in which something is inspected and something is pinned.
    void allTabsAreSeen() {
        auto* tabs = child<QTabWidget>("acceleratorCharts");
        tabs->addTab(new QWidget, QStringLiteral("A | B"));
        chart("roofline"); // with a box beside the tabs
        constexpr int ActivityBar = 84, Inspector = 300;
        view->resize(1280 - ActivityBar - Inspector, 640);
        QCoreApplication::processEvents();
        const QTabBar* bar = tabs->tabBar();
        QVERIFY(bar->count() >= 9);
        for (int i = 0; i < bar->count(); ++i) {
            const QRect tab = bar->tabRect(i);
            QVERIFY2(bar->rect().contains(tab), qPrintable(bar->tabText(i)));
            QVERIFY2(tab.width() > bar->fontMetrics().horizontalAdvance(bar->tabText(i)) + 8,
                     qPrintable(bar->tabText(i)));
        }
        for (const auto* arrow : bar->findChildren<QAbstractButton*>())
            QVERIFY2(!arrow->isVisible(), qPrintable(arrow->objectName()));
        const auto* box = child<QCheckBox>("allRoofs");
        QVERIFY(box->isVisible());
        QVERIFY(bar->mapTo(view.get(), bar->rect().topRight()).x() < box->mapTo(view.get(), QPoint()).x());
    }

    // Roofs of all presets, for the roofline alone.
    void allRoofs() {
        auto* box = child<QCheckBox>("allRoofs");
        QVERIFY(!box->isVisible());
        ChartPane* pane = chart("roofline");
        QVERIFY(box->isVisible());
        const auto lines = [&] { return pane->chart()->series().size(); };
        const auto before = lines();
        box->click();
        QCOMPARE(lines(), before + static_cast<qsizetype>(cost::presets().size()));
        QCOMPARE(pane->targetCount(), std::size_t(4));
        box->click();
        QCOMPARE(lines(), before);
        auto next = std::make_shared<pipeline::Analysis>(*shown);
        auto costs = std::make_shared<pipeline::Costs>(*shown->costs);
        costs->roofline.sram = 60;
        next->costs = costs;
        view->setAnalysis(next);
        QCOMPARE(lines(), before + 1);
    }

    // One accelerator is in its own cycles; several are in seconds, each at its clock, and none is drawn twice.
    void roofsOfSeveralClocks() {
        auto next = std::make_shared<pipeline::Analysis>(*shown);
        auto costs = std::make_shared<pipeline::Costs>(*shown->costs);
        costs->report.accelerator.clockGhz = 0.5;
        next->costs = costs;
        view->setAnalysis(next);
        const auto picture = [&] { return svgOf(view->figures()[1]); };
        QVERIFY(picture().contains("(MAC/cycle)") && !picture().contains("(GMAC/s)"));
        ChartPane* pane = chart("roofline");
        const auto highest = [&] {
            double most = 0;
            for (QAbstractSeries* series : pane->chart()->series())
                if (auto* scatter = qobject_cast<QScatterSeries*>(series))
                    for (const QPointF& at : scatter->points())
                        most = std::max(most, at.y());
            return most;
        };
        QCOMPARE(highest(), 800.0);
        child<QCheckBox>("allRoofs")->click();
        QCOMPARE(highest(), 400.0);
        QVERIFY(picture().contains("(GMAC/s)"));
        QVERIFY(!picture().contains("(MAC/cycle)")); // but for what layers say under the pointer
        const auto lines = pane->chart()->series().size();
        costs = std::make_shared<pipeline::Costs>(*costs); // now one of the presets
        costs->report.accelerator = cost::presets().front().accelerator;
        costs->roofline = cost::roofline(costs->report.accelerator, cost::Mode::Physical);
        next = std::make_shared<pipeline::Analysis>(*next);
        next->costs = costs;
        view->setAnalysis(next);
        QCOMPARE(pane->chart()->series().size() + (costs->roofline.sram > 0 ? 0 : 1), lines);
    }

    // What the accelerator already is is not offered; what is compared stays.
    void onlyWhatDiffersIsOffered() {
        const auto* box = child<QComboBox>("compareCosts");
        const auto offers = [&](const char* name) { return box->findData(QString::fromLatin1(name)) > 0; };
        const pipeline::Settings before = settings.get();
        settings.change({}, [](pipeline::Settings& s) { s.accelerator.wordBytes = 1; });
        QVERIFY(!offers("int8") && offers("fp16") && offers("fp32") && offers("before-fusion"));
        settings.change({}, [](pipeline::Settings& s) { s.accelerator.wordBytes = 4; });
        QVERIFY(offers("int8") && offers("fp16") && !offers("fp32"));
        settings.look([](pipeline::ViewState& state) { state.comparedWith = "int8"; });
        settings.change({}, [](pipeline::Settings& s) { s.accelerator.wordBytes = 1; });
        QCOMPARE(box->currentData().toString(), QStringLiteral("int8"));
        settings.change({}, [](pipeline::Settings& s) { s.accelerator = cost::presets().front().accelerator; });
        QVERIFY(!offers(cost::presets().front().name.c_str()));
        settings.reset(before);
    }

    // Another report beside this one: in the charts, the table, the sentence and the tips.
    void comparison() {
        auto* box = child<QComboBox>("compareCosts");
        auto* view_ = child<QTableView>("layerTable");
        QCOMPARE(box->currentIndex(), 0);
        QVERIFY(columnOf("other_cycles") < 0 && columnOf("time_ratio") < 0);
        box->setCurrentIndex(box->findData(QStringLiteral("fp32")));
        QCOMPARE(settings.get().viewState.comparedWith, std::string("fp32"));
        auto next = std::make_shared<pipeline::Analysis>(*shown);
        auto compared = std::make_shared<pipeline::ComparedCosts>();
        compared->with = "fp32";
        compared->of = shown->costs;
        auto costs = std::make_shared<pipeline::Costs>(*shown->costs);
        for (cost::LayerCost& each : costs->report.layers)
            each.cycles *= 2, each.spent += each.spent;
        costs->report.cycles *= 2;
        costs->roofline.peak = 512;
        costs->roofline.ridge = 512.0 / 30;
        compared->costs = costs;
        const std::vector<std::size_t> partners{0, 1, 2, cost::NoPartner};
        compared->comparison = cost::compare(shown->costs->report, costs->report, partners);
        next->comparedCosts = compared;
        view->setAnalysis(next);
        QVERIFY(columnOf("other_cycles") > 0);
        const auto cell = [&](int row, int column) {
            return view_->model()->index(row, column).data().toString();
        };
        QCOMPARE(cell(1, columnOf("other_cycles")), QStringLiteral("960 k"));
        QCOMPARE(cell(1, columnOf("time_ratio")), QStringLiteral("0.500"));
        QCOMPARE(cell(3, columnOf("time_ratio")), QStringLiteral("–"));
        const QString text = child<PageAnswer>("costTotals")->plainText();
        QVERIFY2(text.contains(QStringLiteral("50.0 % less time")) &&
                     text.contains(QStringLiteral("3 of 4 layers faster, 0 slower")),
                 qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral(" area (")), qPrintable(text)); // of the same accelerator
        cost::CostReport wide = costs->report;
        wide.accelerator.wordBytes = 4;
        auto inFloat = std::make_shared<pipeline::ComparedCosts>(*compared);
        inFloat->comparison = cost::compare(shown->costs->report, wide, partners);
        const QString sentence = comparisonSentence(*inFloat, shown->costs->report);
        QVERIFY2(sentence.contains(QStringLiteral(" less area (")), qPrintable(sentence));
        const auto marks = [&](const char* name) {
            int count = 0;
            for (QAbstractSeries* series : chart(name)->chart()->series())
                if (auto* scatter = qobject_cast<QScatterSeries*>(series);
                    scatter && series->name() == u"In FP32")
                    count += scatter->count();
            return count;
        };
        QCOMPARE(marks("roofline"), 3);
        QCOMPARE(marks("layer-cycles"), 3);
        next = std::make_shared<pipeline::Analysis>(*next);
        next->comparedCosts = nullptr;
        view->setAnalysis(next);
        QCOMPARE(marks("layer-cycles"), 0);
        QVERIFY(columnOf("other_cycles") < 0);
    }

    // No time is not no work.
    void whatTakesNoTimeSaysWhy() {
        cost::LayerCost relu = layer("relu", 4, 0, 0, 0, false);
        relu.layer.unit = cost::Unit::Vector;
        relu.layer.inputsOnChip = true;
        const QString why = QStringLiteral("done while the array computes");
        QVERIFY(layerTip(relu, {}).contains(why));
        relu.cycles = 100;
        QVERIFY(!layerTip(relu, {}).contains(why));
    }

    // Cells stand idle for most of the cycles, and DRAM is busy beside them; a layer without cycles is none.
    void causesSayWhatTheirRemovalGains() {
        auto analysis = std::make_shared<pipeline::Analysis>(*example());
        auto costs = std::make_shared<pipeline::Costs>(*analysis->costs);
        cost::CostReport& report = costs->report;
        cost::LayerCost one = report.layers[0];
        one.cycles = 1000;
        one.spent = {};
        one.spent[cost::Spent::Computing] = 300;
        one.spent[cost::Spent::IdleCells] = 600;
        one.spent[cost::Spent::DramInputs] = 100;
        one.busy.dram = 800;
        cost::LayerCost none;
        none.layer.unit = cost::Unit::Vector;
        report.layers = {one, none};
        report.cycles = 1000;
        report.spent = one.spent;
        analysis->costs = costs;
        view->setAnalysis(analysis);
        const QString answer = child<PageAnswer>("costTotals")->plainText();
        QVERIFY2(answer.contains(QStringLiteral("Idle cells: 60.0 % of the cycles, without them 1.25 ")),
                 qPrintable(answer));
        QVERIFY2(answer.contains(QStringLiteral("the limit of 1 of 1 layer")) ||
                     answer.contains(QStringLiteral("the limit of 1 of 1 layers")),
                 qPrintable(answer));
        QVERIFY2(answer.contains(QStringLiteral("Waiting for DRAM takes 10.0 %: without it 1.11 ")),
                 qPrintable(answer));
    }

    // The answer says what is lost to what; a button takes what would help.
    void whatWouldHelp() {
        const QString answer = child<PageAnswer>("costTotals")->plainText();
        QVERIFY2(answer.contains(QStringLiteral("Waiting for DRAM")) &&
                     answer.contains(QStringLiteral("2 of 4")),
                 qPrintable(answer));
        QVERIFY(answer.contains(
            QStringLiteral("More SRAM for tiles than 96 KiB gains less than 1 %. Less was not tried.")));
        QVERIFY2(answer.contains(QStringLiteral(" by the table horowitz-45nm")), qPrintable(answer));
        QVERIFY2(answer.contains(QStringLiteral("32 × 32 → 64 × 64: 10 % slower")), qPrintable(answer));
        QVERIFY(!answer.contains(QStringLiteral("gains 0")));
        const auto buttons = child<QWidget>("whatIfs")->findChildren<QAbstractButton*>();
        QCOMPARE(buttons.size(), 1);
        QCOMPARE(buttons[0]->text(), QStringLiteral("2 × bandwidth"));
        QCOMPARE(buttons[0]->accessibleName(), QStringLiteral("2 × bandwidth: 1.64 × as fast"));
        QVERIFY(!buttons[0]->font().bold());
        QVERIFY(buttons[0]->toolTip().contains(QStringLiteral("classifier gains most")));
        QTest::mouseClick(buttons[0], Qt::LeftButton);
        QCOMPARE(settings.get().accelerator.bandwidth, std::optional<std::int64_t>(60));
    }

    // Activations that stay gain time, energy and area of their own, also where a button has the same number.
    void whatActivationsOnChipGain() {
        auto next = std::make_shared<pipeline::Analysis>(*shown);
        auto improvements = std::make_shared<pipeline::Improvements>(*shown->improvements);
        cost::StayStep& stay = improvements->stay.emplace();
        stay.effect = improvements->whatIfs.front().effect;
        stay.kiloBytes = 512;
        next->improvements = improvements;
        view->setAnalysis(next);
        const auto answer = [&] { return child<PageAnswer>("costTotals")->plainText(); };
        QVERIFY2(answer().contains(QStringLiteral("From 512 KiB of SRAM")) &&
                     answer().contains(QStringLiteral("1.64 × as fast, energy")) &&
                     answer().contains(QStringLiteral(" ×, area ")),
                 qPrintable(answer()));
        auto more = std::make_shared<pipeline::Analysis>(*next);
        improvements = std::make_shared<pipeline::Improvements>(*improvements);
        improvements->stay->effect.cyclesAfter = 410000;
        more->improvements = improvements;
        view->setAnalysis(more);
        QVERIFY2(answer().contains(QStringLiteral(", 2.00 × as fast, energy")), qPrintable(answer()));
    }

    void clickOnDesignAdoptsIt() {
        auto* pane = chart("dse");
        QCOMPARE(pane->targetCount(), std::size_t(18));
        click(pane, 12); // 4 x 4, input stationary: drawn last where the lines meet
        QCOMPARE(settings.get().accelerator.rows, 4);
        QCOMPARE(settings.get().accelerator.cols, 4);
        click(pane, 5); // 128 x 128, output stationary
        QCOMPARE(settings.get().accelerator.rows, 128);
        QCOMPARE(settings.get().accelerator.dataflow, cost::Dataflow::OutputStationary);
        QCOMPARE(child<QSpinBox>("rows")->value(), 128);
    }

    void zoomAndFit() {
        auto* pane = chart("roofline");
        const QPointF before = pane->positionOf(0), other = pane->positionOf(3);
        QWheelEvent wheel(before, pane->viewport()->mapToGlobal(before), {}, {0, 240}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(pane->viewport(), &wheel);
        const QPointF after = pane->positionOf(0);
        QVERIFY2((after - before).manhattanLength() < 6,
                 qPrintable(QString::number((after - before).manhattanLength())));
        QVERIFY((pane->positionOf(3) - other).manhattanLength() > 20);
        QTest::mouseDClick(pane->viewport(), Qt::LeftButton, {}, before.toPoint());
        QVERIFY((pane->positionOf(3) - other).manhattanLength() < 3);
    }

    void drawsOnlyWhatChanged() {
        auto* pane = chart("roofline");
        const QChart* chart = pane->chart();
        auto same = std::make_shared<pipeline::Analysis>(*shown);
        view->setAnalysis(same);
        settings.change({}, [](pipeline::Settings& s) { s.accelerator.rows = 8; });
        QCOMPARE(pane->chart(), chart);
        selection.select({NodeId(7), {}}); // gets its ring
        QVERIFY(pane->chart() != chart);
    }

    // Also when its costs come later than the model.
    void anotherModelIsShownWhole() {
        auto* pane = chart("roofline");
        const QPointF whole = pane->positionOf(3);
        QTest::keyClick(pane, Qt::Key_Plus);
        QVERIFY((pane->positionOf(3) - whole).manhattanLength() > 20);
        auto next = example();
        const auto costs = std::exchange(next->costs, nullptr);
        view->setAnalysis(next);
        auto done = std::make_shared<pipeline::Analysis>(*next);
        done->costs = costs;
        view->setAnalysis(done);
        QTRY_VERIFY_WITH_TIMEOUT((pane->positionOf(3) - whole).manhattanLength() < 3, 30000);
    }

    void cyclesOfTheLayers() {
        auto* pane = chart("layer-cycles");
        QCOMPARE(pane->targetCount(), std::size_t(4));
        const auto* bars = qobject_cast<QStackedBarSeries*>(pane->chart()->series().front());
        const QList<double> all{220, 480, 90, 30}, waiting{0, 360, 0, 22.5}; // k cycles, for DRAM
        for (int i = 0; i < 4; ++i) {
            double sum = 0;
            for (const QBarSet* set : bars->barSets())
                sum += set->at(i);
            QCOMPARE(sum, all[i]);
            QCOMPARE(bars->barSets().back()->at(i), waiting[i]);
        }
        // Equal steps of cycles are equal heights.
        QTRY_VERIFY_WITH_TIMEOUT(std::abs((pane->positionOf(0).y() - pane->positionOf(1).y()) /
                                              (pane->positionOf(3).y() - pane->positionOf(2).y()) -
                                          260.0 / 60) < 0.2,
                                 30000);
        const QPointF inside(pane->positionOf(1).x(), pane->positionOf(1).y() + 40);
        QTest::mouseClick(pane->viewport(), Qt::LeftButton, {}, inside.toPoint());
        QCOMPARE(selection.current(), (Item{NodeId(7), {}}));
        QTest::keyClick(pane, Qt::Key_Right); // from where the mouse was
        QTest::keyClick(pane, Qt::Key_Return);
        QCOMPARE(selection.current(), (Item{NodeId(9), {}}));
        selection.select({NodeId(12), {}}); // chosen elsewhere
        QVERIFY(chart("roofline")->isVisible());
        const QJsonObject state = view->saveState();
        const QJsonObject saved = state.value(QStringLiteral("tabs")).toObject();
        QCOMPARE(saved.value(QStringLiteral("acceleratorCharts")).toInt(-1), 1);
    }

    // Tab, arrows, Enter, Esc; the same words as the tool tip.
    void keysReachThePoints() {
        auto* pane = chart("roofline");
        const auto ring = [&] { return pane->viewport()->findChild<QWidget*>(QStringLiteral("spotRing")); };
        const auto ringAt = [&](std::size_t target) {
            return ring() && ring()->isVisible() &&
                   QRectF(ring()->geometry()).contains(pane->positionOf(target)) &&
                   (QRectF(ring()->geometry()).center() - pane->positionOf(target)).manhattanLength() < 4;
        };
        const auto accessible = [&](QAccessible::Text kind) {
            return QAccessible::queryAccessibleInterface(pane)->text(kind);
        };
        QCOMPARE(accessible(QAccessible::Name), QStringLiteral("Roofline"));
        QVERIFY(QTest::qWaitForWindowActive(view.get()));
        pane->setFocus(Qt::TabFocusReason);
        QVERIFY(ringAt(3)); // by intensity: 1.1, 6, 60, 180 MAC per byte
        for (const std::size_t target : {1, 2, 0, 0}) {
            QTest::keyClick(pane, Qt::Key_Right);
            QVERIFY(ringAt(target));
        }
        QVERIFY2(QToolTip::text().startsWith(QStringLiteral("stem/conv\n180 MAC")),
                 qPrintable(QToolTip::text()));
        QVERIFY(accessible(QAccessible::Value).startsWith(QStringLiteral("stem/conv, 180 MAC")));
        QVERIFY(accessible(QAccessible::Name).startsWith(QStringLiteral("Roofline: stem/conv")));
        QVERIFY(selection.current().empty());
        QTest::keyClick(pane, Qt::Key_Up); // by throughput: 24, 120, 525, 800 MAC/cycle
        QVERIFY(ringAt(2));
        QTest::keyClick(pane, Qt::Key_Return);
        QCOMPARE(selection.current(), (Item{NodeId(9), {}}));
        QCoreApplication::processEvents(); // the chart is built again
        QTRY_VERIFY_WITH_TIMEOUT(ringAt(2), 30000);
        QTest::keyClick(pane, Qt::Key_Escape);
        QVERIFY(!ring()->isVisible());
        QVERIFY(accessible(QAccessible::Value).isEmpty());
        QVERIFY(!selection.current().empty());
        QTest::keyClick(pane, Qt::Key_Escape);
        QVERIFY(selection.current().empty());
        // What lies outside of what is seen is brought into it.
        for (int i = 0; i < 8; ++i)
            QTest::keyClick(pane, Qt::Key_Plus);
        for (const std::size_t target : {0, 2, 1, 3}) {
            QTest::keyClick(pane, target == 0 ? Qt::Key_Right : Qt::Key_Left);
            QTRY_VERIFY_WITH_TIMEOUT(ringAt(target), 30000);
            QVERIFY(pane->viewport()->rect().contains(ring()->geometry().center()));
        }
        child<QTableView>("layerTable")->setFocus(Qt::TabFocusReason);
        QVERIFY(!ring()->isVisible());
        pane->setFocus(Qt::BacktabFocusReason);
        QTRY_VERIFY_WITH_TIMEOUT(ringAt(3), 30000); // where it was
        QTest::mouseClick(pane->viewport(), Qt::LeftButton, {}, {40, 40});
        QVERIFY(!ring()->isVisible());
    }

    void anotherSessionBeginsWhereOneEnded() {
        const auto zoomed = [this] {
            ChartPane* pane = chart("roofline");
            return QList<QPointF>{pane->positionOf(0), pane->positionOf(3)};
        };
        const QList<QPointF> whole = zoomed();
        {
            ChartPane* pane = chart("roofline");
            const QPointF at = pane->positionOf(1);
            QWheelEvent wheel(at, pane->viewport()->mapToGlobal(at), {}, {0, 240}, Qt::NoButton,
                              Qt::ShiftModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(pane->viewport(), &wheel);
            QTest::keyClick(pane, Qt::Key_Plus);
        }
        const QList<QPointF> seen = zoomed();
        const QJsonObject state = view->saveState();
        const auto open = [&](const QJsonObject& with) {
            view = accelerator_view.make(context);
            view->resize(1280, 800);
            view->restoreState(with);
            if (view->saveState().value(QStringLiteral("seen")) != with.value(QStringLiteral("seen")))
                return false; // a page that nobody looked at forgets nothing
            view->show();
            auto analysis = example();
            const auto costs = std::exchange(analysis->costs, nullptr);
            view->setAnalysis(analysis);
            analysis = std::make_shared<pipeline::Analysis>(*analysis);
            analysis->costs = costs;
            view->setAnalysis(analysis);
            return QTest::qWaitForWindowExposed(view.get());
        };
        const auto same = [&](const QList<QPointF>& places) {
            const QList<QPointF> now = zoomed();
            for (qsizetype i = 0; i < now.size(); ++i)
                if ((now[i] - places[i]).manhattanLength() > 2) return false;
            return true;
        };
        QVERIFY(!same(whole));
        QVERIFY(open(state));
        QTRY_VERIFY_WITH_TIMEOUT(same(seen), 30000);
        QTest::keyClick(chart("roofline"), Qt::Key_Home);
        QTRY_VERIFY_WITH_TIMEOUT(same(whole), 30000);
        QJsonObject hostile = state;
        hostile.insert(QStringLiteral("seen"),
                       QJsonObject{{QStringLiteral("rooflineChart"), QJsonArray{0.5, 0.5, 1e300, -1}},
                                   {QStringLiteral("dseChart"), QStringLiteral("all")}});
        view = accelerator_view.make(context);
        view->resize(1280, 800);
        view->restoreState(hostile);
        view->show();
        view->setAnalysis(example());
        QTRY_VERIFY_WITH_TIMEOUT(same(whole), 30000);
    }

    void stages() {
        auto pending = example();
        pending->pending = {"cost"};
        view->setAnalysis(pending);
        auto* table = child<QTableView>("layerTable")->parent()->findChild<StageOverlay*>();
        QVERIFY(table->isVisible() && table->pending());
        auto failed = std::make_shared<pipeline::Analysis>();
        failed->opened = pending->opened;
        failed->errors["cost"] = badInput("no shapes");
        view->setAnalysis(failed);
        QVERIFY(table->text().contains(QStringLiteral("no shapes")));
        QVERIFY(view->figures().empty());
    }

    void figures() {
        const std::vector<Figure> figures = view->figures();
        QCOMPARE(figures.size(), std::size_t(7)); // SRAM is not varied
        QCOMPARE(figures[1].name, QStringLiteral("roofline"));
        const QByteArray roofline = svgOf(figures[1]);
        QVERIFY(roofline.contains("ridge 34.1 MAC/byte"));
        QVERIFY(roofline.contains("Throughput (MAC/cycle)"));
        const QByteArray dse = svgOf(figures[3]);
        QVERIFY(dse.contains("Weight stationary") && dse.contains("fastest: 128 × 128"));
        const QByteArray bars = svgOf(figures[0]);
        QVERIFY(bars.contains("block1/depthwise, 480 k cycles") && bars.contains("Idle cells") &&
                bars.contains("DRAM"));
        QVERIFY(!bars.contains("classifier, ")); // the largest ones are named
        const QByteArray energy = svgOf(figures[2]);
        QVERIFY(energy.contains("Energy (µJ)") && energy.contains("250 µJ"));
    }
};

EDGEWRIGHT_TEST(AcceleratorPageTest)

} // namespace edgewright::accelerator_page_test

#include "accelerator_page_test.moc"
