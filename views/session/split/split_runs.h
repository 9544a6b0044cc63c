// SPDX-License-Identifier: GPL-3.0-or-later
// A network over several devices, planned and run on a thread of its own: the newest record.
#pragma once

#include "core/device/stages/split_run.h"
#include "views/session/boards.h"
#include "views/support/job/job_slot.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>

namespace edgewright::views {

// A record with what was asked for, without the inputs.
struct SplitResult {
    device::SplitTask task;
    std::shared_ptr<const device::SplitRecord> record; // not null

    const relay::SplitShown& shown() const { return *record->shown; }
    const ir::Graph& graph() const { return task.history->graph; } // that was cut
};

class SplitRuns final : public QObject {
    Q_OBJECT
public:
    // `boards`: null where all devices are this machine. They outlive this.
    SplitRuns(QThreadPool& pool, Boards* boards, QObject* parent = nullptr);

    // Its inputs are made of its seed. What was planned before is shown until it ends.
    void start(device::SplitTask task);
    void stop();   // what was planned before stays
    void forget(); // of another model
    bool isRunning() const { return m_job.running(); }
    bool runsFrames() const { return m_runsFrames; } // what runs does more than to plan
    std::optional<double> progress() const;          // of what is done now, 0 to 1; nothing: it does not say
    QString doing() const;                           // "Measuring on 'pi'"
    const std::shared_ptr<const SplitResult>& result() const { return m_result; } // null: none

signals:
    void changed();      // the result
    void stateChanged(); // also how far it is
    void failed(const QString& message);

private:
    class Doing; // told by the thread that runs
    device::SplitAccess access(const device::SplitTask& task, std::shared_ptr<Doing> doing) const;

    Boards* m_boards;
    std::shared_ptr<const SplitResult> m_result;
    std::shared_ptr<Doing> m_doing;
    bool m_runsFrames = false;
    JobSlot m_job;
    QTimer m_sampler;
};

} // namespace edgewright::views
