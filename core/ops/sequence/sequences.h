// SPDX-License-Identifier: GPL-3.0-or-later
// Checks and types that the operators on sequences share.
#pragma once

#include "core/ops/operands/operands.h"

#include <optional>
#include <vector>

namespace edgewright::ops {

// A sequence of tensors of one dtype; `element` is it where there is no item. BadInput when an item is no
// tensor or has another dtype.
Result<ir::Tensor> makeSequence(ir::DataType element, std::vector<ir::Tensor> items);

// The type of the items, without what contains them.
ir::TensorType itemType(const ir::TensorType& sequence);

// Input `index` as a position in a sequence of `count` items; negative ones count from the end, `end` allows
// the one behind the last item. Empty when the input is omitted; BadInput when it is no single integer in that
// range.
Result<std::optional<std::size_t>> positionAt(const KernelContext& context, std::size_t index,
                                              std::size_t count, bool end);

} // namespace edgewright::ops
