// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/axes.h"
#include "core/ops/normalise.h"

namespace edgewright::ops {

namespace {

Result<void> infer(InferContext& context) { return inferNormalised(context, 1); }

Result<void> run(KernelContext& context) {
    auto opened = openNormalised(context);
    if (!opened) return std::move(opened).error();
    const ir::Dims& dims = opened->input.dims();
    const auto axis = normaliseAxis(context.node().intOr("axis", -1), opened->input.rank());
    if (!axis) return axis.error();
    const auto scale = broadcastParameter(context, 1, {dims.begin() + *axis, dims.end()}, "scale");
    if (!scale) return scale.error();
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    const auto in = opened->in();
    const auto out = opened->output.data();
    const std::size_t extent = scale->size();
    for (std::size_t at = 0; at < in.size(); at += extent) {
        double squares = 0;
        for (std::size_t i = 0; i < extent; ++i)
            squares += static_cast<double>(in[at + i]) * static_cast<double>(in[at + i]);
        const auto factor = static_cast<float>(1 / std::sqrt(squares / static_cast<double>(extent) + epsilon));
        for (std::size_t i = 0; i < extent; ++i)
            out[at + i] = in[at + i] * factor * (*scale)[i];
    }
    opened->output.finish();
    return {};
}

} // namespace

extern const Operator rms_normalization;
const Operator rms_normalization{
    .domain = "",
    .name = "RMSNormalization",
    .category = Category::Normalisation,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops
