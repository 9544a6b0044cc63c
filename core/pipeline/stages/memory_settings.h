// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that both memory plans depend on.
#pragma once

#include "core/pipeline/stage.h"

#include <set>

namespace edgewright::pipeline {

inline void memorySettings(const Settings& settings, SettingsText& text) {
    const memory::LivenessOptions& liveness = settings.liveness;
    text.add(liveness.alignment, liveness.inPlace, liveness.parts, static_cast<int>(liveness.inputs),
             static_cast<int>(liveness.outputs), liveness.weights, settings.scratch, settings.planner,
             settings.scheduler, settings.planSeconds);
    const std::set<ValueId> unshared(liveness.unshared.begin(), liveness.unshared.end());
    for (const ValueId id : unshared)
        text.add('a', id.index());
}

} // namespace edgewright::pipeline
