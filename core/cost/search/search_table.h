// SPDX-License-Identifier: GPL-3.0-or-later
// The best tiling of each strategy, as a table.
#pragma once

#include "core/cost/search/strategy_comparison.h"
#include "core/table/column.h"

#include <memory>

namespace edgewright::cost::search {

// `withUsual`: a last row of what is chosen without a search. Null outcomes: no rows.
table::Table searchTable(std::shared_ptr<const StrategyOutcomes> outcomes, bool withUsual);

} // namespace edgewright::cost::search
