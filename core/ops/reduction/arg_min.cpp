// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/reduction/search_axis.h"

namespace edgewright::ops::arg_min {

namespace {

Result<void> run(KernelContext& context) {
    return runSearch(context, [](auto x, auto best) { return x < best; });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "ArgMin",
    .category = Category::Pooling,
    .pattern = Pattern::Reduction,
    .infer = inferSearch,
    .run = run,
};

} // namespace edgewright::ops::arg_min
