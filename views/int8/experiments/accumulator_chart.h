// SPDX-License-Identifier: GPL-3.0-or-later
// The effect of the accumulator's width on the model's output, saturating and wrapping.
#pragma once

#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "views/support/chart/chart_pane.h"

namespace edgewright::views {

// Over the width, the widest left: SQNR of the output; below each point the agreement. Targets are the rows.
BuiltChart buildAccumulators(const pipeline::AccumulatorExperiment& experiment, const Theme& theme);

} // namespace edgewright::views
