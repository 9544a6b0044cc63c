// SPDX-License-Identifier: GPL-3.0-or-later
// Single fusions undone and applied, groups made and dissolved by hand; a callout says what came of it.
#pragma once

#include "views/graph/graph_selection.h"

namespace edgewright::views {

class Callout;

class FusionByHand final : public QObject {
    Q_OBJECT
public:
    FusionByHand(ViewContext& context, const GraphState& state, GraphSelection& selection,
                 const GraphPair& pair, Callout& callout);
    void forget() { m_job.stop(); }
    void fuseChosen();
    void ungroup();                             // of what is selected: the group made by hand
    void undo() { undo(m_selection.node()); }   // of what is selected: the newest step that made it
    void apply() { apply(m_selection.node()); } // of what is selected: what is possible there
    bool isInGroup(NodeId node) const;          // that was made by hand

private:
    void undo(NodeId node);
    void apply(NodeId node);
    void badgeClicked(NodeId node, Badge::Kind kind);

    SettingsModel& m_settings;
    const GraphState& m_state;
    GraphSelection& m_selection;
    Callout& m_callout;
    JobSlot m_job;
};

} // namespace edgewright::views
