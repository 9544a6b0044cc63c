// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/layer_details.h"

#include "views/int8/charts/heat_map.h"
#include "views/int8/charts/sqnr_chart.h"
#include "views/int8/layer/chosen_charts.h"
#include "views/int8/layer/layer_tables.h"
#include "views/int8/value/value_view.h"
#include "views/support/chart/chart_card.h"
#include "views/support/figure/figure_menu.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QTableView>

#include <algorithm>
#include <iterator>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

LayerDetails::LayerDetails(ViewContext& context, QWidget* parent) : QTabWidget(parent) {
    setObjectName(u"int8Details"_s);
    setDocumentMode(true);
    makeTabs(context);
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
    m_worst = new RowTable(worstTable(nullptr), this, [](int row, std::string_view, int role) {
        return row >= 0 && role == Qt::ToolTipRole ? QVariant(tr("Double click writes this value out"))
                                                   : QVariant();
    });
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
    const auto chooseAll = [this] {
        const bool had = m_channel.has_value();
        emit channelChosen(-1);
        return had;
    };
    connect(m_sqnr, &ChartCard::cleared, this, chooseAll);
    for (RunChart* byChannel : {m_scales, m_bits}) {
        connect(&byChannel->pane(), &ChartPane::targetClicked, this,
                [this](std::size_t channel) { emit channelChosen(static_cast<std::int64_t>(channel)); });
        connect(&byChannel->pane(), &ChartPane::cleared, this, chooseAll);
    }
    connect(m_outputs, &OutputsPane::elementChosen, this, &LayerDetails::elementChosen);
    connect(m_worstTable, &DataTable::rowOpened, this,
            [this](int row) { emit elementChosen(facts()->errors.worst.at(static_cast<std::size_t>(row))); });
    connect(m_value, &ValueView::cleared, this, [this] { emit elementChosen(-1); });
    connect(m_value, &ValueView::retryRequested, this, &LayerDetails::retryRequested);
}

QWidget* LayerDetails::makeBits(ViewContext& context) {
    auto* split = makeSplitter(Qt::Horizontal, u"int8Bits"_s, this);
    m_bits = new RunChart(u"int8-bits"_s, tr("Bits of a sum by channel"), context.pool, split);
    m_bits->pane().setPickByColumn(true);
    m_growth = new RowTable(bitsTable(nullptr), this);
    m_growthTable = new DataTable(*m_growth, u"int8BitsTable"_s, split);
    m_growthTable->view().setAccessibleName(tr("Bit growth of the layer"));
    split->addWidget(m_bits);
    split->addWidget(m_growthTable);
    split->setSizes({460, 540});
    return split;
}

std::shared_ptr<const pipeline::LayerFacts> LayerDetails::facts() const {
    const auto known = m_analysis && m_analysis->int8 ? m_analysis->int8Facts : nullptr;
    return known && known->layer->study->node == m_analysis->int8->node ? known : nullptr;
}

void LayerDetails::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_sqnr->setAnalysis(analysis);
    const auto before = facts();
    m_analysis = std::move(analysis);
    const auto now = facts();
    const QString why = whyNothing();
    const bool isCounting = isPending(m_analysis.get(), {"int8_facts"});
    if (now == before && why == m_why && isCounting == m_isCounting) return;
    m_why = why;
    m_isCounting = isCounting;
    showFacts(before != nullptr);
    if (!now || before) return;
    m_worstTable->fitColumns(m_worst->columnOf("parts"));
    m_growthTable->fitColumns(m_growth->columnOf("detail"));
}

QString LayerDetails::whyNothing() const {
    if (!m_analysis || !m_analysis->int8) return {};
    if (const QString error = errorText(*m_analysis, "int8_facts"); !error.isEmpty())
        return tr("The values could not be counted: %1").arg(error);
    return m_analysis->cancelled.contains("int8_facts") ? tr("Counting the values was stopped.")
                                                        : tr("The values are being counted.");
}

void LayerDetails::setChannel(std::optional<std::int64_t> channel) {
    m_sqnr->setMarked(channel);
    if (channel == m_channel) return;
    m_channel = channel;
    showChannels(true);
}

