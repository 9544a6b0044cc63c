// SPDX-License-Identifier: GPL-3.0-or-later
// Every buffer of a plan with the tensors that live in it, in the order of time: where, when, how large, why.
#pragma once

#include "views/memory/chart/plan_side.h"
#include "views/support/table/row_table.h"

#include <memory>
#include <unordered_set>
#include <vector>

namespace edgewright::views {

class BufferModel final : public RowTable {
    Q_OBJECT
public:
    enum Column { Buffer, Offset, Tensor, Steps, Size, How, Why };
    struct Row {
        const PlanSide* side;
        LifeId life;
        const Link* link = nullptr; // how it came into bytes that were another's; null: its own
        bool isApart = false;       // it was told to keep bytes of its own
        bool canBeApart() const { return side->life(life).value.valid() && (link || isApart); }
    };

    explicit BufferModel(QObject* parent = nullptr);
    // `apart`: tensors that were told to keep bytes of their own.
    void setSide(std::shared_ptr<const PlanSide> side, const std::unordered_set<ValueId>& apart);
    LifeId life(int row) const { return m_rows[static_cast<std::size_t>(row)].life; }
    ValueId value(int row) const { return m_side->life(life(row)).value; }
    int rowOf(LifeId life) const; // -1: none

    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    // The person wants the tensor to have bytes of its own, or not any more.
    void keptApart(int row, bool apart);

private:
    std::shared_ptr<const PlanSide> m_side;
    std::vector<Row> m_rows;  // by buffer, then by time
    std::vector<int> m_rowOf; // by LifeId
};

} // namespace edgewright::views
