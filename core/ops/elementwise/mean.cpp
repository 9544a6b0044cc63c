// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/variadic.h"
#include "core/ops/operands/wrapping.h"

namespace edgewright::ops::mean {

namespace {

Result<void> run(KernelContext& context) {
    return runVariadic(
        context, [](auto a, auto b) { return wrappingAdd(a, b); },
        [](auto sum, std::size_t count) { return sum / static_cast<decltype(sum)>(count); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Mean",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
};

} // namespace edgewright::ops::mean
