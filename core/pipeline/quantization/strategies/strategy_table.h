// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies to quantize a model, as far as they were tried, as a table.
#pragma once

#include "core/pipeline/quantization/strategies/strategy_findings.h"
#include "core/table/column.h"

#include <memory>

namespace edgewright::pipeline {

// Null: no rows.
table::Table strategyTable(std::shared_ptr<const StrategyComparison> comparison);

} // namespace edgewright::pipeline
