// SPDX-License-Identifier: GPL-3.0-or-later
// Times of the actions of a network on a GPU as those of operators and copies.
#pragma once

#include "core/device/operator_times.h"
#include "core/gpu/network/network_plan.h"

#include <vector>

namespace edgewright::device {

// `runs`: seconds of each action of `plan`, of several runs. Copies are rows of their own.
void tellGpuTimes(VariantRecord& record, const Ran& ran, const gpu::NetworkPlan& plan,
                  const std::vector<std::vector<double>>& runs, double quantile);

} // namespace edgewright::device
