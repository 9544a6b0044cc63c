// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/integers.h"

namespace edgewright::ops::bit_shift {

namespace {

Result<void> run(KernelContext& context) {
    const std::string direction = context.node().stringOr("direction", "");
    if (direction != "LEFT" && direction != "RIGHT")
        return badInput("direction is '" + direction + "' where LEFT or RIGHT is expected");
    const bool left = direction == "LEFT";
    return runIntegerBinary(context, [left]<typename T>(T value, T by) {
        constexpr unsigned bits = sizeof(T) * 8;
        const auto shift = static_cast<std::uint64_t>(by);
        if (shift >= bits) return T(0);
        const auto raw = static_cast<std::make_unsigned_t<T>>(value);
        const std::uint64_t wide = raw;
        return static_cast<T>(left ? wide << shift : wide >> shift);
    });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "BitShift",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::bit_shift
