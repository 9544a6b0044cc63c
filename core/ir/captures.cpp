// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/captures.h"

#include "core/ir/graph.h"
#include "core/ir/subgraphs.h"

namespace edgewright::ir {

namespace {

using Move = std::function<ValueId(ValueId)>;

void moveIn(Subgraph& body, const Move& moved) {
    std::shared_ptr<Graph> copy;
    for (std::size_t i = 0; i < body->valueCount(); ++i) {
        const ValueId id(i);
        const std::optional<ValueId>& outer = body->value(id).outer;
        if (!outer) continue;
        const ValueId now = moved(*outer);
        if (now == *outer) continue;
        if (!copy) copy = std::make_shared<Graph>(*body);
        copy->value(id).outer = now;
    }
    if (copy) body = std::move(copy);
}

} // namespace

void moveCaptures(Node& node, const Move& moved) {
    forEachSubgraph(node, [&](Subgraph& body) { moveIn(body, moved); });
}

} // namespace edgewright::ir
