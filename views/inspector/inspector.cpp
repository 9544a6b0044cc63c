// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/inspector.h"

#include "core/ops/work.h"
#include "views/inspector/describe.h"
#include "views/inspector/fold_section.h"
#include "views/inspector/name_label.h"
#include "views/inspector/tensor_view.h"
#include "views/inspector/weight_chart.h"
#include "views/session/measurements.h"
#include "views/support/job/stage_jobs.h"
#include "views/support/job/stage_text.h"
#include "views/support/operator_title.h"
#include "views/support/plain_tip.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr std::string_view Stats = "weight_stats"; // the stage

} // namespace

Inspector::Inspector(ViewContext& context, QWidget* parent)
    : QScrollArea(parent), m_context(context), m_selection(context.selection) {
    setObjectName(QStringLiteral("inspector"));
    setAccessibleName(tr("Inspector"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 8, 0, 8);
    column->setSpacing(0);
    m_title = new NameLabel(NameLabel::Shape::Text, {}, content);
    m_title->setObjectName(QStringLiteral("inspectorTitle"));
    m_title->setFont(views::font(TextSize::Title, true));
    m_subtitle = new NameLabel(NameLabel::Shape::Text, {}, content);
    m_subtitle->setObjectName(QStringLiteral("inspectorSubtitle"));
    for (NameLabel* each : {m_title, m_subtitle}) {
        each->setContentsMargins(16, 0, 8, 4);
        column->addWidget(each);
    }
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    const auto section = [&](const QString& title, const char* name) {
        auto* made = new FoldSection(title, QString::fromLatin1(name), content);
        column->addWidget(made);
        return made;
    };
    m_shapes = section(tr("Shapes"), "sectionShapes");
    m_attributes = section(tr("Attributes"), "sectionAttributes");
    m_weights = section(tr("Weights"), "sectionWeights");
    m_fusion = section(tr("Fusion"), "sectionFusion");
    m_memory = section(tr("Memory"), "sectionMemory");
    m_int8 = section(tr("INT8"), "sectionInt8");
    m_cost = section(tr("Cost"), "sectionCost");
    m_measured = section(tr("Time"), "sectionMeasured");
    column->addStretch(1);
    setWidget(content);
    connect(&m_selection, &Selection::changed, this, [this] {
        refresh();
        verticalScrollBar()->setValue(0); // of what was selected before
    });
    if (context.measurements) {
        connect(context.measurements, &Measurements::changed, this, &Inspector::refresh);
        connect(context.measurements, &Measurements::predictorChanged, this, &Inspector::refresh);
    }
    refresh();
}

void Inspector::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    if (!m_analysis || !analysis || m_analysis->opened != analysis->opened) {
        delete m_looked.view; // it shows a tensor of the model before
        m_looked = {};
    }
    m_analysis = std::move(analysis);
    if (!m_analysis || (m_connected != m_analysis->before() && m_connected != m_analysis->after())) {
        m_connected = nullptr;
        m_connections.reset();
    }
    refresh();
}

void Inspector::refresh() {
    if (m_looked.view) { // clearing its section would delete it
        m_looked.view->hide();
        m_looked.view->setParent(this);
    }
    for (FoldSection* each :
         {m_shapes, m_attributes, m_weights, m_fusion, m_memory, m_int8, m_cost, m_measured})
        each->clear();
    const Item item = m_selection.current();
    const ir::Graph* before = m_analysis ? m_analysis->before() : nullptr;
    const ir::Graph* after = m_analysis ? m_analysis->after() : nullptr;
    if (const auto inside = m_selection.graphInside(); inside && !m_selection.inside().empty())
        showInside(*inside, m_selection.inside());
    else if (before && !m_selection.chosen().empty())
        showSums(*before, m_selection.chosen(), {});
    else if (before && !m_selection.part().nodes.empty())
        showSums(*before, m_selection.part().nodes, m_selection.part().name);
    else if (item.node.valid() && before && before->contains(item.node))
        showNode(*before, before->node(item.node));
    else if (item.node.valid() && after && after->contains(item.node))
        showNode(*after, after->node(item.node));
    else if (item.value.valid() && before && before->contains(item.value) &&
             !before->value(item.value).name.empty())
        showValue(*before, before->value(item.value));
    else if (item.value.valid() && after && after->contains(item.value))
        showValue(*after, after->value(item.value));
    else
        showNothing();
    for (FoldSection* each :
         {m_shapes, m_attributes, m_weights, m_fusion, m_memory, m_int8, m_cost, m_measured})
        each->setVisible(!each->isEmpty());
}

