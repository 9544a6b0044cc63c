// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/accelerator_view.h"

#include "core/pipeline/cost_comparison.h"
#include "views/accelerator/accelerator_controls.h"
#include "views/accelerator/array/array_pane.h"
#include "views/accelerator/array/dataflow_pane.h"
#include "views/accelerator/charts/cost_charts.h"
#include "views/accelerator/charts/cost_text.h"
#include "views/accelerator/compare_box.h"
#include "views/accelerator/dse/dse_view.h"
#include "views/accelerator/search/nest_view.h"
#include "views/accelerator/search/search_view.h"
#include "views/accelerator/what_if_row.h"
#include "views/session/measurements.h"
#include "views/session/pin.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/pin/pin_table.h"
#include "views/support/quantity.h"
#include "views/support/scroll_column.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QApplication>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProxyStyle>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <iterator>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;
using namespace std::string_view_literals;

namespace {

// Tabs with little room around their titles: all of them are seen beside the inspector, on the smallest screen.
class TightTabs final : public QProxyStyle {
public:
    explicit TightTabs(QTabBar* bar) : QProxyStyle(QApplication::style()->name()) {
        setParent(bar);
        bar->setStyle(this);
    }
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        const int pixels = QProxyStyle::pixelMetric(metric, option, widget);
        return metric == PM_TabBarTabHSpace ? pixels * 7 / 12 : pixels;
    }
};

constexpr int SideWidth = 208; // pixels

// The tips of rows, and the costs that a column compares with.
QVariant layerWords(const pipeline::Analysis& now, int row, std::string_view key, int role) {
    if (!now.costs) return {};
    const cost::CostReport& report = now.costs->report;
    const auto compared = pipeline::comparisonOf(now);
    if (row < 0)
        return role == Qt::DisplayRole && key == "other_cycles" && compared ? referenceTitle(compared->with)
                                                                            : QVariant();
    const auto layer = static_cast<std::size_t>(row);
    if (layer >= report.layers.size()) return {};
    if (role == NothingRole) {
        const cost::LayerCost& cost = report.layers[layer];
        return cost.cycles == 0 && cost.dram.total() == 0 && cost.energy.total() == 0;
    }
    if (role != Qt::ToolTipRole) return {};
    return layerTip(report.layers[layer], report.accelerator) +
           (compared ? u'\n' + otherTip(*compared, layer, report) : QString());
}

} // namespace

AcceleratorView::AcceleratorView(ViewContext& context, QWidget* parent) : View(context, parent) {
    auto* columns = rowIn(this, {16, 8, 16, 8}, 16);
    columns->addWidget(makeSide());
    columns->addWidget(makeResults(), 1);

    connect(&context.selection, &Selection::changed, this, [this] {
        if (isVisible()) markSelectedRow(); // showEvent() catches up
    });
    if (Measurements* measurements = context.measurements) {
        const auto showRoof = [this, measurements] {
            m_controls->setRoof(measurements->machineRoof().get().get());
        };
        connect(&measurements->machineRoof(), &MachineRoof::changed, this, showRoof);
        showRoof();
    }
    showTotals();
    showTableStage();
}

QWidget* AcceleratorView::makeSide() {
    auto* side = new QWidget;
    auto* rows = columnIn(side, {}, 8);
    m_controls = new AcceleratorControls(context().settings, side);
    rows->addWidget(m_controls);
    rows->addWidget(new CompareBox(context(), side));
    m_note = new QLabel(side);
    m_note->setWordWrap(true);
    m_note->setFont(views::font(TextSize::Small));
    rows->addWidget(m_note);
    rows->addStretch(1);
    auto* scroll = scrollColumn(side, SideWidth, this);
    scroll->setObjectName(u"acceleratorSide"_s);
    return scroll;
}

// A window of its own is laid out once more as it closes, and the table asks for words.
AcceleratorView::~AcceleratorView() { hide(); }

