// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::binarizer {

namespace {

Result<void> infer(InferContext& context) { return inferUnary(context); }

Result<void> run(KernelContext& context) {
    const float threshold = context.node().floatOr("threshold", 0.0f);
    return runUnary(context, [threshold](auto x) {
        const bool above = static_cast<double>(x) > static_cast<double>(threshold);
        return static_cast<decltype(x)>(above ? 1 : 0);
    });
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "Binarizer",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::binarizer
