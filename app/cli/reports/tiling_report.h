// SPDX-License-Identifier: GPL-3.0-or-later
// Tilings that are given, and what became of them.
#pragma once

#include "app/cli/console.h"
#include "core/cost/systolic.h"

#include <string>

namespace edgewright::cli {

// Those of the file, on top of those that `workload` has. BadInput names the layer of one that cannot be used.
Result<void> adoptTilings(const std::string& file, const cost::Accelerator& accelerator,
                          cost::Workload& workload);
// The number of layers with adopted tilings, and a line for each that is not used; nothing where there is none.
void printTilings(Console& console, const cost::CostReport& report);
Json unusedTilingsJson(const cost::CostReport& report);

} // namespace edgewright::cli
