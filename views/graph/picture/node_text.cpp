// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/node_text.h"

#include "views/inspector/describe.h"

#include <QStringList>

namespace edgewright::views {

namespace {

QString valueText(const ir::Graph& graph, ValueId id) {
    if (!id.valid() || !graph.contains(id)) return QStringLiteral("(omitted)");
    const ir::Value& value = graph.value(id);
    return QString::fromStdString(value.name) + QStringLiteral(": ") + typeText(value.type) +
           (value.constant ? QStringLiteral(" (constant)") : QString());
}

} // namespace

QString nodesAsText(const ir::Graph& graph, const std::vector<NodeId>& nodes) {
    QStringList paragraphs;
    for (const NodeId id : nodes) {
        if (!graph.contains(id)) continue;
        const ir::Node& node = graph.node(id);
        QStringList lines{QString::fromStdString(node.op) + QStringLiteral("  ") + labelText(node)};
        for (const ValueId input : node.inputs)
            lines << QStringLiteral("  in   ") + valueText(graph, input);
        for (const ValueId output : node.outputs)
            lines << QStringLiteral("  out  ") + valueText(graph, output);
        for (const ir::Attribute& attribute : node.attributes)
            lines << QStringLiteral("  ") + QString::fromStdString(attribute.name) + QStringLiteral(" = ") +
                         attributeText(attribute.value);
        paragraphs << lines.join(u'\n');
    }
    return paragraphs.join(QStringLiteral("\n\n"));
}

} // namespace edgewright::views
