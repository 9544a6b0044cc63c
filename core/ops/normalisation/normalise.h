// SPDX-License-Identifier: GPL-3.0-or-later
// Mean and variance over contiguous elements, and parameters of normalising operators.
#pragma once

#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>
#include <span>

namespace edgewright::ops {

struct Moments {
    double mean = 0;
    double variance = 0; // of the population
};

// Two passes; both are 0 for no elements.
Moments momentsOf(std::span<const float> values);

// A float parameter (scale, bias, mean) with exactly `elements` elements; BadInput otherwise.
Result<ir::Tensor> parameter(KernelContext& context, std::size_t index, std::int64_t elements,
                             std::string_view name);

// A float parameter broadcast to `dims`, the normalised axes; BadInput when it does not broadcast.
Result<std::span<const float>> broadcastParameter(KernelContext& context, std::size_t index,
                                                  const ir::Dims& dims, std::string_view name);

// Float32 input 0 and float output 0 of the same shape and type, opened together.
struct Normalised {
    ir::Tensor input; // float32
    FloatOutput output;
    std::span<const float> in() const { return input.as<float>(); }
};
Result<Normalised> openNormalised(KernelContext& context);

// visit(row) for every row in [0, rows), each of `extent` elements, on as many threads as that is worth;
// Cancelled when stopped.
template <typename Visit>
Result<void> forEachRow(const KernelContext& context, std::int64_t rows, std::int64_t extent, Visit visit) {
    const std::int64_t together = std::max<std::int64_t>(1, 4096 / std::max<std::int64_t>(extent, 1));
    const std::int64_t tasks = (rows + together - 1) / together;
    parallelFor(usefulThreads(context.threads(), rows * extent / 2, tasks), tasks, [&](std::int64_t task, int) {
        if (context.run().stopped()) return;
        for (std::int64_t row = task * together; row < std::min(rows, (task + 1) * together); ++row)
            visit(row);
    });
    return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
}

// BadInput when a known shape has fewer axes than `rank`.
Result<void> inferNormalised(InferContext& context, std::size_t rank);
template <std::size_t Rank>
Result<void> inferNormalised(InferContext& context) {
    return inferNormalised(context, Rank);
}

} // namespace edgewright::ops
