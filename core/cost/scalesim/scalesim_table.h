// SPDX-License-Identifier: GPL-3.0-or-later
// Layers as SCALE-Sim counts them, as a table.
#pragma once

#include "core/cost/scalesim/scalesim.h"
#include "core/table/column.h"

#include <span>

namespace edgewright::cost {

// `layers` live as long as the table.
table::Table scaleSimTable(std::span<const ScaleSimLayer> layers);

} // namespace edgewright::cost
