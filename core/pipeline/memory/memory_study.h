// SPDX-License-Identifier: GPL-3.0-or-later
// The savings of fusion and of reuse, and of both together: the same figures for four ways to run one network.
#pragma once

#include "core/pipeline/memory/memory_plan.h"
#include "core/table/column.h"

#include <array>
#include <memory>
#include <string_view>

namespace edgewright::pipeline {

struct MemoryStudy {
    struct Row {
        std::string_view name; // "baseline", "fusion", "reuse", "fusion and reuse"
        bool fusion = false, reuse = false;
        std::int64_t peak = 0, sum = 0, lowerBound = 0; // bytes
        std::int64_t baseline = 0;                      // the peak of the first row
        std::int64_t buffers = 0;
        std::int64_t allocations = 0; // without reuse one for each buffer, with it the arena
        std::int64_t operatorCalls = 0;
        std::int64_t fragmentation =
            0; // bytes of the peak that hold nothing in the step with the most live bytes
        // A runtime that frees each tensor after its last reader and takes the first block that fits.
        std::int64_t runtimePeak = 0, runtimeAllocations = 0, runtimeFragmentation = 0;
        std::shared_ptr<const MemoryPlan> plan;
    };
    std::array<Row, 4> rows; // in the order of the names above
};

// Without reuse every tensor has bytes of its own; with it, planner, order and sharing are those of `options`,
// whose time limit is that of one row. A row alone knows no baseline: that is its own peak.
Result<MemoryStudy::Row> memoryStudyRow(const ir::Graph& graph, const ir::Opsets& opsets, bool fusion,
                                        bool reuse, const PlanOptions& options, const RunContext& run = {});
// All four.
Result<MemoryStudy> memoryStudy(const ir::Graph& before, const ir::Opsets& beforeOpsets, const ir::Graph& after,
                                const ir::Opsets& afterOpsets, const PlanOptions& options,
                                const RunContext& run = {});

// `study` outlives the table.
table::Table studyTable(const MemoryStudy& study);

} // namespace edgewright::pipeline
