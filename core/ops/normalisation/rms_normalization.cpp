// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/normalisation/normalise_doubles.h"
#include "core/ops/operands/axes.h"

namespace edgewright::ops::rms_normalization {

namespace {

Result<void> run(KernelContext& context) {
    if (isOfDoubles(context)) return rmsNormaliseDoubles(context);
    ASSIGN_OR_RETURN(auto opened, openNormalised(context));
    const ir::Dims& dims = opened.input.dims();
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", -1), opened.input.rank()));
    ASSIGN_OR_RETURN(const auto scale,
                     broadcastParameter(context, 1, {dims.begin() + axis, dims.end()}, "scale"));
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    const auto in = opened.in();
    const auto out = opened.output.data();
    const auto extent = static_cast<std::int64_t>(scale.size());
    const auto rows = extent == 0 ? 0 : static_cast<std::int64_t>(in.size()) / extent;
    const kernels::ElementwiseKernels& kernel = *kernels::table().elementwise;
    const auto done = forEachRow(context, rows, extent, [&](std::int64_t row) {
        const float* from = in.data() + row * extent;
        const double squares = static_cast<double>(kernel.dot(from, from, extent));
        const auto factor = static_cast<float>(1 / std::sqrt(squares / static_cast<double>(extent) + epsilon));
        kernel.normalise(from, 0, factor, scale.data(), nullptr, 1, out.data() + row * extent, extent);
    });
    if (!done) return done;
    opened.output.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "RMSNormalization",
    .category = Category::Normalisation,
    .infer = inferNormalised<1>,
    .run = run,
    .since = 23,
};

} // namespace edgewright::ops::rms_normalization