void LayerDetails::showFacts(bool keepView) {
    const auto counted = facts();
    m_worst->show(worstTable(counted));
    m_growth->show(bitsTable(counted ? counted->layer->study.get() : nullptr));
    showWeights(keepView);
    showChannels(keepView);
}

void LayerDetails::showWeights(bool keepView) {
    const auto counted = facts();
    const auto pictures = counted ? counted->weights : nullptr;
    m_noWeights->display(
        pictures  ? QString()
        : counted ? tr("The weights of this layer are not at hand: its study was not made on a sample.")
                  : m_why,
        m_isCounting);
    m_weights->display(pictures, std::nullopt, pictures ? roundedScale(pictures->largestError()) : 1,
                       !keepView);
}

std::optional<Figure> LayerDetails::weightFigure() const {
    const auto counted = facts();
    if (!counted || !counted->weights) return std::nullopt;
    HeatOptions options;
    options.errorScale = roundedScale(counted->weights->largestError());
    options.exactCells = true;
    return Figure{u"int8-weights"_s,
                  tr("Weights and their error of %1").arg(QString::fromStdString(counted->layer->study->name)),
                  {658, 240},
                  [painter = std::make_shared<HeatPainter>(counted->weights, options)](
                      QPainter& target, const QRectF& area, const Theme& theme) {
                      painter->paint(target, area.adjusted(6, 6, -2, -6), theme);
                  }};
}

void LayerDetails::showChannels(bool keepView) {
    const auto counted = facts();
    m_values->display(counted, m_channel, m_why, m_isCounting);
    m_outputs->display(counted, m_channel, m_why, m_isCounting);
    if (!counted)
        m_scales->displayNothing(m_why, m_isCounting);
    else if (!counted->scales)
        m_scales->displayNothing(
            tr("The weights of this layer are not at hand: its study was not made on a sample."));
    else
        m_scales->display([counted, marked = m_channel](
                              const Theme& theme) { return buildScales(*counted->scales, marked, theme); },
                          keepView);
    if (!counted)
        m_bits->displayNothing(m_why, m_isCounting);
    else if (counted->layer->study->bitGrowth.channelBits.empty())
        m_bits->displayNothing(tr("How far the sums of this layer can grow is not known."));
    else
        m_bits->display([study = counted->layer->study,
                         marked = m_channel](const Theme& theme) { return buildBits(*study, marked, theme); },
                        keepView);
}

void LayerDetails::showElement(std::int64_t element) { m_value->setAnalysis(m_analysis.get(), element); }

void LayerDetails::openElement() { setCurrentWidget(m_value); }

void LayerDetails::saveState(QJsonObject& state) const {
    state.insert(u"tensor"_s, static_cast<int>(m_values->choice()));
    state.insert(u"outputAxis"_s, static_cast<int>(m_outputs->choice()));
}

void LayerDetails::restoreState(const QJsonObject& state) {
    const int tensor = state.value(u"tensor"_s).toInt(-1);
    if (tensor >= 0 && tensor < static_cast<int>(pipeline::AllLayerTensors.size()))
        m_values->choose(static_cast<std::size_t>(tensor));
    const int axis = state.value(u"outputAxis"_s).toInt(-1);
    if (axis >= 0 && axis < static_cast<int>(AllOutputAxes.size()))
        m_outputs->choose(static_cast<std::size_t>(axis));
}

std::vector<Figure> LayerDetails::figures() const {
    std::vector<Figure> all;
    const auto add = [&](std::optional<Figure> figure) {
        if (figure) all.push_back(*std::move(figure));
    };
    add(m_sqnr->figure());
    for (const ChosenChart* each : {static_cast<ChosenChart*>(m_values), static_cast<ChosenChart*>(m_outputs)})
        std::ranges::move(each->figures(), std::back_inserter(all));
    add(m_scales->figure());
    std::optional<Figure> bits = m_bits->figure();
    if (bits) bits->table = {u"int8-bits"_s, m_growth->table()};
    add(std::move(bits));
    add(weightFigure());
    add(m_value->figure());
    return all;
}

} // namespace edgewright::views
