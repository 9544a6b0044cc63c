// SPDX-License-Identifier: GPL-3.0-or-later
// The models that threads are measured with that hand a core to each other.
#pragma once

#include "core/serve/served_alone.h"

#include <functional>

namespace edgewright::serve {

// The quickest model that shares its cores, and those that it shares them with and that take as many; where
// none does, the quickest one with itself. Of each so many batches that all have as many operators: they give
// way to each other until the end. `times` and `runSeconds`: by model, of the smallest batch alone. `runsOf`:
// how many runs are measured that take so many seconds together.
std::vector<TakesTurns> takeTurns(const scenario::Scenario& scenario,
                                  std::span<const scenario::ServiceTimes> times,
                                  std::span<const double> runSeconds,
                                  const std::function<std::int64_t(double seconds)>& runsOf);

} // namespace edgewright::serve
