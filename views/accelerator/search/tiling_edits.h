// SPDX-License-Identifier: GPL-3.0-or-later
// Tilings of layers as decisions of a person: the window's undo takes them back, a study keeps them.
#pragma once

#include "core/cost/systolic.h"
#include "views/support/settings_model.h"

#include <QString>

namespace edgewright::views {

// "16×7 pixels, filters 64, channels 32, loops PFC"
QString tilingText(const cost::Tiling& tiling);
// The layer and those that differ from it in names alone have this tiling, on the accelerator of the report.
void adoptTiling(SettingsModel& settings, const cost::CostReport& report, const cost::Layer& layer,
                 const cost::Tiling& tiling);
// They have the one that is chosen for them.
void dropTiling(SettingsModel& settings, const cost::CostReport& report, const cost::Layer& layer);
// The tiling that was decided on for this layer on the accelerator of the report, used or not; null: none.
const cost::Tiling* adoptedTiling(const SettingsModel& settings, const cost::CostReport& report,
                                  const cost::Layer& layer);
// The layer's adopted tiling, in plain text: that it is used, or why it is not; empty: it has none.
QString adoptedText(const cost::CostReport& report, const cost::LayerCost& layer);
// The same of all layers, for the page's note; empty: no tiling is adopted.
QString adoptedText(const cost::CostReport& report);

} // namespace edgewright::views
