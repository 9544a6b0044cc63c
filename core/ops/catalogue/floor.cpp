// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise.h"

#include <cmath>

namespace edgewright::ops {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, kernels::Unary::Floor, [](auto x) { return std::floor(x); });
}

} // namespace

extern const Operator floor;
const Operator floor{
    .domain = "",
    .name = "Floor",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
};

} // namespace edgewright::ops
