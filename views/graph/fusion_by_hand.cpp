// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/fusion_by_hand.h"

#include "core/fusion/user_group.h"
#include "views/graph/canvas/callout.h"
#include "views/support/fusion_edits.h"

#include <algorithm>

namespace edgewright::views {

FusionByHand::FusionByHand(ViewContext& context, const GraphState& state, GraphSelection& selection,
                           const GraphPair& pair, Callout& callout)
    : m_settings(context.settings), m_state(state), m_selection(selection), m_callout(callout),
      m_job(context.pool, tr("Fuse by hand")) {
    for (const GraphPane* pane : pair.panes())
        connect(&pane->canvas(), &GraphCanvas::badgeClicked, this, [this](const Item& item, Badge::Kind kind) {
            m_selection.pick(item);
            badgeClicked(item.node, kind);
        });
}

void FusionByHand::fuseChosen() {
    if (m_state.chosen.size() < 2)
        return m_callout.say(tr("Choose two or more nodes first: drag with Shift, or click with Ctrl."));
    const auto fused = m_state.analysis ? m_state.analysis->fusion : nullptr;
    if (!fused) return m_callout.say(tr("There is no fused graph yet."));
    std::vector<NodeId> nodes(m_state.chosen.begin(), m_state.chosen.end());
    m_job.start(
        [fused, nodes](const RunContext&) -> Result<fusion::Match> {
            return fusion::fuseUserGroup(fused->base, fused->opsets, nodes);
        },
        [this, nodes](Result<fusion::Match> match) {
            if (!match) return m_callout.say(QString::fromStdString(match.error().message));
            if (const auto* refused = std::get_if<fusion::Refused>(&*match))
                return m_callout.say(tr("Not fused: %1.").arg(QString::fromStdString(refused->reason)));
            const auto* applied = std::get_if<fusion::Applied>(&*match);
            if (!applied) return m_callout.say(tr("These nodes do not make a group."));
            m_callout.say(QString::fromStdString(applied->reason), Callout::Tone::Done);
            groupByHand(m_settings, nodes);
            m_selection.choose({});
        });
}

bool FusionByHand::isInGroup(NodeId node) const {
    return node.valid() && hasGroupByHand(m_settings.get(), m_state.baseNodesOf({node}));
}

void FusionByHand::ungroup() {
    const std::vector<NodeId> nodes = m_selection.nodes();
    const std::set<NodeId> base = m_state.baseNodesOf({nodes.begin(), nodes.end()});
    if (!hasGroupByHand(m_settings.get(), base))
        return m_callout.say(tr("This is in no group that was made by hand."));
    ungroupByHand(m_settings, base);
    m_callout.say(tr("The group is dissolved."), Callout::Tone::Done);
}

void FusionByHand::undo(NodeId node) {
    if (!node.valid() || !m_state.isCurrent() || m_state.inside()) return;
    const Presented& now = *m_state.presented;
    const fusion::Step* step = stepThatMade(*now.history, node);
    if (!step)
        for (const NodeId heir : now.provenance->descendantsOf(node))
            if ((step = stepThatMade(*now.history, heir))) break;
    if (!step) step = now.provenance->removedBy(node);
    if (!step) return m_callout.say(tr("No fusion made this node."));
    m_callout.say(tr("Left out: %1").arg(QString::fromStdString(step->reason)), Callout::Tone::Done);
    undoStep(m_settings, fusion::Step(*step));
}

void FusionByHand::apply(NodeId node) {
    if (!node.valid() || !m_state.isCurrent() || m_state.inside()) return;
    const auto history = m_state.presented->history; // kept: the settings change
    const std::set<NodeId> base = m_state.baseNodesOf({node});
    for (const fusion::Step& step : history->possible) {
        const bool here = std::ranges::find(step.nodes, node) != step.nodes.end() ||
                          std::ranges::any_of(step.site.nodes, [&](NodeId id) { return base.count(id) != 0; });
        if (!here) continue;
        m_callout.say(tr("Applied: %1").arg(QString::fromStdString(step.reason)), Callout::Tone::Done);
        return applyPossible(m_settings, *history, step);
    }
    m_callout.say(tr("Nothing more can be fused here."));
}

void FusionByHand::badgeClicked(NodeId node, Badge::Kind kind) {
    if (!m_state.isCurrent()) return;
    if (kind == Badge::Kind::Applied) return undo(node);
    if (kind == Badge::Kind::Possible) return apply(node);
    if (kind != Badge::Kind::Refused) return;
    QStringList reasons;
    for (const Badges* badges : {&m_state.presented->before, &m_state.presented->after})
        if (const auto found = badges->find(node); found != badges->end())
            for (const Badge& badge : found->second)
                for (const QString& reason : badge.kind == kind ? badge.reasons : QStringList())
                    if (!reasons.contains(reason)) reasons << reason;
    if (!reasons.isEmpty()) m_callout.say(tr("Not fused: %1").arg(reasons.join(u'\n')));
}

} // namespace edgewright::views
