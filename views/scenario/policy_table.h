// SPDX-License-Identifier: GPL-3.0-or-later
// Policies beside each other, a row for each model under each; below it that of a real run.
#pragma once

#include "views/session/scenario/policy_rows.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace edgewright::views {

class PolicyTable final : public QWidget {
    Q_OBJECT
public:
    using Rows = std::shared_ptr<const PolicyRows>;

    explicit PolicyTable(QWidget* parent = nullptr);
    void showSimulated(Rows rows);        // null: none
    void showReallyRun(Rows rows);        // likewise
    void mark(const std::string& policy); // its rows

signals:
    void rowChosen(const QString& policy, std::size_t model); // by the person

private:
    QVariant extra(int row, std::string_view key, int role) const;
    void fill();

    Rows m_simulated, m_real;
    std::vector<PolicyRow> m_shown;
    std::string m_marked; // a policy
    RowTable* m_rows;
    DataTable* m_table;
};

} // namespace edgewright::views
