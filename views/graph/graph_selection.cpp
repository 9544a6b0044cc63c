// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_selection.h"

#include "core/fusion/verdict.h"
#include "views/graph/panels/outline_panel.h"

#include <QScopedValueRollback>
#include <QToolButton>

namespace edgewright::views {

GraphSelection::GraphSelection(Selection& selection, GraphState& state, GraphPair& pair, ModuleFolding& folding,
                               PageBar& bar, OutlinePanel& outline)
    : m_selection(selection), m_state(state), m_pair(pair), m_folding(folding), m_bar(bar), m_outline(outline) {
    connect(&selection, &Selection::changed, this, &GraphSelection::follow);
    connect(&pair, &GraphPair::selectionMoved, this, &GraphSelection::show);
    connect(&bar.search(), &SearchField::foundChanged, this, &GraphSelection::show);
    connect(&outline, &OutlinePanel::nodeChosen, this, [this](NodeId node) {
        goTo(node);
        pick({node, {}});
    });
    connect(&outline, &OutlinePanel::moduleChosen, this,
            [this](modules::ModuleId module) { pickModule(module); });
    for (GraphPane* pane : pair.panes()) {
        const GraphCanvas* canvas = &pane->canvas();
        connect(canvas, &GraphCanvas::picked, this, [this, pane](const Item& item) { pick(item, *pane); });
        connect(canvas, &GraphCanvas::areaSelected, this,
                [this, pane](const std::set<NodeId>& nodes) { choose(nodes, pane); });
        connect(canvas, &GraphCanvas::modulePicked, this, [this, pane](modules::ModuleId module) {
            if (m_folding.isOfFolds(*pane->canvas().scene())) pickModule(module, pane);
        });
        connect(canvas, &GraphCanvas::hullClicked, this, [this](const HullSpec& hull) {
            if (hull.group.valid())
                pick({hull.group, {}});
            else if (!hull.members.empty())
                pick({hull.members.front(), {}});
        });
    }
}

void GraphSelection::forget() {
    choose({});
    m_state.module = {};
}

std::vector<NodeId> GraphSelection::nodes() const {
    if (!m_state.chosen.empty()) return {m_state.chosen.begin(), m_state.chosen.end()};
    return node().valid() ? std::vector<NodeId>{node()} : std::vector<NodeId>{};
}

void GraphSelection::pick(const Item& item) {
    if (m_state.inside())
        m_selection.selectInside(m_state.shownGraph(), item);
    else
        m_selection.select(item);
}

void GraphSelection::pick(const Item& item, GraphPane& in) {
    const QScopedValueRollback picking(m_picking, Picking{&in, m_picking.keepsFolds});
    pick(item);
}

void GraphSelection::keep(NodeId node) {
    const QScopedValueRollback picking(m_picking, Picking{m_picking.in, true});
    pick({node, {}});
}

void GraphSelection::pickModule(modules::ModuleId module, GraphPane* in) {
    const auto all = m_folding.folds().modules();
    if (!all || module == modules::Root) return;
    m_folding.reveal(module, false);
    NodeId largest = all->nodes(module).front();
    for (const GraphPane* pane : m_pair.panes())
        if (const auto& scene = pane->canvas().scene(); scene && m_folding.isOfFolds(*scene))
            for (const SceneBox& box : scene->boxes())
                if (box.module == module && (!in || in == pane)) largest = box.node;
    m_state.module = module;
    const QScopedValueRollback picking(m_picking, Picking{in, true});
    const auto nodes = all->nodes(module);
    Selection::Part part{QString::fromStdString(all->pathText(module)), {nodes.begin(), nodes.end()}};
    if (node() == largest && (m_state.inside() || m_selection.part() == part)) return show();
    if (m_state.inside()) return pick({largest, {}});
    m_selection.select({largest, {}}, std::move(part));
}

void GraphSelection::clear() {
    m_state.module = {};
    m_selection.clear();
}

void GraphSelection::goTo(NodeId node) {
    m_state.module = {};
    m_picked = this->node();
    m_folding.reveal(m_folding.moduleOf(node), true);
}

void GraphSelection::seen() {
    if (node() != m_picked) goTo(node());
    show();
}

void GraphSelection::follow() {
    if (!m_picking.keepsFolds) m_state.module = {};
    if (m_picking.keepsFolds || m_picking.in)
        m_picked = node();
    else if (m_pair.isVisible())
        goTo(node());
    show();
    explain(m_selection.current());
}

void GraphSelection::show() {
    const bool inside = m_state.inside(), here = inside && m_selection.graphInside() == m_state.shownGraph();
    const Item item = !inside ? m_selection.current() : here ? m_selection.inside() : Item{};
    const modules::ModuleId module = m_state.module;
    Provenance::Sides sides;
    const Provenance* provenance = m_state.presented ? m_state.presented->provenance.get() : nullptr;
    if (inside || !provenance) {
        if (item.node.valid()) sides.before.insert(item.node);
    } else if (item.node.valid()) {
        sides = provenance->sidesOf(item.node);
    }
    std::set<NodeId> beforeFound, afterFound;
    const DeepFound& hits = m_bar.search().found();
    beforeFound = hits.markedIn(m_state.shownGraph().get());
    if (provenance && !inside) {
        beforeFound.merge(hits.markedIn(m_state.presented->graph.get()));
        for (const NodeId id : beforeFound)
            for (const NodeId heir : provenance->descendantsOf(id))
                afterFound.insert(heir);
    }
    const auto mark = [&](GraphCanvas& canvas, std::set<NodeId> nodes, const std::set<NodeId>& found) {
        const auto source =
            canvas.scene() && item.value.valid() ? canvas.scene()->sourceOf(item.value) : std::nullopt;
        if (source)
            if (const NodeId writer = canvas.scene()->boxes()[*source].node; writer.valid())
                nodes.insert(writer);
        const NodeId current = nodes.count(item.node) != 0 ? item.node
                               : !nodes.empty()            ? *nodes.begin()
                                                           : NodeId();
        if (module.valid() && !nodes.empty() && canvas.scene())
            nodes = m_folding.nodesIn(*canvas.scene(), module);
        nodes.insert(found.begin(), found.end());
        canvas.setHighlight(std::move(nodes), source ? item.value : ValueId(), current);
    };
    GraphPane &before = m_pair.before(), &after = m_pair.after();
    mark(before.canvas(), sides.before, beforeFound);
    mark(after.canvas(), sides.after, afterFound);
    if (!inside && provenance && before.content().graph == m_state.model)
        before.setHulls(m_state.hulls(m_selection.current().node));
    m_folding.showPath();
    if (item.empty()) return;
    if (module.valid()) {
        for (GraphPane* pane : m_pair.panes())
            if (!pane->isHidden()) pane->canvas().bringIntoView(pane->canvas().highlighted(), {});
        return m_outline.reveal(module);
    }
    // A group is long: the picked member itself is what must be seen.
    const std::set<NodeId> wanted =
        sides.before.count(item.node) != 0 ? std::set<NodeId>{item.node} : sides.before;
    const bool fromAfter = m_picking.in == &after || before.isHidden() ||
                           (!m_picking.in && sides.before.empty() && item.node.valid());
    GraphPane& lead = fromAfter ? after : before;
    lead.canvas().bringIntoView(fromAfter ? sides.after : wanted, item.value);
    if (m_pair.isLinked() && item.node.valid())
        m_pair.follow(lead);
    else
        m_pair.other(lead).canvas().bringIntoView(fromAfter ? wanted : sides.after, item.value);
    m_outline.reveal(item.node);
}

void GraphSelection::explain(const Item& item) {
    if (!m_pair.isVisible() || !item.node.valid() || !m_state.isCurrent() || m_state.module.valid()) return;
    const Presented& presented = *m_state.presented;
    if (const QString gone = presented.provenance->whyGone(item.node); !gone.isEmpty()) return emit said(gone);
    const fusion::Finding finding = fusion::findingOf(*presented.history, item.node);
    if (finding.verdict == fusion::Verdict::NotFused)
        return emit said(QString::fromStdString(finding.refusals.front()->reason));
    if (!finding.steps.empty()) return emit said(QString::fromStdString(finding.steps.back()->reason));
    emit said(finding.possible.empty()
                  ? tr("No rule touches this node.")
                  : tr("Could be fused: %1").arg(QString::fromStdString(finding.possible.front()->reason)));
}

void GraphSelection::highlightAll(const std::vector<NodeId>& nodes) {
    if (m_state.inside() || !m_state.presented) return;
    Provenance::Sides all;
    for (const NodeId node : nodes) {
        const Provenance::Sides sides = m_state.presented->provenance->sidesOf(node);
        all.before.insert(sides.before.begin(), sides.before.end());
        all.after.insert(sides.after.begin(), sides.after.end());
    }
    m_pair.before().canvas().setHighlight(all.before, {});
    m_pair.after().canvas().setHighlight(all.after, {});
}

void GraphSelection::choose(const std::set<NodeId>& nodes, const GraphPane* in) {
    std::set<NodeId>& chosen = m_state.chosen;
    chosen = m_state.inside() ? std::set<NodeId>{} : m_state.baseNodesOf(nodes);
    std::set<NodeId> heirs;
    for (const NodeId node : chosen)
        if (m_state.presented)
            for (const NodeId heir : m_state.presented->provenance->descendantsOf(node))
                heirs.insert(heir);
    if (in != &m_pair.before()) m_pair.before().canvas().setChosen(chosen);
    if (in != &m_pair.after()) m_pair.after().canvas().setChosen(heirs);
    m_bar.fuse().setEnabled(chosen.size() > 1);
    m_selection.choose({chosen.begin(), chosen.end()});
    if (!chosen.empty()) emit said(tr("%n nodes chosen", nullptr, static_cast<int>(chosen.size())));
}

void GraphSelection::openBookmarks() {
    const pipeline::Analysis* now = m_state.analysis.get();
    m_bookmarks.setModel(now && now->opened ? QString::fromStdString(now->opened->file.string()) : QString());
    showBookmarks();
}

void GraphSelection::setBookmark(int number) {
    const auto graph = m_state.shownGraph();
    if (m_state.inside() || !node().valid() || !graph)
        return emit said(tr("Select a node of the model to bookmark it."));
    const auto base = m_state.baseNodesOf({node()});
    if (base.empty() || !graph->contains(*base.begin())) return;
    const QString label = QString::fromStdString(graph->node(*base.begin()).label());
    m_bookmarks.set(number, *base.begin(), label);
    emit said(tr("Bookmark %1: %2").arg(number).arg(label));
    showBookmarks();
}

void GraphSelection::showBookmarks() {
    std::vector<std::pair<int, QString>> list;
    for (int number = 1; number <= Bookmarks::Count; ++number)
        if (const QString label = m_bookmarks.label(number); !label.isEmpty()) list.emplace_back(number, label);
    m_outline.setBookmarks(list);
}

NodeId GraphSelection::bookmark(int number) {
    const auto node = m_state.model ? m_bookmarks.find(number, *m_state.model) : std::nullopt;
    if (!node && m_state.model) emit said(tr("There is no bookmark %1; Ctrl+%1 sets it.").arg(number));
    return node.value_or(NodeId());
}

} // namespace edgewright::views
