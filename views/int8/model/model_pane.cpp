// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/model/model_pane.h"

#include "core/pipeline/quantization/improved/quantized_table.h"
#include "core/pipeline/quantization/simulation/int8_table.h"
#include "views/inspector/name_label.h"
#include "views/int8/experiments/accumulators_pane.h"
#include "views/int8/experiments/strategies_pane.h"
#include "views/int8/model/layer_measures.h"
#include "views/int8/model/model_answer.h"
#include "views/support/chart/run_chart.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/pin/pin_table.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"
#include "views/support/utf8.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {
constexpr int WidestLayerName = 240; // pixels

// Names of classes beside their numbers; samples sort in their own order.
QVariant sampleWords(const pipeline::QuantizedModel* model, int row, std::string_view key, int role) {
    if (row < 0 || !model) return {};
    if (key == "name") return role == SortRole ? QVariant(row) : QVariant();
    if (role != Qt::DisplayRole || key == "verdict") return {};
    const pipeline::Int8Sample& sample = model->report.tops[static_cast<std::size_t>(row)];
    const std::int64_t index = key == "label"  ? sample.label.value_or(-1)
                               : key == "fp32" ? sample.fp32Top
                                               : sample.int8Top;
    const auto& classes = model->model->comparedOn.classes;
    return index >= 0 && static_cast<std::size_t>(index) < classes.size()
               ? QStringLiteral("%1 (%2)").arg(text(classes[static_cast<std::size_t>(index)])).arg(index)
               : QVariant();
}

table::Table layersOf(const std::shared_ptr<const pipeline::QuantizedModel>& model,
                      const std::shared_ptr<const pipeline::Sensitivity>& sensitivity) {
    if (!model) return pipeline::quantizedTable({});
    return pipeline::quantizedTable(
        {&model->report, &model->improved.quantized.details, sensitivity.get()},
        std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(model,
                                                                                              sensitivity));
}
} // namespace

ModelPane::ModelPane(ViewContext& context, QWidget* parent) : QWidget(parent), m_context(context) {
    auto* rows = columnIn(this, {}, 8);
    m_answer = new PageAnswer(u"int8Answer"_s, this);
    m_answer->reserveLines(2);
    connect(m_answer, &PageAnswer::linkFollowed, this, [this] {
        if (const auto layer = namedLayer(*m_model, m_sensitivity.get())) open(static_cast<int>(*layer));
    });
    rows->addWidget(new AnswerRoom(m_answer, this));
    m_parts = new QTabWidget(this);
    m_parts->setObjectName(u"int8ModelParts"_s);
    m_parts->setDocumentMode(true);
    m_parts->addTab(makeLayers(m_parts), tr("Layers"));
    m_parts->addTab(makeSamples(m_parts), tr("Samples"));
    m_strategies = new StrategiesPane(context, m_parts);
    m_parts->addTab(m_strategies, tr("Strategies"));
    m_accumulators = new AccumulatorsPane(context, m_parts);
    m_parts->addTab(m_accumulators, tr("Accumulators"));
    addPin(*m_answer, *m_parts, context.pin);
    rows->addWidget(m_parts, 1);
    m_overlay = new StageOverlay(this);
    m_overlay->setObjectName(u"int8ModelStage"_s);
    connect(m_overlay, &StageOverlay::retryRequested, this, &ModelPane::retryRequested);
    connect(&context.settings, &SettingsModel::changed, this, [this] {
        showSensitivity();
        m_sampleTable->markRows({static_cast<int>(m_context.settings.get().viewState.sample)});
    });
    showAnswer();
    showSensitivity();
    showStage();
}

