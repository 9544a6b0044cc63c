// SPDX-License-Identifier: GPL-3.0-or-later
// The graphs that a node's attributes hold: the branches of If, the bodies of Loop and Scan. Node::body is none
// of them.
#pragma once

#include "core/ir/node.h"

#include <algorithm>

namespace edgewright::ir {

using Subgraph = std::shared_ptr<const Graph>;

inline bool hasSubgraph(const Node& node) {
    return std::ranges::any_of(node.attributes, [](const Attribute& attribute) {
        return std::holds_alternative<Subgraph>(attribute.value) ||
               std::holds_alternative<std::vector<Subgraph>>(attribute.value);
    });
}

// Calls visit(subgraph) for each, in the order of the attributes. A node that is not const lends its pointers,
// so that they can be exchanged.
template <class AnyNode, class Visit>
void forEachSubgraph(AnyNode& node, const Visit& visit) {
    for (auto& attribute : node.attributes) {
        if (auto* one = std::get_if<Subgraph>(&attribute.value)) {
            if (*one) visit(*one);
        } else if (auto* many = std::get_if<std::vector<Subgraph>>(&attribute.value)) {
            for (auto& each : *many)
                if (each) visit(each);
        }
    }
}

} // namespace edgewright::ir
