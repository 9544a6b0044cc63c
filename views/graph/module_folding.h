// SPDX-License-Identifier: GPL-3.0-or-later
// Folding on the page: which modules are open, the controls that say so, the path to what is looked at.
#pragma once

#include "views/graph/graph_pair.h"
#include "views/graph/picture/scene/folding.h"

#include <QTimer>

#include <map>
#include <string>
#include <utility>

namespace edgewright::pipeline {
struct Outline;
}

namespace edgewright::views {

class OutlinePanel;

// The modules of a graph that a person sees folded; remembered for each model for as long as the program runs.
class ModuleFolds {
public:
    // From here on, a graph opens folded; with so many boxes, where that can be had.
    static constexpr std::size_t FoldedNodes = 300, MinBoxes = 20, MaxBoxes = 80;

    // `key`: the model. What was seen of it last, where the modules are still as many; else how it opens.
    void set(const std::string& key, std::shared_ptr<const ir::Graph> graph,
             std::shared_ptr<const modules::Modules> modules);
    void clear();
    const std::shared_ptr<const ir::Graph>& graph() const { return m_graph; }
    const std::shared_ptr<const modules::Modules>& modules() const { return m_modules; }
    bool any() const { return m_modules && m_modules->all.size() > 1; } // besides the root
    bool on() const { return any() && m_state && m_state->on; }
    const std::set<ModuleId>& open() const;

    // They return true if another picture comes of it.
    bool setOn(bool on);
    bool setOpen(ModuleId module, bool open);
    // Everything around `module`, and itself where asked for.
    bool reveal(ModuleId module, bool itself);
    // The outermost folded module around `module`, or itself; invalid: it is in sight.
    ModuleId foldedAround(ModuleId module) const;

    // The folding of a picture whose nodes lie in the modules that `of` says; of the graph itself by default.
    Folding folding(std::shared_ptr<const std::vector<ModuleId>> of = nullptr) const;
    // The same with every module folded, whatever is open on the page.
    Folding allFolded(std::shared_ptr<const std::vector<ModuleId>> of = nullptr) const;

private:
    struct State {
        std::size_t modules = 0;
        bool on = false;
        std::set<ModuleId> open;
    };
    std::map<std::pair<std::string, std::size_t>, State> m_known; // by model and number of nodes
    State* m_state = nullptr;
    std::shared_ptr<const ir::Graph> m_graph;
    std::shared_ptr<const modules::Modules> m_modules;
};

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
    std::shared_ptr<const pipeline::Outline> outline() const; // of m_outlined

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
