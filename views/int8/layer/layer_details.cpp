// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/layer_details.h"

#include "views/int8/heat_map.h"
#include "views/int8/layer/bits_chart.h"
#include "views/int8/layer/bits_table.h"
#include "views/int8/layer/outputs_pane.h"
#include "views/int8/layer/scales_chart.h"
#include "views/int8/layer/values_pane.h"
#include "views/int8/layer/worst_table.h"
#include "views/int8/sqnr_chart.h"
#include "views/int8/value/value_view.h"
#include "views/support/chart/chart_card.h"
#include "views/support/chart/run_chart.h"
#include "views/support/figure/figure_menu.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"

#include <QSplitter>
#include <QTableView>

#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

LayerDetails::LayerDetails(ViewContext& context, QWidget* parent)
    : QTabWidget(parent), m_job(context.pool, tr("Details of a layer")) {
    setObjectName(u"int8Details"_s);
    setDocumentMode(true);
    makeTabs(context);
    connect(&m_job, &JobSlot::cancelled, this, [this] {
        m_why = tr("Counting the values was stopped.");
        showFacts(true);
    });
    showFacts(false);
}

void LayerDetails::makeTabs(ViewContext& context) {
    m_sqnr = new ChartCard(sqnr_chart, context, this);
    m_sqnr->leaveStageToPage();
    m_values = new ValuesPane(context.pool, this);
    m_outputs = new OutputsPane(context.pool, this);
    m_scales = new RunChart(u"int8-scales"_s, tr("Scales of the weights by channel"), context.pool, this);
    m_scales->pane().setPickByColumn(true);
    m_weights = new HeatMap(context.pool, this);
    m_weights->setObjectName(u"weightHeatMap"_s);
    m_weights->setAccessibleName(tr("Weights, what their codes stand for, and the error"));
    addFigureMenu(*m_weights, *m_weights, context.pool, [this] { return weightFigure(); });
    m_noWeights = new StageOverlay(m_weights);
    m_worst = new WorstTable(this);
    m_worstTable = new DataTable(*m_worst, u"int8WorstTable"_s, this);
    m_worstTable->view().setAccessibleName(tr("Outputs with the largest errors"));
    m_value = new ValueView(context.pool, this);
    m_value->setObjectName(u"int8ValueView"_s);
    addTab(m_sqnr, tr("Channels"));
    addTab(m_values, tr("Values"));
    addTab(m_outputs, tr("FP32 against INT8"));
    addTab(m_scales, tr("Scales"));
    addTab(m_weights, tr("Weights"));
    addTab(m_worstTable, tr("Worst"));
    addTab(makeBits(context), tr("Bits"));
    addTab(m_value, tr("One value"));

    connect(m_sqnr, &ChartCard::targetClicked, this,
            [this](std::size_t channel) { emit channelChosen(static_cast<std::int64_t>(channel)); });
    connect(m_sqnr, &ChartCard::cleared, this, [this] { emit channelChosen(-1); });
    for (RunChart* byChannel : {m_scales, m_bits}) {
        connect(&byChannel->pane(), &ChartPane::targetClicked, this,
                [this](std::size_t channel) { emit channelChosen(static_cast<std::int64_t>(channel)); });
        connect(&byChannel->pane(), &ChartPane::cleared, this, [this] { emit channelChosen(-1); });
    }
    connect(m_outputs, &OutputsPane::elementChosen, this, &LayerDetails::elementChosen);
    connect(m_worstTable, &DataTable::rowOpened, this,
            [this](int row) { emit elementChosen(m_worst->elementAt(row)); });
    connect(m_value, &ValueView::cleared, this, [this] { emit elementChosen(-1); });
}

QWidget* LayerDetails::makeBits(ViewContext& context) {
    auto* split = new QSplitter(Qt::Horizontal, this);
    split->setObjectName(u"int8Bits"_s);
    split->setHandleWidth(8);
    split->setChildrenCollapsible(false);
    m_bits = new RunChart(u"int8-bits"_s, tr("Bits of a sum by channel"), context.pool, split);
    m_bits->pane().setPickByColumn(true);
    m_growth = new BitsTable(this);
    m_growthTable = new DataTable(*m_growth, u"int8BitsTable"_s, split);
    m_growthTable->view().setAccessibleName(tr("Bit growth of the layer"));
    split->addWidget(m_bits);
    split->addWidget(m_growthTable);
    split->setSizes({460, 540});
    return split;
}

void LayerDetails::display(std::shared_ptr<const pipeline::Analysis> analysis,
                           std::shared_ptr<const StudiedLayer> layer) {
    m_sqnr->setAnalysis(std::move(analysis));
    if (layer == m_layer) return;
    const bool isSame = layer && m_layer && layer->study->node == m_layer->study->node;
    m_layer = std::move(layer);
    if (!isSame && m_facts) {
        m_facts = nullptr;
        emit factsChanged();
    }
    startCounting();
    if (!isSame) showFacts(false);
}

