// SPDX-License-Identifier: GPL-3.0-or-later
// At most one live job of a kind: starting again stops the older one and forgets its answer. Destroying the
// owner does the same and never waits. Results arrive on the GUI thread. Listed by the JobBoard of the pool.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/storage/machine_memory.h"
#include "views/support/job/job_board.h"

#include <QObject>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>

#include <exception>
#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>

namespace edgewright::views {

class JobSlot final : public QObject {
    Q_OBJECT
public:
    JobSlot(QThreadPool& pool, QString title, QObject* parent = nullptr);
    ~JobSlot() override;

    // `work`: RunContext -> Result<T>, on a pool thread, owning copies of all it needs; `done`: Result<T> ->
    // void, on the GUI thread, only for the newest job and never for a cancelled one.
    template <typename Work, typename Done>
    void start(Work work, Done done);
    void cancel(); // a person's wish: cancelled() tells
    void stop();   // the owner's: the job is not wanted any more
    bool running() const { return m_job != nullptr; }
    const QString& title() const { return m_title; }
    const QThreadPool& pool() const { return m_pool; }
    // Done and total of the running job; total 0 while unknown. The share never falls: a job may search twice.
    std::pair<std::uint32_t, std::uint32_t> progress() const;

signals:
    void runningChanged(bool running);
    void cancelled();
    void progressed(quint32 done, quint32 total); // sampled every 50 ms

private:
    struct Job {
        std::stop_source stop;
        Progress progress;
        std::pair<std::uint32_t, std::uint32_t> shown{0, 0};
    };
    // Outlives the slot while a worker still holds it; its back pointer is cleared on the GUI thread.
    class Mailbox final : public QObject {
    public:
        void post(std::function<void(JobSlot&)> message);
        JobSlot* slot = nullptr;
    };
    std::shared_ptr<Job> begin();
    void finish();

    QThreadPool& m_pool;
    QPointer<JobBoard> m_board; // may be null
    QString m_title;
    std::shared_ptr<Job> m_job;
    std::shared_ptr<Mailbox> m_mailbox;
    QTimer m_sampler;
};

template <typename Work, typename Done>
void JobSlot::start(Work work, Done done) {
    using R = std::invoke_result_t<Work&, const RunContext&>;
    std::shared_ptr<Job> job = begin();
    m_pool.start([job, mailbox = m_mailbox, work = std::move(work), done = std::move(done)]() mutable {
        auto result = std::make_shared<R>([&]() -> R {
            try {
                return work(RunContext{job->stop.get_token(), &job->progress});
            } catch (const std::bad_alloc&) {
                return ir::machineOutOfMemory(JobSlot::tr("out of memory").toStdString());
            } catch (const std::exception& error) {
                return internalError(error.what());
            }
        }());
        mailbox->post([job, result, done = std::move(done)](JobSlot& slot) mutable {
            if (slot.m_job != job) return; // superseded or cancelled
            slot.finish();
            done(std::move(*result));
        });
    });
}

} // namespace edgewright::views
