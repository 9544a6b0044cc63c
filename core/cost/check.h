// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cost/accelerator.h"
#include "core/cost/workload.h"

namespace edgewright::cost {

// BadInput for a layer or an array outside of limits.h, or a layer whose numbers contradict each other.
Result<void> check(const Accelerator& accelerator);
Result<void> check(const Layer& layer);

} // namespace edgewright::cost