QWidget* ModelPane::makePicture(QWidget* parent) {
    auto* picture = new QWidget(parent);
    auto* rows = columnIn(picture, {0, 8, 0, 0}, 4);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    auto* label = new QLabel(tr("Layers by"), picture);
    bar->addWidget(label);
    m_measure = new QComboBox(picture);
    m_measure->setObjectName(u"int8Measure"_s);
    m_measure->setAccessibleName(tr("What the layers are sorted by"));
    for (const LayerMeasure each : AllLayerMeasures) {
        m_measure->addItem(measureTitle(each));
        m_measure->setItemData(m_measure->count() - 1, measureHint(each), Qt::ToolTipRole);
    }
    label->setBuddy(m_measure);
    bar->addWidget(m_measure);
    m_costs = new QPushButton(tr("Find what each layer costs"), picture);
    m_costs->setObjectName(u"int8Sensitivity"_s);
    m_costs->setToolTip(measureHint(LayerMeasure::Sensitivity));
    m_costs->setCheckable(true);
    bar->addWidget(m_costs);
    m_why = new NameLabel(NameLabel::Shape::Line, {}, picture);
    m_why->setObjectName(u"int8Why"_s);
    m_why->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_why->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // nothing beside it moves
    bar->addWidget(m_why, 1);
    rows->addLayout(bar);
    m_bars = new RunChart(u"int8-layers"_s, tr("Layers of the model in INT8"), m_context.pool, picture);
    rows->addWidget(m_bars, 1);
    connect(m_measure, &QComboBox::activated, this, [this] {
        if (measure() == LayerMeasure::Sensitivity)
            m_context.settings.look([](pipeline::ViewState& view) { view.wantsSensitivity = true; });
        showBars(false);
    });
    connect(m_costs, &QPushButton::toggled, this, [this](bool on) {
        if (on) m_measure->setCurrentIndex(static_cast<int>(LayerMeasure::Sensitivity));
        m_context.settings.look([on](pipeline::ViewState& view) { view.wantsSensitivity = on; });
        showBars(false);
    });
    connect(&m_bars->pane(), &ChartPane::targetClicked, this,
            [this](std::size_t index) { selectRow(static_cast<int>(m_order.at(index))); });
    connect(&m_bars->pane(), &ChartPane::cleared, this, [this] { return m_context.selection.clear(); });
    return picture;
}

QWidget* ModelPane::makeLayers(QWidget* parent) {
    auto* split = makeSplitter(Qt::Vertical, u"int8ModelRows"_s, parent);
    split->addWidget(makePicture(split));
    m_layers = new RowTable(pipeline::quantizedTable({}), this);
    m_layerTable = new DataTable(*m_layers, u"int8LayerTable"_s, split);
    m_layerTable->view().setAccessibleName(tr("Layers in INT8"));
    connect(m_layerTable, &DataTable::rowChosen, this, &ModelPane::selectRow);
    connect(m_layerTable, &DataTable::rowOpened, this, &ModelPane::open);
    split->addWidget(m_layerTable);
    split->setSizes({1150, 850});
    return split;
}

QWidget* ModelPane::makeSamples(QWidget* parent) {
    m_samples = new RowTable(pipeline::sampleTable({}), this, [this](int row, std::string_view key, int role) {
        return sampleWords(m_model.get(), row, key, role);
    });
    m_sampleTable = new DataTable(*m_samples, u"int8SampleTable"_s, parent);
    m_sampleTable->view().setAccessibleName(tr("Samples"));
    connect(m_sampleTable, &DataTable::rowChosen, this, [this](int row) {
        m_context.settings.look(
            [row](pipeline::ViewState& view) { view.sample = static_cast<std::size_t>(std::max(row, 0)); });
    });
    return m_sampleTable;
}

LayerMeasure ModelPane::measure() const {
    return AllLayerMeasures.at(static_cast<std::size_t>(std::max(m_measure->currentIndex(), 0)));
}

