// SPDX-License-Identifier: GPL-3.0-or-later
// Scales and zero points of QuantizeLinear and DequantizeLinear: one for all, per axis, or per block along an
// axis.
#pragma once

#include "core/base/checked.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/operator.h"
#include "core/ops/quantization/codes.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace edgewright::ops {

// f(at, count) for pieces of `elements` elements, perhaps from several threads.
inline constexpr std::int64_t ElementsOfPiece = 16384;
void forEachOfPieces(const KernelContext& context, std::int64_t elements,
                     const std::function<void(std::int64_t at, std::int64_t count)>& f);
template <typename F>
void forEachPiece(const KernelContext& context, std::int64_t elements, const F& f) {
    if (elements <= ElementsOfPiece)
        f(std::int64_t(0), elements);
    else
        forEachOfPieces(context, elements, f);
}

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
    // threads. One scale is that of any `elements`.
    template <typename F>
    void forEachRun(const KernelContext& context, std::int64_t elements, F f) const {
        if (scales.size() == 1)
            return forEachPiece(context, elements,
                                [&](std::int64_t at, std::int64_t count) { f(at, count, std::size_t(0)); });
        constexpr std::int64_t piece = 16384;
        const std::int64_t lines = outer * extent;
        const std::int64_t pieces = ceilDiv(inner, piece);
        parallelFor(usefulThreads(context.threads(), lines * inner / 8, lines * pieces), lines * pieces,
                    [&](std::int64_t task, int) {
                        const std::int64_t line = task / pieces;
                        const std::int64_t begin = task % pieces * piece;
                        f(line * inner + begin, std::min(piece, inner - begin),
                          static_cast<std::size_t>(line % extent));
                    });
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

// The one scale and zero point of a node that turns float32 into 8-bit codes, or back. Where they stay, they
// are looked at in its first run alone.
struct KeptCoding {
    ir::DataType codes = ir::DataType::Undefined;
    CodeParameters parameters;

    // Null in the first run, and where scale or zero point may be others.
    static std::shared_ptr<const KeptCoding> of(KernelContext& context);
    // From now on, where there is one scale and it stays with its zero point.
    static void keep(KernelContext& context, ir::DataType codes, const CodeParameters& parameters);
};

} // namespace edgewright::ops
