// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that the stages of the accelerator depend on.
#pragma once

#include "core/cost/accelerators/accelerator_json.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline {

inline void addAccelerator(const Settings& settings, SettingsText& text) {
    text.add(cost::acceleratorJson(settings.accelerator).dump());
}

} // namespace edgewright::pipeline
