// SPDX-License-Identifier: GPL-3.0-or-later
// A and B in a table: what was asked differently, then every number that is known of both.
#pragma once

#include "views/session/quantities.h"
#include "views/support/table/row_table.h"

#include <QWidget>

#include <vector>

class QTabWidget;

namespace edgewright::views {

class DataTable;
class PageAnswer;
class Pin;

class PinTableModel final : public RowTable {
    Q_OBJECT
public:
    explicit PinTableModel(QObject* parent = nullptr);
    bool show(const Pin& pin); // resets only where something is different: then true

    struct Row {
        QString what;
        QString textA = {}, textB = {};          // of a setting
        Quantity quantity = Quantity::Nodes;     // else
        std::optional<double> a = {}, b = {};    // both of a quantity
        bool stale = false;                      // B
        bool aIsLeast = false, bIsLeast = false; // Number::isLeast
        QString aEnds = {}, bEnds = {};          // Number::ends
        std::optional<std::size_t> alike = {};   // samplesAlike()
        friend bool operator==(const Row&, const Row&) = default;
    };

private:
    QVariant words(const Row& row, std::string_view key, int role) const;

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
    void fit();
    void hideRatio();

    Pin* m_pin;
    PinTableModel* m_model;
    DataTable* m_table;
    int m_neededWidth = 0; // of all columns, pixels
};

// A | B on a page of tabs: the bar at the end of its answer; the table is the last tab while something is
// pinned.
void addPin(PageAnswer& answer, QTabWidget& tabs, Pin* pin);

} // namespace edgewright::views