void Inspector::showNothing() {
    m_title->setFull(tr("Nothing selected"));
    m_subtitle->setFull(
        tr("Click an operator, a tensor or a layer on any page to see all that is known about it."));
}

void Inspector::describeNode(const ir::Graph& graph, const ir::Node& node) {
    m_title->setFull(operatorTitle(node));
    const QString category =
        QCoreApplication::translate("edgewright::views", categoryName(ops::categoryOf(node)));
    QString subtitle = labelText(node) + QStringLiteral(" · ") + category;
    if (!node.domain.empty()) subtitle += QStringLiteral(" · ") + QString::fromStdString(node.domain);
    m_subtitle->setFull(subtitle);

    const auto rows = [&](const std::vector<ValueId>& ids, const QString& what) {
        int index = 0;
        for (const ValueId id : ids) {
            const QString name = what.arg(index++);
            if (!id.valid() || !graph.contains(id)) continue;
            const ir::Value& value = graph.value(id);
            m_shapes->addRow(name,
                             typeText(value.type) + QLatin1Char('\n') + QString::fromStdString(value.name));
        }
    };
    rows(node.inputs, tr("Input %1"));
    rows(node.outputs, tr("Output %1"));
    if (const ops::Work work = ops::workOf(graph, node); work.macs() > 0 || !work.uncounted.empty())
        addArithmetic(static_cast<double>(work.macs()), work.uncounted);
    for (const ir::Attribute& attribute : node.attributes)
        m_attributes->addRow(QString::fromStdString(attribute.name), attributeText(attribute.value));
    showWeights(graph, node);
}

// A node or tensor in a branch or body: what the model as a whole knows of its nodes does not apply.
void Inspector::showInside(const ir::Graph& graph, const Item& item) {
    if (item.node.valid() && graph.contains(item.node)) return describeNode(graph, graph.node(item.node));
    if (!item.value.valid() || !graph.contains(item.value)) return showNothing();
    const ir::Value& value = graph.value(item.value);
    describeValue(value);
    if (value.outer) m_shapes->addRow(tr("Written by"), tr("the graph around this one"));
    if (const ir::Tensor* tensor = value.known()) showTensorStats(QString::fromStdString(value.name), *tensor);
}

void Inspector::showNode(const ir::Graph& graph, const ir::Node& node) {
    describeNode(graph, node);
    showFusion(node);
    std::vector<ValueId> outputs;
    for (const ValueId id : node.outputs)
        if (id.valid()) outputs.push_back(id);
    showMemory(outputs);
    showInt8(node);
    showCost(node);
    showMeasured(graph, node);
}

const ir::Connections& Inspector::connections(const ir::Graph& graph) {
    if (m_connected != &graph || !m_connections) {
        m_connections.emplace(graph);
        m_connected = &graph;
    }
    return *m_connections;
}

void Inspector::describeValue(const ir::Value& value) {
    m_title->setFull(value.constant ? tr("Weight") : tr("Tensor"));
    m_subtitle->setFull(QString::fromStdString(value.name));
    m_shapes->addRow(tr("Type"), typeText(value.type));
    if (const auto bytes = value.type.bytes()) m_shapes->addRow(tr("Size"), bytesText(*bytes));
}

void Inspector::showValue(const ir::Graph& graph, const ir::Value& value) {
    describeValue(value);
    const ir::Connections& known = connections(graph);
    if (const auto producer = known.producer(value.id))
        m_shapes->addRow(tr("Written by"), labelText(graph.node(*producer)));
    else if (graph.isInput(value.id))
        m_shapes->addRow(tr("Written by"), tr("the model's input"));
    QStringList readers;
    for (const NodeId reader : known.consumers(value.id))
        readers << labelText(graph.node(reader));
    if (graph.isOutput(value.id)) readers << tr("the model's output");
    if (!readers.isEmpty()) m_shapes->addRow(tr("Read by"), readers.join(QStringLiteral(", ")));
    if (const ir::Tensor* tensor = value.known()) showTensorStats(QString::fromStdString(value.name), *tensor);
    if (!value.constant) showMemory({value.id});
}

void Inspector::showWeights(const ir::Graph& graph, const ir::Node& node) {
    std::vector<ValueId> weights;
    std::vector<QStringList> rows;
    for (const ValueId id : node.inputs) {
        if (!id.valid() || !graph.contains(id)) continue;
        const ir::Value& value = graph.value(id);
        if (!value.constant) continue;
        rows.push_back({QString::fromStdString(value.name), shapeText(value.type),
                        bytesText(value.type.bytes().value_or(0))});
        weights.push_back(id);
    }
    if (!rows.empty()) m_weights->addTable(rows);
    if (!weights.empty()) chooseWeight(graph, weights);
}

