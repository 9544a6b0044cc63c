// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment with accumulators, printed and as JSON.
#pragma once

#include "app/cli/console.h"
#include "core/pipeline/quantization/simulation/accumulator_findings.h"

namespace edgewright::cli {

Json accumulatorRowsJson(const pipeline::AccumulatorExperiment& experiment);
// A CSV table of those rows.
std::string accumulatorsCsv(Json rows);
// The width of the sums of each layer.
Json growthJson(const pipeline::AccumulatorExperiment& experiment);

void printAccumulators(const Console& console, const pipeline::AccumulatorExperiment& experiment);

} // namespace edgewright::cli
