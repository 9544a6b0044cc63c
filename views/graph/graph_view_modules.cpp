// SPDX-License-Identifier: GPL-3.0-or-later
// Modules: which are folded, where we are in them, and what leads there.
#include "views/graph/graph_view.h"

#include "core/pipeline/graph_modules.h"
#include "views/graph/panels/outline_panel.h"
#include "views/graph/picture/module_card.h"

#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxSeenBoxes = 400; // beyond, what fills the view is the whole graph

} // namespace

bool GraphView::waitsForModules() const {
    const auto graph = shownGraph();
    return graph && folds().graph() != graph && graph->nodeCount() > ModuleFolds::FoldedNodes;
}

// Of the graph that is shown, once its stage has them. Where there are none to be had it is drawn as one.
void GraphView::takeModules() {
    const auto graph = shownGraph();
    if (!graph || !m_analysis) return;
    const auto& stage = inside() ? m_analysis->modulesInside : m_analysis->modules;
    std::shared_ptr<const modules::Modules> found;
    if (stage && stage->graph == graph) found = {stage, &stage->modules};
    if (found ? found == folds().modules()
              : folds().graph() == graph || m_analysis->pending.contains(inside() ? "modules_inside" : "modules"))
        return;
    std::string key = m_analysis && m_analysis->opened ? m_analysis->opened->file.string() : std::string();
    for (const Place& place : m_places)
        key += '\n' + place.name.toStdString();
    if (!found) found = std::make_shared<const modules::Modules>(modules::undivided(*graph));
    folds().set(key, graph, std::move(found));
    showModules();
    if (!inside()) presentStep();
}

// The controls that say what is folded.
void GraphView::showModules() {
    const bool known = shownGraph() && folds().graph() == shownGraph();
    const QSignalBlocker silent(&m_bar->modules());
    m_bar->modules().setChecked(known && folds().on());
    m_bar->modules().setEnabled(known && folds().any());
    if (m_outlined != folds().modules()) {
        m_outlined = folds().modules();
        m_outline->setModules(folds().graph(), m_outlined);
    }
    if (known && folds().on() && !m_fromOutline) m_outline->setOpen(folds().open());
    showCrumbs();
}

void GraphView::refold() {
    showModules();
    showBefore();
    showAfter();
}

void GraphView::foldByModules(bool on) {
    if (folds().setOn(on)) refold();
}

void GraphView::openModule(modules::ModuleId module, bool open) {
    if (!folds().on() || !folds().setOpen(module, open)) return;
    for (GraphPane* pane : {m_before, m_after})
        pane->canvas().hold(module);
    refold();
}

void GraphView::foldAround() {
    modules::ModuleId module = m_module.valid() ? m_module : moduleOf(selectedNode());
    if (!folds().on() || !module.valid()) return emit message(tr("Nothing is folded, or nothing is selected."));
    if (const modules::ModuleId folded = folds().foldedAround(module); folded.valid())
        module = (*folds().modules())[folded].parent;
    if (module == modules::Root) return emit message(tr("No module is open around this."));
    m_module = module;
    openModule(module, false);
}

// Of a node of either graph.
modules::ModuleId GraphView::moduleOf(NodeId node) const {
    if (!node.valid() || !folds().modules()) return {};
    const modules::ModuleId module = folds().modules()->moduleOf(node);
    if (module.valid() || inside() || !m_presented || node.index() >= m_presented->modules.size()) return module;
    return m_presented->modules[node.index()];
}

// A picture of the model, or the body, before has modules by the same numbers.
bool GraphView::isOfFolds(const GraphScene& scene) const {
    const auto& its = scene.options().folding.modules;
    return !its || its == folds().modules();
}

// What somebody went to must be seen.
void GraphView::unfoldTo(NodeId node) {
    m_module = {};
    m_picked = selectedNode();
    if (folds().on() && folds().reveal(moduleOf(node), true)) refold();
}

// All of a module, which stays as it is; what is around it is opened.
void GraphView::pickModule(modules::ModuleId module, GraphPane* in) {
    if (!folds().modules() || module == modules::Root) return;
    if (folds().on() && folds().reveal(module, false)) refold();
    NodeId largest = folds().modules()->nodes(module).front();
    for (const GraphPane* pane : {m_before, m_after})
        if (const auto& scene = pane->canvas().scene(); scene && isOfFolds(*scene))
            for (const SceneBox& box : scene->boxes())
                if (box.module == module && (!in || in == pane)) largest = box.node;
    m_module = module;
    const QScopedValueRollback keep(m_keepFolded, true);
    const QScopedValueRollback picked(m_pickedIn, in);
    if (selectedNode() == largest) return showSelection();
    pick({largest, {}});
}

// Those of `scene` that lie in `module`, as far as they are drawn.
std::set<NodeId> GraphView::nodesIn(const GraphScene& scene, modules::ModuleId module) const {
    std::set<NodeId> nodes;
    if (!isOfFolds(scene)) return nodes;
    for (const SceneBox& box : scene.boxes()) {
        if (box.kind != SceneBox::Kind::Node || !folds().modules()->contains(module, moduleOf(box.node)))
            continue;
        if (!box.module.valid())
            nodes.insert(box.node);
        else if (folds().modules()->contains(module, box.module))
            nodes.insert(box.nodes.begin(), box.nodes.end());
    }
    return nodes;
}

// The path of what is selected, else of what fills the view.
void GraphView::showCrumbs() {
    if (inside()) return;
    const auto file = m_analysis && m_analysis->opened
                          ? QString::fromStdString(m_analysis->opened->file.filename().string())
                          : tr("Model");
    m_crumbs.clear();
    if (!folds().any()) return m_bar->breadcrumbs().setPath({});
    const modules::Modules& all = *folds().modules();
    modules::ModuleId at = m_module.valid() ? m_module : moduleOf(selectedNode());
    const auto& scene = active().canvas().scene();
    if (!at.valid() && scene && scene->placed()) {
        const std::vector<std::uint32_t> seen = scene->boxesIn(active().canvas().visibleRect());
        for (const std::uint32_t i : seen.size() <= MaxSeenBoxes ? seen : std::vector<std::uint32_t>())
            if (const SceneBox& box = scene->boxes()[i]; box.kind == SceneBox::Kind::Node) {
                const modules::ModuleId own = moduleOf(box.node);
                if (own.valid()) at = at.valid() ? all.commonOf(at, own) : own;
            }
    }
    if (at.valid()) m_crumbs = all.path(at);
    if (const modules::ModuleId folded = folds().foldedAround(at); folded.valid())
        m_crumbs.resize(static_cast<std::size_t>(all[folded].depth));
    QStringList path{file};
    for (const modules::ModuleId id : m_crumbs)
        path << moduleName(all[id]);
    m_bar->breadcrumbs().setPath(path);
}

void GraphView::goToCrumb(int depth) {
    if (inside()) return goTo(depth);
    if (depth > 0 && static_cast<std::size_t>(depth) <= m_crumbs.size())
        return pickModule(m_crumbs[static_cast<std::size_t>(depth) - 1], nullptr);
    m_module = {};
    context().selection.clear();
    active().canvas().fit();
    if (!m_bar->link().isChecked()) other(active()).canvas().fit();
}

} // namespace edgewright::views
