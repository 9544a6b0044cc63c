// SPDX-License-Identifier: GPL-3.0-or-later
// The normalising operators on float64 tensors: rare, so plain loops, but in that precision throughout.
#pragma once

#include "core/base/propagate.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/fibres.h"

namespace edgewright::ops {

// True if input 0 is float64: the functions below are for nothing else.
bool isOfDoubles(const KernelContext& context);

Result<void> batchNormaliseDoubles(KernelContext& context, bool perElement, bool trains);
Result<void> instanceNormaliseDoubles(KernelContext& context);
// One scale and shift for each channel, or for each group.
Result<void> groupNormaliseDoubles(KernelContext& context, std::int64_t groups, bool perChannel);
// Over the axes from `axis` on; outputs 1 and 2 as inference announced them.
Result<void> layerNormaliseDoubles(KernelContext& context);
Result<void> rmsNormaliseDoubles(KernelContext& context);

// normalise(dims, in, out), of spans of float64 where input 0 is float64, else of float32.
template <typename Normalise>
Result<void> runInOwnType(KernelContext& context, Normalise normalise) {
    if (isOfDoubles(context)) {
        const ir::Tensor& in = *context.input(0);
        ASSIGN_OR_RETURN(auto out, context.output(0, in.dtype(), in.dims()));
        return normalise(in.dims(), std::span<const double>(in.as<double>()),
                         std::span<double>(out.as<double>()));
    }
    ASSIGN_OR_RETURN(auto opened, openNormalised(context));
    RETURN_IF_ERROR(normalise(opened.input.dims(), opened.in(), std::span<float>(opened.output.data())));
    opened.output.finish();
    return {};
}

// body(in, out, extent, stride) for each fibre of input 0.
using DoubleFibre = void (*)(const double* in, double* out, std::int64_t extent, std::int64_t stride);
Result<void> runFibresOfDoubles(KernelContext& context, const Fibres& fibres, DoubleFibre body);

} // namespace edgewright::ops
