// SPDX-License-Identifier: GPL-3.0-or-later
// The index of the command field: nodes, tensors and commands by any words of their text.
#pragma once

#include "core/ir/graph.h"
#include "views/support/selection.h"

#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace edgewright::workbench {

struct CommandEntry {
    QString text;                 // "Conv  layer1.0.conv1"
    QString kind;                 // "node", "tensor", "command"
    views::Item item;             // to select; or
    std::function<void()> action; // to run
    QString keywords = {};        // other words that find it; not shown
};

class CommandPaletteIndex {
public:
    void setCommands(std::vector<CommandEntry> commands) { m_commands = std::move(commands); }
    // Asked for each time somebody looks: what is worth a look, found before everything else, and recent files.
    using Source = std::function<std::vector<CommandEntry>()>;
    void setSources(Source landmarks, Source recent) {
        m_landmarkSource = std::move(landmarks);
        m_recentSource = std::move(recent);
    }
    // Its entries are made when somebody looks for one.
    void setGraph(std::shared_ptr<const ir::Graph> graph);
    // Entries that contain every word of `query`, landmarks and commands first, at most `limit`; valid until
    // the next call.
    std::vector<const CommandEntry*> find(const QString& query, std::size_t limit);
    // For an empty query: what was opened last, what can be done.
    std::vector<const CommandEntry*> suggestions(std::size_t limit);

private:
    void listGraph();
    void askSources();

    Source m_landmarkSource, m_recentSource;
    std::vector<CommandEntry> m_landmarks, m_recent, m_commands, m_items;
    std::shared_ptr<const ir::Graph> m_graph;
    bool m_listed = true; // m_items are of m_graph
};

} // namespace edgewright::workbench
