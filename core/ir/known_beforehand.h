// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes that are computed when a model is loaded, so that no run calls them.
#pragma once

#include "core/ir/graph.h"

#include <optional>

namespace edgewright::ir {

// Every output is known beforehand: nothing is left to run. `isKnown(id)` is asked about outputs that are
// connected; nothing when the value does not exist.
template <typename IsKnown>
bool isKnownBeforehand(const Node& node, IsKnown isKnown) {
    bool any = false;
    for (const ValueId id : node.outputs) {
        const std::optional<bool> known = id.valid() ? isKnown(id) : std::nullopt;
        if (known == false) return false;
        any = any || known.has_value();
    }
    return any;
}

inline bool isKnownBeforehand(const Graph& graph, const Node& node) {
    return isKnownBeforehand(node, [&](ValueId id) {
        return graph.contains(id) ? std::optional(graph.value(id).known() != nullptr) : std::nullopt;
    });
}

} // namespace edgewright::ir
