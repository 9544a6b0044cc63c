// SPDX-License-Identifier: GPL-3.0-or-later
// Which operators need no bytes of their own: what never runs, and what may put its output where an input lies,
// as far as the node alone tells.
#pragma once

#include "core/ir/graph.h"

#include <optional>
#include <vector>

namespace edgewright::memory {

// Every output is known beforehand: nothing is left to run. `isKnown(id)` is asked about outputs that are
// connected; nothing when the value does not exist.
template <typename IsKnown>
bool isKnownBeforehand(const ir::Node& node, IsKnown isKnown) {
    bool any = false;
    for (const ValueId id : node.outputs) {
        const std::optional<bool> known = id.valid() ? isKnown(id) : std::nullopt;
        if (known == false) return false;
        any = any || known.has_value();
    }
    return any;
}
bool isKnownBeforehand(const ir::Graph& graph, const ir::Node& node);

// Inputs, in order of preference, that the node may overwrite with its only output once nobody reads them any
// more. Every element of the output depends on the element at the same place of such an input and on none
// beside it.
std::vector<ValueId> overwritable(const ir::Graph& graph, const ir::Node& node);

} // namespace edgewright::memory
