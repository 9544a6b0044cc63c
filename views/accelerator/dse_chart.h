// SPDX-License-Identifier: GPL-3.0-or-later
// Design-space exploration: total cycles over array size, one line per dataflow.
#pragma once

#include "core/cost/sweep.h"
#include "views/support/chart/chart_pane.h"

#include <vector>

namespace edgewright::views {

// Targets are `points`, by index. The point that equals `current` gets a ring, the fastest one a label.
BuiltChart dseChart(const std::vector<cost::DesignPoint>& points, const cost::Accelerator& current,
                    const Theme& theme);

} // namespace edgewright::views
