// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of a profile that are no node of the graph, by name: how often, how long, why.
#pragma once

#include "core/table/column.h"
#include "views/measure/timeline/model/timeline_model.h"

#include <memory>

namespace edgewright::views {

table::Table unmatchedTable(std::shared_ptr<const TimelineModel> timeline); // null: no rows

} // namespace edgewright::views
