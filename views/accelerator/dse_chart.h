// SPDX-License-Identifier: GPL-3.0-or-later
// Design-space exploration: total cycles over array size, one line per dataflow.
#pragma once

#include "views/support/chart/chart_card.h"

namespace edgewright::views {

// Targets are the points that were explored, by index. That of the settings gets a ring, the fastest one a
// label; a click makes a point the settings.
extern const ChartSpec dse_chart;

} // namespace edgewright::views
