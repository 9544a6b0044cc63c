// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/int8_view.h"

#include "views/int8/heat_map.h"
#include "views/int8/int8_controls.h"
#include "views/int8/int8_summary.h"
#include "views/int8/layer_list.h"
#include "views/int8/sqnr_chart.h"
#include "views/support/figure/figure_menu.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/quantity.h"
#include "views/support/table/table_copy.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

Int8View::Int8View(ViewContext& context, QWidget* parent) : View(context, parent) {
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(16, 8, 16, 8);
    columns->setSpacing(16);
    columns->addWidget(makeSide());
    columns->addWidget(makeResults(), 1);

    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                if (m_updating || !current.isValid()) return;
                const NodeId node = m_layers->nodeAt(current.row());
                choose(node);
                this->context().selection.select({node, {}});
            });
    connect(m_controls, &Int8Controls::changed, this, [this](const quant::StudyOptions& options) {
        this->context().settings.change(tr("INT8 arithmetic"),
                                        [&](pipeline::Settings& s) { s.int8.study = options; });
    });
    connect(&context.selection, &Selection::changed, this, &Int8View::selectionChanged);
    connect(&context.settings, &SettingsModel::changed, this, &Int8View::settingsChanged);
    settingsChanged();
    draw(true);
}

QWidget* Int8View::makeSide() {
    auto* side = new QWidget(this);
    side->setFixedWidth(208);
    auto* rows = new QVBoxLayout(side);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    auto* heading = new QLabel(tr("Layers"), side);
    heading->setFont(views::font(TextSize::Body, true));
    rows->addWidget(heading);
    m_layers = new LayerList(this);
    m_list = new QListView(side);
    m_list->setObjectName(u"int8Layers"_s);
    m_list->setAccessibleName(tr("Layers that can be studied in INT8"));
    m_list->setModel(m_layers);
    m_list->setUniformItemSizes(true);
    addTableCopy(*m_list, u"int8-layers"_s);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    heading->setBuddy(m_list);
    rows->addWidget(m_list, 1);
    auto* how = new QLabel(tr("Arithmetic"), side);
    how->setFont(views::font(TextSize::Body, true));
    how->setContentsMargins(0, 8, 0, 0);
    rows->addWidget(how);
    m_controls = new Int8Controls(side);
    rows->addWidget(m_controls);
    return side;
}

QWidget* Int8View::makeResults() {
    m_results = new QWidget(this);
    auto* rows = new QVBoxLayout(m_results);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    m_summary = new Int8Summary(m_results);
    m_summary->setObjectName(u"int8Summary"_s);
    rows->addWidget(m_summary);
    rows->addWidget(makeChannelBar(m_results));
    auto* split = new QSplitter(Qt::Vertical, m_results);
    split->setObjectName(QStringLiteral("int8Rows"));
    split->setHandleWidth(8);
    split->setChildrenCollapsible(false);
    m_heat = new HeatMap(context().pool, split);
    m_heat->setObjectName(u"errorHeatMap"_s);
    m_heat->setAccessibleName(tr("FP32 output, INT8 output and error of the layer"));
    m_sqnr = new ChartCard(sqnr_chart, context(), split);
    m_sqnr->leaveStageToPage();
    split->addWidget(m_heat);
    split->addWidget(m_sqnr);
    split->setSizes({1080, 920});
    rows->addWidget(split, 1);
    addFigureMenu(*m_heat, *m_heat, context().pool, [this]() -> std::optional<Figure> {
        std::vector<Figure> all = figures();
        return all.size() < 2 ? std::nullopt : std::optional(std::move(all[1])); // all three panels
    });
    connect(m_heat, &HeatMap::cleared, this, [this] { context().selection.clear(); });
    connect(m_sqnr, &ChartCard::targetClicked, this, [this](std::size_t index) {
        m_all->setChecked(false);
        m_channel->setValue(static_cast<int>(index));
    });
    connect(m_sqnr, &ChartCard::cleared, this, [this] { m_all->setChecked(true); });
    m_overlay = new StageOverlay(m_results);
    m_overlay->setObjectName(u"int8Stage"_s);
    connect(m_overlay, &StageOverlay::retryRequested, this, &View::retryRequested);
    return m_results;
}

QWidget* Int8View::makeChannelBar(QWidget* parent) {
    auto* bar = new QWidget(parent);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
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
    connect(m_refit, &QPushButton::clicked, this, [this] {
        m_errorScale = 0;
        draw(false);
    });
    return bar;
}

