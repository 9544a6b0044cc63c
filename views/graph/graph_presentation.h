// SPDX-License-Identifier: GPL-3.0-or-later
// Brings the graphs into both panes: the original, and a step of its fusion that is worked out beside the
// window.
#pragma once

#include "views/graph/module_folding.h"

namespace edgewright::views {

class StageOverlay;

class GraphPresentation final : public QObject {
    Q_OBJECT
public:
    GraphPresentation(ViewContext& context, GraphState& state, GraphPair& pair, const ModuleFolding& folding);

    void forget();
    // Null: there is none now. Whether it is another one than that on its way or shown.
    bool setHistory(std::shared_ptr<const fusion::History> history);
    void present(std::size_t step);
    // The step that is wanted, once its picture is there.
    bool isShown() const;
    // In either graph: what its last patch has made, else where that was; invalid: nothing was done to nodes of
    // the graph itself.
    NodeId lastChanged() const;
    void show();
    void openGroup(NodeId node, bool open); // drawn as its members
    void openAll(bool open);
    const std::set<NodeId>& opened() const { return m_opened; }

signals:
    // GraphState::presented is another one. `kept`: what stands for a selected node that it has not, if any.
    void presented(edgewright::NodeId kept);
    void said(const QString& text);
    void retryRequested(const QString& stage);

private:
    NodeId keptSelection(const Presented& next) const;
    void showBefore();
    void showAfter();

    const Selection& m_selection;
    GraphState& m_state;
    GraphPair& m_pair;
    const ModuleFolding& m_folding;
    std::shared_ptr<const fusion::History> m_history; // on its way or shown
    std::size_t m_step = 0;                           // of it
    std::shared_ptr<const Presented> m_afterShows;    // the picture on the right, or on its way there
    struct {
        std::weak_ptr<const void> before, after;
    } m_sources;                               // of the pictures: a file, or a graph inside
    std::vector<std::vector<NodeId>> m_groups; // that the original's layout keeps together
    std::set<NodeId> m_opened;
    StageOverlay* m_afterStage;
    JobSlot m_present;
};

} // namespace edgewright::views
