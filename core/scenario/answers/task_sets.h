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
// Where a deadline may be missed, the sentence also names the one time that counts most (the longest run,
// wake-up or hand-over, where half of its kind took less than half of it), and says what would be if none were
// longer than the 99th percentile of its kind: that is no promise.
Result<Schedulability> analyse(const Scenario& scenario, const Service& service, std::size_t set,
                               std::int64_t machineCores = 1, const RunContext& run = {});

} // namespace edgewright::scenario
