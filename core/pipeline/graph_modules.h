// SPDX-License-Identifier: GPL-3.0-or-later
// Modules with the graph that they are of: a result that is stale does not pass for one of the present graph.
#pragma once

#include "core/fusion/fuse.h"
#include "core/pipeline/outline.h"

#include <memory>
#include <vector>

namespace edgewright::pipeline {

struct GraphModules {
    std::shared_ptr<const ir::Graph> graph;
    modules::Modules modules;
    std::vector<OutlineRow> outline; // with sums
};

// A fused graph folds by the modules of the original.
struct FusedModules {
    std::shared_ptr<const fusion::History> fusion;
    std::vector<modules::ModuleId> of; // by node of fusion->graph
};

} // namespace edgewright::pipeline
