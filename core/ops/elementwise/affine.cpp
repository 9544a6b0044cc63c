// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::affine {

namespace {

// Experimental in ONNX before opset 9: alpha * x + beta.
Result<void> run(KernelContext& context) {
    const float alpha = context.node().floatOr("alpha", 1.0f);
    const float beta = context.node().floatOr("beta", 0.0f);
    return runUnaryFloat(context,
                         [=]<typename T>(T x) { return static_cast<T>(alpha) * x + static_cast<T>(beta); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Affine",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
};

} // namespace edgewright::ops::affine
