// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/quantization/codes.h"
#include "core/ops/quantization/requantize.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <type_traits>

namespace edgewright::ops::q_linear_softmax {

namespace {

constexpr std::int64_t CodesOfTask = 4096; // of 8-bit codes in lines, at least
constexpr std::int64_t VectorCodes = 64;   // of the longest vectors

// Lines of 8-bit codes that follow each other.
Result<void> softmaxLines(KernelContext& context, const std::uint8_t* codes, std::int64_t lines,
                          std::int64_t count, std::uint8_t flip, float xScale, float yScale,
                          const kernels::IntegerTarget& target) {
    const std::int64_t linesOfTask = std::clamp<std::int64_t>(CodesOfTask / count, 1, lines);
    const std::int64_t tasks = ceilDiv(lines, linesOfTask);
    const int threads = usefulThreads(context.threads(), lines * count / 2, tasks);
    const std::int64_t room = ceilDiv(count, VectorCodes) * VectorCodes;
    ASSIGN_OR_RETURN(const auto memory, context.scratchOf<float>(room * threads));
    std::ranges::fill(memory, 0.0f);
    parallelFor(threads, tasks, [&](std::int64_t task, int worker) {
        if (context.run().stopped()) return;
        const std::int64_t first = task * linesOfTask;
        kernels::table().integer->softmaxCodes(codes + first * count, std::min(linesOfTask, lines - first),
                                               count, flip, xScale, yScale, advanced(target, first * count),
                                               memory.data() + worker * room);
    });
    return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
}

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
        if constexpr (sizeof(T) == 1)
            if (inner == 1 && lines > 0 && x.scale > 0) {
                ASSIGN_OR_RETURN(const auto target,
                                 byteTarget(in->dtype(), y.zero, reinterpret_cast<std::byte*>(to)));
                return softmaxLines(context, reinterpret_cast<const std::uint8_t*>(from), lines, count,
                                    flipOf(in->dtype()), x.scale, y.scale, target);
            }
        // Of codes this far below the largest one of their line, where there are more codes than that.
        const auto powerOf = [&](std::int32_t below) { return std::exp(static_cast<float>(-below) * x.scale); };
        std::array<float, sizeof(T) == 1 ? 256 : 1> known{};
        const bool areKnown = sizeof(T) == 1 && in->elements() > 256;
        if (areKnown)
            for (std::size_t i = 0; i < known.size(); ++i)
                known[i] = powerOf(static_cast<std::int32_t>(i));
        const int threads = usefulThreads(context.threads(), lines * count, lines);
        ASSIGN_OR_RETURN(const auto memory, context.scratchOf<float>(count * threads));

        parallelFor(threads, lines, [&](std::int64_t line, int worker) {
            if (context.run().stopped()) return;
            const std::int64_t base = line / inner * count * inner + line % inner;
            const std::span powers =
                memory.subspan(static_cast<std::size_t>(worker * count), static_cast<std::size_t>(count));
            const T* const codes = from + base;
            T largest = codes[0];
            for (std::int64_t i = 1; i < count; ++i)
                largest = std::max(largest, codes[i * inner]);
            float sum = 0;
            for (std::int64_t i = 0; i < count; ++i) {
                const std::int32_t below = largest - codes[i * inner];
                const float power = areKnown ? known[static_cast<std::size_t>(below)] : powerOf(below);
                powers[static_cast<std::size_t>(i)] = power;
                sum += power;
            }
            for (std::int64_t i = 0; i < count; ++i)
                to[base + i * inner] =
                    static_cast<T>(toCode(powers[static_cast<std::size_t>(i)] / sum / y.scale, y.zero, range));
        });
        return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
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
