// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies of quantization side by side, printed and as JSON.
#pragma once

#include "app/cli/console.h"
#include "core/pipeline/quantization/strategies/strategy_findings.h"

namespace edgewright::cli {

// One row for each strategy: null where there is no figure, and for infinite ones.
Json strategiesJson(const pipeline::StrategyComparison& comparison);
// A CSV table of those rows; empty fields where there is no figure.
std::string strategiesCsv(Json rows);

void printStrategyHeader(const Console& console);
void printStrategy(const Console& console, const pipeline::StrategyRow& row);

} // namespace edgewright::cli
