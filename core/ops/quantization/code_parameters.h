// SPDX-License-Identifier: GPL-3.0-or-later
// Scales and zero points of QuantizeLinear and DequantizeLinear: one for all, per axis, or per block along an
// axis.
#pragma once

#include "core/base/checked.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <vector>

namespace edgewright::ops {

struct CodeParameters {
    std::vector<float> scales;
    std::vector<std::int32_t> zeros; // as many as scales
    std::int64_t outer = 1;          // the tensor is [outer, extent, inner]
    std::int64_t extent = 1;
    std::int64_t inner = 1;
    std::int64_t block = 0; // positions of the axis that share parameters; 0: one per position (or one for all)

    // Inputs 1 and 2 and the attributes axis and block_size, for a tensor of shape `dims`.
    static Result<CodeParameters> of(const KernelContext& context, const ir::Dims& dims);

    // True if long runs of elements share their parameters, and all zero points are 8-bit codes.
    bool hasRuns() const;
    // f(at, count, parameter) for runs of elements with one parameter, in any order, perhaps from several
    // threads.
    template <typename F>
    Result<void> forEachRun(const KernelContext& context, F f) const {
        constexpr std::int64_t piece = 16384;
        const bool whole = scales.size() == 1;
        const std::int64_t lines = whole ? 1 : outer * extent;
        const std::int64_t length = whole ? outer * extent * inner : inner;
        const std::int64_t pieces = ceilDiv(length, piece);
        const std::int64_t work = lines * length / 8;
        parallelFor(usefulThreads(context.threads(), work, lines * pieces), lines * pieces,
                    [&](std::int64_t task, int) {
                        const std::int64_t line = task / pieces;
                        const std::int64_t begin = task % pieces * piece;
                        f(line * length + begin, std::min(piece, length - begin),
                          whole ? std::size_t(0) : static_cast<std::size_t>(line % extent));
                    });
        return {};
    }

    // f(element, parameter) for every element in order.
    template <typename F>
    void forEach(F f) const {
        const std::int64_t rows = block > 0 ? extent / block + (extent % block != 0 ? 1 : 0) : 0;
        std::size_t at = 0;
        for (std::int64_t o = 0; o < outer; ++o)
            for (std::int64_t e = 0; e < extent; ++e) {
                if (block > 0) {
                    const std::int64_t first = (o * rows + e / block) * inner;
                    for (std::int64_t i = 0; i < inner; ++i)
                        f(at++, static_cast<std::size_t>(first + i));
                } else {
                    const std::size_t parameter = scales.size() == 1 ? 0 : static_cast<std::size_t>(e);
                    for (std::int64_t i = 0; i < inner; ++i)
                        f(at++, parameter);
                }
            }
    }
};

} // namespace edgewright::ops
