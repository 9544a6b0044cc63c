// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_presentation.h"

#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"

#include <algorithm>
#include <utility>

namespace edgewright::views {

namespace {

const QString StepJob = QStringLiteral("step"); // that is no stage, but can be cancelled like one

} // namespace

GraphPresentation::GraphPresentation(ViewContext& context, GraphState& state, GraphPair& pair,
                                     const ModuleFolding& folding)
    : m_selection(context.selection), m_state(state), m_pair(pair), m_folding(folding),
      m_afterStage(new StageOverlay(&pair.after())), m_present(context.pool, tr("Fusion step")) {
    connect(m_afterStage, &StageOverlay::retryRequested, this, [this](const QString& stage) {
        if (stage != StepJob) return emit retryRequested(stage);
        present(m_step);
        showAfter();
    });
    connect(&m_present, &JobSlot::cancelled, this, &GraphPresentation::showAfter);
    connect(&folding, &ModuleFolding::refolded, this, [this] {
        showBefore();
        showAfter();
    });
    connect(&pair.before(), &GraphPane::shown, this,
            &GraphPresentation::showAfter); // which is laid out like it
    for (const GraphPane* pane : pair.panes())
        connect(&pane->canvas(), &GraphCanvas::openRequested, this, &GraphPresentation::openGroup);
}

void GraphPresentation::forget() {
    m_present.stop();
    m_history.reset();
    m_state.presented.reset();
    m_afterShows.reset();
    m_groups.clear();
    m_opened.clear();
}

bool GraphPresentation::setHistory(std::shared_ptr<const fusion::History> history) {
    if (history == m_history) return false;
    m_history = std::move(history);
    m_present.stop();
    if (!m_history) m_state.presented.reset();
    return true;
}

void GraphPresentation::present(std::size_t step) {
    m_step = step;
    if (!m_history || (m_folding.waits() && !m_state.inside())) return;
    m_present.start([history = m_history, step, modules = m_folding.ofModel().modules()](
                        const RunContext& run) { return views::present(history, step, modules.get(), run); },
                    [this](Result<std::shared_ptr<const Presented>> made) {
                        if (!made) return emit said(QString::fromStdString(made.error().message));
                        const NodeId kept = keptSelection(**made);
                        m_state.presented = *std::move(made);
                        const Presented& next = *m_state.presented;
                        m_groups = next.groups;
                        std::erase_if(m_opened, [&](NodeId id) { return !next.graph->contains(id); });
                        emit presented(kept);
                    });
}

// Where what is selected is a fused node that `next` has not, or under whose number it has another one: a node
// of the original that it was made of.
NodeId GraphPresentation::keptSelection(const Presented& next) const {
    const NodeId node = m_selection.current().node;
    const Presented* now = m_state.presented.get();
    if (m_state.inside() || !now || !node.valid() || next.history->base.contains(node)) return {};
    const std::vector<NodeId> origins = now->provenance->originsOf(node);
    if (next.graph->contains(node) && next.provenance->originsOf(node) == origins) return {};
    for (const NodeId origin : origins)
        if (next.history->base.contains(origin)) return origin;
    return {};
}

bool GraphPresentation::isShown() const {
    const Presented* now = m_state.presented.get();
    return now && !m_state.inside() && now->history == m_history && m_afterShows == m_state.presented &&
           now->step == std::min(m_step, now->history->steps.size()) && m_pair.after().upToDate() &&
           m_pair.after().content().graph == now->graph;
}

NodeId GraphPresentation::lastChanged() const {
    const Presented* now = m_state.presented.get();
    if (!now || now->step == 0) return {};
    const fusion::Step& step = now->history->steps[now->step - 1];
    if (!step.site.inside.empty()) return {};
    for (const NodeId made : step.made)
        if (now->graph->contains(made)) return made;
    for (const NodeId origin : step.site.nodes)
        for (const NodeId heir : now->provenance->descendantsOf(origin))
            if (now->graph->contains(heir)) return heir;
    return step.site.nodes.empty() ? NodeId() : step.site.nodes.front();
}

void GraphPresentation::show() {
    if (!m_state.model) {
        for (GraphPane* pane : m_pair.panes())
            pane->setMissing({}, false);
    } else if (!m_folding.waits()) {
        showBefore();
        showAfter();
    }
}

void GraphPresentation::showBefore() {
    GraphPane& pane = m_pair.before();
    const bool inside = m_state.inside();
    GraphPane::Content content;
    content.graph = m_state.shownGraph();
    if (m_folding.folds().graph() == content.graph) content.options.folding = m_folding.folds().folding();
    if (!inside) {
        content.options.groups = m_groups;
        if (m_state.presented) content.hulls = m_state.hulls(m_selection.current().node);
    }
    const auto source = inside ? std::shared_ptr<const void>(content.graph) : m_state.source();
    content.fresh = std::exchange(m_sources.before, source).lock() != source;
    pane.setTitle(inside ? m_state.places.back().name : tr("Original"));
    pane.setContent(std::move(content));
    pane.setStale(isPending(m_state.analysis.get(), {"type"}));
}

void GraphPresentation::showAfter() {
    if (m_state.inside() || !m_state.analysis || m_folding.waits()) return;
    GraphPane& pane = m_pair.after();
    const pipeline::Analysis& analysis = *m_state.analysis;
    const auto& presented = m_state.presented;
    const bool pending = isPending(&analysis, {"fuse"});
    const bool isLeft = m_history && !m_present.running() && !presented; // cancelled, or it failed
    m_afterStage->display({}, false, isLeft ? StepJob : cancelledOf(&analysis, {"fuse"}));
    if (!presented) {
        if (isLeft) pane.setMissing({}, false);
        if (m_history) return;
        m_afterShows.reset();
        const QString error = errorText(analysis, "fuse");
        return pane.setMissing(error.isEmpty() ? tr("computing …") : error, pending);
    }
    pane.setStale(pending || !m_state.isCurrent());
    if (m_pair.before().isDrawing()) return; // then it is laid out like the original
    pane.setTitle(presented->atEnd()
                      ? tr("Fused")
                      : tr("Step %1 of %2").arg(presented->step).arg(presented->history->steps.size()));
    GraphPane::Content content;
    content.graph = presented->graph;
    content.options.opened = m_opened;
    if (!presented->modules.empty())
        content.options.folding = m_folding.ofModel().folding({presented, &presented->modules});
    content.like = {m_pair.before().canvas().scene(), m_pair.before().layoutShown(),
                    pairsBetween(nullptr, presented.get())};
    const auto source = m_state.source();
    content.fresh = std::exchange(m_sources.after, source).lock() != source;
    content.pairs =
        pairsBetween(pane.canvas().scene() && !content.fresh ? m_afterShows.get() : nullptr, presented.get());
    m_afterShows = presented;
    pane.setContent(std::move(content));
}

void GraphPresentation::openGroup(NodeId node, bool open) {
    if (m_state.inside() || !m_state.presented || !m_state.presented->graph->contains(node)) return;
    if (open)
        m_opened.insert(node);
    else
        m_opened.erase(node);
    showAfter();
}

void GraphPresentation::openAll(bool open) {
    m_opened.clear();
    if (open && m_state.presented)
        for (const NodeId id : m_state.presented->graph->order())
            if (const ir::Node& node = m_state.presented->graph->node(id);
                node.body && node.domain == ir::FusedDomain)
                m_opened.insert(id);
    showAfter();
}

} // namespace edgewright::views
