// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/accelerator_view.h"

#include "views/accelerator/accelerator_controls.h"
#include "views/accelerator/cost_text.h"
#include "views/accelerator/dse_chart.h"
#include "views/accelerator/layer_cycles.h"
#include "views/accelerator/layer_table.h"
#include "views/accelerator/roofline_chart.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStringList>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

AcceleratorView::AcceleratorView(ViewContext& context, QWidget* parent) : View(context, parent) {
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(16, 8, 16, 8);
    columns->setSpacing(16);
    columns->addWidget(makeSide());
    columns->addWidget(makeResults(), 1);

    connect(m_controls, &AcceleratorControls::changed, this, [this](const cost::Accelerator& accelerator) {
        this->context().settings.change(tr("Accelerator"),
                                        [&](pipeline::Settings& s) { s.accelerator = accelerator; });
    });
    connect(&context.selection, &Selection::changed, this, [this] {
        if (isVisible()) markSelectedRow(); // showEvent() catches up
    });
    const auto showSettings = [this] { m_controls->set(this->context().settings.get().accelerator); };
    connect(&context.settings, &SettingsModel::changed, this, showSettings);
    showSettings();
    showTotals();
    showTableStage();
}

QWidget* AcceleratorView::makeSide() {
    auto* side = new QWidget(this);
    side->setFixedWidth(208);
    auto* rows = new QVBoxLayout(side);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    m_controls = new AcceleratorControls(side);
    rows->addWidget(m_controls);
    m_note = new QLabel(side);
    m_note->setWordWrap(true);
    m_note->setFont(views::font(TextSize::Small));
    rows->addWidget(m_note);
    rows->addStretch(1);
    return side;
}

QWidget* AcceleratorView::makeResults() {
    auto* results = new QWidget(this);
    auto* rows = new QVBoxLayout(results);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    m_totals = new QLabel(results);
    m_totals->setObjectName(u"costTotals"_s);
    m_totals->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_totals->setWordWrap(true);
    rows->addWidget(m_totals);

    auto* split = new QSplitter(Qt::Vertical, results);
    split->setObjectName(QStringLiteral("acceleratorRows"));
    split->setHandleWidth(8);
    split->setChildrenCollapsible(false);
    auto* charts = new QSplitter(Qt::Horizontal, split);
    charts->setHandleWidth(8);
    charts->setChildrenCollapsible(false);
    auto* byLayer = new QTabWidget(charts); // one beside the sweep at a time
    byLayer->setObjectName(u"chartsByLayer"_s);
    byLayer->setDocumentMode(true);
    for (const ChartSpec* spec : {&roofline_chart, &dse_chart, &layer_cycles_chart}) {
        auto* card = new ChartCard(*spec, context(), charts);
        connect(card, &ChartCard::retryRequested, this, &View::retryRequested);
        if (spec != &dse_chart) byLayer->addTab(card, card->title());
        m_charts.push_back(card);
    }
    charts->setSizes({1000, 1000});
    split->addWidget(charts);
    m_layers = new LayerTable(this);
    m_table = new DataTable(*m_layers, u"layerTable"_s, split);
    m_table->view().setAccessibleName(tr("Layers"));
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
    m_analysis = std::move(analysis);
    m_layers->setCosts(m_analysis ? m_analysis->costs : nullptr);
    if (!sameModel) m_columnsFit = false;
    if (!m_columnsFit && m_layers->rowCount() > 0) {
        m_table->view().resizeColumnsToContents();
        m_table->view().setColumnWidth(LayerTable::Name,
                                       std::clamp(m_table->view().columnWidth(LayerTable::Name), 120, 200));
        m_columnsFit = true;
    }
    for (ChartCard* card : m_charts)
        card->setAnalysis(m_analysis);
    showTotals();
    showTableStage();
    markSelectedRow();
}

void AcceleratorView::showTotals() {
    if (!m_analysis || !m_analysis->costs) {
        m_totals->setText(tr("No costs yet"));
        m_note->clear();
        return;
    }
    const cost::CostReport& report = m_analysis->costs->report;
    m_totals->setText(
        tr("<b>%1</b> · utilisation %2 · %3 stalled · DRAM %4 · energy %5 · %6 in %n layers", nullptr,
           static_cast<int>(report.layers.size()))
            .arg(cyclesText(report.cycles), percentText(report.utilization),
                 percentText(report.cycles > 0
                                 ? static_cast<double>(report.stallCycles) / static_cast<double>(report.cycles)
                                 : 0),
                 bytesText(report.dram.total() * report.accelerator.wordBytes),
                 energyText(report.energy.total()), macsText(static_cast<double>(report.macs))));
    const std::size_t skipped = m_analysis->costs->skipped.size();
    QStringList notes;
    if (skipped > 0) notes << tr("Layers without a full shape, not counted: %1.").arg(skipped);
    for (const cost::Unmodelled& each : m_analysis->costs->unmodelled)
        notes << tr("Not modelled: %1 × %2, %3 of the words that the model's nodes read and write.")
                     .arg(each.nodes)
                     .arg(QString::fromStdString(each.op), percentText(each.share));
    if (!report.accelerator.bandwidth)
        notes << tr("The roof is drawn for %1 B/cycle. Cycles and stalls are those of an array whose memory "
                    "always keeps up.")
                     .arg(significant(m_analysis->costs->roofline.bandwidth));
    else
        notes << tr("Stalls are counted as SCALE-Sim v3 counts them: a late fetch stalls the array for twice "
                    "its delay.");
    m_note->setText(notes.join(u'\n'));
}

void AcceleratorView::showTableStage() {
    QString text;
    if (!m_analysis || !m_analysis->opened)
        text = tr("Open a model to see what its layers cost.");
    else if (m_analysis->costs && m_analysis->costs->report.layers.empty())
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

std::vector<Figure> AcceleratorView::figures() const {
    std::vector<Figure> result;
    if (!m_analysis) return result;
    for (const ChartCard* card : m_charts)
        if (auto figure = card->figure()) result.push_back(*std::move(figure));
    return result;
}

const ViewEntry accelerator_view{
    "accelerator",
    QT_TRANSLATE_NOOP("Page", "Accelerator"),
    ":/icons/accelerator.svg",
    QT_TRANSLATE_NOOP("Page", "Cycles, traffic and bounds of every layer on a systolic array"),
    [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<AcceleratorView>(context); },
    {"explore"}};

} // namespace edgewright::views
