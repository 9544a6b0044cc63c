// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that memory plans depend on.
#pragma once

#include "core/pipeline/setting_fields.h"
#include "core/pipeline/stage.h"

#include <set>

namespace edgewright::pipeline {

inline void memorySettings(const Settings& settings, SettingsText& text) {
    text.addFields(memoryFields(), settings);
    const std::set<ValueId> unshared(settings.liveness.unshared.begin(), settings.liveness.unshared.end());
    for (const ValueId id : unshared)
        text.add('a', id.index());
}

// With ViewState::otherPlan in the place of planner and order.
inline Settings withOtherPlan(Settings settings) {
    settings.planner = settings.viewState.otherPlan.planner;
    settings.scheduler = settings.viewState.otherPlan.scheduler;
    return settings;
}

inline void otherPlanSettings(const Settings& settings, SettingsText& text) {
    memorySettings(withOtherPlan(settings), text);
}

} // namespace edgewright::pipeline
