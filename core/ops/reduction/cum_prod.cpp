// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/fibres.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/wrapping.h"

namespace edgewright::ops::cum_prod {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    context.setOutput(0, *in);
    return {};
}

// Integers wrap.
template <typename T>
void multiplyAlong(const Fibres& fibres, bool exclusive, bool reverse, const T* from, T* to) {
    forEachFibre(fibres, [&](std::int64_t first) {
        T product(1);
        for (std::int64_t i = 0; i < fibres.extent; ++i) {
            const std::int64_t at = first + (reverse ? fibres.extent - 1 - i : i) * fibres.inner;
            const T before = product;
            product = wrappingMul(product, from[at]);
            to[at] = exclusive ? before : product;
        }
    });
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const auto axes = knownInts(context, 1);
    if (!axes || axes->size() != 1) return badInput("the axis must be one integer");
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(axes->front(), in->rank()));
    const bool exclusive = context.node().intOr("exclusive", 0) != 0;
    const bool reverse = context.node().intOr("reverse", 0) != 0;
    const Fibres fibres = fibresOf(in->dims(), axis);
    const ir::DataType type = in->dtype();
    if (isHalf(type)) {
        ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, in->dims()));
        multiplyAlong(fibres, exclusive, reverse, values.as<float>().data(), out.data().data());
        out.finish();
        return {};
    }
    return withElementType(type, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, type, in->dims()));
        multiplyAlong(fibres, exclusive, reverse, in->template as<T>().data(), out.template as<T>().data());
        return {};
    });
}

} // namespace

extern const Operator entry{
    .name = "CumProd",
    .category = Category::ElementWise,
    .infer = infer,
    .run = run,
    .since = 26,
};

} // namespace edgewright::ops::cum_prod
