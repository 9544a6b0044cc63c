// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/operator_table.h"

#include "views/support/utf8.h"

namespace edgewright::views {

OperatorTable::OperatorTable(QObject* parent)
    : RowTable(device::operatorTable(std::make_shared<device::OperatorRows>()), parent,
               [this](int row, std::string_view, int role) -> QVariant {
                   if (row < 0 || role != Qt::ToolTipRole) return {};
                   const device::OperatorRow& shown = rows()[static_cast<std::size_t>(row)];
                   const int origins = static_cast<int>(shown.origins.size());
                   return QStringLiteral("%1 (%2)").arg(text(shown.name), text(shown.op)) +
                          (origins > 1 ? u'\n' + tr("of %n operators of the original graph", nullptr, origins)
                                       : QString());
               }) {}

void OperatorTable::setRows(std::vector<device::OperatorRow> rows,
                            const std::function<std::optional<double>(const device::OperatorRow&)>& roof) {
    auto operators = std::make_shared<device::OperatorRows>();
    operators->rows = std::move(rows);
    for (const device::OperatorRow& each : operators->rows)
        operators->roof.push_back(roof ? roof(each) : std::nullopt);
    m_operators = operators;
    show(device::operatorTable(std::move(operators)));
}

} // namespace edgewright::views
