// SPDX-License-Identifier: GPL-3.0-or-later
// What the page changes: single fusions, groups by hand, opened groups; and where it goes.
#include "views/graph/graph_view.h"

#include "views/session/measurements.h"

#include "core/fusion/user_group.h"
#include "views/graph/canvas/callout.h"
#include "views/graph/canvas/graph_legend.h"
#include "views/graph/panels/history_bar.h"
#include "views/graph/picture/node_text.h"
#include "views/support/figure/figure_menu.h"
#include "views/support/fusion_edits.h"
#include "views/support/quantity.h"

#include <QApplication>
#include <QClipboard>
#include <QCursor>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

NodeId GraphView::selectedNode() const {
    const Selection& selection = context().selection;
    if (!inside()) return selection.current().node;
    return selection.graphInside() == shownGraph() ? selection.inside().node : NodeId();
}

std::vector<NodeId> GraphView::selectedNodes() const {
    if (!m_chosen.empty()) return {m_chosen.begin(), m_chosen.end()};
    const NodeId node = selectedNode();
    return node.valid() ? std::vector<NodeId>{node} : std::vector<NodeId>{};
}

std::set<NodeId> GraphView::baseNodesOf(const std::set<NodeId>& nodes) const {
    std::set<NodeId> base;
    for (const NodeId node : nodes) {
        if (!m_presented) {
            base.insert(node);
            continue;
        }
        for (const NodeId origin : m_presented->provenance->originsOf(node))
            if (m_presented->history->base.contains(origin)) base.insert(origin);
    }
    return base;
}

void GraphView::choose(GraphPane& in, const std::set<NodeId>& nodes) {
    m_chosen = inside() ? std::set<NodeId>{} : baseNodesOf(nodes);
    std::set<NodeId> heirs;
    for (const NodeId node : m_chosen)
        if (m_presented)
            for (const NodeId heir : m_presented->provenance->descendantsOf(node))
                heirs.insert(heir);
    if (&in != m_before) m_before->canvas().setChosen(m_chosen);
    if (&in != m_after) m_after->canvas().setChosen(heirs);
    m_bar->fuse().setEnabled(m_chosen.size() > 1);
    context().selection.choose({m_chosen.begin(), m_chosen.end()});
    if (!m_chosen.empty()) emit message(tr("%n nodes chosen", nullptr, static_cast<int>(m_chosen.size())));
}

void GraphView::fuseChosen() {
    if (m_chosen.size() < 2)
        return m_callout->say(tr("Choose two or more nodes first: drag with Shift, or click with Ctrl."));
    const auto fused = m_analysis ? m_analysis->fusion : nullptr;
    if (!fused) return m_callout->say(tr("There is no fused graph yet."));
    std::vector<NodeId> nodes(m_chosen.begin(), m_chosen.end());
    m_byHand.start(
        [fused, nodes](const RunContext&) -> Result<fusion::Match> {
            return fusion::fuseUserGroup(fused->base, fused->opsets, nodes);
        },
        [this, nodes](Result<fusion::Match> match) {
            if (!match) return m_callout->say(QString::fromStdString(match.error().message));
            if (const auto* refused = std::get_if<fusion::Refused>(&*match))
                return m_callout->say(tr("Not fused: %1.").arg(QString::fromStdString(refused->reason)));
            const auto* applied = std::get_if<fusion::Applied>(&*match);
            if (!applied) return m_callout->say(tr("These nodes do not make a group."));
            m_callout->say(QString::fromStdString(applied->reason), Callout::Tone::Done);
            groupByHand(context().settings, nodes);
            choose(*m_before, {});
            for (GraphPane* pane : {m_before, m_after})
                pane->canvas().setChosen({});
        });
}

void GraphView::ungroup() {
    const std::vector<NodeId> nodes = selectedNodes();
    const std::set<NodeId> base = baseNodesOf({nodes.begin(), nodes.end()});
    if (!hasGroupByHand(context().settings.get(), base))
        return m_callout->say(tr("This is in no group that was made by hand."));
    ungroupByHand(context().settings, base);
    m_callout->say(tr("The group is dissolved."), Callout::Tone::Done);
}

void GraphView::undoFusion() { undoOf(selectedNode()); }
void GraphView::applyFusion() { applyOf(selectedNode()); }

