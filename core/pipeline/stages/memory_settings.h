// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that both memory plans depend on.
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

} // namespace edgewright::pipeline
