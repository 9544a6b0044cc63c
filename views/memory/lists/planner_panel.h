// SPDX-License-Identifier: GPL-3.0-or-later
// All planners on all orders in one table, and how the searches among them got there. Computed while it is in
// sight (stages memory_table and memory_fused_table).
#pragma once

#include "views/memory/chart/plan_side.h"
#include "views/memory/chart/search_curve.h"
#include "views/memory/lists/plan_table_model.h"
#include "views/support/page/view.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QToolButton;

namespace edgewright::views {

class DataTable;
class JobSlot;

class PlannerPanel final : public QWidget {
    Q_OBJECT
public:
    explicit PlannerPanel(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
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
    void ask();           // for the table of the base, while it is in sight
    void resume();        // what was stopped
    JobSlot* job() const; // of the table of the base; null: there is none
    std::string_view stage() const;
    void follow();
    void choose(int row);

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    PlanTableModel* m_model;
    std::shared_ptr<const PlanSide> m_base;
    pipeline::PlanOptions m_options;
    DataTable* m_table;
    SearchCurve* m_curve;
    QLabel* m_state;
    QToolButton* m_toggle;
    QBoxLayout* m_both;
    bool m_fitted = false; // the columns, once there is a cell
    bool m_paused = false; // it was stopped because it went out of sight
};

} // namespace edgewright::views
