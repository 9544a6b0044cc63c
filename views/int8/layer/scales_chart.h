// SPDX-License-Identifier: GPL-3.0-or-later
// The scales of the weights by output channel; with one scale for all, the codes that each channel uses.
#pragma once

#include "core/pipeline/quantization/layer/channel_scales.h"
#include "views/support/chart/chart_pane.h"

namespace edgewright::views {

// "Channel 17 is 12.0 × wider than the median channel"
QString scalesTitle(const pipeline::ChannelScales& scales);

// Targets are the channels, by index; `marked` is the one that the page shows.
BuiltChart buildScales(const pipeline::ChannelScales& scales, std::optional<std::int64_t> marked,
                       const Theme& theme);

} // namespace edgewright::views
