// SPDX-License-Identifier: GPL-3.0-or-later
// The selection of the page, in both pictures, the outline and the bookmarks, and the nodes chosen together.
#pragma once

#include "views/graph/module_folding.h"
#include "views/graph/panels/bookmarks.h"

namespace edgewright::views {

class GraphSelection final : public QObject {
    Q_OBJECT
public:
    GraphSelection(Selection& selection, GraphState& state, GraphPair& pair, ModuleFolding& folding,
                   PageBar& bar, OutlinePanel& outline);

    void forget();
    NodeId node() const { return m_state.selectedNode(m_selection); } // of the graph that is shown
    std::vector<NodeId> nodes() const;                                // chosen ones, else the selected one
    void pick(const Item& item);
    void pick(const Item& item, GraphPane& in); // that somebody clicked there: stays folded
    // All of a module, which stays as it is; what is around it is opened. `in`: where it was clicked, or null.
    void pickModule(modules::ModuleId module, GraphPane* in = nullptr);
    // `node` in the place of what is selected; nobody went there.
    void keep(NodeId node);
    // Unfolds what is around it.
    void goTo(NodeId node);
    void clear();
    // The partners of what is selected are outlined on both sides and brought into sight, and so is what was
    // found.
    void show();
    void seen(); // the page is shown: what was selected elsewhere meanwhile
    // Several at once, until something is selected: all places of a rule. None is brought into sight: they are
    // everywhere.
    void highlightAll(const std::vector<NodeId>& nodes);
    // For "fuse these", of one of the pictures.
    void choose(const std::set<NodeId>& nodes, const GraphPane* in = nullptr);

    void openBookmarks(); // of the model
    void setBookmark(int number);
    // That is to be gone to; invalid: it was said why not.
    NodeId bookmark(int number);

signals:
    void said(const QString& text);

private:
    void follow(); // the selection of the window
    void explain(const Item& item);
    void showBookmarks();

    Selection& m_selection;
    GraphState& m_state;
    GraphPair& m_pair;
    ModuleFolding& m_folding;
    PageBar& m_bar;
    OutlinePanel& m_outline;
    struct Picking { // while this page selects
        GraphPane* in = nullptr;
        bool keepsFolds = false;
    } m_picking;
    NodeId m_picked; // on this page, last: stays folded
    Bookmarks m_bookmarks;
};

} // namespace edgewright::views
