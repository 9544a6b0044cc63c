// SPDX-License-Identifier: GPL-3.0-or-later
// RMSNormalization by the name that ONNX Runtime writes into the standard domain.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/attention/attention_residual.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/axes.h"

namespace edgewright::ops::simplified_layer_normalization {

namespace {

Result<void> infer(InferContext& context) {
    RETURN_IF_ERROR(inferNormalised(context, 1));
    if (context.node().outputs.size() < 2) return {};
    const ir::TensorType& x = *context.input(0);
    ir::TensorType inverse(ir::DataType::Float32);
    if (x.shape) {
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", -1),
                                                        static_cast<std::int64_t>(x.shape->size())));
        inverse.shape = x.shape;
        std::fill(inverse.shape->begin() + axis, inverse.shape->end(), ir::Dim(1));
    }
    context.setOutput(1, std::move(inverse));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(auto opened, openNormalised(context));
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", -1), opened.input.rank()));
    ir::Dims rows = opened.input.dims();
    ASSIGN_OR_RETURN(const auto scale,
                     broadcastParameter(context, 1, {rows.begin() + axis, rows.end()}, say("the scale")));
    std::fill(rows.begin() + axis, rows.end(), 1);
    ir::Tensor inverses;
    if (context.wantsOutput(1)) {
        ASSIGN_OR_RETURN(inverses, context.output(1, ir::DataType::Float32, rows));
    }
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    const auto in = opened.in();
    const std::size_t width = scale.size();
    for (std::size_t at = 0, row = 0; at < in.size(); at += width, ++row) {
        const RowMoments moments = normaliseRow(in.subspan(at, width), scale, {}, false, epsilon,
                                                opened.output.data().subspan(at, width));
        if (inverses.hasData()) inverses.as<float>()[row] = moments.inverse;
    }
    opened.output.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "SimplifiedLayerNormalization",
    .category = Category::Normalisation,
    .infer = infer,
    .run = run,
    .isUnofficial = true,
};

} // namespace edgewright::ops::simplified_layer_normalization
