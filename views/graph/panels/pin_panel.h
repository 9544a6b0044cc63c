// SPDX-License-Identifier: GPL-3.0-or-later
// A and B of the graph page: the numbers, and what only one of them fuses.
#pragma once

#include "views/graph/panels/fusion_differences.h"
#include "views/support/job/job_slot.h"
#include "views/support/page/view.h"
#include "views/support/table/row_table.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;

namespace edgewright::views {

class DataTable;

class FusionDifferenceModel final : public RowTable {
    Q_OBJECT
public:
    explicit FusionDifferenceModel(QObject* parent = nullptr);
    void show(std::vector<FusionDifference> differences);
    const std::vector<FusionDifference>& differences() const { return m_rows; }

private:
    std::vector<FusionDifference> m_rows;
};

class PinPanel final : public QWidget {
    Q_OBJECT
public:
    explicit PinPanel(ViewContext& context, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void follow();

    ViewContext& m_context;
    QLabel* m_heading;
    FusionDifferenceModel* m_model;
    DataTable* m_table;
    std::weak_ptr<const fusion::History> m_a, m_b; // that the list is of, or will be
    JobSlot m_compare;
};

} // namespace edgewright::views
