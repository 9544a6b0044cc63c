// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/values_pane.h"

#include "views/int8/layer/histogram_chart.h"
#include "views/support/chart/run_chart.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr QSizeF HistogramPaper{658, 300}; // logical pixels

// Names of figures, by LayerTensor.
constexpr std::array<const char*, pipeline::AllLayerTensors.size()> HistogramNames{
    "int8-values-input", "int8-values-weights", "int8-values-output"};

} // namespace

ValuesPane::ValuesPane(QThreadPool& pool, QWidget* parent) : QWidget(parent) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 4, 0, 0);
    rows->setSpacing(4);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    auto* label = new QLabel(tr("Values of the"), this);
    bar->addWidget(label);
    m_tensor = new QComboBox(this);
    m_tensor->setObjectName(u"int8Tensor"_s);
    m_tensor->setAccessibleName(tr("Tensor whose values are shown"));
    for (const pipeline::LayerTensor each : pipeline::AllLayerTensors)
        m_tensor->addItem(tensorTitle(each));
    m_tensor->setCurrentIndex(static_cast<int>(pipeline::LayerTensor::Output));
    label->setBuddy(m_tensor);
    bar->addWidget(m_tensor);
    bar->addStretch(1);
    rows->addLayout(bar);
    m_chart = new RunChart(u"int8-values"_s, tr("Values and codes"), pool, this);
    m_chart->pane().setPickByColumn(true);
    rows->addWidget(m_chart, 1);
    connect(m_tensor, &QComboBox::activated, this, [this] { draw(false); });
}

pipeline::LayerTensor ValuesPane::tensor() const {
    return pipeline::AllLayerTensors.at(static_cast<std::size_t>(std::max(m_tensor->currentIndex(), 0)));
}

void ValuesPane::setTensor(pipeline::LayerTensor tensor) {
    m_tensor->setCurrentIndex(static_cast<int>(tensor));
    draw(false);
}

void ValuesPane::display(std::shared_ptr<const pipeline::LayerFacts> facts, std::optional<std::int64_t> channel,
                         const QString& why, bool pending) {
    const bool sameTensor = facts && m_facts && facts->layer->study->node == m_facts->layer->study->node &&
                            (channel == m_channel || tensor() != pipeline::LayerTensor::Weights);
    m_facts = std::move(facts);
    m_channel = channel;
    m_why = why;
    m_pending = pending;
    draw(sameTensor);
}

std::shared_ptr<const pipeline::ValueHistogram> ValuesPane::histogram(pipeline::LayerTensor tensor) const {
    if (!m_facts) return nullptr;
    auto known = tensor == pipeline::LayerTensor::Weights && m_channel
                     ? pipeline::valueHistogram(*m_facts->layer, tensor, m_channel)
                     : m_facts->histograms[static_cast<std::size_t>(tensor)];
    return known ? std::make_shared<const pipeline::ValueHistogram>(*std::move(known)) : nullptr;
}

void ValuesPane::draw(bool keepView) {
    if (!m_facts) return m_chart->displayNothing(m_why, m_pending);
    auto shown = histogram(tensor());
    if (!shown)
        return m_chart->displayNothing(
            tensor() == pipeline::LayerTensor::Weights
                ? tr("The weights of this layer are not at hand: its study was not made on a sample.")
                : tr("No values of this tensor were kept: calibrate the model to see them."));
    m_chart->display([shown](const Theme& theme) { return buildHistogram(*shown, theme); }, keepView,
                     m_pending);
}

std::vector<Figure> ValuesPane::figures() const {
    std::vector<Figure> all;
    for (const pipeline::LayerTensor each : pipeline::AllLayerTensors)
        if (auto shown = histogram(each))
            all.push_back(chartFigure(QString::fromLatin1(HistogramNames[static_cast<std::size_t>(each)]),
                                      histogramTitle(*shown), HistogramPaper,
                                      [shown](const Theme& theme) { return buildHistogram(*shown, theme); }));
    return all;
}

} // namespace edgewright::views
