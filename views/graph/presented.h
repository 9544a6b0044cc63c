// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a fusion history at one of its steps, as the page shows it; made beside the window.
#pragma once

#include "core/modules/modules.h"
#include "views/graph/panels/provenance.h"
#include "views/graph/picture/scene/graph_scene.h"

#include "core/base/run_context.h"
#include "core/pipeline/study.h"

#include <memory>
#include <vector>

namespace edgewright::views {

struct Presented {
    std::shared_ptr<const fusion::History> history;
    std::size_t step = 0; // this many are applied
    std::shared_ptr<const ir::Graph> graph;
    std::shared_ptr<const Provenance> provenance;
    std::vector<HullSpec> hulls;             // in the original graph: what was and what could be fused
    std::vector<std::vector<NodeId>> groups; // members of the fused ones, after all steps
    Changes changes;
    Badges before, after;
    std::vector<ModuleId> modules; // by node of the graph; empty: not known

    bool atEnd() const { return step == history->steps.size(); }
};

// `modules`: of the original graph; may be null.
Result<std::shared_ptr<const Presented>> present(std::shared_ptr<const fusion::History> history,
                                                 std::size_t step, const modules::Modules* modules = nullptr,
                                                 const RunContext& run = {});
// Nodes of an older and of a newer picture that stand for the same. Either may be null: the original graph.
NodePairs pairsBetween(const Presented* old, const Presented* next);
// The distance of each fused boundary from the original, as badges on the nodes of the fused graph. Where the
// check fails no boundary proves the whole: none is green, and what became of the nodes of the step that breaks
// it (null: not known) is red.
void addNumericBadges(Badges& badges, const pipeline::Check& check, const fusion::History& history,
                      const pipeline::BrokenBy* broken = nullptr);

} // namespace edgewright::views
