// SPDX-License-Identifier: GPL-3.0-or-later
// One model with accumulators of several widths, saturating and wrapping, as a table; and how wide its sums
// become.
#pragma once

#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "core/table/column.h"

#include <memory>

namespace edgewright::pipeline {

// Null: no rows.
table::Table accumulatorTable(std::shared_ptr<const AccumulatorExperiment> experiment);
// By layer. `experiment` lives as long as the table.
table::Table growthTable(const AccumulatorExperiment& experiment);

} // namespace edgewright::pipeline
