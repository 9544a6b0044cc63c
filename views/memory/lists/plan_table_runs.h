// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the cells of a table of plans one by one, a few at a time, each a job of its own that can be
// cancelled.
#pragma once

#include "views/memory/chart/plan_side.h"
#include "views/memory/lists/plan_table_model.h"
#include "views/support/job/job_slot.h"

#include <QObject>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace edgewright::views {

class PlanTableRuns final : public QObject {
    Q_OBJECT
public:
    PlanTableRuns(QThreadPool& pool, PlanTableModel& model, QObject* parent = nullptr);
    // Another graph, or other assumptions: forgets everything. `base` has the plan of the options; null:
    // nothing.
    void reset(std::shared_ptr<const PlanSide> base, const pipeline::PlanOptions& options);
    // Goes on with the cells that wait; with `stopped` also with those that were stopped.
    void start(bool stopped = false);
    void pause();  // those that run wait again
    void cancel(); // a person's wish: those that run or wait are stopped
    bool running() const { return !m_jobs.empty(); }

signals:
    void changed(); // a cell, or whether anything runs

private:
    struct Outcome {
        std::shared_ptr<const pipeline::OrderedSubject> ordered;
        std::shared_ptr<const pipeline::MemoryPlan> plan;
    };
    void next();
    bool canRun(const PlanTableModel::Cell& cell) const;
    void run(std::size_t row);
    void finish(std::size_t row, Result<Outcome> made);
    void drop(std::size_t row);

    QThreadPool& m_pool;
    PlanTableModel& m_model;
    std::shared_ptr<const PlanSide> m_base;
    pipeline::PlanOptions m_options;
    bool m_going = false;
    std::map<std::size_t, std::unique_ptr<JobSlot>> m_jobs; // by row
    // The subject that cells of one order share; there once the first of them is done.
    std::map<std::string, std::shared_ptr<const pipeline::OrderedSubject>> m_ordered; // by scheduler
    std::set<std::string> m_ordering;                                                 // being made
};

} // namespace edgewright::views
