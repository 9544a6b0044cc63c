// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer_pane.h"

#include "core/pipeline/quantization/improved/quantized_model.h"
#include "views/int8/charts/heat_map.h"
#include "views/int8/layer/layer_answer.h"
#include "views/int8/layer/layer_details.h"
#include "views/support/figure/figure_menu.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/quantity.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>
#include <iterator>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

LayerPane::LayerPane(ViewContext& context, QWidget* parent) : QWidget(parent), m_context(context) {
    makeResults();
    connect(&context.settings, &SettingsModel::changed, this, [this] {
        showElement();
        showStage();
    });
    draw(true);
}

void LayerPane::makeResults() {
    auto* rows = columnIn(this, {}, 8);
    m_answer = new PageAnswer(u"int8LayerAnswer"_s, this);
    m_answer->reserveLines(2);
    connect(m_answer, &PageAnswer::linkFollowed, this, [this](const QString& target) {
        if (const auto linked = linkedChannel(target)) chooseChannel(*linked);
    });
    rows->addWidget(new AnswerRoom(m_answer, this));
    rows->addWidget(makeChannelBar(this));
    makePictures();
    rows->addWidget(m_split, 1);
    m_overlay = new StageOverlay(this);
    m_overlay->setObjectName(u"int8Stage"_s);
    connect(m_overlay, &StageOverlay::retryRequested, this, &LayerPane::retryRequested);
}

void LayerPane::makePictures() {
    m_split = makeSplitter(Qt::Vertical, u"int8Rows"_s, this);
    m_heat = new HeatMap(m_context.pool, m_split);
    m_heat->setObjectName(u"errorHeatMap"_s);
    m_heat->setAccessibleName(tr("FP32 output, INT8 output and error of the layer"));
    m_details = new LayerDetails(m_context, m_split);
    m_split->addWidget(m_heat);
    m_split->addWidget(m_details);
    m_split->setSizes({1080, 920});
    addFigureMenu(*m_heat, *m_heat, m_context.pool, [this]() -> std::optional<Figure> {
        std::vector<Figure> all = figures();
        return all.size() < 2 ? std::nullopt : std::optional(std::move(all[1])); // all three panels
    });
    connect(m_heat, &HeatMap::elementChosen, this, &LayerPane::chooseElement);
    connect(m_heat, &HeatMap::cleared, this, [this] { return m_context.selection.clear(); });
    connect(m_details, &LayerDetails::elementChosen, this, &LayerPane::chooseElement);
    connect(m_details, &LayerDetails::channelChosen, this, &LayerPane::chooseChannel);
    connect(m_details, &LayerDetails::retryRequested, this, &LayerPane::retryRequested);
}

QWidget* LayerPane::makeChannelBar(QWidget* parent) {
    auto* bar = new QWidget(parent);
    auto* row = rowIn(bar, {}, 8);
    m_all = new QCheckBox(tr("All channels"), bar);
    m_all->setObjectName(u"allChannels"_s);
    m_all->setChecked(true);
    row->addWidget(m_all);
    row->addSpacing(8);
    auto* label = new QLabel(tr("Channel"), bar);
    row->addWidget(label);
    m_channel = new QSpinBox(bar);
    m_channel->setObjectName(u"channel"_s);
    m_channel->setAccessibleName(tr("Channel"));
    m_channel->setRange(0, 0);
    m_channel->setAlignment(Qt::AlignRight);
    label->setBuddy(m_channel);
    row->addWidget(m_channel);
    m_range = new QLabel(bar);
    row->addWidget(m_range);
    m_slider = new QSlider(Qt::Horizontal, bar);
    m_slider->setAccessibleName(tr("Channel"));
    m_slider->setRange(0, 0);
    row->addWidget(m_slider, 1);
    m_steps = new QCheckBox(tr("Error in steps"), bar);
    m_steps->setObjectName(u"errorInSteps"_s);
    m_steps->setToolTip(tr("In steps of the output's codes, which compares layers"));
    row->addWidget(m_steps);
    m_refit = new QPushButton(tr("Refit colours"), bar);
    m_refit->setObjectName(u"refit"_s);
    m_refit->setToolTip(tr("Fits the error scale to this result; it stays still otherwise"));
    row->addWidget(m_refit);
    connect(m_slider, &QSlider::valueChanged, m_channel, &QSpinBox::setValue);
    connect(m_channel, &QSpinBox::valueChanged, this, [this](int value) {
        m_slider->setValue(value);
        if (m_updating) return;
        m_all->setChecked(false);
        draw(true);
    });
    connect(m_all, &QCheckBox::toggled, this, [this] { draw(true); });
    connect(m_steps, &QCheckBox::toggled, this, [this] {
        m_errorScale = 0;
        takePictures();
        draw(false);
    });
    connect(m_refit, &QPushButton::clicked, this, [this] {
        m_errorScale = 0;
        draw(false);
    });
    return bar;
}

