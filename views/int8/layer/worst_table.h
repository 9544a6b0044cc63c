// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of a layer with the largest errors, as a table.
#pragma once

#include "core/pipeline/quantization/layer/layer_facts.h"
#include "core/table/column.h"

#include <memory>

namespace edgewright::views {

table::Table worstTable(std::shared_ptr<const pipeline::LayerFacts> facts); // null: no rows

} // namespace edgewright::views
