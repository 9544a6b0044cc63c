// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of a network whose parameters can be searched for, each with its sizes once, and a plan with
// those that were found.
#pragma once

#include "core/gpu/kernels/launch_values.h"
#include "core/gpu/network/network_plan.h"

#include <span>
#include <vector>

namespace edgewright::gpu {

struct LaunchTask {
    LaunchShape shape;
    Values values;             // that the first of its launches has
    std::vector<NodeId> nodes; // that have it: one for each launch
};

// In the order of the plan.
std::vector<LaunchTask> launchTasksOf(const NetworkPlan& plan);

struct TunedLaunch {
    LaunchShape shape;
    Values values; // of all parameters of its kernel
};

// Gives launches of these shapes these parameters; how many have others now.
std::size_t retune(NetworkPlan& plan, std::span<const TunedLaunch> tuned);

} // namespace edgewright::gpu
