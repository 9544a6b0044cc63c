// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that the stages of the accelerator depend on.
#pragma once

#include "core/cost/accelerator_fields.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline {

inline void addAccelerator(const Settings& settings, SettingsText& text) {
    text.addFields(cost::acceleratorFields(), settings.accelerator);
}

} // namespace edgewright::pipeline
