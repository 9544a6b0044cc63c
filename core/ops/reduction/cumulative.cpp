// SPDX-License-Identifier: GPL-3.0-or-later
// Sums and products of all elements up to each one of an axis. Integers wrap.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/fibres.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/wrapping.h"

#include <array>

namespace edgewright::ops::cumulative {

namespace {

// Each element combined with all before it (behind it with `reverse`), or with `exclusive` those alone.
template <typename T, typename Combine>
void accumulateAlong(const Fibres& fibres, bool exclusive, bool reverse, const T* from, T* to, T start,
                     Combine combine) {
    forEachFibre(fibres, [&](std::int64_t first) {
        T total = start;
        for (std::int64_t i = 0; i < fibres.extent; ++i) {
            const std::int64_t at = first + (reverse ? fibres.extent - 1 - i : i) * fibres.inner;
            const T before = total;
            total = combine(total, from[at]);
            to[at] = exclusive ? before : total;
        }
    });
}

// `start` is the neutral element of `combine`.
template <typename Combine>
Result<void> accumulate(KernelContext& context, int start, Combine combine) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const auto axes = knownInts(context, 1);
    if (!axes || axes->size() != 1) return badInput(say("the axis must be one integer"));
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(axes->front(), in->rank()));
    const bool exclusive = context.node().intOr("exclusive", 0) != 0;
    const bool reverse = context.node().intOr("reverse", 0) != 0;
    const Fibres fibres = fibresOf(in->dims(), axis);
    const ir::DataType type = in->dtype();
    if (isHalf(type)) {
        ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, in->dims()));
        accumulateAlong(fibres, exclusive, reverse, values.as<float>().data(), out.data().data(),
                        static_cast<float>(start), combine);
        out.finish();
        return {};
    }
    return withElementType(type, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, type, in->dims()));
        accumulateAlong(fibres, exclusive, reverse, in->template as<T>().data(), out.template as<T>().data(),
                        static_cast<T>(start), combine);
        return {};
    });
}

Result<void> runSum(KernelContext& context) {
    return accumulate(context, 0, [](auto total, auto x) { return wrappingAdd(total, x); });
}

Result<void> runProduct(KernelContext& context) {
    return accumulate(context, 1, [](auto total, auto x) { return wrappingMul(total, x); });
}

constexpr Operator row(std::string_view name, Category category, RunFunction run, std::int64_t since) {
    return {.name = name, .category = category, .infer = inferSame, .run = run, .since = since};
}

constexpr std::array Rows{
    row("CumSum", Category::DataMovement, runSum, 11),
    row("CumProd", Category::ElementWise, runProduct, 26),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::cumulative
