// SPDX-License-Identifier: GPL-3.0-or-later
// A square convolution as a layer with a cost.
#pragma once

#include "core/cost/workload.h"

namespace edgewright::test {

// `pad`: of both sides together.
inline cost::Layer convolution(std::int64_t extent, std::int64_t channels, std::int64_t filters,
                               std::int64_t kernel, std::int64_t stride = 1, std::int64_t pad = 0) {
    cost::Layer layer;
    layer.name = "conv";
    layer.ifmapH = layer.ifmapW = extent + pad;
    layer.padH = layer.padW = pad;
    layer.filterH = layer.filterW = kernel;
    layer.channels = channels;
    layer.filters = layer.n = filters;
    layer.strideH = layer.strideW = stride;
    layer.outH = layer.outW = (extent + pad - kernel) / stride + 1;
    layer.m = layer.outH * layer.outW;
    layer.k = kernel * kernel * channels;
    return layer;
}

} // namespace edgewright::test
