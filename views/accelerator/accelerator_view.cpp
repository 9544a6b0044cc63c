// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/accelerator_view.h"

#include "views/accelerator/accelerator_controls.h"
#include "views/accelerator/cost_text.h"
#include "views/accelerator/dse_chart.h"
#include "views/accelerator/layer_cycles.h"
#include "views/accelerator/layer_table.h"
#include "views/accelerator/roofline_chart.h"
#include "views/support/quantity.h"
#include "views/support/stage_overlay.h"
#include "views/support/stage_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStringList>
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
    connect(m_roofline, &ChartPane::targetClicked, this, [this](std::size_t index) {
        if (!m_analysis || !m_analysis->costs) return;
        const auto& layers = m_analysis->costs->report.layers;
        if (index < layers.size()) this->context().selection.select({layers[index].layer.node, {}});
    });
    connect(m_sweep, &ChartPane::targetClicked, this, &AcceleratorView::adopt);
    for (ChartPane* pane : {m_roofline, m_sweep})
        connect(pane, &ChartPane::cleared, this, [this] { this->context().selection.clear(); });
    connect(&context.selection, &Selection::changed, this, &AcceleratorView::selectionChanged);
    connect(&context.settings, &SettingsModel::changed, this, &AcceleratorView::settingsChanged);
    settingsChanged();
    showTotals();
    showStages();
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
    split->setHandleWidth(8);
    split->setChildrenCollapsible(false);
    auto* charts = new QSplitter(Qt::Horizontal, split);
    charts->setHandleWidth(8);
    charts->setChildrenCollapsible(false);
    m_roofline = new ChartPane(charts);
    m_roofline->setObjectName(u"rooflineChart"_s);
    m_roofline->setAccessibleName(tr("Roofline"));
    m_sweep = new ChartPane(charts);
    m_sweep->setObjectName(u"dseChart"_s);
    m_sweep->setAccessibleName(tr("Total cycles over array size"));
    charts->addWidget(m_roofline);
    charts->addWidget(m_sweep);
    charts->setSizes({1000, 1000});
    split->addWidget(charts);
    makeTable(split);
    split->addWidget(m_table);
    split->setSizes({1150, 850});
    rows->addWidget(split, 1);
    m_rooflineStage = new StageOverlay(m_roofline);
    m_sweepStage = new StageOverlay(m_sweep);
    m_tableStage = new StageOverlay(m_table);
    for (StageOverlay* overlay : {m_rooflineStage, m_sweepStage, m_tableStage})
        connect(overlay, &StageOverlay::retryRequested, this, &View::retryRequested);
    return results;
}

void AcceleratorView::makeTable(QWidget* parent) {
    m_layers = new LayerTable(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_layers);
    m_sorted->setSortRole(LayerTable::SortRole);
    m_table = new QTableView(parent);
    m_table->setObjectName(u"layerTable"_s);
    m_table->setAccessibleName(tr("Layers"));
    m_table->setModel(m_sorted);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setFont(views::font(TextSize::Small));
    m_table->horizontalHeader()->setFont(views::font(TextSize::Small));
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(24);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // the order of execution at first
    m_sorted->sort(-1);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AcceleratorView::rowChosen);
}

void AcceleratorView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const bool sameModel = m_analysis && analysis && m_analysis->opened == analysis->opened;
    m_analysis = std::move(analysis);
    m_selecting = true;
    m_layers->setCosts(m_analysis ? m_analysis->costs : nullptr);
    m_selecting = false;
    if (!sameModel) m_columnsFit = false;
    if (!m_columnsFit && m_layers->rowCount() > 0) {
        m_table->resizeColumnsToContents();
        m_table->setColumnWidth(LayerTable::Name, std::clamp(m_table->columnWidth(LayerTable::Name), 120, 200));
        m_columnsFit = true;
    }
    drawRoofline(sameModel);
    drawSweep(sameModel);
    showTotals();
    showStages();
    markSelectedRow();
}

void AcceleratorView::drawRoofline(bool keepView) {
    const Theme& theme = Theme::forPalette(palette());
    if (m_analysis && m_analysis->costs)
        m_roofline->display(rooflineChart(*m_analysis->costs, theme, selectedLayers()), keepView);
}

void AcceleratorView::drawSweep(bool keepView) {
    const Theme& theme = Theme::forPalette(palette());
    if (m_analysis && m_analysis->sweep)
        m_sweep->display(dseChart(*m_analysis->sweep, context().settings.get().accelerator, theme), keepView);
}

