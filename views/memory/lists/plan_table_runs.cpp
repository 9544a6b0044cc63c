// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/plan_table_runs.h"

#include "core/base/propagate.h"
#include "views/memory/lists/catalogue_box.h"

#include <utility>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxCellsAtOnce = 2; // the plans that are shown want a thread, too

} // namespace

PlanTableRuns::PlanTableRuns(QThreadPool& pool, PlanTableModel& model, QObject* parent)
    : QObject(parent), m_pool(pool), m_model(model) {}

void PlanTableRuns::reset(std::shared_ptr<const PlanSide> base, const pipeline::PlanOptions& options) {
    m_going = false;
    m_jobs.clear();
    m_ordered.clear();
    m_ordering.clear();
    m_base = std::move(base);
    m_options = options;
    if (!m_base)
        m_model.setCells({}, nullptr);
    else
        m_model.setCells(pipeline::planCells(options), m_base->sharedPlan());
    emit changed();
}

void PlanTableRuns::start(bool stopped) {
    if (!m_base) return;
    for (std::size_t row = 0; row < m_model.cells().size() && stopped; ++row)
        if (m_model.cells()[row].state == PlanTableModel::State::Stopped)
            m_model.setState(row, PlanTableModel::State::Waiting);
    m_going = true;
    next();
    emit changed();
}

void PlanTableRuns::pause() {
    m_going = false;
    for (auto& [row, job] : std::exchange(m_jobs, {}))
        m_model.setState(row, PlanTableModel::State::Waiting);
    m_ordering.clear();
    emit changed();
}

void PlanTableRuns::cancel() {
    pause();
    for (std::size_t row = 0; row < m_model.cells().size(); ++row)
        if (m_model.cells()[row].state == PlanTableModel::State::Waiting)
            m_model.setState(row, PlanTableModel::State::Stopped);
    emit changed();
}

// The first cell of all, and the first one of an order, makes what the others need.
bool PlanTableRuns::canRun(const PlanTableModel::Cell& cell) const {
    return cell.state == PlanTableModel::State::Waiting && !m_ordering.contains(cell.what.scheduler) &&
           (!m_ordered.empty() || m_ordering.empty());
}

void PlanTableRuns::next() {
    for (std::size_t row = 0; m_going && row < m_model.cells().size() && m_jobs.size() < MaxCellsAtOnce; ++row)
        if (canRun(m_model.cells()[row])) run(row);
}

void PlanTableRuns::run(std::size_t row) {
    const pipeline::PlanCell cell = m_model.cells()[row].what;
    auto& job = m_jobs[row];
    job = std::make_unique<JobSlot>(
        m_pool, tr("Plan memory: %1, order %2").arg(spelledOut(cell.planner), spelledOut(cell.scheduler)));
    connect(job.get(), &JobSlot::cancelled, this, [this, row] {
        m_model.setState(row, PlanTableModel::State::Stopped);
        drop(row);
    });
    pipeline::PlanOptions options = m_options;
    options.planner = cell.planner;
    options.scheduler = cell.scheduler;
    std::shared_ptr<const pipeline::OrderedSubject> ordered;
    if (const auto known = m_ordered.find(cell.scheduler); known != m_ordered.end())
        ordered = known->second;
    else
        m_ordering.insert(cell.scheduler);
    std::shared_ptr<const pipeline::PlanSubject> subject; // of any order
    if (!m_ordered.empty()) subject = m_ordered.begin()->second->subject;
    m_model.setState(row, PlanTableModel::State::Running);
    job->start(
        [base = m_base, options, ordered, subject](const RunContext& run) mutable -> Result<Outcome> {
            if (!ordered) {
                if (!subject) {
                    ASSIGN_OR_RETURN(subject, pipeline::planSubject(base->given(),
                                                                    base->analysis()->opsets(base->after()),
                                                                    options, run));
                }
                ASSIGN_OR_RETURN(ordered, pipeline::orderSubject(subject, options, run));
            }
            ASSIGN_OR_RETURN(auto plan, pipeline::planCell(*ordered, options, run));
            return Outcome{ordered, std::move(plan)};
        },
        [this, row](Result<Outcome> made) { finish(row, std::move(made)); });
}

void PlanTableRuns::finish(std::size_t row, Result<Outcome> made) {
    if (made) {
        m_ordered.emplace(m_model.cells()[row].what.scheduler, made->ordered);
        m_model.setPlan(row, made->plan);
    } else {
        m_model.setState(row, PlanTableModel::State::Failed, QString::fromStdString(made.error().message));
    }
    drop(row);
}

// It is the job itself that says that it has ended.
void PlanTableRuns::drop(std::size_t row) {
    if (const auto job = m_jobs.find(row); job != m_jobs.end()) {
        job->second.release()->deleteLater();
        m_jobs.erase(job);
    }
    m_ordering.erase(m_model.cells()[row].what.scheduler);
    next();
    emit changed();
}

} // namespace edgewright::views
