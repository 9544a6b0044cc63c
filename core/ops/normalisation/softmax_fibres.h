// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax, LogSoftmax and Hardmax: one axis, or, before opset 13, a matrix that axis splits the shape into.
#pragma once

#include "core/ops/normalisation/normalise.h"
#include "core/ops/normalisation/normalise_doubles.h"
#include "core/ops/operands/fibres.h"

namespace edgewright::ops {

Result<void> inferSoftmax(InferContext& context);
Result<Fibres> softmaxFibres(const KernelContext& context, const ir::Dims& dims);

// `doubles` where input 0 is float64, else body(in, out, fibres, first, last) for float input 0: rows of fibres
// [first, last) of `outer`. `in` and `out` are the start of the tensors and may be the same.
using SoftmaxBody = void (*)(const float* in, float* out, const Fibres& fibres, std::int64_t first,
                             std::int64_t last);
Result<void> runSoftmax(KernelContext& context, SoftmaxBody body, DoubleFibre doubles);

} // namespace edgewright::ops
