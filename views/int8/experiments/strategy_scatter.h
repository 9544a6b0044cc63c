// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies as points: how right they are over how long they take, or how large they are where that was not
// measured.
#pragma once

#include "core/pipeline/quantization/strategies/strategies.h"
#include "views/support/chart/chart_pane.h"

#include <optional>

namespace edgewright::views {

enum class StrategyScale { Sqnr, Accuracy }; // of the vertical axis; accuracy without labels: agreement

// Targets are the rows. `chosen`: the row that the settings have.
BuiltChart buildStrategyScatter(const pipeline::StrategyComparison& comparison, StrategyScale scale,
                                std::optional<std::size_t> chosen, const Theme& theme);

} // namespace edgewright::views
