// SPDX-License-Identifier: GPL-3.0-or-later
// Relu and Clip as intervals, whichever way the opset writes the bounds.
#pragma once

#include "core/fusion/rule.h"

#include <optional>

namespace edgewright::fusion {

struct Bounds {
    double low;  // -infinity: none
    double high; // +infinity: none
};

bool isClip(const ir::Node& node); // Relu or Clip
// Empty when a bound is computed at run time.
std::optional<Bounds> boundsOf(const GraphView& view, const ir::Node& clip);
// The bound that is no constant, for messages; invalid when there is none.
ValueId unknownBound(const GraphView& view, const ir::Node& clip);

// The bounds of the elements of a value, as far as the few operators before it tell. NaN is neither.
Bounds rangeOf(const GraphView& view, ValueId value);

} // namespace edgewright::fusion
