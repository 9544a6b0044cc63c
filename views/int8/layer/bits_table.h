// SPDX-License-Identifier: GPL-3.0-or-later
// Bit growth of a layer, row by row: from one product to the accumulator that was chosen.
#pragma once

#include "core/quant/layer_study.h"
#include "core/table/column.h"

namespace edgewright::views {

table::Table bitsTable(const quant::LayerStudy* study); // null: no rows

} // namespace edgewright::views
