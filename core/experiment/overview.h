// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment as it stands: its cells, the results that there are of them, and what these say.
#pragma once

#include "core/experiment/explanations.h"
#include "core/experiment/result_table.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::experiment {

struct Overview {
    Definition definition;
    std::vector<Cell> cells;
    std::shared_ptr<const ResultRows> rows; // of cells with a result, of whatever settings
    std::optional<std::size_t> left;        // cells that runQueue() would run; empty: not asked
    std::vector<std::string> notes;         // of the results: lines that were left out
};

// BadInput for a file that is no experiment. `asksModels`: tells the cells that are left, for which each
// model's file is read once.
Result<Overview> overviewOf(const std::filesystem::path& file, bool asksModels);

// The best of the results: the cell that is quicker than its baseline by most; else that none is, or that the
// runs are too noisy. Then how many cells there are results of, and why others have failed. No headline without
// a result.
table::Answer foundIn(const Overview& overview);

// One cell: its gain over its baseline, and why; why it failed; or that it stands beside none.
table::Answer answerOf(const ResultRow& row);
// All of them beside their baselines, one sentence each.
table::Answer answerOf(const ResultRows& rows);

// An experiment on the model that is open, with `settings`: in float32 and as it is quantized there, in all
// configurations, on the chosen accelerator.
Definition definitionOf(const pipeline::Settings& settings, const std::filesystem::path& model,
                        const std::filesystem::path& folder);

} // namespace edgewright::experiment
