// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between types of numbers that keep every value.
#pragma once

#include "core/ir/data_type.h"

namespace edgewright::fusion {

// Bool, integers and floats of eight bits and more whose numbers are compared here; not the floats of eight
// bits.
bool isComparable(ir::DataType type);
// Every number of type `from` is one of type `to`. False where one of them is not comparable.
bool holdsAll(ir::DataType from, ir::DataType to);

} // namespace edgewright::fusion
