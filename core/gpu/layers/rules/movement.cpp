// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that only move numbers: axes in another order, arrays joined.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/layers/layer_rule.h"

#include <array>
#include <numeric>
#include <tuple>

namespace edgewright::gpu::movement_layer {

namespace {

Result<void> makeTranspose(LayerContext& context) {
    ASSIGN_OR_RETURN(const ir::Dims dims, context.dims(0, Numbers::Any));
    ASSIGN_OR_RETURN(const ir::Dims out, context.resultDims(Numbers::Any));
    const Type type = typeOf(context.resultType());
    std::vector<std::int64_t> order = context.node().ints("perm");
    const std::size_t rank = dims.size();
    if (order.empty()) {
        order.resize(rank);
        std::iota(order.rbegin(), order.rend(), 0);
    }
    if (order.size() != rank || out.size() != rank) return unsupported(say("its order is not one of its axes"));
    std::vector<std::int64_t> steps(rank, 1);
    for (std::size_t i = rank; i-- > 1;)
        steps[i - 1] = steps[i] * dims[i];
    // Axes of the result that stay neighbours are one.
    std::vector<std::pair<std::int64_t, std::int64_t>> axes; // extent, step in the input; outermost first
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t axis = order[i] < 0 ? order[i] + static_cast<std::int64_t>(rank) : order[i];
        if (axis < 0 || axis >= static_cast<std::int64_t>(rank))
            return unsupported(say("its order is not one of its axes"));
        const std::int64_t extent = dims[static_cast<std::size_t>(axis)],
                           step = steps[static_cast<std::size_t>(axis)];
        if (extent == 1) continue;
        if (!axes.empty() && axes.back().second == step * extent)
            axes.back() = {axes.back().first * extent, step};
        else
            axes.emplace_back(extent, step);
    }
    if (axes.size() > 5) return unsupported(say("it moves more than 5 axes"));
    ASSIGN_OR_RETURN(const Operand x, context.input(0));
    ASSIGN_OR_RETURN(const Operand y, context.result());
    if (type == Type::Float32 && axes.size() == 2 && axes[0].second == 1 &&
        axes[1].second == axes[0].first) { // a matrix, turned over
        context.launch(transposeLaunch(axes[1].first, axes[0].first, x, y));
        return {};
    }
    std::array<std::int64_t, 5> extents{1, 1, 1, 1, 1}, into{};
    for (std::size_t i = 0; i < axes.size(); ++i)
        std::tie(extents[5 - axes.size() + i], into[5 - axes.size() + i]) = axes[i];
    context.launch(permuteLaunch(extents, into, x, y, type));
    return {};
}

Result<void> makeConcat(LayerContext& context) {
    ASSIGN_OR_RETURN(const ir::Dims out, context.resultDims(Numbers::Any));
    const Type type = typeOf(context.resultType());
    const auto rank = static_cast<std::int64_t>(out.size());
    std::int64_t axis = context.node().intOr("axis", 1);
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return unsupported(say("its axis is not there"));
    const std::int64_t row = countOf(out, static_cast<std::size_t>(axis)), rows = countOf(out) / row;
    ASSIGN_OR_RETURN(const Operand y, context.result());
    std::int64_t at = 0;
    for (std::size_t i = 0; i < context.node().inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const ir::Dims dims, context.dims(i, Numbers::Any));
        const std::int64_t columns = countOf(dims) / rows;
        ASSIGN_OR_RETURN(const Operand x, context.input(i));
        context.launch(placeLaunch({rows, columns, columns, 0, row, at}, x, y, type));
        at += columns;
    }
    if (at != row) return unsupported(say("its inputs do not fit its result"));
    return {};
}

} // namespace

extern const LayerRule entry{
    "movement", [](const ir::Node& node, std::int64_t) { return node.is("Transpose") || node.is("Concat"); },
    [](LayerContext& context) {
        return context.node().is("Transpose") ? makeTranspose(context) : makeConcat(context);
    }};

} // namespace edgewright::gpu::movement_layer
