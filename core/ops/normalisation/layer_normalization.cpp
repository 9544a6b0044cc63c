// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/normalisation/normalise_doubles.h"
#include "core/ops/operands/axes.h"

namespace edgewright::ops::layer_normalization {

namespace {

Result<void> infer(InferContext& context) {
    if (auto done = inferNormalised(context, 1); !done) return done;
    const ir::TensorType& x = *context.input(0);
    const bool doubles = x.dtype == ir::DataType::Float64 && context.node().intOr("stash_type", 1) == 11;
    ir::TensorType statistics(doubles ? ir::DataType::Float64 : ir::DataType::Float32);
    if (x.shape) {
        const auto axis =
            normaliseAxis(context.node().intOr("axis", -1), static_cast<std::int64_t>(x.shape->size()));
        if (!axis) return axis.error();
        statistics.shape = x.shape;
        std::fill(statistics.shape->begin() + *axis, statistics.shape->end(), ir::Dim(1));
    }
    for (std::size_t i = 1; i < context.node().outputs.size(); ++i)
        context.setOutput(i, statistics);
    return {};
}

Result<std::span<float>> statistic(KernelContext& context, std::size_t index, const ir::Dims& dims) {
    if (!context.wantsOutput(index)) return std::span<float>();
    auto out = context.output(index, ir::DataType::Float32, dims);
    if (!out) return std::move(out).error();
    return out->as<float>();
}

Result<void> run(KernelContext& context) {
    if (isOfDoubles(context)) return layerNormaliseDoubles(context);
    auto opened = openNormalised(context);
    if (!opened) return std::move(opened).error();
    const ir::Dims& dims = opened->input.dims();
    const auto axis = normaliseAxis(context.node().intOr("axis", -1), opened->input.rank());
    if (!axis) return axis.error();
    const ir::Dims tail(dims.begin() + *axis, dims.end());
    const auto scale = broadcastParameter(context, 1, tail, "Scale");
    if (!scale) return scale.error();
    std::vector<float> shift(scale->size(), 0.0f);
    if (context.node().hasInput(2)) {
        auto given = broadcastParameter(context, 2, tail, "B");
        if (!given) return std::move(given).error();
        shift = *std::move(given);
    }
    ir::Dims outer = dims;
    std::fill(outer.begin() + *axis, outer.end(), 1);
    const auto means = statistic(context, 1, outer);
    if (!means) return means.error();
    const auto inverses = statistic(context, 2, outer);
    if (!inverses) return inverses.error();
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    const auto in = opened->in();
    const auto out = opened->output.data();
    const auto extent = static_cast<std::int64_t>(scale->size());
    const auto rows = extent == 0 ? 0 : static_cast<std::int64_t>(in.size()) / extent;
    const auto normalise = kernels::table().elementwise->normalise;
    const auto done = forEachRow(context, rows, extent, [&](std::int64_t row) {
        const auto from = in.subspan(static_cast<std::size_t>(row * extent), scale->size());
        const Moments moments = momentsOf(from);
        const auto mean = static_cast<float>(moments.mean);
        const auto factor = static_cast<float>(1 / std::sqrt(moments.variance + epsilon));
        normalise(from.data(), mean, factor, scale->data(), shift.data(), 1, out.data() + row * extent, extent);
        if (!means->empty()) (*means)[static_cast<std::size_t>(row)] = mean;
        if (!inverses->empty()) (*inverses)[static_cast<std::size_t>(row)] = factor;
    });
    if (!done) return done;
    opened->output.finish();
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "LayerNormalization",
    .category = Category::Normalisation,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
    .since = 17,
};

} // namespace edgewright::ops::layer_normalization
