// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment with accumulators as JSON.
#pragma once

#include "app/cli/console.h"
#include "core/pipeline/quantization/simulation/accumulator_findings.h"
#include "core/table/column.h"

namespace edgewright::cli {

// `table`: of the experiment.
Json accumulatorsJson(const pipeline::AccumulatorExperiment& experiment, const table::Table& table);

} // namespace edgewright::cli
