// SPDX-License-Identifier: GPL-3.0-or-later
// One selection for the whole window. Node ids of the original and of the fused graph never collide (fusion
// only adds ids), so one id names one thing on either side.
#pragma once

#include "core/base/ids.h"

#include <QObject>

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
        if (item == m_current) return;
        m_current = item;
        emit changed();
    }
    void clear() { select({}); }

signals:
    void changed();

private:
    Item m_current;
};

} // namespace edgewright::views