QWidget* AcceleratorView::makeResults() {
    auto* results = new QWidget(this);
    auto* rows = columnIn(results, {}, 8);
    m_totals = new PageAnswer(u"costTotals"_s, results);
    rows->addWidget(m_totals);
    m_whatIfs = new WhatIfRow(results);
    rows->addWidget(m_whatIfs);
    connect(m_whatIfs, &WhatIfRow::chosen, this, [this](const cost::Accelerator& accelerator) {
        context().settings.change(tr("Accelerator"),
                                  [&](pipeline::Settings& s) { s.accelerator = accelerator; });
    });

    auto* split = makeSplitter(Qt::Vertical, QStringLiteral("acceleratorRows"), results);
    auto* charts = new QTabWidget(split);
    charts->setObjectName(u"acceleratorCharts"_s);
    charts->setDocumentMode(true);
    new TightTabs(charts->tabBar());
    m_tabs = charts;
    ChartCard* roofline = nullptr;
    for (const ChartSpec* spec : acceleratorCharts()) {
        auto* card = new ChartCard(*spec, context(), charts);
        connect(card, &ChartCard::retryRequested, this, &View::retryRequested);
        charts->setTabToolTip(charts->addTab(card, card->tabTitle()), card->title());
        m_charts.push_back(card);
        if (spec->name == "roofline"sv) roofline = card;
    }
    m_array = new ArrayPane(context(), charts);
    charts->addTab(m_array, m_array->title());
    connect(m_array, &ArrayPane::retryRequested, this, &View::retryRequested);
    m_dse = new DseView(context(), charts);
    connect(m_dse, &DseView::retryRequested, this, &View::retryRequested);
    charts->setTabToolTip(charts->addTab(m_dse, tr("Space")), tr("Design space"));
    m_search = new SearchView(context(), charts);
    charts->setTabToolTip(charts->addTab(m_search, tr("Search")), tr("Search for mappings"));
    m_dataflows = new DataflowPane(context(), charts);
    charts->addTab(m_dataflows, m_dataflows->title());
    m_nest = new NestView(context(), charts);
    charts->addTab(m_nest, m_nest->title());
    addPin(*m_totals, *charts, context().pin);
    auto* roofs = new QCheckBox(tr("All roofs"), charts);
    roofs->setObjectName(u"allRoofs"_s);
    roofs->setToolTip(tr("The roofs of all presets in the roofline, each at its own clock"));
    charts->setCornerWidget(roofs);
    connect(roofs, &QCheckBox::toggled, roofline,
            [roofline](bool on) { roofline->setMarked(on ? std::optional<std::int64_t>(1) : std::nullopt); });
    const auto showRoofs = [=] { roofs->setVisible(charts->currentWidget() == roofline); };
    connect(charts, &QTabWidget::currentChanged, roofs, showRoofs);
    showRoofs();
    split->addWidget(charts);
    m_layers = new RowTable(pipeline::costTable(nullptr, nullptr), this,
                            [this](int row, std::string_view key, int role) {
                                return m_analysis ? layerWords(*m_analysis, row, key, role) : QVariant();
                            });
    m_table = new DataTable(*m_layers, u"layerTable"_s, split);
    m_table->view().setAccessibleName(tr("Layers"));
    m_table->leaveOutNothing(tr("also those that cost nothing: %1"));
    connect(m_table, &DataTable::rowChosen, this, [this](int row) {
        context().selection.select(
            {m_analysis->costs->report.layers.at(static_cast<std::size_t>(row)).layer.node, {}});
    });
    split->addWidget(m_table);
    split->setSizes({1150, 850});
    rows->addWidget(split, 1);
    m_tableStage = new StageOverlay(m_table);
    connect(m_tableStage, &StageOverlay::retryRequested, this, &View::retryRequested);
    return results;
}

void AcceleratorView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const bool sameModel = m_analysis && analysis && m_analysis->opened == analysis->opened;
    // Points and trials come many times a second.
    const bool isPart =
        sameModel && m_analysis->costs == analysis->costs &&
        m_analysis->comparedCosts == analysis->comparedCosts &&
        m_analysis->improvements == analysis->improvements && m_analysis->pending == analysis->pending &&
        m_analysis->cancelled == analysis->cancelled && m_analysis->errors.size() == analysis->errors.size();
    m_analysis = std::move(analysis);
    m_dse->setAnalysis(m_analysis);
    m_search->setAnalysis(m_analysis);
    if (isPart) return;
    m_layers->show(pipeline::costTable(m_analysis ? m_analysis->costs : nullptr,
                                       m_analysis ? pipeline::comparisonOf(*m_analysis) : nullptr));
    if (!sameModel) m_columnsFit = false;
    if (!m_columnsFit && m_layers->rowCount() > 0) {
        m_table->fitColumns(0);
        m_columnsFit = true;
    }
    for (ChartCard* card : m_charts)
        card->setAnalysis(m_analysis);
    m_array->setAnalysis(m_analysis);
    m_nest->setAnalysis(m_analysis);
    showTotals();
    showTableStage();
    markSelectedRow();
}

