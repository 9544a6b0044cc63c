// SPDX-License-Identifier: GPL-3.0-or-later
// From 32-bit accumulators back to 8-bit codes.
#pragma once

#include "core/ops/codes.h"

#include <span>

namespace edgewright::ops {

// Output 0 of shape `dims` = the code of float32(sum) * multiplier, where multipliers[i / plane %
// multipliers.size()] belongs to element i: input scale * weight scale / output scale, rounded to float32 after
// each step.
inline Result<void> requantize(KernelContext& context, std::span<const std::int32_t> sums, const ir::Dims& dims,
                               std::span<const float> multipliers, std::size_t plane, ir::DataType type,
                               std::int32_t zero) {
    const auto range = codeRange(type);
    if (!range) return range.error();
    return withCodeType(type, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        auto out = context.output(0, type, dims);
        if (!out) return std::move(out).error();
        T* to = out->template as<T>().data();
        std::size_t at = 0;
        for (std::size_t group = 0; at < sums.size(); ++group) {
            const float multiplier = multipliers[group % multipliers.size()];
            for (const std::size_t end = at + plane; at < end; ++at)
                to[at] = static_cast<T>(toCode(static_cast<float>(sums[at]) * multiplier, zero, *range));
        }
        return {};
    });
}

} // namespace edgewright::ops
