// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft's forms of Gelu, some of which add a bias first.
#include "core/ops/activation/fused_activation.h"

#include <array>

namespace edgewright::ops::biased_activations {

namespace {

using kernels::Unary;

// The arithmetic is that of the loop body.
Result<void> run(KernelContext& context) {
    const ir::Node& node = context.node();
    const LoopBody& loop = find(node.domain, node.op)->loop;
    const float alpha = node.floatOr("alpha", loop.alpha);
    return runBiased(context, loop.biased, [&](std::span<float> row) { applyUnary(*loop.unary, row, alpha); });
}

constexpr Operator biased(std::string_view name, LoopBody loop) {
    return {.domain = "com.microsoft",
            .name = name,
            .category = Category::Activation,
            .pattern = Pattern::ElementWise,
            .infer = inferBiased,
            .run = run,
            .loop = loop};
}

constexpr std::array Rows{
    biased("BiasGelu", {.unary = Unary::GeluErf, .biased = true}),
    biased("FastGelu", {.unary = Unary::GeluTanh, .biased = true}),
    biased("Gelu", {.unary = Unary::GeluErf}),
    biased("QuickGelu", {.unary = Unary::Silu, .alpha = 1.702f}),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::biased_activations
