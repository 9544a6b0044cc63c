// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft's forms of Gelu, some of which add a bias first.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/unary_kernel.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::biased_activations {

namespace {

using kernels::Unary;

// The rows (last axis) of float input 0, with input 1 added where the operator takes a bias and has one. The
// arithmetic is that of the loop body.
Result<void> run(KernelContext& context) {
    const ir::Node& node = context.node();
    const LoopBody& loop = find(node.domain, node.op)->loop;
    const float alpha = node.floatOr("alpha", loop.alpha);
    ASSIGN_OR_RETURN(auto opened, openNormalised(context));
    const std::span<float> out = opened.output.data();
    std::ranges::copy(opened.in(), out.begin());
    if (loop.biased && node.hasInput(1)) {
        const ir::Dims& dims = opened.input.dims();
        ASSIGN_OR_RETURN(const auto bias,
                         parameter(context, 1, dims.empty() ? 1 : dims.back(), say("the bias")));
        const auto added = bias.as<float>();
        for (std::size_t at = 0; at < out.size(); at += added.size())
            for (std::size_t i = 0; i < added.size(); ++i)
                out[at + i] += added[i];
    }
    constexpr std::size_t block = 1 << 14;
    for (std::size_t at = 0; at < out.size(); at += block) {
        if (context.run().stopped()) return cancelled();
        applyUnary(*loop.unary, out.subspan(at, std::min(block, out.size() - at)), alpha);
    }
    opened.output.finish();
    return {};
}

constexpr Operator biased(std::string_view name, LoopBody loop) {
    return {.domain = "com.microsoft",
            .name = name,
            .category = Category::Activation,
            .pattern = Pattern::ElementWise,
            .infer = inferSame,
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
