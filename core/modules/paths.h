// SPDX-License-Identifier: GPL-3.0-or-later
// Scopes of nodes, as the file tells them: their hierarchy, their names, their weights.
#pragma once

#include "core/ir/constant_nodes.h"
#include "core/modules/modules.h"

#include <string>
#include <vector>

namespace edgewright::modules {

// A tree of scopes; [0] is the root.
struct Scope {
    std::uint32_t parent = 0;
    int depth = 0;
    std::string name;      // "5", where the file says "features.5" in "features"
    std::string type = {}; // the class, where the file says it
};

struct Paths {
    Source source = Source::Structure;
    std::vector<Scope> scopes{Scope{}};
    std::vector<std::uint32_t> of; // by node; all 0 where names say nothing

    // The ancestor of `scope` (or itself) right below `above`; 0 when it is not below it.
    std::uint32_t below(std::uint32_t above, std::uint32_t scope) const;
};

// `order`: producers first.
Paths pathsOf(const ir::Graph& graph, const std::vector<NodeId>& order, const ir::Constants& constants);

} // namespace edgewright::modules