std::optional<std::int64_t> Int8View::channel() const {
    if (m_all->isChecked() || !m_pictures) return std::nullopt;
    return std::clamp<std::int64_t>(m_channel->value(), 0,
                                    std::max<std::int64_t>(m_pictures->channels() - 1, 0));
}

void Int8View::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    m_updating = true;
    m_layers->setTyped(m_analysis ? m_analysis->typed : nullptr);
    m_updating = false;
    if (const auto study = m_analysis ? m_analysis->int8 : nullptr; study != m_study) {
        m_study = study;
        m_pictures = LayerPictures::make(study);
    }
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
    showLayerRow();
    m_sqnr->setAnalysis(m_analysis);
    draw(newLayer);
}

QJsonObject Int8View::saveState() const {
    QJsonObject state = View::saveState();
    state.insert(u"channel"_s, m_restoredChannel.value_or(m_all->isChecked() ? -1 : m_channel->value()));
    return state;
}

void Int8View::restoreState(const QJsonObject& state) {
    View::restoreState(state);
    m_restoredChannel = std::max(state.value(u"channel"_s).toInt(-1), -1);
}

void Int8View::draw(bool fit) {
    if (m_pictures && m_errorScale <= 0) m_errorScale = roundedScale(m_pictures->study().maxAbsError);
    m_heat->display(m_pictures, channel(), m_errorScale > 0 ? m_errorScale : 1, fit);
    m_refit->setEnabled(m_pictures && roundedScale(m_pictures->study().maxAbsError) != m_errorScale);
    m_summary->display(m_pictures ? &m_pictures->study() : nullptr);
    m_sqnr->setMarked(channel());
    showStage();
}

void Int8View::showStage() {
    m_overlay->display(emptyStateText(), isPending(m_analysis.get(), {"int8"}),
                       cancelledOf(m_analysis.get(), {"int8"}));
}

QString Int8View::emptyStateText() const {
    if (!m_analysis || !m_analysis->opened) return tr("Open a model to compare its layers in INT8 and FP32.");
    if (m_pictures) return {};
    if (const QString error = errorText(*m_analysis, "int8"); !error.isEmpty())
        return tr("This layer could not be studied: %1").arg(error);
    if (m_layers->rowCount() == 0)
        return tr("This model has no convolution or matrix product with constant weights.");
    if (!context().settings.get().int8Layer.valid()) return tr("Choose a layer on the left.");
    return tr("The layer is being computed in INT8.");
}

void Int8View::choose(NodeId layer) { context().settings.look(layer); }

void Int8View::selectionChanged() {
    if (!isVisible()) return; // showEvent() catches up
    const NodeId selected = context().selection.current().node;
    if (!selected.valid() || !m_analysis) return;
    std::vector<NodeId> candidates{selected};
    const auto& fusion = m_analysis->fusion;
    if (fusion && !fusion->base.contains(selected) && fusion->graph.contains(selected))
        candidates = fusion->originsOf(selected);
    for (const NodeId node : candidates)
        if (m_layers->rowOf(node) >= 0) {
            choose(node);
            return;
        }
}

void Int8View::showEvent(QShowEvent* event) {
    View::showEvent(event);
    selectionChanged();
}

void Int8View::showLayerRow() {
    const int row = m_layers->rowOf(context().settings.get().int8Layer);
    m_updating = true;
    if (row < 0)
        m_list->selectionModel()->clear();
    else
        m_list->setCurrentIndex(m_layers->index(row));
    m_updating = false;
}

void Int8View::settingsChanged() {
    m_controls->set(context().settings.get().int8.study);
    showLayerRow();
    showStage();
}

std::vector<Figure> Int8View::figures() const {
    if (!m_pictures) return {};
    const QString layer = QString::fromStdString(m_pictures->study().name);
    const auto heat = [&](const QString& name, const QString& title, QSizeF size, bool errorOnly) {
        HeatOptions options;
        options.channel = channel();
        options.errorScale = m_errorScale > 0 ? m_errorScale : roundedScale(m_pictures->study().maxAbsError);
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
        heat(u"int8-panels"_s, tr("FP32 and INT8 outputs of %1").arg(layer), {658, 220}, false)};
    if (auto sqnr = m_sqnr->figure()) result.push_back(*std::move(sqnr));
    return result;
}

const ViewEntry int8_view{
    "int8",
    QT_TRANSLATE_NOOP("Page", "INT8"),
    ":/icons/int8.svg",
    QT_TRANSLATE_NOOP("Page", "Integer arithmetic of one layer against FP32, element by element"),
    [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<Int8View>(context); },
    "int8"};

} // namespace edgewright::views
