// SPDX-License-Identifier: GPL-3.0-or-later
// Operators, and fused groups, that are one function of an 8-bit code: computed here once for each of the 256
// codes, and looked up on the GPU.
#pragma once

#include "core/gpu/layers/layer_context.h"
#include "core/ir/graph.h"

#include <optional>

namespace edgewright::gpu {

// The body of a group that is such a function, with that one input; nothing: it is another group.
std::optional<ir::Graph> codeFunctionOf(const ir::Node& group, ir::Graph body, const ir::Opsets& opsets);

// A launch that looks up what `function` makes of input `input` of the context's node.
Result<void> lookUp(LayerContext& context, std::size_t input, ir::Graph function, const ir::Opsets& opsets);

} // namespace edgewright::gpu
