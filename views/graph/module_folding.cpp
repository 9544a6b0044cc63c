// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/module_folding.h"

#include "core/pipeline/graph_modules.h"
#include "views/graph/panels/outline_panel.h"
#include "views/graph/picture/scene/module_card.h"

#include <QSignalBlocker>
#include <QToolButton>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxSeenBoxes = 400; // beyond, what fills the view is the whole graph
constexpr int SeenDelay = 120;            // ms

} // namespace

void ModuleFolds::set(const std::string& key, std::shared_ptr<const ir::Graph> graph,
                      std::shared_ptr<const modules::Modules> modules) {
    m_graph = std::move(graph);
    m_modules = std::move(modules);
    const std::size_t nodes = m_graph->nodeCount();
    m_state = &m_known[{key, nodes}];
    if (m_state->modules == m_modules->all.size()) return;
    *m_state = {m_modules->all.size(), nodes > FoldedNodes, modules::opened(*m_modules, MinBoxes, MaxBoxes)};
}

void ModuleFolds::clear() {
    m_graph.reset();
    m_modules.reset();
    m_state = nullptr;
}

const std::set<ModuleId>& ModuleFolds::open() const {
    static const std::set<ModuleId> none;
    return m_state ? m_state->open : none;
}

bool ModuleFolds::setOn(bool on) {
    if (!any() || m_state->on == on) return false;
    m_state->on = on;
    return true;
}

bool ModuleFolds::setOpen(ModuleId module, bool open) {
    if (!any() || !module.valid() || module == modules::Root) return false;
    return (open ? m_state->open.insert(module).second : m_state->open.erase(module) > 0) && m_state->on;
}

bool ModuleFolds::reveal(ModuleId module, bool itself) {
    if (!any() || !module.valid()) return false;
    bool changed = false;
    for (const ModuleId id : m_modules->path(module))
        if (itself || id != module) changed = setOpen(id, true) || changed;
    return changed;
}

ModuleId ModuleFolds::foldedAround(ModuleId module) const {
    if (!on() || !module.valid()) return {};
    for (const ModuleId id : m_modules->path(module))
        if (!m_state->open.contains(id)) return id;
    return {};
}

Folding ModuleFolds::folding(std::shared_ptr<const std::vector<ModuleId>> of) const {
    if (!on()) return {};
    Folding folded = allFolded(std::move(of));
    folded.open = m_state->open;
    return folded;
}

Folding ModuleFolds::allFolded(std::shared_ptr<const std::vector<ModuleId>> of) const {
    if (!any()) return {};
    if (!of) of = std::shared_ptr<const std::vector<ModuleId>>(m_modules, &m_modules->of);
    return {m_modules, std::move(of), {}};
}

ModuleFolding::ModuleFolding(const Selection& selection, GraphState& state, GraphPair& pair, PageBar& bar,
                             OutlinePanel& outline)
    : m_selection(selection), m_state(state), m_pair(pair), m_bar(bar), m_outline(outline) {
    connect(&bar.modules(), &QToolButton::toggled, this, &ModuleFolding::setOn);
    connect(&outline, &OutlinePanel::opened, this, &ModuleFolding::open);
    m_seen.setSingleShot(true);
    m_seen.setInterval(SeenDelay);
    connect(&m_seen, &QTimer::timeout, this, &ModuleFolding::showPath);
    for (const GraphPane* pane : pair.panes()) {
        const GraphCanvas* canvas = &pane->canvas();
        connect(canvas, &GraphCanvas::viewMoved, &m_seen, qOverload<>(&QTimer::start));
        connect(canvas, &GraphCanvas::moduleRequested, this,
                [this, canvas](modules::ModuleId module, bool open) {
                    if (isOfFolds(*canvas->scene())) this->open(module, open);
                });
    }
}

void ModuleFolding::forget() {
    m_folds.clear();
    m_inside.clear();
    m_state.module = {};
}

bool ModuleFolding::waits() const {
    const auto graph = m_state.shownGraph();
    return graph && folds().graph() != graph && graph->nodeCount() > ModuleFolds::FoldedNodes;
}

// Where there are none to be had it is drawn as one.
bool ModuleFolding::take() {
    const auto graph = m_state.shownGraph();
    if (!graph) return false;
    const pipeline::Analysis& now = *m_state.analysis;
    const auto& stage = m_state.inside() ? now.modulesInside : now.modules;
    std::shared_ptr<const modules::Modules> found;
    if (stage && stage->graph == graph) found = {stage, &stage->modules};
    const bool isPending = now.pending.contains(m_state.inside() ? "modules_inside" : "modules");
    if (found ? found == folds().modules() : folds().graph() == graph || isPending) return false;
    std::string key = now.opened ? now.opened->file.string() : std::string();
    for (const GraphState::Place& place : m_state.places)
        key += '\n' + place.name.toStdString();
    if (!found) found = std::make_shared<const modules::Modules>(modules::undivided(*graph));
    folds().set(key, graph, std::move(found));
    return true;
}

