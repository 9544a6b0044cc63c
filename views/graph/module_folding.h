// SPDX-License-Identifier: GPL-3.0-or-later
// Folding on the page: which modules are open, the controls that say so, the path to what is looked at.
#pragma once

#include "views/graph/graph_pair.h"
#include "views/graph/module_folds.h"

#include <QTimer>

namespace edgewright::views {

class OutlinePanel;

class ModuleFolding final : public QObject {
    Q_OBJECT
public:
    ModuleFolding(const Selection& selection, GraphState& state, GraphPair& pair, PageBar& bar,
                  OutlinePanel& outline);

    ModuleFolds& folds() { return m_state.inside() ? m_inside : m_folds; }
    const ModuleFolds& folds() const { return m_state.inside() ? m_inside : m_folds; }
    const ModuleFolds& ofModel() const { return m_folds; }
    void forget();
    // The modules of the graph that is shown, once their stage has them; true: they are others.
    bool take();
    bool waits() const; // to draw a graph that may open folded
    void show();        // in the controls

    // For a node of either graph.
    modules::ModuleId moduleOf(NodeId node) const;
    // The nodes of `scene` that lie in `module`, as far as they are drawn.
    std::set<NodeId> nodesIn(const GraphScene& scene, modules::ModuleId module) const;
    bool isOfFolds(const GraphScene& scene) const;
    void setOn(bool on);
    void open(modules::ModuleId module, bool open);
    void foldAround(); // the selection: the innermost open module
    // All around `module` is opened, and itself where asked for.
    void reveal(modules::ModuleId module, bool itself);
    // The path of what is selected, else of what fills the view.
    void showPath();
    modules::ModuleId onPath(int depth) const; // invalid: the model itself

signals:
    void refolded(); // other pictures come of it
    void said(const QString& text);

private:
    const Selection& m_selection;
    GraphState& m_state;
    GraphPair& m_pair;
    PageBar& m_bar;
    OutlinePanel& m_outline;
    ModuleFolds m_folds, m_inside; // of the model, of the graph in it that is shown
    std::shared_ptr<const modules::Modules> m_outlined;
    std::vector<modules::ModuleId> m_path; // behind the model's name
    QTimer m_seen;                         // until what fills the view is looked at
};

} // namespace edgewright::views
