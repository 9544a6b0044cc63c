// SPDX-License-Identifier: GPL-3.0-or-later
// Every operator: what it was predicted to take against what it took.
#pragma once

#include "core/device/operator_rows.h"
#include "views/support/chart/chart_pane.h"

#include <vector>

namespace edgewright::views {

// Both on logarithmic axes, with the line on which predictions are right and those of half and of twice the
// time. One target for each row, in their order, far outside where it has no prediction. `selected`: -1: none.
BuiltChart buildPrediction(const std::vector<device::OperatorRow>& rows, int selected, const Theme& theme);

// The rows that take longest, as bars with what was predicted; so many targets, in the order of the rows.
inline constexpr std::size_t MaxPredictionBars = 12;
BuiltChart buildPredictionBars(const std::vector<device::OperatorRow>& rows, int selected, const Theme& theme);

} // namespace edgewright::views
