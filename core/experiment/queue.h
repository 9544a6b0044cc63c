// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the cells of an experiment that have no result yet, one after the other.
#pragma once

#include "core/experiment/cell_run.h"
#include "core/experiment/definition_check.h"
#include "core/experiment/results_file.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::experiment {

struct QueueState {
    std::size_t cells = 0;                  // of the queue
    std::size_t known = 0;                  // that had a result before
    std::size_t ran = 0;                    // until now, failed ones among them
    std::size_t failed = 0;                 // of `ran`
    std::optional<double> secondsLeft = {}; // as long as those that ran took; empty before the first of them
    const Cell* now = nullptr;              // that runs now; null: one has ended
    const Outcome* ended = nullptr;         // that has just ended
};

struct QueueOptions {
    Measure measure = {}; // empty: device::measureHere, for this machine alone
    // Called on the thread of the caller before each cell that runs, and after it.
    std::function<void(const QueueState&)> told = {};
    KnowsDevice knows = {}; // empty: every machine is known
    // Called before the first cell runs, where something keeps some from running.
    std::function<void(const std::vector<Fault>&)> found = {};
};

// The cells that runQueue() runs where these outcomes are in the file, in their order: pointers into `cells`.
std::vector<const Cell*> cellsLeft(const Definition& definition, const std::vector<Cell>& cells,
                                   const OutcomesByCell& outcomes);

// Every result is in the file when the next cell begins. Not run again is a cell with a result of the same
// model file, settings and accelerator; one that failed is. A cell that fails, be it by a fault that was found
// before, is a result with its reason, and the rest goes on. Fails where results cannot be kept, and with
// Cancelled, both with all results until then in the file: the cell that was running has none.
Result<QueueState> runQueue(const Definition& definition, const std::vector<Cell>& cells,
                            const std::filesystem::path& results, const QueueOptions& options = {},
                            const RunContext& run = {});

} // namespace edgewright::experiment
