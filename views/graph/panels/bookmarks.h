// SPDX-License-Identifier: GPL-3.0-or-later
// Nine places in a model, by number; remembered for each model file.
#pragma once

#include "core/ir/graph.h"

#include <QString>

#include <array>
#include <optional>

namespace edgewright::views {

class Bookmarks {
public:
    static constexpr int Count = 9;
    // `file`: names the model in the settings; empty: nothing is remembered.
    void setModel(const QString& file);
    // `number` 1 to 9. The node's label is remembered, so that it is found again in a file that was changed.
    void set(int number, NodeId node, const QString& label);
    void remove(int number) { set(number, {}, {}); }
    QString label(int number) const;
    // In `graph`: the node with this id and label, else the one with this label.
    std::optional<NodeId> find(int number, const ir::Graph& graph) const;

private:
    struct Mark {
        quint32 id = 0;
        QString label; // empty: none
    };
    QString key(int number) const;

    QString m_model;
    std::array<Mark, Count> m_marks;
};

} // namespace edgewright::views
