// SPDX-License-Identifier: GPL-3.0-or-later
// `scenario --what-if`, and the times of models that are measured alone by an agent.
#pragma once

#include "app/cli/commands/scenario_run.h"

namespace edgewright::cli {

// Each model alone, fused and in an arena, on its threads, by an agent: here or on a board. `variant`: "both",
// or "int8". BadInput where one runs in batches.
Result<scenario::Service> measuredAlone(Console& console, const scenario::Scenario& scenario,
                                        const ScenarioArguments& arguments, std::string_view variant = "both");

// Sentences, by simulation: rates that would still meet deadlines, what a core more would change, and INT8,
// where models are measured and none runs in batches.
Result<std::vector<std::string>> whatIf(Console& console, const ScenarioArguments& arguments,
                                        const scenario::Scenario& scenario, const scenario::Service& service,
                                        std::int64_t cores);

} // namespace edgewright::cli
