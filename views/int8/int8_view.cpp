// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/int8_view.h"

#include "core/quant/layer/study_fields.h"
#include "views/inspector/name_label.h"
#include "views/int8/layer_list.h"
#include "views/int8/layer_pane.h"
#include "views/int8/model/model_answer.h"
#include "views/int8/model/model_pane.h"
#include "views/int8/model/quantized_pane.h"
#include "views/int8/quantization_controls.h"
#include "views/support/field/field_editor.h"
#include "views/support/layouts.h"
#include "views/support/scroll_column.h"
#include "views/support/table/table_copy.h"
#include "views/support/theme.h"

#include <QFormLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QListView>
#include <QStackedWidget>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int SideWidth = 224;

QLabel* headingIn(QWidget* parent, const QString& text) {
    auto* heading = new QLabel(text, parent);
    heading->setFont(views::font(TextSize::Body, true));
    return heading;
}

QVBoxLayout* rowsIn(QWidget* parent) {
    auto* rows = columnIn(parent, {}, 4);
    return rows;
}

} // namespace

Int8View::Int8View(ViewContext& context, QWidget* parent) : View(context, parent) {
    auto* columns = rowIn(this, {16, 8, 16, 8}, 16);
    columns->addWidget(makeSide());
    auto* results = new QWidget(this);
    auto* rows = rowsIn(results);
    rows->setSpacing(8);
    rows->addWidget(makeTrail(results));
    m_depths = new QStackedWidget(results);
    m_model = new ModelPane(context, m_depths);
    m_layer = new LayerPane(context, m_depths);
    m_depths->addWidget(m_model);
    m_quantizedModel = new QuantizedPane(context, m_depths);
    m_depths->addWidget(m_layer);
    m_depths->addWidget(m_quantizedModel);
    rows->addWidget(m_depths, 1);
    columns->addWidget(results, 1);

    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                if (m_updating || !current.isValid()) return;
                const NodeId node = m_layers->nodeAt(current.row());
                choose(node);
                this->context().selection.select({node, {}});
            });
    connect(m_toModel, &QToolButton::clicked, this, [this] { choose({}); });
    connect(m_model, &ModelPane::layerOpened, this, &Int8View::choose);
    connect(m_model, &ModelPane::retryRequested, this, &View::retryRequested);
    connect(m_layer, &LayerPane::retryRequested, this, &View::retryRequested);
    connect(m_quantizedModel, &QuantizedPane::retryRequested, this, &View::retryRequested);
    connect(&context.selection, &Selection::changed, this, &Int8View::selectionChanged);
    connect(&context.settings, &SettingsModel::changed, this, &Int8View::showDepth);
    showDepth();
}

QWidget* Int8View::makeSide() {
    auto* side = new QWidget(this);
    side->setFixedWidth(SideWidth + style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    auto* rows = rowsIn(side);
    rows->setSpacing(8);

    m_layerList = new QWidget(side);
    auto* list = rowsIn(m_layerList);
    auto* heading = headingIn(m_layerList, tr("Layers"));
    list->addWidget(heading);
    m_layers = new LayerList(this);
    m_list = new QListView(m_layerList);
    m_list->setObjectName(u"int8Layers"_s);
    m_list->setAccessibleName(tr("Layers that can be studied in INT8"));
    m_list->setModel(m_layers);
    m_list->setUniformItemSizes(true);
    addTableCopy(*m_list, u"int8-layers"_s);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    heading->setBuddy(m_list);
    list->addWidget(m_list, 1);
    rows->addWidget(m_layerList, 1);

    auto* all = new QWidget;
    auto* controls = rowsIn(all);
    controls->addWidget(headingIn(all, tr("Quantization")));
    m_quantized = new QLabel(tr("There is nothing to choose: the codes are those of the file."), all);
    m_quantized->setObjectName(u"int8ComesQuantized"_s);
    m_quantized->setWordWrap(true);
    m_quantized->hide();
    controls->addWidget(m_quantized);
    m_controls = new QuantizationControls(context().settings, all);
    m_controls->setObjectName(u"int8Quantization"_s);
    controls->addWidget(m_controls);
    m_target = new QWidget(all);
    auto* target = rowsIn(m_target);
    target->setContentsMargins(0, 8, 0, 0);
    target->addWidget(headingIn(m_target, tr("Arithmetic of the target")));
    auto* arithmetic = new QFormLayout;
    arithmetic->setHorizontalSpacing(8);
    arithmetic->setVerticalSpacing(4);
    for (const auto& field : quant::arithmeticFields())
        settingEditor<&pipeline::Settings::int8, &pipeline::Int8Options::study>(context().settings, field,
                                                                                m_target)
            ->addTo(*arithmetic);
    target->addLayout(arithmetic);
    controls->addWidget(m_target);
    controls->addStretch(1);
    auto* scroll = scrollColumn(all, 0, side);
    scroll->setObjectName(u"int8Controls"_s);
    rows->addWidget(scroll, 1);
    return side;
}

QWidget* Int8View::makeTrail(QWidget* parent) {
    auto* trail = new QWidget(parent);
    auto* row = rowIn(trail, {}, 4);
    m_toModel = new QToolButton(trail);
    m_toModel->setObjectName(u"int8ToModel"_s);
    m_toModel->setAutoRaise(true);
    m_toModel->setText(tr("Model"));
    m_toModel->setToolTip(tr("All layers"));
    row->addWidget(m_toModel);
    m_name = new NameLabel(NameLabel::Shape::Line, {}, trail); // a long one does not widen the page
    m_name->setObjectName(u"int8Trail"_s);
    m_name->setFont(views::font(TextSize::Body, true));
    m_name->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    row->addWidget(m_name, 1);
    return trail;
}

void Int8View::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    m_updating = true;
    m_isQuantized = m_analysis && comesQuantized(*m_analysis);
    m_layers->setTyped(m_analysis && !m_isQuantized ? m_analysis->typed : nullptr);
    m_updating = false;
    m_quantized->setVisible(m_isQuantized);
    m_controls->setEnabled(!m_isQuantized);
    m_target->setEnabled(!m_isQuantized);
    m_model->setAnalysis(m_analysis);
    m_layer->setAnalysis(m_analysis);
    m_quantizedModel->setAnalysis(m_analysis);
    showDepth();
}

