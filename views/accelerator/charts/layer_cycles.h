// SPDX-License-Identifier: GPL-3.0-or-later
// One bar of cycles per layer, in order of execution, stalls set apart.
#pragma once

#include "views/support/chart/chart_card.h"

namespace edgewright::views {

extern const ChartSpec layer_cycles_chart; // targets are the layers of the cost report, by index

} // namespace edgewright::views