void ModelPane::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const bool sameModel = m_analysis && analysis && m_analysis->opened == analysis->opened;
    m_analysis = std::move(analysis);
    const auto model = m_analysis ? m_analysis->quantized : nullptr;
    const auto sensitivity =
        m_analysis && m_context.settings.get().viewState.wantsSensitivity ? m_analysis->sensitivity : nullptr;
    if (!sameModel) m_columnsFit = false;
    if (model != m_model || sensitivity != m_sensitivity) {
        m_model = model;
        m_sensitivity = sensitivity;
        m_layers->show(layersOf(m_model, m_sensitivity));
        m_samples->show(m_model ? pipeline::sampleTable(m_model->report.tops, m_model)
                                : pipeline::sampleTable({}));
        m_sampleTable->markRows({static_cast<int>(m_context.settings.get().viewState.sample)});
        if (!m_columnsFit && m_model) {
            m_layerTable->fitColumns(m_layers->columnOf("why"));
            QTableView& table = m_layerTable->view();
            table.setColumnWidth(0, std::min(table.columnWidth(0), WidestLayerName));
            m_sampleTable->fitColumns(0);
            m_columnsFit = true;
        }
        showAnswer();
        showBars(sameModel);
    }
    m_strategies->setAnalysis(m_analysis);
    m_accumulators->setAnalysis(m_analysis);
    showSensitivity();
    showStage();
    markSelected();
}

void ModelPane::showAnswer() {
    m_answer->display(m_model ? modelAnswer(*m_model, m_sensitivity.get()) : PageWords());
}

void ModelPane::showBars(bool keepView) {
    m_order.clear();
    if (!m_model) return m_bars->displayNothing({});
    m_order = worstLayers(*m_model, m_sensitivity.get(), measure());
    if (!keepView) // the table has the order of the picture above it
        m_layerTable->view().sortByColumn(m_layers->columnOf(measureColumn(measure())),
                                          isWorseLow(measure()) ? Qt::AscendingOrder : Qt::DescendingOrder);
    if (m_order.empty())
        return m_bars->displayNothing(
            measure() == LayerMeasure::Sensitivity
                ? tr("The model runs with one layer in integers, for each of the layers.")
                : tr("No layer of this model is quantized."),
            isPending(m_analysis.get(), {"int8_sensitivity"}));
    m_marked = selectedRows();
    const auto build = [this](std::vector<int> selected) {
        return [model = m_model, sensitivity = m_sensitivity, which = measure(), order = m_order,
                selected = std::move(selected)](const Theme& theme) {
            return buildLayerBars(*model, sensitivity.get(), which, order, selected, theme);
        };
    };
    m_bars->display(build(m_marked), keepView, false, build({}));
}

void ModelPane::showSensitivity() {
    const bool wanted = m_context.settings.get().viewState.wantsSensitivity;
    {
        const QSignalBlocker notPressed(m_costs);
        m_costs->setChecked(wanted);
    }
    const bool runs = wanted && isPending(m_analysis.get(), {"int8_sensitivity"});
    m_costs->setText(runs ? tr("Finding what each layer costs …") : tr("Find what each layer costs"));
}

void ModelPane::showStage() {
    const std::initializer_list<std::string_view> stages{"int8_calibration", "int8_model"};
    m_overlay->display(emptyStateText(), isPending(m_analysis.get(), stages),
                       cancelledOf(m_analysis.get(), stages));
}

QString ModelPane::emptyStateText() const {
    if (!m_analysis || !m_analysis->opened) return tr("Open a model to see what integers cost.");
    if (m_model) return {};
    if (const QString error = errorText(*m_analysis, "int8_model"); !error.isEmpty())
        return tr("The model could not be quantized: %1").arg(error);
    if (!isPending(m_analysis.get(), {"type", "int8_calibration", "int8_model"}) && m_analysis->typed)
        return tr("This model has no convolution or matrix product with constant weights.");
    return tr("The model is being quantized and run in integers.");
}

NodeId ModelPane::studied(std::size_t row) const {
    const auto& typed = m_analysis ? m_analysis->typed : nullptr;
    if (!m_model || !typed || row >= m_model->report.layers.size()) return {};
    const ir::Graph& graph = *typed->graph;
    const std::vector<NodeId>& origins = m_model->report.layers[row].origins;
    const auto product = std::ranges::find_if(
        origins, [&](NodeId id) { return graph.contains(id) && quant::canStudy(graph, graph.node(id)); });
    return product == origins.end() ? NodeId() : *product;
}

