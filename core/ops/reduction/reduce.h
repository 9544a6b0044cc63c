// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions: map every element, join what falls onto one output, finish with the count.
#pragma once

#include "core/base/propagate.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <array>
#include <type_traits>

namespace edgewright::ops {

Result<void> inferReduction(InferContext& context);

struct Reduction {
    ir::Dims outDims;   // with or without the reduced axes
    BroadcastPlan plan; // over the input; operand 1 is the output with reduced axes of extent 1
    std::int64_t outputs = 0;
    std::int64_t count = 0; // elements joined into each output
};

// The reduction that a node asks for on an input of shape `dims`; axes come from attribute or input 1.
Result<Reduction> reductionOf(const KernelContext& context, const ir::Dims& dims);

// The type that elements are widened to while they are joined: float -> double, integers -> 64 bits.
template <typename T>
using Widened = std::conditional_t<std::is_floating_point_v<T>, double,
                                   std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

// Reductions of the vector kernels: a policy with a member `vectors` may be run by them on float32. Sums are of
// the elements or their squares, as map and join of the policy would give them.
enum class VectorJoin { Sum, SumOfSquares, Maximum };
// joined[o] for every output.
void joinVectors(const Reduction& reduction, VectorJoin how, const float* in, double* joined, int threads);

// out[o] = policy.finish(join of policy.map(x) over the inputs of o, count). Policy functions take and return W
// = Widened<T>:
//   W start<W, T>() const; W map(W) const; W join(W, W) const; W finish(W, std::int64_t count) const
template <typename T, typename Policy>
Result<void> reduce(KernelContext& context, const Reduction& reduction, const T* in, T* out,
                    const Policy& policy) {
    using W = Widened<T>;
    ASSIGN_OR_RETURN(const std::span<W> joined, context.scratchOf<W>(reduction.outputs));
    std::ranges::fill(joined, policy.template start<W, T>());
    if constexpr (std::is_same_v<T, float> && requires { Policy::vectors; }) {
        joinVectors(reduction, Policy::vectors, in, joined.data(), context.threads());
        for (std::size_t o = 0; o < joined.size(); ++o)
            out[o] = static_cast<T>(policy.finish(joined[o], reduction.count));
        return {};
    }
    const std::int64_t step = reduction.plan.inner(1);
    forEachRun(reduction.plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        W* to = joined.data() + offsets[1];
        const T* from = in + at;
        if (step != 0) {
            for (std::int64_t i = 0; i < length; ++i)
                to[i] = policy.join(to[i], policy.map(static_cast<W>(from[i])));
            return;
        }
        std::array<W, 4> lanes;
        lanes.fill(policy.template start<W, T>());
        std::int64_t i = 0;
        for (; i + 4 <= length; i += 4)
            for (std::size_t lane = 0; lane < 4; ++lane)
                lanes[lane] = policy.join(
                    lanes[lane], policy.map(static_cast<W>(from[i + static_cast<std::int64_t>(lane)])));
        for (; i < length; ++i)
            lanes[0] = policy.join(lanes[0], policy.map(static_cast<W>(from[i])));
        for (const W lane : lanes)
            *to = policy.join(*to, lane);
    });
    for (std::size_t o = 0; o < joined.size(); ++o)
        out[o] = static_cast<T>(policy.finish(joined[o], reduction.count));
    return {};
}

// Numeric input 0 of any type -> output 0 of that type; bools count as 0 and 1.
template <typename Policy>
Result<void> runReduction(KernelContext& context, const Policy& policy) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const ir::Tensor& x = *in;
    ASSIGN_OR_RETURN(const auto reduction, reductionOf(context, x.dims()));
    if (isHalf(x.dtype())) {
        ASSIGN_OR_RETURN(const auto values, asFloat32(context, x));
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, x.dtype(), reduction.outDims));
        RETURN_IF_ERROR(
            reduce(context, reduction, values.template as<float>().data(), out.data().data(), policy));
        out.finish();
        return {};
    }
    ASSIGN_OR_RETURN(auto out, context.output(0, x.dtype(), reduction.outDims));
    const ir::DataType seen = x.dtype() == ir::DataType::Bool ? ir::DataType::UInt8 : x.dtype();
    return withElementType(seen, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        return reduce(context, reduction, x.as<T>().data(), out.template as<T>().data(), policy);
    });
}

} // namespace edgewright::ops
