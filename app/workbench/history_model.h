// SPDX-License-Identifier: GPL-3.0-or-later
// The fusion steps in the order of application.
#pragma once

#include "core/fusion/fuse.h"
#include "views/support/selection.h"
#include "views/support/table/row_table.h"

#include <memory>

namespace edgewright::workbench {

class HistoryModel final : public views::RowTable {
    Q_OBJECT
public:
    explicit HistoryModel(QObject* parent = nullptr);
    void show(std::shared_ptr<const fusion::History> history);
    views::Item itemAt(int row) const; // what the step made, or what it started from

private:
    std::shared_ptr<const fusion::History> m_history;
};

} // namespace edgewright::workbench
