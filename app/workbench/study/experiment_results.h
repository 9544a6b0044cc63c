// SPDX-License-Identifier: GPL-3.0-or-later
// The results of one experiment: a chart of a number, a table of the cells or of that number over two axes, and
// what is to be said of a cell.
#pragma once

#include "core/table/column.h"
#include "views/support/figure/figure.h"

#include <QThreadPool>
#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QTabWidget;

namespace edgewright::experiment {
struct Axis;
struct Overview;
} // namespace edgewright::experiment

namespace edgewright::views {
class DataTable;
class PageAnswer;
class RowTable;
class RunChart;
} // namespace edgewright::views

namespace edgewright::workbench {

struct ExperimentChartInput;

class ExperimentResults final : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentResults(QThreadPool& pool, QWidget* parent = nullptr);
    // Null: there is nothing to show. The same experiment keeps what a person chose. `name`: of it, in figures.
    void display(std::shared_ptr<const experiment::Overview> overview, const QString& name);
    std::vector<views::Figure> figures() const;

private:
    void fillChoices();
    void showCharts();
    void showTable(bool areSameRows); // then what a person chose in it stays
    void explain(int row);            // of the table; -1: all of them
    ExperimentChartInput input() const;
    const experiment::Axis* axisOf(const QComboBox* box) const; // null: none is chosen

    std::shared_ptr<const experiment::Overview> m_overview;
    QString m_name;
    QComboBox *m_value, *m_rows, *m_columns;
    QTabWidget* m_charts;
    std::vector<views::RunChart*> m_cards; // as experimentCharts()
    views::RowTable* m_model;
    views::DataTable* m_table;
    views::PageAnswer* m_explanation;
    std::vector<table::Head> m_numbers; // of the results
    bool m_isFresh = true;              // the next picture is of another experiment
};

} // namespace edgewright::workbench
