// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::thresholded_relu {

namespace {

Result<void> run(KernelContext& context) {
    const float alpha = context.node().floatOr("alpha", 1.0f);
    return runUnaryFloat(context,
                         [alpha](auto x) { return x > static_cast<decltype(x)>(alpha) ? x : decltype(x)(0); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "ThresholdedRelu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 10,
};

} // namespace edgewright::ops::thresholded_relu
