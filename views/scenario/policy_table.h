// SPDX-License-Identifier: GPL-3.0-or-later
// Policies beside each other, a row for each model under each.
#pragma once

#include "core/scenario/scenario_table.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace edgewright::views {

class PolicyTable final : public QWidget {
    Q_OBJECT
public:
    using Runs = std::shared_ptr<const std::vector<scenario::PolicyRun>>;

    explicit PolicyTable(QWidget* parent = nullptr);
    void showRuns(Runs runs); // null: none
    void showNothing();
    void mark(const std::string& policy); // its rows

signals:
    void rowChosen(const QString& policy, std::size_t model); // by the person

private:
    QVariant extra(int row, std::string_view key, int role) const;
    std::pair<std::size_t, std::size_t> placeOf(int row) const; // run, model

    Runs m_runs;
    std::vector<std::vector<double>> m_sorted; // by row: latencies
    RowTable* m_rows;
    DataTable* m_table;
};

} // namespace edgewright::views
