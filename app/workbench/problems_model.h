// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about the model: severity, place, message; each row knows where to jump.
#pragma once

#include "core/pipeline/study.h"
#include "views/support/selection.h"
#include "views/support/table/row_table.h"

namespace edgewright::workbench {

class ProblemsModel final : public views::RowTable {
    Q_OBJECT
public:
    explicit ProblemsModel(QObject* parent = nullptr);
    void show(const pipeline::Analysis& analysis);
    views::Item itemAt(int row) const;

private:
    Diagnostics m_rows;
};

} // namespace edgewright::workbench
