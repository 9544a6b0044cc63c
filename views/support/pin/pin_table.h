// SPDX-License-Identifier: GPL-3.0-or-later
// A and B in a table: what was asked differently, then every number that is known of both.
#pragma once

#include "views/support/pin/quantities.h"

#include <QAbstractTableModel>
#include <QWidget>

#include <vector>

namespace edgewright::views {

class DataTable;
class Pin;

class PinTableModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { What, A, B, Change, Ratio, Unit, Columns };

    using QAbstractTableModel::QAbstractTableModel;
    void show(const Pin& pin); // resets only where something is different

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString what;
        QString textA = {}, textB = {};       // of a setting
        Quantity quantity = Quantity::Nodes;  // else
        std::optional<double> a = {}, b = {}; // both of a quantity
        bool stale = false;                   // B
        friend bool operator==(const Row&, const Row&) = default;
    };
    QString shown(const Row& row, int column) const;
    QVariant sorted(const Row& row, int column) const;

    std::vector<Row> m_rows;
};

class PinTable final : public QWidget {
    Q_OBJECT
public:
    explicit PinTable(Pin* pin, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow();

    Pin* m_pin;
    PinTableModel* m_model;
    DataTable* m_table;
};

} // namespace edgewright::views