QJsonObject Int8View::saveState() const {
    QJsonObject state = View::saveState();
    m_layer->saveState(state);
    m_model->saveState(state);
    return state;
}

void Int8View::restoreState(const QJsonObject& state) {
    View::restoreState(state);
    m_layer->restoreState(state);
    m_model->restoreState(state);
}

void Int8View::reveal(QWidget& part) {
    const bool isInLayer = context().settings.get().viewState.int8Layer.valid();
    if (m_model->isAncestorOf(&part) && isInLayer) choose({});
    if (m_layer->isAncestorOf(&part) && !isInLayer && m_layers->rowCount() > 0) choose(m_layers->nodeAt(0));
    View::reveal(part);
}

void Int8View::choose(NodeId layer) {
    context().settings.look([layer](pipeline::ViewState& view) { view.int8Layer = layer; });
}

// What is selected elsewhere leads to its layer; what is selected in the picture of the model is marked there.
void Int8View::selectionChanged() {
    if (!isVisible()) return; // showEvent() catches up
    m_model->markSelected();
    m_quantizedModel->markSelected();
    const Item current = context().selection.current();
    if (std::exchange(m_seen, current) == current || m_model->isSelecting()) return;
    const NodeId selected = current.node;
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
    fitSide();
    selectionChanged();
}

// Every control is as wide as it needs beside the scroll bar, at both depths.
void Int8View::fitSide() {
    const auto* scroll = findChild<QScrollArea*>(u"int8Controls"_s);
    const int wanted = std::max({SideWidth, scroll->widget()->minimumSizeHint().width(),
                                 m_target->minimumSizeHint().width(), m_controls->minimumSizeHint().width()});
    scroll->parentWidget()->setFixedWidth(wanted + style()->pixelMetric(QStyle::PM_ScrollBarExtent));
}

void Int8View::showDepth() {
    const NodeId layer = context().settings.get().viewState.int8Layer;
    const bool isLayer = layer.valid() && !m_isQuantized;
    const int row = m_layers->rowOf(layer);
    m_updating = true;
    if (row < 0)
        m_list->selectionModel()->clear();
    else
        m_list->setCurrentIndex(m_layers->index(row));
    m_updating = false;
    m_depths->setCurrentWidget(m_isQuantized ? static_cast<QWidget*>(m_quantizedModel)
                               : isLayer     ? static_cast<QWidget*>(m_layer)
                                             : m_model);
    m_layerList->setVisible(isLayer);
    m_target->setVisible(isLayer);
    m_toModel->setEnabled(isLayer);
    const bool known = row >= 0 && m_analysis && m_analysis->typed;
    m_name->setFull(known ? u"› "_s + QString::fromStdString(m_analysis->typed->graph->node(layer).label())
                          : QString());
}

std::vector<Figure> Int8View::figures() const {
    std::vector<Figure> all = m_model->figures();
    std::ranges::move(m_layer->figures(), std::back_inserter(all));
    return all;
}

std::vector<Slide> Int8View::slides() const {
    std::vector<Slide> all;
    const QString ofModel = answerIn(*m_model), ofLayer = answerIn(*m_layer);
    for (Figure& figure : m_model->figures())
        all.push_back(slideOf(std::move(figure), ofModel));
    bool leads = true; // where the error sits
    for (Figure& figure : m_layer->figures())
        all.push_back(slideOf(std::move(figure), ofLayer, std::exchange(leads, false)));
    return all;
}

std::size_t Int8View::currentSlide() const {
    return m_depths->currentWidget() == m_layer ? m_model->figures().size() : m_model->currentFigure();
}

const ViewEntry int8_view{
    "int8",
    QT_TRANSLATE_NOOP("Page", "INT8"),
    ":/icons/int8.svg",
    QT_TRANSLATE_NOOP("Page", "What integers cost: the model layer by layer, a layer element by element"),
    [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<Int8View>(context); },
    {"int8_dequantized", "int8_calibration", "int8_model", "int8_sensitivity", "int8_layer", "int8",
     "int8_facts", "int8_value"},
    "saveQuantizedAction"};

} // namespace edgewright::views
