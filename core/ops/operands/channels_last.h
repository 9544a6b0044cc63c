// SPDX-License-Identifier: GPL-3.0-or-later
// Operators whose tensors are [N, spatial..., C], by those whose tensors are [N, C, spatial...]: what is read
// is turned, and what is written is turned back.
#pragma once

#include "core/ops/operands/operator_inside.h"

#include <cstdint>

namespace edgewright::ops {

// Bit i: input i has its channels last. Output 0 always has.
using ChannelsLastInputs = std::uint32_t;

Result<void> inferChannelsLast(InferContext& context, const NodeInside& inside, ChannelsLastInputs inputs = 1);
// `infer` and `run` instead of those of the catalogue, for an operator that calls this itself.
Result<void> inferChannelsLast(InferContext& context, const NodeInside& inside, InferFunction infer,
                               ChannelsLastInputs inputs = 1);
Result<void> runChannelsLast(KernelContext& context, const NodeInside& inside, RunFunction run,
                             ChannelsLastInputs inputs = 1);
Result<MatrixProducts> productsChannelsLast(const NodeInside& inside, ProductsFunction products, Types inputs,
                                            Types outputs, ChannelsLastInputs turned = 1);

} // namespace edgewright::ops
