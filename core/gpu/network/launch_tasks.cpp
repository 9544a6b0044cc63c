// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/network/launch_tasks.h"

#include <algorithm>

namespace edgewright::gpu {

std::vector<LaunchTask> launchTasksOf(const NetworkPlan& plan) {
    std::vector<LaunchTask> tasks;
    for (const Action& action : plan.actions) {
        if (action.kind != ActionKind::Launches) continue;
        for (const Launch& launch : plan.layers[action.layer].launches) {
            const auto shape = shapeOf(launch);
            if (!shape) continue;
            auto task = std::ranges::find(tasks, *shape, &LaunchTask::shape);
            if (task == tasks.end()) {
                const auto parameters = static_cast<std::ptrdiff_t>(shape->kernel->parameters.size());
                task = tasks.insert(
                    task, {*shape, {launch.defines.begin(), launch.defines.begin() + parameters}, {}});
            }
            task->nodes.push_back(action.node);
        }
    }
    return tasks;
}

std::size_t retune(NetworkPlan& plan, std::span<const TunedLaunch> tuned) {
    std::size_t changed = 0;
    for (Layer& layer : plan.layers)
        for (Launch& launch : layer.launches) {
            const auto shape = shapeOf(launch);
            if (!shape) continue;
            const auto found = std::ranges::find(tuned, *shape, &TunedLaunch::shape);
            if (found == tuned.end()) continue;
            Launch other = withValues(launch, found->values);
            changed += other.defines != launch.defines ? 1 : 0;
            launch = std::move(other);
        }
    return changed;
}

} // namespace edgewright::gpu
