// SPDX-License-Identifier: GPL-3.0-or-later
// The modules of a graph that are drawn as one box.
#pragma once

#include "core/modules/modules.h"

#include <memory>
#include <set>
#include <vector>

namespace edgewright::views {

using modules::ModuleId;

// The modules, of the original graph; the module of each node of the graph that is drawn; and those that are
// open. The outermost one that is not is the box. Without modules, nothing is folded.
struct Folding {
    std::shared_ptr<const modules::Modules> modules;
    std::shared_ptr<const std::vector<ModuleId>> of; // by node
    std::set<ModuleId> open;                         // the root is always

    friend bool operator==(const Folding&, const Folding&) = default;
};

// The same, to be asked about every node.
class Folded {
public:
    Folded() = default;
    explicit Folded(const Folding& folding);
    ModuleId module(NodeId node) const {
        return m_of && node.index() < m_of->size() ? (*m_of)[node.index()] : ModuleId();
    }
    // The box that stands for `node` or for `module`; invalid: it shows itself.
    ModuleId box(NodeId node) const { return box(module(node)); }
    ModuleId box(ModuleId module) const { return module.valid() ? m_box[module.index()] : ModuleId(); }

private:
    std::shared_ptr<const std::vector<ModuleId>> m_of;
    std::vector<ModuleId> m_box; // by module
};

} // namespace edgewright::views
