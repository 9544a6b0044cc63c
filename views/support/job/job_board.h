// SPDX-License-Identifier: GPL-3.0-or-later
// The threads of a window, and a list of all work on them: a JobSlot whose pool belongs to a board is listed
// there.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <chrono>
#include <vector>

namespace edgewright::views {

class JobSlot;

class JobBoard final : public QObject {
    Q_OBJECT
public:
    explicit JobBoard(QObject* parent = nullptr);
    ~JobBoard() override; // waits for what still runs; see leave()

    QThreadPool& pool() { return m_pool; }
    // For work that goes on until its time is over; at a low priority.
    QThreadPool& searches() { return m_searches; }
    // For files that a person asked for; one after the other, in the order of the requests.
    QThreadPool& writes() { return m_writes; }
    // That the pool belongs to; null for a pool of its own.
    static JobBoard* of(const QThreadPool& pool) { return qobject_cast<JobBoard*>(pool.parent()); }
    // The pool for writing, of the same board; the pool itself where there is none.
    static QThreadPool& writesBeside(QThreadPool& pool) { return of(pool) ? of(pool)->m_writes : pool; }

    // The jobs that run, in the order in which they were made.
    std::vector<JobSlot*> running() const;
    // Before the program ends: stops everything but the files that are being written, and waits for those.
    // False when other work has not stopped within `patience`; then nothing may be destroyed that it may use.
    bool leave(std::chrono::milliseconds patience);

signals:
    void changed(); // what runs, or how far it is; merged over 100 ms

private:
    friend JobSlot;
    void add(JobSlot& job) { m_jobs.push_back(&job); }
    void remove(JobSlot& job);
    void note();

    QThreadPool m_pool, m_searches, m_writes;
    std::vector<JobSlot*> m_jobs; // that exist
    QTimer m_merge;
};

} // namespace edgewright::views
