// SPDX-License-Identifier: GPL-3.0-or-later
// The tables in the drawer.
#pragma once

#include "core/fusion/fuse.h"
#include "core/pipeline/study.h"
#include "views/support/selection.h"
#include "views/support/table/row_table.h"

#include <memory>

namespace edgewright::workbench {

// Findings about the model: severity, place, message; each row knows where to jump.
class ProblemsModel final : public views::RowTable {
    Q_OBJECT
public:
    explicit ProblemsModel(QObject* parent = nullptr);
    void show(const pipeline::Analysis& analysis);
    views::Item itemAt(int row) const;

private:
    Diagnostics m_rows;
};

// The fusion steps in the order of application.
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