std::optional<std::int64_t> LayerPane::channel() const {
    if (m_all->isChecked() || !m_pictures) return std::nullopt;
    return std::clamp<std::int64_t>(m_channel->value(), 0,
                                    std::max<std::int64_t>(m_pictures->channels() - 1, 0));
}

void LayerPane::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    const quant::LayerStudy* study = m_analysis ? m_analysis->int8.get() : nullptr;
    if (study != (m_pictures ? &m_pictures->study() : nullptr)) takePictures();
    const NodeId layer = m_pictures ? m_pictures->study().node : NodeId();
    const bool newLayer = !(layer == m_shownLayer);
    if (newLayer) {
        m_shownLayer = layer;
        m_errorScale = 0;
        m_updating = true;
        const int last = m_pictures ? static_cast<int>(m_pictures->channels()) - 1 : 0;
        m_channel->setRange(0, last);
        m_slider->setRange(0, last);
        if (const int channel = m_pictures ? std::exchange(m_restoredChannel, {}).value_or(-2) : -2;
            channel > -2) {
            const QSignalBlocker quiet(m_all);
            m_all->setChecked(channel < 0);
            m_channel->setValue(channel);
        }
        m_range->setText(m_pictures ? tr("of %1, counted from 0").arg(m_pictures->channels()) : QString());
        m_updating = false;
    }
    m_details->setAnalysis(m_analysis);
    showAnswer();
    draw(newLayer);
    if (newLayer)
        m_context.settings.look([restored = m_pictures ? std::exchange(m_restoredElement, -1) : -1](
                                    pipeline::ViewState& view) { view.int8Element = restored; });
}

void LayerPane::takePictures() {
    m_pictures = pipeline::ComparedTensor::make(m_analysis ? m_analysis->int8 : nullptr);
    if (m_pictures && m_steps->isChecked()) m_pictures = m_pictures->inSteps();
}

void LayerPane::saveState(QJsonObject& state) const {
    state.insert(u"channel"_s, m_restoredChannel.value_or(m_all->isChecked() ? -1 : m_channel->value()));
    state.insert(u"element"_s, static_cast<qint64>(element() >= 0 ? element() : m_restoredElement));
    m_details->saveState(state);
}

void LayerPane::restoreState(const QJsonObject& state) {
    m_restoredChannel = std::max(state.value(u"channel"_s).toInt(-1), -1);
    m_restoredElement = std::max<std::int64_t>(state.value(u"element"_s).toInteger(-1), -1);
    m_details->restoreState(state);
}

void LayerPane::draw(bool fit) {
    if (m_pictures && m_errorScale <= 0) m_errorScale = roundedScale(m_pictures->largestError());
    m_heat->display(m_pictures, channel(), m_errorScale > 0 ? m_errorScale : 1, fit);
    m_refit->setEnabled(m_pictures && roundedScale(m_pictures->largestError()) != m_errorScale);
    m_details->setChannel(channel());
    showElement();
    showStage();
}

