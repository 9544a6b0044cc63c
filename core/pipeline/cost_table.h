// SPDX-License-Identifier: GPL-3.0-or-later
// The layers and what they cost, as a table.
#pragma once

#include "core/pipeline/cost_comparison.h"
#include "core/table/column.h"

namespace edgewright::pipeline {

// Null `costs`: no rows. `compared`: those costs beside others, which adds two columns; or null.
table::Table costTable(std::shared_ptr<const Costs> costs, std::shared_ptr<const ComparedCosts> compared);

} // namespace edgewright::pipeline
