// SPDX-License-Identifier: GPL-3.0-or-later
// A plan as files.
#pragma once

#include "app/cli/outputs.h"
#include "core/ir/graph.h"
#include "core/memory/liveness.h"
#include "core/memory/plan_export.h"

#include <string>
#include <vector>

namespace edgewright::cli {

// The subject of one result, for those who write it.
struct PlanView {
    const memory::Liveness& liveness; // of an instance, only the problem
    const memory::Solution& solution;
    const ir::Graph* graph; // as given; the order is liveness.steps; null for an instance
    std::string name;       // of the model or instance
};

// Empty for a name whose ending says what to write, a plan or a `study`; pipes, devices and "-" get JSON unless
// it does.
std::string planFileProblem(const std::string& file, bool study);
// True if the table of a study goes into a file of that name, in the format of its ending.
bool isStudyTable(const std::string& file);
// Names in lines; at most 2^20 lines.
Result<std::vector<std::string>> readTensorNames(const std::string& file);
// True if writePlan puts words for TensorFlow Lite Micro, which `tensors` orders, into a file of that name.
bool isOfflinePlan(const std::string& file);
// True if writePlan puts `document` into a file of that name.
bool isPlanDocument(const std::string& file);
// `document` is what --json prints; `tensors` may be empty.
Result<void> writePlan(const Console& console, Outputs& outputs, const std::string& file, const PlanView& plan,
                       const Json& document, const std::vector<std::string>& tensors);

// [{"name": ..., "reason": ...}] of what the plan leaves out.
Json unplannedJson(const memory::Liveness& liveness);
// Step by step the labels of the nodes.
Json stepsJson(const PlanView& plan);
Json sharingsJson(const PlanView& plan);

} // namespace edgewright::cli