void ModelPane::open(int row) {
    if (const NodeId node = studied(static_cast<std::size_t>(std::max(row, 0))); node.valid())
        emit layerOpened(node);
}

void ModelPane::selectRow(int row) {
    if (!m_model || row < 0 || static_cast<std::size_t>(row) >= m_model->report.layers.size()) return;
    NodeId node = studied(static_cast<std::size_t>(row));
    const std::vector<NodeId>& origins = m_model->report.layers[static_cast<std::size_t>(row)].origins;
    if (!node.valid() && !origins.empty()) node = origins.front();
    m_selecting = true;
    m_context.selection.select({node, {}});
    m_selecting = false;
}

std::vector<int> ModelPane::selectedRows() const {
    std::vector<int> rows;
    const NodeId selected = m_context.selection.current().node;
    if (!m_model || !selected.valid()) return rows;
    std::vector<NodeId> candidates{selected};
    if (const auto& fusion = m_analysis->fusion;
        fusion && !fusion->base.contains(selected) && fusion->graph.contains(selected))
        candidates = fusion->originsOf(selected);
    for (std::size_t i = 0; i < m_model->report.layers.size(); ++i) {
        const std::vector<NodeId>& origins = m_model->report.layers[i].origins;
        if (std::ranges::find_first_of(origins, candidates) != origins.end())
            rows.push_back(static_cast<int>(i));
    }
    return rows;
}

void ModelPane::markSelected() {
    const std::vector<int> rows = selectedRows();
    m_layerTable->markRows(rows);
    QString why;
    if (!rows.empty()) {
        const QModelIndex name = m_layers->index(rows.front(), 0),
                          reason = name.siblingAtColumn(m_layers->columnOf("why"));
        if (!reason.data().toString().isEmpty())
            why = name.data().toString() + QStringLiteral(": ") + reason.data().toString();
    }
    m_why->setFull(why);
    // What is awaited may have come nearer.
    if (m_model && (rows != m_marked || m_order.empty())) showBars(true);
}

void ModelPane::saveState(QJsonObject& state) const {
    state.insert(u"measure"_s, QString::fromLatin1(measureKey(measure())));
}

void ModelPane::restoreState(const QJsonObject& state) {
    const QString key = state.value(u"measure"_s).toString();
    for (std::size_t i = 0; i < AllLayerMeasures.size(); ++i)
        if (key == QLatin1StringView(measureKey(AllLayerMeasures[i])))
            m_measure->setCurrentIndex(static_cast<int>(i));
}

std::vector<std::pair<const QWidget*, std::optional<Figure>>> ModelPane::figuresOfTabs() const {
    std::optional<Figure> layers = m_bars->figure();
    if (layers) {
        layers->table = {u"int8-layers"_s, m_layers->table()};
        layers->hasAnswer = true;
        if (measure() == LayerMeasure::Sqnr)
            layers->title = tr("Layers of the model in INT8, by error added up so far");
    }
    std::vector<std::pair<const QWidget*, std::optional<Figure>>> tabs;
    tabs.emplace_back(m_parts->widget(0), std::move(layers));
    tabs.emplace_back(m_strategies, m_strategies->figure());
    tabs.emplace_back(m_accumulators, m_accumulators->figure());
    return tabs;
}

std::vector<Figure> ModelPane::figures() const {
    std::vector<Figure> all;
    for (auto& [tab, figure] : figuresOfTabs())
        if (figure) all.push_back(*std::move(figure));
    return all;
}

std::size_t ModelPane::currentFigure() const {
    std::size_t before = 0;
    for (const auto& [tab, figure] : figuresOfTabs()) {
        if (tab == m_parts->currentWidget()) return before;
        before += figure ? 1 : 0;
    }
    return 0;
}

} // namespace edgewright::views