void GraphView::undoOf(NodeId node) {
    if (!node.valid() || !isCurrent() || inside()) return;
    const fusion::History& history = *m_presented->history;
    const fusion::Step* step = stepThatMade(history, node);
    if (!step)
        for (const NodeId heir : m_presented->provenance->descendantsOf(node))
            if ((step = stepThatMade(history, heir))) break;
    if (!step) step = m_presented->provenance->removedBy(node);
    if (!step) return m_callout->say(tr("No fusion made this node."));
    m_callout->say(tr("Undone: %1").arg(QString::fromStdString(step->reason)), Callout::Tone::Done);
    undoStep(context().settings, fusion::Step(*step));
}

void GraphView::applyOf(NodeId node) {
    if (!node.valid() || !isCurrent() || inside()) return;
    const auto keep = m_presented->history;
    const std::set<NodeId> base = baseNodesOf({node});
    for (const fusion::Step& step : keep->possible) {
        const bool here = std::ranges::find(step.nodes, node) != step.nodes.end() ||
                          std::ranges::any_of(step.site.nodes, [&](NodeId id) { return base.count(id) != 0; });
        if (!here) continue;
        m_callout->say(tr("Applied: %1").arg(QString::fromStdString(step.reason)), Callout::Tone::Done);
        return applyPossible(context().settings, *keep, step);
    }
    m_callout->say(tr("Nothing more can be fused here."));
}

void GraphView::badgeClicked(NodeId node, Badge::Kind kind) {
    if (!isCurrent()) return;
    if (kind == Badge::Kind::Applied) return undoOf(node);
    if (kind == Badge::Kind::Possible) return applyOf(node);
    if (kind != Badge::Kind::Refused) return;
    QStringList reasons;
    for (const Badges* badges : {&m_presented->before, &m_presented->after})
        if (const auto found = badges->find(node); found != badges->end())
            for (const Badge& badge : found->second)
                for (const QString& reason : badge.kind == kind ? badge.reasons : QStringList())
                    if (!reasons.contains(reason)) reasons << reason;
    if (!reasons.isEmpty()) m_callout->say(tr("Not fused: %1").arg(reasons.join(u'\n')));
}

void GraphView::openGroup(NodeId node, bool open) {
    if (inside() || !m_presented || !m_presented->graph->contains(node)) return;
    if (open)
        m_opened.insert(node);
    else
        m_opened.erase(node);
    showAfter();
}

void GraphView::openAll(bool open) {
    m_opened.clear();
    if (open && m_presented)
        for (const NodeId id : m_presented->graph->order())
            if (const ir::Node& node = m_presented->graph->node(id);
                node.body && node.domain == ir::FusedDomain)
                m_opened.insert(id);
    showAfter();
}

