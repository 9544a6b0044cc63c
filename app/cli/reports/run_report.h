// SPDX-License-Identifier: GPL-3.0-or-later
// The time, memory and outputs of a run, in a few lines, in numbers and as a trace.
#pragma once

#include "app/cli/console.h"
#include "core/device/roof/roof.h"
#include "core/exec/executor.h"

#include <string>
#include <vector>

namespace edgewright::cli {

Json latencyJson(std::vector<double> milliseconds); // at least one
Json perNodeJson(const ir::Graph& graph, const std::vector<exec::NodeTiming>& timings);
// The ten that took longest, in the columns of operatorTable() that have something; with a roof, of so many
// threads, their shares of it.
void printSlowest(const Console& console, std::vector<device::OperatorRow> rows,
                  const device::Roof* roof = nullptr, int threads = 1);
// The same of a run, of equal names and operators each alone.
void printSlowest(const Console& console, const ir::Graph& graph, const std::vector<exec::NodeTiming>& timings);
// Smallest, largest and mean element of a tensor of numbers; for [1,N] also the indices of the five largest.
std::vector<std::string> summaryOf(const ir::Tensor& tensor);
// Chrome's trace event format: complete events on one track.
std::string traceText(const ir::Graph& graph, const std::vector<exec::NodeTiming>& timings);

} // namespace edgewright::cli