void AcceleratorView::showTotals() {
    if (!m_analysis || !m_analysis->costs) {
        m_totals->setText(tr("No costs yet"));
        m_note->clear();
        return;
    }
    const cost::CostReport& report = m_analysis->costs->report;
    m_totals->setText(tr("<b>%1</b> · utilisation %2 · %3 stalled · DRAM %4 · energy %5 · %6 in %7 layers")
                          .arg(cyclesText(report.cycles), percentText(report.utilization),
                               percentText(report.cycles > 0 ? static_cast<double>(report.stallCycles) /
                                                                   static_cast<double>(report.cycles)
                                                             : 0),
                               bytesText(report.dram.total() * report.accelerator.wordBytes),
                               energyText(report.energyPicojoules), macsText(static_cast<double>(report.macs)),
                               QString::number(report.layers.size())));
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

QString AcceleratorView::emptyStateText(const char* stage, bool hasResult) const {
    if (!m_analysis || !m_analysis->opened) return tr("Open a model to see what its layers cost.");
    if (hasResult) return {};
    if (const QString error = errorText(*m_analysis, stage); !error.isEmpty())
        return tr("There are no costs: %1").arg(error);
    return tr("The costs are being computed.");
}

void AcceleratorView::showStages() {
    const auto show = [&](StageOverlay& overlay, const QString& message, const char* stage) {
        overlay.display(message, isPending(m_analysis.get(), {stage}), cancelledOf(m_analysis.get(), {stage}));
    };
    const bool costs = m_analysis && m_analysis->costs, sweep = m_analysis && m_analysis->sweep;
    QString layers = emptyStateText("cost", costs);
    if (costs && m_analysis->costs->report.layers.empty())
        layers = tr("This model has no operator with a known shape.");
    show(*m_rooflineStage, layers, "cost");
    show(*m_tableStage, layers, "cost");
    show(*m_sweepStage,
         costs && m_analysis->costs->report.layers.empty() ? layers : emptyStateText("sweep", sweep), "sweep");
}

void AcceleratorView::settingsChanged() {
    m_controls->set(context().settings.get().accelerator);
    drawSweep(true);
}

std::vector<std::size_t> AcceleratorView::selectedLayers() const {
    std::vector<std::size_t> result;
    const NodeId node = context().selection.current().node;
    if (!node.valid() || !m_analysis || !m_analysis->costs) return result;
    std::vector<NodeId> nodes{node};
    if (m_analysis->fusion && !m_analysis->fusion->graph.contains(node) &&
        m_analysis->fusion->base.contains(node))
        nodes = m_analysis->fusion->descendantsOf(node);
    const auto& layers = m_analysis->costs->report.layers;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (std::ranges::find(nodes, layers[i].layer.node) != nodes.end()) result.push_back(i);
    return result;
}

void AcceleratorView::selectionChanged() {
    if (!isVisible()) return; // showEvent() catches up
    drawRoofline(true);
    markSelectedRow();
}

void AcceleratorView::showEvent(QShowEvent* event) {
    View::showEvent(event);
    selectionChanged();
}

void AcceleratorView::markSelectedRow() {
    const std::vector<std::size_t> selected = selectedLayers();
    m_selecting = true;
    if (selected.empty()) {
        m_table->clearSelection();
    } else {
        const QModelIndex row = m_sorted->mapFromSource(m_layers->index(static_cast<int>(selected.front()), 0));
        m_table->selectionModel()->setCurrentIndex(row, QItemSelectionModel::ClearAndSelect |
                                                            QItemSelectionModel::Rows);
        m_table->scrollTo(row);
    }
    m_selecting = false;
}

void AcceleratorView::rowChosen() {
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (m_selecting || rows.isEmpty() || !m_analysis || !m_analysis->costs) return;
    const auto index = static_cast<std::size_t>(m_sorted->mapToSource(rows.front()).row());
    context().selection.select({m_analysis->costs->report.layers.at(index).layer.node, {}});
}

void AcceleratorView::adopt(std::size_t point) {
    if (!m_analysis || !m_analysis->sweep || point >= m_analysis->sweep->size()) return;
    const cost::DesignPoint chosen = (*m_analysis->sweep)[point];
    context().settings.change(tr("Design point"), [&](pipeline::Settings& s) {
        s.accelerator.rows = chosen.rows;
        s.accelerator.cols = chosen.cols;
        s.accelerator.dataflow = chosen.dataflow;
    });
}

void AcceleratorView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_table) {
        drawRoofline(true);
        drawSweep(true);
    }
    View::changeEvent(event);
}

std::vector<Figure> AcceleratorView::figures() const {
    std::vector<Figure> result;
    if (!m_analysis) return result;
    if (const auto costs = m_analysis->costs; costs && !costs->report.layers.empty()) {
        result.push_back(chartFigure(u"roofline"_s, tr("Roofline"), {658, 400},
                                     [costs](const Theme& theme) { return rooflineChart(*costs, theme, {}); }));
    }
    if (const auto sweep = m_analysis->sweep; sweep && !sweep->empty())
        result.push_back(chartFigure(u"dse"_s, tr("Array size and dataflow"), {658, 400},
                                     [sweep, accelerator = context().settings.get().accelerator](
                                         const Theme& theme) { return dseChart(*sweep, accelerator, theme); }));
    if (const auto costs = m_analysis->costs; costs && !costs->report.layers.empty())
        result.push_back({u"layer-cycles"_s, tr("Cycles per layer"), layerCyclesSize(costs->report),
                          [costs](QPainter& painter, const QRectF& area, const Theme& theme) {
                              paintLayerCycles(painter, area, theme, costs->report);
                          }});
    return result;
}

const ViewEntry accelerator_view{
    "accelerator",
    QT_TRANSLATE_NOOP("Page", "Accelerator"),
    ":/icons/accelerator.svg",
    QT_TRANSLATE_NOOP("Page", "Cycles, traffic and bounds of every layer on a systolic array"),
    [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<AcceleratorView>(context); },
    "sweep"};

} // namespace edgewright::views
