// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that the stages of the accelerator depend on.
#pragma once

#include "core/cost/accelerator_fields.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline {

// The accelerator, and the tilings of layers on it.
inline void addAccelerator(const Settings& settings, SettingsText& text) {
    text.addFields(cost::acceleratorFields(), settings.accelerator);
    for (const auto& [layer, tiling] : settings.tilings)
        text.add(layer, tiling.rows, tiling.cols, tiling.filters, tiling.channels, cost::nameOf(tiling.order));
}

} // namespace edgewright::pipeline
