// SPDX-License-Identifier: GPL-3.0-or-later
// The modules of a graph with its nodes as a tree, and the sums of each.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/modules/modules.h"
#include "core/table/column.h"

#include <memory>
#include <vector>

namespace edgewright::pipeline {

struct OutlineRow {
    modules::Item item;
    int parent = -1;            // the row of the module that it stands in; -1: the graph itself
    std::int64_t operators = 1; // of a module those that compute
    bool isSummed = false;      // the rest is known (ops::sumsOf)
    double macs = 0;
    bool macsAreLeast = false;
    std::int64_t parameters = 0, weightBytes = 0, activationBytes = 0;
};

// In execution order, a module ahead of what is in it.
std::vector<OutlineRow> outlineRows(const modules::Modules& modules);
// With sums. An error only when stopped.
Result<std::vector<OutlineRow>> outlineOf(const ir::Graph& graph, const modules::Modules& modules,
                                          const RunContext& run);

struct Outline {
    std::shared_ptr<const ir::Graph> graph;
    std::shared_ptr<const modules::Modules> modules; // of that graph
    std::vector<OutlineRow> rows;
};
table::Table outlineTable(std::shared_ptr<const Outline> outline);

} // namespace edgewright::pipeline
