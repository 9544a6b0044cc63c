// SPDX-License-Identifier: GPL-3.0-or-later
// Checks and types that the operators on sequences share.
#pragma once

#include "core/ops/operands/operands.h"

#include <vector>

namespace edgewright::ops {

// A sequence of tensors of one dtype; `element` is it where there is no item. BadInput when an item is no
// tensor or has another dtype.
Result<ir::Tensor> makeSequence(ir::DataType element, std::vector<ir::Tensor> items);

// The type of the items, without what contains them.
ir::TensorType itemType(const ir::TensorType& sequence);

} // namespace edgewright::ops
