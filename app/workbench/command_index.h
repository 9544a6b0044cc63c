// SPDX-License-Identifier: GPL-3.0-or-later
// What the command field finds: nodes, tensors and commands by any words of their text.
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
};

class CommandIndex {
public:
    void setCommands(std::vector<CommandEntry> commands) { m_commands = std::move(commands); }
    // Its entries are made when somebody looks for one.
    void setGraph(std::shared_ptr<const ir::Graph> graph);
    // Entries that contain every word of `query`, commands first, at most `limit`; valid until the next call.
    std::vector<const CommandEntry*> find(const QString& query, std::size_t limit);

private:
    void listGraph();

    std::vector<CommandEntry> m_commands, m_items;
    std::shared_ptr<const ir::Graph> m_graph;
    bool m_listed = true; // m_items are of m_graph
};

} // namespace edgewright::workbench
