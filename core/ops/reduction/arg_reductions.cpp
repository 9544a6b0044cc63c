// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/reduction/search_axis.h"

namespace edgewright::ops::arg_reductions {

namespace {

constexpr Operator search(std::string_view name, Result<void> (*run)(KernelContext&)) {
    return {.name = name,
            .category = Category::Pooling,
            .pattern = Pattern::Reduction,
            .infer = inferSearch,
            .run = run};
}

constexpr std::array Rows{
    search(
        "ArgMax",
        [](KernelContext& context) { return runSearch(context, [](auto x, auto best) { return x > best; }); }),
    search(
        "ArgMin",
        [](KernelContext& context) { return runSearch(context, [](auto x, auto best) { return x < best; }); }),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::arg_reductions
