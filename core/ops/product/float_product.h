// SPDX-License-Identifier: GPL-3.0-or-later
// The float32 matrix product of Gemm and MatMul: a constant right side is packed once, an epilogue runs on each
// finished rectangle.
#pragma once

#include "core/kernels/gemm.h"
#include "core/ops/operator.h"

namespace edgewright::ops {

// Runs with the context's threads and scratch, and an epilogue when the context has one: `firstElement` is
// where C begins in the operator's result, in elements; rows follow each other without gaps. `keepRight`: B is
// the whole of input 1; when that is constant it is packed, and kept in the context's state. `scratch`: that of
// an earlier call of the same extents, or null; holds what this call used afterwards.
Result<void> multiplyFloats(kernels::Gemm gemm, std::int64_t firstElement, bool keepRight,
                            KernelContext& context, float*& scratch);

} // namespace edgewright::ops
