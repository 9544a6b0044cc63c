// SPDX-License-Identifier: GPL-3.0-or-later
// The same convolution in floating point: what the INT8 result is measured against.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/quant/arithmetic/conv_int8.h"

#include <span>

namespace edgewright::quant {

// x [batch, inChannels, input...], w [outChannels, inChannels/groups, kernel...], bias [outChannels] or empty,
// y [batch, outChannels, output...]. Accumulates in double and rounds once. Padding is 0. The shape has passed
// checkConvShape and the spans have its counts. Fails only with Cancelled.
Result<void> convReference(const ConvShape& shape, std::span<const float> x, std::span<const float> w,
                           std::span<const float> bias, std::span<float> y, const RunContext& run = {});

} // namespace edgewright::quant
