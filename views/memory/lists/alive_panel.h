// SPDX-License-Identifier: GPL-3.0-or-later
// Who is alive at the peak, or at the cursor: the tensors to attack, by size, and what keeps the arena large.
#pragma once

#include "views/memory/lists/peak_report.h"

#include <QAbstractTableModel>
#include <QWidget>

#include <memory>

class QBoxLayout;
class QLabel;
class QTableView;

namespace edgewright::views {

// The tensors alive in one step as a table: name, bytes with their share, lower bound without it.
class AliveModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Bytes, Without, Columns };
    enum Role { ShareRole = Qt::UserRole + 8, KindRole };

    using QAbstractTableModel::QAbstractTableModel;
    void setReport(std::shared_ptr<const PlanSide> side, StepReport report);
    const StepReport& report() const { return m_report; }
    LifeId life(int row) const { return m_report.alive[static_cast<std::size_t>(row)].life; }
    int rowOf(LifeId life) const; // by buffer; -1: not alive

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const PlanSide> m_side;
    StepReport m_report;
};

class AlivePanel final : public QWidget {
    Q_OBJECT
public:
    explicit AlivePanel(QWidget* parent = nullptr);
    // Without a step: the peak. Null: nothing is known.
    void show(std::shared_ptr<const PlanSide> side, std::optional<std::int64_t> step);
    void setHighlighted(const std::vector<LifeId>& lives); // of the side that is shown
    const QAbstractItemModel& rows() const { return *m_model; }

signals:
    void chosen(const edgewright::views::Item& item);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    std::shared_ptr<const PlanSide> m_side;
    std::optional<std::int64_t> m_step;
    std::vector<LifeId> m_highlighted;
    QLabel *m_title, *m_figures, *m_reason;
    QBoxLayout* m_head; // title and figures
    QTableView* m_table;
    AliveModel* m_model;
    bool m_filling = false;
};

} // namespace edgewright::views
