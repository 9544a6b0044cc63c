// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a layer, what their codes stand for, and the error between them, laid out as the output of a
// convolution.
#pragma once

#include "core/pipeline/quantization/layer/studied_layer.h"

#include <memory>

namespace edgewright::pipeline {

// A tile for each output channel: of a depthwise layer its kernel, else input channels over the positions of
// the kernel. Layers whose kernel is one position are one picture of output over input channels. Null where the
// weights are not known.
std::shared_ptr<const ComparedTensor> comparedWeights(const StudiedLayer& layer);

} // namespace edgewright::pipeline
