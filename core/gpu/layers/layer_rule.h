// SPDX-License-Identifier: GPL-3.0-or-later
// The way of one family of operators to launches.
//
// To add one: core/gpu/layers/rules/<name>.cpp with `extern const LayerRule entry` in namespace
// edgewright::gpu::<name>_layer, and its name in ENTRIES of gpu_layers in core/gpu/CMakeLists.txt; the first
// rule that takes a node makes it.
#pragma once

#include "core/gpu/layers/layer_context.h"

#include <span>

namespace edgewright::gpu {

// The part of a fused group that may be added to the rule's last launch.
enum class Takes {
    Nothing,
    Function, // of one number
    OfAxis1,  // bias of channels, which are axis 1, residual, function
    OfLast    // the same, channels are the last axis
};

struct LayerRule {
    const char* name;
    bool (*takes)(const ir::Node& node, std::int64_t opset);
    // Launches into the context. Unsupported, with the reason: no kernel does it.
    Result<void> (*make)(LayerContext& context);
    Takes ending = Takes::Nothing;
};

std::span<const LayerRule* const> layerRules();

} // namespace edgewright::gpu
