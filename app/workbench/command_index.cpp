// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/command_index.h"

#include "views/inspector/describe.h"

#include <QStringList>

#include <algorithm>

namespace edgewright::workbench {

void CommandIndex::setGraph(const ir::Graph* graph) {
    m_items.clear();
    if (!graph) return;
    for (const NodeId id : graph->order()) {
        const ir::Node& node = graph->node(id);
        m_items.push_back({QString::fromStdString(node.op + "  " + node.label()), QStringLiteral("node"), {id, {}}, {}});
    }
    for (std::size_t i = 0; i < graph->valueCount(); ++i) {
        const ir::Value& value = graph->value(ValueId(i));
        if (value.name.empty()) continue;
        m_items.push_back({QString::fromStdString(value.name) + QStringLiteral("  ") + views::typeText(value.type),
                           QStringLiteral("tensor"), {{}, value.id}, {}});
    }
}

std::vector<const CommandEntry*> CommandIndex::find(const QString& query, std::size_t limit) const {
    const QStringList words = query.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const auto matches = [&](const CommandEntry& entry) {
        return std::ranges::all_of(words, [&](const QString& word) { return entry.text.contains(word, Qt::CaseInsensitive); });
    };
    std::vector<const CommandEntry*> found;
    for (const auto* list : {&m_commands, &m_items})
        for (const CommandEntry& entry : *list) {
            if (found.size() >= limit) return found;
            if (matches(entry)) found.push_back(&entry);
        }
    return found;
}

} // namespace edgewright::workbench
