// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/codes.h"
#include "core/ops/quantization/requantize.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops::q_linear_softmax {

namespace {

// x, x_scale, x_zero_point, y_scale, y_zero_point. `opset` says which Softmax is meant: from 13 on over one
// axis, before over all axes from the named one on.
Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto x, codingOf(context, 1, 2));
    ASSIGN_OR_RETURN(const auto y, codingOf(context, 3, 4));
    ASSIGN_OR_RETURN(const auto range, codeRange(in->dtype()));
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", -1), in->rank()));
    const ir::Dims& dims = in->dims();
    const bool whole = context.node().intOr("opset", 13) < 13;
    std::int64_t count = 1;
    std::int64_t inner = 1;
    for (auto i = static_cast<std::size_t>(axis); i < dims.size(); ++i)
        (whole || i == static_cast<std::size_t>(axis) ? count : inner) *= dims[i];
    return withCodeType(in->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, in->dtype(), dims));
        const T* from = in->template as<T>().data();
        T* to = out.template as<T>().data();
        const std::int64_t lines = in->elements() == 0 ? 0 : in->elements() / count;
        ASSIGN_OR_RETURN(const auto powers, context.scratchOf<float>(count));
        // Of a code this far below the largest one of its line.
        const auto powerOf = [&](std::int32_t below) { return std::exp(static_cast<float>(-below) * x.scale); };
        std::array<float, sizeof(T) == 1 ? 256 : 1> known{};
        const bool areKnown = sizeof(T) == 1 && in->elements() > 256;
        if (areKnown)
            for (std::size_t i = 0; i < known.size(); ++i)
                known[i] = powerOf(static_cast<std::int32_t>(i));
        for (std::int64_t line = 0; line < lines; ++line) {
            if (context.run().stopped()) return cancelled();
            const std::int64_t base = line / inner * count * inner + line % inner;
            T largest = from[base];
            for (std::int64_t i = 1; i < count; ++i)
                largest = std::max(largest, from[base + i * inner]);
            float sum = 0;
            for (std::int64_t i = 0; i < count; ++i) {
                const std::int32_t below = largest - from[base + i * inner];
                const float power = areKnown ? known[static_cast<std::size_t>(below)] : powerOf(below);
                powers[static_cast<std::size_t>(i)] = power;
                sum += power;
            }
            for (float& power : powers)
                power /= sum;
            if constexpr (sizeof(T) == 1)
                if (inner == 1) {
                    auto* const bytes = reinterpret_cast<std::byte*>(to + base);
                    ASSIGN_OR_RETURN(const auto target, byteTarget(in->dtype(), y.zero, bytes));
                    kernels::table().integer->encode(powers.data(), count, y.scale, target);
                    continue;
                }
            for (std::int64_t i = 0; i < count; ++i)
                to[base + i * inner] =
                    static_cast<T>(toCode(powers[static_cast<std::size_t>(i)] / y.scale, y.zero, range));
        }
        return {};
    });
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "QLinearSoftmax",
    .category = Category::Activation,
    .infer = inferSame,
    .run = run,
};

} // namespace edgewright::ops::q_linear_softmax
