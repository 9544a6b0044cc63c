// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::image_scaler {

namespace {

// Experimental in ONNX before opset 9: image * scale + bias[channel], NCHW.
Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    const auto bias = context.node().floats("bias");
    const ir::Dims& dims = in->dims();
    if (dims.size() != 4 || (!bias.empty() && static_cast<std::int64_t>(bias.size()) != dims[1]))
        return badInput(say("bias has {1} entries for {2}", bias.size(), in->type().text()));
    const float scale = context.node().floatOr("scale", 1.0f);
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, in->dtype(), dims));
    const auto from = values.as<float>();
    const auto plane = static_cast<std::size_t>(dims[2] * dims[3]);
    for (std::size_t i = 0; i < from.size(); ++i)
        out.data()[i] = from[i] * scale + (bias.empty() ? 0.0f : bias[i / plane % bias.size()]);
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "ImageScaler",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferSame,
    .run = run,
    .isUnofficial = true,
};

} // namespace edgewright::ops::image_scaler
