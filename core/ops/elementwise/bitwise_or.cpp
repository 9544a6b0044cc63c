// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/integers.h"

namespace edgewright::ops::bitwise_or {

namespace {

Result<void> run(KernelContext& context) {
    return runIntegerBinary(context, []<typename T>(T a, T b) { return static_cast<T>(a | b); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "BitwiseOr",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
    .since = 18,
};

} // namespace edgewright::ops::bitwise_or
