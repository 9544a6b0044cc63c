// SPDX-License-Identifier: GPL-3.0-or-later
// The width that the sums of a layer can reach, by output channel, against what was measured and what is there.
#pragma once

#include "core/quant/layer_study.h"
#include "views/support/chart/chart_pane.h"

#include <optional>

namespace edgewright::views {

// Targets are the channels, by index; `marked` is the one that the page shows.
BuiltChart buildBits(const quant::LayerStudy& study, std::optional<std::int64_t> marked, const Theme& theme);

} // namespace edgewright::views
