// SPDX-License-Identifier: GPL-3.0-or-later
// The tables in the drawer.
#pragma once

#include "core/fusion/fuse.h"
#include "core/pipeline/study.h"
#include "views/support/selection.h"
#include "views/support/table/row_table.h"

#include <memory>

namespace edgewright::workbench {

// Findings about the model: severity, place, message, those of one kind below one line; each row knows where to
// jump.
class ProblemsModel final : public views::RowTable {
    Q_OBJECT
public:
    explicit ProblemsModel(QObject* parent = nullptr);
    void show(const pipeline::Analysis& analysis);
    int count() const { return static_cast<int>(m_found.size()); } // each, however they stand together
    views::Item itemAt(const QModelIndex& index) const;
    std::string kindAt(const QModelIndex& index) const;

private:
    Diagnostics m_found, m_rows; // in a list, and as they stand here
};

// The fusion steps in the order of application.
class HistoryModel final : public views::RowTable {
    Q_OBJECT
public:
    explicit HistoryModel(QObject* parent = nullptr);
    void show(std::shared_ptr<const fusion::History> history);
    views::Item itemAt(const QModelIndex& index) const; // what the step made, or what it started from

private:
    std::shared_ptr<const fusion::History> m_history;
};

} // namespace edgewright::workbench
