// SPDX-License-Identifier: GPL-3.0-or-later
// Scan as opset 8 has it: every input and output has a batch axis, and input 0 may say how long each sequence
// is.
#pragma once

#include "core/ops/operator.h"

namespace edgewright::ops {

Result<void> inferBatchedScan(InferContext& context);
Result<void> runBatchedScan(KernelContext& context);

} // namespace edgewright::ops
