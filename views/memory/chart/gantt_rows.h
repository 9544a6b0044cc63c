// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the chart of lifetimes: a tensor each; by module also a heading for each module, of which a
// closed one holds all of its tensors in its own row.
#pragma once

#include "core/pipeline/graph_modules.h"
#include "views/memory/chart/plan_side.h"

#include <QString>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace edgewright::views {

struct GanttRows {
    struct Group {
        std::string name = {}; // of the module; empty: tensors of none
        std::size_t row = 0;
        bool open = false;
        std::size_t count = 0;             // tensors
        std::int64_t lower = 0, upper = 0; // steps [lower, upper) in which any of them is alive
    };
    struct Row {
        LifeId life = {};                                 // invalid: a heading
        std::size_t group = static_cast<std::size_t>(-1); // that it heads, or that the tensor is in, if any
    };
    std::vector<Row> rows;
    std::vector<std::size_t> rowOf; // by LifeId
    std::vector<LifeId> lives;      // in the order of the rows, those of closed groups too
    std::vector<Group> groups;      // by first step
    ShortLabels names = {};         // of all lives, by LifeId; then those of the groups
};

// The modules that both graphs of a model are shown by: as deep as it takes for a picture of them to be read.
class PlanModules {
public:
    // O(nodes). `fused` may be null.
    PlanModules(const modules::Modules& original, const pipeline::FusedModules* fused);
    // The group of a tensor, that of the operator that writes it: "features/5". Empty: none.
    std::string nameOf(const PlanSide& side, LifeId id) const;

private:
    std::vector<std::string> m_names;           // of modules that are shown
    std::vector<std::size_t> m_before, m_after; // by node of the original and of the fused graph, into m_names
};

// The grouping of the rows.
struct RowGroups {
    std::shared_ptr<const PlanModules> modules = {}; // null: not known yet, no groups
    std::set<std::string> open = {};                 // whose tensors have rows of their own, by name
};
// With another order than RowOrder::Module there are no groups.
GanttRows ganttRows(const PlanSide& side, RowOrder order, const RowGroups& groups);

} // namespace edgewright::views
