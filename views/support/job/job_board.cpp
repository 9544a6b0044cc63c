// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/job/job_board.h"

#include "views/support/job/job_slot.h"

#include <QDeadlineTimer>
#include <QThread>

#include <algorithm>

namespace edgewright::views {

JobBoard::JobBoard(QObject* parent) : QObject(parent), m_pool(this), m_searches(this), m_writes(this) {
    m_pool.setMaxThreadCount(std::max(2, QThread::idealThreadCount()));
    // Plans before and after fusion, and one to compare with: they may take all the time they are given.
    m_searches.setMaxThreadCount(3);
    m_searches.setThreadPriority(QThread::LowPriority);
    m_writes.setMaxThreadCount(1);
    m_merge.setSingleShot(true);
    m_merge.setInterval(100);
    connect(&m_merge, &QTimer::timeout, this, &JobBoard::changed);
}

JobBoard::~JobBoard() = default; // every pool waits for its threads

std::vector<JobSlot*> JobBoard::running() const {
    std::vector<JobSlot*> found;
    std::ranges::copy_if(m_jobs, std::back_inserter(found), &JobSlot::running);
    return found;
}

bool JobBoard::leave(std::chrono::milliseconds patience) {
    for (JobSlot* job : running())
        if (&job->pool() != &m_writes) job->stop();
    m_writes.waitForDone();
    const QDeadlineTimer deadline(patience);
    return m_pool.waitForDone(static_cast<int>(deadline.remainingTime())) &&
           m_searches.waitForDone(static_cast<int>(deadline.remainingTime()));
}

void JobBoard::remove(JobSlot& job) {
    std::erase(m_jobs, &job);
    note();
}

void JobBoard::note() {
    if (!m_merge.isActive()) m_merge.start();
}

} // namespace edgewright::views
