// SPDX-License-Identifier: GPL-3.0-or-later
// The two graphs of the page, beside each other or one above the other. Linked, they show the same part.
#pragma once

#include "views/graph/canvas/graph_pane.h"
#include "views/graph/graph_state.h"
#include "views/graph/panels/page_bar.h"

#include <QSplitter>

namespace edgewright::views {

class GraphPair final : public QSplitter {
    Q_OBJECT
public:
    GraphPair(ViewContext& context, const GraphState& state, QWidget* parent = nullptr);

    GraphPane& before() const { return *m_panes[0]; }
    GraphPane& after() const { return *m_panes[1]; }
    const std::array<GraphPane*, 2>& panes() const { return m_panes; }
    GraphPane& other(const GraphPane& pane) const { return &pane == m_panes[0] ? after() : before(); }
    GraphPane& active() const; // where the focus is
    void setMode(PageBar::Mode mode);
    bool isLinked() const { return m_linked; }
    void setLinked(bool on);
    // The other side shows the same part at the same height and scale.
    void follow(const GraphPane& lead);
    // Rectangles of what stands for `node` in the other picture, and of its neighbours there, as far as they
    // are seen: on the screen.
    std::vector<QRect> counterparts(const GraphPane& of, NodeId node) const;
    struct PaperFolding {
        Folding fused;                         // of the fused graph, where it was not drawn on screen
        Folding allBefore = {}, allAfter = {}; // of both, with every module folded; empty: there are none
    };
    // The graphs on paper. With `draws`, of a graph whose picture is not on its way yet.
    std::vector<Figure> figures(bool draws, const PaperFolding& folding) const;
    // With what can be seen of each graph.
    void saveSeen(QJsonObject& state) const;
    void restoreSeen(const QJsonObject& state);

signals:
    // A node is selected, and perhaps out of sight in another mode.
    void selectionMoved();
    void menuRequested(edgewright::views::GraphPane& pane, QPoint at);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void settle(); // after another mode
    void linkUp(); // what has one scale with the other
    void lineUp(); // as both begin, or as the left one is seen
    std::optional<std::pair<QPointF, QPointF>> sameSpot(const GraphPane& lead) const; // in both scenes

    const GraphState& m_state;
    const Selection& m_selection;
    std::array<GraphPane*, 2> m_panes;
    bool m_linked = true;
    std::optional<QObject> m_restored; // waits for the pictures whose place restoreSeen() knows
};

} // namespace edgewright::views
