// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels behind convolve(), each for a convolution with work to do.
#pragma once

#include "core/kernels/direct.h"
#include "core/ops/convolution/algorithm_choice.h"
#include "core/ops/convolution/convolve.h"

namespace edgewright::ops {

// The convolution that a Conv asks for on an input and a weight of these types, without operands. BadInput
// where shapes are not known or do not fit.
Result<Convolution> convolutionShape(const ir::Node& node, const ir::TensorType& input,
                                     const ir::TensorType& weight);

inline bool isDepthwise(const Convolution& conv) { return conv.inPerGroup() == 1 && conv.group > 1; }

// Extents of `count` rows of outputs from `first` on, without operands.
kernels::DirectRows directRows(const Convolution& conv, std::int64_t first, std::int64_t count);
// Rows of outputs whose padded input stays in the second-level cache.
std::int64_t rowsOfStrip(const Convolution& conv);
// True if convolveDirect() takes it: planes without a third axis, rows that are not too long.
bool canBeDirect(const Convolution& conv);
bool canBeDirect(const Convolution& conv, std::int64_t rows); // of outputs in a strip
// 1 x 1 at stride 1, without padding.
bool isOneByOne(const Convolution& conv);
// True if it can be direct with pixels in the lanes, 1 x 1.
bool canReadPixels(const Convolution& conv);
// True if a direct convolution has channels of output in the lanes, not pixels (algorithm_choice.cpp).
bool hasChannelsInLanes(const Convolution& conv);
std::int64_t directWeightFloats(const Convolution& conv); // of a group
void packDirectWeights(const Convolution& conv, float* to);
// `weights` as packDirectWeights writes them.
Result<void> convolveDirect(const Convolution& conv, const float* weights, KernelContext& context);

// By the algorithm that is chosen for it.
Result<void> convolveChosen(const Convolution& conv, bool constantWeights, KernelContext& context);

// The time of a vector of tiles, forward or back, in that of a product of two vectors that are in registers.
inline constexpr std::int64_t TransformTilesTime = 350;
// 3 x 3 filters at stride 1, whose rows may be dilated.
bool canBeWinograd(const Convolution& conv);
std::int64_t winogradWeightFloats(const Convolution& conv);
void packWinogradWeights(const Convolution& conv, float* to);
// `weights` as packWinogradWeights writes them.
Result<void> convolveWinograd(const Convolution& conv, const float* weights, KernelContext& context);

} // namespace edgewright::ops
