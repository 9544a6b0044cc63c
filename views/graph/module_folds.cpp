// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/module_folds.h"

#include <algorithm>

namespace edgewright::views {

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
    if (!of) of = std::shared_ptr<const std::vector<ModuleId>>(m_modules, &m_modules->of);
    return {m_modules, std::move(of), m_state->open};
}

} // namespace edgewright::views
