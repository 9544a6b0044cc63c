// SPDX-License-Identifier: GPL-3.0-or-later
// The tasks of a scenario, for schedulability.h.
#pragma once

#include "core/scenario/answers/schedulability.h"
#include "core/scenario/scenario.h"
#include "core/scenario/service.h"

namespace edgewright::scenario {

// The tasks of the models on one core set. BadInput, naming the model, where the analysis says nothing: several
// cores, arrivals that are neither periodic nor frames, jitter, batches of more than one. A model without a
// deadline has its period for one. C is the longest run that was measured, and the time of a decision.
Result<std::vector<Task>> tasksOf(const Scenario& scenario, const Service& service, std::size_t set,
                                  std::int64_t machineCores = 1);

// By the scenario's policy: fixed priorities or earliest deadline, between operators. Unsupported of others.
Result<Schedulability> analyse(const Scenario& scenario, const Service& service, std::size_t set,
                               std::int64_t machineCores = 1, const RunContext& run = {});

} // namespace edgewright::scenario
