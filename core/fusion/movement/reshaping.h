// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that give the same elements in the same order another shape.
#pragma once

#include "core/fusion/rule.h"

#include <optional>
#include <string>

namespace edgewright::fusion {

bool isReshaping(const ir::Node& node); // Reshape, Flatten, Squeeze or Unsqueeze

// A Reshape of `x` to the shape of `to`, without outputs. Empty when a constant shape cannot say it: more than
// one extent is open, apart from those that stay on their axis.
std::optional<ir::Node> reshapeTo(const GraphView& view, ir::PatchBuilder& patch, ValueId x,
                                  const ir::TensorType& to, const std::string& name);

} // namespace edgewright::fusion
