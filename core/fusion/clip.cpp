// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/clip.h"

#include "core/fusion/matching.h"

#include <limits>

namespace edgewright::fusion {

bool isClip(const ir::Node& node) { return node.is("Relu") || node.is("Clip"); }

ValueId unknownBound(const GraphView& view, const ir::Node& clip) {
    if (!clip.is("Clip")) return {};
    for (std::size_t i = 1; i <= 2; ++i)
        if (clip.hasInput(i) && !knownScalar(view, clip.input(i))) return clip.input(i);
    return {};
}

std::optional<Bounds> boundsOf(const GraphView& view, const ir::Node& clip) {
    constexpr double Infinity = std::numeric_limits<double>::infinity();
    if (clip.is("Relu")) return Bounds{0, Infinity};
    if (unknownBound(view, clip).valid()) return std::nullopt;
    Bounds bounds{-Infinity, Infinity};
    if (view.opset() < 11) {
        // The defaults are the limits of float32: as good as none.
        if (clip.find("min")) bounds.low = clip.floatOr("min", 0);
        if (clip.find("max")) bounds.high = clip.floatOr("max", 0);
    } else {
        if (clip.hasInput(1)) bounds.low = *knownScalar(view, clip.input(1));
        if (clip.hasInput(2)) bounds.high = *knownScalar(view, clip.input(2));
    }
    return bounds;
}

} // namespace edgewright::fusion
