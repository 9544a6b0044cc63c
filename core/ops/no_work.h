// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes for which nothing is computed and nothing is moved when a graph runs.
#pragma once

#include "core/ir/graph.h"

#include <optional>

namespace edgewright::ops {

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

// The output is its first input under another name or shape: both can be the same bytes, however long either
// lives.
bool isView(const ir::Node& node);

} // namespace edgewright::ops