void ModuleFolding::show() {
    const auto graph = m_state.shownGraph();
    const bool known = graph && folds().graph() == graph;
    const QSignalBlocker silent(&m_bar.modules());
    m_bar.modules().setChecked(known && folds().on());
    m_bar.modules().setEnabled(known && folds().any());
    if (m_outlined != (graph ? folds().modules() : nullptr)) {
        m_outlined = graph ? folds().modules() : nullptr;
        m_outline.setOutline(outline());
    }
    if (known && folds().on()) m_outline.setOpen(folds().open());
    showPath();
}

// With sums where the modules are those of the stage.
std::shared_ptr<const pipeline::Outline> ModuleFolding::outline() const {
    if (!m_outlined) return nullptr;
    const pipeline::Analysis& now = *m_state.analysis;
    const auto& stage = m_state.inside() ? now.modulesInside : now.modules;
    const bool isOfStage = stage && &stage->modules == m_outlined.get();
    return std::make_shared<const pipeline::Outline>(pipeline::Outline{
        folds().graph(), m_outlined, isOfStage ? stage->outline : pipeline::outlineRows(*m_outlined)});
}

// A picture of the model, or the body, before has modules by the same numbers.
bool ModuleFolding::isOfFolds(const GraphScene& scene) const {
    const auto& its = scene.options().folding.modules;
    return !its || its == folds().modules();
}

modules::ModuleId ModuleFolding::moduleOf(NodeId node) const {
    if (!node.valid() || !folds().modules()) return {};
    const modules::ModuleId module = folds().modules()->moduleOf(node);
    if (module.valid() || m_state.inside() || !m_state.presented) return module;
    const std::vector<modules::ModuleId>& made = m_state.presented->modules;
    return node.index() < made.size() ? made[node.index()] : module;
}

std::set<NodeId> ModuleFolding::nodesIn(const GraphScene& scene, modules::ModuleId module) const {
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

void ModuleFolding::setOn(bool on) {
    if (!folds().setOn(on)) return;
    show();
    emit refolded();
}

void ModuleFolding::open(modules::ModuleId module, bool open) {
    if (!folds().on() || !folds().setOpen(module, open)) return;
    for (GraphPane* pane : m_pair.panes())
        pane->canvas().hold(module);
    show();
    emit refolded();
}

void ModuleFolding::reveal(modules::ModuleId module, bool itself) {
    if (!folds().on() || !folds().reveal(module, itself)) return;
    show();
    emit refolded();
}

void ModuleFolding::foldAround() {
    modules::ModuleId module =
        m_state.module.valid() ? m_state.module : moduleOf(m_state.selectedNode(m_selection));
    if (!folds().on() || !module.valid()) return emit said(tr("Nothing is folded, or nothing is selected."));
    if (const modules::ModuleId folded = folds().foldedAround(module); folded.valid())
        module = (*folds().modules())[folded].parent;
    if (module == modules::Root) return emit said(tr("No module is open around this."));
    m_state.module = module;
    open(module, false);
}

void ModuleFolding::showPath() {
    if (m_state.inside()) return;
    m_path.clear();
    if (!m_state.model || !folds().any()) return m_bar.breadcrumbs().setPath({});
    const modules::Modules& all = *folds().modules();
    modules::ModuleId at =
        m_state.module.valid() ? m_state.module : moduleOf(m_state.selectedNode(m_selection));
    const GraphCanvas& canvas = m_pair.active().canvas();
    if (const auto& scene = canvas.scene(); !at.valid() && scene && scene->placed()) {
        const std::vector<std::uint32_t> seen = scene->boxesIn(canvas.visibleRect());
        for (const std::uint32_t i : seen.size() <= MaxSeenBoxes ? seen : std::vector<std::uint32_t>())
            if (const SceneBox& box = scene->boxes()[i]; box.kind == SceneBox::Kind::Node) {
                const modules::ModuleId own = moduleOf(box.node);
                if (own.valid()) at = at.valid() ? all.commonOf(at, own) : own;
            }
    }
    if (at.valid()) m_path = all.path(at);
    if (const modules::ModuleId folded = folds().foldedAround(at); folded.valid())
        m_path.resize(static_cast<std::size_t>(all[folded].depth));
    QStringList path{m_state.modelName()};
    for (const modules::ModuleId id : m_path)
        path << moduleName(all[id]);
    m_bar.breadcrumbs().setPath(path);
}

modules::ModuleId ModuleFolding::onPath(int depth) const {
    return depth > 0 && static_cast<std::size_t>(depth) <= m_path.size()
               ? m_path[static_cast<std::size_t>(depth) - 1]
               : modules::ModuleId();
}

} // namespace edgewright::views
