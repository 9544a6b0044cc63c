// SPDX-License-Identifier: GPL-3.0-or-later
// The width that the accumulator of a quantized layer needs for its weights, whatever the input.
#pragma once

#include "core/pipeline/quantization/coded_layers.h"

#include <optional>

namespace edgewright::pipeline {

// Bits of the two's complement number that holds every sum of products with the bias, by the signs of the codes
// that the model has (BitGrowth::worstBits). Empty for weights that are computed at run time, and for a
// ConvTranspose, whose sums depend on the position.
std::optional<int> worstSumBits(const Quantized& quantized, const CodedLayer& layer);

} // namespace edgewright::pipeline
