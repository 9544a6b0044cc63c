// SPDX-License-Identifier: GPL-3.0-or-later
// RMSNormalization by the name that ONNX Runtime writes into the standard domain.
#include "core/ops/attention/attention_residual.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/axes.h"

namespace edgewright::ops::simplified_layer_normalization {

namespace {

Result<void> infer(InferContext& context) {
    if (auto done = inferNormalised(context, 1); !done) return done;
    if (context.node().outputs.size() < 2) return {};
    const ir::TensorType& x = *context.input(0);
    ir::TensorType inverse(ir::DataType::Float32);
    if (x.shape) {
        const auto axis =
            normaliseAxis(context.node().intOr("axis", -1), static_cast<std::int64_t>(x.shape->size()));
        if (!axis) return axis.error();
        inverse.shape = x.shape;
        std::fill(inverse.shape->begin() + *axis, inverse.shape->end(), ir::Dim(1));
    }
    context.setOutput(1, std::move(inverse));
    return {};
}

Result<void> run(KernelContext& context) {
    auto opened = openNormalised(context);
    if (!opened) return std::move(opened).error();
    const auto axis = normaliseAxis(context.node().intOr("axis", -1), opened->input.rank());
    if (!axis) return axis.error();
    ir::Dims rows = opened->input.dims();
    const auto scale = broadcastParameter(context, 1, {rows.begin() + *axis, rows.end()}, "the scale");
    if (!scale) return scale.error();
    std::fill(rows.begin() + *axis, rows.end(), 1);
    ir::Tensor inverses;
    if (context.wantsOutput(1)) {
        auto made = context.output(1, ir::DataType::Float32, rows);
        if (!made) return std::move(made).error();
        inverses = *std::move(made);
    }
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    const auto in = opened->in();
    const std::size_t width = scale->size();
    for (std::size_t at = 0, row = 0; at < in.size(); at += width, ++row) {
        const RowMoments moments = normaliseRow(in.subspan(at, width), *scale, {}, false, epsilon,
                                                opened->output.data().subspan(at, width));
        if (inverses.hasData()) inverses.as<float>()[row] = moments.inverse;
    }
    opened->output.finish();
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "SimplifiedLayerNormalization",
    .category = Category::Normalisation,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::simplified_layer_normalization
