// SPDX-License-Identifier: GPL-3.0-or-later
// The distribution of the samples of every variant: one row each, with median and interval.
#pragma once

#include "views/support/chart/chart_pane.h"
#include "views/support/measurement/run_choice.h"

#include <vector>

namespace edgewright::views {

// One row for each, from the top; targets are the rows. `chosen` is marked; none: -1.
BuiltChart buildDistribution(const std::vector<VariantChoice>& rows, int chosen, const Theme& theme);

} // namespace edgewright::views
