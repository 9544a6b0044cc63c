// SPDX-License-Identifier: GPL-3.0-or-later
// Every buffer of a plan with the tensors that live in it, in the order of time: where, when, how large, why.
#pragma once

#include "views/memory/chart/plan_side.h"

#include <QAbstractTableModel>

#include <memory>
#include <unordered_set>
#include <vector>

namespace edgewright::views {

class BufferModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Buffer, Offset, Tensor, Steps, Size, How, Why, Columns };

    using QAbstractTableModel::QAbstractTableModel;
    // `apart`: tensors that were told to keep bytes of their own.
    void setSide(std::shared_ptr<const PlanSide> side, std::unordered_set<ValueId> apart);
    LifeId life(int row) const { return m_rows[static_cast<std::size_t>(row)].life; }
    ValueId value(int row) const { return m_side->life(life(row)).value; }
    int rowOf(LifeId life) const; // -1: none

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    // The person wants the tensor to have bytes of its own, or not any more.
    void keptApart(int row, bool apart);

private:
    struct Row {
        LifeId life;
        const Link* link = nullptr; // how it came into bytes that were another's; null: its own
    };
    bool canBeApart(const Row& row) const;
    QString how(const Row& row) const;
    QString why(const Row& row) const;
    QString shown(const Row& row, int column) const;
    QVariant sorted(const Row& row, int column) const;

    std::shared_ptr<const PlanSide> m_side;
    std::vector<Row> m_rows;  // by buffer, then by time
    std::vector<int> m_rowOf; // by LifeId
    std::unordered_set<ValueId> m_apart;
};

} // namespace edgewright::views
