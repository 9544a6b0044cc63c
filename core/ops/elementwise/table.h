// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of tables of element-wise operators. A row is an entry, of which `name` and what is unlike the defaults
// is given, and the function of one element that it computes. The function has no captures and takes x, or x,
// alpha and beta where the node has these attributes; their defaults are those of the row's loop body.
#pragma once

#include "core/ops/elementwise/elementwise.h"

#include <array>

namespace edgewright::ops {

template <std::size_t N>
constexpr std::array<Operator, N> inCategory(Category category, std::array<Operator, N> rows) {
    for (Operator& row : rows)
        row.category = category;
    return rows;
}

struct AlphaBeta {
    float alpha = 0, beta = 0;
};
inline AlphaBeta alphaBetaOf(const ir::Node& node) {
    const Operator* op = find(node.domain, node.op);
    const LoopBody defaults = op ? op->loop : LoopBody();
    return {node.floatOr("alpha", defaults.alpha), node.floatOr("beta", defaults.beta)};
}

// run(f, alpha, beta) with F as a function f of x alone.
template <typename F, typename Run>
Result<void> withFunction(const KernelContext& context, Run run) {
    if constexpr (std::is_invocable_v<F, float>) {
        return run(F(), 0.0f, 0.0f);
    } else {
        const auto [alpha, beta] = alphaBetaOf(context.node());
        const auto f = [alpha = alpha, beta = beta](auto x) {
            return F()(x, static_cast<decltype(x)>(alpha), static_cast<decltype(x)>(beta));
        };
        return run(f, alpha, beta);
    }
}

constexpr Operator unaryRow(Operator row, RunFunction run) {
    row.pattern = Pattern::ElementWise;
    row.infer = inferSame;
    row.run = run;
    return row;
}

// Floating-point types only.
template <typename F>
constexpr Operator floatUnary(const Operator& row, F) {
    return unaryRow(row, [](KernelContext& context) {
        return withFunction<F>(context, [&](auto f, float, float) { return runUnaryFloat(context, f); });
    });
}

// The same with a vector kernel for float32 and halves.
template <kernels::Unary Function, typename F>
constexpr Operator floatUnary(Operator row, F) {
    row.loop.unary = Function;
    return unaryRow(row, [](KernelContext& context) {
        return withFunction<F>(context, [&](auto f, float alpha, float beta) {
            return runUnaryFloat(context, Function, f, alpha, beta);
        });
    });
}

// Every numeric type.
template <typename F>
constexpr Operator numberUnary(const Operator& row, F) {
    return unaryRow(row, [](KernelContext& context) { return runUnary(context, F()); });
}

template <kernels::Unary Function, typename F>
constexpr Operator numberUnary(Operator row, F) {
    row.loop.unary = Function;
    return unaryRow(row, [](KernelContext& context) { return runUnary(context, Function, F()); });
}

// Two inputs or more, which broadcast.
constexpr Operator broadcastRow(Operator row, RunFunction run) {
    row.pattern = Pattern::Broadcast;
    row.infer = inferBinary;
    row.run = run;
    return row;
}

template <kernels::Binary Function, typename F>
constexpr Operator numberBinary(Operator row, F) {
    row.loop.binary = Function;
    return broadcastRow(row, [](KernelContext& context) { return runBinary(context, Function, F()); });
}

constexpr Operator compareRow(Operator row, RunFunction run) {
    row = broadcastRow(row, run);
    row.infer = inferCompare;
    return row;
}

template <typename F>
constexpr Operator numberCompare(const Operator& row, F) {
    return compareRow(row, [](KernelContext& context) { return runCompare(context, F()); });
}

} // namespace edgewright::ops
