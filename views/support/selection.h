// SPDX-License-Identifier: GPL-3.0-or-later
// One selection for the whole window. Node ids of the original and of the fused graph never collide (fusion
// only adds ids), so one id names one thing on either side.
#pragma once

#include "core/base/ids.h"

#include <QObject>

#include <memory>
#include <utility>

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
    void select(const Item& item) {
        if (item == m_current && !m_graph) return;
        m_current = item;
        m_inside = {};
        m_graph.reset();
        emit changed();
    }
    void clear() { select({}); }
    // In a graph inside of the model, a branch or a body: its ids mean nothing elsewhere, so current() is
    // empty.
    void selectInside(std::shared_ptr<const ir::Graph> graph, const Item& item) {
        if (graph == m_graph && item == m_inside && m_current.empty()) return;
        m_current = {};
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
    std::shared_ptr<const ir::Graph> m_graph;
};

} // namespace edgewright::views
