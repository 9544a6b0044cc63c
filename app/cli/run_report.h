// SPDX-License-Identifier: GPL-3.0-or-later
// What a run took, in numbers and as a trace.
#pragma once

#include "app/cli/console.h"
#include "core/exec/executor.h"

#include <filesystem>
#include <vector>

namespace edgewright::cli {

Json latencyJson(std::vector<double> milliseconds); // at least one
Json perNodeJson(const ir::Graph& graph, const std::vector<exec::NodeTiming>& timings);
// Chrome's trace event format: complete events on one track.
Result<void> writeTrace(const std::filesystem::path& file, const ir::Graph& graph,
                        const std::vector<exec::NodeTiming>& timings);

} // namespace edgewright::cli