// The largest at first; where there are several, a switch.
void Inspector::chooseWeight(const ir::Graph& graph, const std::vector<ValueId>& weights) {
    const auto size = [&](ValueId id) { return graph.value(id).constant->elements(); };
    ValueId shown = *std::ranges::max_element(weights, {}, size);
    if (std::ranges::find(weights, m_weight) != weights.end()) shown = m_weight;
    if (weights.size() > 1) {
        auto* combo = new QComboBox(m_weights);
        combo->setObjectName(QStringLiteral("weightChoice"));
        combo->setAccessibleName(tr("Weight to look into"));
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setMinimumContentsLength(12);
        std::vector<std::string> names;
        for (const ValueId id : weights)
            names.push_back(graph.value(id).name);
        const QStringList labels = shortNames(names, 36);
        for (const ValueId id : weights) {
            const QString name = QString::fromStdString(graph.value(id).name);
            combo->addItem(labels[combo->count()], id.index());
            combo->setItemData(combo->count() - 1, plainTip(name), Qt::ToolTipRole);
            if (id == shown) combo->setCurrentIndex(combo->count() - 1);
        }
        connect(combo, &QComboBox::activated, this, [this, combo] {
            m_weight = ValueId(combo->currentData().toUInt());
            QMetaObject::invokeMethod(this, &Inspector::refresh, Qt::QueuedConnection); // it replaces the combo
        });
        m_weights->addWidget(combo);
    }
    showTensorStats(QString::fromStdString(graph.value(shown).name), *graph.value(shown).constant);
}

void Inspector::showTensorStats(const QString& name, const ir::Tensor& tensor) {
    if (!pipeline::hasNumbers(tensor)) return m_weights->addSentence(tr("no numbers to look at"), true);
    const pipeline::InspectedTensor inspected{tensor};
    const bool wasInspected = m_context.settings.get().viewState.inspected == inspected;
    m_context.settings.look([&](pipeline::ViewState& view) { view.inspected = inspected; });
    if (!m_analysis) return;
    const auto stats = m_analysis->weightStats;
    if (stats && pipeline::InspectedTensor{stats->tensor} == inspected) return writeStats(*stats, name);
    if (!wasInspected || isPending(m_analysis.get(), {Stats})) return;
    if (m_analysis->cancelled.contains(Stats)) {
        m_weights->addSentence(tr("Cancelled."), true);
        m_weights->addButton(tr("Retry"), [this] {
            if (m_context.stages) m_context.stages->retry(Stats);
        });
    } else if (const QString error = errorText(*m_analysis, Stats); !error.isEmpty()) {
        m_weights->addSentence(error, true);
    }
}

void Inspector::writeStats(const pipeline::WeightStats& stats, const QString& name) {
    const auto share = [&](std::int64_t count) {
        return percentText(static_cast<double>(count) /
                           static_cast<double>(std::max<std::int64_t>(1, stats.elements)));
    };
    m_weights->addRow(tr("Elements"), countText(static_cast<double>(stats.elements)));
    m_weights->addRow(tr("Range"),
                      significant(stats.minimum) + QStringLiteral(" … ") + significant(stats.maximum));
    m_weights->addRow(tr("Mean, σ"),
                      significant(stats.mean) + QStringLiteral(", ") + significant(stats.deviation));
    m_weights->addRow(tr("Zeros"), share(stats.zeros));
    m_weights->addRow(tr("NaN, infinite"), stats.finite == stats.elements
                                               ? tr("none")
                                               : tr("%1, %2").arg(stats.nans).arg(stats.infinities));
    auto* chart = new WeightChart(m_weights);
    chart->setAccessibleName(tr("Histogram of %1").arg(name));
    chart->show(stats);
    m_weights->addWidget(chart);
    if (const pipeline::InspectedTensor tensor{stats.tensor};
        m_looked.tensor != tensor || m_looked.name != name) {
        delete m_looked.view;
        m_looked = {tensor, name, nullptr};
        if (stats.elements > 1)
            m_looked.view =
                new TensorView(m_context.pool, stats.tensor, name, stats.minimum, stats.maximum, false, this);
    }
    if (!m_looked.view) return;
    m_weights->addWidget(m_looked.view);
    m_looked.view->show();
}

} // namespace edgewright::views
