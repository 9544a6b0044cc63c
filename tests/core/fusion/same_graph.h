// SPDX-License-Identifier: GPL-3.0-or-later
// The check that two graphs are the same down to ids, names and order, subgraphs and bodies included.
#pragma once

#include "core/ir/graph.h"

#include <QString>

namespace edgewright::fusion::test {

inline QString graphDifference(const ir::Graph& a, const ir::Graph& b) {
    if (a.order() != b.order()) return QStringLiteral("another order");
    if (a.outputs != b.outputs || a.inputs != b.inputs) return QStringLiteral("other inputs or outputs");
    if (a.valueCount() != b.valueCount()) return QStringLiteral("another number of values");
    for (const NodeId id : a.order()) {
        const ir::Node& x = a.node(id);
        const ir::Node& y = b.node(id);
        const QString place = QStringLiteral("node ") + QString::fromStdString(x.label());
        if (x.op != y.op || x.domain != y.domain || x.name != y.name || x.inputs != y.inputs ||
            x.outputs != y.outputs || x.origins != y.origins || x.attributes.size() != y.attributes.size())
            return place;
        if (bool(x.body) != bool(y.body)) return place + QStringLiteral(": a body");
        if (x.body)
            if (const QString found = graphDifference(*x.body, *y.body); !found.isEmpty())
                return place + QStringLiteral(" / ") + found;
        for (const ir::Attribute& attribute : x.attributes) {
            const auto inner = x.graph(attribute.name);
            const auto other = y.graph(attribute.name);
            if (bool(inner) != bool(other)) return place + QStringLiteral(": a subgraph");
            if (!inner) continue;
            if (const QString found = graphDifference(*inner, *other); !found.isEmpty())
                return place + QStringLiteral(" / ") + found;
        }
    }
    for (std::size_t i = 0; i < a.valueCount(); ++i) {
        const ir::Value& x = a.value(ValueId(i));
        const ir::Value& y = b.value(ValueId(i));
        if (x.name != y.name || x.type != y.type || x.constant.has_value() != y.constant.has_value() ||
            x.outer != y.outer)
            return QStringLiteral("value ") + QString::fromStdString(x.name);
    }
    return {};
}

} // namespace edgewright::fusion::test
