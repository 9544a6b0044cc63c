// SPDX-License-Identifier: GPL-3.0-or-later
// One selection for the whole window. Node ids of the original and of the fused graph never collide (fusion
// only adds ids), so one id names one thing on either side.
#pragma once

#include "core/base/ids.h"

#include <QObject>
#include <QString>

#include <memory>
#include <utility>
#include <vector>

namespace edgewright::ir {
class Graph;
}

namespace edgewright::views {

struct Item {
    NodeId node;   // an operator or layer; or
    ValueId value; // a tensor. Neither: nothing is selected.

    bool empty() const { return !node.valid() && !value.valid(); }
    friend bool operator==(const Item&, const Item&) = default;
};

class Selection final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    const Item& current() const { return m_current; }
    // A module of the original graph, selected with all that is in it.
    struct Part {
        QString name;
        std::vector<NodeId> nodes;
        friend bool operator==(const Part&, const Part&) = default;
    };
    const Part& part() const { return m_part; } // without nodes: none
    // `part`: that `item` stands for.
    void select(const Item& item, Part part = {}) {
        if (item == m_current && part == m_part && !m_graph) return;
        m_current = item;
        m_part = std::move(part);
        m_inside = {};
        m_graph.reset();
        emit changed();
    }
    bool empty() const { return m_current.empty() && m_inside.empty() && m_chosen.empty(); }
    // False: nothing was selected.
    bool clear() {
        const bool had = !empty();
        m_chosen.clear();
        select({});
        return had;
    }
    // Nodes of the original graph that are chosen together, beside the current item: two or more, else none.
    const std::vector<NodeId>& chosen() const { return m_chosen; }
    void choose(std::vector<NodeId> nodes) {
        if (nodes.size() < 2) nodes.clear();
        if (nodes == m_chosen) return;
        m_chosen = std::move(nodes);
        emit changed();
    }
    // In a graph inside of the model, a branch or a body: its ids mean nothing elsewhere, so current() is
    // empty.
    void selectInside(std::shared_ptr<const ir::Graph> graph, const Item& item) {
        if (graph == m_graph && item == m_inside && m_current.empty()) return;
        m_current = {};
        m_part = {};
        m_inside = item;
        m_graph = std::move(graph);
        emit changed();
    }
    const Item& inside() const { return m_inside; }
    const std::shared_ptr<const ir::Graph>& graphInside() const { return m_graph; } // null: the model itself

signals:
    void changed();

private:
    Item m_current, m_inside;
    Part m_part;
    std::vector<NodeId> m_chosen;
    std::shared_ptr<const ir::Graph> m_graph;
};

} // namespace edgewright::views
