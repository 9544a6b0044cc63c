// SPDX-License-Identifier: GPL-3.0-or-later
// All planners on all orders in one table, and how the searches among them got there. Computed while it is in
// sight.
#pragma once

#include "views/memory/chart/search_curve.h"
#include "views/memory/lists/plan_table_runs.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QToolButton;

namespace edgewright::views {

class DataTable;

class PlannerPanel final : public QWidget {
    Q_OBJECT
public:
    explicit PlannerPanel(QThreadPool& pool, QWidget* parent = nullptr);
    // The graph and its plan, which was made with these options; null: nothing is known.
    void show(std::shared_ptr<const PlanSide> base, const pipeline::PlanOptions& options);
    const std::shared_ptr<const PlanSide>& base() const { return m_base; }
    // Null: not there (yet).
    std::shared_ptr<const pipeline::MemoryPlan> planOf(const std::string& planner,
                                                       const std::string& scheduler) const;
    void mark(const std::string& planner, const std::string& scheduler);
    std::vector<SearchTrace> traces() const; // of the order that is shown
    std::int64_t bound() const;              // bytes, of that order; 0: unknown

signals:
    void chosen(const std::string& planner, const std::string& scheduler); // of a cell that is there

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow();
    void choose(int row);

    PlanTableModel* m_model;
    PlanTableRuns* m_runs;
    std::shared_ptr<const PlanSide> m_base;
    pipeline::PlanOptions m_options;
    DataTable* m_table;
    SearchCurve* m_curve;
    QLabel* m_state;
    QToolButton* m_toggle;
    QBoxLayout* m_both;
    bool m_fitted = false; // the columns, once there is a cell
};

} // namespace edgewright::views
