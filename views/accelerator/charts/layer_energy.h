// SPDX-License-Identifier: GPL-3.0-or-later
// One bar of energy per layer, in order of execution, by the level that takes it.
#pragma once

#include "views/support/chart/chart_card.h"

namespace edgewright::views {

extern const ChartSpec layer_energy_chart; // targets are the layers of the cost report, by index

} // namespace edgewright::views
