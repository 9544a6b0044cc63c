// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax, LogSoftmax and Hardmax: one axis, or, before opset 13, a matrix that axis splits the shape into.
#pragma once

#include "core/ops/fibres.h"
#include "core/ops/normalise.h"

namespace edgewright::ops {

Result<void> inferSoftmax(InferContext& context);
Result<Fibres> softmaxFibres(const KernelContext& context, const ir::Dims& dims);

// body(in, out, extent, step) for every fibre of float input 0; the fibre's elements are `step` apart.
template <typename Body>
Result<void> runSoftmax(KernelContext& context, Body body) {
    auto opened = openNormalised(context);
    if (!opened) return std::move(opened).error();
    const auto fibres = softmaxFibres(context, opened->input.dims());
    if (!fibres) return fibres.error();
    const float* in = opened->in().data();
    float* out = opened->output.data().data();
    forEachFibre(*fibres,
                 [&](std::int64_t first) { body(in + first, out + first, fibres->extent, fibres->inner); });
    opened->output.finish();
    return {};
}

} // namespace edgewright::ops
