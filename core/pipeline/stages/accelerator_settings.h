// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that the stages of the accelerator depend on.
#pragma once

#include "core/cost/accelerator_fields.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline {

// Tilings of layers, with the accelerators that they are for.
inline void addTilings(const Settings& settings, SettingsText& text) {
    for (const auto& [accelerator, tilings] : settings.tilings) {
        text.addFields(cost::acceleratorFields(), accelerator);
        for (const auto& [layer, tiling] : tilings)
            text.add(layer, tiling.rows, tiling.cols, tiling.filters, tiling.channels,
                     cost::nameOf(tiling.order));
    }
}

// The accelerator, and the tilings of layers.
inline void addAccelerator(const Settings& settings, SettingsText& text) {
    text.addFields(cost::acceleratorFields(), settings.accelerator);
    addTilings(settings, text);
}

} // namespace edgewright::pipeline
