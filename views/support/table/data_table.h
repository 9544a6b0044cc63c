// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a page: sorted by a click on a column, filtered by what is typed above it, copied and written as
// addTableCopy() says. The menu of its heads chooses the columns, which is remembered by its name. Rows are
// those of the model, whatever the order on the screen.
#pragma once

#include "views/support/table/table_text.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTableView;

namespace edgewright::views {

class DataTable final : public QWidget {
    Q_OBJECT
public:
    // `name`: object name of the view, and stem of its files. The model lives at least as long.
    DataTable(QAbstractItemModel& model, const QString& name, QWidget* parent = nullptr);
    QTableView& view() { return *m_view; }
    QLineEdit& filterField() { return *m_filter; }
    // Rows in which every word of the filter is found, in any column, stay. A widget beside the field.
    void addBeside(QWidget* widget);
    // As wide as what they hold; `stretched` takes the rest, -1: none does. Where nothing is left, it keeps a
    // width that can be read, and the table is scrolled.
    void fitColumns(int stretched = 0);
    // Rows with a NothingRole are left out, unless the box that counts them is checked or words are looked for.
    // `text`: of the box, with %1 for their count.
    void leaveOutNothing(const QString& text);
    // No higher than the rows that the model has now: others have the room.
    void limitHeight();
    // Back to the model's own order.
    void resetOrder();
    int chosenRow() const; // of the model, that is selected alone; -1: none or several
    // Marks rows of the model and scrolls to the first; tells nobody.
    void markRows(const std::vector<int>& rows);

signals:
    void rowChosen(int row); // by the person
    void rowOpened(int row); // by a double click, or Enter

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void stretchColumn();
    void refilter(const std::function<void()>& change);
    void showCount();

    QAbstractItemModel& m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_view;
    QLineEdit* m_filter;
    QLabel* m_count;
    QCheckBox* m_nothing = nullptr; // shows rows of nothing
    QString m_nothingText;
    bool m_marking = false;
    int m_stretched = -1, m_leastStretched = 0; // column, its least width
};

} // namespace edgewright::views
