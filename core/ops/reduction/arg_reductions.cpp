// SPDX-License-Identifier: GPL-3.0-or-later
// Positions of the largest and of the smallest elements along an axis.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/fibres.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <array>
#include <limits>

namespace edgewright::ops::arg_reductions {

namespace {

Result<void> inferSearch(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ir::TensorType out(ir::DataType::Int64);
    if (x->shape) {
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0),
                                                        static_cast<std::int64_t>(x->shape->size())));
        out.shape = x->shape;
        if (context.node().intOr("keepdims", 1) != 0)
            (*out.shape)[static_cast<std::size_t>(axis)] = ir::Dim(1);
        else
            out.shape->erase(out.shape->begin() + axis);
    }
    context.setOutput(0, std::move(out));
    return {};
}

// The position along `axis` of the element that is better(x, best) than all others; the first or the last of
// equals. Fibres that lie side by side are searched together.
template <typename T, typename Better>
void searchFibres(const Fibres& fibres, bool last, const T* in, std::int64_t* out, Better better) {
    constexpr std::int64_t most = 256;
    std::array<T, most> best;
    std::array<std::int32_t, most> where;
    for (std::int64_t o = 0; o < fibres.outer; ++o)
        for (std::int64_t n = 0; n < fibres.inner; n += most) {
            const std::int64_t count = std::min(most, fibres.inner - n);
            const T* from = in + o * fibres.extent * fibres.inner + n;
            std::copy_n(from, count, best.data());
            std::fill_n(where.data(), count, 0);
            for (std::int64_t i = 1; i < fibres.extent; ++i) {
                const T* row = from + i * fibres.inner;
                for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
                    const T x = row[k];
                    const bool wins = better(x, best[k]) || (last && x == best[k]);
                    best[k] = wins ? x : best[k];
                    where[k] = wins ? static_cast<std::int32_t>(i) : where[k];
                }
            }
            out = std::copy_n(where.data(), count, out);
        }
}

template <typename Better>
Result<void> runSearch(KernelContext& context, Better better) {
    ASSIGN_OR_RETURN(const auto given, operand(context, 0));
    ir::Tensor x = *given;
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0), x.rank()));
    ir::Dims dims = x.dims();
    const Fibres fibres = fibresOf(dims, axis);
    if (fibres.extent == 0 && fibres.outer > 0 && fibres.inner > 0)
        return badInput(say("there is nothing to search in {1}", x.type().text()));
    if (fibres.extent > std::numeric_limits<std::int32_t>::max())
        return unsupported(say("a search along {1} elements", fibres.extent));
    if (context.node().intOr("keepdims", 1) != 0)
        dims[static_cast<std::size_t>(axis)] = 1;
    else
        dims.erase(dims.begin() + axis);
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Int64, dims));
    if (isHalf(x.dtype())) {
        ASSIGN_OR_RETURN(x, asFloat32(context, x));
    }
    const bool last = context.node().intOr("select_last_index", 0) != 0;
    return withElementType(x.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        searchFibres(fibres, last, std::as_const(x).template as<T>().data(),
                     out.template as<std::int64_t>().data(), better);
        return {};
    });
}

constexpr Operator search(std::string_view name, RunFunction run) {
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
