// SPDX-License-Identifier: GPL-3.0-or-later
// The operators of what is shown in a table, one row for each operator, kind or module, with the boxes that
// choose variant and grouping, and their sum.
#pragma once

#include "core/device/operator_rows.h"
#include "core/pipeline/graph_modules.h"
#include "views/support/measurement/run_choice.h"
#include "views/support/table/row_table.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace edgewright::views {

class DataTable;
class StageOverlay;

// Operators by time, with the operators of the original graph that each stands for.
class OperatorTable final : public RowTable {
    Q_OBJECT
public:
    explicit OperatorTable(QObject* parent = nullptr);
    // `roof`: the share of the device's roof that a row reaches; null: it was not measured.
    void setRows(std::vector<device::OperatorRow> rows,
                 const std::function<std::optional<double>(const device::OperatorRow&)>& roof = {});
    const std::vector<device::OperatorRow>& rows() const { return m_operators->rows; }
    void nameBeside(const QString& name); // the head of what stands beside; empty: nothing does

private:
    QString m_besideName;
    std::shared_ptr<const device::OperatorRows> m_operators = std::make_shared<device::OperatorRows>();
};

class OperatorPane final : public QWidget {
    Q_OBJECT
public:
    using RoofShare = std::function<std::optional<double>(const device::OperatorRow&)>; // of one kernel

    explicit OperatorPane(QWidget* parent = nullptr);
    // Variants that are offered and chosen; `profile`: the title of one that stands beside, instead of a
    // variant.
    void showChoice(const RunChoice& choice, const QString& profile);
    // One row for each operator of the original graph; `roof` may be empty.
    void showRows(std::vector<device::OperatorRow> rows, RoofShare roof);
    void setModules(std::shared_ptr<const pipeline::GraphModules> modules); // of that graph; null: not known
    void showSum(const QString& text);
    void showNothing(const QString& why); // while there are no rows
    void refit();                         // the columns, with the next rows
    void mark(NodeId node);
    int grouping() const;
    void setGrouping(int index); // clamped

signals:
    void variantChosen(std::size_t variant);               // to be shown
    void besideChosen(std::optional<std::size_t> variant); // empty: nothing
    void nodeChosen(NodeId node);

private:
    enum class Grouping { Operators, Kinds, Modules };
    static constexpr int NoVariant = -1, NoneOfThis = -2; // of the box that says what stands beside

    QComboBox* makeBox(const QString& name, const QString& tip);
    void fill();
    std::vector<device::OperatorRow> byModule() const;

    OperatorTable* m_operators;
    DataTable* m_table;
    QComboBox *m_shown, *m_beside, *m_grouping;
    QLabel* m_sum;
    StageOverlay* m_stage;
    QString m_nothing;
    int m_fitWithout = -1; // so many folded columns; -1: the widths fit nothing
    NodeId m_marked;
    std::vector<device::OperatorRow> m_rows;
    RoofShare m_roof;
    std::shared_ptr<const pipeline::GraphModules> m_modules;
};

} // namespace edgewright::views
