// SPDX-License-Identifier: GPL-3.0-or-later
// Signal-to-quantization-noise ratio by output channel, as bars.
#pragma once

#include "views/support/chart/chart_card.h"

namespace edgewright::views {

// Targets are the channels, by index; ChartInput::marked is the one that the page shows. A channel without any
// error stands at the top of the axis.
extern const ChartSpec sqnr_chart;

} // namespace edgewright::views
