// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_view.h"

#include "views/graph/graph_legend.h"
#include "views/graph/rules_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

namespace {

std::unique_ptr<View> make(ViewContext& context) { return std::make_unique<GraphView>(context); }

std::set<NodeId> toSet(const std::vector<NodeId>& nodes) { return {nodes.begin(), nodes.end()}; }

bool contains(const std::vector<NodeId>& nodes, NodeId node) {
    return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

struct Refusals {
    std::unordered_map<NodeId, QStringList> before, after;
};

Refusals refusalsOf(const fusion::History& history) {
    Refusals found;
    for (const fusion::Refusal& refusal : history.refusals) {
        if (refusal.nodes.empty()) continue;
        const QString reason = QString::fromStdString(refusal.reason);
        const NodeId node = refusal.nodes.front();
        found.after[node] << reason;
        if (const auto origins = history.originsOf(node); !origins.empty())
            found.before[origins.front()] << reason;
    }
    return found;
}

} // namespace

const ViewEntry graph_view{"graph", QT_TRANSLATE_NOOP("edgewright::views", "Graph"), ":/icons/graph.svg",
                           QT_TRANSLATE_NOOP("edgewright::views", "The graph before and after operator fusion"),
                           make};

GraphView::GraphView(ViewContext& context, QWidget* parent)
    : View(context, parent), m_stack(new QStackedWidget(this)), m_rules(new RulesPanel(context)),
      m_before(new GraphPane(GraphPane::Side::Before, context)),
      m_after(new GraphPane(GraphPane::Side::After, context)), m_legend(new GraphLegend),
      m_refusals(context.pool, tr("Refusals")) {
    m_after->canvas().setWarmGroups(true);
    m_before->canvas().setWarmGroups(false);

    auto* toggle = new QToolButton;
    toggle->setObjectName(QStringLiteral("toggleRules"));
    toggle->setAutoRaise(true);
    toggle->setCheckable(true);
    toggle->setChecked(true);
    toggle->setArrowType(Qt::LeftArrow);
    toggle->setToolTip(tr("Show or hide the rules"));
    toggle->setAccessibleName(tr("Show or hide the rules"));
    connect(toggle, &QToolButton::toggled, this, [this, toggle](bool on) {
        m_rules->setVisible(on);
        toggle->setArrowType(on ? Qt::LeftArrow : Qt::RightArrow);
    });
    m_before->heading().insertWidget(0, toggle);

    auto* panes = new QSplitter(Qt::Horizontal);
    panes->setChildrenCollapsible(false);
    panes->addWidget(m_before);
    panes->addWidget(m_after);
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(panes, 1);
    column->addWidget(m_legend);
    auto* all = new QSplitter(Qt::Horizontal);
    all->setChildrenCollapsible(false);
    all->addWidget(m_rules);
    all->addWidget(right);
    all->setStretchFactor(0, 0);
    all->setStretchFactor(1, 1);
    all->setSizes({256, 1000});

    auto* empty = new QLabel(tr("Open an ONNX model to see its graph before and after operator fusion."));
    empty->setObjectName(QStringLiteral("graphEmpty"));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    m_stack->addWidget(empty);
    m_stack->addWidget(all);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    setFocusProxy(&m_before->canvas());
    for (GraphPane* pane : {m_before, m_after}) {
        connect(&pane->canvas(), &GraphCanvas::picked, this,
                [this](const Item& item) { this->context().selection.select(item); });
        connect(m_legend, &GraphLegend::dimmedChanged, &pane->canvas(), &GraphCanvas::setDimmed);
        connect(pane, &GraphPane::shown, this, [this] {
            showCategories();
            showSelection();
        });
    }
    connect(&context.selection, &Selection::changed, this, [this] {
        showSelection();
        explain(this->context().selection.current());
    });
}

void GraphView::update(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    const bool model = m_analysis && m_analysis->typed;
    m_stack->setCurrentIndex(model ? 1 : 0);
    m_rules->setAnalysis(m_analysis);
    showGraphs();
    showRefusals();
    showSelection();
}

void GraphView::showGraphs() {
    if (!m_analysis || !m_analysis->typed) {
        m_before->setMissing({}, false);
        m_after->setMissing({}, false);
        return;
    }
    const bool pending = m_analysis->pending.count("fuse") != 0;
    const auto& history = m_analysis->fusion;
    m_before->setGraph(m_analysis->typed->graph, history);
    m_before->setStale(m_analysis->pending.count("type") != 0);
    if (history) {
        m_after->setGraph(std::shared_ptr<const ir::Graph>(history, &history->graph), nullptr);
        m_after->setStale(pending);
        return;
    }
    const auto error = m_analysis->errors.find("fuse");
    m_after->setMissing(error == m_analysis->errors.end() ? tr("computing …")
                                                          : QString::fromStdString(error->second.message),
                        pending);
}

// The partners of what is selected are outlined on both sides and brought into sight.
void GraphView::showSelection() {
    const Item& item = context().selection.current();
    std::set<NodeId> before, after;
    if (item.node.valid() && m_analysis && m_analysis->before()) {
        const fusion::History* history = m_analysis->fusion.get();
        const bool isBefore = m_analysis->before()->contains(item.node);
        const bool isAfter = history && history->graph.contains(item.node);
        if (isBefore) before.insert(item.node);
        if (isAfter) after.insert(item.node);
        if (isBefore && !isAfter && history) after = toSet(history->heirsOf(item.node));
        // The whole group on the left, whichever side was picked.
        if (history)
            for (const NodeId heir : after)
                for (const NodeId origin : history->originsOf(heir))
                    before.insert(origin);
    }
    const auto show = [&](GraphCanvas& canvas, const std::set<NodeId>& nodes, const std::set<NodeId>& wanted) {
        const ValueId value = canvas.scene() && canvas.scene()->sourceOf(item.value) ? item.value : ValueId();
        std::set<NodeId> marked = nodes;
        if (value.valid()) {
            const SceneBox& source = canvas.scene()->boxes()[*canvas.scene()->sourceOf(value)];
            if (source.node.valid()) marked.insert(source.node);
        }
        canvas.setHighlight(marked, value, marked.count(item.node) != 0 ? item.node : NodeId());
        if (!item.empty()) canvas.bringIntoView(wanted, value);
    };
    // A group is long: the picked member itself is what must be seen.
    const bool member = before.count(item.node) != 0;
    show(m_before->canvas(), before, member ? std::set<NodeId>{item.node} : before);
    show(m_after->canvas(), after, after);
}

void GraphView::explain(const Item& item) {
    if (!isVisible() || !item.node.valid() || !m_analysis || !m_analysis->fusion) return;
    for (const fusion::Refusal& refusal : m_analysis->fusion->refusals)
        if (!refusal.nodes.empty() && refusal.nodes.front() == item.node)
            return emit message(QString::fromStdString(refusal.reason));
    const auto& steps = m_analysis->fusion->steps;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
        if (contains(step->made, item.node) || contains(step->nodes, item.node))
            return emit message(QString::fromStdString(step->reason));
    emit message(tr("No rule touches this node."));
}

void GraphView::showRefusals() {
    const auto history = m_analysis ? m_analysis->fusion : nullptr;
    if (history == m_refusalsShown) return;
    m_refusalsShown = history;
    m_refusals.cancel();
    if (!history) {
        m_before->canvas().setRefusals({});
        m_after->canvas().setRefusals({});
        return;
    }
    m_refusals.start([history](const RunContext&) -> Result<Refusals> { return refusalsOf(*history); },
                     [this](Result<Refusals> found) {
                         if (!found) return;
                         m_before->canvas().setRefusals(std::move(found->before));
                         m_after->canvas().setRefusals(std::move(found->after));
                     });
}

void GraphView::showCategories() {
    std::set<ops::Category> present;
    for (const GraphPane* pane : {m_before, m_after})
        if (const auto& scene = pane->canvas().scene())
            for (const SceneBox& box : scene->boxes())
                if (box.kind == SceneBox::Kind::Node) present.insert(box.category);
    m_legend->setPresent(present);
}

std::vector<Figure> GraphView::figures() const {
    constexpr double Margin = 24, Between = 32, Heading = 28;
    const auto before = m_before->sceneForPaper(), after = m_after->sceneForPaper();
    const auto natural = [](const std::shared_ptr<const GraphScene>& scene) {
        return scene->size() + QSizeF(Margin, Margin);
    };
    std::vector<Figure> figures;
    const auto add = [&](const QString& name, const QString& title,
                         const std::shared_ptr<const GraphScene>& scene) {
        if (!scene) return;
        figures.push_back(
            {name, title, natural(scene), [scene](QPainter& painter, const QRectF& area, const Theme& theme) {
                 paintWholeGraph(painter, *scene, area, theme);
             }});
    };
    const auto title = [](const QString& side, const std::shared_ptr<const GraphScene>& scene) {
        return side + QStringLiteral(" · ") +
               tr("%n nodes", nullptr, static_cast<int>(scene->graph().nodeCount()));
    };
    add(QStringLiteral("graph-before"), tr("Graph before fusion"), before);
    add(QStringLiteral("graph-after"), tr("Graph after fusion"), after);
    if (!before || !after) return figures;
    const QSizeF left = natural(before), right = natural(after);
    const QSizeF size(left.width() + Between + right.width(),
                      Heading + std::max(left.height(), right.height()));
    const QString leftTitle = title(tr("Original"), before), rightTitle = title(tr("Fused"), after);
    figures.push_back(
        {QStringLiteral("graph-before-after"), tr("Graph before and after fusion"), size,
         [=](QPainter& painter, const QRectF& area, const Theme& theme) {
             const double scale = std::min(area.width() / size.width(), area.height() / size.height());
             painter.save();
             painter.translate(area.center());
             painter.scale(scale, scale);
             painter.translate(-size.width() / 2, -size.height() / 2);
             const QRectF a(QPointF(0, Heading), left), b(QPointF(left.width() + Between, Heading), right);
             painter.setFont(views::font(TextSize::Title, true));
             painter.setPen(theme.before);
             painter.drawText(QRectF(a.left(), 0, a.width(), Heading), Qt::AlignCenter, leftTitle);
             painter.setPen(theme.after);
             painter.drawText(QRectF(b.left(), 0, b.width(), Heading), Qt::AlignCenter, rightTitle);
             paintWholeGraph(painter, *before, a, theme);
             paintWholeGraph(painter, *after, b, theme);
             painter.restore();
         }});
    return figures;
}

} // namespace edgewright::views
