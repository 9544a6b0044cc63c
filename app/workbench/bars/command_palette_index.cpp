// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/command_palette_index.h"

#include "views/inspector/describe.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace edgewright::workbench {

void CommandPaletteIndex::setGraph(std::shared_ptr<const ir::Graph> graph) {
    if (graph == m_graph) return;
    m_graph = std::move(graph);
    m_listed = false;
}

void CommandPaletteIndex::listGraph() {
    if (std::exchange(m_listed, true)) return;
    m_items.clear();
    if (!m_graph) return;
    m_items.reserve(m_graph->nodeCount() + m_graph->valueCount());
    for (const NodeId id : m_graph->order()) {
        const ir::Node& node = m_graph->node(id);
        m_items.push_back({QString::fromStdString(node.op + "  " + node.label()),
                           QCoreApplication::translate("edgewright::workbench::CommandPaletteIndex", "node"),
                           {id, {}},
                           {}});
    }
    for (std::size_t i = 0; i < m_graph->valueCount(); ++i) {
        const ir::Value& value = m_graph->value(ValueId(i));
        if (value.name.empty()) continue;
        m_items.push_back(
            {QString::fromStdString(value.name) + QStringLiteral("  ") + views::typeText(value.type),
             QCoreApplication::translate("edgewright::workbench::CommandPaletteIndex", "tensor"),
             {{}, value.id},
             {}});
    }
}

std::vector<const CommandEntry*> CommandPaletteIndex::find(const QString& query, std::size_t limit) {
    listGraph();
    askSources();
    const QStringList words = query.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const auto matches = [&](const CommandEntry& entry) {
        return std::ranges::all_of(words, [&](const QString& word) {
            return entry.text.contains(word, Qt::CaseInsensitive) ||
                   entry.keywords.contains(word, Qt::CaseInsensitive);
        });
    };
    // What begins with the words, an operator say, before what has them somewhere in its name.
    const auto leads = [&](const CommandEntry& entry) {
        return !words.isEmpty() && entry.text.startsWith(words.front(), Qt::CaseInsensitive);
    };
    std::vector<const CommandEntry*> found;
    const auto add = [&](const std::vector<CommandEntry>& list, std::size_t most, const auto& wanted) {
        for (const CommandEntry& entry : list) {
            if (found.size() >= most) return;
            if (wanted(entry) && matches(entry)) found.push_back(&entry);
        }
    };
    const std::array named{&m_landmarks, &m_commands, &m_recent};
    for (const auto* list : named)
        add(*list, limit, leads);
    // Many nodes of one operator leave room for the commands that have its name in theirs.
    add(m_items, limit - (limit - std::min(found.size(), limit)) / 2, leads);
    const std::vector<const CommandEntry*> leading = found;
    for (const auto* list : named)
        add(*list, limit, std::not_fn(leads));
    add(m_items, limit, [&](const CommandEntry& entry) { return !std::ranges::count(leading, &entry); });
    return found;
}

void CommandPaletteIndex::askSources() {
    if (m_landmarkSource) m_landmarks = m_landmarkSource();
    if (m_recentSource) m_recent = m_recentSource();
}

std::vector<const CommandEntry*> CommandPaletteIndex::suggestions(std::size_t limit) {
    askSources();
    std::vector<const CommandEntry*> found;
    for (const auto* list : {&m_recent, &m_landmarks, &m_commands})
        for (const CommandEntry& entry : *list)
            if (found.size() < limit) found.push_back(&entry);
    return found;
}

} // namespace edgewright::workbench
