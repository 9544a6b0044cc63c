// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs full of random numbers: RandomUniform and RandomNormal, with the shape as an attribute or that of an
// input.
#pragma once

#include "core/ops/operator.h"
#include "core/ops/random/random.h"

namespace edgewright::ops {

enum class ShapeFrom { Attribute, Input };

// Output 0 has the attribute `shape`, or the shape of input 0; dtype is an attribute, without it float32 or the
// input's.
Result<void> inferRandom(InferContext& context, ShapeFrom from);
// Output 0 = draw(random) for each element in row-major order.
Result<void> fillRandom(KernelContext& context, ShapeFrom from, const std::function<double(Random&)>& draw);

} // namespace edgewright::ops
