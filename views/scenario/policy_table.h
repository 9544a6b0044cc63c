// SPDX-License-Identifier: GPL-3.0-or-later
// Policies beside each other, a row for each model under each.
#pragma once

#include "views/session/scenario/scenario_runs.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace edgewright::views {

class PolicyTable final : public QWidget {
    Q_OBJECT
public:
    using Result = std::shared_ptr<const ScenarioResult>;

    explicit PolicyTable(QWidget* parent = nullptr);
    void showResult(Result result);       // null: none
    void mark(const std::string& policy); // its rows

signals:
    void rowChosen(const QString& policy, std::size_t model); // by the person

private:
    QVariant extra(int row, std::string_view key, int role) const;
    std::pair<std::size_t, std::size_t> placeOf(int row) const; // run, model

    Result m_result;
    RowTable* m_rows;
    DataTable* m_table;
};

} // namespace edgewright::views