void LayerDetails::startCounting() {
    m_job.stop();
    m_why.clear();
    if (!m_layer) return;
    m_why = tr("The values are being counted.");
    m_job.start([layer = m_layer](const RunContext& run) { return layerFacts(layer, run); },
                [this](Result<std::shared_ptr<const LayerFacts>> facts) {
                    const bool isFirst = !m_facts;
                    if (!facts)
                        m_why = tr("The values could not be counted: %1")
                                    .arg(QString::fromStdString(facts.error().message));
                    m_facts = facts ? *std::move(facts) : nullptr;
                    showFacts(!isFirst);
                    if (isFirst) {
                        m_worstTable->fitColumns(WorstTable::Parts);
                        m_growthTable->fitColumns(BitsTable::Detail);
                    }
                    emit factsChanged();
                });
}

void LayerDetails::setChannel(std::optional<std::int64_t> channel) {
    m_sqnr->setMarked(channel);
    if (channel == m_channel) return;
    m_channel = channel;
    showChannels(true);
}

void LayerDetails::showFacts(bool keepView) {
    m_worst->setFacts(m_facts);
    m_growth->setStudy(m_facts ? m_facts->layer->study : nullptr);
    showWeights(keepView);
    showChannels(keepView);
}

void LayerDetails::showWeights(bool keepView) {
    const auto pictures = m_facts ? m_facts->weights : nullptr;
    m_noWeights->display(
        pictures  ? QString()
        : m_facts ? tr("The weights of this layer are not at hand: its study was not made on a sample.")
                  : m_why,
        m_job.running());
    m_weights->display(pictures, std::nullopt, pictures ? roundedScale(pictures->largestError()) : 1,
                       !keepView);
}

std::optional<Figure> LayerDetails::weightFigure() const {
    if (!m_facts || !m_facts->weights) return std::nullopt;
    HeatOptions options;
    options.errorScale = roundedScale(m_facts->weights->largestError());
    options.exactCells = true;
    return Figure{u"int8-weights"_s,
                  tr("Weights and their error of %1").arg(QString::fromStdString(m_facts->layer->study->name)),
                  {658, 240},
                  [painter = std::make_shared<HeatPainter>(m_facts->weights, options)](
                      QPainter& target, const QRectF& area, const Theme& theme) {
                      painter->paint(target, area.adjusted(6, 6, -2, -6), theme);
                  }};
}

void LayerDetails::showChannels(bool keepView) {
    const bool isCounting = m_job.running();
    m_values->display(m_facts, m_channel, m_why, isCounting);
    m_outputs->display(m_facts, m_channel, m_why, isCounting);
    if (!m_facts)
        m_scales->displayNothing(m_why, isCounting);
    else if (!m_facts->scales)
        m_scales->displayNothing(
            tr("The weights of this layer are not at hand: its study was not made on a sample."));
    else
        m_scales->display([facts = m_facts, marked = m_channel](
                              const Theme& theme) { return buildScales(*facts->scales, marked, theme); },
                          keepView);
    if (!m_facts)
        m_bits->displayNothing(m_why, isCounting);
    else if (m_facts->layer->study->bitGrowth.channelBits.empty())
        m_bits->displayNothing(tr("How far the sums of this layer can grow is not known."));
    else
        m_bits->display([study = m_facts->layer->study,
                         marked = m_channel](const Theme& theme) { return buildBits(*study, marked, theme); },
                        keepView);
}

void LayerDetails::showElement(std::int64_t element) {
    const bool exists = m_layer && m_layer->graph && element >= 0;
    m_value->display(exists ? std::optional(ValueRequest{m_layer->graph, m_layer->study, element})
                            : std::nullopt);
}

void LayerDetails::openElement() { setCurrentWidget(m_value); }

void LayerDetails::saveState(QJsonObject& state) const {
    state.insert(u"tensor"_s, static_cast<int>(m_values->tensor()));
    state.insert(u"outputAxis"_s, static_cast<int>(m_outputs->axis()));
}

void LayerDetails::restoreState(const QJsonObject& state) {
    const int tensor = state.value(u"tensor"_s).toInt(-1);
    if (tensor >= 0 && tensor < static_cast<int>(AllLayerTensors.size()))
        m_values->setTensor(AllLayerTensors[static_cast<std::size_t>(tensor)]);
    const int axis = state.value(u"outputAxis"_s).toInt(-1);
    if (axis >= 0 && axis < static_cast<int>(AllOutputAxes.size()))
        m_outputs->setAxis(AllOutputAxes[static_cast<std::size_t>(axis)]);
}

std::vector<Figure> LayerDetails::figures() const {
    std::vector<Figure> all;
    const auto add = [&](std::optional<Figure> figure) {
        if (figure) all.push_back(*std::move(figure));
    };
    add(m_sqnr->figure());
    for (Figure& histogram : m_values->figures())
        all.push_back(std::move(histogram));
    for (Figure& points : m_outputs->figures())
        all.push_back(std::move(points));
    for (const RunChart* chart : {m_scales, m_bits})
        add(chart->figure());
    add(weightFigure());
    add(m_value->figure());
    return all;
}

} // namespace edgewright::views
