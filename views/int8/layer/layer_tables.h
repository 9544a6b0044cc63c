// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of one layer.
#pragma once

#include "core/pipeline/quantization/layer/layer_facts.h"
#include "core/quant/layer/layer_study.h"
#include "core/table/column.h"

#include <memory>

namespace edgewright::views {

// The outputs with the largest errors.
table::Table worstTable(std::shared_ptr<const pipeline::LayerFacts> facts); // null: no rows

// Bit growth of a layer, row by row: from one product to the accumulator that was chosen.
table::Table bitsTable(const quant::LayerStudy* study); // null: no rows

} // namespace edgewright::views
