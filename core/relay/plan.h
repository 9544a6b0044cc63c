// SPDX-License-Identifier: GPL-3.0-or-later
// A split as it runs: the program of each stage, as a file.
#pragma once

#include "core/bundle/bundle.h"
#include "core/kernels/kernel_choice.h"
#include "core/partition/evaluate.h"
#include "core/partition/graph_problem.h"

#include <filesystem>
#include <vector>

namespace edgewright::relay {

struct StageProgram {
    std::filesystem::path file;
    bundle::Written written;
    std::vector<ValueId> inputs, outputs; // of the whole graph, in the order of the program's
};

struct Plan {
    partition::Split split;
    partition::Figures figures;         // as the plan predicts
    std::vector<StageProgram> programs; // of each stage
};

// Writes a bundle of each stage into the folder, which is there. `made`: of `graph`, which has inferred types.
// Unsupported where the data decide the extents of what a stage is sent.
Result<std::vector<StageProgram>> writePrograms(const ir::Graph& graph, const ir::Opsets& opsets,
                                                const partition::GraphProblem& made,
                                                const partition::Split& split,
                                                const std::filesystem::path& folder);

} // namespace edgewright::relay
