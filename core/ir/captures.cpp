// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/captures.h"

#include "core/ir/graph.h"

namespace edgewright::ir {

namespace {

using Move = std::function<ValueId(ValueId)>;

void moveIn(std::shared_ptr<const Graph>& body, const Move& moved) {
    if (!body) return;
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
    for (Attribute& attribute : node.attributes) {
        if (auto* one = std::get_if<std::shared_ptr<const Graph>>(&attribute.value))
            moveIn(*one, moved);
        else if (auto* many = std::get_if<std::vector<std::shared_ptr<const Graph>>>(&attribute.value))
            for (auto& each : *many)
                moveIn(each, moved);
    }
}

} // namespace edgewright::ir