void AcceleratorView::showTableStage() {
    if (!m_analysis || !m_analysis->opened) return m_tableStage->display({}, false); // the pictures say it
    QString text;
    if (m_analysis->costs && m_analysis->costs->report.layers.empty())
        text = tr("This model has no operator with a known shape.");
    else if (const QString error = errorText(*m_analysis, "cost"); !m_analysis->costs)
        text = error.isEmpty() ? tr("The costs are being computed.") : tr("There are no costs: %1").arg(error);
    m_tableStage->display(text, isPending(m_analysis.get(), {"cost"}), cancelledOf(m_analysis.get(), {"cost"}));
}

void AcceleratorView::markSelectedRow() {
    std::vector<int> rows;
    if (m_analysis)
        for (const std::size_t layer : layersOf(*m_analysis, context().selection.current()))
            rows.push_back(static_cast<int>(layer));
    m_table->markRows(rows);
}

void AcceleratorView::showEvent(QShowEvent* event) {
    View::showEvent(event);
    markSelectedRow();
}

std::vector<std::pair<const QWidget*, std::vector<Figure>>> AcceleratorView::figuresOfTabs() const {
    std::vector<std::pair<const QWidget*, std::vector<Figure>>> tabs;
    if (!m_analysis) return tabs;
    const auto add = [&tabs](const auto* tab) {
        auto& figures = tabs.emplace_back(tab, std::vector<Figure>()).second;
        if (auto figure = tab->figure()) figures.push_back(*std::move(figure));
    };
    for (const ChartCard* card : m_charts) {
        add(card);
        for (Figure& figure : tabs.back().second) {
            figure.table = {u"layers"_s, m_layers->table()};
            figure.hasAnswer = figure.name == u"layer-cycles"_s;
        }
    }
    tabs.emplace_back(m_dse, m_dse->figures());
    add(m_array);
    add(m_search);
    if (!m_dataflows->isHidden()) // of no model: while one looks at it
        tabs.emplace_back(m_dataflows, std::vector<Figure>{m_dataflows->figure()});
    return tabs;
}

std::vector<Slide> AcceleratorView::slides() const {
    std::vector<Slide> slides;
    const QString ofPage = answer();
    for (auto& [tab, figures] : figuresOfTabs()) {
        const QString ofTab = answerIn(*tab);
        for (Figure& figure : figures)
            if (tab == m_dataflows)
                slides.push_back(m_dataflows->slide());
            else if (auto played = tab == m_array ? m_array->slide() : std::nullopt)
                slides.push_back(*std::move(played));
            else
                slides.push_back(slideOf(std::move(figure), ofTab.isEmpty() ? ofPage : ofTab));
    }
    return slides;
}

std::size_t AcceleratorView::currentSlide() const {
    std::size_t before = 0;
    for (const auto& [tab, figures] : figuresOfTabs()) {
        if (tab->isVisible()) return before;
        before += figures.size();
    }
    return 0;
}

std::vector<Figure> AcceleratorView::figures() const {
    std::vector<Figure> result;
    for (auto& [tab, figures] : figuresOfTabs())
        std::ranges::move(figures, std::back_inserter(result));
    return result;
}

QJsonObject AcceleratorView::saveState() const {
    QJsonObject state = View::saveState();
    state.insert(u"designSpace"_s, m_dse->saveState());
    state.insert(u"mappingSearch"_s, m_search->saveState());
    state.insert(u"dataflows"_s, m_dataflows->saveState());
    return state;
}

void AcceleratorView::restoreState(const QJsonObject& state) {
    m_dse->restoreState(state.value(u"designSpace"_s).toObject());
    m_search->restoreState(state.value(u"mappingSearch"_s).toObject());
    m_dataflows->restoreState(state.value(u"dataflows"_s).toObject());
    View::restoreState(state);
}

const ViewEntry accelerator_view{
    "accelerator",
    QT_TRANSLATE_NOOP("Page", "Accelerator"),
    ":/icons/accelerator.svg",
    QT_TRANSLATE_NOOP("Page", "Cycles, traffic and bounds of every layer on a systolic array"),
    [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<AcceleratorView>(context); },
    {"explore", "improve", "compare_costs"}};

} // namespace edgewright::views
