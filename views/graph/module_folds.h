// SPDX-License-Identifier: GPL-3.0-or-later
// The modules of a graph that a person sees folded; remembered for each model for as long as the program runs.
#pragma once

#include "views/graph/picture/folding.h"

#include <map>
#include <string>
#include <utility>

namespace edgewright::views {

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

} // namespace edgewright::views
