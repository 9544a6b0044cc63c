// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/normalisation/normalise_doubles.h"
#include "core/ops/operands/axes.h"

namespace edgewright::ops::layer_normalization {

namespace {

Result<void> infer(InferContext& context) {
    RETURN_IF_ERROR(inferNormalised(context, 1));
    const ir::TensorType& x = *context.input(0);
    const bool doubles = x.dtype == ir::DataType::Float64 && context.node().intOr("stash_type", 1) == 11;
    ir::TensorType statistics(doubles ? ir::DataType::Float64 : ir::DataType::Float32);
    if (x.shape) {
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", -1),
                                                        static_cast<std::int64_t>(x.shape->size())));
        statistics.shape = x.shape;
        std::fill(statistics.shape->begin() + axis, statistics.shape->end(), ir::Dim(1));
    }
    for (std::size_t i = 1; i < context.node().outputs.size(); ++i)
        context.setOutput(i, statistics);
    return {};
}

Result<std::span<float>> statistic(KernelContext& context, std::size_t index, const ir::Dims& dims) {
    if (!context.wantsOutput(index)) return std::span<float>();
    ASSIGN_OR_RETURN(auto out, context.output(index, ir::DataType::Float32, dims));
    return out.as<float>();
}

Result<void> run(KernelContext& context) {
    if (isOfDoubles(context)) return layerNormaliseDoubles(context);
    ASSIGN_OR_RETURN(auto opened, openNormalised(context));
    const ir::Dims& dims = opened.input.dims();
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", -1), opened.input.rank()));
    const ir::Dims tail(dims.begin() + axis, dims.end());
    ASSIGN_OR_RETURN(const auto scale, broadcastParameter(context, 1, tail, "Scale"));
    std::span<const float> shift;
    if (context.node().hasInput(2)) {
        ASSIGN_OR_RETURN(shift, broadcastParameter(context, 2, tail, "B"));
    } else {
        ASSIGN_OR_RETURN(const auto none, context.scratchOf<float>(static_cast<std::int64_t>(scale.size())));
        std::ranges::fill(none, 0.0f);
        shift = none;
    }
    ir::Dims outer = dims;
    std::fill(outer.begin() + axis, outer.end(), 1);
    ASSIGN_OR_RETURN(const auto means, statistic(context, 1, outer));
    ASSIGN_OR_RETURN(const auto inverses, statistic(context, 2, outer));
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    const auto in = opened.in();
    const auto out = opened.output.data();
    const auto extent = static_cast<std::int64_t>(scale.size());
    const auto rows = extent == 0 ? 0 : static_cast<std::int64_t>(in.size()) / extent;
    const auto normalise = kernels::table().elementwise->normalise;
    const auto done = forEachRow(context, rows, extent, [&](std::int64_t row) {
        const auto from = in.subspan(static_cast<std::size_t>(row * extent), scale.size());
        const Moments moments = momentsOf(from);
        const auto mean = static_cast<float>(moments.mean);
        const auto factor = static_cast<float>(1 / std::sqrt(moments.variance + epsilon));
        normalise(from.data(), mean, factor, scale.data(), shift.data(), 1, out.data() + row * extent, extent);
        if (!means.empty()) (means)[static_cast<std::size_t>(row)] = mean;
        if (!inverses.empty()) (inverses)[static_cast<std::size_t>(row)] = factor;
    });
    if (!done) return done;
    opened.output.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "LayerNormalization",
    .category = Category::Normalisation,
    .infer = infer,
    .run = run,
    .since = 17,
};

} // namespace edgewright::ops::layer_normalization
