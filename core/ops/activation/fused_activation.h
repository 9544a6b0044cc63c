// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of com.microsoft that end in an activation: of a sum with a bias, of a convolution, of a matrix
// product.
#pragma once

#include "core/base/propagate.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/unary_kernel.h"

#include <algorithm>

namespace edgewright::ops {

// Output 0 has the type of input 0.
Result<void> inferBiased(InferContext& context);

// apply(row) changes the rows (last axis) of float input 0, with input 1 added when `biased` and given.
template <typename Apply>
Result<void> runBiased(KernelContext& context, bool biased, Apply apply) {
    ASSIGN_OR_RETURN(auto opened, openNormalised(context));
    const std::span<float> out = opened.output.data();
    std::ranges::copy(opened.in(), out.begin());
    if (biased && context.node().hasInput(1)) {
        const ir::Dims& dims = opened.input.dims();
        ASSIGN_OR_RETURN(const auto bias, parameter(context, 1, dims.empty() ? 1 : dims.back(), "the bias"));
        const auto added = bias.as<float>();
        for (std::size_t at = 0; at < out.size(); at += added.size())
            for (std::size_t i = 0; i < added.size(); ++i)
                out[at + i] += added[i];
    }
    constexpr std::size_t block = 1 << 14;
    for (std::size_t at = 0; at < out.size(); at += block) {
        if (context.run().stopped()) return cancelled();
        apply(out.subspan(at, std::min(block, out.size() - at)));
    }
    opened.output.finish();
    return {};
}

// The node runs as `op`, then its activation: the attribute `activation` with alpha and beta. `added`: an input
// that is added before the activation, if given.
struct FusedNode {
    const Operator* op = nullptr;
    float alpha = 0;
    float beta = 0;
    std::size_t added = static_cast<std::size_t>(-1);
};
Result<void> runFused(KernelContext& context, const FusedNode& fused);
// BadInput or Unsupported unless `activation` is none or one that runFused knows.
Result<void> checkActivation(const ir::Node& node);

} // namespace edgewright::ops
