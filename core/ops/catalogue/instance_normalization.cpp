// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/normalise.h"

namespace edgewright::ops {

namespace {

Result<void> infer(InferContext& context) { return inferNormalised(context, 2); }

Result<void> run(KernelContext& context) {
    auto opened = openNormalised(context);
    if (!opened) return std::move(opened).error();
    const ir::Dims& dims = opened->input.dims();
    if (dims.size() < 2) return badInput("the input is " + opened->input.type().text());
    const std::int64_t channels = dims[1];
    const auto scale = parameter(context, 1, channels, "scale");
    if (!scale) return scale.error();
    const auto shift = parameter(context, 2, channels, "B");
    if (!shift) return shift.error();
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    const auto in = opened->in();
    const auto out = opened->output.data();
    if (in.empty()) return {};
    const std::size_t planes = static_cast<std::size_t>(dims[0] * channels);
    const std::size_t space = in.size() / planes;
    for (std::size_t plane = 0; plane < planes; ++plane) {
        const auto c = plane % static_cast<std::size_t>(channels);
        const auto from = in.subspan(plane * space, space);
        const Moments moments = momentsOf(from);
        const double factor =
            static_cast<double>(scale->as<float>()[c]) / std::sqrt(moments.variance + epsilon);
        const auto offset =
            static_cast<float>(static_cast<double>(shift->as<float>()[c]) - moments.mean * factor);
        for (std::size_t i = 0; i < space; ++i)
            out[plane * space + i] = from[i] * static_cast<float>(factor) + offset;
    }
    opened->output.finish();
    return {};
}

} // namespace

extern const Operator instance_normalization;
const Operator instance_normalization{
    .domain = "",
    .name = "InstanceNormalization",
    .category = Category::Normalisation,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops
