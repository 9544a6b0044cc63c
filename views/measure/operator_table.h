// SPDX-License-Identifier: GPL-3.0-or-later
// Operators by time, with the operators of the original graph that each stands for.
#pragma once

#include "core/device/operator_table.h"
#include "views/support/table/row_table.h"

namespace edgewright::views {

class OperatorTable final : public RowTable {
    Q_OBJECT
public:
    explicit OperatorTable(QObject* parent = nullptr);
    // `roof`: the share of the device's roof that a row reaches; null: it was not measured.
    void setRows(std::vector<device::OperatorRow> rows,
                 const std::function<std::optional<double>(const device::OperatorRow&)>& roof = {});
    const std::vector<device::OperatorRow>& rows() const { return m_operators->rows; }

private:
    std::shared_ptr<const device::OperatorRows> m_operators = std::make_shared<device::OperatorRows>();
};

} // namespace edgewright::views
