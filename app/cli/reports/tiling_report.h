// SPDX-License-Identifier: GPL-3.0-or-later
// Tilings that are given and what became of them; the loop nest of a layer.
#pragma once

#include "app/cli/console.h"
#include "core/cost/systolic.h"

#include <string>

namespace edgewright::cli {

// Adds the tilings of the file to those that `workload` has. BadInput names the layer of one that cannot be
// used.
Result<void> adoptTilings(const std::string& file, const cost::Accelerator& accelerator,
                          cost::Workload& workload);
// cost::tilingSentences(), a line for each.
void printTilings(Console& console, const cost::CostReport& report);
Json unusedTilingsJson(const cost::CostReport& report);
// The loop nest of the layer of this name, and its cost beside that of the chosen tiling where it has another
// one. BadInput, with names that there are, where no layer on the array has it.
Result<Json> printLoopNest(Console& console, const cost::Workload& workload, const cost::CostReport& report,
                           const std::string& layer);

} // namespace edgewright::cli