void GraphView::enter(NodeId node) {
    std::shared_ptr<const ir::Graph> graph = shownGraph();
    if (!inside() && m_presented && (!graph || !graph->contains(node))) graph = m_presented->graph;
    if (!graph || !node.valid() || !graph->contains(node)) return;
    const auto go = [this, label = QString::fromStdString(graph->node(node).label())](const Inside& target) {
        constexpr std::size_t Deepest = 64;
        if (m_places.size() >= Deepest) return;
        m_places.push_back({label + QStringLiteral(" · ") + target.name, target.graph});
        context().selection.selectInside(target.graph, {});
        showPlaces();
        showGraphs();
        showMarks();
        showColours();
        showSelection();
    };
    const std::vector<Inside> targets = insidesOf(graph->node(node));
    if (targets.empty()) return emit message(tr("There is no graph inside of this node."));
    if (targets.size() == 1) return go(targets.front());
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("insideMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const Inside& target : targets)
        connect(menu->addAction(target.name), &QAction::triggered, this, [go, target] { go(target); });
    menu->popup(QCursor::pos());
}

void GraphView::leave() {
    if (inside()) goTo(static_cast<int>(m_places.size()) - 1);
}

void GraphView::goTo(int depth) {
    if (static_cast<std::size_t>(depth) >= m_places.size()) return;
    m_places.resize(static_cast<std::size_t>(depth));
    if (inside())
        context().selection.selectInside(shownGraph(), {});
    else
        context().selection.clear();
    showPlaces();
    showGraphs();
    showMarks();
    showColours();
    showSelection();
}

void GraphView::copyText() {
    const std::vector<NodeId> nodes = selectedNodes();
    QStringList parts;
    std::vector<NodeId> first, second;
    const auto graph = shownGraph();
    for (const NodeId node : nodes)
        (graph && graph->contains(node) ? first : second).push_back(node);
    if (graph && !first.empty()) parts << nodesAsText(*graph, first);
    if (m_presented && !inside() && !second.empty()) parts << nodesAsText(*m_presented->graph, second);
    if (parts.isEmpty()) return;
    QApplication::clipboard()->setText(parts.join(QStringLiteral("\n\n")) + u'\n');
    emit message(tr("Copied %n nodes as text", nullptr, static_cast<int>(nodes.size())));
}

void GraphView::showMenu(GraphPane& pane, const QPoint& at) {
    const auto& scene = pane.canvas().scene();
    if (!scene || !scene->placed()) return;
    const QPointF point = pane.canvas().origin() + QPointF(at) / pane.canvas().zoom();
    const GraphHit hit = hitTest(*scene, point, 6 / pane.canvas().zoom());
    if (hit.box && scene->boxes()[*hit.box].node.valid()) pick(scene->boxes()[*hit.box].item());
    const NodeId node = selectedNode();
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("nodeMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, auto slot, bool enabled) {
        QAction* action = menu->addAction(text);
        action->setEnabled(enabled);
        connect(action, &QAction::triggered, this, slot);
    };
    const bool compared = !inside() && isCurrent();
    const std::set<NodeId> base = node.valid() ? baseNodesOf({node}) : std::set<NodeId>{};
    add(tr("Fuse the %n chosen nodes\tG", nullptr, static_cast<int>(m_chosen.size())), &GraphView::fuseChosen,
        m_chosen.size() > 1);
    add(tr("Ungroup\tShift+G"), &GraphView::ungroup, hasGroupByHand(context().settings.get(), base));
    add(tr("Undo this fusion\tU"), &GraphView::undoFusion, compared && node.valid());
    add(tr("Apply what is possible here\tA"), &GraphView::applyFusion, compared && node.valid());
    menu->addSeparator();
    const ir::Graph* graph = shownGraph().get();
    if (graph && node.valid() && !graph->contains(node) && m_presented) graph = m_presented->graph.get();
    if (graph && node.valid() && graph->contains(node))
        if (const std::vector<Inside> targets = insidesOf(graph->node(node)); !targets.empty())
            add(
                tr("Show what is inside: %1").arg(targets.front().name), [this, node] { enter(node); }, true);
    if (inside()) add(tr("Back\tBackspace"), &GraphView::leave, true);
    add(
        tr("Copy as text\tCtrl+C"), [this] { copyText(); }, node.valid() || !m_chosen.empty());
    add(
        tr("Copy picture"),
        [this, after = &pane == m_after] {
            const QString name = after ? QStringLiteral("graph-after") : QStringLiteral("graph-before");
            for (const Figure& figure : figures())
                if (figure.name == name) copyFigure(figure, m_copyPicture);
        },
        true);
    menu->popup(pane.canvas().mapToGlobal(at));
}

void GraphView::measureTimes() {
    Measurements* measurements = context().measurements;
    if (!measurements || measurements->state() != Measurements::State::Idle) return;
    m_showsTimes = true; // once they are there
    const auto standard = device::standardVariants();
    MeasurePlan plan;
    std::ranges::copy_if(standard, std::back_inserter(plan.variants),
                         [](const device::Variant& each) { return !each.reuse; });
    emit message(tr("Measuring both graphs; the Measure page has all of it."));
    measurements->measure(std::move(plan));
}

// Another measurement, or another one is of the present graph.
void GraphView::showMeasured() {
    m_rules->showMeasured();
    showColours();
    if (isVisible()) showAnswer();
    if (measured() && std::exchange(m_showsTimes, false)) m_legend->setCurrent(QStringLiteral("time"));
}

std::shared_ptr<const device::Record> GraphView::measured() const {
    const device::Run* run = context().measurements ? context().measurements->current() : nullptr;
    return run ? run->record : nullptr;
}

} // namespace edgewright::views