void LayerPane::showAnswer() {
    PageWords words;
    if (m_pictures) {
        const quant::LayerStudy& study = m_pictures->study();
        auto facts = m_details->facts();
        if (facts && facts->layer->study.get() != &study) facts = nullptr; // of other options
        words = layerWords(layerAnswer(study, facts.get()));
        if (m_analysis->quantized) {
            const pipeline::QuantizedReport& report = m_analysis->quantized->report;
            if (const QString worst = worstSampleOf(study.node, report); !worst.isEmpty())
                words.conditions << worst;
            words.conditions << classesOf(study.sample, report);
        }
    }
    m_answer->display(words);
}

void LayerPane::chooseChannel(std::int64_t channel) {
    m_all->setChecked(channel < 0);
    if (channel >= 0) m_channel->setValue(static_cast<int>(channel));
}

void LayerPane::chooseElement(std::int64_t element) {
    m_context.settings.look([element](pipeline::ViewState& view) { view.int8Element = element; });
    if (element < 0) return;
    m_details->openElement();
    // The drawing gets the room that it needs, from the pictures above.
    const QList<int> sizes = m_split->sizes();
    const int lacking = m_details->sizeHint().height() - sizes.value(1);
    const int spare = sizes.value(0) - m_heat->minimumSizeHint().height();
    if (const int more = std::min(lacking, spare); more > 0)
        m_split->setSizes({sizes.value(0) - more, sizes.value(1) + more});
}

// Also of another study of the same layer.
void LayerPane::showElement() {
    const std::int64_t shown =
        m_pictures && element() < m_pictures->study().reference.elements() ? element() : -1;
    m_heat->setChosen(shown);
    m_details->showElement(shown);
}

std::int64_t LayerPane::element() const { return m_context.settings.get().viewState.int8Element; }

void LayerPane::showStage() {
    m_overlay->display(emptyStateText(),
                       isPending(m_analysis.get(), {"int8_calibration", "int8_layer", "int8"}),
                       cancelledOf(m_analysis.get(), {"int8_calibration", "int8_layer", "int8"}));
}

QString LayerPane::emptyStateText() const {
    if (!m_analysis || !m_analysis->opened) return tr("Open a model to compare its layers in INT8 and FP32.");
    if (m_pictures) return {};
    if (const QString error = errorText(*m_analysis, "int8"); !error.isEmpty())
        return tr("This layer could not be studied: %1").arg(error);
    if (!m_context.settings.get().viewState.int8Layer.valid()) return tr("Choose a layer on the left.");
    return tr("The layer is being computed in INT8.");
}

std::vector<Figure> LayerPane::figures() const {
    if (!m_pictures) return {};
    const QString layer = QString::fromStdString(m_pictures->study().name);
    const auto heat = [&](const QString& name, const QString& title, QSizeF size, bool errorOnly) {
        HeatOptions options;
        options.channel = channel();
        options.errorScale = m_errorScale > 0 ? m_errorScale : roundedScale(m_pictures->largestError());
        options.errorOnly = errorOnly;
        options.exactCells = true;
        return Figure{name, title, size,
                      [painter = std::make_shared<HeatPainter>(m_pictures, options)](
                          QPainter& target, const QRectF& area, const Theme& theme) {
                          painter->paint(target, area.adjusted(6, 6, -2, -6), theme);
                      }};
    };
    std::vector<Figure> result{
        heat(u"int8-error"_s, tr("INT8 error of %1").arg(layer), {400, 360}, true),
        heat(u"int8-panels"_s, tr("FP32 and INT8 outputs of %1").arg(layer), {658, 240}, false)};
    std::ranges::move(m_details->figures(), std::back_inserter(result));
    return result;
}

} // namespace edgewright::views
