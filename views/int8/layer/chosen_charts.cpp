// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/chosen_charts.h"

#include "views/support/layouts.h"

#include <QComboBox>
#include <QLabel>

#include <algorithm>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr QSizeF LayerPaper{658, 300}; // logical pixels
constexpr auto WeightsChoice = static_cast<std::size_t>(pipeline::LayerTensor::Weights);

// Names of figures, by LayerTensor and by OutputAxis.
constexpr std::array<const char*, pipeline::AllLayerTensors.size()> HistogramNames{
    "int8-values-input", "int8-values-weights", "int8-values-output"};
constexpr std::array<const char*, AllOutputAxes.size()> OutputNames{"int8-outputs", "int8-output-errors"};

QStringList tensorTitles() {
    QStringList titles;
    for (const pipeline::LayerTensor each : pipeline::AllLayerTensors)
        titles << tensorTitle(each);
    return titles;
}

QStringList outputAxisTitles() {
    QStringList titles;
    for (const OutputAxis each : AllOutputAxes)
        titles << outputAxisTitle(each);
    return titles;
}

} // namespace

ChosenChart::ChosenChart(const Words& words, QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_box(new QComboBox(this)), m_chart(new RunChart(words.chart, words.title, pool, this)) {
    auto* rows = columnIn(this, {0, 4, 0, 0}, 4);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    auto* label = new QLabel(words.label, this);
    bar->addWidget(label);
    m_box->setObjectName(words.box);
    m_box->setAccessibleName(words.boxName);
    m_box->setToolTip(words.boxName);
    m_box->addItems(words.choices);
    label->setBuddy(m_box);
    bar->addWidget(m_box);
    bar->addStretch(1);
    rows->addLayout(bar);
    rows->addWidget(m_chart, 1);
    connect(m_box, &QComboBox::activated, this, [this] { draw(false); });
}

std::size_t ChosenChart::choice() const { return static_cast<std::size_t>(std::max(m_box->currentIndex(), 0)); }

void ChosenChart::choose(std::size_t choice) {
    m_box->setCurrentIndex(static_cast<int>(choice));
    draw(false);
}

void ChosenChart::display(std::shared_ptr<const pipeline::LayerFacts> facts,
                          std::optional<std::int64_t> channel, const QString& why, bool pending) {
    const bool keepView = facts && m_facts && facts->layer->study->node == m_facts->layer->study->node &&
                          (channel == m_channel || !isOfChannel(choice()));
    m_facts = std::move(facts);
    m_channel = channel;
    m_why = why;
    m_pending = pending;
    draw(keepView);
}

void ChosenChart::draw(bool keepView) {
    if (!m_facts) return m_chart->displayNothing(m_why, m_pending);
    RunChart::Build build = chartOf(choice());
    if (!build) return m_chart->displayNothing(whyUnknown(choice()));
    m_chart->display(std::move(build), keepView, m_pending);
}

std::vector<Figure> ChosenChart::figures() const {
    std::vector<Figure> all;
    for (int i = 0; m_facts && i < m_box->count(); ++i)
        if (const auto each = static_cast<std::size_t>(i); const RunChart::Build build = chartOf(each))
            all.push_back(figureOf(each, build));
    return all;
}

ValuesPane::ValuesPane(QThreadPool& pool, QWidget* parent)
    : ChosenChart({.label = tr("Values of the"),
                   .box = u"int8Tensor"_s,
                   .boxName = tr("Tensor whose values are shown"),
                   .choices = tensorTitles(),
                   .chart = u"int8-values"_s,
                   .title = tr("Values and codes")},
                  pool, parent) {
    pane().setPickByColumn(true);
    choose(static_cast<std::size_t>(pipeline::LayerTensor::Output));
}

std::shared_ptr<const pipeline::ValueHistogram> ValuesPane::histogram(std::size_t tensor) const {
    auto known = tensor == WeightsChoice && channel()
                     ? pipeline::valueHistogram(*facts()->layer, pipeline::LayerTensor::Weights, channel())
                     : facts()->histograms[tensor];
    return known ? std::make_shared<const pipeline::ValueHistogram>(*std::move(known)) : nullptr;
}

RunChart::Build ValuesPane::chartOf(std::size_t tensor) const {
    const auto shown = histogram(tensor);
    if (!shown) return nullptr;
    return [shown](const Theme& theme) { return buildHistogram(*shown, theme); };
}

QString ValuesPane::whyUnknown(std::size_t tensor) const {
    return tensor == WeightsChoice
               ? tr("The weights of this layer are not at hand: its study was not made on a sample.")
               : tr("No values of this tensor were kept: calibrate the model to see them.");
}

Figure ValuesPane::figureOf(std::size_t tensor, const RunChart::Build& build) const {
    return chartFigure(QString::fromLatin1(HistogramNames[tensor]), histogramTitle(*histogram(tensor)),
                       LayerPaper, build);
}

bool ValuesPane::isOfChannel(std::size_t tensor) const { return tensor == WeightsChoice; }

OutputsPane::OutputsPane(QThreadPool& pool, QWidget* parent)
    : ChosenChart({.label = tr("Over FP32"),
                   .box = u"int8OutputAxis"_s,
                   .boxName = tr("What stands over the FP32 output"),
                   .choices = outputAxisTitles(),
                   .chart = u"int8-outputs"_s,
                   .title = tr("INT8 against FP32 outputs")},
                  pool, parent) {
    connect(&pane(), &ChartPane::targetClicked, this,
            [this](std::size_t worst) { emit elementChosen(facts()->errors.worst.at(worst)); });
}

RunChart::Build OutputsPane::chartOf(std::size_t axis) const {
    return [facts = facts(), axis = AllOutputAxes[axis], marked = channel()](const Theme& theme) {
        return buildOutputChart(*facts, axis, marked, theme);
    };
}

Figure OutputsPane::figureOf(std::size_t axis, const RunChart::Build& build) const {
    return chartFigure(QString::fromLatin1(OutputNames[axis]),
                       tr("%1 over FP32 output").arg(outputAxisTitle(AllOutputAxes[axis])), LayerPaper, build);
}

} // namespace edgewright::views
