// SPDX-License-Identifier: GPL-3.0-or-later
// The normalising operators on float64 tensors: rare, so plain loops, but in that precision throughout.
#pragma once

#include "core/ops/operands/fibres.h"
#include "core/ops/operator.h"

namespace edgewright::ops {

// Whether input 0 is float64: the functions below are for nothing else.
bool isOfDoubles(const KernelContext& context);

Result<void> batchNormaliseDoubles(KernelContext& context, bool perElement, bool trains);
Result<void> instanceNormaliseDoubles(KernelContext& context);
// One scale and shift for each channel, or for each group.
Result<void> groupNormaliseDoubles(KernelContext& context, std::int64_t groups, bool perChannel);
// Over the axes from `axis` on; outputs 1 and 2 as inference announced them.
Result<void> layerNormaliseDoubles(KernelContext& context);
Result<void> rmsNormaliseDoubles(KernelContext& context);

// body(in, out, extent, stride) for each fibre of input 0.
using DoubleFibre = void (*)(const double* in, double* out, std::int64_t extent, std::int64_t stride);
Result<void> runFibresOfDoubles(KernelContext& context, const Fibres& fibres, DoubleFibre body);

} // namespace edgewright::ops
